//! The fields for the games of a sweep.

use eframe::egui::Ui;

use super::{grid, heading, numbers, range, text};
use crate::app::dialogs::form::{choose_game, row};
use crate::app::prelude::*;
use crate::app::style::cross;
use crate::experiment::sweep::Games;
use crate::game::GameName;

/// A game of the sweep, as typed.
struct GameFields {
    name: GameName,
    position: String,
    depth: String,
}

impl GameFields {
    fn games(&self) -> Result<Games, String> {
        let (name, position) = (self.name, self.position.trim());
        let from = if position.is_empty() { name.to_string() } else { format!("{name}:{position}") };
        let from = from.parse()?;
        Ok(Games { from, depth: numbers(&format!("depth of {}", name.title()), &self.depth)? })
    }
}

/// The games.
#[derive(Default)]
pub(super) struct GamesFields(Vec<GameFields>);

impl GamesFields {
    pub(super) fn of(games: &[Games]) -> GamesFields {
        let fields = |Games { from, depth }: &Games| GameFields {
            name: from.game().name(),
            position: from.position().unwrap_or_default().to_owned(),
            depth: depth.to_string(),
        };
        GamesFields(games.iter().map(fields).collect())
    }

    pub(super) fn games(&self) -> Result<Vec<Games>, String> {
        self.0.iter().map(GameFields::games).collect()
    }

    pub(super) fn ui(&mut self, ui: &mut Ui) {
        heading(ui, "Games");
        let mut removed = None;
        if !self.0.is_empty() {
            grid("games of the sweep").show_in(ui, &mut |ui| {
                for (index, game) in self.0.iter_mut().enumerate() {
                    if game.ui(ui, index + 1) {
                        removed = Some(index);
                    }
                }
            });
        }
        if let Some(index) = removed {
            self.0.remove(index);
        }
        let add = ui.button("Add a game").tip("Searched once for each depth, without building its tree");
        if add.clicked() {
            self.0.push(GameFields { name: GameName::TIC_TAC_TOE, position: String::new(), depth: "1..6".into() });
        }
    }
}

impl GameFields {
    /// Whether the game is to be removed.
    fn ui(&mut self, ui: &mut Ui, number: usize) -> bool {
        let mut is_removed = false;
        let label = format!("Game {number}");
        row(ui, &label, &mut |ui| {
            let before = self.name;
            choose_game(ui, &label, &mut self.name);
            if self.name != before {
                self.position.clear();
            }
            is_removed = cross(ui, "Remove", format_args!("Remove {label}")).clicked();
        });
        row(ui, "From", &mut |ui| {
            let width = ui.spacing().combo_width;
            let tip = format!("Leave empty for the usual starting position, or write {}", self.name.notation());
            text(ui, &format!("Position of {label}"), &mut self.position, width).tip(&tip);
        });
        row(ui, "Depth", &mut |ui| range(ui, &format!("Depth of {label}"), &mut self.depth, "6, 2..8 or 2,4,6"));
        is_removed
    }
}

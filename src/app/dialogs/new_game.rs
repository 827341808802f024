//! The dialog that takes a tree from a game: the game, its position, the depth, and the resulting size.

use eframe::egui::{self, Rect, RichText, Sense, TextEdit, Ui, Vec2};

use super::form::{self, choose_game, number, row};
use super::play_board::{self, PlayBoard};
use crate::app::canvas::{board, screen};
use crate::app::prelude::*;
use crate::app::style::{accessible_name, theme};
use crate::app::{Action, FileAction, LatestJob, keys};
use crate::experiment::MOST_SHOWN;
use crate::format;
use crate::game::unfold::{Size, Unfinished};
use crate::game::{AnyGame, Board, GameName, GameTree, MOST_NODES, NextMove};
use crate::tree::Role;

/// The size of the board, and the minimum height for the rest of the dialog in a low window.
const BOARD_SIDE: f32 = 208.0;
const SMALLEST_BOARD_SIDE: f32 = 88.0;
const REST: f32 = 390.0;
/// The maximum depth limit; time limits it long before.
pub(crate) const MAX_DEPTH: u32 = 1000;
/// The initial value when the depth limit is switched on.
const FIRST_DEPTH: u32 = 4;

/// The choices of the dialog.
pub(crate) struct GameForm {
    name: GameName,
    /// The typed position.
    position: String,
    /// The last valid position, and the error in the typed one.
    game: AnyGame,
    error: Option<String>,
    /// The moves from there.
    next_moves: Vec<NextMove>,
    play_board: PlayBoard,
    /// The positions before each move played on the board.
    past: Vec<String>,
    depth: Option<u32>,
    dynamic: bool,
    sooner: bool,
    size: LatestJob<GameTree, Result<Size, Unfinished>>,
}

impl Default for GameForm {
    fn default() -> GameForm {
        GameForm::from_start(GameName::TIC_TAC_TOE)
    }
}

impl GameForm {
    fn from_start(name: GameName) -> GameForm {
        GameForm::of(&GameTree::new(AnyGame::from_start(name), name.default_depth()))
    }

    /// The dialog with the choices of a tree.
    pub(crate) fn of(tree: &GameTree) -> GameForm {
        let GameTree { game, depth, dynamic, sooner } = tree.clone();
        GameForm {
            name: game.name(),
            position: game.position(),
            next_moves: game.next_moves(),
            game,
            error: None,
            play_board: PlayBoard::Idle,
            past: Vec::new(),
            depth,
            dynamic,
            sooner,
            size: LatestJob::default(),
        }
    }

    /// Applies a position, unless it is invalid.
    fn set_position(&mut self, position: String) {
        match AnyGame::from_position(self.name, &position) {
            Ok(game) => {
                self.next_moves = game.next_moves();
                self.game = game;
                self.error = None;
                self.play_board = PlayBoard::Idle;
            }
            Err(error) => self.error = Some(error.to_string()),
        }
        self.position = position;
    }

    fn tree(&self) -> Option<GameTree> {
        let dynamic = self.dynamic && self.depth.is_some() && self.name.has_dynamic_positions();
        let GameForm { ref game, depth, sooner, .. } = *self;
        self.error.is_none().then(|| GameTree { game: game.clone(), depth, dynamic, sooner })
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("New tree from a game");
        ui.add_space(8.0);
        form::grid(ui, "game", &mut |ui| {
            self.name(ui);
            self.position(ui);
        });
        let sentence = self.error.clone().unwrap_or_else(|| format!("Write {}.", self.name.notation()));
        let color = if self.error.is_some() { theme::bad(ui.visuals()) } else { ui.visuals().weak_text_color() };
        ui.label(RichText::new(sentence).color(color));
        ui.add_space(4.0);
        self.board_and_moves(ui);
        ui.add_space(4.0);
        self.depth(ui);
        let tip = "Won and lost ends are worth ±(N − plies), so that the shortest win is the best one and the longest loss the least bad";
        ui.checkbox(&mut self.sooner, "Prefer the sooner win and the later loss").tip(tip);
        let tree = self.tree();
        let can_be_built = self.size(ui, tree.as_ref());
        form::create_or_cancel(ui, tree.filter(|_| can_be_built).map(|tree| Action::File(FileAction::Unfold(tree))));
    }

    fn name(&mut self, ui: &mut Ui) {
        let mut name = self.name;
        row(ui, "Game", &mut |ui| choose_game(ui, "Game", &mut name));
        if name != self.name {
            *self = GameForm::from_start(name);
        }
    }

    fn position(&mut self, ui: &mut Ui) {
        row(ui, "Position", &mut |ui| {
            let mut position = self.position.clone();
            let field = ui.add(TextEdit::singleline(&mut position).desired_width(f32::INFINITY));
            accessible_name(&field, egui::Role::TextInput, "Position");
            if field.changed() {
                self.set_position(position);
            }
            // Enter leaves the field only if what is in it is a position.
            if field.lost_focus() && self.error.is_some() && keys::is_pressed(ui.ctx(), egui::Key::Enter) {
                field.request_focus();
            }
        });
    }

    /// The board on the left; on the right the player to move and the buttons.
    fn board_and_moves(&mut self, ui: &mut Ui) {
        let rest = ui.ctx().content_rect().height() - REST;
        let side = rest.clamp(SMALLEST_BOARD_SIDE, BOARD_SIDE);
        ui.side_by_side(&mut |ui| {
            let (room, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
            let board = self.game.board();
            let mut played = board.as_ref().and_then(|board| self.board(ui, board, room));
            ui.add_space(8.0);
            ui.column(&mut |ui| {
                ui.strong(self.turn());
                let hint = self.play_board.hint(board.as_ref(), &self.next_moves);
                if let Some(hint) = hint.filter(|_| self.error.is_none()) {
                    ui.weak(hint);
                    played = played.take().or_else(|| self.play_board.promotions(ui, board.as_ref(), &self.next_moves));
                }
                if self.error.is_none() {
                    played = played.take().or_else(|| play_board::others(ui, board.as_ref(), &self.next_moves));
                }
                ui.add_space(4.0);
                let can_undo = !self.past.is_empty();
                if ui.add_enabled(can_undo, egui::Button::new("Undo")).clicked()
                    && let Some(position) = self.past.pop()
                {
                    self.set_position(position);
                }
                let start = AnyGame::from_start(self.name).position();
                if ui.add_enabled(self.position != start, egui::Button::new("Start again")).clicked() {
                    self.past.clear();
                    self.set_position(start);
                }
            });
            if let Some(position) = played {
                self.past.push(self.game.position());
                self.set_position(position);
            }
        });
    }

    fn turn(&self) -> String {
        if self.next_moves.is_empty() {
            return "The game is over".into();
        }
        match self.game.role() {
            Role::Player(player) => format!("{} to move", player.name()),
            Role::Chance => "Chance decides".into(),
        }
    }

    /// The board, on which moves can be clicked; returns the position after the move.
    fn board(&mut self, ui: &mut Ui, board: &Board, room: Rect) -> Option<String> {
        let area = board::fit(board, room);
        if self.error.is_some() {
            // The shown position is not the typed one.
            let palette = screen::palette(ui.visuals().dark_mode);
            board::paint_faded(ui.painter(), area, board, palette, ui.visuals().window_fill);
            return None;
        }
        self.play_board.ui(ui, area, board, &self.next_moves)
    }

    fn depth(&mut self, ui: &mut Ui) {
        ui.lines(&mut |ui| {
            let mut is_limited = self.depth.is_some();
            ui.checkbox(&mut is_limited, "Depth limit");
            if is_limited != self.depth.is_some() {
                self.depth = is_limited.then_some(self.name.default_depth().unwrap_or(FIRST_DEPTH));
            }
            let Some(depth) = &mut self.depth else { return };
            number(ui, "Depth limit of the game", depth, 0..=MAX_DEPTH);
            ui.label("moves");
            if self.name.has_dynamic_positions() {
                let tip = "Search on while the player is in check or a piece is attacked by a less valuable one";
                ui.checkbox(&mut self.dynamic, "extend positions that are not quiescent").tip(tip);
            }
        });
    }

    /// Shows the size of the tree once it is known; returns whether it can be built.
    fn size(&mut self, ui: &mut Ui, tree: Option<&GameTree>) -> bool {
        let Some(tree) = tree else {
            ui.label("");
            return false;
        };
        let counted = tree.clone();
        let (text, can_be_built) =
            match self.size.answer(ui.ctx(), tree.clone(), move |progress| counted.size(progress)) {
                None => (RichText::new("counting…").weak(), false),
                Some(Ok(Ok(Size { nodes, leaves, height }))) => {
                    (RichText::new(format!("{}, depth {height}", format::tree_size(*nodes, *leaves))), true)
                }
                Some(Ok(Err(_))) => (RichText::new(too_large()), true),
                Some(Err(fault)) => (RichText::new(fault).color(theme::bad(ui.visuals())), false),
            };
        ui.label(text);
        can_be_built
    }
}

/// The note on a tree that is too large.
fn too_large() -> String {
    let (most, shown) = (format::grouped(MOST_NODES), format::grouped(MOST_SHOWN));
    format!(
        "More than {most} nodes: too large to show in full. The whole game is searched, and up to {shown} visited nodes are drawn."
    )
}

//! The dialog in which one of several things is chosen from a list, such as a game of a file.

use eframe::egui::{Button, ScrollArea, TextEdit, Ui, vec2};

use super::footer::footer;
use crate::app::prelude::*;
use crate::app::style::theme;
use crate::app::{Action, focus, keys};

/// From this many on, the list has a field to look for one.
const MANY: usize = 12;

/// The list and what is looked for in it.
#[derive(Clone, Debug)]
pub(crate) struct Which {
    title: String,
    choices: Vec<(String, Action)>,
    sought: String,
}

impl Which {
    pub(crate) fn new(title: String, choices: Vec<(String, Action)>) -> Which {
        Which { title, choices, sought: String::new() }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading(&self.title);
        ui.add_space(8.0);
        let is_long = self.choices.len() > MANY;
        let mut entered = false;
        if is_long {
            let field = ui.add(TextEdit::singleline(&mut self.sought).hint_text("Find").desired_width(f32::INFINITY));
            entered = keys::is_entered(&field);
            if focus::is_nowhere(ui.ctx()) && !entered {
                field.request_focus();
            }
            ui.add_space(4.0);
        }
        let sought = self.sought.to_lowercase();
        let found: Vec<&(String, Action)> =
            self.choices.iter().filter(|(words, _)| words.to_lowercase().contains(&sought)).collect();
        if let Some((_, action)) = found.first().filter(|_| entered) {
            ui.close_and_ask(action.clone());
        }
        // Beside the scroll bar.
        let width = ui.available_width() - 12.0;
        let height = theme::ROW_HEIGHT;
        ScrollArea::vertical().max_height(320.0).show_rows(ui, height, found.len(), |ui, rows| {
            for row in rows {
                let (words, action) = found[row];
                let button = Button::new(words).truncate().min_size(vec2(width, height)).right_text("");
                let button = ui.add(button);
                if !is_long && row == 0 && focus::is_nowhere(ui.ctx()) {
                    button.request_focus();
                }
                if button.clicked() {
                    ui.close_and_ask(action.clone());
                }
            }
        });
        if found.is_empty() {
            ui.weak("None of them has these words.");
        }
        footer(ui, &mut |ui| {
            ui.button("Cancel").asks_for(Action::CloseModal);
        });
    }
}

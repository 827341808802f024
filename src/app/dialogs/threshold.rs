//! The dialog that adds a threshold test.

use eframe::egui::{Button, Key, RichText, TextEdit, Ui};

use crate::app::Action;
use crate::app::style::theme;
use crate::search::Algorithm;
use crate::tree::Value;

/// The number being typed.
pub(crate) struct ThresholdForm {
    text: String,
}

impl ThresholdForm {
    /// The dialog with a number to begin with.
    pub(crate) fn new(at: Value) -> ThresholdForm {
        ThresholdForm { text: at.to_string() }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) -> Vec<Action> {
        ui.heading("New threshold test");
        ui.label(
            "It asks whether the value of the root is at least a number, and looks no further than the answer needs.",
        );
        ui.add_space(8.0);
        let mut entered = false;
        ui.horizontal(|ui| {
            let label = ui.label("Is the value at least");
            let field = ui.add(TextEdit::singleline(&mut self.text).desired_width(120.0)).labelled_by(label.id);
            entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if ui.memory(|memory| memory.focused().is_none()) {
                field.request_focus();
            }
            ui.label("?");
        });
        let at = self.text.trim().parse::<Value>();
        if let Err(error) = &at {
            let text = format!("“{}” {error}.", self.text.trim());
            ui.label(RichText::new(text).color(theme::bad(ui.visuals())));
        }
        ui.add_space(8.0);
        let mut actions = Vec::new();
        ui.horizontal(|ui| {
            let add = ui.add_enabled(at.is_ok(), Button::new("Add"));
            if let (true, Ok(at)) = (add.clicked() || entered, at) {
                actions = vec![Action::CloseModal, Action::Add(Algorithm::threshold(at))];
            }
            if ui.button("Cancel").clicked() {
                actions = vec![Action::CloseModal];
            }
        });
        actions
    }
}

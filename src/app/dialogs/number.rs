//! The dialog that adds an algorithm with a parameter: a threshold or a first guess.

use eframe::egui::{Button, Key, RichText, TextEdit, Ui};

use crate::app::style::contents::Lines as _;
use crate::app::style::theme;
use crate::app::style::widgets::select_all;
use crate::app::{Action, RunAction};
use crate::app::{focus, keys};
use crate::search::Algorithm;
use crate::search::catalogue::Entry;
use crate::tree::Value;

/// The number being typed.
pub(crate) struct NumberForm {
    entry: &'static Entry,
    text: String,
    /// Whether the field has been shown, and its text selected.
    is_shown: bool,
}

impl NumberForm {
    /// The dialog with an initial number.
    pub(crate) fn new(entry: &'static Entry, number: Value) -> NumberForm {
        NumberForm { entry, text: number.to_string(), is_shown: false }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) -> Vec<Action> {
        let title = self.entry.option.map_or("", |option| option.title);
        ui.heading(format!("New {}", self.entry.name));
        ui.label(self.entry.summary);
        ui.add_space(8.0);
        let mut entered = false;
        ui.line(&mut |ui| {
            let label = ui.label(title);
            let field = ui.add(TextEdit::singleline(&mut self.text).desired_width(120.0)).labelled_by(label.id);
            entered = field.lost_focus() && keys::is_pressed(ui.ctx(), Key::Enter);
            if focus::is_nowhere(ui.ctx()) {
                field.request_focus();
            }
            if !std::mem::replace(&mut self.is_shown, true) {
                select_all(ui.ctx(), field.id);
            }
        });
        let number = self.text.trim().parse::<Value>();
        if let Err(error) = &number {
            let text = format!("“{}” {error}.", self.text.trim());
            ui.label(RichText::new(text).color(theme::bad(ui.visuals())));
        }
        ui.add_space(8.0);
        let mut actions = Vec::new();
        ui.line(&mut |ui| {
            let add = ui.add_enabled(number.is_ok(), Button::new("Add"));
            if let (true, Ok(number)) = (add.clicked() || entered, number) {
                let algorithm = Algorithm::numbered(self.entry, number);
                actions.push(Action::CloseModal);
                actions.extend(algorithm.map(|algorithm| Action::Run(RunAction::Add(algorithm))));
            }
            if ui.button("Cancel").clicked() {
                actions = vec![Action::CloseModal];
            }
        });
        actions
    }
}

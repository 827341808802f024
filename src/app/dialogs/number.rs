//! The dialog that adds an algorithm with values of its parameters, such as a threshold or a first guess.

use eframe::egui::{Response, TextEdit, Ui};

use super::form::do_or_cancel;
use crate::app::prelude::*;
use crate::app::style::{fault, select_all};
use crate::app::{Action, RunAction, focus, keys};
use crate::search::Algorithm;
use crate::search::catalogue::{Entry, Parameter, Takes};
use crate::tree::Value;

/// The values being typed.
pub(crate) struct NumberForm {
    entry: &'static Entry,
    /// The texts of the parameters, in their order.
    texts: Vec<String>,
    /// Whether the first field has been shown, and its text selected.
    is_shown: bool,
}

impl NumberForm {
    /// The dialog with an initial number for the first parameter, if every number will do there.
    pub(crate) fn new(entry: &'static Entry, number: Value) -> NumberForm {
        let initial = |(index, parameter): (usize, &Parameter)| {
            let is_asked = index == 0 && parameter.takes == Takes::Number;
            parameter.write(if is_asked { number } else { parameter.default.map_or(number, Value::from) })
        };
        let texts = entry.parameters.iter().enumerate().map(initial).collect();
        NumberForm { entry, texts, is_shown: false }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading(format!("New {}", self.entry.name));
        ui.label(self.entry.summary);
        ui.add_space(8.0);
        let mut entered = false;
        for (index, parameter) in self.entry.parameters.iter().enumerate() {
            ui.line(&mut |ui| entered |= self.field(ui, index, parameter));
        }
        let values = values(self.entry, &self.texts);
        if let Err(error) = &values {
            fault(ui, error);
        }
        let algorithm = values.ok().and_then(|values| Algorithm::numbered(self.entry, &values));
        do_or_cancel(ui, "Add", algorithm.map(|algorithm| Action::Run(RunAction::Add(algorithm))), entered);
    }

    /// The field of a parameter; whether Enter was pressed in it.
    fn field(&mut self, ui: &mut Ui, index: usize, parameter: &Parameter) -> bool {
        let Some(field) = parameter_field(ui, parameter, &mut self.texts[index]) else { return false };
        // Asked before the field takes the focus back.
        let entered = keys::is_entered(&field);
        if index == 0 {
            if focus::is_nowhere(ui.ctx()) {
                field.request_focus();
            }
            if !std::mem::replace(&mut self.is_shown, true) {
                select_all(ui.ctx(), field.id);
            }
        }
        entered
    }
}

/// The values of an algorithm's parameters for their texts, or what is wrong with the first one that is wrong.
pub(super) fn values(entry: &Entry, texts: &[String]) -> Result<Vec<Value>, String> {
    let value = |(parameter, text): (&Parameter, &String)| {
        let text = text.trim();
        parameter.parse(text).map_err(|error| format!("“{text}” {error}."))
    };
    entry.parameters.iter().zip(texts).map(value).collect()
}

/// The control of a parameter; a field where something is typed is returned.
pub(super) fn parameter_field(ui: &mut Ui, parameter: &Parameter, text: &mut String) -> Option<Response> {
    if parameter.takes == Takes::Switch {
        let mut is_on = parameter.parse(text).is_ok_and(|value| value.get() != 0.0);
        if ui.checkbox(&mut is_on, parameter.title).on_hover_text(parameter.purpose).changed() {
            *text = parameter.write(i32::from(is_on).into());
        }
        return None;
    }
    let label = ui.label(parameter.title).on_hover_text(parameter.purpose);
    Some(ui.add(TextEdit::singleline(text).desired_width(120.0)).labelled_by(label.id))
}

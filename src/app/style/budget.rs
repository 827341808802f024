//! The setting of a budget, for single runs and for sweeps.

use std::mem::discriminant;

use eframe::egui::{ComboBox, DragValue, Ui};

use super::widgets::{number_field, pick_title};
use crate::app::prelude::*;
use crate::format::{grouped, ungrouped};
use crate::search::{Budget, DEFAULT_BUDGET};

/// The kind of a budget, and its number if it has one. Returns whether the user is still dragging the number.
pub(crate) fn budget(ui: &mut Ui, budget: &mut Budget) -> bool {
    let label = ui.label("Budget").tip("Stop each run after this many evaluations");
    let choices = [
        (Budget::Automatic, "automatic"),
        (Budget::Evaluations(DEFAULT_BUDGET), "at most"),
        (Budget::Unlimited, "no limit"),
    ];
    let before = choices.iter().position(|(kind, _)| discriminant(kind) == discriminant(budget));
    let mut now = before;
    let titles = choices.map(|(_, title)| title);
    let combo = pick_title(ui, ComboBox::from_id_salt("budget").width(0.0), &mut now, &titles);
    if let Some(now) = now.filter(|_| now != before) {
        *budget = choices[now].0;
    }
    let tip = "Automatic: 10,000,000 evaluations, or the number of leaves if that is larger";
    combo.labelled_by(label.id).tip(tip);
    let Budget::Evaluations(most) = budget else { return false };
    let speed = (*most as f64 / 100.0).max(1.0);
    let field = DragValue::new(most)
        .range(1..=1_000_000_000_000_u64)
        .speed(speed)
        .update_while_editing(false)
        .custom_formatter(|number, _| grouped(number as u64))
        .custom_parser(ungrouped);
    number_field(ui, field, "Budget of evaluations").tip("Evaluations; drag, or click to type").dragged()
}

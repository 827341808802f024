//! The setting of a budget, for single runs and for sweeps.

use eframe::egui::{ComboBox, DragValue, Ui};

use super::contents::Choices as _;
use super::widgets::number_field;
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
    let chosen = std::mem::discriminant(budget);
    let is_chosen = |kind: Budget| std::mem::discriminant(&kind) == chosen;
    let shown = choices.iter().find(|(kind, _)| is_chosen(*kind)).map_or("", |(_, text)| text);
    let combo = ComboBox::from_id_salt("budget").width(0.0).selected_text(shown).list(ui, &mut |ui| {
        for (kind, text) in choices {
            if ui.selectable_label(is_chosen(kind), text).clicked() && !is_chosen(kind) {
                *budget = kind;
                ui.close();
            }
        }
    });
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

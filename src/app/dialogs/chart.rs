//! The dialog that exports the chart of a sweep.

use eframe::egui::{DragValue, Grid, Role, Ui};

use super::form::{self, choose, is_entered, optional, row};
use crate::app::experiments::ExperimentAction;
use crate::app::export::ChartRequest;
use crate::app::style::contents::{Container as _, Lines as _};
use crate::app::style::theme;
use crate::app::style::widgets::{accessible_name, primary_button};
use crate::app::{Action, Destination};
use crate::chart::{CHART_FORMATS, Heeds};

/// The width of a column of a journal in millimetres, and a size of texts for it in points.
const COLUMN: (f64, f64) = (84.0, 8.0);

/// Shows the dialog. Enter saves.
pub(crate) fn ui(ui: &mut Ui, request: &mut ChartRequest) -> Vec<Action> {
    ui.heading("Export chart");
    ui.add_space(8.0);
    ui.spacing_mut().combo_width = super::form::CHOICE_WIDTH;
    Grid::new("chart").num_columns(2).spacing([12.0, 8.0]).show_in(ui, &mut |ui| fields(ui, request));
    ui.add_space(8.0);
    let wrong = request.page().err().map(|error| error.to_string());
    if let Some(wrong) = &wrong {
        ui.colored_label(theme::bad(ui.visuals()), wrong);
    }
    ui.add_space(8.0);
    let (mut actions, is_entered) = (Vec::new(), is_entered(ui));
    ui.line(&mut |ui| {
        ui.available_if(wrong.is_none(), &mut |ui| {
            let mut button = |ui: &mut Ui, text: &str, to: Destination| {
                let is_first = to == Destination::Ask;
                let button = if is_first { primary_button(ui, ui.is_enabled(), text) } else { ui.button(text) };
                if button.clicked() || (is_entered && ui.is_enabled() && is_first) {
                    let export = ExperimentAction::ExportChart(request.clone(), to);
                    actions = vec![Action::CloseModal, Action::Experiment(export)];
                }
            };
            button(ui, "Save…", Destination::Ask);
            if request.format().is_text {
                button(ui, "Copy as text", Destination::Clipboard);
            }
            if request.format().heeds == Heeds::Dots {
                button(ui, "Copy as picture", Destination::ClipboardPicture);
            }
        });
        if ui.button("Cancel").clicked() {
            actions = vec![Action::CloseModal];
        }
    });
    actions
}

/// The fields that have an effect on the format.
fn fields(ui: &mut Ui, request: &mut ChartRequest) {
    row(ui, "Format", &mut |ui| {
        let mut formats: Vec<(&str, usize)> = Vec::new();
        for (index, format) in CHART_FORMATS.iter().enumerate() {
            formats.push((format.title, index));
        }
        choose(ui, "Format", &mut request.format, &formats, |a, b| a == b);
    });
    form::hint(ui, request.format().purpose);
    let heeds = request.format().heeds;
    if heeds >= Heeds::Frame {
        row(ui, "Width", &mut |ui| {
            let tip = "Without a width, the chart is as wide as those of the sweep: 152.4 mm, or 120 mm in LaTeX";
            optional(ui, "millimetres", tip, &mut request.width, COLUMN.0, |ui, width| {
                let field = ui.add(DragValue::new(width).range(20.0..=2000.0).speed(1.0));
                accessible_name(&field, Role::SpinButton, "Width in millimetres");
            });
        });
    }
    if heeds >= Heeds::Texts {
        row(ui, "Size of text", &mut |ui| {
            let tip = "Without a size, the texts are in proportion to the width";
            optional(ui, "points", tip, &mut request.font_size, COLUMN.1, |ui, size| {
                let field = ui.add(DragValue::new(size).range(3.0..=72.0).speed(0.1));
                accessible_name(&field, Role::SpinButton, "Size of text in points");
            });
        });
    }
    if heeds >= Heeds::Dots {
        row(ui, "Dots per inch", &mut |ui| {
            let field = ui.add(DragValue::new(&mut request.dpi).range(10..=1200));
            accessible_name(&field, Role::SpinButton, "Dots per inch");
        });
    }
    if heeds >= Heeds::Frame {
        row(ui, "With", &mut |ui| {
            if heeds >= Heeds::Texts {
                ui.checkbox(&mut request.has_title, "title");
            }
            ui.checkbox(&mut request.has_legend, "legend");
            if heeds >= Heeds::Texts {
                ui.checkbox(&mut request.has_caption, "caption");
            }
        });
    }
}

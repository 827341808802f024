//! The dialog that exports the chart of a sweep.

use eframe::egui::{DragValue, Grid, Ui};

use super::form::{self, Copies, dots_row, export_or_cancel, format_row, optional, row, width_row};
use crate::app::Action;
use crate::app::experiments::ExperimentAction;
use crate::app::export::ChartRequest;
use crate::app::prelude::*;
use crate::app::style::{fault, number_field};
use crate::chart::{CHART_FORMATS, Heeds};

/// The width of a column of a journal in millimetres, and a size of texts for it in points.
const COLUMN: (f64, f64) = (84.0, 8.0);

/// Shows the dialog. Enter saves.
pub(crate) fn ui(ui: &mut Ui, request: &mut ChartRequest) {
    ui.heading("Export chart");
    ui.add_space(8.0);
    ui.spacing_mut().combo_width = super::form::CHOICE_WIDTH;
    Grid::new("chart").num_columns(2).spacing([12.0, 8.0]).show_in(ui, &mut |ui| fields(ui, request));
    ui.add_space(8.0);
    let wrong = request.page().err().map(|error| error.to_string());
    if let Some(wrong) = &wrong {
        fault(ui, wrong);
    }
    let format = request.format();
    let copies = Copies { as_text: format.is_text, as_picture: format.heeds == Heeds::Dots };
    export_or_cancel(ui, wrong.is_none(), copies, &|to| {
        Action::Experiment(ExperimentAction::ExportChart(request.clone(), to))
    });
}

/// The fields that have an effect on the format.
fn fields(ui: &mut Ui, request: &mut ChartRequest) {
    format_row(ui, CHART_FORMATS.iter().map(|format| format.title), &mut request.format);
    form::hint(ui, request.format().purpose);
    let heeds = request.format().heeds;
    if heeds >= Heeds::Frame {
        let tip = "Without a width, the chart is as wide as those of the sweep: 152.4 mm, or 120 mm in LaTeX";
        width_row(ui, tip, &mut request.width, COLUMN.0, 20.0..=2000.0);
    }
    if heeds >= Heeds::Texts {
        row(ui, "Size of text", &mut |ui| {
            let tip = "Without a size, the texts are in proportion to the width";
            optional(ui, "points", tip, &mut request.font_size, COLUMN.1, |ui, size| {
                number_field(ui, DragValue::new(size).range(3.0..=72.0).speed(0.1), "Size of text in points");
            });
        });
    }
    if heeds >= Heeds::Dots {
        dots_row(ui, &mut request.dpi, 10..=1200);
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

//! The summary of a sweep as a table: the measures of each cell, and the expectations of the theory.

use eframe::egui::{self, Align, Label, Layout, Sense, Sides, Ui};
use egui_extras::{Column as Width, TableRow};

use super::{Experiment, ExperimentsModel};
use crate::app::commands::command::Menu;
use crate::app::export::menu;
use crate::app::prelude::*;
use crate::app::style::sides;
use crate::app::style::table::{self, CELL_MARGIN, Head};
use crate::experiment::comparison::Sort;
use crate::experiment::sweep::{SUMMARY_COLUMNS, SummaryColumn, SummaryRow, summary_columns, summary_table};
use crate::format::MISSING;
use crate::sorting;

/// The table, sorted by the user; it caches the order of the rows until they change.
#[derive(Default)]
pub(super) struct SummaryTable {
    sort: Option<Sort>,
    arranged: Option<Arranged>,
}

/// The shown rows and columns, in order.
struct Arranged {
    /// The experiment, picture and sort order.
    of: (u64, u64, Option<Sort>),
    /// The indices of the rows.
    rows: Vec<usize>,
    /// The indices of the columns.
    columns: Vec<usize>,
}

impl SummaryTable {
    pub(super) fn ui(&mut self, ui: &mut Ui, model: &ExperimentsModel, experiment: &Experiment) {
        let rows = &experiment.picture.rows;
        let text = format!("{}, cell by cell", model.view.measure.title());
        let of = (experiment.serial, experiment.picture.number, self.sort);
        let arranged = self.arranged.take().filter(|arranged| arranged.of == of);
        let arranged =
            arranged.unwrap_or_else(|| Arranged { of, rows: self.order(rows), columns: summary_columns(rows) });
        let name = file_name(model);
        let title = &mut |ui: &mut Ui| {
            ui.strong(&text);
        };
        sides(ui, Sides::new().shrink_left().truncate(), title, &mut |ui| {
            menu::table_menu(ui, &name, &|| {
                let (rows, order) = (rows.clone(), arranged.rows.clone());
                Box::new(move || summary_table(&rows, order.iter().copied()))
            });
        });
        ui.add_space(2.0);
        egui::ScrollArea::horizontal()
            .auto_shrink([false, false])
            .show_in(ui, &mut |ui| self.table(ui, rows, &arranged));
        self.arranged = Some(arranged);
    }

    /// How the table can be copied or saved.
    pub(super) fn commands(&self, menu: &mut Menu, model: &ExperimentsModel, experiment: &Experiment) {
        let rows = &experiment.picture.rows;
        let choices = menu::table_choices(&file_name(model), &|| {
            let (rows, order) = (rows.clone(), self.order(rows));
            Box::new(move || summary_table(&rows, order.iter().copied()))
        });
        menu::commands(menu, choices);
    }

    /// The indices of the rows in the order in which they are shown.
    fn order(&self, rows: &[SummaryRow]) -> Vec<usize> {
        let Some(Sort { column, descending }) = self.sort else { return (0..rows.len()).collect() };
        let content = &SUMMARY_COLUMNS[column];
        sorting::order(rows.len(), &|a, b| {
            let (a, b) = (&rows[a], &rows[b]);
            let ordering = match (content.number(a), content.number(b)) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => content.text(a).cmp(&content.text(b)),
            };
            let ordering = if descending { ordering.reverse() } else { ordering };
            // Missing values come last in both directions.
            (content.text(a) == MISSING).cmp(&(content.text(b) == MISSING)).then(ordering)
        })
    }

    fn table(&mut self, ui: &mut Ui, rows: &[SummaryRow], arranged: &Arranged) {
        let widths = vec![Width::auto().at_least(40.0); arranged.columns.len()];
        // Other columns have other widths.
        let salt = ("summary of the sweep", &arranged.columns);
        let table = table::filling(ui, salt, Sense::hover(), widths);
        let head = |column: &'static SummaryColumn| Head {
            title: column.title,
            explanation: column.explanation,
            is_numeric: column.is_numeric(),
        };
        let columns = arranged.columns.iter().map(|&index| (index, head(&SUMMARY_COLUMNS[index])));
        let heads: Vec<(usize, Head<'_>)> = columns.collect();
        let headings = &mut |line: &mut TableRow<'_, '_>| table::headings(line, &heads, &mut self.sort);
        table::show(table, table::HEIGHT, headings, arranged.rows.len(), &mut |line| {
            let row = &rows[arranged.rows[line.index()]];
            for &index in &arranged.columns {
                table::cell(line, &mut |ui| cell(ui, &SUMMARY_COLUMNS[index], row));
            }
        });
    }
}

/// The name of the file for the table, without its extension.
fn file_name(model: &ExperimentsModel) -> String {
    format!("{}-summary", model.view.measure.id())
}

fn cell(ui: &mut Ui, column: &SummaryColumn, row: &SummaryRow) {
    // While the widths are measured, a cell must not take all the available space.
    let layout = if column.is_numeric() && !ui.is_sizing_pass() {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.laid_out(layout, &mut |ui| {
        ui.add_space(CELL_MARGIN);
        ui.add(Label::new(column.text(row)).selectable(false));
        ui.add_space(CELL_MARGIN);
    });
}

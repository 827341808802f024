//! The comparison table and its statement.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{self, Align, Layout, PopupCloseBehavior, RichText, Sense, Sides, Ui};
use egui_extras::{Column as Width, TableRow};

use super::commands::command::Menu;
use super::export::menu::{Choice, MakeTable, table_choices, table_menu};
use super::style::table::{self, CELL_MARGIN, Head};
use super::style::{icons, theme};
use super::{Action, ViewAction};
use crate::app::prelude::*;
use crate::app::style::widgets::{self, menu_button, sides, text_width};
use crate::experiment::agreement::{self, Agreement, statement};
use crate::experiment::comparison::{self, COLUMNS, Cell, Column, Row, Shown, Sort};
use crate::format::shortened_to;
use crate::search::Algorithm;

/// The minimum width of the last column, which contains sentences.
const LAST_WIDTH: f32 = 220.0;
/// What a column is wider than its contents where there is room.
const MOST_APART: f32 = 48.0;

/// Shows rows, sorted and with columns chosen by the user.
pub struct ComparisonPanel {
    sort: Option<Sort>,
    /// Whether each of [`COLUMNS`] is shown.
    is_shown: Vec<bool>,
}

impl Default for ComparisonPanel {
    fn default() -> ComparisonPanel {
        ComparisonPanel { sort: None, is_shown: COLUMNS.iter().map(|column| column.shown == Shown::Always).collect() }
    }
}

impl ComparisonPanel {
    /// The titles of the columns that are shown.
    pub(crate) fn columns(&self) -> Vec<String> {
        titles(&self.is_shown)
    }

    /// Shows the columns with these titles and the first one.
    pub(crate) fn show_columns(&mut self, titles: &[String]) {
        for (column, is_shown) in COLUMNS.iter().zip(&mut self.is_shown) {
            *is_shown = titles.iter().any(|title| title == column.title);
        }
        self.is_shown[0] = true;
    }

    /// Sorts the rows by a column, or not at all.
    pub(crate) fn sort_by(&mut self, sort: Option<Sort>) {
        self.sort = sort;
    }

    /// The commands for the columns.
    pub(crate) fn column_commands(&self, menu: &mut Menu) {
        let shown = |is_shown: &[bool]| Action::ShowColumns(titles(is_shown));
        menu.add("Default columns", shown(&ComparisonPanel::default().is_shown)).named("Comparison: default columns");
        menu.separator();
        for (index, column) in COLUMNS.iter().enumerate().skip(1) {
            let mut changed = self.is_shown.clone();
            changed[index] ^= true;
            menu.add(column.title, shown(&changed)).switch(self.is_shown[index]).tip(column.explanation);
        }
        menu.separator();
        menu.menu("Sort by", "Sort the comparison by", &mut |menu| {
            menu.add("Order of the panes", Action::SortComparison(None)).choice(self.sort.is_none());
            for (index, column) in COLUMNS.iter().enumerate() {
                let sort =
                    Sort { column: index, descending: self.sort == Some(Sort { column: index, descending: false }) };
                let is_chosen = self.sort.is_some_and(|sort| sort.column == index);
                menu.add(column.title, Action::SortComparison(Some(sort))).choice(is_chosen);
            }
        });
    }

    /// The rows in the order in which they are shown.
    fn sorted(&self, rows: &[Row]) -> Vec<Row> {
        let mut sorted = rows.to_vec();
        if let Some(sort) = self.sort {
            sort.apply(&mut sorted);
        }
        sorted
    }

    /// What is made of the table for an export.
    fn exported(&self, rows: &[Row]) -> MakeTable {
        let (sorted, shown) = (self.sorted(rows), self.shown(rows));
        Box::new(move || agreement::table(&sorted, &shown))
    }

    /// How the table can be copied or saved.
    pub(crate) fn exports(&self, rows: &[Row]) -> [Vec<Choice>; 2] {
        table_choices("comparison", &|| self.exported(rows))
    }

    /// Shows the statement and the table, with numbers of at least so many digits if they are shortened.
    pub fn ui(&mut self, ui: &mut Ui, rows: &[Row], focused: Option<Algorithm>, digits: usize) {
        let sorted = self.sorted(rows);
        sides(ui, Sides::new().shrink_left().wrap(), &mut |ui| verdict(ui, rows, digits), &mut |ui| {
            table_menu(ui, "comparison", &|| self.exported(rows));
            self.columns_menu(ui);
        });
        let shown = self.shown(rows);
        ui.add_space(4.0);
        // While one steps through a search in a small window, the drawings have the room.
        if ui.available_height() < table::HEIGHT + theme::ROW_HEIGHT {
            return;
        }
        egui::ScrollArea::horizontal().auto_shrink([false, false]).show_in(ui, &mut |ui| {
            self.table(ui, &sorted, &shown, focused, digits);
        });
    }

    /// The indices of the shown columns. Until others are chosen, they include those that count something in some row only.
    fn shown(&self, rows: &[Row]) -> Vec<usize> {
        let is_default = self.is_shown == ComparisonPanel::default().is_shown;
        let fitting = if is_default { comparison::columns_for(rows) } else { Vec::new() };
        let counts = |index: usize| COLUMNS[index].shown == Shown::WhereSomeCount && fitting.contains(&index);
        (0..COLUMNS.len()).filter(|&index| self.is_shown[index] || counts(index)).collect()
    }

    /// Lets the user choose the columns; the first one, which names the row, is always shown.
    fn columns_menu(&mut self, ui: &mut Ui) {
        let stays_open = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let button = MenuButton::new(("Columns", icons::triangle(false))).config(stays_open);
        menu_button(ui, button, &mut |ui| {
            let height = ui.ctx().content_rect().height() - 2.0 * f32::from(theme::DIALOG_MARGIN);
            egui::ScrollArea::vertical().min_scrolled_height(height).max_height(height).show_in(ui, &mut |ui| {
                ui.spacing_mut().interact_size.y = 18.0;
                if ui.button("Default columns").clicked() {
                    self.is_shown = ComparisonPanel::default().is_shown;
                }
                ui.separator();
                for (column, is_shown) in COLUMNS.iter().zip(&mut self.is_shown).skip(1) {
                    ui.checkbox(is_shown, column.title).tip(column.explanation);
                }
            });
        });
    }

    fn table(&mut self, ui: &mut Ui, rows: &[Row], shown: &[usize], focused: Option<Algorithm>, digits: usize) {
        // Only the background marks the row; its text stays as readable as that of the others.
        ui.visuals_mut().selection.stroke.color = ui.visuals().strong_text_color();
        let mut widths: Vec<_> = shown.iter().map(|&index| width(ui, rows, index, digits)).collect();
        // The last column takes the rest, of which the others have some to be further apart.
        let last = widths.pop().map(|_| Width::remainder().at_least(LAST_WIDTH).clip(true));
        let rest = ui.available_width() - LAST_WIDTH - widths.iter().sum::<f32>();
        let apart = (rest / widths.len().max(1) as f32).clamp(0.0, MOST_APART).floor();
        let widths = widths.into_iter().map(|width| Width::exact(width + apart)).chain(last).collect();
        // With the keyboard an algorithm is chosen at its pane.
        let table = table::filling(ui, "comparison", Sense::CLICK, widths);
        let head = |column: &'static Column| Head {
            title: column.title,
            explanation: column.explanation,
            is_numeric: column.is_numeric(),
        };
        let heads: Vec<(usize, Head<'_>)> = shown.iter().map(|&index| (index, head(&COLUMNS[index]))).collect();
        let headings = &mut |line: &mut TableRow<'_, '_>| table::headings(line, &heads, &mut self.sort);
        table::show(table, table::HEIGHT, headings, rows.len(), &mut |line| {
            let row = &rows[line.index()];
            line.set_selected(focused == Some(row.algorithm));
            cells(line, row, shown, digits);
            line.response().asks_for(ViewAction::Focus(row.algorithm));
        });
    }
}

/// The titles of the columns that are shown.
fn titles(is_shown: &[bool]) -> Vec<String> {
    let shown = COLUMNS.iter().zip(is_shown).filter(|(_, is_shown)| **is_shown);
    shown.map(|(column, _)| column.title.to_owned()).collect()
}

/// The least width of a column, determined by its contents.
fn width(ui: &Ui, rows: &[Row], index: usize, digits: usize) -> f32 {
    let mut width = table::width(ui, COLUMNS[index].title);
    for row in rows {
        width = width.max(text_width(ui, &shortened_to(&row.cells[index].to_string(), &[], digits)));
    }
    width + 2.0 * CELL_MARGIN
}

fn aligned(ui: &mut Ui, column: &Column, add: &mut dyn FnMut(&mut Ui)) {
    let layout = if column.is_numeric() { Layout::right_to_left(Align::Center) } else { *ui.layout() };
    ui.laid_out(layout, &mut |ui| {
        ui.add_space(CELL_MARGIN);
        add(ui);
    });
}

fn cells(line: &mut TableRow<'_, '_>, row: &Row, shown: &[usize], digits: usize) {
    for (column, cell) in shown.iter().map(|&index| (&COLUMNS[index], &row.cells[index])) {
        table::cell(line, &mut |ui| {
            aligned(ui, column, &mut |ui| {
                let text = cell.to_string();
                let short = shortened_to(&text, &[], digits);
                let label = egui::Label::new(&*short).selectable(false);
                let label = ui.add(if matches!(cell, Cell::Text(_)) { label.truncate() } else { label });
                widgets::whole(label, &short, &text);
            });
        });
    }
}

/// Whether the algorithms agree; disagreement is highlighted.
fn verdict(ui: &mut Ui, rows: &[Row], digits: usize) {
    let said = statement(rows);
    let text = shortened_to(&said, &[], digits);
    match Agreement::of(rows) {
        Agreement::Same(_) => {
            let color = theme::good(ui.visuals());
            icons::check(ui, color);
            let label = ui.add(egui::Label::new(RichText::new(&*text).strong().color(color)).wrap());
            widgets::whole(label, &text, &said);
        }
        Agreement::Different(_) => {
            let (ground, color) = (theme::bad_ground(ui.visuals()), theme::bad(ui.visuals()));
            egui::Frame::new().fill(ground).corner_radius(4).inner_margin(6).show_in(ui, &mut |ui| {
                icons::cross(ui, color);
                // What differs may differ in the last digit.
                ui.add(egui::Label::new(RichText::new(&said).strong().color(color)).wrap());
            });
        }
        Agreement::Nothing | Agreement::Alone(_) => {
            widgets::sentence(ui, &said);
        }
    }
}

//! Tables, and the heading of a column: its title on two lines, and a triangle if the table is sorted by it.

use eframe::egui::{
    self, Align, Align2, AsIdSalt, Color32, Layout, Rect, Response, Sense, TextStyle, TextWrapMode, Ui, Vec2, pos2,
};
use egui_extras::{Column, TableBuilder, TableRow};

use super::widgets::{accessible_name, text_width};
use super::{icons, theme};
use crate::app::prelude::*;
use crate::experiment::comparison::Sort;

/// The margin on either side of a cell's contents.
pub(crate) const CELL_MARGIN: f32 = 8.0;
/// The height of headings.
pub(crate) const HEIGHT: f32 = 40.0;
/// The gap between the text and the triangle.
const GAP: f32 = 4.0;

/// Shows a table with a heading, and rows of one height. Unlike the toolkit's own methods, it is compiled once for all tables.
pub(crate) fn show(
    table: TableBuilder<'_>,
    height: f32,
    head: &mut dyn FnMut(&mut TableRow<'_, '_>),
    rows: usize,
    row: &mut dyn FnMut(&mut TableRow<'_, '_>),
) {
    let table = table.header(height, |mut line| head(&mut line));
    table.body(|body| body.rows(theme::ROW_HEIGHT, rows, |mut line| row(&mut line)));
}

/// Shows the next cell of a row.
pub(crate) fn cell(line: &mut TableRow<'_, '_>, show: &mut dyn FnMut(&mut Ui)) {
    line.col(show);
}

/// A table that fills its room.
pub(crate) fn filling(ui: &mut Ui, salt: impl AsIdSalt, sense: Sense, columns: Vec<Column>) -> TableBuilder<'_> {
    ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    let table = TableBuilder::new(ui)
        .id_salt(salt)
        .striped(true)
        .sense(sense)
        .auto_shrink([false, false])
        .min_scrolled_height(0.0)
        .max_scroll_height(f32::INFINITY)
        .cell_layout(Layout::left_to_right(Align::Center));
    columns.into_iter().fold(table, TableBuilder::column)
}

/// Shows the headings of columns with their indices; a click on one sorts by its column.
pub(crate) fn headings(line: &mut TableRow<'_, '_>, columns: &[(usize, Head<'_>)], sort: &mut Option<Sort>) {
    for (index, head) in columns {
        cell(line, &mut |ui| {
            ui.set_min_width(width(ui, head.title) + 2.0 * CELL_MARGIN);
            let descending = sort.filter(|sort| sort.column == *index).map(|sort| sort.descending);
            if heading(ui, head, descending).clicked() {
                *sort = Sort::after_click(*sort, *index);
            }
        });
    }
}

/// The contents of a heading.
pub(crate) struct Head<'t> {
    pub(crate) title: &'t str,
    pub(crate) explanation: &'t str,
    /// Whether the column holds numbers, which are right-aligned; text is left-aligned.
    pub(crate) is_numeric: bool,
}

/// Shows a heading that fills its cell and can be clicked.
fn heading(ui: &mut Ui, column: &Head<'_>, descending: Option<bool>) -> Response {
    let head = ui.interact(ui.max_rect(), ui.scope_id().with(column.title), Sense::click());
    let name = match descending {
        None => column.title.to_owned(),
        Some(down) => format!("{}, {}", column.title, if down { "descending" } else { "ascending" }),
    };
    accessible_name(&head, egui::Role::Button, &name);
    let color = if head.hovered() { ui.visuals().hyperlink_color } else { ui.visuals().strong_text_color() };
    paint(ui, head.rect, column, descending, color);
    head.tip(column.explanation)
}

/// The width of a heading without its margins.
pub(crate) fn width(ui: &Ui, title: &str) -> f32 {
    let (first, last) = lines(title);
    text_width(ui, first).max(text_width(ui, last) + GAP + icons::TRIANGLE_WIDTH)
}

/// A title on two lines, because numbers are narrower than their titles.
fn lines(title: &str) -> (&str, &str) {
    title.rsplit_once(' ').unwrap_or(("", title))
}

fn paint(ui: &Ui, cell: Rect, column: &Head<'_>, descending: Option<bool>, color: Color32) {
    let (align, x, way) = if column.is_numeric {
        (Align2::RIGHT_BOTTOM, cell.right() - CELL_MARGIN, -1.0)
    } else {
        (Align2::LEFT_BOTTOM, cell.left() + CELL_MARGIN, 1.0)
    };
    let font = TextStyle::Body.resolve(ui.style());
    let (first, last) = lines(column.title);
    let words = ui.painter().text(pos2(x, cell.bottom() - GAP), align, last, font.clone(), color);
    ui.painter().text(pos2(x, words.top()), align, first, font, color);
    if let Some(down) = descending {
        let beside = words.center().x + way * (words.width() / 2.0 + GAP + icons::TRIANGLE_WIDTH / 2.0);
        icons::paint_triangle(ui.painter(), pos2(beside, words.center().y), down, color);
    }
}

//! Tables as plain text in aligned columns.

use super::{Cell, Column, Table};
use crate::format;

/// Writes a table as plain text with its notes below. Text columns show the form for programs, so that ids can be copied to a command.
pub fn text(table: &Table) -> String {
    let table = &table.for_people();
    let mut columns = Vec::new();
    for (index, column) in table.columns.iter().enumerate() {
        columns.push(aligned(table, index, column));
    }
    let mut text = String::new();
    for line in 0..=table.rows.len() {
        let mut cells = Vec::new();
        for column in &columns {
            cells.push(column[line].as_str());
        }
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    for (index, note) in table.notes.iter().enumerate() {
        if index == 0 {
            text.push('\n');
        }
        text.push_str(&format::visible(note));
        text.push('\n');
    }
    text
}

/// The heading and the cells of a column, padded to one width.
fn aligned(table: &Table, index: usize, column: &Column) -> Vec<String> {
    let mut lines = vec![format::visible(&column.title)];
    for row in &table.rows {
        lines.push(format::visible(shown(&row[index], column)));
    }
    let mut width = 0;
    for line in &lines {
        width = width.max(line.chars().count());
    }
    for line in &mut lines {
        *line = if column.is_numeric { format!("{line:>width$}") } else { format!("{line:<width$}") };
    }
    lines
}

fn shown<'t>(cell: &'t Cell, column: &Column) -> &'t str {
    if column.is_numeric || cell.bare.is_empty() { &cell.text } else { &cell.bare }
}

//! Tables as plain text in aligned columns.

use super::{Cell, Column, Table};
use crate::format;

/// Writes a table as plain text with its notes below. Text columns show the form for programs, so that ids can be copied to a command.
pub fn text(table: &Table) -> String {
    let table = &table.for_people();
    let columns: Vec<Vec<String>> =
        table.columns.iter().enumerate().map(|(index, column)| aligned(table, index, column)).collect();
    let mut text = String::new();
    for line in 0..=table.rows.len() {
        let cells: Vec<&str> = columns.iter().map(|column| column[line].as_str()).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    let notes: String = table.notes.iter().map(|note| format::visible(note) + "\n").collect();
    if notes.is_empty() { text } else { format!("{text}\n{notes}") }
}

/// The heading and the cells of a column, padded to one width.
fn aligned(table: &Table, index: usize, column: &Column) -> Vec<String> {
    let cells = table.rows.iter().map(|row| format::visible(shown(&row[index], column)));
    let lines: Vec<String> = std::iter::once(format::visible(&column.title)).chain(cells).collect();
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let pad = |line| if column.is_numeric { format!("{line:>width$}") } else { format!("{line:<width$}") };
    lines.into_iter().map(pad).collect()
}

fn shown<'t>(cell: &'t Cell, column: &Column) -> &'t str {
    if column.is_numeric || cell.bare.is_empty() { &cell.text } else { &cell.bare }
}

//! Tables as plain text in aligned columns.

use super::{Cell, Column, Table};
use crate::format;

/// Writes a table as plain text with its notes below. Text columns show the form for programs, so that ids can be copied to a command.
pub fn text(table: &Table) -> String {
    let table = &table.for_people();
    let columns = table.columns.iter().enumerate();
    let columns: Vec<_> = columns.map(|(index, column)| aligned(table, index, column)).collect();
    let mut text = String::new();
    for line in 0..=table.rows.len() {
        let cells: Vec<&str> = columns.iter().map(|column| column[line].as_str()).collect();
        text = text + cells.join("  ").trim_end() + "\n";
    }
    if !table.notes.is_empty() {
        text.push('\n');
    }
    table.notes.iter().fold(text, |text, note| text + &format::visible(note) + "\n")
}

/// The heading and the cells of a column, padded to one width.
fn aligned(table: &Table, index: usize, column: &Column) -> Vec<String> {
    let mut lines = vec![format::visible(&column.title)];
    lines.extend(table.rows.iter().map(|row| format::visible(shown(&row[index], column))));
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    for line in &mut lines {
        // The width of a format is limited, unlike that of a line of moves.
        let padding = " ".repeat(width - line.chars().count());
        *line = if column.is_numeric { padding + line } else { line.clone() + &padding };
    }
    lines
}

fn shown<'t>(cell: &'t Cell, column: &Column) -> &'t str {
    if column.is_numeric || cell.bare.is_empty() { &cell.text } else { &cell.bare }
}

//! Tables in Markdown, in the pipe syntax that most renderers support.

use std::fmt::Write;

use super::Table;
use crate::escape;

/// Writes a table in Markdown with its notes below.
pub fn markdown(table: &Table) -> String {
    let table = &table.for_people();
    let (mut text, mut rule) = (String::from("|"), String::from("|"));
    for column in &table.columns {
        text += &cell(&column.title);
        rule += if column.is_numeric { " ---: |" } else { " --- |" };
    }
    text = text + "\n" + &rule + "\n";
    for row in &table.rows {
        text += "|";
        for of_column in row {
            text += &cell(&of_column.text);
        }
        text += "\n";
    }
    for note in &table.notes {
        let _ = writeln!(text, "\n{}", escape::markdown(note));
    }
    text
}

fn cell(text: &str) -> String {
    format!(" {} |", escape::markdown(text))
}

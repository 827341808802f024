//! A table in Markdown, as GitHub and most readers have it.

use super::Table;
use crate::escape;

/// A table in Markdown, and below it what there is to say of it.
pub fn markdown(table: &Table) -> String {
    let row = |cells: &mut dyn Iterator<Item = &str>| {
        format!("| {} |\n", cells.map(escape::markdown).collect::<Vec<String>>().join(" | "))
    };
    let head = row(&mut table.columns.iter().map(|column| column.title.as_str()));
    let rule: String = table.columns.iter().map(|column| if column.is_numeric { " ---: |" } else { " --- |" }).collect();
    let rows: String = table.rows.iter().map(|cells| row(&mut cells.iter().map(|cell| cell.text.as_str()))).collect();
    let note = if table.note.is_empty() { String::new() } else { format!("\n{}\n", escape::markdown(&table.note)) };
    format!("{head}|{rule}\n{rows}{note}")
}

//! Tables in Markdown, in the pipe syntax that most renderers support.

use super::Table;
use crate::escape;

/// Writes a table in Markdown with its notes below.
pub fn markdown(table: &Table) -> String {
    let table = &table.for_people();
    let row = |cells: &mut dyn Iterator<Item = &str>| {
        format!("| {} |\n", cells.map(escape::markdown).collect::<Vec<String>>().join(" | "))
    };
    let head = row(&mut table.columns.iter().map(|column| column.title.as_str()));
    let rule: String =
        table.columns.iter().map(|column| if column.is_numeric { " ---: |" } else { " --- |" }).collect();
    let rows: String = table.rows.iter().map(|cells| row(&mut cells.iter().map(|cell| cell.text.as_str()))).collect();
    let notes: String = table.notes.iter().map(|note| "\n".to_owned() + &escape::markdown(note) + "\n").collect();
    format!("{head}|{rule}\n{rows}{notes}")
}

//! Tables as HTML elements that are also well-formed XML.

use std::fmt::Write;

use super::Table;
use crate::escape;
use crate::format;

/// Writes a table as a `table` element with its notes as the caption.
pub fn html(table: &Table) -> String {
    let table = &table.for_people();
    let cell = |tag: &str, index: usize, text: &str| {
        let side = if table.columns[index].is_numeric { "right" } else { "left" };
        format!("<{tag} style=\"text-align: {side}\">{}</{tag}>", escape::xml(&format::visible(text)))
    };
    let mut html = String::from("<table>\n");
    if !table.notes.is_empty() {
        let notes: Vec<_> = table.notes.iter().map(|note| escape::xml(&format::visible(note))).collect();
        let _ = writeln!(html, "<caption>{}</caption>", notes.join("<br/>"));
    }
    html += "<thead>\n<tr>";
    for (index, column) in table.columns.iter().enumerate() {
        html += &cell("th", index, &column.title);
    }
    html += "</tr>\n</thead>\n<tbody>\n";
    for row in &table.rows {
        html += "<tr>";
        for (index, text) in row.iter().enumerate() {
            html += &cell("td", index, &text.text);
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n"
}

//! A table as an HTML element, which is well-formed XML too.

use std::fmt::Write;

use super::Table;
use crate::escape;
use crate::format;

/// A table as a `table` element; what there is to say of it is its caption.
pub fn html(table: &Table) -> String {
    let cell = |tag: &str, place: usize, text: &str| {
        let side = if table.columns[place].is_numeric { "right" } else { "left" };
        format!("<{tag} style=\"text-align: {side}\">{}</{tag}>", escape::xml(&format::visible(text)))
    };
    let mut html = String::from("<table>\n");
    if !table.note.is_empty() {
        let _ = writeln!(html, "<caption>{}</caption>", escape::xml(&format::visible(&table.note)));
    }
    let head: String = table.columns.iter().enumerate().map(|(place, column)| cell("th", place, &column.title)).collect();
    let _ = writeln!(html, "<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>");
    for row in &table.rows {
        let cells: String = row.iter().enumerate().map(|(place, text)| cell("td", place, &text.text)).collect();
        let _ = writeln!(html, "<tr>{cells}</tr>");
    }
    html + "</tbody>\n</table>\n"
}

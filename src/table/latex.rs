//! A table as a LaTeX tabular with the rules of the package booktabs.

use super::Table;
use crate::escape;
use crate::format;

/// A table as a tabular, to be put in a document or read by `\input`. What there is to say of it is a comment, since a caption says it.
pub fn latex(table: &Table) -> String {
    let row = |cells: &mut dyn Iterator<Item = String>| {
        format!("{} \\\\\n", cells.map(|cell| escape::latex(&cell)).collect::<Vec<String>>().join(" & "))
    };
    let alignment: String = table.columns.iter().map(|column| if column.is_numeric { 'r' } else { 'l' }).collect();
    let head = row(&mut table.columns.iter().map(|column| column.title.clone()));
    let rows: String = table.rows.iter().map(|cells| row(&mut cells.iter().map(|cell| signed(&cell.text)))).collect();
    let note = if table.note.is_empty() { String::new() } else { format!("% {}\n", format::visible(&table.note)) };
    format!(
        "% Needs \\usepackage{{booktabs}} in the preamble.\n{note}\\begin{{tabular}}{{{alignment}}}\n\\toprule\n{head}\\midrule\n{rows}\
         \\bottomrule\n\\end{{tabular}}\n"
    )
}

/// A text whose number, if it is a negative one, has the sign minus instead of a hyphen.
fn signed(text: &str) -> String {
    let number = text.strip_prefix('-').filter(|number| number.starts_with(|c: char| c.is_ascii_digit()));
    number.map_or_else(|| text.to_owned(), |number| format!("−{number}"))
}

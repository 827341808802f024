//! Tables as LaTeX tabulars with booktabs rules.

use super::Table;
use crate::escape;
use crate::format;

/// Writes a table as a tabular, to be pasted into a document or read by `\input`. Its notes are comments.
pub fn latex(table: &Table) -> String {
    let row = |cells: &mut dyn Iterator<Item = String>| {
        format!("{} \\\\\n", cells.map(|cell| escape::latex(&cell)).collect::<Vec<String>>().join(" & "))
    };
    let alignment: String = table.columns.iter().map(|column| if column.is_numeric { 'r' } else { 'l' }).collect();
    let head = row(&mut table.columns.iter().map(|column| column.title.clone()));
    let rows: String =
        table.rows.iter().map(|cells| row(&mut cells.iter().map(|cell| format::with_minus(&cell.text)))).collect();
    let notes: String = table.notes.iter().map(|note| "% ".to_owned() + &format::visible(note) + "\n").collect();
    format!(
        "% Needs \\usepackage{{booktabs}} in the preamble.\n{notes}\\begin{{tabular}}{{{alignment}}}\n\\toprule\n{head}\\midrule\n{rows}\
         \\bottomrule\n\\end{{tabular}}\n"
    )
}

//! Tables as LaTeX tabulars with booktabs rules, and as longtables if they do not fit on a page.

use super::{Column, Table};
use crate::escape;
use crate::format;

/// With more rows than this, a table is broken across pages.
const MOST_ROWS: usize = 40;

/// The style of a broken table: smaller, and centred on the page even if it is wider than the text.
const STYLE: &str = "{\\footnotesize\\setlength{\\tabcolsep}{2pt}
\\setlength{\\LTleft}{0pt plus 1fil minus 1fil}\\setlength{\\LTright}{0pt plus 1fil minus 1fil}
";

/// Writes a table as a tabular or longtable, to be pasted into a document or read by `\input`. Its notes are comments.
pub fn latex(table: &Table) -> String {
    let table = &table.for_people();
    let row = |cells: &mut dyn Iterator<Item = String>| {
        format!("{} \\\\\n", cells.map(|cell| escape::latex(&cell)).collect::<Vec<String>>().join(" & "))
    };
    let alignment: String = table.columns.iter().map(|column| if column.is_numeric { 'r' } else { 'l' }).collect();
    let rows: String =
        table.rows.iter().map(|cells| row(&mut cells.iter().map(|cell| format::with_minus(&cell.text)))).collect();
    let notes: String = table.notes.iter().map(|note| "% ".to_owned() + &format::visible(note) + "\n").collect();
    if table.rows.len() > MOST_ROWS {
        return format!(
            "% Needs \\usepackage{{booktabs,longtable}} in the preamble.\n{notes}{STYLE}\
             \\begin{{longtable}}{{{alignment}}}\n\\toprule\n{head}\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n{rows}\
             \\end{{longtable}}}}\n",
            head = narrow_head(table)
        );
    }
    let head = row(&mut table.columns.iter().map(|column| column.title.clone()));
    format!(
        "% Needs \\usepackage{{booktabs}} in the preamble.\n{notes}\\begin{{tabular}}{{{alignment}}}\n\\toprule\n{head}\\midrule\n{rows}\
         \\bottomrule\n\\end{{tabular}}\n"
    )
}

/// The headings with each word on its own line, so that they are not wider than their columns.
fn narrow_head(table: &Table) -> String {
    let heading = |column: &Column| {
        let words: Vec<String> = column.title.split(' ').map(escape::latex).collect();
        match &words[..] {
            [word] => word.clone(),
            words => format!("\\shortstack{{{}}}", words.join("\\\\")),
        }
    };
    table.columns.iter().map(heading).collect::<Vec<String>>().join(" & ") + " \\\\\n"
}

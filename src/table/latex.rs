//! Tables as LaTeX tabulars with booktabs rules, and as longtables if they do not fit on a page.

use std::fmt::Write;

use super::Table;
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
    let (mut rows, mut notes) = (String::new(), String::new());
    let alignment: String = table.columns.iter().map(|column| if column.is_numeric { 'r' } else { 'l' }).collect();
    for row in &table.rows {
        rows += &line(row.iter().map(|cell| escape::latex(&format::with_minus(&cell.text))));
    }
    for note in &table.notes {
        let _ = writeln!(notes, "% {}", format::visible(note));
    }
    if table.rows.len() > MOST_ROWS {
        return format!(
            "% Needs \\usepackage{{booktabs,longtable}} in the preamble.\n{notes}{STYLE}\
             \\begin{{longtable}}{{{alignment}}}\n\\toprule\n{head}\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n{rows}\
             \\end{{longtable}}}}\n",
            head = narrow_head(table)
        );
    }
    let head = line(table.columns.iter().map(|column| escape::latex(&column.title)));
    format!(
        "% Needs \\usepackage{{booktabs}} in the preamble.\n{notes}\\begin{{tabular}}{{{alignment}}}\n\\toprule\n{head}\\midrule\n{rows}\
         \\bottomrule\n\\end{{tabular}}\n"
    )
}

/// The headings with each word on its own line, so that they are not wider than their columns.
fn narrow_head(table: &Table) -> String {
    line(table.columns.iter().map(|column| {
        let words: Vec<String> = column.title.split(' ').map(escape::latex).collect();
        match &words[..] {
            [word] => word.clone(),
            words => format!("\\shortstack{{{}}}", words.join("\\\\")),
        }
    }))
}

/// A row of cells that are escaped already.
fn line(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" & ") + " \\\\\n"
}

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
    let (mut alignment, mut rows, mut notes) = (String::new(), String::new(), String::new());
    let mut titles = Vec::new();
    for column in &table.columns {
        alignment.push(if column.is_numeric { 'r' } else { 'l' });
        titles.push(escape::latex(&column.title));
    }
    for row in &table.rows {
        let mut cells = Vec::new();
        for cell in row {
            cells.push(escape::latex(&format::with_minus(&cell.text)));
        }
        rows += &line(&cells);
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
    let head = line(&titles);
    format!(
        "% Needs \\usepackage{{booktabs}} in the preamble.\n{notes}\\begin{{tabular}}{{{alignment}}}\n\\toprule\n{head}\\midrule\n{rows}\
         \\bottomrule\n\\end{{tabular}}\n"
    )
}

/// The headings with each word on its own line, so that they are not wider than their columns.
fn narrow_head(table: &Table) -> String {
    let mut headings = Vec::new();
    for column in &table.columns {
        let words: Vec<String> = column.title.split(' ').map(escape::latex).collect();
        headings.push(match &words[..] {
            [word] => word.clone(),
            words => format!("\\shortstack{{{}}}", words.join("\\\\")),
        });
    }
    line(&headings)
}

/// A row of cells that are escaped already.
fn line(cells: &[String]) -> String {
    cells.join(" & ") + " \\\\\n"
}

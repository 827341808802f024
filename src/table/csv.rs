//! Tables as comma-separated values, with bare numbers under the headings for programs.

use std::io::Write;

use super::Table;
use crate::format;

/// Writes a table as CSV, without its notes.
pub fn csv(table: &Table) -> String {
    let mut bytes = Vec::new();
    let mut lines = csv::Writer::from_writer(&mut bytes as &mut dyn Write);
    // Writing texts to memory cannot fail.
    for column in &table.columns {
        let _ = lines.write_field(format::visible(&column.id));
    }
    end(&mut lines);
    for row in &table.rows {
        for cell in row {
            let _ = lines.write_field(format::visible(&cell.bare));
        }
        end(&mut lines);
    }
    drop(lines);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Ends a line.
fn end(lines: &mut csv::Writer<&mut dyn Write>) {
    let _ = lines.write_record(None::<&str>);
}

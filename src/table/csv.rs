//! Tables as comma-separated values, with bare numbers under the headings for programs.

use super::Table;
use crate::format;

/// Writes a table as CSV, without its notes.
pub fn csv(table: &Table) -> String {
    let head = table.columns.iter().map(|column| column.id.as_str());
    let rows = table.rows.iter().map(|row| row.iter().map(|cell| cell.bare.as_str()).collect::<Vec<&str>>());
    std::iter::once(head.collect()).chain(rows).map(|cells| record(&cells)).collect()
}

/// A line of CSV.
fn record(cells: &[&str]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing one record of text to memory cannot fail.
    let _ = writer.write_record(cells.iter().map(|cell| format::visible(cell)));
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

//! A table as comma-separated values: bare numbers under the names that files have for the columns.

use super::Table;
use crate::format;

/// A table as CSV, without what there is to say of it.
pub fn csv(table: &Table) -> String {
    let head = table.columns.iter().map(|column| column.id.as_str());
    let rows = table.rows.iter().map(|row| row.iter().map(|cell| cell.bare.as_str()).collect::<Vec<&str>>());
    std::iter::once(head.collect()).chain(rows).map(|cells| record(&cells)).collect()
}

/// A line of CSV.
fn record(cells: &[&str]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Nothing can fail: it writes one record to memory, and of text.
    let _ = writer.write_record(cells.iter().map(|cell| format::visible(cell)));
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

//! The tables of a sweep: views of its runs for people and other programs. Plyscope never reads them.

use std::io::{self, Write};

use serde::Serialize;

use super::{Results, RunRow, Spec, SummaryRow, Sweep};

/// The table of runs.
pub(super) fn runs(out: &mut dyn Write, sweep: &Sweep, results: &Results) -> io::Result<()> {
    table(out, results.runs().map(|run| RunRow::new(sweep, run)))
}

/// The table of cells and measures.
pub(super) fn summary(out: &mut dyn Write, rows: &[SummaryRow]) -> io::Result<()> {
    table(out, rows.iter())
}

/// The same table with the description of the sweep, as JSON.
pub(super) fn json(out: &mut dyn Write, sweep: &Sweep, results: &Results, rows: &[SummaryRow]) -> io::Result<()> {
    let summary = Summary {
        version: env!("CARGO_PKG_VERSION"),
        sweep: sweep.spec(),
        is_complete: sweep.is_complete(results),
        cells: rows,
    };
    serde_json::to_writer_pretty(out, &summary).map_err(io::Error::from)
}

/// The content of the JSON file.
#[derive(Serialize)]
struct Summary<'s> {
    version: &'static str,
    sweep: &'s Spec,
    is_complete: bool,
    cells: &'s [SummaryRow],
}

/// Writes a table; without rows it is empty.
fn table<R: Serialize>(out: &mut dyn Write, rows: impl Iterator<Item = R>) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()
}

//! The tables of a sweep: views of its runs for people and other programs. Plyscope reads them only if there is no journal.

use std::io::{self, BufReader, Write};
use std::path::Path;

use serde::Serialize;

use super::rows::{RowError, Rows, RunRow};
use super::{FolderError, Results, Spec, SummaryRow, Sweep};
use crate::input;
use crate::table::bare;

/// The table of runs.
pub(super) fn runs(out: &mut dyn Write, sweep: &Sweep, results: &Results) -> io::Result<()> {
    let rows = (0..sweep.cells().len()).flat_map(|cell| {
        let leaf_counts = sweep.leaf_counts(cell, results);
        results.of_cell(cell).map(move |run| {
            let tree_leaves = leaf_counts.of_tree(run.tree).map(bare);
            (RunRow::new(sweep, run), Derived { tree_leaves })
        })
    });
    table(out, rows)
}

/// The columns of the table of runs that are not in the journal, because they follow from other runs.
#[derive(Serialize)]
struct Derived {
    /// The number of leaves of the tree, if it is known.
    tree_leaves: Option<String>,
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

/// Reads a table of runs; `None` if it is that of another sweep.
pub fn read_runs(path: &Path, sweep: &Sweep) -> Result<Option<Results>, FolderError> {
    let (file, _) = input::open(path).map_err(|error| FolderError::new(path, error))?;
    let wrong = |error: csv::Error| FolderError::new(path, error.to_string().replace('\n', " "));
    let mut reader = csv::Reader::from_reader(BufReader::new(file));
    let rows = Rows::new(sweep, reader.headers().map_err(wrong)?.clone());
    let mut results = Results::default();
    for row in reader.records() {
        let row = row.map_err(wrong)?;
        match rows.run(&row) {
            Ok(run) => results.insert(run),
            Err(RowError::NotInSweep) => return Ok(None),
            Err(error) => {
                let line = row.position().map_or(0, csv::Position::line);
                return Err(FolderError::new(path, format!("line {line}: {error}")));
            }
        }
    }
    Ok(Some(results).filter(|results| results.runs().len() > 0))
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

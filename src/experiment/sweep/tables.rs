//! The tables of a sweep: views of its runs for people and other programs. Plyscope reads them only if there is no journal.

use std::io::{self, BufReader, Write};
use std::path::Path;

use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::rows::{ChanceColumns, Rows, RunRow};
use super::{FolderError, Results, SummaryRow, Sweep};
use crate::input;
use crate::table::bare;

/// The table of runs; without runs it is empty.
pub(super) fn runs(out: &mut dyn Write, sweep: &Sweep, results: &Results) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for cell in 0..sweep.cells().len() {
        let leaf_counts = sweep.leaf_counts(cell, results);
        let chance = ChanceColumns::of(&sweep.cells()[cell].source);
        for run in results.of_cell(cell) {
            let tree_leaves = leaf_counts.of_tree(run.tree).map(bare);
            writer.serialize((RunRow::new(sweep, run), Derived { tree_leaves }, chance))?;
        }
    }
    writer.flush()
}

/// The columns of the table of runs that are not in the journal, because they follow from other runs.
#[derive(Serialize)]
struct Derived {
    /// The number of leaves of the tree, if it is known.
    tree_leaves: Option<String>,
}

/// The table of cells and measures; without rows it is empty.
pub(super) fn summary(out: &mut dyn Write, rows: &[SummaryRow]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for (index, row) in rows.iter().enumerate() {
        // As the JSON file has it, so that the types in it are compiled for one format only.
        let Json::Object(row) = serde_json::to_value(row)? else { continue };
        if index == 0 {
            writer.write_record(row.keys())?;
        }
        writer.serialize(row.values().collect::<Vec<&Json>>())?;
    }
    writer.flush()
}

/// The same table with the description of the sweep, as JSON.
pub(super) fn json(out: &mut dyn Write, sweep: &Sweep, results: &Results, rows: &[SummaryRow]) -> io::Result<()> {
    let summary = Summary {
        version: env!("CARGO_PKG_VERSION"),
        sweep: serde_json::to_value(sweep.spec())?,
        is_complete: sweep.is_complete(results),
        cells: Cells(rows),
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
            Ok(Some(run)) => results.insert(run),
            Ok(None) => return Ok(None),
            Err(error) => {
                let line = row.position().map_or(0, csv::Position::line);
                let message = format!("line {line}: {error}; remove the row to repeat the run");
                return Err(FolderError::new(path, message));
            }
        }
    }
    Ok(Some(results).filter(|results| results.runs().len() > 0))
}

/// The content of the JSON file.
#[derive(Serialize)]
struct Summary<'s> {
    version: &'static str,
    sweep: Json,
    is_complete: bool,
    cells: Cells<'s>,
}

/// The rows of the summary, of which only one at a time is in memory as JSON.
struct Cells<'s>(&'s [SummaryRow]);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for row in self.0 {
            list.serialize_element(&serde_json::to_value(row).map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}

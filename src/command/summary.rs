//! `plyscope summary`: the summary of a sweep as a table.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use super::{Failure, Printed, to_json, wrong_file};
use crate::experiment::sweep::{Folder, Measure, SUMMARY_COLUMNS, SummaryRow, summarise, summary_table};

/// Prints the mean of each measure in each cell of a sweep, beside the value that theory expects.
///
/// The sweep may still be running. Columns with the same value in every row are named below the table instead; CSV and JSON have all columns.
#[derive(clap::Args, Debug)]
pub struct SummaryArguments {
    /// The folder of the sweep
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Only these measures [default: all of the sweep]
    #[arg(short, long, value_name = "MEASURE,...", value_delimiter = ',')]
    measure: Vec<Measure>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = Printed::parser())]
    format: Printed,
    /// The columns of the table, in this order [default: those that tell something]
    #[arg(
        long, value_name = "COLUMN,...", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(SUMMARY_COLUMNS.each_ref().map(|column| column.id))
    )]
    columns: Vec<String>,
}

/// The object that `--format json` prints.
#[derive(serde::Serialize)]
struct Summary<'s> {
    is_complete: bool,
    cells: &'s [SummaryRow],
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &SummaryArguments) -> Result<String, Failure> {
    arguments.format.refuse_columns(&arguments.columns)?;
    let (sweep, results) = Folder::contents(&arguments.folder)?;
    let mut rows = summarise(&sweep, &results);
    rows.retain(|row| arguments.measure.is_empty() || arguments.measure.contains(&row.measure));
    if rows.is_empty() {
        let what = if results.runs().next().is_none() { "no runs yet" } else { "no runs with this measure" };
        return Err(wrong_file(&arguments.folder, format!("the sweep has {what}")));
    }
    match arguments.format {
        Printed::Table(format) => {
            let mut table = summary_table(&rows, 0..rows.len());
            if !arguments.columns.is_empty() {
                table = table.with_columns(&arguments.columns);
            }
            table.notes.extend(sweep.incomplete(&results));
            Ok((format.write)(&table))
        }
        Printed::Json => to_json(&Summary { is_complete: sweep.is_complete(&results), cells: &rows }),
    }
}

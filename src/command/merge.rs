//! `plyscope merge`: joins the shards of a sweep that ran on several machines.

use std::path::PathBuf;

use super::Failure;
use super::sweep::{self, ChartFileArguments};
use crate::experiment::sweep::merge;
use crate::progress::Progress;

/// Joins the shards of a sweep into the tables and charts of the whole.
#[derive(clap::Args, Debug)]
pub struct MergeArguments {
    /// The folders of the shards
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// The folder for the results
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    files: ChartFileArguments,
    /// Replace the sweep in the folder
    #[arg(long)]
    force: bool,
}

/// Joins the shards and returns a line about the whole.
pub(super) fn run(arguments: &MergeArguments) -> Result<String, Failure> {
    let (folder, whole, results) = merge(&arguments.parts, &arguments.output, arguments.force)?;
    let said = sweep::present(&folder, (&whole, &results), &arguments.files.files(), &Progress::new());
    sweep::say_notes(&folder);
    let said = said?;
    if whole.is_complete(&results) {
        return Ok(said);
    }
    Ok(said.trim_end().to_string() + "; runs are missing: add the other shards, or resume the sweep in this folder\n")
}

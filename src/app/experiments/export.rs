//! Files of experiments: reading sweeps, and writing sweeps and results.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui;

use super::opened::{self, Read};
use super::shared::Shared;
use crate::app::Job;
use crate::chart::{self, ChartFiles, PresentError};
use crate::experiment::machine::Machine;
use crate::experiment::sweep::{Folder, JOURNAL, JSON, RUNS, Results, SPEC, SUMMARY, Spec, SpecError, Sweep, View};
use crate::format::count;
use crate::format::file_name;
use crate::output;
use crate::progress::Progress;

/// A file or folder being read or written.
pub(crate) struct FileJob {
    pub(super) job: Job<Result<FileOutcome, String>>,
    /// A description for people.
    pub(super) words: String,
}

/// The result of a file job.
pub(super) enum FileOutcome {
    /// A sweep was read.
    Read(Box<Read>),
    /// Something was written; with a message.
    Written(String),
    /// Files already exist, so nothing was written.
    There(Vec<String>),
}

/// Whether a path may be that of an experiment: the folder of a sweep, or by its ending a sweep or a chart.
pub(crate) fn is_experiment(path: &Path) -> bool {
    if path.is_dir() {
        return true;
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["toml", "svg", "png", "pdf"].contains(&ending.as_str()))
}

impl FileJob {
    fn start(
        ctx: &egui::Context,
        words: String,
        work: impl FnOnce(&Progress) -> Result<FileOutcome, String> + Send + 'static,
    ) -> FileJob {
        FileJob { job: Job::start(ctx, "plyscope file", work), words }
    }

    /// Reads the sweep of a file or a folder.
    pub(super) fn read(ctx: &egui::Context, path: PathBuf) -> FileJob {
        FileJob::start(ctx, format!("Opening {}", file_name(&path)), move |_| {
            opened::read(path).map(|read| FileOutcome::Read(Box::new(read)))
        })
    }

    /// Writes a sweep to a file.
    pub(super) fn save(ctx: &egui::Context, spec: Spec, path: PathBuf, replace: bool) -> FileJob {
        FileJob::start(ctx, format!("Saving {}", file_name(&path)), move |_| {
            if path.exists() && !replace {
                return Ok(FileOutcome::There(vec![file_name(&path)]));
            }
            let text = spec.to_toml().map_err(|error| error.to_string())?;
            let written = output::write(&path, replace, |out| out.write_all(text.as_bytes()));
            written.map_err(|error| error.to_string())?;
            Ok(FileOutcome::Written(format!("Saved {}", path.display())))
        })
    }

    /// Exports everything of an experiment to a folder, including the shown chart.
    pub(super) fn export(
        ctx: &egui::Context,
        shared: Arc<Shared>,
        view: View,
        folder: PathBuf,
        replace: bool,
    ) -> FileJob {
        FileJob::start(ctx, format!("Exporting to {}", folder.display()), move |progress| {
            let exported = shared.with(|sweep, results| export(sweep, results, view, &folder, replace, progress));
            exported.ok_or("there are no results yet; wait for the first ones")?
        })
    }
}

/// Writes the tables, charts and the report.
fn export(
    sweep: &Sweep,
    results: &Results,
    view: View,
    folder: &Path,
    replace: bool,
    progress: &Progress,
) -> Result<FileOutcome, String> {
    let sweep = with_view(sweep, view)?;
    let charts = chart::of_sweep(&sweep, results);
    let files = ChartFiles::default();
    let mut names: Vec<_> = [SPEC, JOURNAL, RUNS, SUMMARY, JSON].iter().map(|&name| name.to_owned()).collect();
    names.extend(chart::presented(&charts, &files));
    let mut there = names.clone();
    there.retain(|name| folder.join(name).exists());
    if !there.is_empty() && !replace {
        return Ok(FileOutcome::There(there));
    }
    let written = || -> Result<Vec<String>, PresentError> {
        let (folder, _) = Folder::open(folder, &sweep, replace)?;
        folder.finish(&sweep, results)?;
        chart::present(&folder, (&sweep, results), &charts, &files, Some(&Machine::here()), progress)?;
        Ok(folder.take_notes())
    };
    let notes = written().map_err(|error| error.to_string())?;
    let exported = format!("Exported {} to {}", count(names.len() as u64, "file", "files"), folder.display());
    Ok(FileOutcome::Written([vec![exported], notes].concat().join("; ")))
}

/// The sweep with the shown view as the first of its charts, unless that would be empty.
fn with_view(sweep: &Sweep, view: View) -> Result<Sweep, String> {
    let mut charts = sweep.spec().views();
    charts.retain(|other| *other != view);
    charts.insert(0, view);
    match (Spec { chart: charts, ..sweep.spec().clone() }).sweep() {
        Err(SpecError::EmptyChart(_)) => Ok(sweep.clone()),
        sweep => sweep.map_err(|error| error.to_string()),
    }
}

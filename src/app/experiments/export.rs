//! Files of experiments: a sweep that is read, and everything that is written of one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui;

use super::shared::Shared;
use crate::app::job::Job;
use crate::app::trees::document::file_name;
use crate::chart::{self, ChartFiles, PresentError};
use crate::experiment::machine::Machine;
use crate::experiment::sweep::{Folder, JOURNAL, JSON, RUNS, Results, SPEC, SUMMARY, Spec, Sweep, View, read_spec};
use crate::format::{self, count};
use crate::input;
use crate::output;
use crate::progress::Progress;

/// A file or folder that is being read or written.
pub(crate) struct FileJob {
    pub(super) job: Job<FileOutcome>,
    /// What is being done, for people.
    pub(super) words: String,
}

/// What came of it.
pub(super) enum FileOutcome {
    /// A sweep was read.
    Read(Box<Spec>, PathBuf),
    /// Something was written, in words.
    Written(String),
    /// Files are there already, so that nothing was written.
    There(Vec<String>),
    Failed(String),
}

/// Whether a file may hold an experiment, by its ending.
pub(crate) fn is_experiment(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["toml", "svg", "png", "pdf"].contains(&ending.as_str()))
}

impl FileJob {
    fn start(
        ctx: &egui::Context,
        words: String,
        work: impl FnOnce(&Progress) -> FileOutcome + Send + 'static,
    ) -> FileJob {
        FileJob { job: Job::start(ctx, "plyscope file", work), words }
    }

    /// Reads the sweep of a file.
    pub(super) fn read(ctx: &egui::Context, path: PathBuf) -> FileJob {
        FileJob::start(ctx, format!("Opening {}", file_name(&path)), move |_| match read(&path) {
            Ok(spec) => FileOutcome::Read(Box::new(spec), path),
            Err(error) => FileOutcome::Failed(error),
        })
    }

    /// Writes a sweep to a file.
    pub(super) fn save(ctx: &egui::Context, spec: Spec, path: PathBuf, replace: bool) -> FileJob {
        FileJob::start(ctx, format!("Saving {}", file_name(&path)), move |_| {
            if path.exists() && !replace {
                return FileOutcome::There(vec![file_name(&path)]);
            }
            let text = match spec.to_toml() {
                Ok(text) => text,
                Err(error) => return FileOutcome::Failed(error.to_string()),
            };
            match output::write(&path, replace, |out| out.write_all(text.as_bytes())) {
                Ok(()) => FileOutcome::Written(format!("Saved {}", path.display())),
                Err(error) => FileOutcome::Failed(error.to_string()),
            }
        })
    }

    /// Writes everything that there is of an experiment to a folder, the chart that is shown among it.
    pub(super) fn export(
        ctx: &egui::Context,
        shared: Arc<Shared>,
        view: View,
        folder: PathBuf,
        replace: bool,
    ) -> FileJob {
        FileJob::start(ctx, format!("Exporting to {}", folder.display()), move |progress| {
            let exported = shared.with(|sweep, results| export(sweep, results, view, &folder, replace, progress));
            exported.unwrap_or_else(|| FileOutcome::Failed("there are no results yet; wait for the first ones".into()))
        })
    }
}

fn read(path: &Path) -> Result<Spec, String> {
    let is_chart = path.extension().is_some_and(|ending| !ending.eq_ignore_ascii_case("toml"));
    if !is_chart {
        // What is damaged there does not matter where the runs beside it say the same; to run it writes it anew.
        let there =
            || path.parent().filter(|_| path.file_name().is_some_and(|name| name == SPEC)).and_then(Folder::spec);
        return read_spec(path).or_else(|error| there().ok_or(error)).map_err(|error| error.to_string());
    }
    let wrong = |what: &str| format!("{}: {what}", format::file(path));
    let bytes = input::read(path, input::MOST_PICTURE_BYTES).map_err(|error| wrong(&error))?;
    chart::spec_of(&bytes).map_err(|error| wrong(&error.to_string()))
}

/// Writes the tables, charts and the report.
fn export(
    sweep: &Sweep,
    results: &Results,
    view: View,
    folder: &Path,
    replace: bool,
    progress: &Progress,
) -> FileOutcome {
    let sweep = match with_view(sweep, view) {
        Ok(sweep) => sweep,
        Err(error) => return FileOutcome::Failed(error),
    };
    let charts = chart::of_sweep(&sweep, results);
    let files = ChartFiles::default();
    let mut names = [SPEC, JOURNAL, RUNS, SUMMARY, JSON].map(str::to_owned).to_vec();
    names.extend(chart::presented(&charts, &files));
    let there: Vec<String> = names.iter().filter(|name| folder.join(name).exists()).cloned().collect();
    if !there.is_empty() && !replace {
        return FileOutcome::There(there);
    }
    let written = || -> Result<(), PresentError> {
        let (folder, _) = Folder::open(folder, &sweep, replace)?;
        folder.finish(&sweep, results)?;
        chart::present(&folder, (&sweep, results), &charts, &files, Some(&Machine::here()), progress)
    };
    match written() {
        Ok(()) => FileOutcome::Written(format!(
            "Exported {} to {}",
            count(names.len() as u64, "file", "files"),
            folder.display()
        )),
        Err(error) => FileOutcome::Failed(error.to_string()),
    }
}

/// The sweep with the view that is shown first among its charts.
fn with_view(sweep: &Sweep, view: View) -> Result<Sweep, String> {
    let mut charts = sweep.spec().views();
    charts.retain(|other| *other != view);
    charts.insert(0, view);
    Spec { chart: charts, ..sweep.spec().clone() }.sweep().map_err(|error| error.to_string())
}

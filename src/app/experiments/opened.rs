//! Reading a sweep: its file, a chart of it or its folder, with the runs that lie beside it.

use std::path::{Path, PathBuf};

use crate::chart;
use crate::experiment::sweep::{Folder, JOURNAL, RUNS, Results, SPEC, Spec, Sweep, View, read_runs, read_spec};
use crate::format;
use crate::input;

/// A sweep that was read.
pub(super) struct Read {
    /// What it runs.
    pub(super) spec: Spec,
    /// Where it was read from.
    pub(super) path: PathBuf,
    /// The folder in which it resumes, if it was taken from there.
    pub(super) folder: Option<PathBuf>,
    /// The name of the chart that was opened, and its view.
    pub(super) chart: Option<(String, View)>,
    /// Its runs, as far as there are any beside the file.
    pub(super) runs: Option<Opened>,
    /// What is wrong with the runs beside it.
    pub(super) error: Option<String>,
}

/// A sweep with the runs that it has.
pub(super) struct Opened {
    pub(super) sweep: Sweep,
    pub(super) results: Results,
    /// The folder in which it resumes; `None` if there is only a table of its runs.
    pub(super) folder: Option<PathBuf>,
}

/// Reads a sweep from its folder, from its file or from a chart of it.
pub(super) fn read(path: PathBuf) -> Result<Read, String> {
    let is_folder = path.is_dir();
    let (spec, chart) = if is_folder {
        (spec_in(&path)?, None)
    } else if path.extension().is_some_and(|ending| !ending.eq_ignore_ascii_case("toml")) {
        let wrong = |what: &str| format!("{}: {what}", format::file(&path));
        let bytes = input::read(&path, input::MOST_PICTURE_BYTES).map_err(|error| wrong(&error))?;
        (chart::spec_of(&bytes).map_err(|error| wrong(&error.to_string()))?, chart::shown_in(&bytes))
    } else {
        (spec_of_file(&path)?, None)
    };
    let beside = if is_folder { Some(path.clone()) } else { path.parent().map(ToOwned::to_owned) };
    let runs = beside.as_deref().map_or(Ok(None), |folder| runs_in(folder, &spec));
    let (runs, error) = runs.map_or_else(|error| (None, Some(error)), |runs| (runs, None));
    let is_of_folder = is_folder || path.file_name().is_some_and(|name| name == SPEC);
    let folder = beside.filter(|folder| {
        runs.as_ref().is_some_and(|runs| runs.folder.is_some()) || is_of_folder && folder.join(JOURNAL).exists()
    });
    Ok(Read { spec, path, folder, chart, runs, error })
}

fn spec_of_file(path: &Path) -> Result<Spec, String> {
    // What is damaged there does not matter if the runs beside it say the same; running the sweep writes the file anew.
    let of_runs = || path.parent().filter(|_| path.file_name().is_some_and(|name| name == SPEC)).and_then(Folder::spec);
    read_spec(path).or_else(|error| of_runs().ok_or(error)).map_err(|error| error.to_string())
}

/// The sweep of a folder.
fn spec_in(folder: &Path) -> Result<Spec, String> {
    let file = folder.join(SPEC);
    if !file.exists() {
        let none = || format!("{}: contains no {SPEC}; choose the folder of a sweep, or a file", format::file(folder));
        return Folder::spec(folder).ok_or_else(none);
    }
    spec_of_file(&file)
}

/// The runs of a sweep in a folder; `None` if the folder has none of this sweep.
fn runs_in(folder: &Path, spec: &Spec) -> Result<Option<Opened>, String> {
    let Ok(sweep) = spec.clone().sweep() else { return Ok(None) };
    if let Some(there) = Folder::spec(folder)
        && there.has_same_runs(spec)
        && let Ok((_, results)) = Folder::contents(folder)
    {
        return Ok(Some(Opened { sweep, results, folder: Some(folder.to_owned()) }));
    }
    let table = folder.join(RUNS);
    if folder.join(JOURNAL).exists() || !table.exists() {
        return Ok(None);
    }
    let results = read_runs(&table, &sweep).map_err(|error| error.to_string())?;
    Ok(results.map(|results| Opened { sweep, results, folder: None }))
}

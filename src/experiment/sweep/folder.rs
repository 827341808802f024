//! A sweep in files: what it is, its runs as they come, and its summary.
//!
//! While a sweep runs, its runs are appended to the table of runs in the order in which they end, so whatever stops it, what it has is
//! there, and [`Folder::open`] takes it up again. When it ends the tables are written anew, by cell and tree.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::{Results, Run, RunRow, Spec, SummaryRow, Sweep, summarise};
use crate::format;
use crate::input;
use crate::output::{self, SaveError};
use crate::progress::Progress;

/// The file that says what the sweep is.
pub const SPEC: &str = "sweep.toml";
/// The table of runs.
pub const RUNS: &str = "runs.csv";
/// The table of cells and measures.
pub const SUMMARY: &str = "summary.csv";
/// The same with the sweep.
pub const JSON: &str = "summary.json";

/// How long a run may be kept in memory alone.
const FLUSH: Duration = Duration::from_millis(500);

/// The folder of a sweep. As long as it is open nobody else runs a sweep in it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

/// Why a sweep cannot be kept in a folder or taken from it; prints as `FILE: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct FolderError {
    file: String,
    message: String,
}

impl FolderError {
    fn new(path: &Path, message: impl Into<String>) -> FolderError {
        FolderError { file: format::file(path), message: message.into() }
    }

    fn unreadable(path: &Path, error: &io::Error) -> FolderError {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file; name the folder of a sweep".into(),
            _ => format!("cannot be read: {}", output::os_message(error)),
        };
        FolderError::new(path, message)
    }
}

impl From<SaveError> for FolderError {
    fn from(SaveError { file, message }: SaveError) -> FolderError {
        FolderError { file, message }
    }
}

impl Folder {
    /// Opens the folder of a sweep, which is made where there is none, and gives the runs that it has already.
    ///
    /// A folder that has another sweep is refused, or with `force` emptied of it.
    pub fn open(path: &Path, sweep: &Sweep, force: bool) -> Result<(Folder, Results), FolderError> {
        std::fs::create_dir_all(path)
            .map_err(|error| FolderError::new(path, format!("cannot be made: {}", output::os_message(&error))))?;
        let (spec, runs) = (path.join(SPEC), path.join(RUNS));
        let there = input::read_text(&spec, input::MOST_SPEC_BYTES).ok().map(|text| Spec::from_toml(&text));
        let is_same = matches!(&there, Some(Ok(there)) if there == sweep.spec());
        let is_empty = there.is_none() && !runs.exists();
        if !is_same && !is_empty && !force {
            let message = "has another sweep; choose another folder, or replace it with --force";
            return Err(FolderError::new(path, message));
        }
        if !is_same {
            let text = sweep.spec().to_toml().map_err(|error| FolderError::new(&spec, error.to_string()))?;
            output::write(&spec, true, |out| out.write_all(text.as_bytes()))?;
            output::write(&runs, true, |_| Ok::<(), io::Error>(()))?;
        }
        let lock = File::open(&spec).map_err(|error| FolderError::unreadable(&spec, &error))?;
        if let Err(std::fs::TryLockError::WouldBlock) = lock.try_lock() {
            return Err(FolderError::new(path, "another sweep is running in it; wait for its end"));
        }
        let results = if runs.exists() { read_runs(&runs, sweep)? } else { Results::default() };
        Ok((Folder { path: path.to_path_buf(), _lock: lock }, results))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file of the folder is.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file of the folder whole.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        Ok(output::write(&self.file(name), true, |out| out.write_all(bytes))?)
    }

    /// Runs the sweep, keeping each run as it ends, and writes the tables. A sweep that is cancelled keeps what it has.
    pub fn run(&self, sweep: &Sweep, results: &mut Results, progress: &Progress) -> Result<(), FolderError> {
        self.run_watched(sweep, results, progress, &|_| ())
    }

    /// The same, and hands each run to `watch` as it ends.
    pub fn run_watched(
        &self,
        sweep: &Sweep,
        results: &mut Results,
        progress: &Progress,
        watch: &(dyn Fn(&Run) + Sync),
    ) -> Result<(), FolderError> {
        // What was torn when the sweep was killed must not stand in the way of what is appended.
        self.write_runs(sweep, results)?;
        let path = self.file(RUNS);
        let file = File::options().append(true).open(&path).map_err(|error| FolderError::unreadable(&path, &error))?;
        let journal = Mutex::new(Journal::new(file));
        let failed = Mutex::new(None);
        sweep.run(results, progress, &|run| {
            watch(run);
            let kept = journal.lock().map(|mut journal| journal.keep(&RunRow::new(sweep, run)));
            if let Ok(Err(error)) = kept {
                progress.cancel();
                let _ = failed.lock().map(|mut failed| failed.replace(error));
            }
        });
        if let Ok(Some(error)) = failed.into_inner() {
            return Err(SaveError::io(&path, &error).into());
        }
        drop(journal);
        self.finish(sweep, results)
    }

    /// Writes the tables of runs and cells.
    pub fn finish(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        self.write_runs(sweep, results)?;
        let rows = summarise(sweep, results);
        output::write(&self.file(SUMMARY), true, |out| table(out, rows.iter()))?;
        let summary = Summary {
            version: env!("CARGO_PKG_VERSION"),
            sweep: sweep.spec(),
            is_complete: sweep.is_complete(results),
            cells: &rows,
        };
        Ok(output::write(&self.file(JSON), true, |out| {
            serde_json::to_writer_pretty(out, &summary).map_err(io::Error::from)
        })?)
    }

    fn write_runs(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        let rows = results.runs().map(|run| RunRow::new(sweep, run));
        Ok(output::write(&self.file(RUNS), true, |out| table(out, rows))?)
    }
}

/// What the JSON file holds.
#[derive(Serialize)]
struct Summary<'s> {
    version: &'static str,
    sweep: &'s Spec,
    is_complete: bool,
    cells: &'s [SummaryRow],
}

/// Writes a table; without rows it is empty.
fn table<R: Serialize>(out: &mut dyn Write, rows: impl Iterator<Item = R>) -> Result<(), io::Error> {
    let mut writer = csv::Writer::from_writer(out);
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()
}

/// The file to which runs are appended.
struct Journal {
    rows: csv::Writer<File>,
    flushed: Instant,
}

impl Journal {
    fn new(file: File) -> Journal {
        // The heads stand before the first row that is ever written.
        let is_empty = file.metadata().is_ok_and(|metadata| metadata.len() == 0);
        let rows = csv::WriterBuilder::new().has_headers(is_empty).from_writer(file);
        Journal { rows, flushed: Instant::now() }
    }

    fn keep(&mut self, row: &RunRow) -> io::Result<()> {
        self.rows.serialize(row).map_err(io::Error::from)?;
        if self.flushed.elapsed() > FLUSH {
            self.rows.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }
}

/// Reads what a file says of a sweep.
pub fn read_spec(path: &Path) -> Result<Spec, FolderError> {
    let text = input::read_text(path, input::MOST_SPEC_BYTES).map_err(|message| FolderError::new(path, message))?;
    Spec::from_toml(&text).map_err(|error| FolderError::new(path, error.to_string()))
}

/// Joins the folders of the parts of a sweep into one of the whole, in which the sweep may go on if runs are missing.
pub fn merge(parts: &[PathBuf], output: &Path, force: bool) -> Result<(Folder, Sweep, Results), FolderError> {
    let whole = |part: &PathBuf| read_spec(&part.join(SPEC)).map(|spec| Spec { shard: None, ..spec });
    let specs = parts.iter().map(whole).collect::<Result<Vec<Spec>, FolderError>>()?;
    if let Some(place) = specs.iter().position(|spec| *spec != specs[0]) {
        let message = format!("is a part of another sweep than {}; merge parts of one sweep", format::file(&parts[0]));
        return Err(FolderError::new(&parts[place], message));
    }
    let Some(spec) = specs.into_iter().next() else {
        return Err(FolderError::new(output, "is to have no parts; name their folders"));
    };
    let sweep = spec.sweep().map_err(|error| FolderError::new(&parts[0], error.to_string()))?;
    let (folder, mut results) = Folder::open(output, &sweep, force)?;
    for part in parts {
        results.extend(read_runs(&part.join(RUNS), &sweep)?.runs().copied());
    }
    folder.finish(&sweep, &results)?;
    Ok((folder, sweep, results))
}

fn read_runs(path: &Path, sweep: &Sweep) -> Result<Results, FolderError> {
    let mut results = Results::default();
    let mut near = 0;
    for (line, row) in read_rows(path)? {
        let run = row.run(sweep, near).map_err(|error| FolderError::new(path, format!("line {line}: {error}")))?;
        near = run.cell;
        results.insert(run);
    }
    Ok(results)
}

/// The rows with their lines. The last one may be torn, and is left out then.
fn read_rows(path: &Path) -> Result<Vec<(u64, RunRow)>, FolderError> {
    let file = File::open(path).map_err(|error| FolderError::unreadable(path, &error))?;
    let mut reader = csv::Reader::from_reader(file);
    let headers = reader.headers().map_err(|error| FolderError::new(path, error.to_string()))?.clone();
    let mut rows = Vec::new();
    let mut torn = None;
    for record in reader.records() {
        if let Some(error) = torn {
            return Err(FolderError::new(path, format!("a row cannot be read: {error}")));
        }
        match record.and_then(|record| {
            Ok((record.position().map_or(0, csv::Position::line), record.deserialize(Some(&headers))?))
        }) {
            Ok(row) => rows.push(row),
            Err(error) => torn = Some(error),
        }
    }
    Ok(rows)
}

//! The folder of a sweep: its description, its runs and its tables.
//!
//! Each run is in the [journal](super::journal), complete and with a checksum, from the moment it ends. So no finished run is lost when a
//! sweep is interrupted or killed, and [`Folder::open`] resumes it. Every few seconds the journal is flushed to the disk, so that a power
//! failure loses no more than the runs since then. The tables and `sweep.toml` are derived from the journal. They are
//! rewritten now and then while the sweep runs and at its end. Reading or writing requires the folder's lock.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::Resources;
use super::super::machine::Machine;
use super::journal::{self, Contents, Journal};
use super::machines::{self, MACHINES};
use super::owned::{self, Owned};
use super::work::locked;
use super::{Results, Run, RunRow, Spec, SpecError, Sweep, aside, summarise, tables};
use crate::format;
use crate::input;
use crate::output::{self, Refusal, SaveError};
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::tree::file::{Location, ParseError};

/// The file with the runs.
pub const JOURNAL: &str = "runs.journal";
/// The file that describes the sweep.
pub const SPEC: &str = "sweep.toml";
/// The table of runs.
pub const RUNS: &str = "runs.csv";
/// The table of cells and measures.
pub const SUMMARY: &str = "summary.csv";
/// The same table with the description of the sweep.
pub const JSON: &str = "summary.json";

/// The lock file of the folder. It is never removed, since a removed file could be locked twice.
const LOCK: &str = "sweep.lock";
/// The prefix of files that are being written.
const TEMPORARY: &str = ".plyscope-sweep-";

/// The minimum time between two updates of the tables.
const TABLES_INTERVAL: Duration = Duration::from_secs(2);
/// Writing the tables takes at most this fraction of the time: one part in this many.
const TABLES_SHARE: u32 = 20;
/// With more runs than this, the tables are written at the end only.
const MOST_RUNS_IN_TABLES: usize = 1_000_000;

/// The folder of a sweep. While it is open, no other sweep can run in it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    journal: Mutex<Journal>,
    /// The number of runs in the journal when it was opened.
    kept: usize,
    owned: Mutex<Owned>,
    notes: Mutex<Vec<String>>,
    _lock: Lock,
}

/// Why a folder cannot be used for a sweep; prints as `FILE: what is wrong`, or `FILE:LINE:COLUMN: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct FolderError {
    /// The file, and where in it if that is known.
    place: String,
    message: String,
}

impl FolderError {
    pub(super) fn new(path: &Path, message: impl Into<String>) -> FolderError {
        FolderError { place: format::file(path), message: message.into() }
    }

    pub(super) fn unreadable(path: &Path, error: &io::Error) -> FolderError {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file; name the folder of a sweep".into(),
            _ => format!("cannot be read: {}", output::os_message(error)),
        };
        FolderError::new(path, message)
    }
}

impl From<SaveError> for FolderError {
    fn from(SaveError { file, message }: SaveError) -> FolderError {
        FolderError { place: file, message }
    }
}

/// The content of `sweep.toml`.
enum Said {
    Nothing,
    Sweep(Box<Spec>),
    /// Why it cannot be read, for example `is damaged at line 3`.
    Damaged(String),
}

impl Said {
    fn read(path: &Path) -> Said {
        if path.symlink_metadata().is_err() {
            return Said::Nothing;
        }
        match input::read_text(path, input::MOST_SPEC_BYTES) {
            Ok(text) => match Spec::from_toml(&text) {
                Ok(spec) => Said::Sweep(Box::new(spec)),
                Err(SpecError::Text(ParseError::Wrong { location, .. })) => {
                    Said::Damaged(format!("is damaged at line {}", location.line))
                }
                Err(error) => Said::Damaged(format!("is damaged ({error})")),
            },
            Err(message) => Said::Damaged(format!("cannot be read ({message})")),
        }
    }

    fn spec(&self) -> Option<&Spec> {
        if let Said::Sweep(spec) = self { Some(spec) } else { None }
    }
}

impl Folder {
    /// Opens the folder of a sweep, creating it if absent, and returns the runs in it.
    ///
    /// A folder with another sweep is refused; with `force`, that sweep is moved aside until this one is complete.
    pub fn open(path: &Path, sweep: &Sweep, force: bool) -> Result<(Folder, Results), FolderError> {
        Folder::open_where(path, sweep, force, |there| there == sweep.spec())
    }

    /// Opens a folder with the same runs, possibly with another title or other charts, which are kept.
    pub fn open_alike(path: &Path, sweep: &Sweep) -> Result<(Folder, Results), FolderError> {
        Folder::open_where(path, sweep, false, |there| there.has_same_runs(sweep.spec()))
    }

    fn open_where(
        path: &Path,
        sweep: &Sweep,
        force: bool,
        is_it: impl Fn(&Spec) -> bool,
    ) -> Result<(Folder, Results), FolderError> {
        let is_known = |algorithm: &&Algorithm| algorithm.to_string().parse() == Ok(**algorithm);
        if let Some(unknown) = sweep.spec().algorithm.iter().find(|algorithm| !is_known(algorithm)) {
            let message = format!(
                "{unknown} is not an algorithm of Plyscope's own, so its runs could not be read from a folder; run the sweep in memory"
            );
            return Err(FolderError::new(path, message));
        }
        output::create_folder(path)?;
        let lock = locked_for_us(path)?;
        let unwritable = |error: io::Error| FolderError::from(SaveError::io(path, &error));
        sweep_away(path).and_then(|()| aside::restore(path)).map_err(unwritable)?;
        let (file, spec) = (path.join(JOURNAL), path.join(SPEC));
        let said = Said::read(&spec);
        let candidates: Vec<&Spec> = said.spec().into_iter().chain([sweep.spec()]).collect();
        let is_other = match journal::read(&file, &candidates) {
            Ok(Some(contents)) if is_it(contents.sweep.spec()) => {
                let mut notes = Vec::new();
                repair(&file, &contents, &mut notes)?;
                rebuild_spec(&spec, &said, &contents, &mut notes)?;
                let kept = contents.results.runs().len();
                return Ok((Folder::of(path, lock, kept, notes, false)?, contents.results));
            }
            Ok(Some(contents)) => other_sweep(path, &said, contents.sweep.spec(), sweep.spec()),
            Ok(None) if path.join(RUNS).symlink_metadata().is_ok() => {
                let message = format!(
                    "has a {RUNS} without its {JOURNAL}, as written by earlier versions; \
                     choose another folder, or replace it with --force"
                );
                FolderError::new(path, message)
            }
            Ok(None) => match &said {
                Said::Damaged(how) => {
                    FolderError::new(&spec, format!("{how} and there are no runs in the folder; remove it"))
                }
                Said::Sweep(said) if !is_it(said) => other_sweep(path, &Said::Nothing, said, sweep.spec()),
                Said::Sweep(_) | Said::Nothing => {
                    let begun = said.spec().map_or_else(|| Ok(sweep.clone()), |said| said.clone().sweep());
                    let begun = begun.map_err(|error| FolderError::new(&spec, error.to_string()))?;
                    write_journal(&file, &begun, &Results::default())?;
                    match said.spec() {
                        Some(said) => complete_spec(&spec, said)?,
                        None => write_spec(&spec, sweep.spec())?,
                    }
                    return Ok((Folder::of(path, lock, 0, Vec::new(), true)?, Results::default()));
                }
            },
            Err(error) => error,
        };
        if !force {
            return Err(is_other);
        }
        aside::replace(path).map_err(unwritable)?;
        write_journal(&file, sweep, &Results::default())?;
        write_spec(&spec, sweep.spec())?;
        Ok((Folder::of(path, lock, 0, Vec::new(), true)?, Results::default()))
    }

    fn of(path: &Path, lock: Lock, kept: usize, notes: Vec<String>, is_new: bool) -> Result<Folder, FolderError> {
        let file = path.join(JOURNAL);
        let journal = Journal::open(&file).map_err(|error| FolderError::unreadable(&file, &error))?;
        let owned = Owned::open(path, is_new).map_err(|error| SaveError::io(&path.join(owned::FILES), &error))?;
        let (journal, owned, notes) = (Mutex::new(journal), Mutex::new(owned), Mutex::new(notes));
        Ok(Folder { path: path.to_path_buf(), journal, kept, owned, notes, _lock: lock })
    }

    /// The description of the sweep in a folder according to its journal; `None` if there is no readable one.
    pub fn spec(path: &Path) -> Option<Spec> {
        journal::spec(&path.join(JOURNAL)).ok().flatten()
    }

    /// The description of the sweep in a folder according to its journal, or to `sweep.toml` if the journal does not say; `None` if
    /// there is neither.
    pub fn described(path: &Path) -> Result<Option<Spec>, FolderError> {
        let file = path.join(SPEC);
        match (journal::spec(&path.join(JOURNAL)), Said::read(&file)) {
            (Ok(Some(spec)), _) => Ok(Some(spec)),
            (_, Said::Sweep(spec)) => Ok(Some(*spec)),
            (Err(error), _) => Err(error),
            (Ok(None), Said::Damaged(how)) => Err(FolderError::new(&file, format!("{how}; correct or remove it"))),
            (Ok(None), Said::Nothing) => Ok(None),
        }
    }

    /// The sweep in a folder and its runs so far, read without the lock: the sweep may be running.
    pub fn contents(path: &Path) -> Result<(Sweep, Results), FolderError> {
        if path.is_file() {
            return Err(FolderError::new(path, "is a file; name the folder of a sweep"));
        }
        let file = path.join(JOURNAL);
        let said = Said::read(&path.join(SPEC));
        let candidates: Vec<&Spec> = said.spec().into_iter().collect();
        let Some(contents) = journal::read(&file, &candidates)? else {
            return Err(FolderError::new(path, format!("there is no {JOURNAL} in it; name the folder of a sweep")));
        };
        match contents.damage() {
            None => Ok((contents.sweep, contents.results)),
            Some(damage) => Err(FolderError::new(
                &file,
                format!("{damage}; run the sweep again in its folder, which keeps them and repeats the missing runs"),
            )),
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was repaired in it or moved aside since the last call, one sentence each.
    pub fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file in the folder atomically. A file with this name that the sweep has not written is moved aside.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.write_with(name, |out| out.write_all(bytes))
    }

    fn write_with<E: Into<Refusal>>(
        &self,
        name: &str,
        contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), FolderError> {
        let note = self.owned().write(name, TEMPORARY, contents)?;
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).extend(note);
        Ok(())
    }

    fn owned(&self) -> MutexGuard<'_, Owned> {
        self.owned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the sweep, storing each run as it ends, and writes the tables. A cancelled sweep keeps its runs, and so does one that ran out
    /// of memory.
    pub fn run(&self, sweep: &Sweep, results: &mut Results, progress: &Progress) -> Result<(), FolderError> {
        self.run_watched(sweep, results, progress, &|_| ())
    }

    /// Like [`run`](Folder::run), and passes each run to `watch` as it ends.
    pub fn run_watched(
        &self,
        sweep: &Sweep,
        results: &mut Results,
        progress: &Progress,
        watch: &(dyn Fn(&Run) + Sync),
    ) -> Result<(), FolderError> {
        if results.runs().len() > self.kept {
            *results = self.keep_all(sweep, results)?;
        }
        let failed = Mutex::new(None);
        let fail = |error: FolderError| {
            progress.cancel();
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.get_or_insert(error);
        };
        let tables = Mutex::new(Tables { written: Instant::now(), took: Duration::ZERO });
        let shared = Mutex::new(std::mem::take(results));
        let is_machine_known = AtomicBool::new(false);
        let ended = sweep.run_shared(&shared, progress, &|run| {
            watch(run);
            let is_measured = run.resources != Resources::default();
            if is_measured && !is_machine_known.swap(true, Ordering::Relaxed) {
                self.add_machines([Machine::here().to_string()]).unwrap_or_else(&fail);
            }
            if let Err(error) = self.keep(sweep, run) {
                return fail(SaveError::io(&self.file(JOURNAL), &error).into());
            }
            // Another thread is writing them, so this one continues with its runs.
            let Ok(mut tables) = tables.try_lock() else { return };
            if tables.are_due() {
                let begun = Instant::now();
                self.sync().unwrap_or_else(&fail);
                if locked(&shared).runs().len() <= MOST_RUNS_IN_TABLES {
                    let results = locked(&shared).clone();
                    self.write_tables(sweep, &results).unwrap_or_else(&fail);
                }
                *tables = Tables { written: Instant::now(), took: begun.elapsed() };
            }
        });
        *results = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        self.sync()?;
        self.end(sweep, results)?;
        ended.map_err(|shortage| FolderError::new(self.path(), format!("{shortage}; the runs so far are kept")))
    }

    /// Adds runs and writes the tables.
    pub fn finish(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        let all = self.keep_all(sweep, results)?;
        self.end(sweep, &all)
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Flushes the journal to the disk.
    fn sync(&self) -> Result<(), FolderError> {
        Ok(self.journal().sync().map_err(|error| SaveError::io(&self.file(JOURNAL), &error))?)
    }

    /// The machines that measured time and memory, as far as they are known.
    pub fn machines(&self) -> Vec<String> {
        machines::read(&self.path)
    }

    /// Adds machines to those that measured time and memory.
    pub(super) fn add_machines(&self, more: impl IntoIterator<Item = String>) -> Result<(), FolderError> {
        let list = machines::with(self.machines(), more);
        list.map_or(Ok(()), |list| self.write(MACHINES, list.as_bytes()))
    }

    fn keep(&self, sweep: &Sweep, run: &Run) -> io::Result<()> {
        let key = self.journal().key();
        let record = key.record(&RunRow::new(sweep, run))?;
        self.journal().keep(&record)
    }

    /// Rewrites the journal with these runs and the existing ones, and returns all of them.
    fn keep_all(&self, sweep: &Sweep, results: &Results) -> Result<Results, FolderError> {
        let path = self.file(JOURNAL);
        let mut journal = self.journal();
        let there = journal::read(&path, &[])?;
        let (sweep, mut all) =
            there.map_or_else(|| (sweep.clone(), Results::default()), |there| (there.sweep, there.results));
        all.extend(results.runs().copied());
        write_journal(&path, &sweep, &all)?;
        *journal = Journal::open(&path).map_err(|error| FolderError::unreadable(&path, &error))?;
        Ok(all)
    }

    /// Writes the tables, and removes what a complete sweep has replaced.
    fn end(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        self.write_tables(sweep, results)?;
        self.owned().tidy(TEMPORARY)?;
        if sweep.is_complete(results) {
            aside::remove_replaced(&self.path).map_err(|error| SaveError::io(&self.path, &error))?;
        }
        Ok(())
    }

    fn write_tables(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        let rows = summarise(sweep, results);
        self.write_with(RUNS, |out| tables::runs(out, sweep, results))?;
        self.write_with(SUMMARY, |out| tables::summary(out, &rows))?;
        self.write_with(JSON, |out| tables::json(out, sweep, results, &rows))
    }
}

/// When the tables were last written, and how long that took.
struct Tables {
    written: Instant,
    took: Duration,
}

impl Tables {
    fn are_due(&self) -> bool {
        self.written.elapsed() >= TABLES_INTERVAL.max(self.took * TABLES_SHARE)
    }
}

/// A locked file, unlocked when it is dropped.
///
/// Closing the file would not be enough: a process that another thread is just starting has a copy of every open file, and the lock with
/// it, until it executes its own program.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // If that fails, the lock still ends with the process.
        let _ = self.0.unlock();
    }
}

/// Locks a folder before anything in it is read.
fn locked_for_us(path: &Path) -> Result<Lock, FolderError> {
    let file = path.join(LOCK);
    let lock = File::options().create(true).truncate(false).read(true).write(true).open(&file);
    let lock = lock.map_err(|error| FolderError::from(SaveError::io(&file, &error)))?;
    match lock.try_lock() {
        Ok(()) => Ok(Lock(lock)),
        Err(TryLockError::WouldBlock) => {
            Err(FolderError::new(path, "another sweep is running in it; wait until it ends"))
        }
        Err(TryLockError::Error(error)) => {
            let message = format!("cannot be locked: {}; choose a folder on another disk", output::os_message(&error));
            Err(FolderError::new(&file, message))
        }
    }
}

/// Removes files that a killed sweep left incomplete.
fn sweep_away(path: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let is_temporary = entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY));
        if is_temporary && entry.file_type()?.is_file() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn write_journal(path: &Path, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
    Ok(output::write_owned(path, TEMPORARY, |out| journal::write(out, sweep, results))?)
}

fn write_spec(path: &Path, spec: &Spec) -> Result<(), FolderError> {
    let text = spec.to_toml().map_err(|error| FolderError::new(path, error.to_string()))?;
    Ok(output::write_owned(path, TEMPORARY, |out| out.write_all(text.as_bytes()))?)
}

/// Repairs a journal: removes an incomplete last line, or damaged records, of which a copy is kept.
fn repair(path: &Path, contents: &Contents, notes: &mut Vec<String>) -> Result<(), FolderError> {
    let unwritable = |error: io::Error| FolderError::from(SaveError::io(path, &error));
    if let Some(damage) = contents.damage() {
        let copy = aside::copied(path).map_err(unwritable)?;
        write_journal(path, &contents.sweep, &contents.results)?;
        let copy = file_name(&copy);
        notes.push(format!(
            "{}: {damage}; the missing runs are repeated, and the damaged file is kept as {copy}",
            format::file(path)
        ));
    } else if contents.is_torn {
        File::options().write(true).open(path).and_then(|file| file.set_len(contents.length)).map_err(unwritable)?;
    }
    Ok(())
}

/// Rewrites `sweep.toml` if it does not agree with the journal.
fn rebuild_spec(path: &Path, said: &Said, contents: &Contents, notes: &mut Vec<String>) -> Result<(), FolderError> {
    let runs = match contents.results.runs().len() as u64 {
        0 => "there are no runs yet".to_string(),
        runs => format!(
            "the {} in the folder {} intact",
            format::count(runs, "run", "runs"),
            if runs == 1 { "is" } else { "are" }
        ),
    };
    let how = match said {
        Said::Sweep(spec) if **spec == *contents.sweep.spec() => return complete_spec(path, spec),
        Said::Sweep(_) => "does not describe the runs in the folder",
        Said::Damaged(how) => how,
        Said::Nothing => "is missing",
    };
    let copy = if let Said::Nothing = said {
        String::new()
    } else {
        let aside = aside::moved(path).map_err(|error| SaveError::io(path, &error))?;
        format!(" and the old file is kept as {}", file_name(&aside))
    };
    write_spec(path, contents.sweep.spec())?;
    notes.push(format!("{}: {how}; {runs}; it is rewritten from {JOURNAL}{copy}", format::file(path)));
    Ok(())
}

/// Completes a `sweep.toml` that is truncated but still has the same meaning. Comments in a complete file are kept.
fn complete_spec(path: &Path, spec: &Spec) -> Result<(), FolderError> {
    let text = spec.to_toml().map_err(|error| FolderError::new(path, error.to_string()))?;
    let there = input::read_text(path, input::MOST_SPEC_BYTES).map_err(|message| FolderError::new(path, message))?;
    if text != there && text.starts_with(&there) { write_spec(path, spec) } else { Ok(()) }
}

/// Why a folder with one sweep cannot be used for another.
fn other_sweep(path: &Path, said: &Said, there: &Spec, wanted: &Spec) -> FolderError {
    let message = match said {
        Said::Sweep(said) if **said == *wanted && **said != *there => {
            "has runs of another sweep than its sweep.toml describes; leave the sweep out to resume those runs, or choose another folder"
        }
        _ => "has another sweep; choose another folder, or replace it with --force",
    };
    FolderError::new(path, message)
}

fn file_name(path: &Path) -> String {
    format::file(Path::new(path.file_name().unwrap_or_default()))
}

/// Reads the description of a sweep from a file.
pub fn read_spec(path: &Path) -> Result<Spec, FolderError> {
    let text = input::read_text(path, input::MOST_SPEC_BYTES).map_err(|message| FolderError::new(path, message))?;
    Spec::from_toml(&text).map_err(|error| match error {
        SpecError::Text(ParseError::Wrong { location: Location { line, column }, message }) => {
            FolderError { place: format!("{}:{line}:{column}", format::file(path)), message }
        }
        error => FolderError::new(path, error.to_string()),
    })
}

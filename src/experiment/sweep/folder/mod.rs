//! The folder of a sweep: its description, its runs and its tables.
//!
//! Each run is in the journal (`journal.rs`), complete and with a checksum, from the moment it ends. So no finished run is lost when a
//! sweep is interrupted or killed, and [`Folder::open`] resumes it. Every few seconds the journal is flushed to the disk, so that a power
//! failure loses no more than the runs since then. The tables and `sweep.toml` are derived from the journal. They are
//! rewritten now and then while the sweep runs and at its end. Reading or writing requires the folder's lock.

mod aside;
mod description;
mod error;
mod journal;
mod lock;
mod machines;
mod names;
mod opening;
mod replaced;
mod running;
mod written;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use self::description::Described;
pub use self::description::{read_spec, wrong_in};
pub use self::error::FolderError;
use self::journal::Journal;
use self::lock::Lock;
pub use self::names::{JOURNAL, JSON, MACHINES, RUNS, SPEC, SUMMARY};
use self::written::Written;
use super::{Results, Spec, Sweep};
use crate::parallel::locked;

/// The folder of a sweep. While it is open, no other sweep can run in it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    journal: Mutex<Journal>,
    /// The number of runs in the journal when it was opened.
    kept: usize,
    written: Mutex<Written>,
    notes: Mutex<Vec<String>>,
    _lock: Lock,
}

impl Folder {
    /// The description of the sweep in a folder according to its journal; `None` if there is no readable one.
    pub fn spec(path: &Path) -> Option<Spec> {
        journal::spec(&path.join(JOURNAL)).ok().flatten()
    }

    /// The description of the sweep in a folder according to its journal, or to `sweep.toml` if the journal does not say; `None` if
    /// there is neither.
    pub fn described(path: &Path) -> Result<Option<Spec>, FolderError> {
        let file = path.join(SPEC);
        match (journal::spec(&path.join(JOURNAL)), Described::read(&file)) {
            (Ok(Some(spec)), _) => Ok(Some(spec)),
            (_, Described::Sweep(spec)) => Ok(Some(*spec)),
            (Err(error), _) => Err(error),
            (Ok(None), Described::Damaged(how)) => Err(FolderError::new(&file, format!("{how}; correct or remove it"))),
            (Ok(None), Described::Nothing) => Ok(None),
        }
    }

    /// The sweep in a folder and its runs so far, read without the lock: the sweep may be running.
    pub fn contents(path: &Path) -> Result<(Sweep, Results), FolderError> {
        if path.is_file() {
            return Err(FolderError::new(path, "is a file; name the folder of a sweep"));
        }
        let file = path.join(JOURNAL);
        let described = Described::read(&path.join(SPEC));
        let mut candidates: Vec<&Spec> = Vec::new();
        candidates.extend(described.spec());
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
        std::mem::take(&mut *self.notes())
    }

    fn notes(&self) -> MutexGuard<'_, Vec<String>> {
        locked(&self.notes)
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file in the folder atomically. A file with this name that the sweep has not written is moved aside.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.write_with(name, &|out| out.write_all(bytes))
    }

    fn write_with(&self, name: &str, contents: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> Result<(), FolderError> {
        let note = self.written().write(name, contents)?;
        self.notes().extend(note);
        Ok(())
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        locked(&self.written)
    }

    /// Adds runs and writes the tables.
    pub fn finish(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        let all = self.keep_all(sweep, results)?;
        self.end(sweep, &all)
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        locked(&self.journal)
    }

    /// The machines that measured the time and memory of the runs in a folder, as far as they are known.
    pub fn machines(path: &Path) -> Vec<String> {
        machines::read(path)
    }

    /// The sweep in a folder and its intact runs; `None` if they cannot be read.
    pub(super) fn intact_runs(path: &Path) -> Option<(Sweep, Results)> {
        let contents = journal::read(&path.join(JOURNAL), &[]).ok()??;
        Some((contents.sweep, contents.results))
    }

    /// Adds machines to those that measured time and memory.
    pub(super) fn add_machines(&self, more: impl IntoIterator<Item = String>) -> Result<(), FolderError> {
        let list = machines::with(machines::read(&self.path), more);
        list.map_or(Ok(()), |list| self.write(MACHINES, list.as_bytes()))
    }

    /// Rewrites the journal with these runs and the existing ones, and returns all of them.
    fn keep_all(&self, sweep: &Sweep, results: &Results) -> Result<Results, FolderError> {
        let path = self.file(JOURNAL);
        let mut journal = self.journal();
        let there = journal::read(&path, &[])?;
        let (sweep, mut all) =
            there.map_or_else(|| (sweep.clone(), Results::default()), |there| (there.sweep, there.results));
        all.extend(results.runs().copied());
        opening::write_journal(&path, &sweep, &all)?;
        *journal = Journal::open(&path)?;
        Ok(all)
    }
}

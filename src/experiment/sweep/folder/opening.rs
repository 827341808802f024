//! Opening the folder of a sweep: repairing what is damaged, refusing another sweep, and moving aside what is replaced.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use super::super::{Results, Spec, Sweep};
use super::description::{self, Described};
use super::journal::{self, Contents, Journal};
use super::lock::Lock;
use super::names::{JOURNAL, RUNS, SPEC, TEMPORARY};
use super::written::Written;
use super::{Folder, FolderError, aside, replaced};
use crate::format;
use crate::output::{self, SaveError};
use crate::search::Algorithm;

impl Folder {
    /// Opens the folder of a sweep, creating it if absent, and returns the runs in it.
    ///
    /// A folder with another sweep is refused; with `force`, that sweep is moved aside until this one is complete.
    pub fn open(path: &Path, sweep: &Sweep, force: bool) -> Result<(Folder, Results), FolderError> {
        Folder::open_where(path, sweep, force, &|there| there == sweep.spec())
    }

    /// Opens a folder with the same runs, possibly with another title or other charts, which are kept.
    pub fn open_alike(path: &Path, sweep: &Sweep) -> Result<(Folder, Results), FolderError> {
        Folder::open_where(path, sweep, false, &|there| there.has_same_runs(sweep.spec()))
    }

    fn open_where(
        path: &Path,
        sweep: &Sweep,
        force: bool,
        is_it: &dyn Fn(&Spec) -> bool,
    ) -> Result<(Folder, Results), FolderError> {
        can_be_read_again(path, sweep)?;
        output::create_folder(path)?;
        let lock = Lock::of(path)?;
        let unwritable = |error: io::Error| FolderError::from(SaveError::io(path, &error));
        remove_incomplete(path).and_then(|()| replaced::restore(path)).map_err(unwritable)?;
        match Found::read(path, sweep, is_it) {
            Ok(Found::Runs(contents, described)) => {
                let written = Written::open(path)?;
                let mut notes = Vec::new();
                repair(&path.join(JOURNAL), &contents, &mut notes)?;
                description::rebuild(&path.join(SPEC), &described, &contents, &mut notes)?;
                let kept = contents.results.runs().len();
                Ok((Folder::of(path, lock, written, kept, notes)?, contents.results))
            }
            Ok(Found::Description(begun)) => Folder::begin(path, lock, &begun),
            Ok(Found::Nothing) => Folder::begin(path, lock, sweep),
            Err(_) if force => {
                let edited = description::keep_edited(&path.join(SPEC))?;
                replaced::replace(path).map_err(unwritable)?;
                let (folder, results) = Folder::begin(path, lock, sweep)?;
                folder.notes().extend(edited);
                Ok((folder, results))
            }
            Err(error) => Err(error),
        }
    }

    /// Begins a sweep in a folder without a journal.
    fn begin(path: &Path, lock: Lock, sweep: &Sweep) -> Result<(Folder, Results), FolderError> {
        // Before the journal: what is in the folder of a sweep without being in the list is not its own.
        let written = Written::open(path)?;
        write_journal(&path.join(JOURNAL), sweep, &Results::default())?;
        description::complete(&path.join(SPEC), sweep.spec())?;
        Ok((Folder::of(path, lock, written, 0, Vec::new())?, Results::default()))
    }

    fn of(path: &Path, lock: Lock, written: Written, kept: usize, notes: Vec<String>) -> Result<Folder, FolderError> {
        let journal = Journal::open(&path.join(JOURNAL))?;
        let (journal, written, notes) = (Mutex::new(journal), Mutex::new(written), Mutex::new(notes));
        Ok(Folder { path: path.to_path_buf(), journal, kept, written, notes, _lock: lock })
    }
}

/// The part of a sweep that is in a folder.
enum Found {
    Runs(Box<Contents>, Described),
    /// The sweep that `sweep.toml` describes, with its own title and charts.
    Description(Box<Sweep>),
    Nothing,
}

impl Found {
    /// Reads what a folder has of a sweep, or says why the folder cannot be used for it.
    fn read(path: &Path, sweep: &Sweep, is_it: &dyn Fn(&Spec) -> bool) -> Result<Found, FolderError> {
        let file = path.join(SPEC);
        let described = Described::read(&file);
        let mut candidates: Vec<&Spec> = Vec::new();
        candidates.extend(described.spec());
        candidates.push(sweep.spec());
        if let Some(contents) = journal::read(&path.join(JOURNAL), &candidates)? {
            let there = contents.sweep.spec();
            let is_edited = described.spec().is_some_and(|described| described == sweep.spec() && described != there);
            return match is_it(there) {
                true => Ok(Found::Runs(Box::new(contents), described)),
                false if is_edited => Err(FolderError::new(
                    path,
                    "has runs of another sweep than its sweep.toml describes; leave the sweep out to resume those runs, or choose another folder",
                )),
                false => Err(other_sweep(path)),
            };
        }
        if path.join(RUNS).symlink_metadata().is_ok() {
            let message = format!(
                "has a {RUNS} without its {JOURNAL}, so its runs cannot be continued; \
                 choose another folder, or begin anew with --force"
            );
            return Err(FolderError::new(path, message));
        }
        match described {
            Described::Damaged(how) => {
                Err(FolderError::new(&file, format!("{how} and there are no runs in the folder; remove it")))
            }
            Described::Sweep(spec) if !is_it(&spec) => Err(other_sweep(path)),
            Described::Sweep(spec) => {
                let begun = spec.sweep().map_err(|error| description::wrong_in(&file, &error))?;
                Ok(Found::Description(Box::new(begun)))
            }
            Described::Nothing => Ok(Found::Nothing),
        }
    }
}

/// Refuses a sweep with algorithms of which only their author knows the names.
fn can_be_read_again(path: &Path, sweep: &Sweep) -> Result<(), FolderError> {
    let is_known = |algorithm: &&Algorithm| algorithm.to_string().parse() == Ok(**algorithm);
    let Some(unknown) = sweep.spec().algorithm.iter().find(|algorithm| !is_known(algorithm)) else { return Ok(()) };
    let message = format!(
        "{unknown} is not an algorithm of Plyscope's own, so its runs could not be read from a folder; run the sweep in memory"
    );
    Err(FolderError::new(path, message))
}

/// Why a folder with one sweep cannot be used for another.
fn other_sweep(path: &Path) -> FolderError {
    FolderError::new(path, "has another sweep; choose another folder, or replace it with --force")
}

/// Removes files that a killed sweep left incomplete.
fn remove_incomplete(path: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let is_temporary = entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY));
        if is_temporary && entry.file_type()?.is_file() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

pub(super) fn write_journal(path: &Path, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
    Ok(output::write_owned(path, TEMPORARY, |out| journal::write(out, sweep, results))?)
}

/// Repairs a journal: removes an incomplete last line, or damaged records, of which a copy is kept.
fn repair(path: &Path, contents: &Contents, notes: &mut Vec<String>) -> Result<(), FolderError> {
    let unwritable = |error: io::Error| FolderError::from(SaveError::io(path, &error));
    if let Some(damage) = contents.damage() {
        let copy = aside::copied(path).map_err(unwritable)?;
        write_journal(path, &contents.sweep, &contents.results)?;
        let copy = aside::name(&copy);
        notes.push(format!(
            "{}: {damage}; the missing runs are repeated, and the damaged file is kept as {copy}",
            format::file(path)
        ));
    } else if contents.is_torn {
        output::open_here(path, File::options().write(true))?.set_len(contents.length).map_err(unwritable)?;
    }
    Ok(())
}

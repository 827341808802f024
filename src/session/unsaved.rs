//! Work that is not saved, kept where a later start finds it if the program ends without having removed it.
//!
//! A running program keeps its work in a [`Slot`] of a folder: a session in a file, and a lock on another file beside it. The operating
//! system gives the lock up however the program ends, so what is there without a lock was left behind. Programs that run at the same
//! time have slots of their own.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{EXTENSION, Session, read_file};
use crate::output::{self, SaveError};
use crate::progress::Progress;
use crate::sorting;
use crate::tree::file::FileError;

/// How the names of slots begin.
const NAME: &str = "unsaved-";
/// How the names of lock files end.
const LOCK: &str = "lock";

/// A place for the work of one window, which no other window takes as long as this one has it.
#[derive(Debug)]
pub struct Slot {
    path: PathBuf,
    lock: Option<File>,
}

impl Slot {
    /// An empty slot of its own in a folder, which is made where there is none.
    pub fn new(folder: &Path) -> io::Result<Slot> {
        std::fs::create_dir_all(folder)?;
        let ending = format!(".{LOCK}");
        let mut builder = tempfile::Builder::new();
        let (file, path) = builder.prefix(NAME).suffix(&ending).tempfile_in(folder)?.keep()?;
        file.try_lock()?;
        Ok(Slot { path: path.with_extension(EXTENSION), lock: Some(file) })
    }

    /// The slots of a folder that have work and belong to no running program, the newest first. From now on they belong to this one.
    pub fn left_behind(folder: &Path) -> Vec<Slot> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let ours = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(NAME));
        let mut works: Vec<PathBuf> = ours.map(|entry| entry.path().with_extension(EXTENSION)).collect();
        sorting::sort_by(&mut works, Ord::cmp);
        works.dedup();
        // One without work removes its lock when it is dropped here.
        let mut slots: Vec<Slot> = works.into_iter().filter_map(Slot::take).filter(|slot| slot.path.exists()).collect();
        sorting::sort_by_key(&mut slots, |slot| std::cmp::Reverse(slot.modified()));
        slots
    }

    /// Takes over a slot that no process holds.
    fn take(path: PathBuf) -> Option<Slot> {
        let name = path.with_extension(LOCK);
        let options = File::options().create(true).truncate(false).read(true).write(true).clone();
        let lock = output::open_here(&name, &options).ok()?;
        lock.try_lock().ok()?;
        let slot = Slot { path, lock: Some(lock) };
        slot.sweep_away();
        Some(slot)
    }

    /// What the names of files begin with that are not written whole yet.
    fn temporary(&self) -> String {
        format!(".{}-", self.path.file_stem().unwrap_or_default().to_string_lossy())
    }

    /// Removes what a killed program had not written whole.
    fn sweep_away(&self) {
        let (Some(folder), prefix) = (self.path.parent(), self.temporary()) else { return };
        for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                // Left there it does no harm.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// The file with the work.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// When the work was kept.
    pub fn modified(&self) -> Option<SystemTime> {
        std::fs::metadata(&self.path).and_then(|metadata| metadata.modified()).ok()
    }

    /// Keeps work here, in the place of what was kept before. The file changes when all of it is written and not before.
    pub fn write(&self, session: &Session) -> Result<(), SaveError> {
        output::write_owned(&self.path, &self.temporary(), |out| session.write_within(super::MOST_BYTES, out))
    }

    /// The work that is kept here.
    pub fn read(&self, progress: &Progress) -> Result<Session, FileError> {
        read_file(&self.path, progress)
    }

    /// Removes the work.
    pub fn clear(&self) -> io::Result<()> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// The lock goes when there is no work; work stays for a later start.
impl Drop for Slot {
    fn drop(&mut self) {
        if !self.path.exists() {
            // Nothing but an empty file is left where it cannot be removed.
            let _ = std::fs::remove_file(self.path.with_extension(LOCK));
        }
        // Given up by hand: a process that is being started at this moment has the lock as well until it is running.
        if let Some(lock) = self.lock.take() {
            let _ = lock.unlock();
        }
    }
}

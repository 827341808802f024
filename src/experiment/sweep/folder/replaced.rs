//! The sweep that another one replaces: its files are moved into a folder of their own until the new sweep is complete.

use std::io;
use std::path::{Path, PathBuf};

use super::aside::numbered;
use super::names::{JOURNAL, SPEC, WRITTEN};
use super::written;

/// The prefix of the folders with replaced sweeps, followed by a number.
const REPLACED: &str = "replaced-";

/// The files of the sweep in a folder. The journal comes last, so that they still are the files of a sweep until all are moved.
fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = written::files(folder)?;
    let is_there = |name: &&str| folder.join(name).symlink_metadata().is_ok();
    files.extend([WRITTEN, SPEC, JOURNAL].into_iter().filter(is_there).map(str::to_owned));
    Ok(files)
}

/// Moves the files of a sweep into a folder of their own.
pub(super) fn replace(folder: &Path) -> io::Result<()> {
    let aside = numbered(&folder.join(REPLACED));
    std::fs::create_dir(&aside)?;
    move_all(folder, &aside)
}

/// Moves the files of a replaced sweep back if its replacement was never begun, that is, if the folder has no journal.
pub(super) fn restore(folder: &Path) -> io::Result<()> {
    let mut last: Option<PathBuf> = None;
    for aside in replaced(folder)? {
        let is_last = last.as_ref().is_none_or(|last| number(&aside) >= number(last));
        if is_last && aside.join(JOURNAL).exists() {
            last = Some(aside);
        }
    }
    let Some(aside) = last.filter(|_| !folder.join(JOURNAL).exists()) else { return Ok(()) };
    move_all(&aside, folder)?;
    // The folder stays if it contains any other file.
    let _ = std::fs::remove_dir(&aside);
    Ok(())
}

/// Removes what was replaced.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    for aside in replaced(folder)? {
        for name in files(&aside)? {
            std::fs::remove_file(aside.join(name))?;
        }
        // The folder stays if it contains any other file.
        let _ = std::fs::remove_dir(&aside);
    }
    Ok(())
}

fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    for name in files(from)? {
        std::fs::rename(from.join(&name), to.join(&name))?;
    }
    Ok(())
}

fn number(aside: &Path) -> Option<u64> {
    aside.file_name()?.to_str()?.strip_prefix(REPLACED)?.parse().ok()
}

fn replaced(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if number(&path).is_some() && path.symlink_metadata()?.is_dir() {
            found.push(path);
        }
    }
    Ok(found)
}

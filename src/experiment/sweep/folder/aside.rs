//! Files of a sweep that are moved aside: damaged ones permanently, and replaced ones until the new sweep is complete.

use std::io;
use std::path::{Path, PathBuf};

use super::names::{JOURNAL, SPEC, WRITTEN};
use super::written;
use crate::format;

/// The prefix of the folders with replaced sweeps, followed by a number.
const REPLACED: &str = "replaced-";

/// The files of the sweep in a folder. The journal comes last, so that they still are the files of a sweep until all are moved.
fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = written::files(folder)?;
    for name in [WRITTEN, SPEC, JOURNAL] {
        if folder.join(name).symlink_metadata().is_ok() {
            files.push(name.to_string());
        }
    }
    Ok(files)
}

/// The path followed by the first free number.
fn numbered(path: &Path) -> PathBuf {
    let mut number = 1_u64;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(number.to_string());
        let path = PathBuf::from(name);
        if path.symlink_metadata().is_err() {
            return path;
        }
        number += 1;
    }
}

/// Where a damaged file is kept.
fn old(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".old-");
    numbered(Path::new(&name))
}

/// The name of a file, for messages.
pub(super) fn name(path: &Path) -> String {
    format::file(Path::new(path.file_name().unwrap_or_default()))
}

/// Moves a file aside and returns its new path.
pub(super) fn moved(path: &Path) -> io::Result<PathBuf> {
    let aside = old(path);
    std::fs::rename(path, &aside)?;
    Ok(aside)
}

/// Copies a file aside and returns the path of the copy.
pub(super) fn copied(path: &Path) -> io::Result<PathBuf> {
    let aside = old(path);
    std::fs::copy(path, &aside)?;
    Ok(aside)
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
pub(super) fn remove_replaced(folder: &Path) -> io::Result<()> {
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

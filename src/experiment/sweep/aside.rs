//! Files of a sweep that are moved aside: damaged ones permanently, and replaced ones until the new sweep is complete.

use std::io;
use std::path::{Path, PathBuf};

use super::folder::{JOURNAL, JSON, RUNS, SPEC, SUMMARY};

/// The prefix of the folders with replaced sweeps, followed by a number.
const REPLACED: &str = "replaced-";
/// The files of a sweep. The journal comes last, so that they still are the files of a sweep until all are moved.
const FILES: [&str; 7] = ["report.md", "report.html", SUMMARY, JSON, RUNS, SPEC, JOURNAL];

/// The path followed by the first free number.
fn numbered(path: &Path) -> PathBuf {
    let with = |number: u64| {
        let mut name = path.as_os_str().to_owned();
        name.push(number.to_string());
        PathBuf::from(name)
    };
    (1..u64::MAX).map(with).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| path.to_path_buf())
}

/// Where a damaged file is kept.
fn old(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".old-");
    numbered(Path::new(&name))
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
    let last =
        replaced(folder)?.into_iter().filter(|aside| aside.join(JOURNAL).exists()).max_by_key(|aside| number(aside));
    let Some(aside) = last.filter(|_| !folder.join(JOURNAL).exists()) else { return Ok(()) };
    move_all(&aside, folder)?;
    std::fs::remove_dir(&aside)
}

/// Removes what was replaced.
pub(super) fn remove_replaced(folder: &Path) -> io::Result<()> {
    for aside in replaced(folder)? {
        for file in FILES.map(|name| aside.join(name)) {
            if file.symlink_metadata().is_ok() {
                std::fs::remove_file(&file)?;
            }
        }
        // The folder stays if it contains any other file.
        let _ = std::fs::remove_dir(&aside);
    }
    Ok(())
}

fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    for name in FILES {
        let file = from.join(name);
        if file.symlink_metadata().is_ok() {
            std::fs::rename(&file, to.join(name))?;
        }
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

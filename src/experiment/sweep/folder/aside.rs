//! Files that are moved or copied aside, each under a new name, so that no other file is replaced.

use std::io;
use std::path::{Path, PathBuf};

use crate::format;

/// The path followed by the first free number.
pub(super) fn numbered(path: &Path) -> PathBuf {
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

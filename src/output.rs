//! Files that are written whole or not at all.

use std::fs::Metadata;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::format;

/// What the names of files begin with that are not written whole yet.
const TEMPORARY: &str = ".plyscope-";

/// Why a file was not written; prints as `FILE: what is wrong`. Whatever the file held before, it still holds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct SaveError {
    /// The file's name as it was given.
    pub file: String,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl SaveError {
    /// The file and what is wrong with it.
    pub fn new(path: &Path, message: impl Into<String>) -> SaveError {
        SaveError { file: format::file(path), message: message.into() }
    }

    /// The file and why the operating system refused it.
    pub fn io(path: &Path, error: &io::Error) -> SaveError {
        SaveError::new(path, reason(error))
    }
}

/// Writes a file with `contents`, which says in its error why it cannot.
///
/// The file appears, or changes, when all of it is written and not before. A file that is there already is replaced
/// only where `overwrite` says so.
pub fn write<E: Into<Refusal>>(
    path: &Path,
    overwrite: bool,
    contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), SaveError> {
    replace(path, overwrite, TEMPORARY, contents).map_err(|refusal| refused(path, refusal))
}

/// Writes or replaces a file in a folder that only this program writes to; until all is written, its name begins with `prefix`, so that
/// whoever owns the folder next can sweep it away.
pub(crate) fn write_owned<E: Into<Refusal>>(
    path: &Path,
    prefix: &str,
    contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), SaveError> {
    replace(path, true, prefix, contents).map_err(|refusal| refused(path, refusal))
}

fn refused(path: &Path, refusal: Refusal) -> SaveError {
    match refusal {
        Refusal::Io(error) => SaveError::io(path, &error),
        Refusal::Says(message) => SaveError::new(path, message),
    }
}

/// Why something cannot be written.
#[derive(Debug)]
pub enum Refusal {
    /// The operating system's reason.
    Io(io::Error),
    /// Another reason, in words that follow the file's name.
    Says(String),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Io(error)
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal::Says(message)
    }
}

fn replace<E: Into<Refusal>>(
    path: &Path,
    overwrite: bool,
    prefix: &str,
    contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), Refusal> {
    let old = std::fs::metadata(path).ok();
    if old.as_ref().is_some_and(Metadata::is_dir) {
        return Err(Refusal::Says("is a directory; name a file in it".into()));
    }
    // A device or a pipe has no contents to replace, and would be gone.
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(Refusal::Says("is not a regular file; choose another name".into()));
    }
    if old.is_some() && !overwrite {
        return Err(Refusal::Io(io::ErrorKind::AlreadyExists.into()));
    }
    // Through a symbolic link, so that the link stays one.
    let target = if old.is_some() { path.canonicalize()? } else { path.to_path_buf() };
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut out = BufWriter::new(beside(folder, prefix, old.as_ref())?);
    contents(&mut out).map_err(Into::into)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    let moved = if overwrite { file.persist(&target) } else { file.persist_noclobber(&target) };
    moved.map(|_| ()).map_err(|error| error.error.into())
}

/// A temporary file in the folder, with the permissions of the file that it will replace or those of any new file.
fn beside(folder: &Path, prefix: &str, old: Option<&Metadata>) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            "is there already; choose another name, or say that it may be replaced".to_string()
        }
        io::ErrorKind::NotFound => "cannot be saved since its folder does not exist; make the folder first".to_string(),
        io::ErrorKind::PermissionDenied => "may not be written here; choose another folder".to_string(),
        _ => format!("cannot be saved: {}", os_message(error)),
    }
}

/// The operating system's words without the `(os error 5)` that Rust adds.
pub(crate) fn os_message(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

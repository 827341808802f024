//! Writes files atomically: completely or not at all.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::format;

/// The prefix of files that are being written.
const TEMPORARY: &str = ".plyscope-";
/// The most symbolic links that are followed, as on Linux.
const MOST_LINKS: u32 = 40;

/// Why a file was not written; prints as `FILE: what is wrong`. Its previous contents are unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct SaveError {
    /// The file's name as it was given.
    pub file: String,
    /// The error and a remedy.
    pub message: String,
}

impl SaveError {
    /// An error with this message.
    pub fn new(path: &Path, message: impl Into<String>) -> SaveError {
        SaveError { file: format::file(path), message: message.into() }
    }

    /// An error of the operating system.
    pub fn io(path: &Path, error: &io::Error) -> SaveError {
        SaveError::new(path, reason(error))
    }
}

/// Creates a folder if there is none.
pub fn create_folder(path: &Path) -> Result<(), SaveError> {
    std::fs::create_dir_all(path).map_err(|error| {
        let message = match error.kind() {
            io::ErrorKind::AlreadyExists => "is not a folder; choose another name".to_string(),
            io::ErrorKind::NotADirectory => "cannot be created in a file; choose another name".to_string(),
            _ => format!("cannot be created: {}", os_message(&error)),
        };
        SaveError::new(path, message)
    })
}

/// Writes a file with the function `contents`, whose error says why it cannot.
///
/// The file is created or changed only when everything has been written. An existing file is replaced
/// only if `overwrite` is true.
pub fn write<E: Into<Refusal>>(
    path: &Path,
    overwrite: bool,
    contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), SaveError> {
    let mut contents = Some(contents);
    let target = linked(path).map_err(|error| SaveError::io(path, &error))?;
    replace(path, &target, overwrite, TEMPORARY, &mut |out| written(&mut contents, out))
}

/// Writes files that belong together, such as problems and their solutions: if one cannot be written, none of them is changed.
///
/// Existing files are replaced only if `overwrite` is true.
pub fn write_together(files: &[(PathBuf, Vec<u8>)], overwrite: bool) -> Result<(), SaveError> {
    let mut complete = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let target = linked(path).map_err(|error| SaveError::io(path, &error))?;
        let file = Complete::new(&target, overwrite, TEMPORARY, &mut |out| Ok(out.write_all(bytes)?));
        complete.push(file.map_err(|refusal| refusal.of(path))?);
    }
    for ((path, _), file) in files.iter().zip(complete) {
        file.put(overwrite).map_err(|refusal| refusal.of(path))?;
    }
    Ok(())
}

/// Like [`write`], for a name that was not chosen by the user, who may not know that there is a symbolic link: the link is replaced, not
/// the file to which it leads.
pub(crate) fn write_here<E: Into<Refusal>>(
    path: &Path,
    overwrite: bool,
    contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), SaveError> {
    let mut contents = Some(contents);
    replace(path, path, overwrite, TEMPORARY, &mut |out| written(&mut contents, out))
}

/// Writes or replaces a file in a folder that only this program writes to. Until it is complete, its name begins with `prefix`, so that
/// the next owner of the folder can remove it. A symbolic link is replaced.
pub(crate) fn write_owned<E: Into<Refusal>>(
    path: &Path,
    prefix: &str,
    contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), SaveError> {
    let mut contents = Some(contents);
    replace(path, path, true, prefix, &mut |out| written(&mut contents, out))
}

/// Opens a file to change it where it is. A symbolic link is refused, since it may lead to any file of the user.
pub(crate) fn open_here(path: &Path, options: &OpenOptions) -> Result<File, SaveError> {
    if path.is_symlink() {
        return Err(SaveError::new(path, "is a symbolic link, through which nothing is written; remove it"));
    }
    options.open(path).map_err(|error| SaveError::io(path, &error))
}

/// Writes the contents, which are asked for once.
fn written<E: Into<Refusal>>(
    contents: &mut Option<impl FnOnce(&mut dyn Write) -> Result<(), E>>,
    out: &mut dyn Write,
) -> Result<(), Refusal> {
    contents.take().map_or(Ok(()), |contents| contents(out).map_err(Into::into))
}

/// Why a file cannot be written.
#[derive(Debug)]
pub enum Refusal {
    /// An error of the operating system.
    Io(io::Error),
    /// Another reason, as a message to be put after the file's name.
    Says(String),
}

impl Refusal {
    /// The error for the file with this name.
    pub fn of(self, path: &Path) -> SaveError {
        match self {
            Refusal::Io(error) => SaveError::io(path, &error),
            Refusal::Says(message) => SaveError::new(path, message),
        }
    }
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

type Contents<'a> = dyn FnMut(&mut dyn Write) -> Result<(), Refusal> + 'a;

/// Writes the file `target`, which a user knows as `path`.
fn replace(
    path: &Path,
    target: &Path,
    overwrite: bool,
    prefix: &str,
    contents: &mut Contents<'_>,
) -> Result<(), SaveError> {
    let complete = Complete::new(target, overwrite, prefix, contents);
    complete.and_then(|complete| complete.put(overwrite)).map_err(|refusal| refusal.of(path))
}

/// A file that is complete but for its name.
struct Complete {
    target: PathBuf,
    file: tempfile::TempPath,
    _unfinished: Unfinished,
}

impl Complete {
    /// Writes the contents of the file `target` beside it.
    fn new(target: &Path, overwrite: bool, prefix: &str, contents: &mut Contents<'_>) -> Result<Complete, Refusal> {
        let old = std::fs::symlink_metadata(target).ok();
        if old.as_ref().is_some_and(Metadata::is_dir) {
            return Err(Refusal::Says("is a folder; name a file in it".into()));
        }
        // A device or a pipe has no contents to replace, and would be deleted.
        if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_symlink()) {
            return Err(Refusal::Says("is not a regular file; choose another name".into()));
        }
        if old.is_some() && !overwrite {
            return Err(Refusal::Io(io::ErrorKind::AlreadyExists.into()));
        }
        let old = old.filter(Metadata::is_file);
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = beside(folder, prefix, old.as_ref())?;
        let unfinished = Unfinished::new(file.path());
        let mut out = BufWriter::new(file);
        contents(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        Ok(Complete { target: target.to_owned(), file: file.into_temp_path(), _unfinished: unfinished })
    }

    /// Gives the file its name.
    fn put(self, overwrite: bool) -> Result<(), Refusal> {
        let Complete { target, file, .. } = self;
        let moved = if overwrite { file.persist(target) } else { file.persist_noclobber(target) };
        moved.map_err(|error| error.error.into())
    }
}

/// The temporary files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files that are being written, of a program that is about to end.
pub(crate) fn remove_unfinished() {
    for path in unfinished().drain(..) {
        // One that has just been completed has another name now.
        let _ = std::fs::remove_file(path);
    }
}

/// A temporary file that is being written, until this is dropped.
struct Unfinished(PathBuf);

impl Unfinished {
    fn new(path: &Path) -> Unfinished {
        unfinished().push(path.to_owned());
        Unfinished(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// The file that a path names at the end of its symbolic links, so that they are kept; it need not exist.
fn linked(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(next) = target.read_link() else { return Ok(target) };
        target.pop();
        // An absolute link replaces the path.
        target.push(next);
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// A temporary file in the folder, with the permissions of the file that it replaces, or of a new file.
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
        io::ErrorKind::AlreadyExists => "already exists; choose another name, or allow it to be replaced".to_string(),
        io::ErrorKind::NotFound => {
            "cannot be saved because its folder does not exist; create the folder first".to_string()
        }
        io::ErrorKind::PermissionDenied => "cannot be written here; choose another folder".to_string(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "cannot be saved because the disk is full; free space and try again".to_string()
        }
        io::ErrorKind::FileTooLarge => {
            "cannot be saved because files of this size are not allowed here; choose another disk, or raise the limit"
                .to_string()
        }
        _ => format!("cannot be saved: {}", os_message(error)),
    }
}

/// The message of the operating system without the `(os error 5)` that Rust adds.
pub fn os_message(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

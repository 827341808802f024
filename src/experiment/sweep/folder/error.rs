//! Why the folder of a sweep cannot be used.

use std::io;
use std::path::Path;

use crate::format;
use crate::output::{self, SaveError};
use crate::tree::file::Location;

/// Why a folder cannot be used for a sweep; prints as `FILE: what is wrong`, or `FILE:LINE:COLUMN: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct FolderError {
    /// The file, and where in it if that is known.
    place: String,
    message: String,
}

impl FolderError {
    pub(in super::super) fn new(path: &Path, message: impl Into<String>) -> FolderError {
        FolderError { place: format::file(path), message: message.into() }
    }

    pub(in super::super) fn unreadable(path: &Path, error: &io::Error) -> FolderError {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file; name the folder of a sweep".into(),
            _ => format!("cannot be read: {}", output::os_message(error)),
        };
        FolderError::new(path, message)
    }

    /// An error at a place in a file.
    pub(super) fn at(path: &Path, Location { line, column }: Location, message: String) -> FolderError {
        FolderError { place: format!("{}:{line}:{column}", format::file(path)), message }
    }
}

impl From<SaveError> for FolderError {
    fn from(SaveError { file, message }: SaveError) -> FolderError {
        FolderError { place: file, message }
    }
}

//! Opens and saves tree files: which format a file has, its limits, and what is wrong with it, by line and column.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::write::{NotationError, to_json, to_notation};
use super::{Tree, json, notation};
use crate::format;
use crate::output::{self, Refusal, os_message};
use crate::progress::Progress;

pub use crate::output::SaveError;

/// The largest file that is opened, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

pub(super) const NOT_UTF_8: &str = "the file is not UTF-8 text; save it as UTF-8";

/// A format of tree files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Nested arrays and objects.
    Json,
    /// The bracket notation `((3 12 8) (2 4 6))`.
    Notation,
}

impl Format {
    /// The format that a file's name announces.
    pub fn of_name(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" => Some(Format::Json),
            "tree" => Some(Format::Notation),
            _ => None,
        }
    }
}

/// A place in a text, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character in the line.
    pub column: u64,
}

/// What is wrong with a text that should be a tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The text is not a tree.
    #[error("{}:{}: {message}", place.line, place.column)]
    Wrong {
        /// Where.
        place: Place,
        /// What is wrong and what to do about it.
        message: String,
    },
    /// The text could not be read.
    #[error("{0}")]
    Unreadable(String),
    /// The reader was asked to stop.
    #[error("cancelled")]
    Cancelled,
}

impl ParseError {
    pub(super) fn at(place: Place, message: impl Into<String>) -> ParseError {
        ParseError::Wrong { place, message: message.into() }
    }
}

/// Why a file was not opened; prints as `FILE:LINE:COLUMN: what is wrong`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}{error}", if matches!(error, ParseError::Wrong { .. }) { ":" } else { ": " })]
pub struct FileError {
    /// The file's name as it was given.
    pub file: String,
    /// What is wrong.
    pub error: ParseError,
}

/// Reads a tree from a file.
///
/// The format is the one that the name ends in (`.json`, `.tree`), for any other name that of the first
/// character. `progress` counts bytes, and its cancel flag is looked at every 64 KiB. Memory is bounded by
/// [`MAX_FILE_BYTES`] and [`MAX_NODES`](super::MAX_NODES).
pub fn open(path: &Path, progress: &Progress) -> Result<Tree, FileError> {
    let fail = |error| FileError { file: format::file(path), error };
    let (file, size) = open_regular(path).map_err(|message| fail(ParseError::Unreadable(message)))?;
    progress.set_total(size);
    let mut tree = parse(Format::of_name(path), file, progress).map_err(fail)?;
    if tree.title.is_empty()
        && let Some(stem) = path.file_stem()
    {
        tree.title = stem.to_string_lossy().into_owned();
    }
    Ok(tree)
}

/// Reads a tree from a text; without a format the first character decides.
pub fn parse(format: Option<Format>, text: impl Read, progress: &Progress) -> Result<Tree, ParseError> {
    let watched = Watched { inner: text, progress, read: 0 };
    let mut reader = BufReader::with_capacity(64 * 1024, watched);
    skip_byte_order_mark(&mut reader)?;
    match format.map_or_else(|| guess(&mut reader), Ok)? {
        Format::Json => json::read(reader),
        Format::Notation => notation::read(reader),
    }
}

/// Writes a tree to a file, in the format that the file's name announces.
///
/// The file appears, or changes, when all of it is written and not before. A file that is there already is replaced
/// only where `overwrite` says so.
pub fn save(tree: &Tree, path: &Path, overwrite: bool) -> Result<(), SaveError> {
    let format =
        Format::of_name(path).ok_or_else(|| SaveError::new(path, "has no format; end the name in .json or .tree"))?;
    output::write(path, overwrite, |out| match format {
        Format::Json => to_json(tree, out).map_err(Refusal::Io),
        Format::Notation => to_notation(tree, out).map_err(|error| match error {
            NotationError::Io(error) => Refusal::Io(error),
            loses @ NotationError::Loses(_) => Refusal::Says(format!("cannot be saved: {loses}")),
        }),
    })
}

/// Says in words why reading failed.
pub(super) fn unreadable(error: &io::Error) -> ParseError {
    match error.kind() {
        _ if error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Stopped>) => ParseError::Cancelled,
        io::ErrorKind::InvalidData => ParseError::Unreadable(NOT_UTF_8.into()),
        io::ErrorKind::FileTooLarge => ParseError::Unreadable(too_large("more than 1.0 GiB")),
        _ => ParseError::Unreadable(format!("cannot be read: {}", os_message(error))),
    }
}

fn open_regular(path: &Path) -> Result<(File, u64), String> {
    let cannot = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; check the name".to_string(),
        io::ErrorKind::PermissionDenied => "may not be read; change its permissions or open a copy".to_string(),
        _ => format!("cannot be opened: {}", os_message(&error)),
    };
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    if metadata.is_dir() {
        return Err("is a directory; name a .json or .tree file in it".into());
    }
    // A pipe that nobody writes to would wait for ever.
    if !metadata.is_file() {
        return Err("is not a regular file; save the tree to a file and open that".into());
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(too_large(&format!("{:.1} GiB", metadata.len() as f64 / (1u64 << 30) as f64)));
    }
    Ok((File::open(path).map_err(cannot)?, metadata.len()))
}

fn too_large(size: &str) -> String {
    format!("has {size}; Plyscope opens files of at most 1 GiB, so open a part of the tree")
}

fn skip_byte_order_mark(reader: &mut impl io::BufRead) -> Result<(), ParseError> {
    let head = reader.fill_buf().map_err(|error| unreadable(&error))?;
    if head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]) {
        return Err(ParseError::at(Place { line: 1, column: 1 }, NOT_UTF_8));
    }
    if head.starts_with("\u{feff}".as_bytes()) {
        reader.consume("\u{feff}".len());
    }
    Ok(())
}

fn guess(reader: &mut impl io::BufRead) -> Result<Format, ParseError> {
    let head = reader.fill_buf().map_err(|error| unreadable(&error))?;
    let first = head.iter().find(|byte| !byte.is_ascii_whitespace());
    Ok(if matches!(first, Some(b'(' | b'?')) { Format::Notation } else { Format::Json })
}

/// A reader that tells how far it is, ends when it is asked to, and gives no more than a file may hold.
struct Watched<'p, R> {
    inner: R,
    progress: &'p Progress,
    read: u64,
}

#[derive(Debug, thiserror::Error)]
#[error("cancelled")]
struct Stopped;

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_cancelled() {
            return Err(io::Error::other(Stopped));
        }
        let count = self.inner.read(buffer)?;
        self.read += count as u64;
        if self.read > MAX_FILE_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.progress.set_done(self.read);
        Ok(count)
    }
}

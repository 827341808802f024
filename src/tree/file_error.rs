//! What is wrong with a file, and where.

use std::io;

use super::formats::Question;
use crate::output::os_message;

/// A location in a text. Both numbers are counted from 1, and columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line.
    pub line: u64,
    /// The character in the line.
    pub column: u64,
}

impl Location {
    /// Where a byte of a text is. Lines end with a line feed, a carriage return, or both.
    pub fn of(text: &str, byte: usize) -> Location {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.rfind(['\n', '\r']).map_or(before, |end| &before[end + 1..]);
        let ends = before.matches(['\n', '\r']).count() - before.matches("\r\n").count();
        Location { line: 1 + ends as u64, column: 1 + line.chars().count() as u64 }
    }
}

/// What is wrong with a text that should be a tree, a session or a sweep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The text is wrong at a place.
    #[error("{}:{}: {message}", location.line, location.column)]
    Wrong {
        /// The location.
        location: Location,
        /// The error and a remedy.
        message: String,
    },
    /// The text could not be read.
    #[error("{0}")]
    Unreadable(String),
    /// The text is a tree in several ways, of which the user must choose one.
    #[error("{}", .0.message)]
    Asks(Box<Question>),
    /// Reading was cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl ParseError {
    pub(super) fn at(location: Location, message: impl Into<String>) -> ParseError {
        ParseError::Wrong { location, message: message.into() }
    }
}

/// Why a file could not be opened; prints as `FILE:LINE:COLUMN: what is wrong`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}{error}", if matches!(error, ParseError::Wrong { .. }) { ":" } else { ": " })]
pub struct FileError {
    /// The name of the file as it was given.
    pub file: String,
    /// What is wrong.
    pub error: ParseError,
}

/// The error for a failed read.
pub(super) fn unreadable(error: &io::Error) -> ParseError {
    match error.kind() {
        _ if error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Stopped>) => ParseError::Cancelled,
        io::ErrorKind::FileTooLarge => ParseError::Unreadable(too_large("more than 1.0 GiB")),
        _ => ParseError::Unreadable(format!("cannot be read: {}", os_message(error))),
    }
}

pub(super) fn too_large(size: &str) -> String {
    format!("has {size}; the limit is 1 GiB, so open a part of the tree")
}

#[derive(Debug, thiserror::Error)]
#[error("cancelled")]
pub(super) struct Stopped;

//! The text of a tree: decoded, with places in it for errors, and with the progress of reading it.

use std::borrow::Cow;
use std::hash::Hash;
use std::io::Read;

use rustc_hash::FxHashSet;

use super::Asked;
use crate::input;
use crate::memory::{self, Shortage};
use crate::progress::Progress;
use crate::tree::file_error::{Location, ParseError, Stopped, too_large, unreadable};
use crate::tree::{Builder, Full, Tree, Unbuilt};

/// The largest text that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// How much is read before the next look at the cancel flag.
const BLOCK: u64 = 1 << 20;
/// The number of steps of a reader before the next look at the cancel flag.
const STEPS: u32 = 1 << 14;

/// A text that is to be read as a tree, and how.
pub struct Text<'t> {
    text: &'t str,
    asked: Asked,
    progress: &'t Progress,
}

impl<'t> Text<'t> {
    /// A text of at most [`MAX_FILE_BYTES`].
    pub(super) fn new(text: &'t str, asked: Asked, progress: &'t Progress) -> Text<'t> {
        Text { text, asked, progress }
    }

    /// Another text, which says the same.
    pub(super) fn instead<'o>(&self, text: &'o str) -> Text<'o>
    where
        't: 'o,
    {
        Text { text, ..*self }
    }

    /// The text itself.
    pub fn as_str(&self) -> &'t str {
        self.text
    }

    /// What the user asked for.
    pub fn asked(&self) -> Asked {
        self.asked
    }

    /// The error at a byte of the text.
    pub fn wrong(&self, byte: usize, message: impl Into<String>) -> ParseError {
        ParseError::at(Location::of(self.text, byte), message)
    }

    /// The error of a builder that is full, at a byte of the text.
    pub fn full(&self, byte: usize, full: Full) -> ParseError {
        self.wrong(byte, full.to_string())
    }

    /// The error of memory that does not suffice, at a byte of the text.
    pub(super) fn room(&self, room: Result<(), Shortage>, byte: usize) -> Result<(), ParseError> {
        room.map_err(|shortage| self.wrong(byte, shortage.to_string()))
    }

    /// Adds to a list what stands at a byte of the text, if there is memory for it.
    #[inline]
    pub(super) fn push<T>(&self, list: &mut Vec<T>, item: T, byte: usize) -> Result<(), ParseError> {
        self.room(memory::make_room(list), byte)?;
        list.push(item);
        Ok(())
    }

    /// Adds to a set what stands at a byte of the text, if there is memory for it; false if it was there before.
    pub(super) fn insert<T: Eq + Hash>(
        &self,
        set: &mut FxHashSet<T>,
        item: T,
        byte: usize,
    ) -> Result<bool, ParseError> {
        self.room(memory::make_room_in(set), byte)?;
        Ok(set.insert(item))
    }

    /// The tree of a builder; `byte` is where a text without a tree ends.
    pub fn built(&self, builder: Builder, byte: usize) -> Result<Tree, ParseError> {
        builder.build().map_err(|error| match error {
            Unbuilt::NotOneRoot => self.without_tree(byte),
            Unbuilt::Chance(error) => self.wrong(byte, error.to_string()),
        })
    }

    /// The error of a text without a tree, which ends at a byte.
    pub fn without_tree(&self, byte: usize) -> ParseError {
        self.wrong(byte, "there is no tree here; write one such as [[3, 12, 8], [2, 4, 6]]")
    }

    /// Steps of a reader, for progress and cancelling.
    pub fn steps(&self) -> Steps<'t> {
        Steps { left: STEPS, progress: self.progress }
    }
}

/// Counts the steps of a reader, and looks at the cancel flag now and then.
pub struct Steps<'t> {
    left: u32,
    progress: &'t Progress,
}

impl Steps<'_> {
    /// A step that begins at a byte of the text.
    #[inline]
    pub fn step(&mut self, byte: usize) -> Result<(), ParseError> {
        self.left -= 1;
        if self.left == 0 { self.look(byte) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, byte: usize) -> Result<(), ParseError> {
        self.left = STEPS;
        self.progress.set_done(byte as u64);
        if self.progress.is_cancelled() { Err(ParseError::Cancelled) } else { Ok(()) }
    }
}

/// The byte of the quotation mark that ends a text which begins with one. A backslash keeps the sign behind it from doing so.
pub(super) fn closing_mark(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while *bytes.get(at)? != b'"' {
        at += 1 + usize::from(bytes[at] == b'\\');
    }
    Some(at)
}

/// Blanks instead of a part of a text, of the same length, with the ends of its lines.
pub(super) fn blank(part: &str) -> String {
    part.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }).collect()
}

/// A text without the lines of Markdown around it that mark it as code, ```` ```python ````. Blanks take their place, so that places stay.
pub(super) fn unfenced(text: &str) -> Cow<'_, str> {
    const FENCE: &str = "```";
    let start = text.len() - text.trim_start().len();
    let heading = text[start..].find('\n').map(|length| start..start + length);
    let Some(heading) = heading.filter(|_| text[start..].starts_with(FENCE)) else { return Cow::Borrowed(text) };
    let end = text[heading.end..].rfind(FENCE).map_or(text.len(), |at| heading.end + at);
    Cow::Owned([&blank(&text[..heading.end]), &text[heading.end..end], &blank(&text[end..])].concat())
}

/// Reads a whole text, at most [`MAX_FILE_BYTES`], in UTF-8, or in UTF-16 with a byte-order mark.
pub(super) fn read_all(from: &mut dyn Read, size: u64, progress: &Progress) -> Result<String, ParseError> {
    let mut bytes = Vec::new();
    memory::reserve(&mut bytes, size as usize).map_err(|shortage| ParseError::Unreadable(shortage.to_string()))?;
    loop {
        if progress.is_cancelled() {
            return Err(unreadable(&std::io::Error::other(Stopped)));
        }
        let count = from.take(BLOCK).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(ParseError::Unreadable(too_large("more than 1.0 GiB")));
        }
        if count == 0 {
            break;
        }
    }
    input::text_of(bytes)
        .map_err(|error| ParseError::at(Location::of(&error.before, error.before.len()), error.to_string()))
}

//! The formats of tree files: one entry each, with everything that is known of it.
//!
//! A new format is a file that reads and writes it and an entry here; look-ups take a list of [`Formats`], so another program can add
//! its own.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use super::file::ParseError;
use super::write::{to_json, to_notation};
use super::{Tree, json, notation};
use crate::output::Refusal;

/// The text of a tree as formats read it.
pub type Input<'r> = BufReader<Box<dyn Read + 'r>>;

/// Everything that is known of a format.
pub struct FormatEntry {
    /// How the names of its files end, without the dot.
    pub extension: &'static str,
    /// What it is, for people.
    pub title: &'static str,
    /// Whether a text begins like this, by its first byte that is no blank.
    pub begins_with: fn(u8) -> bool,
    /// Reads a tree.
    pub read: fn(Input<'_>) -> Result<Tree, ParseError>,
    /// Writes a tree, so that what is read back is equal to it; refuses what it cannot say.
    pub write: fn(&Tree, &mut dyn Write) -> Result<(), Refusal>,
}

static JSON: FormatEntry = FormatEntry {
    extension: "json",
    title: "JSON: nested arrays and objects",
    begins_with: |first| !matches!(first, b'(' | b'?'),
    read: |input| json::read(input),
    write: |tree, out| to_json(tree, out).map_err(Refusal::Io),
};

static NOTATION: FormatEntry = FormatEntry {
    extension: "tree",
    title: "bracket notation, ((3 12 8) (2 4 6))",
    begins_with: |first| matches!(first, b'(' | b'?'),
    read: |input| notation::read(input),
    write: |tree, out| to_notation(tree, out).map_err(Into::into),
};

/// A list of formats; the first is that of a text that begins like none of them.
#[derive(Clone, Copy)]
pub struct Formats<'c>(pub &'c [&'static FormatEntry]);

impl Formats<'_> {
    /// The formats of Plyscope.
    pub const BUILT_IN: Formats<'static> = Formats(&[&JSON, &NOTATION]);

    /// The format that a file's name announces.
    pub fn of_name(&self, path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        self.0.iter().find(|entry| entry.extension == extension).map(|entry| Format(entry))
    }

    /// The format that a text begins like.
    pub(super) fn of_text(&self, reader: &mut impl BufRead) -> io::Result<Format> {
        let first = reader.fill_buf()?.iter().copied().find(|byte| !byte.is_ascii_whitespace());
        let format = first.and_then(|first| self.0.iter().find(|entry| (entry.begins_with)(first)));
        Ok(format.or(self.0.first()).map_or(Format::JSON, |entry| Format(entry)))
    }

    /// The endings in a list, such as `.json or .tree`.
    pub fn endings(&self) -> String {
        let endings: Vec<String> = self.0.iter().map(|entry| format!(".{}", entry.extension)).collect();
        match endings.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// A format of tree files.
#[derive(Clone, Copy)]
pub struct Format(&'static FormatEntry);

impl Format {
    /// Nested arrays and objects.
    pub const JSON: Format = Format(&JSON);
    /// The bracket notation `((3 12 8) (2 4 6))`.
    pub const NOTATION: Format = Format(&NOTATION);

    /// The format that a file's name announces, of those of Plyscope.
    pub fn of_name(path: &Path) -> Option<Format> {
        Formats::BUILT_IN.of_name(path)
    }

    /// Everything that is known of it.
    pub fn entry(self) -> &'static FormatEntry {
        self.0
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.0.extension == other.0.extension
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.extension)
    }
}

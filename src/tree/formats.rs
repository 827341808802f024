//! The catalogue of tree formats, one entry each.
//!
//! To add a format, write a file with functions that read and write it, and add an entry here. Look-ups take a list of [`Formats`], so
//! another program can add formats of its own.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use super::file_error::ParseError;
use super::write::{left_out_of_notation, to_json, to_notation};
use super::{Tree, json, notation};
use crate::format;
use crate::output::Refusal;

/// The text of a tree, as formats read it.
pub type Input<'r> = BufReader<Box<dyn Read + 'r>>;

/// The facts about a format.
pub struct FormatEntry {
    /// The file extension, without the dot.
    pub extension: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// Whether a text in this format can begin with this byte, ignoring blanks.
    pub begins_with: fn(u8) -> bool,
    /// Reads a tree.
    pub read: fn(Input<'_>) -> Result<Tree, ParseError>,
    /// What writing leaves out of a tree without refusing it, such as `the title`.
    pub leaves_out: fn(&Tree) -> Vec<&'static str>,
    /// Writes a tree so that reading it back gives an equal tree, but for what is left out; refuses a tree that the format cannot express.
    pub write: fn(&Tree, &mut dyn Write) -> Result<(), Refusal>,
}

static JSON: FormatEntry = FormatEntry {
    extension: "json",
    title: "JSON",
    begins_with: |first| !matches!(first, b'(' | b'?'),
    read: |input| json::read(input),
    leaves_out: |_| Vec::new(),
    write: |tree, out| to_json(tree, out).map_err(Refusal::Io),
};

static NOTATION: FormatEntry = FormatEntry {
    extension: "tree",
    title: "bracket notation",
    begins_with: |first| matches!(first, b'(' | b'?'),
    read: |input| notation::read(input),
    leaves_out: left_out_of_notation,
    write: |tree, out| to_notation(tree, out).map_err(Into::into),
};

/// A list of formats. The first is used for a text whose beginning fits none of them.
#[derive(Clone, Copy)]
pub struct Formats<'c>(pub &'c [&'static FormatEntry]);

impl Formats<'_> {
    /// The formats of Plyscope.
    pub const BUILT_IN: Formats<'static> = Formats(&[&JSON, &NOTATION]);

    /// The format for a file's extension.
    pub fn of_name(&self, path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        self.0.iter().find(|entry| entry.extension == extension).map(|entry| Format(entry))
    }

    /// The format for the beginning of a text.
    pub(super) fn of_text(&self, reader: &mut impl BufRead) -> io::Result<Format> {
        let first = reader.fill_buf()?.iter().copied().find(|byte| !byte.is_ascii_whitespace());
        let format = first.and_then(|first| self.0.iter().find(|entry| (entry.begins_with)(first)));
        Ok(format.or(self.0.first()).map_or(Format::JSON, |entry| Format(entry)))
    }

    /// The extensions as a list, such as `.json or .tree`.
    pub fn endings(&self) -> String {
        let mut extensions = Vec::new();
        for entry in self.0 {
            extensions.push(entry.extension);
        }
        format::endings(extensions)
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

    /// The built-in format for a file's extension.
    pub fn of_name(path: &Path) -> Option<Format> {
        Formats::BUILT_IN.of_name(path)
    }

    /// The facts about it.
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

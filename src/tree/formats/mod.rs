//! The formats of trees, one entry each.
//!
//! To add a format, write a file with functions that recognise, read and write it, and add its entry here. Look-ups take a list of
//! [`Formats`], so another program can add formats of its own.
//!
//! | what | files |
//! | --- | --- |
//! | texts, and places in them | [`text`] |
//! | nested literals of many languages | [`plain`], [`literal`], [`lists`], [`constructors`], [`objects`], [`values`], [`named`], [`keys`] |
//! | edges between names | [`graph`], [`dictionaries`], [`network`], [`programs`], [`prolog`], [`pacman`] |
//! | matrices | [`matrix`] |
//! | other notations of objects | [`rewritten`], [`yaml`], [`xml`] |
//! | texts around a tree | [`amid`], [`bindings`], [`notebook`] |
//! | diagrams | [`dot`], [`mermaid`], [`diagram`] |
//! | probabilities in names and pairs | [`odds`] |

mod amid;
mod bindings;
mod constructors;
mod d3;
mod diagram;
mod dictionaries;
mod dot;
mod forest;
mod gambit;
mod graph;
mod haskell;
mod json;
mod keys;
mod lines;
mod lisp;
mod lists;
mod literal;
mod looks;
mod matrix;
mod mermaid;
mod named;
mod network;
mod newick;
mod notebook;
mod objects;
mod odds;
mod pacman;
mod pgn;
mod plain;
mod programs;
mod prolog;
mod pstree;
mod python;
mod rewritten;
mod text;
mod tikz;
mod values;
mod writing;
mod xml;
mod yaml;

use std::fmt;
use std::io::{Read, Write};
use std::path::Path;

use super::file_error::{Location, ParseError};
use super::{NodeId, Player, Tree};
use crate::format;
use crate::output::Refusal;
use crate::progress::Progress;

pub use json::to_json;

pub use text::{MAX_FILE_BYTES, Steps, Text};
pub use writing::{Part, words};

/// The facts about a format.
pub struct FormatEntry {
    /// Its name in commands, such as `python`.
    pub id: &'static str,
    /// The displayed name, as in “read as nested Python lists”.
    pub title: &'static str,
    /// The file extensions, without the dot; the first is that of new files.
    pub extensions: &'static [&'static str],
    /// Whether a text looks like this format, by its content alone. Of a long text it gets the beginning.
    pub recognises: fn(&str) -> bool,
    /// Reads a tree.
    pub read: fn(&Text<'_>) -> Result<Found, ParseError>,
    /// Writes a tree; `None` if this format is only read.
    pub writer: Option<Writer>,
}

/// How a format is written.
#[derive(Clone, Copy)]
pub struct Writer {
    /// What it has room for. Of the rest a tree may lose names and notes; without a value or a player it would be another tree.
    pub room: &'static [Part],
    /// What of a tree there is no room for although it is among that, because of a name that would be read as something else.
    pub unfit: fn(&Tree) -> Vec<Part>,
    /// Why a tree cannot be written for another reason.
    pub refuses: fn(&Tree) -> Option<String>,
    /// Writes a tree that has no more than there is room for, so that reading it back gives an equal tree.
    pub write: fn(&Tree, &mut dyn Write) -> Result<(), Refusal>,
}

impl Writer {
    /// A writer of any tree that has no more than there is room for.
    pub const fn of(room: &'static [Part], write: fn(&Tree, &mut dyn Write) -> Result<(), Refusal>) -> Writer {
        Writer { room, unfit: |_| Vec::new(), refuses: |_| None, write }
    }
}

/// A tree that was found in a text, and what people should know of how it was read, in parts of a sentence.
#[derive(Debug)]
pub struct Found {
    /// The tree.
    pub tree: Tree,
    /// Such as `“kids” are the children`.
    pub notes: Vec<String>,
}

impl From<Tree> for Found {
    fn from(tree: Tree) -> Found {
        Found { tree, notes: Vec::new() }
    }
}

/// How a text is to be read, where its content leaves that open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Asked {
    /// The format; without one it is recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// The number of children of each inner node, for a text that lists only leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<u32>,
    /// Which of several games, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}

impl Asked {
    /// Whether nothing is asked for.
    pub fn is_nothing(&self) -> bool {
        *self == Asked::default()
    }

    /// In this format.
    #[must_use]
    pub fn in_format(self, format: Format) -> Asked {
        Asked { format: Some(format), ..self }
    }
}

/// What must be known before a text is a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked, and how a command answers it.
    pub message: String,
    /// The question for people who choose.
    pub title: String,
    /// The answers.
    pub choices: Vec<Choice>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub words: String,
    /// How the text is then read.
    pub asked: Asked,
}

/// What a text was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The format.
    pub format: Format,
    /// What people should know of how it was read.
    pub notes: Vec<String>,
    /// Other formats in which the same text is another tree.
    pub others: Vec<Format>,
}

impl Reading {
    /// Whether it is more than one of Plyscope's own formats, read as it is.
    pub fn is_worth_saying(&self) -> bool {
        let is_own = self.format == Format::JSON || self.format == Format::BRACKETS;
        !is_own || !self.notes.is_empty() || !self.others.is_empty()
    }
}

/// Such as `read as nested objects: “utility” is the value`.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "read as {}", self.format.entry().title)?;
        if !self.notes.is_empty() {
            write!(f, ": {}", self.notes.join(", "))?;
        }
        Ok(())
    }
}

/// A tree that was read, and how.
#[derive(Debug)]
pub struct ReadTree {
    /// The tree.
    pub tree: Tree,
    /// What its text was read as.
    pub reading: Reading,
}

/// The extension of a file that may hold any format.
const ANY_TEXT: &str = "txt";

/// Beyond this length a text is not read in other formats to find out whether it is another tree there.
const MOST_COMPARED: usize = 1 << 16;

/// A list of formats, the most particular first.
#[derive(Clone, Copy)]
pub struct Formats<'c>(pub &'c [&'static FormatEntry]);

impl Formats<'_> {
    /// The formats of Plyscope.
    pub const BUILT_IN: Formats<'static> = Formats(&[
        &gambit::ENTRY,
        &pgn::ENTRY,
        &pacman::ENTRY,
        &forest::ENTRY,
        &newick::ENTRY,
        &dot::ENTRY,
        &mermaid::ENTRY,
        &xml::ENTRY,
        &lines::drawn::ENTRY,
        &lines::preorder::ENTRY,
        &prolog::ENTRY,
        &matrix::ENTRY,
        &yaml::ENTRY,
        &lines::levels::ENTRY,
        &lines::children::ENTRY,
        &haskell::ENTRY,
        &lisp::BRACKETS,
        &lisp::LISP,
        &python::ENTRY,
        &d3::ENTRY,
        &json::ENTRY,
        &python::PAIRS,
        &lines::leaves::ENTRY,
        &lines::edges::ENTRY,
        &lines::indented::ENTRY,
    ]);

    /// The format for a file's extension.
    pub fn of_name(&self, path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let ending = |entry: &&'static FormatEntry| {
            let fits = |extension: &&&str| name.strip_suffix(**extension).is_some_and(|stem| stem.ends_with('.'));
            entry.extensions.iter().filter(fits).map(|extension| extension.len()).max()
        };
        // Of `.d3.json` and `.json` the longer one.
        let fitting = self.0.iter().filter_map(|entry| Some((ending(entry)?, entry)));
        fitting.max_by_key(|(length, _)| *length).map(|(_, entry)| Format(entry))
    }

    /// The format with an id.
    pub fn of_id(&self, id: &str) -> Option<Format> {
        self.0.iter().find(|entry| entry.id == id).map(|entry| Format(entry))
    }

    /// Whether a text looks like one of the formats.
    pub fn recognise(&self, text: &str) -> bool {
        !self.fitting(text, None).is_empty()
    }

    /// The formats that a text looks like, that of the extension first. `.txt` says nothing.
    fn fitting(&self, text: &str, named: Option<Format>) -> Vec<Format> {
        let text = text::unfenced(text);
        let head = looks::head(&text);
        let entries = self.0.iter().filter(|entry| (entry.recognises)(head));
        let mut fitting: Vec<Format> = entries.map(|entry| Format(entry)).collect();
        let named = named.filter(|format| !format.entry().extensions.contains(&ANY_TEXT));
        if let Some(place) = fitting.iter().position(|format| Some(*format) == named) {
            let format = fitting.remove(place);
            fitting.insert(0, format);
        }
        fitting
    }

    /// Reads a tree from a text, which begins at `named`'s extension, if it has one.
    pub(super) fn read(
        &self,
        text: &mut dyn Read,
        size: u64,
        named: Option<Format>,
        asked: Asked,
        progress: &Progress,
    ) -> Result<ReadTree, ParseError> {
        let all = text::read_all(text, size, progress)?;
        let all = text::unfenced(&all);
        progress.set_total(all.len() as u64);
        if let Some(cells) = notebook::cells(&all) {
            return self.read_cells(&cells, asked, progress);
        }
        // What names its parts in another way than by lines before it might be read as the first of them.
        if let Some(lines) = bindings::in_lines(&all)
            && let Ok(ReadTree { tree, mut reading }) = self.read_text(&lines, named, asked, progress)
            && self.read_text(&all, named, asked, progress).map_or(true, |as_it_is| as_it_is.tree != tree)
        {
            reading.notes.push("parts of it are defined by their names".into());
            return Ok(ReadTree { tree, reading });
        }
        self.read_text(&all, named, asked, progress).or_else(|error| {
            let is_open = asked.format.is_none() && !self.is_particular(&all, named);
            let is_tried = matches!(error, ParseError::Wrong { .. }) && is_open && all.len() <= amid::MOST;
            let amid = if is_tried { amid::trees_in(&all) } else { Vec::new() };
            amid.into_iter().find_map(|amid| self.read_amid(&amid, asked, progress)).ok_or(error)
        })
    }

    /// Whether a text is in a format that nothing else looks like, so that what is wrong with it is not what stands around a tree.
    fn is_particular(&self, text: &str, named: Option<Format>) -> bool {
        let first = self.fitting(text, named).first().copied();
        first.is_some_and(|format| {
            matches!(format.0.id, "gambit" | "pgn" | "pacman" | "forest" | "newick" | "dot" | "mermaid" | "prolog")
        })
    }

    /// The tree amid other text, if it is one there. In other formats the whole text is none.
    fn read_amid(&self, amid: &amid::Amid, asked: Asked, progress: &Progress) -> Option<ReadTree> {
        let ReadTree { mut tree, reading } = self.read_text(&amid.text, None, asked, progress).ok()?;
        if amid.root_is_min && tree.player(NodeId::ROOT) == Player::Max {
            tree.set_root_player(Player::Min);
        }
        let notes = [std::slice::from_ref(&amid.note), &reading.notes].concat();
        Some(ReadTree { tree, reading: Reading { notes, others: Vec::new(), ..reading } })
    }

    /// The first tree in the cells of a notebook.
    fn read_cells(&self, cells: &[String], asked: Asked, progress: &Progress) -> Result<ReadTree, ParseError> {
        for (index, cell) in cells.iter().enumerate() {
            if let Ok(ReadTree { tree, mut reading }) = self.read_text(cell, None, asked, progress) {
                reading.notes.push(format!("it is in code cell {} of the notebook", index + 1));
                return Ok(ReadTree { tree, reading: Reading { others: Vec::new(), ..reading } });
            }
        }
        let location = Location { line: 1, column: 1 };
        Err(ParseError::at(location, "no code cell of this notebook is a tree; copy the tree, and open that"))
    }

    /// Reads a tree from a text as it is.
    fn read_text(
        &self,
        all: &str,
        named: Option<Format>,
        asked: Asked,
        progress: &Progress,
    ) -> Result<ReadTree, ParseError> {
        let text = Text::new(all, asked, progress);
        let fitting = match asked.format {
            Some(format) => vec![format],
            None => self.fitting(all, named),
        };
        let Some(&format) = fitting.first().or(named.as_ref()) else {
            return Err(text.wrong(0, self.not_recognised(all)));
        };
        let Found { tree, notes } = format.found(&text)?;
        let compared = if all.len() <= MOST_COMPARED { fitting.get(1..).unwrap_or_default() } else { &[] };
        let is_another = |other: &&Format| match other.found(&text) {
            Ok(found) => found.tree != tree,
            Err(error) => matches!(error, ParseError::Asks(_)),
        };
        let others = compared.iter().filter(is_another).copied().collect();
        Ok(ReadTree { tree, reading: Reading { format, notes, others } })
    }

    fn not_recognised(&self, text: &str) -> String {
        if text.trim().is_empty() {
            return "there is no tree here; write one such as [[3, 12, 8], [2, 4, 6]]".into();
        }
        let count = self.0.len();
        format!(
            "this text is not a tree in any of the {count} formats that Plyscope reads; one that is understood is \
             [[3, 12, 8], [2, 4, 6]], or the lines “A: B C”, “B: 3 12” and “C: 2 4”"
        )
    }

    /// The formats that are written, those of Plyscope first.
    pub fn written(&self) -> impl Iterator<Item = &'static FormatEntry> {
        let is_own = |entry: &&FormatEntry| entry.id == json::ENTRY.id || entry.id == lisp::BRACKETS.id;
        let own = self.0.iter().rev().copied().filter(is_own);
        own.chain(self.0.iter().copied().filter(move |entry| entry.writer.is_some() && !is_own(entry)))
    }

    /// The extensions of all files that are read.
    pub fn extensions(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flat_map(|entry| entry.extensions.iter().copied())
    }

    /// The extensions of files that are written, as a list, such as `.json or .tree`.
    pub fn endings(&self) -> String {
        format::endings(self.written().filter_map(|entry| entry.extensions.first().copied()).collect())
    }
}

/// A format of tree files.
#[derive(Clone, Copy)]
pub struct Format(&'static FormatEntry);

impl Format {
    /// Reads a tree. Names and pairs below chance nodes can be probabilities, unless Plyscope or Gambit wrote the text, which say the player,
    /// and the probabilities by themselves.
    fn found(self, text: &Text<'_>) -> Result<Found, ParseError> {
        let mut found = (self.entry().read)(text)?;
        let says_all = self.entry().id == gambit::ENTRY.id || text.as_str().contains("\"player\"");
        if found.tree.has_chance()
            && !says_all
            && let Some(tree) = odds::taken(&found.tree)
        {
            found.tree = tree;
            found.notes.push("probabilities are taken from below the chance nodes".into());
        }
        Ok(found)
    }

    /// Nested arrays and objects.
    pub const JSON: Format = Format(&json::ENTRY);
    /// The bracket notation `((3 12 8) (2 4 6))`.
    pub const BRACKETS: Format = Format(&lisp::BRACKETS);

    /// What of a tree the format has no room for.
    pub fn loses(self, tree: &Tree) -> Vec<Part> {
        let Some(writer) = self.0.writer else { return Vec::new() };
        let mut lost = writing::lost(tree, writer.room);
        for part in (writer.unfit)(tree) {
            if !lost.contains(&part) {
                lost.push(part);
            }
        }
        lost
    }

    /// Writes a tree, without the names and notes that there is no room for.
    pub fn write(self, tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
        let Some(writer) = self.0.writer else {
            return Err(writing::refused(format!("{} are only read", self.0.title)));
        };
        let lost = self.loses(tree);
        let needed: Vec<Part> = lost.iter().copied().filter(|part| part.is_needed()).collect();
        if !needed.is_empty() {
            return Err(writing::refused(self.no_room(&needed)));
        }
        if let Some(why) = (writer.refuses)(tree) {
            return Err(writing::refused(why));
        }
        if lost.is_empty() { (writer.write)(tree, out) } else { (writer.write)(&writing::without(tree, &lost), out) }
    }

    /// The refusal of a tree with these parts.
    pub fn no_room(self, parts: &[Part]) -> String {
        format!("{} cannot express {}; save the tree as .json to keep them", self.0.title, words(parts))
    }

    /// The built-in format for a file's extension.
    pub fn of_name(path: &Path) -> Option<Format> {
        Formats::BUILT_IN.of_name(path)
    }

    /// Whether it is written, too.
    pub fn is_written(self) -> bool {
        self.0.writer.is_some()
    }

    /// The facts about it.
    pub fn entry(self) -> &'static FormatEntry {
        self.0
    }
}

impl serde::Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id)
    }
}

impl<'de> serde::Deserialize<'de> for Format {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Format, D::Error> {
        let id = String::deserialize(deserializer)?;
        Formats::BUILT_IN.of_id(&id).ok_or_else(|| {
            let known: Vec<&str> = Formats::BUILT_IN.0.iter().map(|entry| entry.id).collect();
            serde::de::Error::custom(format!(
                "unknown format {}; expected one of {}",
                format::quoted(&id),
                known.join(", ")
            ))
        })
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.id)
    }
}

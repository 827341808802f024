//! Writes sessions.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::read::GameFields;
use super::{FORMAT, MARK, MOST_BYTES, Search, Session, SessionTree, TimeLine, TreeFile, View};
use crate::fields;
use crate::generate::RandomTree;
use crate::output::{self, Refusal, SaveError};
use crate::tree::file::to_json;

/// All but the tree itself, which is written apart, since it may be large.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Fields<'s> {
    search: &'s Search,
    view: &'s View,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_line: Option<TimeLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_from: Option<&'s TreeFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Origin<'s>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Origin<'s> {
    File(&'s TreeFile),
    Random(&'s RandomTree),
    Game(GameFields),
}

impl Session {
    /// The session as a text. A path that is not Unicode cannot be written.
    pub fn to_text(&self) -> io::Result<String> {
        let mut text = Vec::new();
        self.write(&mut text)?;
        String::from_utf8(text).map_err(io::Error::other)
    }

    /// Writes the session to a file, which is replaced only where `overwrite` says so.
    pub fn save(&self, path: &Path, overwrite: bool) -> Result<(), SaveError> {
        output::write(path, overwrite, |out| self.write_within(MOST_BYTES, out))
    }

    /// Writes no more than can be read again.
    pub(super) fn write_within(&self, most: u64, out: &mut dyn Write) -> Result<(), Refusal> {
        let mut limited = Limited { out, left: most };
        self.write(&mut limited).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => Refusal::Says(TOO_LARGE.into()),
            _ => Refusal::Io(error),
        })
    }

    /// Writes the session. The tree takes no memory beside its own. Many small writes: give it a buffered writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let tree = match &self.tree {
            SessionTree::Itself(_) => None,
            SessionTree::File(file) => Some(Origin::File(file)),
            SessionTree::Random(tree) => Some(Origin::Random(tree)),
            SessionTree::Game(tree) => Some(Origin::Game(tree.into())),
        };
        let Session { search, view, time_line, changed_from, .. } = self;
        let fields = Fields { search, view, time_line: *time_line, changed_from: changed_from.as_ref(), tree };
        let text = fields::to_text(&fields).map_err(io::Error::other)?;
        write!(out, "{MARK} = {FORMAT}\n\n{text}")?;
        if let SessionTree::Itself(tree) = &self.tree {
            write!(out, "\n[tree]\ntext = '''\n")?;
            // As for a file, so that this is compiled once.
            to_json(tree, &mut Quoted { out, quotes: 0 } as &mut dyn Write)?;
            writeln!(out, "'''")?;
        }
        Ok(())
    }
}

const TOO_LARGE: &str = "cannot be saved, since the tree is too large for a session; save the tree to a file first";

/// A writer that accepts a limited number of bytes.
struct Limited<'w> {
    out: &'w mut dyn Write,
    left: u64,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Lets JSON through into a literal text of TOML: what would end the text, or may not stand in it, becomes a JSON escape.
struct Quoted<'w> {
    out: &'w mut dyn Write,
    /// How many quotes were written last.
    quotes: u8,
}

impl Write for Quoted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut done = 0;
        for (place, &byte) in bytes.iter().enumerate() {
            self.quotes = if byte == b'\'' { self.quotes + 1 } else { 0 };
            let escape: &[u8] = match byte {
                b'\'' if self.quotes == 3 => b"\\u0027",
                0x7f => b"\\u007f",
                _ => continue,
            };
            self.quotes = 0;
            self.out.write_all(&bytes[done..place])?;
            self.out.write_all(escape)?;
            done = place + 1;
        }
        self.out.write_all(&bytes[done..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

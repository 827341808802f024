//! Opens and saves tree files: recognises the format, enforces limits, and reports errors by line and column.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::Tree;
use super::file_error::too_large;
pub use super::file_error::{FileError, Location, ParseError};
pub use super::formats::{
    Asked, Choice, Format, FormatEntry, Formats, Found, MAX_FILE_BYTES, Part, Question, ReadTree, Reading, Steps, Text,
    Writer, to_json, words,
};
use crate::format;
use crate::output::{self, os_message};
pub use crate::output::{Refusal, SaveError};
use crate::progress::Progress;

/// Reads a tree from a file in one of Plyscope's formats; see [`Formats::open`].
pub fn open(path: &Path, progress: &Progress) -> Result<Tree, FileError> {
    open_as(path, Asked::default(), progress).map(|read| read.tree)
}

/// Reads a tree from a file, and says what it was read as.
pub fn open_as(path: &Path, asked: Asked, progress: &Progress) -> Result<ReadTree, FileError> {
    Formats::BUILT_IN.open(path, asked, progress)
}

/// Reads a tree from a text in one of Plyscope's formats; without a format its content decides.
pub fn parse(format: Option<Format>, text: impl Read, progress: &Progress) -> Result<Tree, ParseError> {
    parse_as(Asked { format, ..Asked::default() }, text, progress).map(|read| read.tree)
}

/// Reads a tree from a text, and says what it was read as.
pub fn parse_as(asked: Asked, mut text: impl Read, progress: &Progress) -> Result<ReadTree, ParseError> {
    Formats::BUILT_IN.read(&mut text, 0, None, asked, progress)
}

/// Writes a tree to a file in one of Plyscope's formats; see [`Formats::save`].
pub fn save(tree: &Tree, path: &Path, overwrite: bool) -> Result<(), SaveError> {
    Formats::BUILT_IN.save(tree, path, overwrite)
}

/// The same, without what the format has no room for; see [`Formats::save_without`].
pub fn save_without(tree: &Tree, path: &Path, format: Option<Format>, overwrite: bool) -> Result<(), SaveError> {
    Formats::BUILT_IN.save_without(tree, path, format, overwrite)
}

/// What of a tree there is no room for in a file of this name, in a sentence. A title that is the name of the file is restored when the
/// file is opened.
pub fn left_out(tree: &Tree, path: &Path, format: Format) -> Vec<Part> {
    let is_named = path.file_stem().is_some_and(|stem| stem.to_string_lossy() == tree.title());
    let mut parts = format.loses(tree);
    parts.retain(|part| !is_named || *part != Part::Title);
    parts
}

/// Reads a tree from a text of any format.
impl std::str::FromStr for Tree {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Tree, ParseError> {
        parse(None, text.as_bytes(), &Progress::new())
    }
}

impl Formats<'_> {
    /// Reads a tree from a file.
    ///
    /// The content decides in which format, and then the extension. `progress` counts bytes, and cancellation is checked often. Memory is
    /// limited by [`MAX_FILE_BYTES`] and [`MAX_NODES`](super::MAX_NODES).
    pub fn open(&self, path: &Path, asked: Asked, progress: &Progress) -> Result<ReadTree, FileError> {
        let fail = |error| FileError { file: format::file(path), error };
        let unreadable = |message| fail(ParseError::Unreadable(message));
        let (mut file, size) = open_regular(path).map_err(unreadable)?;
        progress.set_total(size);
        let named = self.of_name(path);
        let wrong = |error| match foreign(path) {
            Some(what) if named.is_none() && asked.format.is_none() && error != ParseError::Cancelled => {
                unreadable(format!(
                    "is {what}, not a tree; Plyscope opens trees (docs/formats.md), traces (.jsonl), sessions (.plyscope), and in its \
                 window sweeps (.toml) and their charts (.svg, .png or .pdf)"
                ))
            }
            _ => fail(error),
        };
        let mut read = self.read(&mut file, size, named, asked, progress).map_err(wrong)?;
        if read.tree.title.is_empty()
            && let Some(stem) = path.file_stem()
        {
            read.tree.title = stem.to_string_lossy().into_owned();
        }
        Ok(read)
    }

    /// Writes a tree to a file in the format of the file's extension. What that has no room for, but for notes such as the title, is
    /// refused.
    ///
    /// The file is written atomically. An existing file is replaced only if
    /// `overwrite` is true.
    pub fn save(&self, tree: &Tree, path: &Path, overwrite: bool) -> Result<(), SaveError> {
        let format = self.format_to_write(path)?;
        let lost: Vec<Part> = format.loses(tree).into_iter().filter(|part| !part.is_note()).collect();
        if !lost.is_empty() {
            return Err(SaveError::new(path, format!("cannot be saved: {}", format.no_room(&lost))));
        }
        output::write(path, overwrite, |out| format.write(tree, out))
    }

    /// The same, without what the format has no room for; in this format, or that of the extension.
    pub fn save_without(
        &self,
        tree: &Tree,
        path: &Path,
        format: Option<Format>,
        overwrite: bool,
    ) -> Result<(), SaveError> {
        let format = format.map_or_else(|| self.format_to_write(path), Ok)?;
        output::write(path, overwrite, |out| format.write(tree, out))
    }

    fn format_to_write(&self, path: &Path) -> Result<Format, SaveError> {
        let written = self.of_name(path).filter(|format| format.entry().writer.is_some());
        written.ok_or_else(|| SaveError::new(path, format!("has an unknown extension; use {}", self.endings())))
    }
}

/// What a file of another program is, by the ending of its name.
fn foreign(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match ending.as_str() {
        "fen" | "epd" => "a list of chess positions (.fen)",
        "sgf" => "a record of a game (.sgf)",
        "nfg" | "gbt" => "a game of Gambit in strategic form (.nfg)",
        "toml" => "a sweep (.toml)",
        "svg" | "png" | "pdf" | "jpg" | "jpeg" | "gif" => "a picture",
        "journal" => "the journal of a sweep",
        "html" | "htm" => "a web page (.html)",
        "zip" | "gz" | "xz" | "zst" => "a compressed file",
        _ => return None,
    })
}

fn open_regular(path: &Path) -> Result<(File, u64), String> {
    let cannot = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; check the name".to_string(),
        io::ErrorKind::PermissionDenied => "cannot be read; change its permissions or open a copy".to_string(),
        _ => format!("cannot be opened: {}", os_message(&error)),
    };
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    if metadata.is_dir() {
        return Err("is a folder; name the file of a tree in it".into());
    }
    // Opening a pipe without a writer would block forever.
    if !metadata.is_file() {
        return Err("is not a regular file; save the tree to a file and open that".into());
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(too_large(&format!("{:.1} GiB", metadata.len() as f64 / (1u64 << 30) as f64)));
    }
    Ok((File::open(path).map_err(cannot)?, metadata.len()))
}

//! Opens and saves tree files: detects the format, enforces limits, and reports errors by line and column.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::Tree;
pub use super::file_error::{FileError, Location, ParseError};
use super::file_error::{NOT_UTF_8, Stopped, too_large, unreadable};
pub use super::formats::{Format, FormatEntry, Formats, Input};
use crate::format;
use crate::output::{self, os_message};
pub use crate::output::{Refusal, SaveError};
use crate::progress::Progress;

/// The largest file that is opened, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// Reads a tree from a file in one of Plyscope's formats; see [`Formats::open`].
pub fn open(path: &Path, progress: &Progress) -> Result<Tree, FileError> {
    Formats::BUILT_IN.open(path, progress)
}

/// Reads a tree from a text in one of Plyscope's formats; without a format the first character decides.
pub fn parse(format: Option<Format>, text: impl Read, progress: &Progress) -> Result<Tree, ParseError> {
    Formats::BUILT_IN.parse(format, text, progress)
}

/// Writes a tree to a file in one of Plyscope's formats; see [`Formats::save`].
pub fn save(tree: &Tree, path: &Path, overwrite: bool) -> Result<(), SaveError> {
    Formats::BUILT_IN.save(tree, path, overwrite)
}

/// What of a tree would be left out without a word in a file of this name, such as `the title`. A title that is the name of the file
/// is restored when the file is opened.
pub fn left_out(tree: &Tree, path: &Path) -> Vec<&'static str> {
    let Some(format) = Format::of_name(path) else { return Vec::new() };
    let is_named = path.file_stem().is_some_and(|stem| stem.to_string_lossy() == tree.title());
    let mut parts = (format.entry().leaves_out)(tree);
    parts.retain(|part| !is_named || *part != "the title");
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
    /// The format is determined by the extension, or by the first character if the extension is unknown. `progress` counts bytes, and
    /// cancellation is checked every 64 KiB. Memory is limited by [`MAX_FILE_BYTES`] and [`MAX_NODES`](super::MAX_NODES).
    pub fn open(&self, path: &Path, progress: &Progress) -> Result<Tree, FileError> {
        let fail = |error| FileError { file: format::file(path), error };
        let unreadable = |message| fail(ParseError::Unreadable(message));
        let (file, size) = open_regular(path, &self.endings()).map_err(unreadable)?;
        progress.set_total(size);
        let format = self.of_name(path);
        let wrong = |error| match foreign(path) {
            Some(what) if format.is_none() && error != ParseError::Cancelled => unreadable(format!(
                "is {what}, not a tree; Plyscope opens trees ({}), traces (.jsonl), sessions (.plyscope), and in its window sweeps \
                 (.toml) and their charts (.svg, .png or .pdf)",
                self.endings()
            )),
            _ => fail(error),
        };
        let mut tree = self.parse(format, file, progress).map_err(wrong)?;
        if tree.title.is_empty()
            && let Some(stem) = path.file_stem()
        {
            tree.title = stem.to_string_lossy().into_owned();
        }
        Ok(tree)
    }

    /// Reads a tree from a text; without a format the first character decides.
    pub fn parse(&self, format: Option<Format>, mut text: impl Read, progress: &Progress) -> Result<Tree, ParseError> {
        self.parse_from(format, &mut text, progress)
    }

    fn parse_from(&self, format: Option<Format>, text: &mut dyn Read, progress: &Progress) -> Result<Tree, ParseError> {
        let watched = Watched { inner: text, progress, read: 0 };
        let mut reader: Input<'_> = BufReader::with_capacity(64 * 1024, Box::new(watched));
        skip_byte_order_mark(&mut reader)?;
        let format = match format {
            Some(format) => format,
            None => self.of_text(&mut reader).map_err(|error| unreadable(&error))?,
        };
        (format.entry().read)(reader)
    }

    /// Writes a tree to a file in the format of the file's extension.
    ///
    /// The file is written atomically. An existing file is replaced only if
    /// `overwrite` is true.
    pub fn save(&self, tree: &Tree, path: &Path, overwrite: bool) -> Result<(), SaveError> {
        let unknown = || SaveError::new(path, format!("has an unknown extension; use {}", self.endings()));
        let format = self.of_name(path).ok_or_else(unknown)?;
        output::write(path, overwrite, |out| (format.entry().write)(tree, out))
    }
}

/// What a file of another program is, by the ending of its name.
fn foreign(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match ending.as_str() {
        "pgn" => "a record of chess games (.pgn)",
        "fen" | "epd" => "a list of chess positions (.fen)",
        "sgf" => "a record of a game (.sgf)",
        "efg" | "nfg" | "gbt" => "a game of Gambit (.efg)",
        "csv" | "tsv" => "a table (.csv)",
        "toml" => "a sweep (.toml)",
        "svg" | "png" | "pdf" | "jpg" | "jpeg" | "gif" => "a picture",
        "journal" => "the journal of a sweep",
        "xml" => "an XML file (.xml)",
        "yaml" | "yml" => "a YAML file (.yaml)",
        "html" | "htm" => "a web page (.html)",
        "md" => "a text (.md)",
        "zip" | "gz" | "xz" | "zst" => "a compressed file",
        _ => return None,
    })
}

fn open_regular(path: &Path, endings: &str) -> Result<(File, u64), String> {
    let cannot = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; check the name".to_string(),
        io::ErrorKind::PermissionDenied => "cannot be read; change its permissions or open a copy".to_string(),
        _ => format!("cannot be opened: {}", os_message(&error)),
    };
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    if metadata.is_dir() {
        return Err(format!("is a folder; name a {endings} file in it"));
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

fn skip_byte_order_mark(reader: &mut impl io::BufRead) -> Result<(), ParseError> {
    let head = reader.fill_buf().map_err(|error| unreadable(&error))?;
    if head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]) {
        return Err(ParseError::at(Location { line: 1, column: 1 }, NOT_UTF_8));
    }
    if head.starts_with("\u{feff}".as_bytes()) {
        reader.consume("\u{feff}".len());
    }
    Ok(())
}

/// A reader that reports progress, can be cancelled, and enforces the size limit.
struct Watched<'w> {
    inner: &'w mut dyn Read,
    progress: &'w Progress,
    read: u64,
}

impl Read for Watched<'_> {
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

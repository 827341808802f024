//! The journal of a sweep: its description, and each run as it ends.
//!
//! A record is a line: a checksum of 16 hexadecimal digits, a space and a text. The first record describes the sweep; each of the
//! others is a run, with the columns of the table of runs. The checksum of a run depends on that of the first record, so a run of another
//! sweep is not accepted. A last line without a line break is torn. A line with a wrong checksum is damaged; reading continues with
//! the next line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Take, Write};
use std::path::Path;

use csv::StringRecord;

use super::super::rows::{Rows, RunRow};
use super::super::{Ending, Results, Run, Spec, Sweep};
use super::FolderError;
use crate::fingerprint;
use crate::format::grouped;
use crate::output;
use crate::search::Effort;

/// The beginning of the text of a first record.
const MARK: &str = "plyscope sweep 1";
/// The number of digits of a checksum.
const DIGITS: usize = 16;

/// The key of a journal: the checksum of its first record, on which those of the runs depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    const START: Key = Key(fingerprint::START);

    fn checksum(self, text: &[u8]) -> u64 {
        fingerprint::checksum(self.0, text)
    }

    /// The line of a record.
    fn line(self, text: &str) -> Vec<u8> {
        // A record must not contain line breaks.
        let text = text.replace('\\', r"\\").replace('\n', r"\n");
        format!("{:0DIGITS$x} {text}\n", self.checksum(text.as_bytes())).into_bytes()
    }

    /// The record of a run, for [`Journal::keep`].
    pub(super) fn record(self, row: &RunRow) -> io::Result<Vec<u8>> {
        Ok(self.line(&row_text(row, false)?))
    }

    /// The text of a line without its line break; `None` if it is damaged.
    fn text(self, line: &[u8]) -> Option<String> {
        let (digits, text) = (line.get(..DIGITS)?, line.get(DIGITS + 1..)?);
        let digits = std::str::from_utf8(digits).ok()?;
        let checksum = format!("{:0DIGITS$x}", self.checksum(text));
        (digits == checksum && line[DIGITS] == b' ').then(|| unescaped(std::str::from_utf8(text).ok()?))?
    }
}

fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(char) = rest.next() {
        match char {
            '\\' => out.push(match rest.next()? {
                'n' => '\n',
                '\\' => '\\',
                _ => return None,
            }),
            char => out.push(char),
        }
    }
    Some(out)
}

/// A row of a table.
fn row_text(row: &RunRow, with_headings: bool) -> io::Result<String> {
    let mut bytes = Vec::with_capacity(512);
    row.write(with_headings, &mut bytes)?;
    String::from_utf8(bytes).map(|text| text.trim_end_matches('\n').to_string()).map_err(io::Error::other)
}

/// The names of the columns.
fn columns(sweep: &Sweep) -> io::Result<String> {
    let (effort, resources) = (Effort::default(), crate::experiment::Resources::default());
    let row = RunRow::new(sweep, &Run { cell: 0, tree: 0, ending: Ending::Budget, effort, resources });
    let text = row_text(&row, true)?;
    Ok(text.lines().next().unwrap_or_default().to_string())
}

/// The text of the first record.
fn heading(sweep: &Sweep) -> io::Result<String> {
    let spec = sweep.spec().to_toml().map_err(io::Error::other)?;
    Ok(format!("{MARK}\n{}\n{spec}", columns(sweep)?))
}

/// Writes the journal of a sweep with its runs so far.
pub(super) fn write(out: &mut dyn Write, sweep: &Sweep, results: &Results) -> io::Result<()> {
    let heading = Key::START.line(&heading(sweep)?);
    out.write_all(&heading)?;
    let key = key_of(&heading);
    for run in results.runs() {
        out.write_all(&key.record(&RunRow::new(sweep, run))?)?;
    }
    Ok(())
}

fn key_of(first_line: &[u8]) -> Key {
    let text = first_line.strip_suffix(b"\n").unwrap_or(first_line);
    Key(Key::START.checksum(text.get(DIGITS + 1..).unwrap_or_default()))
}

/// A journal to which runs are appended.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    key: Key,
    /// The length up to which it is complete.
    length: u64,
    is_broken: bool,
}

impl Journal {
    /// Opens a complete journal.
    pub(super) fn open(path: &Path) -> Result<Journal, FolderError> {
        let file = output::open_here(path, File::options().read(true).append(true))?;
        let mut first = Vec::new();
        let read = BufReader::new(&file).read_until(b'\n', &mut first).and_then(|_| file.metadata());
        let length = read.map_err(|error| FolderError::unreadable(path, &error))?.len();
        Ok(Journal { file, key: key_of(&first), length, is_broken: false })
    }

    /// The key on which the checksums of its runs depend.
    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// Appends a record. After a failure nothing more is appended.
    pub(super) fn keep(&mut self, record: &[u8]) -> io::Result<()> {
        if self.is_broken {
            return Ok(());
        }
        let written = self.file.write_all(record);
        if written.is_ok() {
            self.length += record.len() as u64;
        } else {
            self.is_broken = true;
            // Remove the incomplete record now if possible; otherwise it is removed when the journal is opened again.
            let _ = self.file.set_len(self.length);
        }
        written
    }

    /// Flushes everything to the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// The contents of a journal.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) sweep: Sweep,
    pub(super) results: Results,
    /// The numbers of the damaged records; the first record has number 1.
    pub(super) damaged: Vec<u64>,
    /// The number of complete records before the first damaged one, and after it.
    pub(super) whole: (u64, u64),
    /// The length up to the end of the last complete line.
    pub(super) length: u64,
    pub(super) is_torn: bool,
}

impl Contents {
    /// A description of the damage; `None` if there is none.
    pub(super) fn damage(&self) -> Option<String> {
        let (before, after) = self.whole;
        match self.damaged[..] {
            [] => None,
            [one] if before + after == 0 => Some(format!("record {}, the only one, is damaged", grouped(one))),
            [one] => {
                let (one, before, after) = (grouped(one), grouped(before), grouped(after));
                Some(format!("record {one} is damaged; the {before} before and {after} after it are intact"))
            }
            [first, .., last] => {
                let (count, others) = (grouped(self.damaged.len() as u64), grouped(before + after));
                let (first, last) = (grouped(first), grouped(last));
                Some(format!("{count} records from {first} to {last} are damaged; the {others} others are intact"))
            }
        }
    }
}

/// Reads a journal; `None` if there is none. If the first record is damaged, the sweep is the one of `candidates` to which the
/// other records belong, or the first candidate if there are no others.
pub(super) fn read(path: &Path, candidates: &[&Spec]) -> Result<Option<Contents>, FolderError> {
    let unreadable = |error: &io::Error| FolderError::unreadable(path, error);
    let Some(mut lines) = lines(path)? else { return Ok(None) };
    if let Some(First { key, columns: there, spec }) = first(&mut lines, path)? {
        let sweep = spec.sweep().map_err(|_| other_version(path))?;
        if columns(&sweep).map_err(|error| unreadable(&error))? != there {
            return Err(other_version(path));
        }
        return runs(lines, key, sweep, true).map(Some).map_err(|error| unreadable(&error));
    }
    let sweeps = candidates.iter().filter_map(|&spec| spec.clone().sweep().ok());
    for sweep in sweeps {
        let fit = || -> io::Result<Contents> {
            let key = key_of(&Key::START.line(&heading(&sweep)?));
            let mut lines = Lines::open(path)?;
            lines.next()?;
            runs(lines, key, sweep, false)
        };
        let contents = fit().map_err(|error| unreadable(&error))?;
        if contents.whole.1 > 0 || contents.damaged == [1] {
            return Ok(Some(contents));
        }
    }
    Err(undescribed(path, !candidates.is_empty()))
}

/// Reads the description of a sweep from its journal, if there is one.
pub(super) fn spec(path: &Path) -> Result<Option<Spec>, FolderError> {
    let Some(mut lines) = lines(path)? else { return Ok(None) };
    let first = first(&mut lines, path)?.ok_or_else(|| undescribed(path, false))?;
    Ok(Some(first.spec))
}

/// Opens a journal; `None` if there is none.
fn lines(path: &Path) -> Result<Option<Lines>, FolderError> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FolderError::unreadable(path, &error)),
        // Opening a pipe would wait for a writer.
        Ok(metadata) if !metadata.is_file() => Err(FolderError::new(path, "is not a regular file; remove it")),
        Ok(_) => Lines::open(path).map(Some).map_err(|error| FolderError::unreadable(path, &error)),
    }
}

/// The first record.
struct First {
    /// The key of the other records.
    key: Key,
    columns: String,
    spec: Spec,
}

/// Reads the first record; `None` if it is damaged.
fn first(lines: &mut Lines, path: &Path) -> Result<Option<First>, FolderError> {
    let line = lines.next().map_err(|error| FolderError::unreadable(path, &error))?;
    let Some((line, text)) = line.and_then(|line| Some((line, Key::START.text(line)?))) else { return Ok(None) };
    let parts = text.strip_prefix(MARK).and_then(|text| text.strip_prefix('\n')?.split_once('\n'));
    let (columns, spec) = parts.ok_or_else(|| other_version(path))?;
    let spec = Spec::from_toml(spec).map_err(|_| other_version(path))?;
    Ok(Some(First { key: key_of(line), columns: columns.into(), spec }))
}

fn other_version(path: &Path) -> FolderError {
    FolderError::new(path, "was written by another version of Plyscope; use that one, or choose another folder")
}

/// Why a journal with a damaged first record cannot be used; whether the sweep is known otherwise.
fn undescribed(path: &Path, is_known: bool) -> FolderError {
    let others = if is_known {
        "no other record is intact and of the sweep in sweep.toml"
    } else {
        "sweep.toml is missing or damaged, too"
    };
    let message = format!(
        "record 1, the description of the sweep, is damaged, and {others}; \
         restore one of the two files, or replace the sweep with plyscope sweep --force"
    );
    FolderError::new(path, message)
}

fn runs(mut lines: Lines, key: Key, sweep: Sweep, is_first_whole: bool) -> io::Result<Contents> {
    let (mut results, mut damaged, mut whole) = (Results::default(), Vec::new(), (0, 0));
    let rows = Rows::new(&sweep, columns(&sweep)?.split(',').collect());
    if is_first_whole {
        whole.0 = 1;
    } else {
        damaged.push(1);
    }
    while let Some(line) = lines.next()? {
        let run = key.text(line).and_then(|text| rows.run(&parsed(&text)?).ok()?);
        let number = lines.number;
        match run {
            Some(run) => {
                results.insert(run);
                if damaged.is_empty() { whole.0 += 1 } else { whole.1 += 1 }
            }
            None => damaged.push(number),
        }
    }
    Ok(Contents { sweep, results, damaged, whole, length: lines.length, is_torn: lines.is_torn })
}

fn parsed(text: &str) -> Option<StringRecord> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).buffer_capacity(text.len().max(1)).from_reader(text.as_bytes());
    reader.records().next()?.ok()
}

/// The complete lines of a file.
struct Lines {
    file: BufReader<Take<File>>,
    line: Vec<u8>,
    number: u64,
    length: u64,
    is_torn: bool,
}

impl Lines {
    fn open(path: &Path) -> io::Result<Lines> {
        let file = File::open(path)?;
        // A running sweep may write faster than this reads.
        let length = file.metadata()?.len();
        let file = BufReader::new(file.take(length));
        Ok(Lines { file, line: Vec::new(), number: 0, length: 0, is_torn: false })
    }

    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let read = self.file.read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(None);
        }
        let Some(line) = self.line.strip_suffix(b"\n") else {
            self.is_torn = true;
            return Ok(None);
        };
        self.number += 1;
        self.length += read as u64;
        Ok(Some(line))
    }
}

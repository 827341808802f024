//! Reads traces: of what a program writes of its search comes the tree that it visited, and the story.

mod bounds;
mod fields;
mod finish;
mod line;
mod positions;
mod reading;
mod union;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use super::{GIVES_UP, Unnamed, VERSION};
use crate::experiment::Measured;
use crate::experiment::check::Report;
use crate::format;
use crate::input;
use crate::memory;
use crate::output::os_message;
use crate::progress::Progress;
use crate::search::story::{Counter, Listener, Story};
use crate::search::{Algorithm, Bound, CutoffRule, Effort, Extras, Outcome, Recorder};
use crate::tree::file::MAX_FILE_BYTES;
use crate::tree::{NodeId, Tree};
use fields::Fields;
use line::{MOST_LINE_BYTES, fields_of, is_torn};
use reading::Reading;

/// The number of lines after which the reader checks for memory and for cancellation.
const LINES_PER_LOOK: u64 = 1 << 12;

/// The most bytes that end a line.
const LINE_END: u64 = 2;

/// What another program's search did: its tree and its story, from which all that Plyscope shows of its own runs is made.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The nodes that it entered, and as unknown leaves the children that it skipped.
    pub tree: Tree,
    /// What it did there.
    pub run: TracedRun,
}

/// What another program's search did in the tree of its trace.
#[derive(Clone, Debug)]
pub struct TracedRun {
    /// What it did, with child indices of that tree.
    pub story: Arc<Story>,
    /// Who ran, by the name in the trace.
    pub algorithm: Algorithm,
    /// Its cutoff rule, if the trace gives it.
    pub cutoff: Option<CutoffRule>,
    /// How it ended.
    pub outcome: Outcome<NodeId>,
    /// Whether the value of the root is outside the window with which that was searched last.
    pub is_outside_window: bool,
    /// What is wrong or wasted in it.
    pub report: Arc<Report>,
}

impl TracedRun {
    /// What follows from the story, as of a run of Plyscope's own.
    pub fn measured(&self, tree: &Tree) -> Measured {
        let (mut recorder, mut counter) = (Recorder::new(tree).of_deepening_search(), Counter::of_any_search(tree));
        let mut listeners: [&mut dyn Listener; 2] = [&mut recorder, &mut counter];
        self.story.tell(&mut listeners);
        let record = recorder.finish();
        // What a search returns outside its window is a bound, unless its other passes proved it.
        let bound = record.bound(NodeId::ROOT).filter(|_| self.is_outside_window).unwrap_or(Bound::Exact);
        let line = if self.outcome.value().is_some() { record.line(tree) } else { Vec::new() };
        Measured {
            algorithm: self.algorithm,
            cutoff: self.cutoff,
            outcome: self.outcome.clone(),
            bound,
            bounds: None,
            leaves: tree.leaf_count(),
            effort: Effort { counts: counter.counts(), extras: Extras::default() },
            line,
            record,
            cost: None,
        }
    }
}

/// What is wrong with a text that should be a trace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A line is not what it has to be.
    #[error("{line}: {message}")]
    Wrong {
        /// The line, from 1.
        line: u64,
        /// What is wrong and what to do about it.
        message: String,
    },
    /// The text could not be read, or does not fit.
    #[error("{0}")]
    Unreadable(String),
    /// The reader was asked to stop.
    #[error("cancelled")]
    Cancelled,
}

/// Why a trace file was not opened; prints as `FILE:LINE: what is wrong`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}{error}", if matches!(error, ReadError::Wrong { .. }) { ":" } else { ": " })]
pub struct TraceFileError {
    /// The file's name as it was given.
    pub file: String,
    /// What is wrong.
    pub error: ReadError,
}

/// Whether a file is a trace, by the end of its name.
pub fn is_trace(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

/// Reads a trace from a file. A trace without a title is named after the file.
pub(super) fn open(path: &Path, progress: &Progress) -> Result<Trace, TraceFileError> {
    let fail = |error| TraceFileError { file: format::file(path), error };
    let (file, size) = input::open(path).map_err(|message| fail(ReadError::Unreadable(message)))?;
    if size > MAX_FILE_BYTES {
        return Err(fail(too_large()));
    }
    progress.set_total(size);
    let title = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    read_titled(BufReader::with_capacity(1 << 16, File::take(file, MAX_FILE_BYTES)), &title, progress).map_err(fail)
}

/// Reads a trace from a text.
///
/// ```
/// use plyscope::experiment::trace::read;
/// use plyscope::progress::Progress;
///
/// let trace = r#"{"plyscope-trace": 1, "algorithm": "mine", "root": "max"}
/// {"event": "enter", "children": 2}
/// {"event": "enter", "child": 0}
/// {"event": "evaluate", "value": 5}
/// {"event": "leave", "value": 5}
/// "#;
/// let trace = read(trace.as_bytes(), &Progress::new())?;
/// assert_eq!((trace.tree.len(), trace.run.story.len()), (3, 4));
/// assert_eq!(trace.run.outcome.value(), Some(5.into()));
/// # Ok::<(), plyscope::experiment::trace::ReadError>(())
/// ```
pub fn read(text: impl BufRead, progress: &Progress) -> Result<Trace, ReadError> {
    read_titled(text, "", progress)
}

fn read_titled(mut text: impl BufRead, title: &str, progress: &Progress) -> Result<Trace, ReadError> {
    let begin = text.fill_buf().map_err(|error| unreadable(&error))?;
    if input::is_utf_16(begin) {
        let mut bytes = Vec::new();
        text.take(MAX_FILE_BYTES).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        let text = input::text_of(bytes).map_err(|error| ReadError::Unreadable(error.to_string()))?;
        return read_lines(&mut text.as_bytes(), title, progress);
    }
    read_lines(&mut text, title, progress)
}

fn read_lines(text: &mut dyn BufRead, title: &str, progress: &Progress) -> Result<Trace, ReadError> {
    let mut reading: Option<Reading> = None;
    let (mut line, mut bytes, mut buffer) = (0, 0, Vec::new());
    loop {
        buffer.clear();
        let count = Read::take(&mut *text, MOST_LINE_BYTES + LINE_END).read_until(b'\n', &mut buffer);
        let count = count.map_err(|error| unreadable(&error))? as u64;
        if count == 0 {
            break;
        }
        (line, bytes) = (line + 1, bytes + count);
        if line % LINES_PER_LOOK == 0 {
            look(&mut reading, bytes, progress)?;
        }
        let wrong = |message| ReadError::Wrong { line, message };
        if reading.is_some() && is_torn(&buffer) {
            break;
        }
        let Some(fields) = fields_of(&buffer, line).map_err(wrong)? else { continue };
        match &mut reading {
            None => reading = Some(Reading::new(Fields(&fields), title).map_err(wrong)?),
            Some(reading) => reading.read(Fields(&fields), line as u32).map_err(wrong)?,
        }
    }
    let empty = || ReadError::Wrong { line: 1, message: NO_HEAD.into() };
    reading.ok_or_else(empty)?.finish(line, progress)
}

/// From time to time: how far the reader is, and whether it may go on.
fn look(reading: &mut Option<Reading>, bytes: u64, progress: &Progress) -> Result<(), ReadError> {
    progress.set_done(bytes);
    if progress.is_cancelled() {
        return Err(ReadError::Cancelled);
    }
    if bytes > MAX_FILE_BYTES {
        return Err(too_large());
    }
    let Some(reading) = reading else { return Ok(()) };
    let more = 2 * LINES_PER_LOOK as usize;
    if reading.events.capacity() - reading.events.len() < more {
        let more = more.max(reading.events.len() / 2);
        memory::reserve(&mut reading.events, more).map_err(|shortage| ReadError::Unreadable(shortage.to_string()))?;
    }
    Ok(())
}

fn unreadable(error: &io::Error) -> ReadError {
    ReadError::Unreadable(format!("cannot be read: {}", os_message(error)))
}

fn too_large() -> ReadError {
    ReadError::Unreadable("is larger than 1 GiB; write the trace of a shallower search".into())
}

const NO_HEAD: &str =
    "the trace has no first line; begin it with {\"plyscope-trace\": 1, \"algorithm\": \"NAME\", \"root\": \"max\"}";

//! Opens a file that is a tree or a trace.

use std::path::Path;

use super::read::{ReadError, TraceFileError, TracedRun, is_trace, open};
use crate::progress::Progress;
use crate::tree::Tree;
use crate::tree::file::{self, Asked, FileError, ParseError, ReadTree, Reading};

/// A tree from a file, and another program's run on it, if the file is a trace.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The tree.
    pub tree: Tree,
    /// What its text was read as; `None` if it was in no format of trees.
    pub reading: Option<Reading>,
    /// The run in the trace.
    pub traced: Option<TracedRun>,
}

/// Why a file could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The file is not a tree.
    #[error("{0}")]
    Tree(#[from] FileError),
    /// The file is not a trace.
    #[error("{0}")]
    Trace(#[from] TraceFileError),
}

impl OpenError {
    /// Whether reading was cancelled.
    pub fn is_cancelled(&self) -> bool {
        match self {
            OpenError::Tree(error) => error.error == ParseError::Cancelled,
            OpenError::Trace(error) => error.error == ReadError::Cancelled,
        }
    }
}

impl Opened {
    /// Reads a trace if the file's name ends in `.jsonl`, otherwise a tree.
    pub fn from_file(path: &Path, asked: Asked, progress: &Progress) -> Result<Opened, OpenError> {
        if is_trace(path) {
            let trace = open(path, progress)?;
            return Ok(Opened { tree: trace.tree, reading: None, traced: Some(trace.run) });
        }
        let ReadTree { tree, reading } = file::open_as(path, asked, progress)?;
        Ok(Opened { tree, reading: Some(reading), traced: None })
    }
}

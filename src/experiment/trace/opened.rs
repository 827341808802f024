//! Opens what may be a tree or a trace, which has a tree.

use std::path::Path;

use super::read::{ReadError, TraceFileError, TracedRun, is_trace, open};
use crate::progress::Progress;
use crate::tree::Tree;
use crate::tree::file::{self, FileError, ParseError};

/// A tree from a file, and what another program did there, if the file is its trace.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The tree.
    pub tree: Tree,
    /// The run that the file tells of.
    pub traced: Option<TracedRun>,
}

/// Why a file was not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// It is not a tree.
    #[error("{0}")]
    Tree(#[from] FileError),
    /// It is not a trace.
    #[error("{0}")]
    Trace(#[from] TraceFileError),
}

impl OpenError {
    /// Whether the reader was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        match self {
            OpenError::Tree(error) => error.error == ParseError::Cancelled,
            OpenError::Trace(error) => error.error == ReadError::Cancelled,
        }
    }
}

impl Opened {
    /// Reads a trace where the file's name ends in `.jsonl`, and a tree elsewhere.
    pub fn from_file(path: &Path, progress: &Progress) -> Result<Opened, OpenError> {
        if is_trace(path) {
            let trace = open(path, progress)?;
            return Ok(Opened { tree: trace.tree, traced: Some(trace.run) });
        }
        Ok(Opened { tree: file::open(path, progress)?, traced: None })
    }
}

//! Where sessions come from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::format::file_name;

/// A session to open.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionSource {
    pub(super) from: Origin,
    /// The files that it may read wherever they are; any other is asked for, unless it is beside the session's own file.
    pub(super) readable: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Origin {
    File(PathBuf),
    /// A text that was pasted.
    Text(Arc<String>),
    /// Work that was not saved when the program ended.
    Unsaved(PathBuf),
}

impl SessionSource {
    /// A session file. The files that were opened before may be read.
    pub(crate) fn file(path: PathBuf, opened: &[PathBuf]) -> SessionSource {
        SessionSource { from: Origin::File(path), readable: opened.to_vec() }
    }

    /// A text from elsewhere, which may read nothing.
    pub(crate) fn text(text: String) -> SessionSource {
        SessionSource { from: Origin::Text(Arc::new(text)), readable: Vec::new() }
    }

    /// The work that is kept in this file.
    pub(crate) fn unsaved(path: PathBuf) -> SessionSource {
        SessionSource { from: Origin::Unsaved(path), readable: Vec::new() }
    }

    /// Whether it is work that was not saved.
    pub(crate) fn is_unsaved_work(&self) -> bool {
        matches!(self.from, Origin::Unsaved(_))
    }

    /// Its own file, which keeps a tree that it has itself.
    pub(crate) fn path(&self) -> Option<&Path> {
        if let Origin::File(path) = &self.from { Some(path) } else { None }
    }

    pub(crate) fn location(&self) -> String {
        match &self.from {
            Origin::File(path) => path.display().to_string(),
            Origin::Text(_) => "A pasted session".into(),
            Origin::Unsaved(_) => "Restored work".into(),
        }
    }

    pub(crate) fn name(&self) -> String {
        match &self.from {
            Origin::File(path) => file_name(path),
            Origin::Text(_) => "the session".into(),
            Origin::Unsaved(_) => "the unsaved work".into(),
        }
    }
}

//! Where sessions come from, and how their trees are opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{LoadError, Opened, Source, file_name};
use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::session::{self, SessionTree, TreeFile, is_session_file};
use crate::tree::file::ParseError;

/// A session to open.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionSource {
    from: Origin,
    /// The files that it may read wherever they are; any other is asked for, unless it is beside the session's own file.
    readable: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq)]
enum Origin {
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

    /// The file, if it is one that the user opened.
    pub(crate) fn opened_file(&self) -> Option<&Path> {
        if let Origin::File(path) = &self.from { Some(path) } else { None }
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

    /// Its own file.
    pub(crate) fn path(&self) -> Option<&Path> {
        if let Origin::File(path) = &self.from { Some(path) } else { None }
    }

    /// Whether a tree that it has itself is kept somewhere.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self.from, Origin::File(_))
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

/// Opens the tree of a session.
pub(crate) fn open_session(source: &SessionSource, progress: &Progress) -> Result<Opened, LoadError> {
    let session = match &source.from {
        Origin::File(path) | Origin::Unsaved(path) => {
            session::read_file(path, progress).map_err(|error| match error.error {
                ParseError::Cancelled => LoadError::Cancelled,
                _ => LoadError::Failed(error.to_string()),
            })?
        }
        Origin::Text(text) => session::read(text, progress).map_err(|error| match error {
            ParseError::Cancelled => LoadError::Cancelled,
            error => LoadError::Failed(format!("the pasted session: {error}")),
        })?,
    };
    let opened = match &session.tree {
        SessionTree::Itself(tree) => {
            Opened::new(tree.as_ref().clone().titled("Tree of a session"), Source::Session(source.clone()))
        }
        SessionTree::File(file) => open_file(source, file, progress)?,
        SessionTree::Random(tree) => Source::Random(tree.clone()).read(progress)?,
        SessionTree::Game(tree) => Source::Game(tree.clone()).read(progress)?,
    };
    let opened = match session.changed_from.clone().filter(|_| source.is_unsaved_work()) {
        Some(file) => {
            let on_disk = file.hash.map(Fingerprint::of_hash);
            Opened { source: Source::File(file.path), on_disk, ..opened }
        }
        None => opened,
    };
    Ok(Opened { session: Some(Box::new(session)), ..opened })
}

fn open_file(source: &SessionSource, file: &TreeFile, progress: &Progress) -> Result<Opened, LoadError> {
    let folder = source.path().and_then(Path::parent);
    let path = file.path_from(folder);
    let is_beside = folder.is_some() && file.is_beside();
    if !is_beside && !source.readable.contains(&path) {
        let readable = vec![path.clone()];
        let source = SessionSource { readable, ..source.clone() };
        return Err(LoadError::Asks(path, Box::new(Source::Session(source))));
    }
    if is_session_file(&path) {
        return Err(LoadError::Failed(format!("{}: is a session; a session names the file of a tree", path.display())));
    }
    let opened = Source::File(path.clone()).read(progress)?;
    let is_other = file.hash.is_some() && file.hash != opened.on_disk.map(|now| now.hash);
    let note = || format!("{} has changed since the session was saved.", file_name(&path));
    Ok(Opened { note: is_other.then(note), ..opened })
}

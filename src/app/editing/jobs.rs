//! The jobs of editing: changing, copying and saving the open tree.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::app::{Action, Job};
use crate::fingerprint::{Fingerprint, Since};
use crate::progress::Progress;
use crate::tree::edit::{Edit, EditError, Edited, Gesture, Gone, Moved, State, Way, paste_text};
use crate::tree::file::{self, Format, Part};
use crate::tree::{NodeId, Tree};

/// A change that is asked for.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// An edit, maybe as a part of a gesture.
    Edit(Edit, Option<Gesture>),
    /// Pastes a text at a node.
    Paste(NodeId, Arc<String>),
    /// Takes the last step back.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Goes to the state after a number of steps of the history.
    GoTo(usize),
    /// Takes back what a gesture has changed, and forgets it.
    GiveUp(Gesture),
}

impl Change {
    /// What it does, for people.
    pub(super) fn words(&self) -> &'static str {
        match self {
            Change::Edit(..) => "Changing the tree",
            Change::Paste(..) => "Pasting",
            Change::Undo => "Undoing",
            Change::Redo => "Redoing",
            Change::GoTo(_) => "Going through the history",
            Change::GiveUp(_) => "Giving up a value",
        }
    }

    /// The same in a tree that was changed; `None` where its node is gone.
    pub(super) fn followed(self, moved: &Moved) -> Option<Change> {
        Some(match self {
            Change::Edit(edit, gesture) => Change::Edit(edit.followed(moved)?, gesture),
            Change::Paste(node, text) => Change::Paste(moved.follow(node)?, text),
            other => other,
        })
    }
}

/// The work of a change.
pub(super) enum Work {
    Edit(Edit),
    Paste(NodeId, Arc<String>),
    Way(Way),
}

/// What it comes to.
pub(super) enum Made {
    Edited(Edited),
    Gone(Gone),
}

impl Work {
    /// About how many nodes are read and written.
    pub(super) fn size(&self, tree: &Tree) -> usize {
        match self {
            Work::Edit(edit) => edit.work(tree),
            Work::Paste(_, text) => tree.len() + text.len(),
            Work::Way(way) => way.work(tree),
        }
    }

    pub(super) fn run(&self, tree: &Tree, progress: &Progress) -> Result<Made, EditError> {
        match self {
            Work::Edit(edit) => edit.apply_with(tree, progress).map(Made::Edited),
            Work::Paste(node, text) => paste_text(*node, text, progress)?.apply_with(tree, progress).map(Made::Edited),
            Work::Way(way) => way.go(tree, progress).map(Made::Gone),
        }
    }
}

/// The change that is being made, and those that wait for it.
#[derive(Default)]
pub(crate) struct Changes {
    pub(super) making: Option<Making>,
    pub(super) waiting: VecDeque<Change>,
}

pub(super) struct Making {
    pub(super) change: Change,
    /// The tree that is changed.
    pub(super) tree: u64,
    pub(super) job: Job<Result<Made, EditError>>,
}

impl Changes {
    /// Whether a change is being made.
    pub(crate) fn is_busy(&self) -> bool {
        self.making.is_some()
    }

    /// What is being made, for people; for how long, and how far it is.
    pub(crate) fn under_way(&self) -> Option<(&'static str, Duration, &Progress)> {
        let making = self.making.as_ref()?;
        Some((making.change.words(), making.job.elapsed(), making.job.progress()))
    }
}

/// A text that is being made for the clipboard.
pub(crate) struct Copying {
    pub(super) job: Job<Result<String, String>>,
    /// What is said once it is there.
    pub(super) said: &'static str,
}

/// A save in progress.
pub(crate) struct Saving {
    pub(super) job: Job<Saved>,
    pub(super) path: PathBuf,
    /// The document, and the state of it that is saved.
    pub(super) serial: u64,
    pub(super) state: State,
    /// The action after saving.
    pub(super) then: Option<Box<Action>>,
}

/// What may happen to the file and to what it has no room for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Permit {
    /// There is no such file yet.
    New,
    /// The file is replaced if it is as it was when the tree was read from it or written there.
    AsItWas(Option<Fingerprint>),
    /// The file is replaced.
    Replace,
    /// The file is replaced, and what the format has no room for is left out.
    Anything,
}

/// What saving came to.
pub(super) enum Saved {
    /// The current state of the file.
    Written(Option<Fingerprint>),
    /// The file already exists, so nothing was written.
    There,
    /// The file was changed meanwhile, so nothing was written.
    Changed,
    /// The format has no room for this, so nothing was written.
    LeavesOut(Vec<Part>),
    Refused(String),
}

impl Permit {
    pub(super) fn write(self, tree: &Tree, path: &Path, format: Option<Format>) -> Saved {
        match self {
            // A folder, or a name without a format, is refused below.
            Permit::New if path.is_file() && format.is_some() => return Saved::There,
            Permit::AsItWas(Some(before)) if matches!(before.since(path), Since::Changed(_)) => return Saved::Changed,
            _ => {}
        }
        let mut left_out = format.map_or_else(Vec::new, |format| file::left_out(tree, path, format));
        // Without these it would be another tree, which is refused below.
        left_out.retain(|part| !part.is_needed());
        if self != Permit::Anything && !left_out.is_empty() {
            return Saved::LeavesOut(left_out);
        }
        match file::save_without(tree, path, format, self != Permit::New) {
            Ok(()) => Saved::Written(Fingerprint::of(path).ok()),
            Err(error) => Saved::Refused(error.to_string()),
        }
    }
}

//! The history of changes, for undo and redo.

use super::patch::{Patch, Patched};
use super::{EditError, Edited};
use crate::tree::Tree;

/// A change that was made or undone.
#[derive(Debug)]
struct Done {
    name: String,
    /// The patch that undoes it, or makes it again.
    patch: Patch,
    /// Changes of one gesture, such as dragging a value, are a single step.
    gesture: Option<u64>,
}

/// The changes of one tree in order. Takes memory for what changed.
#[derive(Debug)]
pub struct History {
    undo: Vec<Done>,
    redo: Vec<Done>,
    /// The number of changes of the saved tree; `None` if the saved tree is not in the history.
    saved: Option<usize>,
}

impl Default for History {
    fn default() -> History {
        History { undo: Vec::new(), redo: Vec::new(), saved: Some(0) }
    }
}

impl History {
    /// The history of a tree that has not been saved.
    pub fn unsaved() -> History {
        History { saved: None, ..History::default() }
    }

    /// Adds a change. Consecutive changes of one `gesture` are a single step.
    pub fn push(&mut self, edited: Edited, gesture: Option<u64>) -> Patched {
        let Edited { name, patched, .. } = edited;
        let saved = self.saved;
        if saved.is_some_and(|saved| saved > self.undo.len()) {
            self.saved = None;
        }
        self.redo.clear();
        let goes_on = gesture.is_some()
            && saved != Some(self.undo.len())
            && self.undo.last().is_some_and(|last| last.gesture == gesture);
        match self.undo.last_mut() {
            // Undoing the first one undoes them all, because each sets the same value.
            Some(last) if goes_on => last.name = name,
            _ => self.undo.push(Done { name, patch: patched.inverse.clone(), gesture }),
        }
        patched
    }

    /// The name of the change that would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        self.undo.last().map(|done| done.name.as_str())
    }

    /// The name of the change that would be redone.
    pub fn redo_name(&self) -> Option<&str> {
        self.redo.last().map(|done| done.name.as_str())
    }

    /// The names of the changes, in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &str> {
        self.undo.iter().map(|done| done.name.as_str())
    }

    /// Undoes the last change; `None` if there is none.
    pub fn undo(&mut self, tree: &Tree) -> Option<Result<Patched, EditError>> {
        step(&mut self.undo, &mut self.redo, tree)
    }

    /// Redoes the change that was undone last; `None` if there is none.
    pub fn redo(&mut self, tree: &Tree) -> Option<Result<Patched, EditError>> {
        step(&mut self.redo, &mut self.undo, tree)
    }

    /// Marks the current tree as saved. Further changes of the same gesture are another step.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.undo.len());
    }

    /// The position in the history, for [`mark_saved_at`](History::mark_saved_at).
    pub fn position(&self) -> usize {
        self.undo.len()
    }

    /// Marks the tree at a position as saved, if it is still in the history.
    pub fn mark_saved_at(&mut self, position: usize) {
        self.saved = (position <= self.undo.len() + self.redo.len()).then_some(position);
    }

    /// Whether the tree has unsaved changes.
    pub fn is_unsaved(&self) -> bool {
        self.saved != Some(self.undo.len())
    }
}

fn step(from: &mut Vec<Done>, to: &mut Vec<Done>, tree: &Tree) -> Option<Result<Patched, EditError>> {
    let patched = match from.last()?.patch.apply(tree) {
        Ok(patched) => patched,
        Err(error) => return Some(Err(error)),
    };
    let done = from.pop()?;
    to.push(Done { patch: patched.inverse.clone(), gesture: None, ..done });
    Some(Ok(patched))
}

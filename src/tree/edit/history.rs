//! What was changed, so that it can be undone and done again.

use super::patch::{Patch, Patched};
use super::{EditError, Edited};
use crate::tree::Tree;

/// A change that was made or undone.
#[derive(Debug)]
struct Done {
    name: String,
    /// What takes it back, or makes it again.
    patch: Patch,
    /// Changes of one gesture, such as the dragging of a value, are one step.
    gesture: Option<u64>,
}

/// The changes of one tree, the last one last. Takes memory for what changed.
#[derive(Debug)]
pub struct History {
    undo: Vec<Done>,
    redo: Vec<Done>,
    /// How many changes the saved tree has; `None` where no saved tree is on the way.
    saved: Option<usize>,
}

impl Default for History {
    fn default() -> History {
        History { undo: Vec::new(), redo: Vec::new(), saved: Some(0) }
    }
}

impl History {
    /// The history of a tree that is kept nowhere.
    pub fn unsaved() -> History {
        History { saved: None, ..History::default() }
    }

    /// Adds a change that was made. Those of one `gesture` that follow each other are one step.
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
            // What takes the first one back takes them all back, since each sets the same value.
            Some(last) if goes_on => last.name = name,
            _ => self.undo.push(Done { name, patch: patched.inverse.clone(), gesture }),
        }
        patched
    }

    /// What would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        self.undo.last().map(|done| done.name.as_str())
    }

    /// What would be done again.
    pub fn redo_name(&self) -> Option<&str> {
        self.redo.last().map(|done| done.name.as_str())
    }

    /// The steps that were made, the first one first.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &str> {
        self.undo.iter().map(|done| done.name.as_str())
    }

    /// Takes the last change back; `None` where there is none.
    pub fn undo(&mut self, tree: &Tree) -> Option<Result<Patched, EditError>> {
        step(&mut self.undo, &mut self.redo, tree)
    }

    /// Makes the change again that was taken back last; `None` where there is none.
    pub fn redo(&mut self, tree: &Tree) -> Option<Result<Patched, EditError>> {
        step(&mut self.redo, &mut self.undo, tree)
    }

    /// The tree as it is now is kept somewhere. What is dragged further is another step.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.undo.len());
    }

    /// Where the tree stands among its changes, to be told when it has been saved.
    pub fn position(&self) -> usize {
        self.undo.len()
    }

    /// The tree as it was at a position is kept somewhere, if that is still on the way.
    pub fn mark_saved_at(&mut self, position: usize) {
        self.saved = (position <= self.undo.len() + self.redo.len()).then_some(position);
    }

    /// Whether the tree has changes that are kept nowhere.
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

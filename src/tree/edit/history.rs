//! The history of changes, for undo and redo.

use std::sync::Arc;

use super::moved::Moved;
use super::patch::{Patch, Patched};
use super::{EditError, Edited};
use crate::progress::Progress;
use crate::tree::{Identity, NodeId, Tree, Value};

/// What belongs together, such as the changes of a value while it is dragged: one step of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gesture(u64);

impl Gesture {
    /// One that differs from every other.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "no two are equal")]
    pub fn new() -> Gesture {
        Gesture(Identity::new().get())
    }
}

/// A state of the tree. No two are equal, also of steps with one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u64);

impl State {
    fn new() -> State {
        State(Identity::new().get())
    }
}

/// A change that was made or undone.
#[derive(Debug)]
struct Step {
    name: String,
    /// What undoes it, or makes it again.
    patch: Arc<Patch>,
    gesture: Option<Gesture>,
    /// The state after it.
    state: State,
}

/// The changes of one tree in order. Takes memory for what changed.
#[derive(Debug)]
pub struct History {
    /// The state before all steps.
    first: State,
    steps: Vec<Step>,
    /// How many of the steps are made; the others were undone.
    position: usize,
    /// The state that was saved last, which need not be in the history any more.
    saved: Option<State>,
}

impl Default for History {
    fn default() -> History {
        let first = State::new();
        History { first, steps: Vec::new(), position: 0, saved: Some(first) }
    }
}

impl History {
    /// The history of a tree that has not been saved.
    pub fn unsaved() -> History {
        History { saved: None, ..History::default() }
    }

    /// Adds a change that was made, in the place of those that were undone. Those of one gesture that follow each other are one step, unless the
    /// state before was saved.
    pub fn push(&mut self, edited: Edited, gesture: Option<Gesture>) -> Arrival {
        let Edited { name, patched: Patched { tree, inverse, moved }, .. } = edited;
        self.steps.truncate(self.position);
        let goes_on =
            gesture.is_some() && self.is_unsaved() && self.steps.last().is_some_and(|last| last.gesture == gesture);
        let state = State::new();
        match self.steps.last_mut() {
            // Undoing the first undoes all, since each sets the same value.
            Some(last) if goes_on => (last.name, last.state) = (name, state),
            _ => {
                self.steps.push(Step { name, patch: Arc::new(inverse), gesture, state });
                self.position += 1;
            }
        }
        Arrival { tree, moved }
    }

    /// The name of the change that would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        Some(self.steps.get(self.position.checked_sub(1)?)?.name.as_str())
    }

    /// The name of the change that would be redone.
    pub fn redo_name(&self) -> Option<&str> {
        self.steps.get(self.position).map(|step| step.name.as_str())
    }

    /// The names of the changes, in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &str> {
        self.steps[..self.position].iter().map(|step| step.name.as_str())
    }

    /// How many steps there are, with those that were undone.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was changed.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The name of a step, counted from 0.
    pub fn name(&self, step: usize) -> Option<&str> {
        self.steps.get(step).map(|step| step.name.as_str())
    }

    /// How many steps are made.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The way to the state after a number of steps; `None` if that is the current state, or if there are fewer steps.
    pub fn way_to(&self, position: usize) -> Option<Way> {
        let back = self.steps.get(position..self.position).unwrap_or_default().iter().rev();
        let forth = self.steps.get(self.position..position).unwrap_or_default();
        let patches: Vec<_> = back.chain(forth).map(|step| Arc::clone(&step.patch)).collect();
        (!patches.is_empty()).then_some(Way { from: self.position, to: position, patches })
    }

    /// The way to where the last step is not made, if that is one of a gesture.
    pub fn way_before(&self, gesture: Gesture) -> Option<Way> {
        let last = self.position.checked_sub(1)?;
        self.way_to(last).filter(|_| self.steps[last].gesture == Some(gesture))
    }

    /// The way to where the last step is not made, if that is one of a gesture and would set this value again.
    pub fn way_back_to(&self, gesture: Gesture, node: NodeId, value: Option<Value>) -> Option<Way> {
        let last = self.steps.get(self.position.checked_sub(1)?)?;
        self.way_before(gesture).filter(|_| last.patch.sets(node, value))
    }

    /// Adopts the result of a way that began at the current state.
    pub fn arrive(&mut self, gone: Gone) -> Arrival {
        let Gone { from, to, inverses, tree, moved } = gone;
        let (low, high) = (from.min(to), from.max(to));
        debug_assert_eq!(inverses.len(), high - low);
        for (index, inverse) in inverses.into_iter().enumerate() {
            let step = &mut self.steps[if to < from { high - 1 - index } else { low + index }];
            (step.patch, step.gesture) = (Arc::new(inverse), None);
        }
        self.position = to;
        Arrival { tree, moved }
    }

    /// Forgets the steps that were undone.
    pub fn forget_undone(&mut self) {
        self.steps.truncate(self.position);
    }

    /// Undoes the last change; `None` where there is none.
    pub fn undo(&mut self, tree: &Tree) -> Option<Result<Arrival, EditError>> {
        let way = self.way_to(self.position.checked_sub(1)?)?;
        Some(way.go(tree, &Progress::new()).map(|gone| self.arrive(gone)))
    }

    /// Redoes the change that was undone last; `None` where there is none.
    pub fn redo(&mut self, tree: &Tree) -> Option<Result<Arrival, EditError>> {
        let way = self.way_to(self.position + 1)?;
        Some(way.go(tree, &Progress::new()).map(|gone| self.arrive(gone)))
    }

    /// The current state, to be marked once it is saved.
    pub fn state(&self) -> State {
        self.position.checked_sub(1).map_or(self.first, |last| self.steps[last].state)
    }

    /// Marks a state as saved. Changes that were made meanwhile stay unsaved, and further ones of the same gesture are another step.
    pub fn mark_saved(&mut self, state: State) {
        self.saved = Some(state);
    }

    /// How many steps the saved tree has; `None` where it is not in the history.
    pub fn saved(&self) -> Option<usize> {
        let saved = self.saved?;
        let of_step = |step: &Step| step.state == saved;
        if saved == self.first { Some(0) } else { self.steps.iter().rposition(of_step).map(|last| last + 1) }
    }

    /// Whether the tree has unsaved changes.
    pub fn is_unsaved(&self) -> bool {
        self.saved != Some(self.state())
    }
}

/// Some steps of a history back or forth, to be gone on any thread.
#[derive(Clone, Debug)]
pub struct Way {
    from: usize,
    to: usize,
    patches: Vec<Arc<Patch>>,
}

impl Way {
    /// About how many nodes are read and written on the way through a tree.
    pub fn work(&self, tree: &Tree) -> usize {
        self.patches.iter().map(|patch| tree.len() + patch.size()).sum()
    }

    /// Goes the way from a tree that stands at its beginning. `progress` counts the nodes of each step, and can cancel it.
    pub fn go(&self, tree: &Tree, progress: &Progress) -> Result<Gone, EditError> {
        let mut inverses = Vec::with_capacity(self.patches.len());
        let mut now: Option<(Tree, Moved)> = None;
        for patch in &self.patches {
            let Patched { tree: next, inverse, moved } =
                patch.apply(now.as_ref().map_or(tree, |(tree, _)| tree), progress)?;
            inverses.push(inverse);
            now = Some((next, now.map_or(moved.clone(), |(_, before)| before.then(&moved))));
        }
        let (tree, moved) = now.ok_or(EditError::Nothing)?;
        Ok(Gone { from: self.from, to: self.to, inverses, tree, moved })
    }
}

/// A way that was gone, for the history to take in.
#[derive(Debug)]
pub struct Gone {
    from: usize,
    to: usize,
    /// What leads back over each step, in the order of the way.
    inverses: Vec<Patch>,
    tree: Tree,
    moved: Moved,
}

/// The tree that is open after a change.
#[derive(Debug)]
pub struct Arrival {
    /// The tree.
    pub tree: Tree,
    /// Where the nodes of the tree from before went.
    pub moved: Moved,
}

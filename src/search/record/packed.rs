//! The columns that take the most memory, without what can be told otherwise.

use super::Window;
use super::bounds::Proving;
use super::columns::{Column, Columns};
use crate::tree::{Bits, NodeId, NodeValues, Ranked, Tree, Value};

/// The returned values of visits in preorder. Where an evaluation returned what the tree says of its node, it is read from there.
#[derive(Clone, Debug)]
pub(super) struct Values {
    in_tree: NodeValues,
    /// The ranks of the visits whose values are in the tree.
    are_in_tree: Ranked,
    /// The values of the others, in order; NaN if the search was stopped before.
    others: Column<f64>,
}

impl Values {
    /// The values of visits, given those that are not in the tree.
    fn new(tree: &Tree, are_in_tree: Bits, others: Column<f64>) -> Values {
        Values { in_tree: tree.values(), are_in_tree: are_in_tree.into(), others }
    }

    /// The same, given all values.
    pub(super) fn of(tree: &Tree, visited: &Bits, columns: &Columns) -> Values {
        let (mut are_in_tree, mut others, mut len) = (Bits::default(), Column::new(f64::NAN), 0);
        for (rank, node) in visited.iter().enumerate() {
            let value = columns.values.get(rank);
            if columns.evaluated.contains(rank) && tree.value(NodeId::at(node)).is_some_and(|own| own.get() == value) {
                are_in_tree.insert(rank);
            } else {
                others.set(len, value);
                len += 1;
            }
        }
        Values::new(tree, are_in_tree, others)
    }

    /// The value of a visit, given its rank and its node.
    #[inline]
    pub(super) fn get(&self, rank: usize, node: NodeId) -> f64 {
        if self.are_in_tree.contains(rank) {
            self.in_tree.get(node)
        } else {
            self.others.get(rank - self.are_in_tree.rank(rank))
        }
    }
}

/// The windows of the first visits in preorder, each where it differs from the one before.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    /// The ranks of the visits with another window than the one before.
    changes: Ranked,
    windows: Vec<Window>,
}

impl Windows {
    /// The window of a visit, given its rank.
    #[inline]
    pub(super) fn get(&self, rank: usize) -> Window {
        let changes = self.changes.rank(rank + 1);
        changes.checked_sub(1).map_or(Window::OPEN, |last| self.windows[last])
    }

    /// The windows of visits, given all of them.
    pub(super) fn of(visits: usize, columns: &Columns) -> Windows {
        let mut windows = OpenWindows::default();
        for rank in 0..visits {
            windows.push(rank, columns.windows.get(rank));
        }
        windows.finish()
    }
}

/// Windows to which more are added.
#[derive(Debug, Default)]
struct OpenWindows {
    changes: Bits,
    windows: Vec<Window>,
}

impl OpenWindows {
    /// Adds the window of the next visit.
    #[inline]
    fn push(&mut self, rank: usize, window: Window) {
        if self.windows.last().copied().unwrap_or(Window::OPEN) != window {
            self.changes.insert(rank);
            self.windows.push(window);
        }
    }

    fn finish(mut self) -> Windows {
        self.windows.shrink_to_fit();
        Windows { changes: self.changes.into(), windows: self.windows }
    }
}

/// What is known at once while nodes are visited in order, and only once. Otherwise it is computed at the end.
#[derive(Debug)]
pub(super) struct InOrder {
    /// What the visits prove.
    pub(super) proving: Proving,
    windows: OpenWindows,
    /// The ranks of the visits whose values are in the tree.
    are_in_tree: Bits,
    /// The values of the others.
    others: Column<f64>,
    /// The number of the others.
    len: u32,
}

impl InOrder {
    /// Before the first visit.
    pub(super) fn new() -> InOrder {
        let (windows, are_in_tree, others) = (OpenWindows::default(), Bits::default(), Column::new(f64::NAN));
        InOrder { proving: Proving::new(), windows, are_in_tree, others, len: 0 }
    }

    /// Adds the next visit.
    #[inline]
    pub(super) fn enter(&mut self, rank: usize, window: Window) {
        self.windows.push(rank, window);
    }

    /// The place for the value of the next visit, unless that is in the tree.
    #[inline]
    pub(super) fn take_place(&mut self) -> u32 {
        self.len += 1;
        self.len - 1
    }

    /// Sets the value at a place.
    #[inline]
    pub(super) fn set(&mut self, place: u32, value: Value) {
        self.others.set(place as usize, value.get());
    }

    /// Adds the value of the next visit, which is an evaluation of a node.
    #[inline]
    pub(super) fn evaluate(&mut self, tree: &Tree, rank: usize, node: NodeId, value: Value) {
        if tree.value(node) == Some(value) {
            self.are_in_tree.insert(rank);
        } else {
            let place = self.take_place();
            self.set(place, value);
        }
        self.proving.join(tree, node, (value.get(), value.get()));
    }

    /// The values and windows of all visits.
    pub(super) fn finish(self, tree: &Tree) -> (Proving, Values, Windows) {
        (self.proving, Values::new(tree, self.are_in_tree, self.others), self.windows.finish())
    }

    /// Moves values and windows to the columns, where they can be changed.
    pub(super) fn unpack(self, tree: &Tree, visited: &Bits, columns: &mut Columns) {
        let (_, values, windows) = self.finish(tree);
        for (rank, node) in visited.iter().enumerate() {
            columns.values.set(rank, values.get(rank, NodeId::at(node)));
            columns.windows.set(rank, windows.get(rank));
        }
    }
}

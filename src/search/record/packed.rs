//! The columns that take the most memory, without what follows from the tree or from the visit before.

use std::sync::Arc;

use super::Window;
use super::bounds::Proving;
use super::columns::{Column, Columns};
use crate::tree::{Bits, NodeId, Player, Ranked, Tree, Value};

/// The returned values of visits in preorder. Where an evaluation returned what the shared tree says of its node, it is read there.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// The tree, if it is shared.
    tree: Option<Arc<Tree>>,
    /// The ranks of the visits whose values are in the tree.
    are_in_tree: Ranked,
    /// The values of the others, in order; NaN if the search was stopped before.
    others: Column<f64>,
}

impl Values {
    /// The value of a visit, given its rank and its node.
    #[inline]
    pub(super) fn get(&self, rank: usize, node: NodeId) -> f64 {
        match &self.tree {
            Some(tree) if self.are_in_tree.contains(rank) => tree.value(node).map_or(f64::NAN, Value::get),
            _ => self.others.get(rank - self.are_in_tree.rank(rank)),
        }
    }

    /// The values of visits, given all of them.
    pub(super) fn of(tree: Option<Arc<Tree>>, visited: &Bits, columns: &Columns) -> Values {
        let mut values = OpenValues::new(tree);
        for (rank, node) in visited.iter().enumerate() {
            let (value, node) = (columns.values.get(rank), NodeId::at(node));
            if !columns.evaluated.contains(rank) || !values.take_from_tree(rank, node, value) {
                let place = values.take_place();
                values.others.set(place as usize, value);
            }
        }
        values.finish()
    }
}

/// Values to which more are added.
#[derive(Debug)]
struct OpenValues {
    tree: Option<Arc<Tree>>,
    are_in_tree: Bits,
    others: Column<f64>,
    /// The number of the others.
    len: u32,
}

impl OpenValues {
    fn new(tree: Option<Arc<Tree>>) -> OpenValues {
        OpenValues { tree, are_in_tree: Bits::default(), others: Column::new(f64::NAN), len: 0 }
    }

    /// The place for the value of the next visit, unless that is in the tree.
    #[inline]
    fn take_place(&mut self) -> u32 {
        self.len += 1;
        self.len - 1
    }

    /// Whether the tree has the value of the next visit, an evaluation; then nothing else has to be kept.
    #[inline]
    fn take_from_tree(&mut self, rank: usize, node: NodeId, value: f64) -> bool {
        let own = self.tree.as_ref().and_then(|tree| tree.value(node));
        own.is_some_and(|own| own.get() == value) && self.are_in_tree.insert(rank)
    }

    fn finish(self) -> Values {
        Values { tree: self.tree, are_in_tree: self.are_in_tree.into(), others: self.others }
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
        changes.checked_sub(1).and_then(|last| self.windows.get(last)).copied().unwrap_or(Window::OPEN)
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
    values: OpenValues,
}

impl InOrder {
    /// Before the first visit in a tree, which may be shared.
    pub(super) fn new(shared: Option<Arc<Tree>>) -> InOrder {
        InOrder { proving: Proving::new(), windows: OpenWindows::default(), values: OpenValues::new(shared) }
    }

    /// Adds the next visit.
    #[inline]
    pub(super) fn enter(&mut self, rank: usize, window: Window) {
        self.windows.push(rank, window);
    }

    /// Opens the node of the next visit. Returns the place of its value.
    #[inline]
    pub(super) fn open(&mut self, rank: usize, node: NodeId, player: Player) -> u32 {
        self.proving.open(rank, node, player);
        self.values.take_place()
    }

    /// Sets the value at a place.
    #[inline]
    pub(super) fn set(&mut self, place: u32, value: Value) {
        self.values.others.set(place as usize, value.get());
    }

    /// Adds the value of the next visit, which is an evaluation of a node.
    #[inline]
    pub(super) fn evaluate(&mut self, tree: &Tree, rank: usize, node: NodeId, value: Value) {
        if !self.values.take_from_tree(rank, node, value.get()) {
            let place = self.values.take_place();
            self.set(place, value);
        }
        self.proving.join(tree, node, (value.get(), value.get()));
    }

    /// What the visits prove, and their values and windows.
    pub(super) fn finish(self) -> (Proving, Values, Windows) {
        (self.proving, self.values.finish(), self.windows.finish())
    }

    /// Moves values and windows to the columns, where they can be changed.
    pub(super) fn unpack(self, visited: &Bits, columns: &mut Columns) {
        let (_, values, windows) = self.finish();
        for (rank, node) in visited.iter().enumerate() {
            columns.values.set(rank, values.get(rank, NodeId::at(node)));
            columns.windows.set(rank, windows.get(rank));
        }
    }
}

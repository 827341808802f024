//! From the story of a search to what is kept of it: one visit per node, and the cause of each cutoff.

use super::super::story::follow::{Cut, Entered, Left, Watch};
use super::{Bound, Cutoff, Origin, Record, Visit};
use crate::tree::{NodeId, Tree, Value};

/// No index.
const NONE: u32 = u32::MAX;

/// The nodes visited so far.
#[derive(Debug, Default)]
pub(super) struct Visits {
    visits: Vec<Visit>,
    cutoffs: Vec<Cutoff>,
    /// Beside each visit the index of its node's last cutoff.
    cutoff_of: Vec<u32>,
    /// The index of each node in `visits`. A search that goes from left to right and never comes back needs no such list, so it is
    /// made when one does.
    index_of: Option<Vec<u32>>,
    pub(super) evaluation_order: Vec<NodeId>,
    nodes: usize,
}

impl Visits {
    pub(super) fn new(tree: &Tree) -> Visits {
        Visits { nodes: tree.len(), ..Visits::default() }
    }

    /// The index of the node in `visits`, if it was visited before.
    #[inline]
    fn index(&mut self, node: NodeId) -> Option<u32> {
        if self.index_of.is_none() {
            if self.visits.last().is_none_or(|last| last.node < node) {
                return None;
            }
            self.make_list();
        }
        self.index_of.as_ref()?.get(node.index()).copied().filter(|&index| index != NONE)
    }

    #[cold]
    fn make_list(&mut self) {
        let mut list = vec![NONE; self.nodes];
        for visit in &self.visits {
            list[visit.node.index()] = visit.order;
        }
        self.index_of = Some(list);
    }

    /// The record of a run over `tree`, and the nodes in the order of their evaluations.
    pub(super) fn finish(mut self, tree: &Tree) -> (Record, Vec<NodeId>) {
        if self.index_of.is_some() {
            self.visits.sort_unstable_by_key(|visit| visit.node);
        }
        self.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        (Record::new(tree, self.visits, self.cutoffs), self.evaluation_order)
    }
}

impl Watch<NodeId> for Visits {
    type Tag = u32;

    #[inline]
    fn entered(&mut self, Entered { node, window, .. }: Entered<NodeId>) -> u32 {
        if let Some(index) = self.index(node) {
            self.visits[index as usize].visits += 1;
            return index;
        }
        let index = self.visits.len() as u32;
        self.visits.push(Visit::first(node, window.values(), index));
        self.cutoff_of.push(NONE);
        if let Some(list) = &mut self.index_of {
            list[node.index()] = index;
        }
        index
    }

    #[inline]
    fn left(&mut self, node: NodeId, _: u32, tag: u32, value: Value, how: Left) {
        self.visits[tag as usize].leave(value, how);
        if how == Left::Evaluated {
            self.evaluation_order.push(node);
        }
    }

    fn cut(&mut self, node: NodeId, tag: u32, Cut { cause, bound, asked, witness }: Cut<NodeId>) {
        let cutoff = Cutoff { node, cause, bound, asked, witness };
        let last = &mut self.cutoff_of[tag as usize];
        if *last == NONE {
            *last = self.cutoffs.len() as u32;
            self.cutoffs.push(cutoff);
        } else {
            self.cutoffs[*last as usize] = cutoff;
        }
    }
}

impl<N> Visit<N> {
    /// The node is left.
    #[inline]
    pub(super) fn leave(&mut self, value: Value, how: Left) {
        self.value = value.get();
        match how {
            Left::Evaluated => self.evaluations += 1,
            Left::Searched => self.origin = Origin::Searched,
            Left::Recalled(bound) if self.visits == 1 => self.origin = Origin::Recalled(bound),
            Left::Recalled(_) => {}
        }
    }

    /// Its value and what that is of the node's minimax value, given between what the latter is proven to lie. Where the last visit
    /// of many did not say it, what all of them prove does.
    pub(super) fn settle(&mut self, (low, high): (f64, f64)) -> Bound {
        let says_it = self.value == low || self.value == high;
        if self.visits > 1 && !self.value.is_nan() && (low == high || !says_it) {
            self.value = if low.is_finite() {
                low
            } else if high.is_finite() {
                high
            } else {
                self.value
            };
        }
        Bound::of(self.value, (low, high))
    }
}

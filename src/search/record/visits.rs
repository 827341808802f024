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
    /// A search that goes from left to right and never comes back needs no such lists, so they are made when one does.
    lists: Option<Box<Lists>>,
    nodes: usize,
}

/// What is needed to find a visit again.
#[derive(Debug)]
struct Lists {
    /// The index of each node in `visits`.
    index_of: Vec<u32>,
    /// Beside each visit the index of its node's last cutoff.
    cutoff_of: Vec<u32>,
    evaluation_order: Vec<NodeId>,
}

impl Visits {
    pub(super) fn new(tree: &Tree) -> Visits {
        Visits { nodes: tree.len(), ..Visits::default() }
    }

    /// The index of the node in `visits`, if it was visited before.
    #[inline]
    fn index(&mut self, node: NodeId) -> Option<u32> {
        if self.lists.is_none() && self.visits.last().is_none_or(|last| last.node < node) {
            return None;
        }
        self.index_in_lists(node)
    }

    #[inline(never)]
    fn index_in_lists(&mut self, node: NodeId) -> Option<u32> {
        let lists = self.lists.get_or_insert_with(|| Box::new(Lists::new(self.nodes, &self.visits, &self.cutoffs)));
        lists.index_of.get(node.index()).copied().filter(|&index| index != NONE)
    }

    /// The record of a run over `tree`.
    pub(super) fn finish(mut self, tree: &Tree) -> Record {
        if self.lists.is_some() {
            self.visits.sort_unstable_by_key(|visit| visit.node);
        }
        self.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        Record::new(tree, self.visits, self.cutoffs)
    }

    /// The nodes in the order of their evaluations.
    pub(super) fn take_evaluation_order(&mut self) -> Vec<NodeId> {
        match &mut self.lists {
            Some(lists) => std::mem::take(&mut lists.evaluation_order),
            None => evaluated(&self.visits),
        }
    }
}

/// The nodes evaluated, in the order of their visits.
fn evaluated(visits: &[Visit]) -> Vec<NodeId> {
    visits.iter().filter(|visit| visit.evaluations > 0).map(|visit| visit.node).collect()
}

impl Lists {
    #[cold]
    fn new(nodes: usize, visits: &[Visit], cutoffs: &[Cutoff]) -> Lists {
        let mut index_of = vec![NONE; nodes];
        for (visit, index) in visits.iter().zip(0..) {
            index_of[visit.node.index()] = index;
        }
        let mut cutoff_of = vec![NONE; visits.len()];
        for (cutoff, index) in cutoffs.iter().zip(0..) {
            cutoff_of[index_of[cutoff.node.index()] as usize] = index;
        }
        Lists { index_of, cutoff_of, evaluation_order: evaluated(visits) }
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
        if let Some(lists) = &mut self.lists {
            lists.cutoff_of.push(NONE);
            lists.index_of[node.index()] = index;
        }
        index
    }

    #[inline]
    fn left(&mut self, node: NodeId, _: u32, tag: u32, value: Value, how: Left) {
        self.visits[tag as usize].leave(value, how);
        if how == Left::Evaluated
            && let Some(lists) = &mut self.lists
        {
            lists.evaluation_order.push(node);
        }
    }

    fn cut(&mut self, node: NodeId, tag: u32, Cut { cause, bound, asked, witness }: Cut<NodeId>) {
        let cutoff = Cutoff { node, cause, bound, asked, witness };
        if let Some(lists) = &mut self.lists {
            let last = &mut lists.cutoff_of[tag as usize];
            if *last != NONE {
                self.cutoffs[*last as usize] = cutoff;
                return;
            }
            *last = self.cutoffs.len() as u32;
        }
        self.cutoffs.push(cutoff);
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
    #[inline]
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

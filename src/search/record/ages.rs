//! When nodes were visited last, for a search that goes deeper from visit to visit: what it found before does not count any more.

use std::collections::HashMap;

use super::super::story::follow::Left;
use super::Bound;
use crate::tree::NodeId;

/// The times of visits, as numbers of nodes entered.
///
/// Where a node that was evaluated is entered with its children later, the search has become deeper: by iterative deepening, or after a
/// reduced search. The visits above it that are not the first ones of their nodes then start afresh; so does another pass over the tree
/// that does not ask a question.
#[derive(Clone, Debug, Default)]
pub(super) struct Ages {
    /// Whether what was not visited in the last pass has no value.
    forgets: bool,
    now: u32,
    /// When each node was entered last; in the order of the first visits, and then in preorder.
    entered: Vec<u32>,
    /// When a visit began that started afresh, by its node; the last one.
    fresh: HashMap<u32, u32>,
    /// What the table knew of the nodes whose last visit it answered.
    recalled: HashMap<u32, Bound>,
    /// The visits that are not left yet.
    open: Vec<OpenAge>,
}

/// When a visit began, and whether it is deeper than one before.
#[derive(Clone, Copy, Debug)]
struct OpenAge {
    entered: u32,
    is_deeper: bool,
}

impl Ages {
    /// The times before the first visit.
    pub(super) fn new(forgets: bool) -> Ages {
        Ages { forgets, ..Ages::default() }
    }

    /// Whether what was not visited in the last pass has no value.
    pub(super) fn forgets(&self) -> bool {
        self.forgets
    }

    /// Whether the visit with a rank was before the last pass, and does not count for that.
    pub(super) fn is_forgotten(&self, rank: usize) -> bool {
        let pass = self.fresh.get(&(NodeId::ROOT.index() as u32)).copied().unwrap_or(0);
        self.forgets && self.entered.get(rank).is_some_and(|&entered| entered < pass)
    }

    /// A node is entered. Returns the time.
    pub(super) fn enter(&mut self, index: usize) -> u32 {
        self.now += 1;
        if index >= self.entered.len() {
            self.entered.resize(index + 1, 0);
        }
        self.entered[index] = self.now;
        self.now
    }

    /// A visit begins, which is a new pass over the tree or not.
    pub(super) fn open(&mut self, index: usize, is_pass: bool) {
        let entered = self.enter(index);
        self.open.push(OpenAge { entered, is_deeper: false });
        if is_pass {
            self.fresh.insert(NodeId::ROOT.index() as u32, entered);
        }
    }

    /// The innermost visit is deeper than one before.
    pub(super) fn become_deeper(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_deeper = true;
        }
    }

    /// The innermost visit ends. If it is deeper than one before, so is that of the parent; and it has started afresh if it is not the first.
    pub(super) fn close(&mut self, node: NodeId, is_deeper: bool, is_again: bool) {
        let Some(open) = self.open.pop_if(|open| open.is_deeper || is_deeper) else {
            self.open.pop();
            return;
        };
        if is_again {
            self.fresh.insert(node.index() as u32, open.entered);
        }
        self.become_deeper();
    }

    /// A node is left.
    pub(super) fn leave(&mut self, node: NodeId, how: Left) {
        let node = node.index() as u32;
        match how {
            Left::Recalled(bound) => self.recalled.insert(node, bound),
            Left::Searched | Left::Evaluated => self.recalled.remove(&node),
        };
    }

    /// What the table knew of a node, if it answered the last visit.
    pub(super) fn recalled(&self, node: NodeId) -> Option<Bound> {
        self.recalled.get(&(node.index() as u32)).copied()
    }

    /// The times in another order: entry `i` is the current entry `order[i]`.
    pub(super) fn reorder(&mut self, order: &[u32]) {
        if !order.is_empty() {
            self.entered = order.iter().map(|&from| self.entered[from as usize]).collect();
        }
    }

    /// Since when visits count for the value of the node with a rank, given the time for its parent.
    pub(super) fn since(&self, rank: usize, node: NodeId, above: u32) -> u32 {
        let here = self.fresh.get(&(node.index() as u32)).copied().unwrap_or(0);
        // What was not visited since has only what was found before.
        [here, above].into_iter().filter(|&since| since <= self.entered[rank]).max().unwrap_or(0)
    }

    /// Whether the last visit of the node with a rank counts.
    pub(super) fn counts(&self, rank: usize, since: u32) -> bool {
        self.entered[rank] >= since
    }
}

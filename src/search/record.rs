//! What a recorded run keeps of every node that it visited.

use std::collections::HashMap;
use std::ops::Range;

use super::observer::TreePosition;
use super::open::{Closed, CutoffKind, OpenNodes};
use super::{Observer, Window};
use crate::tree::{Identity, NodeId, Player, Tree, Value};

/// What is known of a node's minimax value from the leaves that were evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value returned is the node's minimax value, whatever the other leaves hold.
    Exact,
    /// The minimax value is at least the value returned.
    Lower,
    /// The minimax value is at most the value returned.
    Upper,
}

/// A node that a search entered.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The node.
    pub node: NodeId,
    /// The window with which it was entered the first time.
    pub window: Window,
    /// How often it was entered.
    pub visits: u32,
    /// How often the static evaluation was called for it.
    pub evaluations: u32,
    /// Its place in the order of first visits, the root's being 0.
    pub order: u32,
    value: f64,
}

impl Visit {
    /// The value that it returned first; `None` where the search was stopped before.
    pub fn value(&self) -> Option<Value> {
        Value::new(self.value)
    }
}

/// A node that was left before its last child.
#[derive(Clone, Copy, Debug)]
pub struct Cutoff {
    /// The node.
    pub node: NodeId,
    /// Where the bound came from.
    pub kind: CutoffKind,
    /// The node whose value set the bound.
    pub witness: NodeId,
    /// The bound: beta at a MAX node, alpha at a MIN node.
    pub bound: Value,
}

/// Watches a run and keeps every visit. Takes memory for the nodes visited only.
#[derive(Debug, Default)]
pub struct Recorder {
    visits: Vec<Visit>,
    cutoffs: Vec<Cutoff>,
    /// The nodes entered and not left, each with its place in `visits`.
    open: OpenNodes<(NodeId, u32)>,
    /// Where each node stands in `visits`. A search that goes from left to right and never comes back needs no such
    /// table, so it is made when one does.
    places: Option<HashMap<NodeId, u32>>,
}

impl Recorder {
    /// A recorder that has seen nothing.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Where the node stands in `visits`, if it was visited before.
    fn place(&mut self, node: NodeId) -> Option<u32> {
        if self.places.is_none() {
            if self.visits.last().is_none_or(|last| last.node < node) {
                return None;
            }
            self.places = Some(self.visits.iter().map(|visit| (visit.node, visit.order)).collect());
        }
        self.places.as_ref()?.get(&node).copied()
    }

    fn close(&mut self, value: Value) -> Option<&mut Visit> {
        let (_, place) = self.open.leave(value)?;
        let visit = &mut self.visits[place as usize];
        if visit.value.is_nan() {
            visit.value = value.get();
        }
        Some(visit)
    }

    /// The record of a run over `tree`.
    pub fn finish(mut self, tree: &Tree) -> Record {
        if self.places.is_some() {
            self.visits.sort_unstable_by_key(|visit| visit.node);
        }
        self.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        let bounds = bounds(tree, &self.visits);
        let evaluated_before = prefix_sums(self.visits.iter().map(|visit| u64::from(visit.evaluations > 0)));
        let evaluations_before = prefix_sums(self.visits.iter().map(|visit| u64::from(visit.evaluations)));
        Record {
            visits: self.visits,
            bounds,
            cutoffs: self.cutoffs,
            evaluated_before,
            evaluations_before,
            identity: Identity::new(),
        }
    }
}

impl<P: TreePosition> Observer<P> for Recorder {
    fn enter(&mut self, position: &P, player: Player, window: Window) {
        let node = position.node();
        let place = if let Some(place) = self.place(node) {
            self.visits[place as usize].visits += 1;
            place
        } else {
            let place = self.visits.len() as u32;
            self.visits.push(Visit { node, window, visits: 1, evaluations: 0, order: place, value: f64::NAN });
            if let Some(places) = &mut self.places {
                places.insert(node, place);
            }
            place
        };
        self.open.enter((node, place), player, window);
    }

    fn evaluate(&mut self, _: &P, value: Value) {
        if let Some(visit) = self.close(value) {
            visit.evaluations += 1;
        }
    }

    fn leave(&mut self, _: &P, value: Value) {
        self.close(value);
    }

    fn cutoff(&mut self, _: &P) {
        // At a later visit the window may be another than the one that the visit keeps.
        let is_first = |&(_, place): &(NodeId, u32)| self.visits[place as usize].visits == 1;
        let Some((node, _)) = self.open.innermost().filter(is_first) else { return };
        if let Some(Closed { kind, witness: (witness, _), bound }) = self.open.cutoff() {
            self.cutoffs.push(Cutoff { node, kind, witness, bound });
        }
    }
}

/// A finished run, node by node. Queries take time in the logarithm of the nodes visited.
#[derive(Clone, Debug)]
pub struct Record {
    /// In the order of the nodes.
    visits: Vec<Visit>,
    /// Beside each visit what is proven of its value.
    bounds: Vec<Bound>,
    cutoffs: Vec<Cutoff>,
    evaluated_before: Vec<u64>,
    evaluations_before: Vec<u64>,
    identity: Identity,
}

impl Record {
    /// A number that only this record and its clones have, for what is kept beside a record.
    pub fn identity(&self) -> u64 {
        self.identity.get()
    }

    /// The nodes visited, in preorder.
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// What the run did at a node; `None` where it did not go there.
    pub fn visit(&self, node: NodeId) -> Option<&Visit> {
        self.place(node).map(|place| &self.visits[place])
    }

    /// Whether the value returned at a node is exact or a bound.
    pub fn bound(&self, node: NodeId) -> Option<Bound> {
        self.place(node).map(|place| self.bounds[place])
    }

    /// The cutoffs, in preorder.
    pub fn cutoffs(&self) -> &[Cutoff] {
        &self.cutoffs
    }

    /// The cutoff at a node, if the run left it before its last child.
    pub fn cutoff(&self, node: NodeId) -> Option<&Cutoff> {
        let place = self.cutoffs.binary_search_by_key(&node, |cutoff| cutoff.node).ok()?;
        Some(&self.cutoffs[place])
    }

    /// How many cutoffs of a kind there are.
    pub fn count_cutoffs(&self, kind: CutoffKind) -> usize {
        self.cutoffs.iter().filter(|cutoff| cutoff.kind == kind).count()
    }

    /// How many nodes of a range of indices were visited.
    pub fn visited_in(&self, nodes: &Range<usize>) -> usize {
        self.places(nodes).len()
    }

    /// How many nodes of a range of indices were evaluated.
    pub fn evaluated_in(&self, nodes: &Range<usize>) -> u64 {
        let places = self.places(nodes);
        self.evaluated_before[places.end] - self.evaluated_before[places.start]
    }

    /// How many evaluations, repeated ones included, there were of a range of indices.
    pub fn evaluations_in(&self, nodes: &Range<usize>) -> u64 {
        let places = self.places(nodes);
        self.evaluations_before[places.end] - self.evaluations_before[places.start]
    }

    /// The principal variation: from the root on the leftmost child that has the value of its parent.
    pub fn line(&self, tree: &Tree) -> Vec<NodeId> {
        let value = |node: NodeId| self.visit(node).and_then(Visit::value);
        let Some(root) = value(NodeId::ROOT) else { return Vec::new() };
        let next = |&node: &NodeId| {
            if self.visit(node)?.evaluations > 0 {
                return None;
            }
            tree.children(node).find(|&child| value(child) == Some(root))
        };
        std::iter::successors(Some(NodeId::ROOT), next).collect()
    }

    fn place(&self, node: NodeId) -> Option<usize> {
        self.visits.binary_search_by_key(&node, |visit| visit.node).ok()
    }

    fn places(&self, nodes: &Range<usize>) -> Range<usize> {
        let start = self.visits.partition_point(|visit| visit.node.index() < nodes.start);
        let end = start + self.visits[start..].partition_point(|visit| visit.node.index() < nodes.end);
        start..end
    }
}

fn prefix_sums(counts: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut sum = 0;
    let mut sums = vec![0];
    sums.extend(counts.map(|count| {
        sum += count;
        sum
    }));
    sums
}

/// What the evaluated leaves prove of each visited node: the interval between its minimax value with every other leaf
/// at −∞ and that with every other leaf at +∞.
fn bounds(tree: &Tree, visits: &[Visit]) -> Vec<Bound> {
    let mut proven = vec![(f64::NEG_INFINITY, f64::INFINITY); visits.len()];
    let mut bounds = vec![Bound::Exact; visits.len()];
    // Parents stand before their children, so from the end on the children are done.
    for (place, visit) in visits.iter().enumerate().rev() {
        proven[place] = if visit.evaluations > 0 || (tree.is_leaf(visit.node) && !visit.value.is_nan()) {
            (visit.value, visit.value)
        } else {
            proven_of_children(tree, visits, &proven, place)
        };
        let (low, high) = proven[place];
        bounds[place] = if low == high {
            Bound::Exact
        } else if visit.value >= high {
            Bound::Upper
        } else {
            Bound::Lower
        };
    }
    bounds
}

fn proven_of_children(tree: &Tree, visits: &[Visit], proven: &[(f64, f64)], place: usize) -> (f64, f64) {
    let node = visits[place].node;
    let player = tree.player(node);
    let mut next = place + 1;
    let mut joined: Option<(f64, f64)> = None;
    let mut all = true;
    // The visited children stand in the same order as all of them; a child's visited subtree is passed by search.
    for child in tree.children(node) {
        if visits.get(next).is_none_or(|visit| visit.node != child) {
            all = false;
            if visits.get(next).is_none_or(|visit| visit.node.index() >= tree.subtree(node).end) {
                break;
            }
            continue;
        }
        let (low, high) = proven[next];
        joined = Some(joined.map_or((low, high), |(l, h)| match player {
            Player::Max => (l.max(low), h.max(high)),
            Player::Min => (l.min(low), h.min(high)),
        }));
        let end = tree.subtree(child).end;
        next += visits[next..].partition_point(|visit| visit.node.index() < end);
    }
    match (joined, player) {
        (None, _) => (f64::NEG_INFINITY, f64::INFINITY),
        (Some(joined), _) if all => joined,
        (Some((low, _)), Player::Max) => (low, f64::INFINITY),
        (Some((_, high)), Player::Min) => (f64::NEG_INFINITY, high),
    }
}

//! What a recorded run keeps of every node that it visited.

mod bounds;
mod tape;
mod trail;
mod visits;

use std::ops::Range;

use super::observer::TreePosition;
use super::open::CutoffKind;
use super::{Observer, Window};
use crate::tree::{Identity, NodeId, Player, Tree, Value};
use tape::Tape;
pub use trail::Trail;
use visits::Visits;

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

/// A node that a search entered; `N` names it.
#[derive(Clone, Copy, Debug)]
pub struct Visit<N = NodeId> {
    /// The node.
    pub node: N,
    /// The window with which it was entered the first time.
    pub window: Window,
    /// How often it was entered.
    pub visits: u32,
    /// How often the static evaluation was called for it; below it too where [nothing is recorded](Origin::Unrecorded) of that.
    pub evaluations: u64,
    /// Its place in the order of first visits, the root's being 0.
    pub order: u32,
    /// Where its value came from.
    pub origin: Origin,
    value: f64,
}

/// Where the value of a visited node came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From its children, or from the static evaluation.
    Searched,
    /// From an equal subtree; this much was known of it.
    Recalled(Bound),
    /// From its children, of which the record says nothing else; this much they proved.
    Unrecorded(Bound),
}

impl<N> Visit<N> {
    fn first(node: N, window: Window, order: u32) -> Visit<N> {
        let (visits, evaluations, origin, value) = (1, 0, Origin::Searched, f64::NAN);
        Visit { node, window, visits, evaluations, order, origin, value }
    }

    /// The static evaluation was called, or what came back was known otherwise. The first value counts.
    fn close(&mut self, value: Value) {
        if self.value.is_nan() {
            self.value = value.get();
        }
    }

    /// Whether the static evaluation was called for it.
    pub fn is_evaluated(&self) -> bool {
        self.evaluations > 0 && self.origin == Origin::Searched
    }

    /// What was known of its value from an equal subtree, if the run took it from there.
    pub fn recalled(&self) -> Option<Bound> {
        if let Origin::Recalled(bound) = self.origin { Some(bound) } else { None }
    }

    /// The value that it returned first; `None` where the search was stopped before.
    pub fn value(&self) -> Option<Value> {
        Value::new(self.value)
    }
}

/// A node that was left before its last child.
#[derive(Clone, Copy, Debug)]
pub struct Cutoff<N = NodeId> {
    /// The node.
    pub node: N,
    /// Where the bound came from.
    pub kind: CutoffKind,
    /// The node whose value set the bound; in a threshold test the child whose value settled the question.
    pub witness: N,
    /// The bound: beta at a MAX node, alpha at a MIN node. In a threshold test the value that settled the question.
    pub bound: Value,
}

/// How many events a tape may hold before it is played: 16 MB, however long a search repeats itself.
const TAPE: usize = 1 << 22;

/// Watches a run over a tree and keeps every visit. Takes memory for the nodes visited only.
#[derive(Debug)]
pub struct Recorder<'t> {
    tree: &'t Tree,
    tape: Tape,
    visits: Visits,
}

impl<'t> Recorder<'t> {
    /// A recorder that has seen nothing.
    pub fn new(tree: &'t Tree) -> Recorder<'t> {
        Recorder { tree, tape: Tape::default(), visits: Visits::default() }
    }

    /// The record of the run.
    pub fn finish(mut self) -> Record {
        self.play();
        self.visits.finish(self.tree)
    }

    #[inline]
    fn make_room(&mut self) {
        if self.tape.len() >= TAPE {
            self.play();
        }
    }

    #[cold]
    fn play(&mut self) {
        self.tape.play(self.tree, &mut self.visits);
    }
}

impl<P: TreePosition> Observer<P> for Recorder<'_> {
    #[inline]
    fn enter(&mut self, position: &P, player: Player, window: Window) {
        self.make_room();
        self.tape.enter(position, player, window);
    }

    #[inline]
    fn enter_inheriting(&mut self, position: &P, player: Player, window: Window) {
        self.make_room();
        self.tape.enter_inheriting(position, player, window);
    }

    #[inline]
    fn evaluate(&mut self, position: &P, value: Value) {
        self.tape.evaluate(position, value);
    }

    #[inline]
    fn leave(&mut self, position: &P, value: Value) {
        self.tape.leave(position, value);
    }

    fn recall(&mut self, position: &P, value: Value, bound: Bound) {
        Observer::<P>::recall(&mut self.tape, position, value, bound);
    }

    #[inline]
    fn cutoff(&mut self, position: &P) {
        self.tape.cutoff(position);
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
    /// Whether children were visited from the first one on, from left to right.
    is_in_order: bool,
    evaluated_before: Vec<u64>,
    evaluations_before: Vec<u64>,
    identity: Identity,
}

impl Record {
    /// The record of these visits and cutoffs, both in the order of the nodes.
    fn new(tree: &Tree, visits: Vec<Visit>, cutoffs: Vec<Cutoff>) -> Record {
        let parents = bounds::parents(tree, &visits);
        let bounds = bounds::bounds(tree, &visits, &parents);
        let is_in_order = visits.is_sorted_by_key(|visit| visit.order) && !has_gaps(tree, &visits, &parents);
        let evaluated_before = prefix_sums(visits.iter().map(|visit| u64::from(visit.is_evaluated())));
        let evaluations_before = prefix_sums(visits.iter().map(|visit| visit.evaluations));
        Record { visits, bounds, cutoffs, is_in_order, evaluated_before, evaluations_before, identity: Identity::new() }
    }

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

    /// The leftmost child of a visited node that was not visited. After a search from left to right it is found without
    /// counting those before it.
    pub fn first_unvisited(&self, tree: &Tree, node: NodeId) -> Option<NodeId> {
        if !self.is_in_order {
            return tree.children(node).find(|&child| self.visit(child).is_none());
        }
        let end = self.visits.partition_point(|visit| visit.node.index() < tree.subtree(node).end);
        let last = self.visits[..end].last()?.node;
        if last == node {
            return tree.children(node).next();
        }
        tree.next_sibling(tree.ancestor_at(last, tree.depth(node) + 1))
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

    /// The principal variation: from the root on the first visited child that has the value of its parent. It ends where the run took
    /// a value from an equal subtree, since it did not go down there.
    pub fn line(&self, tree: &Tree) -> Vec<NodeId> {
        self.line_from(tree, NodeId::ROOT).collect()
    }

    /// The same from another node on, which comes first; nothing where the run did not come back from it with a value. Where
    /// that is a bound, so are the values along the line.
    pub fn line_from<'a>(&'a self, tree: &'a Tree, first: NodeId) -> impl Iterator<Item = NodeId> + 'a {
        let value = |node: NodeId| self.visit(node).and_then(Visit::value);
        let wanted = value(first);
        let next = move |&node: &NodeId| {
            if self.visit(node)?.is_evaluated() {
                return None;
            }
            // Of equal ones the first that was visited.
            if self.is_in_order {
                return tree.children(node).find(|&child| value(child) == wanted);
            }
            let equal =
                tree.children(node).filter_map(|child| self.visit(child)).filter(|child| child.value() == wanted);
            equal.min_by_key(|child| child.order).map(|child| child.node)
        };
        std::iter::successors(wanted.map(|_| first), next)
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

/// Whether a child was visited and one before it was not.
fn has_gaps(tree: &Tree, visits: &[Visit], parents: &[u32]) -> bool {
    // Beside each visit the child of its node that comes next.
    let mut next: Vec<usize> = visits.iter().map(|visit| visit.node.index() + 1).collect();
    let leaves_gap = |(visit, &parent): (&Visit, &u32)| {
        let Range { start, end } = tree.subtree(visit.node);
        start != std::mem::replace(&mut next[parent as usize], end)
    };
    visits.iter().zip(parents).skip(1).any(leaves_gap)
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

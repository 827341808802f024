//! What a recorded run keeps of every node that it visited.

mod bounds;
mod tape;
mod visits;

use std::ops::Range;

use super::observer::TreePosition;
use super::open::CutoffKind;
use super::{Observer, Window};
use crate::tree::{Identity, NodeId, Player, Tree, Value};
use tape::Tape;
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
    /// What was known of its value from an equal subtree, if the run took it from there.
    pub recalled: Option<Bound>,
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
    /// The node whose value set the bound; in a threshold test the child whose value settled the question.
    pub witness: NodeId,
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

    /// The principal variation: from the root on the leftmost child that has the value of its parent. It ends where the run took
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
            if self.visit(node)?.evaluations > 0 {
                return None;
            }
            tree.children(node).find(|&child| value(child) == wanted)
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

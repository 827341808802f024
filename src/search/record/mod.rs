//! What a recorded run keeps of every node that it visited.

mod bounds;
mod plies;
mod visits;

use std::ops::Range;

use super::Window;
use super::story::follow::{Asked, Follower, Nodes};
use super::story::{Cause, Event, Listener};
use crate::tree::{Identity, NodeId, Tree, Value};
use bounds::{AllProven, Settled};
pub(super) use bounds::{OpenProven, intersection};
pub use plies::PlyRecorder;
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
    /// The window with which it was entered the first time; the [story](super::story) has those of later visits.
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

    /// Whether the static evaluation was called for it.
    pub fn is_evaluated(&self) -> bool {
        self.evaluations > 0 && self.origin == Origin::Searched
    }

    /// What was known of its value from an equal subtree, if the run took it from there.
    pub fn recalled(&self) -> Option<Bound> {
        if let Origin::Recalled(bound) = self.origin { Some(bound) } else { None }
    }

    /// The value that it returned; of several the one that all visits together prove. `None` where the search was stopped before.
    pub fn value(&self) -> Option<Value> {
        Value::new(self.value)
    }
}

/// A node that was left before its last child, the last time that it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutoff<N = NodeId> {
    /// The node.
    pub node: N,
    /// What the cutoff came from.
    pub cause: Cause,
    /// The bound, beta at a MAX node and alpha at a MIN node, or the number that was asked about.
    pub bound: Value,
    /// What was asked, if it was a question.
    pub asked: Option<Asked>,
    /// The node whose value set the bound, or settled the question; `None` where no node did.
    pub witness: Option<N>,
}

/// Makes the record of a run over a tree from its story.
///
/// ```
/// use plyscope::search::{Algorithm, Cause, Limits, Recorder, tell};
/// use plyscope::tree::Tree;
///
/// let tree: Tree = "(5 (((4 100) 6) 8))".parse()?;
/// let mut recorder = Recorder::new(&tree);
/// tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut recorder);
/// let record = recorder.finish();
/// let cutoff = record.cutoffs()[0];
/// assert_eq!((tree.path(cutoff.node), cutoff.cause), (vec![1, 0, 0], Cause::Deep));
/// assert_eq!(cutoff.witness.map(|node| tree.path(node)), Some(vec![0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
///  Takes memory for the nodes visited, and for the evaluations.
pub struct Recorder<'t> {
    tree: &'t Tree,
    follower: Follower<Nodes<'t>, u32>,
    visits: Visits,
}

impl<'t> Recorder<'t> {
    /// A recorder that has heard nothing.
    pub fn new(tree: &'t Tree) -> Recorder<'t> {
        Recorder { tree, follower: Follower::new(Nodes::new(tree)), visits: Visits::new(tree) }
    }

    /// The record of the run.
    pub fn finish(self) -> Record {
        self.visits.finish(self.tree)
    }

    /// The record of the run, and the nodes in the order of their evaluations, repeated ones included.
    pub fn finish_in_order(mut self) -> (Record, Vec<NodeId>) {
        let order = self.visits.take_evaluation_order();
        (self.finish(), order)
    }
}

impl Listener for Recorder<'_> {
    fn hear(&mut self, events: &[Event]) {
        self.follower.follow(events, &mut self.visits);
    }
}

/// A finished run, node by node. Queries take time in the logarithm of the nodes visited.
#[derive(Clone, Debug)]
pub struct Record {
    /// In the order of the nodes.
    visits: Vec<Visit>,
    proven: AllProven,
    cutoffs: Vec<Cutoff>,
    /// Whether children were visited from the first one on, from left to right.
    is_in_order: bool,
    /// Whether a node was visited more than once.
    has_revisits: bool,
    evaluated_before: Vec<u32>,
    /// The same with repeated evaluations, where there are some.
    evaluations_before: Option<Vec<u64>>,
    identity: Identity,
}

impl Record {
    /// The record of these visits and cutoffs, both in the order of the nodes.
    fn new(tree: &Tree, mut visits: Vec<Visit>, mut cutoffs: Vec<Cutoff>) -> Record {
        let settled = bounds::settle(tree, &mut visits, &mut cutoffs);
        let Settled { proven, is_in_order, evaluated_before, repeats_evaluations } = settled;
        let evaluations_before = repeats_evaluations.then(|| evaluations_before(&visits));
        let (has_revisits, identity) = (visits.iter().any(|visit| visit.visits > 1), Identity::new());
        Record { visits, proven, cutoffs, is_in_order, has_revisits, evaluated_before, evaluations_before, identity }
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
        self.place(node).map(|place| self.proven.bound(place))
    }

    /// Between what the minimax value of a node is proven to lie, by all visits together; infinities where it is open.
    pub fn proven(&self, node: NodeId) -> Option<(f64, f64)> {
        self.place(node).map(|place| self.proven.interval(place, &self.visits[place]))
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

    /// How many nodes of a range of indices were visited.
    pub fn visited_in(&self, nodes: &Range<usize>) -> usize {
        self.places(nodes).len()
    }

    /// How many nodes of a range of indices were evaluated.
    pub fn evaluated_in(&self, nodes: &Range<usize>) -> u64 {
        let places = self.places(nodes);
        u64::from(self.evaluated_before[places.end] - self.evaluated_before[places.start])
    }

    /// How many evaluations, repeated ones included, there were of a range of indices.
    pub fn evaluations_in(&self, nodes: &Range<usize>) -> u64 {
        let Some(before) = &self.evaluations_before else { return self.evaluated_in(nodes) };
        let places = self.places(nodes);
        before[places.end] - before[places.start]
    }

    /// The principal variation: from the root to the first visited child that is proven to have the value of its parent, and so on. It
    /// ends where the run took a value from a table, because it did not go down there.
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
            let children = tree.children(node).filter_map(|child| self.visit(child));
            let equal = children.filter(|child| child.value() == wanted);
            if self.is_in_order && !self.has_revisits {
                return equal.map(|child| child.node).next();
            }
            // What a visit returns may be a bound, and another visit the proof of it.
            let is_bound = |child: &Visit| self.has_revisits && self.bound(child.node) != Some(Bound::Exact);
            equal.min_by_key(|child| (is_bound(child), child.order)).map(|child| child.node)
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

/// How many evaluations, repeated ones included, there were before each visit, and at the end in all.
fn evaluations_before(visits: &[Visit]) -> Vec<u64> {
    let mut sum = 0;
    let mut sums = vec![0];
    sums.extend(visits.iter().map(|visit| {
        sum += visit.evaluations;
        sum
    }));
    sums
}

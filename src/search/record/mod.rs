//! What a recorded run keeps of every node that it visited.

mod bounds;
mod columns;
mod plies;
mod visits;

use std::ops::Range;

use super::Window;
use super::story::follow::{Asked, Follower, Nodes};
use super::story::{Cause, Event, Listener};
use crate::tree::{Bits, Identity, NodeId, Ones, Ranked, Tree, Value};
use bounds::{AllProven, Settled};
pub(super) use bounds::{OpenProven, intersection};
use columns::{Column, Columns};
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
/// Takes memory for the nodes visited, and a bit for each node of the tree; four bytes more for each where the search visits nodes
/// again or out of order.
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
}

impl Listener for Recorder<'_> {
    fn hear(&mut self, events: &[Event]) {
        self.follower.follow(events, &mut self.visits);
    }
}

/// A finished run, node by node: for each fact a column with an entry for each visited node, which takes no memory where there is
/// nothing to say. Queries take time in the logarithm of the nodes visited, sums over ranges constant time.
#[derive(Clone, Debug)]
pub struct Record {
    visited: Ranked,
    windows: Column<Window>,
    values: Column<f64>,
    visits: Column<u32>,
    origins: Column<Origin>,
    /// The order of the first visits; nothing where that is preorder.
    order: Vec<u32>,
    evaluated: Ranked,
    /// How many more evaluations than these there were before each visit, and at the end in all; nothing where there were none.
    repeated_before: Vec<u64>,
    proven: AllProven,
    cutoffs: Vec<Cutoff>,
    /// Whether children were visited from the first one on, from left to right.
    is_in_order: bool,
    identity: Identity,
}

impl Record {
    /// The record of these visits, their columns, their order and the cutoffs, all in the order of the nodes.
    fn new(tree: &Tree, visited: Bits, mut columns: Columns, mut order: Vec<u32>, mut cutoffs: Vec<Cutoff>) -> Record {
        let Settled { proven, has_gaps } = bounds::settle(tree, &visited, &mut columns, &mut cutoffs);
        let Columns { windows, values, visits, origins, evaluated, repeated } = columns;
        let (visited, is_in_preorder) = (Ranked::from(visited), order.is_sorted());
        if is_in_preorder {
            order = Vec::new();
        }
        Record {
            repeated_before: sums(&repeated, visited.len()),
            visited,
            windows,
            values,
            visits,
            origins,
            order,
            evaluated: evaluated.into(),
            proven,
            cutoffs,
            is_in_order: is_in_preorder && !has_gaps,
            identity: Identity::new(),
        }
    }

    /// A number that only this record and its clones have, for what is kept beside a record.
    pub fn identity(&self) -> u64 {
        self.identity.get()
    }

    /// The nodes visited, in preorder.
    pub fn visits(&self) -> impl ExactSizeIterator<Item = Visit> + Clone {
        InPreorder { record: self, nodes: self.visited.iter_from(0), place: 0 }
    }

    /// What the run did at a node; `None` where it did not go there.
    pub fn visit(&self, node: NodeId) -> Option<Visit> {
        self.place(node).map(|place| self.at(place, node))
    }

    /// Whether the run went to a node.
    pub fn is_visited(&self, node: NodeId) -> bool {
        self.visited.contains(node.index())
    }

    /// Whether the value returned at a node is exact or a bound.
    pub fn bound(&self, node: NodeId) -> Option<Bound> {
        self.place(node).map(|place| self.proven.bound(place))
    }

    /// Between what the minimax value of a node is proven to lie, by all visits together; infinities where it is open.
    pub fn proven(&self, node: NodeId) -> Option<(f64, f64)> {
        self.place(node).map(|place| self.proven.interval(place, self.values.get(place)))
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
            return tree.children(node).find(|&child| !self.is_visited(child));
        }
        let visited = self.visited.rank(tree.subtree(node).end);
        let last = NodeId::at(self.visited.select(visited.checked_sub(1)?));
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
        let Range { start, end } = self.places(nodes);
        (self.evaluated.rank(end) - self.evaluated.rank(start)) as u64
    }

    /// How many evaluations, repeated ones included, there were of a range of indices.
    pub fn evaluations_in(&self, nodes: &Range<usize>) -> u64 {
        self.evaluated_in(nodes) + self.repeated_at(self.places(nodes))
    }

    /// The principal variation: from the root to the first visited child that is proven to have the value of its parent, and so on. It
    /// ends where the run took a value from a table, because it did not go down there.
    pub fn line(&self, tree: &Tree) -> Vec<NodeId> {
        self.line_from(tree, NodeId::ROOT).collect()
    }

    /// The same from another node on, which comes first; nothing where the run did not come back from it with a value. Where
    /// that is a bound, so are the values along the line.
    pub fn line_from<'a>(&'a self, tree: &'a Tree, first: NodeId) -> impl Iterator<Item = NodeId> + 'a {
        let value = |node: NodeId| self.visit(node).and_then(|visit| visit.value());
        let wanted = value(first);
        let next = move |&node: &NodeId| {
            if self.visit(node)?.is_evaluated() {
                return None;
            }
            let children = tree.children(node).filter_map(|child| self.visit(child));
            let equal = children.filter(|child| child.value() == wanted);
            let has_revisits = !self.visits.is_empty();
            if self.is_in_order && !has_revisits {
                return equal.map(|child| child.node).next();
            }
            // What a visit returns may be a bound, and another visit the proof of it.
            let is_bound = |child: &Visit| has_revisits && self.bound(child.node) != Some(Bound::Exact);
            equal.min_by_key(|child| (is_bound(child), child.order)).map(|child| child.node)
        };
        std::iter::successors(wanted.map(|_| first), next)
    }

    /// The place of a visited node among those visited.
    fn place(&self, node: NodeId) -> Option<usize> {
        self.is_visited(node).then(|| self.visited.rank(node.index()))
    }

    fn places(&self, nodes: &Range<usize>) -> Range<usize> {
        let start = self.visited.rank(nodes.start);
        start..self.visited.rank(nodes.end).max(start)
    }

    /// The visit at a place, which is that of the node.
    fn at(&self, place: usize, node: NodeId) -> Visit {
        Visit {
            node,
            window: self.windows.get(place),
            visits: self.visits.get(place),
            evaluations: u64::from(self.evaluated.contains(place)) + self.repeated_at(place..place + 1),
            order: self.order.get(place).copied().unwrap_or(place as u32),
            origin: self.origins.get(place),
            value: self.values.get(place),
        }
    }

    fn repeated_at(&self, places: Range<usize>) -> u64 {
        if self.repeated_before.is_empty() {
            return 0;
        }
        self.repeated_before[places.end] - self.repeated_before[places.start]
    }
}

/// The sums of the first values of a column: of none, of one, up to `len`. Nothing where all are 0.
fn sums(column: &Column<u64>, len: usize) -> Vec<u64> {
    if column.is_empty() {
        return Vec::new();
    }
    let mut sum = 0;
    let add = |place| {
        sum += column.get(place);
        sum
    };
    std::iter::once(0).chain((0..len).map(add)).collect()
}

/// The visits of a record.
#[derive(Clone)]
struct InPreorder<'r> {
    record: &'r Record,
    nodes: Ones<'r>,
    place: usize,
}

impl Iterator for InPreorder<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        let visit = self.record.at(self.place, NodeId::at(self.nodes.next()?));
        self.place += 1;
        Some(visit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.record.visited.len() - self.place;
        (rest, Some(rest))
    }
}

impl ExactSizeIterator for InPreorder<'_> {}

//! What a recorded run keeps of every visited node.

mod ages;
mod bounds;
mod columns;
mod cutoffs;
mod in_order;
mod packed;
mod pages;
mod plies;
mod tag;
mod visits;

use std::ops::Range;
use std::sync::Arc;

use super::story::follow::{Follower, Nodes};
use super::story::{Cause, Event, Listener};
use super::{Aim, Algorithm, Asked, Bound, Told, Window};
use crate::tree::{Bits, Identity, NodeId, Ones, Ranked, Tree, Value};
use bounds::{AllProven, Counting, Settled};
pub(super) use bounds::{OpenProven, intersection};
use columns::{Column, Columns};
use cutoffs::{Cutoffs, NextCutoffs};
use packed::{Aims, Values};
pub use plies::PlyRecorder;
use tag::Tag;
use visits::Visits;

/// A node that a search entered; `N` identifies it.
#[derive(Clone, Copy, Debug)]
pub struct Visit<N = NodeId> {
    /// The node.
    pub node: N,
    /// The window of its first visit; the [story](super::story) has those of later visits.
    pub window: Window,
    /// The question that this window asks, if it is a null window.
    pub asked: Option<Asked>,
    /// The number of visits.
    pub visits: u32,
    /// The number of evaluations of the node; also of those below it if they are [not recorded](Origin::Unrecorded).
    pub evaluations: u64,
    /// Its index in the order of first visits; the root's is 0.
    pub order: u32,
    /// The origin of its value.
    pub origin: Origin,
    value: f64,
}

/// The origin of a visited node's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Its children, or the static evaluation.
    Searched,
    /// Its children; a visit before, which did not search as deep, evaluated it.
    Deepened,
    /// An equal subtree; with what was known of that.
    Recalled(Bound),
    /// Its children, which are not recorded; with what they proved.
    Unrecorded(Bound),
}

impl<N> Visit<N> {
    fn first(node: N, window: Window<Told>, order: u32) -> Visit<N> {
        let Aim { window, asked } = Aim::of(window);
        let (visits, evaluations, origin, value) = (1, 0, Origin::Searched, f64::NAN);
        Visit { node, window, asked, visits, evaluations, order, origin, value }
    }

    /// What the search wanted to know of the node at its first visit.
    pub fn aim(&self) -> Aim {
        Aim { window: self.window, asked: self.asked }
    }

    /// Whether the node was evaluated.
    pub fn is_evaluated(&self) -> bool {
        self.evaluations > 0 && self.origin == Origin::Searched
    }

    /// Whether it has no value because the search ended before; a visit that only an earlier pass made has none either.
    pub fn is_unfinished(&self) -> bool {
        self.value().is_none() && self.origin != Origin::Deepened
    }

    /// What was known of its value from an equal subtree, if it was taken from there.
    pub fn recalled(&self) -> Option<Bound> {
        if let Origin::Recalled(bound) = self.origin { Some(bound) } else { None }
    }

    /// The returned value; if there are several, the one that all visits together prove. `None` if the search was stopped before.
    pub fn value(&self) -> Option<Value> {
        Value::new(self.value)
    }
}

/// The last cutoff of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutoff<N = NodeId> {
    /// The node.
    pub node: N,
    /// The cause.
    pub cause: Cause,
    /// The bound, beta at a MAX node and alpha at a MIN node, or the number asked about; infinite if a trace does not tell it.
    pub bound: Value,
    /// The question, if there was one.
    pub asked: Option<Asked>,
    /// The node whose value set the bound or settled the question; `None` if it was not a node.
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
/// let cutoff = record.cutoffs().next().expect("one");
/// assert_eq!((tree.path(cutoff.node), cutoff.cause), (vec![1, 0, 0], Cause::Deep));
/// assert_eq!(cutoff.witness.map(|node| tree.path(node)), Some(vec![0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Takes memory for the visited nodes, and one bit for each node of the tree; four more bytes for each node if the search revisits
/// nodes, visits them out of order or takes values from a table.
pub struct Recorder<'t> {
    follower: Follower<Nodes<'t>, Tag>,
    visits: Visits<'t>,
}

impl<'t> Recorder<'t> {
    /// A recorder that has not received any events.
    pub fn new(tree: &'t Tree) -> Recorder<'t> {
        Recorder { follower: Follower::new(Nodes::new(tree)), visits: Visits::new(tree, None) }
    }

    /// The same for a tree that is shared: the record refers to it for the values of evaluated leaves, and so takes less memory.
    pub fn sharing(tree: &'t Arc<Tree>) -> Recorder<'t> {
        Recorder { follower: Follower::new(Nodes::new(tree)), visits: Visits::new(tree, Some(tree)) }
    }

    /// The same for a search that leaves out children without a cutoff, as with Hughes' `taketree`: they do not belong to the tree that it
    /// searches, so that values are exact without them.
    #[must_use]
    pub fn of_selective_search(mut self) -> Recorder<'t> {
        self.visits.leave_out();
        self
    }

    /// The same for a search that may go deeper from visit to visit, as with iterative deepening: what was found at a smaller depth does not
    /// count once it has.
    #[must_use]
    pub fn of_deepening_search(mut self) -> Recorder<'t> {
        self.visits.deepen(false);
        self
    }

    /// The same for a search by an algorithm of Plyscope's own. Of one that goes deeper from pass to pass only what the last pass visited has a
    /// value, and leaves.
    #[must_use]
    pub fn of(mut self, algorithm: Algorithm) -> Recorder<'t> {
        if algorithm.entry().deepens {
            self.visits.deepen(true);
        }
        self
    }

    /// The record of the run.
    pub fn finish(mut self) -> Record {
        self.follower.give_up(&mut self.visits);
        self.visits.finish()
    }
}

impl Listener for Recorder<'_> {
    fn hear(&mut self, events: &[Event]) {
        self.follower.follow(events, &mut self.visits);
    }

    fn hears_forces(&self) -> bool {
        false
    }
}

/// A finished run, node by node: one column per fact, with an entry for each visited node. A column takes no memory while all
/// its entries are the default. Queries take logarithmic time in the number of visited nodes, sums over ranges constant time.
#[derive(Clone, Debug)]
pub struct Record {
    visited: Ranked,
    aims: Aims,
    values: Values,
    visits: Column<u32>,
    origins: Column<Origin>,
    /// The order of first visits; empty if that is preorder.
    order: Vec<u32>,
    evaluated: Ranked,
    /// The number of repeated evaluations before each visit, and in total at the end; empty if there were none.
    repeated_before: Vec<u64>,
    proven: AllProven,
    cutoffs: Cutoffs,
    /// Whether the children of each node were visited from left to right, starting at the first.
    is_in_order: bool,
    identity: Identity,
}

impl Record {
    /// The record of these visits, with their columns and their order, sorted by node, and with the cutoffs, at most one a node.
    fn new(
        tree: &Tree,
        shared: Option<Arc<Tree>>,
        visited: Bits,
        mut columns: Columns,
        order: Vec<u32>,
        mut cutoffs: Vec<Cutoff>,
        counting: Counting<'_>,
    ) -> Record {
        let settled = bounds::settle(tree, &visited, &mut columns, &mut cutoffs, counting);
        let packed = (Values::of(shared, &visited, &mut columns), Aims::of(visited.iter().count(), &columns));
        let (visited, mut next) = (Ranked::from(visited), NextCutoffs::default());
        for cutoff in cutoffs {
            next.add(visited.rank(cutoff.node.index()) as u32, cutoff);
        }
        Record::settled(settled, visited, columns, packed, order, next.finish())
    }

    /// The same, if what the visits prove is known already, and their values and aims are packed.
    fn settled(
        settled: Settled,
        visited: Ranked,
        columns: Columns,
        (values, aims): (Values, Aims),
        mut order: Vec<u32>,
        cutoffs: Cutoffs,
    ) -> Record {
        let Settled { proven, has_gaps } = settled;
        let Columns { visits, origins, evaluated, repeated, .. } = columns;
        let is_in_preorder = order.is_sorted();
        if is_in_preorder {
            order = Vec::new();
        }
        Record {
            repeated_before: sums(&repeated, visited.len()),
            visited,
            aims,
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

    /// A number that only this record and its clones have, as a key for data derived from it.
    pub fn identity(&self) -> u64 {
        self.identity.get()
    }

    /// The visited nodes, in preorder.
    pub fn visits(&self) -> impl ExactSizeIterator<Item = Visit> + Clone {
        InPreorder { record: self, nodes: self.visited.iter_from(0), rank: 0 }
    }

    /// The visit of a node; `None` if it was not visited.
    #[inline]
    pub fn visit(&self, node: NodeId) -> Option<Visit> {
        self.rank(node).map(|rank| self.at(rank, node))
    }

    /// Whether a node was visited.
    pub fn is_visited(&self, node: NodeId) -> bool {
        self.visited.contains(node.index())
    }

    /// Whether a node was [evaluated](Visit::is_evaluated).
    #[inline]
    pub fn is_evaluated(&self, node: NodeId) -> bool {
        self.rank(node).is_some_and(|rank| self.origins.get(rank) == Origin::Searched && self.evaluations(rank) > 0)
    }

    /// The [returned value](Visit::value) of a node.
    #[inline]
    pub fn value(&self, node: NodeId) -> Option<Value> {
        self.rank(node).and_then(|rank| Value::new(self.value_at(rank, node)))
    }

    /// Whether the returned value of a node is exact or a bound.
    #[inline]
    pub fn bound(&self, node: NodeId) -> Option<Bound> {
        self.rank(node).map(|rank| self.proven.bound(rank))
    }

    /// The interval that all visits together prove for a node's minimax value; where it is open, to the smallest or largest number that there is.
    pub fn proven(&self, node: NodeId) -> Option<(f64, f64)> {
        self.rank(node).map(|rank| self.proven.interval(rank, self.value_at(rank, node)))
    }

    /// The cutoffs, in preorder.
    pub fn cutoffs(&self) -> impl Iterator<Item = &Cutoff> + Clone {
        self.cutoffs.iter()
    }

    /// The cutoff at a node, if there was one.
    #[inline]
    pub fn cutoff(&self, node: NodeId) -> Option<&Cutoff> {
        self.cutoffs.get(self.rank(node)?)
    }

    /// The leftmost child of a visited node that was not visited. Takes constant time if children were visited from left to right.
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

    /// The number of visited nodes in a range.
    #[inline]
    pub fn visited_in(&self, nodes: &Range<usize>) -> usize {
        self.ranks(nodes).len()
    }

    /// The number of evaluated nodes in a range.
    pub fn evaluated_in(&self, nodes: &Range<usize>) -> u64 {
        let Range { start, end } = self.ranks(nodes);
        (self.evaluated.rank(end) - self.evaluated.rank(start)) as u64
    }

    /// The number of evaluations in a range of nodes, including repeated ones.
    pub fn evaluations_in(&self, nodes: &Range<usize>) -> u64 {
        self.evaluated_in(nodes) + self.repeated_at(self.ranks(nodes))
    }

    /// The principal variation: from the root to the first visited child proven to have the value of its parent, and so on. It
    /// ends where chance moves, and where a value came from a table, because the run did not visit the nodes below.
    pub fn line(&self, tree: &Tree) -> Vec<NodeId> {
        self.line_from(tree, NodeId::ROOT).collect()
    }

    /// The principal variation from another node, which comes first; empty if the run did not leave that node with a value. If
    /// that value is a bound, so are the values along the line.
    pub fn line_from<'a>(&'a self, tree: &'a Tree, first: NodeId) -> impl Iterator<Item = NodeId> + 'a {
        let wanted = self.value(first);
        let next = move |&node: &NodeId| self.next_on_line(tree, node, wanted);
        std::iter::successors(wanted.map(|_| first), next)
    }

    /// The child with which a line with this value goes on.
    fn next_on_line(&self, tree: &Tree, node: NodeId, wanted: Option<Value>) -> Option<NodeId> {
        if self.is_evaluated(node) || tree.is_chance(node) {
            return None;
        }
        let has_revisits = !self.visits.is_empty();
        let mut best: Option<((bool, u32), NodeId)> = None;
        for child in tree.children(node) {
            let Some(visit) = self.visit(child).filter(|visit| visit.value() == wanted) else { continue };
            if self.is_in_order && !has_revisits {
                return Some(child);
            }
            // The returned value of a visit may be a bound, and another visit may prove it.
            let key = (has_revisits && self.bound(child) != Some(Bound::Exact), visit.order);
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, child));
            }
        }
        best.map(|(_, child)| child)
    }

    /// The rank of a visited node among those visited.
    #[inline]
    fn rank(&self, node: NodeId) -> Option<usize> {
        self.is_visited(node).then(|| self.visited.rank(node.index()))
    }

    #[inline]
    fn ranks(&self, nodes: &Range<usize>) -> Range<usize> {
        let start = self.visited.rank(nodes.start);
        start..self.visited.rank(nodes.end).max(start)
    }

    /// The visit with a rank, given its node.
    #[inline]
    fn at(&self, rank: usize, node: NodeId) -> Visit {
        let Aim { window, asked } = self.aims.get(rank);
        Visit {
            node,
            window,
            asked,
            visits: self.visits.get(rank),
            evaluations: self.evaluations(rank),
            order: self.order.get(rank).copied().unwrap_or(rank as u32),
            origin: self.origins.get(rank),
            value: self.value_at(rank, node),
        }
    }

    #[inline]
    fn value_at(&self, rank: usize, node: NodeId) -> f64 {
        self.values.get(rank, node, &self.evaluated)
    }

    /// The number of evaluations at a rank.
    #[inline]
    fn evaluations(&self, rank: usize) -> u64 {
        u64::from(self.evaluated.contains(rank)) + self.repeated_at(rank..rank + 1)
    }

    fn repeated_at(&self, ranks: Range<usize>) -> u64 {
        if self.repeated_before.is_empty() {
            return 0;
        }
        self.repeated_before[ranks.end] - self.repeated_before[ranks.start]
    }
}

/// The prefix sums of a column, from 0 to `len` entries. Empty if all entries are 0.
fn sums(column: &Column<u64>, len: usize) -> Vec<u64> {
    if column.is_empty() {
        return Vec::new();
    }
    let (mut sum, mut sums) = (0, Vec::with_capacity(len + 1));
    sums.push(0);
    for rank in 0..len {
        sum += column.get(rank);
        sums.push(sum);
    }
    sums
}

/// Iterates over the visits of a record in preorder.
#[derive(Clone)]
struct InPreorder<'r> {
    record: &'r Record,
    nodes: Ones<'r>,
    rank: usize,
}

impl Iterator for InPreorder<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        let visit = self.record.at(self.rank, NodeId::at(self.nodes.next()?));
        self.rank += 1;
        Some(visit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.record.visited.len() - self.rank;
        (rest, Some(rest))
    }
}

impl ExactSizeIterator for InPreorder<'_> {}

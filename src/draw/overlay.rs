//! Overlays: what a search did with the nodes of a tree.

use std::ops::Range;

use super::{Look, Shares, Warning, words};
use crate::search::{Aim, Cause, Record};
use crate::tree::{Bits, Layers, NodeId, Ranked, Tree};

/// How a cutoff is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strokes {
    /// One stroke.
    Single,
    /// Two strokes, for a deep cutoff.
    Double,
}

/// A cutoff: the first skipped child, and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The leftmost child that was not visited and that `taketree` had not dropped before.
    pub first: NodeId,
    /// Its strokes.
    pub strokes: Strokes,
}

/// What is drawn over a tree. Where an overlay is silent, the one beneath it speaks; the lowest one shows a tree that was not searched.
pub trait Overlay {
    /// The overlay beneath.
    fn beneath(&self) -> Option<&dyn Overlay> {
        None
    }

    /// A number that is equal only for overlays that are drawn in the same way.
    fn identity(&self) -> u64;

    /// The look of a node.
    fn look(&self, node: NodeId) -> Look {
        self.beneath().map_or(Look::Unsearched, |beneath| beneath.look(node))
    }

    /// The text in an inner node.
    fn words(&self, node: NodeId) -> Option<String> {
        self.beneath()?.words(node)
    }

    /// The principal variation, beginning with the root.
    fn line(&self) -> &[NodeId] {
        self.beneath().map_or(&[], |beneath| beneath.line())
    }

    /// The cutoff at a node, if there was one.
    fn cut(&self, node: NodeId) -> Option<Cut> {
        self.beneath()?.cut(node)
    }

    /// Whether `taketree` dropped a node from its parent before the search.
    fn is_dropped(&self, node: NodeId) -> bool {
        self.beneath().is_some_and(|beneath| beneath.is_dropped(node))
    }

    /// The names of the searches, if what is shown is the difference of two.
    fn names(&self) -> Option<&[String; 2]> {
        self.beneath()?.names()
    }

    /// The window with which a node was entered.
    fn aim(&self, node: NodeId) -> Option<Aim> {
        self.beneath()?.aim(node)
    }

    /// The node's number in the order of first visits, counted from 1.
    fn order(&self, node: NodeId) -> Option<u32> {
        self.beneath()?.order(node)
    }

    /// The shares of nodes that are adjacent in level order.
    fn shares(&self, positions: Range<usize>) -> Shares {
        match self.beneath() {
            Some(beneath) => beneath.shares(positions),
            None if positions.is_empty() => Shares::NONE,
            None => Shares::all(Look::Unsearched),
        }
    }

    /// The shares of a range of nodes in preorder.
    fn shares_in(&self, nodes: &Range<usize>) -> Shares {
        self.beneath().map_or_else(|| self.shares(nodes.clone()), |beneath| beneath.shares_in(nodes))
    }

    /// What is wrong at a node.
    fn warning(&self, node: NodeId) -> Option<Warning> {
        self.beneath()?.warning(node)
    }
}

/// No search.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a>(pub &'a Tree);

impl Overlay for Plain<'_> {
    fn identity(&self) -> u64 {
        0
    }

    fn words(&self, node: NodeId) -> Option<String> {
        self.0.value(node).map(|value| words::short(self.0, value))
    }
}

/// A finished run.
#[derive(Clone, Copy)]
pub struct Searched<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The record of the run.
    pub record: &'a Record,
    /// The same, counted level by level.
    pub states: &'a States,
    /// The principal variation.
    pub line: &'a [NodeId],
}

impl Overlay for Searched<'_> {
    fn identity(&self) -> u64 {
        self.record.identity()
    }

    fn look(&self, node: NodeId) -> Look {
        if self.record.is_evaluated(node) {
            Look::Evaluated
        } else if self.record.is_visited(node) {
            Look::Visited
        } else {
            let above = visited_above(self.tree, self.record, node);
            look_of_unvisited(self.record, above, self.is_dropped(toward(self.tree, above, node)))
        }
    }

    fn words(&self, node: NodeId) -> Option<String> {
        let value = self.record.value(node)?;
        Some(format!("{}{}", words::sign(self.record.bound(node)), words::short(self.tree, value)))
    }

    fn line(&self) -> &[NodeId] {
        self.line
    }

    fn cut(&self, node: NodeId) -> Option<Cut> {
        let strokes = match self.record.cutoff(node)?.cause {
            Cause::Deep => Strokes::Double,
            Cause::Shallow | Cause::Question | Cause::Outside | Cause::Table | Cause::Untold => Strokes::Single,
        };
        let unvisited = self.record.first_unvisited(self.tree, node);
        // Children were dropped in any order, but those that were visited come before the first that a cutoff skipped.
        let mut first = unvisited?;
        while self.is_dropped(first) || self.record.is_visited(first) {
            first = self.tree.next_sibling(first)?;
        }
        Some(Cut { first, strokes })
    }

    fn is_dropped(&self, node: NodeId) -> bool {
        self.states.dropped.binary_search(&node).is_ok()
    }

    fn aim(&self, node: NodeId) -> Option<Aim> {
        self.record.visit(node).map(|visit| visit.aim())
    }

    fn order(&self, node: NodeId) -> Option<u32> {
        self.record.visit(node).map(|visit| visit.order + 1)
    }

    fn shares(&self, positions: Range<usize>) -> Shares {
        shares(self.states.levels.count(&positions), positions.len())
    }

    fn shares_in(&self, nodes: &Range<usize>) -> Shares {
        let visited = self.record.visited_in(nodes);
        let [unreached, left_out] = self.states.preorder.count(nodes);
        shares([visited, self.record.evaluated_in(nodes) as usize, 0, unreached, left_out], nodes.len())
    }
}

/// The shares of nodes of which some were visited, some of these evaluated, some pruned by a deep cutoff, some not reached before the run
/// was stopped, and some left out.
fn shares([visited, evaluated, deep, unreached, left_out]: [usize; 5], all: usize) -> Shares {
    let known = all - unreached;
    let shares = Shares::of([
        (Look::Evaluated, evaluated),
        (Look::Visited, visited - evaluated),
        (Look::PrunedDeep, deep),
        (Look::Pruned, known - visited - deep - left_out),
        (Look::LeftOut, left_out),
    ]);
    if unreached == 0 { shares } else { shares.with_ahead(known, unreached) }
}

/// The look of a child of a visited node that was not visited, and of what is below it.
fn look_of_unvisited(record: &Record, parent: NodeId, is_dropped: bool) -> Look {
    match record.cutoff(parent).filter(|_| !is_dropped).map(|cutoff| cutoff.cause) {
        Some(Cause::Deep) => Look::PrunedDeep,
        Some(_) => Look::Pruned,
        // The run was stopped while the node was open.
        None if record.visit(parent).is_some_and(|visit| visit.is_unfinished()) => Look::Ahead,
        None => Look::LeftOut,
    }
}

/// The nearest visited ancestor. All ancestors of a visited node were visited, too.
pub fn visited_above(tree: &Tree, record: &Record, node: NodeId) -> NodeId {
    nearest_above(tree, node, &|ancestor| record.is_visited(ancestor))
}

impl Searched<'_> {
    /// Why a node was not visited, in a few words.
    pub fn state_of_unvisited(&self, node: NodeId) -> &'static str {
        let above = visited_above(self.tree, self.record, node);
        match (self.look(node), self.record.visit(above)) {
            (Look::Ahead, _) => "not reached",
            (Look::LeftOut, Some(visit)) if visit.is_evaluated() => "below the depth limit",
            (Look::LeftOut, Some(visit)) if visit.recalled().is_some() => "below an answer of the table",
            (Look::LeftOut, _) if self.is_dropped(toward(self.tree, above, node)) => "dropped by taketree",
            (Look::LeftOut, _) => "left out",
            _ => "pruned",
        }
    }
}

/// The child of a node on the way to a node below it.
pub(super) fn toward(tree: &Tree, above: NodeId, node: NodeId) -> NodeId {
    tree.ancestor_at(node, tree.depth(above) + 1)
}

/// The nearest ancestor for which `is_true` holds. It must hold for the root and for all ancestors of a node for which it holds.
pub(super) fn nearest_above(tree: &Tree, node: NodeId, is_true: &dyn Fn(NodeId) -> bool) -> NodeId {
    let (mut known, mut beyond) = (0, tree.depth(node));
    while known + 1 < beyond {
        let middle = u32::midpoint(known, beyond);
        if is_true(tree.ancestor_at(node, middle)) { known = middle } else { beyond = middle }
    }
    tree.ancestor_at(node, known)
}

/// What a run did with each node.
#[derive(Clone, Debug)]
pub struct States {
    /// In level order: whether it was visited, evaluated, pruned by a deep cutoff, not reached before the run was stopped, or left out.
    levels: Layers<5>,
    /// In preorder: whether it was not reached before the run was stopped, or left out.
    preorder: Layers<2>,
    /// The nodes that `taketree` dropped, in preorder.
    dropped: Vec<NodeId>,
}

impl States {
    /// How many of some nodes were visited.
    pub(super) fn visited(&self, positions: &Range<usize>) -> usize {
        self.levels.count(positions)[0]
    }

    /// The nodes that were visited, and those that were left out, both here and there.
    pub(super) fn common(&self, other: &States) -> [Ranked; 2] {
        [self.levels.common(&other.levels, 0), self.levels.common(&other.levels, 4)]
    }

    /// The nodes that a pipeline's `taketree` dropped, in preorder.
    pub fn dropped(&self) -> &[NodeId] {
        &self.dropped
    }

    /// The states of a run. Takes time linear in the size of the tree.
    pub fn new(tree: &Tree, record: &Record) -> States {
        States::after_dropping(Vec::new(), tree, record)
    }

    /// The same for a run that searched the tree without these nodes, in preorder, and without what is below them.
    pub fn after_dropping(dropped: Vec<NodeId>, tree: &Tree, record: &Record) -> States {
        let mut next: Vec<_> = (0..=tree.height()).map(|depth| tree.level(depth).start).collect();
        let set = || Bits::with_room_for(tree.len());
        let mut sets = [set(), set(), set(), set(), set()];
        let mut preorder = [Bits::default(), Bits::default()];
        let mut visits = record.visits().peekable();
        // The look of the subtree that is being passed over, and its end.
        let (mut look, mut end) = (Look::LeftOut, 0);
        for node in tree.nodes() {
            let position = &mut next[tree.depth(node) as usize];
            let [visited, evaluated, deep, unreached, left_out] = &mut sets;
            if let Some(visit) = visits.next_if(|visit| visit.node == node) {
                visited.insert(*position);
                if visit.is_evaluated() {
                    evaluated.insert(*position);
                }
            } else {
                if node.index() >= end {
                    let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
                    let is_dropped = dropped.binary_search(&node).is_ok();
                    (look, end) = (look_of_unvisited(record, parent, is_dropped), tree.subtree(node).end);
                }
                let [unreached_here, left_out_here] = &mut preorder;
                match look {
                    Look::PrunedDeep => _ = deep.insert(*position),
                    Look::Ahead => _ = (unreached.insert(*position), unreached_here.insert(node.index())),
                    Look::LeftOut => _ = (left_out.insert(*position), left_out_here.insert(node.index())),
                    _ => {}
                }
            }
            *position += 1;
        }
        States { levels: Layers::from(sets), preorder: Layers::from(preorder), dropped }
    }

    /// Whether the run was stopped before it reached a node.
    pub fn is_unreached(&self, node: NodeId) -> bool {
        self.preorder.count(&(node.index()..node.index() + 1))[0] > 0
    }
}

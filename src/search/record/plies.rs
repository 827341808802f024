//! The record of a run on a game too large to unfold, down to the deepest ply that fits.

use std::collections::HashMap;

use super::super::catalogue::{Algorithm, Revisits};
use super::super::story::follow::{Child, Cut, Entered, Follower, Left, Paths, Watch};
use super::super::story::{Event, Listener};
use super::bounds::{ANY, Counting, OpenProven, intersection, settled};
use super::columns::Columns;
use super::{Bound, Cutoff, Origin, Record, Visit};
use crate::game::Path;
use crate::sorting;
use crate::tree::{Bits, NodeId, Tree, Value};

/// Makes the record of a run on any game from its story: every visit down to the deepest ply of which all visits fit. Deeper
/// visits are summed up: their evaluations are counted, and what they prove about the nodes above is known.
///
/// Takes memory for `most` visits and for the line of play.
#[derive(Debug)]
pub struct PlyRecorder {
    follower: Follower<Paths, OpenNode>,
    plies: Plies,
}

/// The position of a visit: its ply, and its index there.
#[derive(Clone, Copy, Debug)]
struct Index {
    ply: usize,
    index: u32,
}

#[derive(Debug)]
struct Plies {
    most: usize,
    revisits: bool,
    /// Whether each pass is deeper than the one before, and only the last one counts.
    deepens: bool,
    /// The recorded visits, ply by ply. If `is_cut_short`, deeper plies were visited, too.
    plies: Vec<Ply>,
    is_cut_short: bool,
    visits: usize,
    /// The number of nodes recorded, including those dropped later.
    next_order: u32,
    evaluations: u64,
}

/// The visits of a ply, in the order of first visits.
#[derive(Debug, Default)]
struct Ply {
    seen: Vec<Seen>,
    /// The index of each node in `seen`, for a run that revisits nodes.
    index_of: HashMap<Path, u32>,
}

#[derive(Debug)]
struct Seen {
    visit: Visit<Path>,
    /// The last cutoff of the node, unless a visit reached its last child.
    cutoff: Option<Cutoff<Path>>,
    is_exhausted: bool,
    /// Whether a visit of an earlier pass reached its last child, and whether one searched it.
    was_exhausted: bool,
    was_searched: bool,
    /// The number of evaluations of the node and below it.
    evaluations: u64,
    /// The proven interval of its minimax value.
    proven: (f64, f64),
}

/// A visit that is not left yet.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    /// `None` if it is too deep to be recorded.
    index: Option<Index>,
    proven: OpenProven,
    is_cut: bool,
    evaluations_before: u64,
}

impl PlyRecorder {
    /// A recorder of at most `most` visits of a run of `algorithm`.
    pub fn new(most: usize, algorithm: Algorithm) -> PlyRecorder {
        let plies = Plies {
            most,
            revisits: algorithm.entry().revisits != Revisits::Never,
            deepens: algorithm.entry().deepens,
            plies: Vec::new(),
            is_cut_short: false,
            visits: 0,
            next_order: 0,
            evaluations: 0,
        };
        PlyRecorder { follower: Follower::new(Paths), plies }
    }

    /// Ends the run. Nodes that are still open have no value.
    pub fn finish(&mut self) {
        self.follower.give_up(&mut self.plies);
    }

    /// The deepest fully recorded ply; `None` if every ply is.
    pub fn depth(&self) -> Option<u32> {
        self.plies.is_cut_short.then(|| self.plies.plies.len() as u32 - 1)
    }

    /// The recorded visits, ply by ply.
    fn seen(&self) -> impl Iterator<Item = &Seen> {
        self.plies.plies.iter().flat_map(|ply| &ply.seen)
    }

    /// The recorded nodes whose children the run asked for.
    pub fn expanded(&self) -> impl Iterator<Item = Path> {
        self.seen().filter(|seen| seen.was_searched || seen.is_searched()).map(|seen| seen.visit.node)
    }

    /// The record in a tree that holds a part of the game; `node_of` finds the nodes that it holds. The rest is summed up.
    pub fn record(&self, tree: &Tree, node_of: impl Fn(Path) -> Option<NodeId>) -> Record {
        let (mut visits, mut cutoffs, mut exhausted) = (Vec::new(), Vec::new(), Bits::default());
        let mut claims = HashMap::new();
        for seen in self.seen() {
            let Some(node) = node_of(seen.visit.node) else { continue };
            visits.push(seen.at(node, tree));
            if tree.is_chance(node) {
                claims.insert(node, seen.proven);
            }
            if let Some(Cutoff { cause, bound, asked, witness, .. }) = seen.cutoff.filter(|_| !seen.was_exhausted) {
                cutoffs.push(Cutoff { node, cause, bound, asked, witness: witness.and_then(&node_of) });
            }
            if seen.is_exhausted {
                exhausted.insert(node.index());
            }
        }
        sorting::sort_by_key(&mut visits, |visit| visit.order);
        for (order, visit) in visits.iter_mut().enumerate() {
            visit.order = order as u32;
        }
        sorting::sort_by_key(&mut visits, |visit| visit.node);
        let (mut visited, mut columns) = (Bits::with_room_for(tree.len()), Columns::default());
        for (rank, visit) in visits.iter().enumerate() {
            visited.insert(visit.node.index());
            columns.set(rank, visit);
        }
        let order = visits.iter().map(|visit| visit.order).collect();
        sorting::sort_by_key(&mut cutoffs, |cutoff| cutoff.node);
        if self.plies.deepens {
            // Visits of several passes may have entered all children together.
            let is_left_out = |child: NodeId| !visited.contains(child.index());
            let is_pruned = |node: NodeId| tree.is_unexpanded(node) || tree.children(node).any(is_left_out);
            cutoffs.retain(|cutoff| is_pruned(cutoff.node));
        }
        let counting = Counting { exhausted: &exhausted, ages: None, stands: &HashMap::new(), claims: &claims };
        Record::new(tree, None, visited, columns, order, cutoffs, counting)
    }
}

impl Listener for PlyRecorder {
    fn hear(&mut self, events: &[Event]) {
        self.follower.follow(events, &mut self.plies);
    }

    fn hears_forces(&self) -> bool {
        false
    }
}

impl Plies {
    /// Drops the deepest plies until the others fit.
    #[cold]
    fn make_room(&mut self) {
        while self.visits > self.most && self.plies.len() > 1 {
            self.visits -= self.plies.pop().map_or(0, |ply| ply.seen.len());
            self.is_cut_short = true;
        }
    }

    /// Enters a node. Returns the index of its visit; `None` if it is too deep to be recorded.
    fn enter(&mut self, node: Entered<Path>) -> Option<Index> {
        let depth = node.depth as usize;
        if depth >= self.plies.len() {
            if self.is_cut_short {
                return None;
            }
            self.plies.push(Ply::default());
        }
        let Ply { seen, index_of } = &mut self.plies[depth];
        if let Some(&index) = index_of.get(&node.node) {
            seen[index as usize].visit.visits += 1;
            return Some(Index { ply: depth, index });
        }
        let index = seen.len() as u32;
        if self.revisits {
            index_of.insert(node.node, index);
        }
        let visit = Visit::first(node.node, node.window, self.next_order);
        seen.push(Seen {
            visit,
            cutoff: None,
            is_exhausted: false,
            was_exhausted: false,
            was_searched: false,
            evaluations: 0,
            proven: ANY,
        });
        self.visits += 1;
        self.next_order = self.next_order.saturating_add(1);
        if self.visits > self.most {
            self.make_room();
        }
        Some(Index { ply: depth, index })
    }

    /// The visit at an index, if its ply is still recorded.
    fn seen_mut(&mut self, index: Option<Index>) -> Option<&mut Seen> {
        let Index { ply, index } = index?;
        self.plies.get_mut(ply)?.seen.get_mut(index as usize)
    }
}

impl Watch<Path> for Plies {
    type Tag = OpenNode;

    fn entered(&mut self, node: Entered<Path>) -> OpenNode {
        let (index, proven) = (self.enter(node), OpenProven::new(&node));
        OpenNode { index, proven, is_cut: false, evaluations_before: self.evaluations }
    }

    fn left(
        &mut self,
        Child { index, .. }: Child<Path>,
        node: &OpenNode,
        value: Value,
        how: Left,
        parent: Option<&mut OpenNode>,
    ) {
        self.evaluations += u64::from(how == Left::Evaluated);
        let evaluations = self.evaluations - node.evaluations_before;
        let proven = node.proven.visit(value, how);
        if let Some(parent) = parent {
            parent.proven.join(index, proven);
        }
        let Some(seen) = self.seen_mut(node.index) else { return };
        seen.visit.leave(value, how);
        seen.evaluations += evaluations;
        seen.proven = intersection(seen.proven, proven);
        if how == Left::Searched && !node.is_cut {
            (seen.cutoff, seen.is_exhausted) = (None, true);
        }
    }

    fn given_up(&mut self, &OpenNode { index, evaluations_before, .. }: &OpenNode, _: Option<&mut OpenNode>) {
        let evaluations = self.evaluations - evaluations_before;
        if let Some(seen) = self.seen_mut(index) {
            seen.evaluations += evaluations;
        }
    }

    fn passed(&mut self) {
        if !self.deepens {
            return;
        }
        for seen in self.plies.iter_mut().flat_map(|ply| &mut ply.seen) {
            seen.was_searched |= seen.is_searched();
            seen.visit.forget();
            seen.was_exhausted |= std::mem::take(&mut seen.is_exhausted);
            seen.proven = ANY;
        }
    }

    fn cut(&mut self, node: Path, open: &mut OpenNode, Cut { cause, bound, asked, witness }: Cut<Path>) {
        open.proven.has_others = true;
        open.is_cut = true;
        if let Some(seen) = self.seen_mut(open.index)
            && !seen.is_exhausted
        {
            seen.cutoff = Some(Cutoff { node, cause, bound, asked, witness });
        }
    }
}

impl Seen {
    /// Whether the visits of this pass asked for its children.
    fn is_searched(&self) -> bool {
        let Visit { origin, evaluations, .. } = self.visit;
        origin == Origin::Deepened || origin == Origin::Searched && evaluations == 0
    }

    /// The visit, with `node` as its node in a tree.
    fn at(&self, node: NodeId, tree: &Tree) -> Visit {
        let Visit { window, asked, visits, evaluations, order, origin, value, .. } = self.visit;
        let visit = Visit { node, window, asked, visits, evaluations, order, origin, value };
        if tree.is_unexpanded(node) && matches!(origin, Origin::Searched | Origin::Deepened) {
            let value = if visits > 1 { settled(value, self.proven) } else { value };
            let origin = Origin::Unrecorded(Bound::of(value, self.proven));
            return Visit { evaluations: self.evaluations, origin, value, ..visit };
        }
        if tree.is_unexpanded(node) && matches!(origin, Origin::Recalled(_)) {
            // An earlier pass may have searched it.
            return Visit { evaluations: self.evaluations, ..visit };
        }
        if origin == Origin::Deepened && tree.is_leaf(node) {
            // A leaf is worth the same in each pass.
            let value = tree.value(node).map_or(f64::NAN, Value::get);
            return Visit { origin: Origin::Searched, value, ..visit };
        }
        visit
    }
}

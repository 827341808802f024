//! What a run did on a game that no tree holds: the record of the plies that there is room for.

use std::collections::HashMap;

use super::super::open::{Closed, OpenNodes};
use super::super::{Algorithm, Observer, Window};
use super::bounds::Proven;
use super::{Bound, Cutoff, Origin, Record, Visit};
use crate::game::{HasPath, Path};
use crate::tree::{NodeId, Player, Tree, Value};

/// Watches a run over any game and keeps every visit down to the deepest ply for which all of them have room. What is
/// deeper is summed up: evaluations are counted, and what they prove of the nodes above is known.
///
/// Takes memory for `most` visits and for the line of play.
#[derive(Debug)]
pub struct Trail {
    most: usize,
    comes_back: bool,
    /// Whether nodes are left before their last child without a cutoff.
    takes_some: bool,
    /// The recorded visits ply by ply. Plies below the last one were visited where `is_cut_short`.
    plies: Vec<Ply>,
    is_cut_short: bool,
    visits: usize,
    /// How many nodes were recorded, those included for which there was no room later.
    next_order: u32,
    evaluations: u64,
    /// The nodes entered and not left.
    line: Vec<Open>,
    /// Those of them in recorded plies.
    recorded: OpenNodes<Place>,
}

/// Where a visit stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    ply: usize,
    place: u32,
}

/// The visits of a ply in the order of the first ones.
#[derive(Debug, Default)]
struct Ply {
    seen: Vec<Seen>,
    cutoffs: Vec<Cutoff<Path>>,
    /// Where each node stands in `seen`; of a run that comes back to nodes.
    places: HashMap<Path, u32>,
}

#[derive(Debug)]
struct Seen {
    visit: Visit<Path>,
    /// The evaluations of the node and below it.
    evaluations: u64,
    /// Between what its minimax value is proven to lie.
    proven: (f64, f64),
}

#[derive(Debug)]
struct Open {
    player: Player,
    is_cut: bool,
    proven: Proven,
    evaluations_before: u64,
}

impl Trail {
    /// A trail of at most `most` visits of a run of this algorithm.
    pub fn new(most: usize, algorithm: Algorithm) -> Trail {
        Trail {
            most,
            comes_back: algorithm.repeats_evaluations(),
            takes_some: matches!(algorithm, Algorithm::Pipeline(pipeline) if pipeline.taketree.is_some()),
            plies: Vec::new(),
            is_cut_short: false,
            visits: 0,
            next_order: 0,
            evaluations: 0,
            line: Vec::new(),
            recorded: OpenNodes::default(),
        }
    }

    /// Ends the run: what was not left has no value.
    pub fn finish(&mut self) {
        while let Some(open) = self.line.pop() {
            if self.line.len() < self.plies.len()
                && let Some(place) = self.recorded.abandon()
            {
                let evaluations = self.evaluations - open.evaluations_before;
                self.seen_mut(place).evaluations += evaluations;
            }
        }
    }

    /// The deepest ply of which all visits are recorded; `None` where that is so of all plies.
    pub fn depth(&self) -> Option<u32> {
        self.is_cut_short.then(|| self.plies.len() as u32 - 1)
    }

    /// The recorded nodes whose children the run looked at.
    pub fn expanded(&self) -> impl Iterator<Item = Path> {
        let visits = self.plies.iter().flat_map(|ply| &ply.seen).map(|seen| &seen.visit);
        visits.filter(|visit| visit.origin == Origin::Searched && visit.evaluations == 0).map(|visit| visit.node)
    }

    /// The record in a tree that holds a part of the game; `node_of` finds the nodes that it holds. What the tree leaves out is summed up.
    pub fn record(&self, tree: &Tree, node_of: impl Fn(Path) -> Option<NodeId>) -> Record {
        let seen = self.plies.iter().flat_map(|ply| &ply.seen);
        let mut visits: Vec<Visit> = seen.filter_map(|seen| Some(seen.at(node_of(seen.visit.node)?, tree))).collect();
        visits.sort_unstable_by_key(|visit| visit.order);
        for (order, visit) in visits.iter_mut().enumerate() {
            visit.order = order as u32;
        }
        visits.sort_unstable_by_key(|visit| visit.node);
        let cutoffs =
            self.plies.iter().flat_map(|ply| &ply.cutoffs).filter_map(|&Cutoff { node, kind, witness, bound }| {
                Some(Cutoff { node: node_of(node)?, kind, witness: node_of(witness)?, bound })
            });
        let mut cutoffs: Vec<Cutoff> = cutoffs.collect();
        cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        Record::new(tree, visits, cutoffs)
    }

    /// Records a visit at a ply.
    fn visit(&mut self, node: Path, ply: usize, window: Window) -> Place {
        if ply == self.plies.len() {
            self.plies.push(Ply::default());
        }
        let Ply { seen, places, .. } = &mut self.plies[ply];
        if let Some(&place) = places.get(&node) {
            seen[place as usize].visit.visits += 1;
            return Place { ply, place };
        }
        let place = seen.len() as u32;
        if self.comes_back {
            places.insert(node, place);
        }
        let proven = (f64::NEG_INFINITY, f64::INFINITY);
        seen.push(Seen { visit: Visit::first(node, window, self.next_order), evaluations: 0, proven });
        self.visits += 1;
        self.next_order = self.next_order.saturating_add(1);
        Place { ply, place }
    }

    /// Forgets the deepest plies until the others have room.
    #[cold]
    fn make_room(&mut self) {
        while self.visits > self.most && self.plies.len() > 1 {
            self.visits -= self.plies.pop().map_or(0, |ply| ply.seen.len());
            self.is_cut_short = true;
        }
        self.recorded.truncate(self.plies.len());
    }

    fn seen(&self, Place { ply, place }: Place) -> &Seen {
        &self.plies[ply].seen[place as usize]
    }

    fn seen_mut(&mut self, Place { ply, place }: Place) -> &mut Seen {
        &mut self.plies[ply].seen[place as usize]
    }

    /// The innermost node is left; what is known of its value, where that did not come from its children.
    fn close(&mut self, value: Value, known: Option<Bound>) -> Option<&mut Seen> {
        let open = self.line.pop()?;
        let known = known.or((open.proven.children == 0).then_some(Bound::Exact));
        let proven = match known {
            Some(bound) => bound.interval(value.get()),
            None => open.proven.interval(open.player, open.is_cut || self.takes_some),
        };
        if let Some(parent) = self.line.last_mut() {
            parent.proven.join(parent.player, proven);
        }
        let evaluations = self.evaluations - open.evaluations_before;
        let place = if self.line.len() < self.plies.len() { self.recorded.leave(value) } else { None };
        let seen = self.seen_mut(place?);
        seen.visit.close(value);
        seen.evaluations += evaluations;
        seen.proven = (seen.proven.0.max(proven.0), seen.proven.1.min(proven.1));
        Some(seen)
    }
}

impl Seen {
    /// The visit of the node that stands for it in a tree.
    fn at(&self, node: NodeId, tree: &Tree) -> Visit {
        let Visit { window, visits, evaluations, order, origin, value, .. } = self.visit;
        let visit = Visit { node, window, visits, evaluations, order, origin, value };
        if tree.is_unexpanded(node) && origin == Origin::Searched {
            let known = Bound::of(value, self.proven);
            return Visit { evaluations: self.evaluations, origin: Origin::Unrecorded(known), ..visit };
        }
        visit
    }
}

impl<P: HasPath> Observer<P> for Trail {
    fn enter(&mut self, node: &P, player: Player, window: Window) {
        let depth = self.line.len();
        let (proven, evaluations_before) = (Proven::nothing(player), self.evaluations);
        self.line.push(Open { player, is_cut: false, proven, evaluations_before });
        if depth < self.plies.len() || !self.is_cut_short {
            let place = self.visit(node.path(), depth, window);
            self.recorded.enter(place, player);
            if self.visits > self.most {
                self.make_room();
            }
        }
    }

    fn evaluate(&mut self, _: &P, value: Value) {
        self.evaluations += 1;
        if let Some(seen) = self.close(value, Some(Bound::Exact)) {
            seen.visit.evaluations += 1;
        }
    }

    fn leave(&mut self, _: &P, value: Value) {
        self.close(value, None);
    }

    fn recall(&mut self, _: &P, value: Value, bound: Bound) {
        if let Some(seen) = self.close(value, Some(bound)) {
            seen.visit.origin = Origin::Recalled(bound);
        }
    }

    fn cutoff(&mut self, _: &P) {
        let Some(open) = self.line.last_mut() else { return };
        open.is_cut = true;
        if self.line.len() > self.plies.len() {
            return;
        }
        let Some(place) = self.recorded.innermost() else { return };
        let Visit { node, window, visits, .. } = self.seen(place).visit;
        // At a later visit the window may be another than the one that the visit keeps.
        if visits > 1 {
            return;
        }
        // The child that settles a question may be below the last ply.
        if let Some(Closed { kind, witness, bound }) = self.recorded.cutoff(window)
            && witness.ply < self.plies.len()
        {
            let witness = self.seen(witness).visit.node;
            self.plies[place.ply].cutoffs.push(Cutoff { node, kind, witness, bound });
        }
    }
}

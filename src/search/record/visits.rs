//! From what was seen of a search to what is kept of it: one visit a node, and the witness of each cutoff.

use std::collections::HashMap;

use super::super::{Observer, Window};
use super::{Cutoff, CutoffKind, Record, Visit, bounds};
use crate::tree::{Identity, NodeId, Player, Tree, Value};

/// The nodes visited so far.
#[derive(Debug, Default)]
pub(super) struct Visits {
    visits: Vec<Visit>,
    cutoffs: Vec<Cutoff>,
    /// The nodes entered and not left, the root first.
    open: Vec<Frame>,
    /// Where each node stands in `visits`. A search that goes from left to right and never comes back needs no such
    /// table, so it is made when one does.
    places: Option<HashMap<NodeId, u32>>,
}

#[derive(Debug)]
struct Frame {
    place: u32,
    player: Player,
    best: f64,
    best_child: NodeId,
}

impl Visits {
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

    fn close(&mut self, value: Value) -> Option<usize> {
        let place = self.open.pop()?.place as usize;
        let visit = &mut self.visits[place];
        if visit.value.is_nan() {
            visit.value = value.get();
        }
        let node = visit.node;
        if let Some(parent) = self.open.last_mut() {
            if parent.player.prefers(value.get(), parent.best) {
                parent.best = value.get();
                parent.best_child = node;
            }
        }
        Some(place)
    }

    /// The nearest ancestor of the innermost open node whose value so far is the bound.
    fn witness(&self, player: Player, bound: Value) -> Option<(CutoffKind, NodeId)> {
        let ancestors = self.open.iter().rev().skip(1);
        let (distance, frame) =
            ancestors.enumerate().find(|(_, frame)| frame.player != player && frame.best == bound.get())?;
        let kind = if distance == 0 { CutoffKind::Shallow } else { CutoffKind::Deep };
        Some((kind, frame.best_child))
    }

    /// The record of a run over `tree`.
    pub(super) fn finish(mut self, tree: &Tree) -> Record {
        if self.places.is_some() {
            self.visits.sort_unstable_by_key(|visit| visit.node);
        }
        self.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        let bounds = bounds::bounds(tree, &self.visits);
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

impl Observer<NodeId> for Visits {
    fn enter(&mut self, &node: &NodeId, player: Player, window: Window) {
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
        self.open.push(Frame { place, player, best: player.worst(), best_child: node });
    }

    fn evaluate(&mut self, _: &NodeId, value: Value) {
        if let Some(place) = self.close(value) {
            self.visits[place].evaluations += 1;
        }
    }

    fn leave(&mut self, _: &NodeId, value: Value) {
        self.close(value);
    }

    fn cutoff(&mut self, _: &NodeId) {
        let Some(frame) = self.open.last() else { return };
        let visit = &self.visits[frame.place as usize];
        if visit.visits > 1 {
            return;
        }
        let Some(bound) = visit.window.bound_on(frame.player) else { return };
        if let Some((kind, witness)) = self.witness(frame.player, bound) {
            self.cutoffs.push(Cutoff { node: visit.node, kind, witness, bound });
        }
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

//! From what was seen of a search to what is kept of it: one visit a node, and the witness of each cutoff.

use std::collections::HashMap;

use super::super::open::{Closed, OpenNodes};
use super::super::{Observer, Window};
use super::{Bound, Cutoff, Origin, Record, Visit};
use crate::tree::{NodeId, Player, Tree, Value};

/// The nodes visited so far.
#[derive(Debug, Default)]
pub(super) struct Visits {
    visits: Vec<Visit>,
    cutoffs: Vec<Cutoff>,
    /// The nodes entered and not left, by their places in `visits`.
    open: OpenNodes<u32>,
    /// Where each node stands in `visits`. A search that goes from left to right and never comes back needs no such
    /// table, so it is made when one does.
    places: Option<HashMap<NodeId, u32>>,
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

    fn close(&mut self, value: Value) -> Option<&mut Visit> {
        let place = self.open.leave(value)?;
        let visit = &mut self.visits[place as usize];
        visit.close(value);
        Some(visit)
    }

    /// The record of a run over `tree`.
    pub(super) fn finish(mut self, tree: &Tree) -> Record {
        if self.places.is_some() {
            self.visits.sort_unstable_by_key(|visit| visit.node);
        }
        self.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        Record::new(tree, self.visits, self.cutoffs)
    }
}

impl Observer<NodeId> for Visits {
    fn enter(&mut self, &node: &NodeId, player: Player, window: Window) {
        let place = if let Some(place) = self.place(node) {
            self.visits[place as usize].visits += 1;
            place
        } else {
            let place = self.visits.len() as u32;
            self.visits.push(Visit::first(node, window, place));
            if let Some(places) = &mut self.places {
                places.insert(node, place);
            }
            place
        };
        self.open.enter(place, player);
    }

    fn evaluate(&mut self, _: &NodeId, value: Value) {
        if let Some(visit) = self.close(value) {
            visit.evaluations += 1;
        }
    }

    fn leave(&mut self, _: &NodeId, value: Value) {
        self.close(value);
    }

    fn recall(&mut self, _: &NodeId, value: Value, bound: Bound) {
        if let Some(visit) = self.close(value) {
            visit.origin = Origin::Recalled(bound);
        }
    }

    fn cutoff(&mut self, _: &NodeId) {
        let Some(place) = self.open.innermost() else { return };
        let &Visit { node, window, visits, .. } = &self.visits[place as usize];
        // At a later visit the window may be another than the one that the visit keeps.
        if visits > 1 {
            return;
        }
        if let Some(Closed { kind, witness, bound }) = self.open.cutoff(window) {
            self.cutoffs.push(Cutoff { node, kind, witness: self.visits[witness as usize].node, bound });
        }
    }
}

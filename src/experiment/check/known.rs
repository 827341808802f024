//! What is known of each position: what its leaves prove, and what was claimed.

use std::collections::HashMap;

use super::claim::{ANY, Interval, both, is_empty, meet};
use crate::tree::{NodeId, Role};

/// A depth that the trace does not tell.
pub(super) const UNTOLD: i32 = i32::MAX;

/// What searches to some depth say of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// What the leaves prove.
    pub(super) proved: Interval,
    /// What follows if every claim is believed.
    pub(super) trusted: Interval,
    /// How many plies were searched.
    pub(super) depth: i32,
    /// In which pass.
    pub(super) pass: u32,
}

impl Proof {
    /// Nothing.
    pub(super) const NONE: Proof = Proof { proved: ANY, trusted: ANY, depth: UNTOLD, pass: 0 };

    /// Whether anything is known.
    pub(super) fn is_none(&self) -> bool {
        self.proved == ANY && self.trusted == ANY
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// Of the last searches, all to the same depth.
    pub(super) last: Proof,
    /// Its static value; NaN if it was not evaluated.
    pub(super) value: f64,
    /// The window with which it was evaluated.
    pub(super) window: Interval,
    /// When it was left last.
    pub(super) left: u32,
}

/// A node among the positions.
#[derive(Clone, Copy)]
struct Place {
    /// Its position.
    position: u32,
    /// To which depth it was searched last.
    depth: i32,
}

/// The positions entered so far. Nodes with the same key are one position.
pub(super) struct Positions {
    of_node: Vec<Place>,
    by_key: HashMap<(u64, Role), u32>,
    /// The first player to move at each key.
    first: HashMap<u64, Role>,
    all: Vec<Position>,
    /// What was proved before the last search, to other depths, or otherwise: a table may have kept it. Most positions have nothing there.
    earlier: HashMap<u32, Vec<Proof>>,
}

/// No position.
const NOWHERE: u32 = u32::MAX;

/// The most earlier proofs of a position that are kept, so that looking through them takes little time.
const MOST_EARLIER: usize = 64;

impl Positions {
    pub(super) fn new(nodes: usize) -> Positions {
        Positions {
            of_node: vec![Place { position: NOWHERE, depth: UNTOLD }; nodes],
            by_key: HashMap::new(),
            first: HashMap::new(),
            all: Vec::new(),
            earlier: HashMap::new(),
        }
    }

    /// A node is entered. The error is the role with which a position of the same key was entered before.
    pub(super) fn enter(&mut self, node: NodeId, role: Role, key: Option<u64>) -> Result<(), Role> {
        let place = &mut self.of_node[node.index()].position;
        let mut found = Ok(());
        if let Some(key) = key {
            let first = *self.first.entry(key).or_insert(role);
            found = if first == role { Ok(()) } else { Err(first) };
            let next = if *place == NOWHERE { self.all.len() as u32 } else { *place };
            *place = *self.by_key.entry((key, role)).or_insert(next);
        } else if *place == NOWHERE {
            *place = self.all.len() as u32;
        }
        if *place as usize == self.all.len() {
            self.all.push(Position { last: Proof::NONE, value: f64::NAN, window: ANY, left: 0 });
        }
        found
    }

    /// What is known of a node's position; `None` if it was never entered.
    pub(super) fn of(&self, node: NodeId) -> Option<&Position> {
        self.all.get(self.of_node[node.index()].position as usize)
    }

    /// The same, to be changed.
    pub(super) fn of_mut(&mut self, node: NodeId) -> Option<&mut Position> {
        self.all.get_mut(self.of_node[node.index()].position as usize)
    }

    /// What the last visit of a node said: its position may have been searched to another depth since, at another node.
    pub(super) fn of_visit(&self, node: NodeId) -> Option<Proof> {
        let (last, depth) = (self.of(node)?.last, self.of_node[node.index()].depth);
        let is_it = |proof: &&Proof| proof.depth == depth;
        Some(if last.depth == depth { last } else { self.earlier(node).iter().find(is_it).copied().unwrap_or(last) })
    }

    fn earlier(&self, node: NodeId) -> &[Proof] {
        self.earlier.get(&self.of_node[node.index()].position).map_or(&[], Vec::as_slice)
    }

    /// What searches of at least some depth said of a node's position, the last one first.
    pub(super) fn all_at_least(&self, node: NodeId, depth: i32) -> impl Iterator<Item = Proof> {
        let last = self.of(node).map(|position| position.last).filter(|last| !last.is_none());
        let is_enough = move |proof: &Proof| depth == UNTOLD || proof.depth == UNTOLD || proof.depth >= depth;
        last.into_iter().chain(self.earlier(node).iter().rev().copied()).filter(is_enough)
    }

    /// The last of these searches, or else the deepest.
    pub(super) fn at_least(&self, node: NodeId, depth: i32) -> Option<Proof> {
        let last = self.of(node)?.last;
        let mut all = self.all_at_least(node, depth);
        if depth == UNTOLD || last.depth == UNTOLD || last.depth >= depth {
            return all.next().filter(|_| !last.is_none());
        }
        all.max_by_key(|proof| proof.depth)
    }

    /// Adds what a visit says. What was said before counts on if it is of the same depth, as `is_same` tells, and not contradicted.
    pub(super) fn add(&mut self, node: NodeId, mut proof: Proof, is_same: impl Fn(&Proof) -> bool) {
        let place = &mut self.of_node[node.index()];
        place.depth = proof.depth;
        let Some(position) = self.all.get_mut(place.position as usize) else { return };
        let last = std::mem::replace(&mut position.last, proof);
        if is_same(&last) {
            proof = proof.with(&last);
        } else if !last.is_none() {
            let earlier = self.earlier.entry(place.position).or_default();
            keep(earlier, last);
            if let Some(index) = earlier.iter().position(|before| before.is_as_deep(&proof)) {
                proof = proof.with(&earlier.remove(index));
            }
        }
        position.last = proof;
    }

    /// A node is evaluated: this is exact, and says nothing of other visits.
    pub(super) fn evaluate(&mut self, node: NodeId, proof: Proof) {
        let place = &mut self.of_node[node.index()];
        place.depth = proof.depth;
        let Some(position) = self.all.get_mut(place.position as usize) else { return };
        let last = std::mem::replace(&mut position.last, proof);
        if !last.is_none() && (last.proved, last.depth) != (proof.proved, proof.depth) {
            keep(self.earlier.entry(place.position).or_default(), last);
        }
    }
}

impl Proof {
    /// What both say; what contradicts this one does not count.
    pub(super) fn with(self, before: &Proof) -> Proof {
        let (proved, trusted) = (meet(self.proved, before.proved), meet(self.trusted, before.trusted));
        Proof { proved, trusted, ..self }
    }

    /// Whether it is of the same depth, and not contradicted.
    fn is_as_deep(&self, other: &Proof) -> bool {
        self.depth != UNTOLD && self.depth == other.depth && !is_empty(both(self.proved, other.proved))
    }
}

/// Keeps a proof that is not the last one any more.
fn keep(earlier: &mut Vec<Proof>, proof: Proof) {
    if let Some(same) = earlier.iter_mut().find(|before| before.is_as_deep(&proof)) {
        *same = proof.with(same);
        return;
    }
    if earlier.iter().any(|before| (before.depth, before.proved) == (proof.depth, proof.proved)) {
        return;
    }
    if earlier.len() == MOST_EARLIER {
        earlier.remove(0);
    }
    // Most positions have one, and there may be millions of them.
    earlier.reserve_exact(1);
    earlier.push(proof);
}

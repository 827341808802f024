//! What is known of each position: what its leaves prove, and what was claimed.

use std::collections::HashMap;

use super::claim::{ANY, Interval, both, is_empty};
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

/// The positions entered so far. Nodes with the same key are one position.
pub(super) struct Positions {
    /// The position of each node.
    of_node: Vec<u32>,
    by_key: HashMap<(u64, Role), u32>,
    /// The first player to move at each key.
    first: HashMap<u64, Role>,
    all: Vec<Position>,
    /// What deeper searches say than the last one.
    deeper: HashMap<u32, Proof>,
}

/// No position.
const NOWHERE: u32 = u32::MAX;

impl Positions {
    pub(super) fn new(nodes: usize) -> Positions {
        Positions {
            of_node: vec![NOWHERE; nodes],
            by_key: HashMap::new(),
            first: HashMap::new(),
            all: Vec::new(),
            deeper: HashMap::new(),
        }
    }

    /// A node is entered. The error is the role with which a position of the same key was entered before.
    pub(super) fn enter(&mut self, node: NodeId, role: Role, key: Option<u64>) -> Result<(), Role> {
        let place = &mut self.of_node[node.index()];
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
        self.all.get(self.of_node[node.index()] as usize)
    }

    /// The same, to be changed.
    pub(super) fn of_mut(&mut self, node: NodeId) -> Option<&mut Position> {
        self.all.get_mut(self.of_node[node.index()] as usize)
    }

    /// What a search of at least some depth said of a node's position.
    pub(super) fn at_least(&self, node: NodeId, depth: i32) -> Option<Proof> {
        let last = self.of(node)?.last;
        if depth == UNTOLD || last.depth == UNTOLD || last.depth >= depth {
            return Some(last).filter(|last| !last.is_none());
        }
        self.deeper.get(&self.of_node[node.index()]).filter(|proof| proof.depth >= depth).copied()
    }

    /// Adds what a visit says. What was said before counts on if it is of the same depth, as `is_same` tells, and not contradicted.
    pub(super) fn add(&mut self, node: NodeId, mut proof: Proof, is_same: impl Fn(&Proof) -> bool) {
        let place = self.of_node[node.index()];
        let Some(position) = self.all.get_mut(place as usize) else { return };
        let last = position.last;
        if is_same(&last) {
            let proved = both(proof.proved, last.proved);
            if !is_empty(proved) {
                proof.proved = proved;
            }
            let trusted = both(proof.trusted, last.trusted);
            if !is_empty(trusted) {
                proof.trusted = trusted;
            }
        } else if proof.depth < last.depth && last.depth != UNTOLD && !last.is_none() {
            let deeper = self.deeper.entry(place).or_insert(last);
            if deeper.depth <= last.depth {
                *deeper = last;
            }
        }
        position.last = proof;
    }
}

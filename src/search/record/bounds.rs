//! What the evaluated leaves prove of each visited node.

use super::{Bound, Origin, Visit};
use crate::tree::{Player, Tree};

/// For each visit, in preorder, between what the node's minimax value is proven to lie.
///
/// That is between the value with every leaf not evaluated at −∞ and the value with each of them at +∞; what a table knew is proven.
/// Takes time in proportion to the visits.
pub(super) fn proven(tree: &Tree, visits: &[Visit], parents: &[u32]) -> Vec<(f64, f64)> {
    let mut joined: Vec<Proven> = visits.iter().map(|visit| Proven::nothing(tree.player(visit.node))).collect();
    let mut proven = vec![(0.0, 0.0); visits.len()];
    // Parents stand before their children, so from the end on the children are done.
    for (place, visit) in visits.iter().enumerate().rev() {
        let interval = match visit.origin {
            Origin::Recalled(bound) | Origin::Unrecorded(bound) => bound.interval(visit.value),
            Origin::Searched if visit.evaluations > 0 || (tree.is_leaf(visit.node) && !visit.value.is_nan()) => {
                (visit.value, visit.value)
            }
            Origin::Searched => {
                let visited = joined[place].children as usize;
                let has_others = tree.children(visit.node).nth(visited).is_some() || tree.is_leaf(visit.node);
                joined[place].interval(tree.player(visit.node), has_others)
            }
        };
        if place > 0 {
            joined[parents[place] as usize].join(tree.player(visits[parents[place] as usize].node), interval);
        }
        proven[place] = interval;
    }
    proven
}

/// Where the parent of each visited node stands among the visits.
pub(super) fn parents(tree: &Tree, visits: &[Visit]) -> Vec<u32> {
    let mut open: Vec<(usize, u32)> = Vec::new();
    let parent_of = |(place, visit): (usize, &Visit)| {
        let subtree = tree.subtree(visit.node);
        while open.pop_if(|(end, _)| *end <= subtree.start).is_some() {}
        let parent = open.last().map_or(0, |&(_, place)| place);
        open.push((subtree.end, place as u32));
        parent
    };
    visits.iter().enumerate().map(parent_of).collect()
}

impl Bound {
    /// Between what a value lies of which this is known.
    pub(in crate::search) fn interval(self, value: f64) -> (f64, f64) {
        match self {
            Bound::Exact => (value, value),
            Bound::Lower => (value, f64::INFINITY),
            Bound::Upper => (f64::NEG_INFINITY, value),
        }
    }

    /// What a value says of one that lies in an interval.
    pub(super) fn of(value: f64, (low, high): (f64, f64)) -> Bound {
        if low == high {
            Bound::Exact
        } else if value >= high {
            Bound::Upper
        } else {
            Bound::Lower
        }
    }
}

/// What the visited children of a node prove together.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Proven {
    low: f64,
    high: f64,
    pub(super) children: u32,
}

impl Proven {
    pub(in crate::search) fn nothing(player: Player) -> Proven {
        Proven { low: player.worst(), high: player.worst(), children: 0 }
    }

    pub(in crate::search) fn join(&mut self, player: Player, (low, high): (f64, f64)) {
        let better = match player {
            Player::Max => f64::max,
            Player::Min => f64::min,
        };
        *self = Proven { low: better(self.low, low), high: better(self.high, high), children: self.children + 1 };
    }

    /// Between what they prove the value of their parent to lie, whose other children may hold anything.
    pub(in crate::search) fn interval(self, player: Player, has_others: bool) -> (f64, f64) {
        match player {
            _ if !has_others => (self.low, self.high),
            Player::Max => (self.low, f64::INFINITY),
            Player::Min => (f64::NEG_INFINITY, self.high),
        }
    }
}

/// What the children of an open node prove, where some of them are visited more than once in a row.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct OpenProven {
    player: Player,
    /// What the children before the last one prove.
    before: Proven,
    /// The last child, and what all of its visits prove.
    last: Option<(u32, (f64, f64))>,
    /// Whether there are children that were left out.
    pub(in crate::search) has_others: bool,
}

impl OpenProven {
    pub(in crate::search) fn new(player: Player, has_others: bool) -> OpenProven {
        OpenProven { player, before: Proven::nothing(player), last: None, has_others }
    }

    /// A child is left, whose visit proved this.
    pub(in crate::search) fn join(&mut self, index: u32, visit: (f64, f64)) {
        match &mut self.last {
            Some((last, interval)) if *last == index => *interval = intersection(*interval, visit),
            last => {
                if let Some((_, interval)) = last.replace((index, visit)) {
                    self.before.join(self.player, interval);
                }
            }
        }
    }

    /// Between what they prove the value of their parent to lie; `None` where there are no children.
    pub(in crate::search) fn interval(self) -> Option<(f64, f64)> {
        let (_, last) = self.last?;
        let mut all = self.before;
        all.join(self.player, last);
        Some(all.interval(self.player, self.has_others))
    }
}

/// What two visits of a node prove together.
pub(in crate::search) fn intersection(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.max(b.0), a.1.min(b.1))
}

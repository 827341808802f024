//! What the evaluated leaves prove of each visited node.

use super::{Bound, Origin, Visit};
use crate::tree::{Player, Tree};

/// For each visit, in preorder, what is proven of its value.
///
/// What was recalled of an equal subtree is proven. Elsewhere a node's minimax value lies between that with every leaf not evaluated at −∞ and that with each of them at +∞; the value
/// returned is exact where these two are one. Takes time in proportion to the visits.
pub(super) fn bounds(tree: &Tree, visits: &[Visit], parents: &[u32]) -> Vec<Bound> {
    let mut proven: Vec<Proven> = visits.iter().map(|visit| Proven::nothing(tree.player(visit.node))).collect();
    let mut bounds = vec![Bound::Exact; visits.len()];
    // Parents stand before their children, so from the end on the children are done.
    for (place, visit) in visits.iter().enumerate().rev() {
        let interval = match visit.origin {
            Origin::Recalled(bound) | Origin::Unrecorded(bound) => bound.interval(visit.value),
            Origin::Searched if visit.evaluations > 0 || (tree.is_leaf(visit.node) && !visit.value.is_nan()) => {
                (visit.value, visit.value)
            }
            Origin::Searched => {
                let visited = proven[place].children as usize;
                let has_others = tree.children(visit.node).nth(visited).is_some() || tree.is_leaf(visit.node);
                proven[place].interval(tree.player(visit.node), has_others)
            }
        };
        if place > 0 {
            proven[parents[place] as usize].join(tree.player(visits[parents[place] as usize].node), interval);
        }
        bounds[place] = Bound::of(visit.value, interval);
    }
    bounds
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
    pub(super) fn interval(self, value: f64) -> (f64, f64) {
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
pub(super) struct Proven {
    low: f64,
    high: f64,
    pub(super) children: u32,
}

impl Proven {
    pub(super) fn nothing(player: Player) -> Proven {
        Proven { low: player.worst(), high: player.worst(), children: 0 }
    }

    pub(super) fn join(&mut self, player: Player, (low, high): (f64, f64)) {
        let better = match player {
            Player::Max => f64::max,
            Player::Min => f64::min,
        };
        *self = Proven { low: better(self.low, low), high: better(self.high, high), children: self.children + 1 };
    }

    /// Between what they prove the value of their parent to lie, whose other children may hold anything.
    pub(super) fn interval(self, player: Player, has_others: bool) -> (f64, f64) {
        match player {
            _ if !has_others => (self.low, self.high),
            Player::Max => (self.low, f64::INFINITY),
            Player::Min => (f64::NEG_INFINITY, self.high),
        }
    }
}

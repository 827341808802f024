//! What the evaluated leaves prove of each visited node.

use super::{Bound, Visit};
use crate::tree::{NodeId, Player, Tree};

/// For each visit, in preorder, what is proven of its value.
///
/// What was recalled of an equal subtree is proven. Elsewhere a node's minimax value lies between that with every leaf not evaluated at −∞ and that with each of them at +∞; the value
/// returned is exact where these two are one. Takes time in proportion to the visits.
pub(super) fn bounds(tree: &Tree, visits: &[Visit]) -> Vec<Bound> {
    let parents = parents(tree, visits);
    let mut proven: Vec<Proven> = visits.iter().map(|visit| Proven::nothing(tree.player(visit.node))).collect();
    let mut bounds = vec![Bound::Exact; visits.len()];
    // Parents stand before their children, so from the end on the children are done.
    for (place, visit) in visits.iter().enumerate().rev() {
        let (low, high) = if let Some(bound) = visit.recalled {
            match bound {
                Bound::Exact => (visit.value, visit.value),
                Bound::Lower => (visit.value, f64::INFINITY),
                Bound::Upper => (f64::NEG_INFINITY, visit.value),
            }
        } else if visit.evaluations > 0 || (tree.is_leaf(visit.node) && !visit.value.is_nan()) {
            (visit.value, visit.value)
        } else {
            proven[place].interval(tree, visit.node)
        };
        if place > 0 {
            proven[parents[place] as usize].join(tree.player(visits[parents[place] as usize].node), low, high);
        }
        bounds[place] = if low == high {
            Bound::Exact
        } else if visit.value >= high {
            Bound::Upper
        } else {
            Bound::Lower
        };
    }
    bounds
}

/// Where the parent of each visited node stands among the visits.
fn parents(tree: &Tree, visits: &[Visit]) -> Vec<u32> {
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

/// What the visited children of a node prove together.
#[derive(Clone, Copy)]
struct Proven {
    low: f64,
    high: f64,
    children: u32,
}

impl Proven {
    fn nothing(player: Player) -> Proven {
        Proven { low: player.worst(), high: player.worst(), children: 0 }
    }

    fn join(&mut self, player: Player, low: f64, high: f64) {
        let better = match player {
            Player::Max => f64::max,
            Player::Min => f64::min,
        };
        *self = Proven { low: better(self.low, low), high: better(self.high, high), children: self.children + 1 };
    }

    /// What they prove of their parent, whose other children may hold anything.
    fn interval(self, tree: &Tree, node: NodeId) -> (f64, f64) {
        let others = tree.children(node).nth(self.children as usize).is_some() || tree.is_leaf(node);
        match tree.player(node) {
            _ if !others => (self.low, self.high),
            Player::Max => (self.low, f64::INFINITY),
            Player::Min => (f64::NEG_INFINITY, self.high),
        }
    }
}

//! What the evaluated leaves prove of each visited node.

use super::super::story::follow::Left;
use super::{Bound, Origin, Visit};
use crate::tree::{Player, Tree, Value};

/// What the evaluated leaves prove, visit by visit in preorder.
pub(super) struct AllProven {
    /// Between what each node's minimax value lies.
    pub(super) intervals: Vec<(f64, f64)>,
    /// Whether each node has children that were not visited, or of which the tree does not know.
    pub(super) has_unvisited: Vec<bool>,
    /// Whether a child was visited and one before it was not.
    pub(super) has_gaps: bool,
}

/// A node's minimax value lies between what it is with every leaf not evaluated at −∞ and with each of them at +∞; what a table knew
/// is proven. Takes time in proportion to the visits.
pub(super) fn proven(tree: &Tree, visits: &[Visit]) -> AllProven {
    let mut intervals = vec![(f64::NEG_INFINITY, f64::INFINITY); visits.len()];
    let mut has_unvisited = vec![false; visits.len()];
    let mut has_gaps = false;
    let mut open: Vec<OpenVisit> = Vec::new();
    let mut close = |open: &mut Vec<OpenVisit>| {
        let Some(done) = open.pop() else { return };
        let visit = &visits[done.index];
        let others = done.next < done.end;
        let interval = match visit.origin {
            Origin::Recalled(bound) | Origin::Unrecorded(bound) => bound.interval(visit.value),
            Origin::Searched if visit.evaluations > 0 || (tree.is_leaf(visit.node) && !visit.value.is_nan()) => {
                (visit.value, visit.value)
            }
            Origin::Searched => done.proven.interval(done.player, others || done.has_gaps || tree.is_leaf(visit.node)),
        };
        intervals[done.index] = interval;
        has_unvisited[done.index] = others || done.has_gaps || tree.is_unexpanded(visit.node);
        has_gaps |= done.has_gaps;
        if let Some(parent) = open.last_mut() {
            parent.proven.join(parent.player, interval);
            parent.has_gaps |= parent.next != visit.node.index();
            parent.next = done.end;
        }
    };
    for (index, visit) in visits.iter().enumerate() {
        let subtree = tree.subtree(visit.node);
        while open.last().is_some_and(|open| open.end <= subtree.start) {
            close(&mut open);
        }
        let player = tree.player(visit.node);
        let proven = Proven::nothing(player);
        open.push(OpenVisit { index, player, proven, next: subtree.start + 1, end: subtree.end, has_gaps: false });
    }
    while !open.is_empty() {
        close(&mut open);
    }
    AllProven { intervals, has_unvisited, has_gaps }
}

/// A visit to whose subtree the visits passed belong.
struct OpenVisit {
    index: usize,
    player: Player,
    proven: Proven,
    /// Where the next child begins.
    next: usize,
    end: usize,
    has_gaps: bool,
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
}

impl Proven {
    pub(in crate::search) fn nothing(player: Player) -> Proven {
        Proven { low: player.worst(), high: player.worst() }
    }

    pub(in crate::search) fn join(&mut self, player: Player, (low, high): (f64, f64)) {
        let better = match player {
            Player::Max => f64::max,
            Player::Min => f64::min,
        };
        *self = Proven { low: better(self.low, low), high: better(self.high, high) };
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

    /// Between what the visit that ends so proves the value to lie.
    pub(in crate::search) fn visit(self, value: Value, how: Left) -> (f64, f64) {
        let proven = match how {
            Left::Evaluated => None,
            Left::Recalled(bound) => Some(bound.interval(value.get())),
            Left::Searched => self.interval(),
        };
        proven.unwrap_or((value.get(), value.get()))
    }

    /// Between what the children prove the value of their parent to lie; `None` where there are none.
    fn interval(self) -> Option<(f64, f64)> {
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

//! What the evaluated leaves prove of each visited node.

use super::super::story::follow::Left;
use super::{Bound, Cutoff, Origin, Visit};
use crate::tree::{Player, Tree, Value};

/// What is known of the minimax value of each visited node. Most lie where the value returned and what it is say; of those the bound
/// is kept and no more.
#[derive(Clone, Debug)]
pub(super) struct AllProven {
    /// Of each visit in preorder, whether the value is exact or a bound.
    bounds: Vec<Bound>,
    /// Between what the values of the others lie, by the indices of their visits.
    others: Vec<(u32, (f64, f64))>,
}

impl AllProven {
    /// Whether the value of the visit at an index is exact or a bound.
    pub(super) fn bound(&self, index: usize) -> Bound {
        self.bounds[index]
    }

    /// Between what the minimax value of the visited node lies.
    pub(super) fn interval(&self, index: usize, visit: &Visit) -> (f64, f64) {
        match self.others.binary_search_by_key(&index, |&(other, _)| other as usize) {
            Ok(other) => self.others[other].1,
            Err(_) => self.bounds[index].interval(visit.value),
        }
    }

    /// A visit is settled.
    #[inline]
    fn settle(&mut self, index: usize, visit: &mut Visit, interval: (f64, f64)) {
        let bound = visit.settle(interval);
        self.bounds[index] = bound;
        if bound.interval(visit.value) != interval {
            self.others.push((index as u32, interval));
        }
    }
}

/// Settles what the visits, in preorder, prove together: a node's minimax value lies between what it is with every leaf not evaluated
/// at −∞ and with each of them at +∞; what a table knew is proven. Leaves of the cutoffs, in the order of the nodes, those of nodes of
/// which a child was entered in no visit. Takes time in proportion to the visits.
pub(super) fn settle(tree: &Tree, visits: &mut [Visit], cutoffs: &mut Vec<Cutoff>) -> Settled {
    let all = AllProven { bounds: vec![Bound::Exact; visits.len()], others: Vec::new() };
    let mut settling = Settling { visits, all, open: Vec::new(), cuts: vec![false; cutoffs.len()], has_gaps: false };
    let mut cutoff = 0;
    let mut evaluated_before = Vec::with_capacity(settling.visits.len() + 1);
    let (mut evaluated, mut repeats_evaluations, mut order, mut is_in_order) = (0, false, 0, true);
    for index in 0..settling.visits.len() {
        let subtree = tree.subtree(settling.visits[index].node);
        while settling.open.last().is_some_and(|open| open.end <= subtree.start) {
            settling.close();
        }
        let visit = &mut settling.visits[index];
        evaluated_before.push(evaluated);
        evaluated += u32::from(visit.is_evaluated());
        repeats_evaluations |= visit.evaluations != u64::from(visit.is_evaluated());
        is_in_order &= order <= visit.order;
        order = visit.order;
        if subtree.end == subtree.start + 1 {
            let interval = match visit.origin {
                Origin::Recalled(bound) | Origin::Unrecorded(bound) => bound.interval(visit.value),
                Origin::Searched if visit.value.is_nan() => (f64::NEG_INFINITY, f64::INFINITY),
                Origin::Searched => (visit.value, visit.value),
            };
            settling.all.settle(index, visit, interval);
            // A leaf of a part of a game may have been left before its last child.
            if cutoffs.get(cutoff).is_some_and(|cutoff| cutoff.node == visit.node) {
                settling.cuts[cutoff] = tree.is_unexpanded(visit.node);
                cutoff += 1;
            }
            settling.join(subtree.start, subtree.end, interval);
            continue;
        }
        let player = tree.player(visit.node);
        let is_cut = cutoffs.get(cutoff).is_some_and(|cutoff| cutoff.node == visit.node);
        let cut = is_cut.then_some(cutoff);
        cutoff += usize::from(is_cut);
        let (start, end) = (subtree.start, subtree.end);
        let proven = Proven::nothing(player);
        settling.open.push(OpenVisit { index, player, proven, start, next: start + 1, end, has_gaps: false, cut });
    }
    while !settling.open.is_empty() {
        settling.close();
    }
    evaluated_before.push(evaluated);
    let Settling { all: mut proven, cuts, has_gaps, .. } = settling;
    proven.others.sort_unstable_by_key(|&(index, _)| index);
    let mut cuts = cuts.into_iter();
    cutoffs.retain(|_| cuts.next() == Some(true));
    Settled { proven, is_in_order: is_in_order && !has_gaps, evaluated_before, repeats_evaluations }
}

/// What follows from all visits.
pub(super) struct Settled {
    pub(super) proven: AllProven,
    /// Whether children were visited from the first one on, from left to right.
    pub(super) is_in_order: bool,
    /// How many nodes were evaluated before each visit, and at the end in all.
    pub(super) evaluated_before: Vec<u32>,
    /// Whether there were more evaluations than these.
    pub(super) repeats_evaluations: bool,
}

struct Settling<'v> {
    visits: &'v mut [Visit],
    all: AllProven,
    open: Vec<OpenVisit>,
    /// Beside each cutoff whether it left out a child.
    cuts: Vec<bool>,
    has_gaps: bool,
}

/// A visit to whose subtree the visits passed belong.
struct OpenVisit {
    index: usize,
    player: Player,
    proven: Proven,
    start: usize,
    /// Where the next child begins.
    next: usize,
    end: usize,
    /// Whether a child was visited and one before it was not.
    has_gaps: bool,
    /// The index of the node's cutoff.
    cut: Option<usize>,
}

impl Settling<'_> {
    /// The innermost open visit has no more below it.
    fn close(&mut self) {
        let Some(OpenVisit { index, player, proven, start, next, end, has_gaps, cut }) = self.open.pop() else {
            return;
        };
        let visit = &mut self.visits[index];
        let has_unvisited = next < end || has_gaps;
        let interval = match visit.origin {
            Origin::Recalled(bound) | Origin::Unrecorded(bound) => bound.interval(visit.value),
            Origin::Searched if visit.evaluations > 0 => (visit.value, visit.value),
            Origin::Searched => proven.interval(player, has_unvisited),
        };
        self.all.settle(index, visit, interval);
        self.has_gaps |= has_gaps;
        if let Some(cut) = cut {
            self.cuts[cut] = has_unvisited;
        }
        self.join(start, end, interval);
    }

    /// The next visit below the innermost open one is known.
    #[inline]
    fn join(&mut self, start: usize, end: usize, interval: (f64, f64)) {
        if let Some(parent) = self.open.last_mut() {
            parent.proven.join(parent.player, interval);
            parent.has_gaps |= parent.next != start;
            parent.next = end;
        }
    }
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

    #[inline]
    pub(in crate::search) fn join(&mut self, player: Player, (low, high): (f64, f64)) {
        *self = match player {
            Player::Max => Proven { low: self.low.max(low), high: self.high.max(high) },
            Player::Min => Proven { low: self.low.min(low), high: self.high.min(high) },
        };
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

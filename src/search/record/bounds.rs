//! What the evaluated leaves prove of each visited node.

use std::ops::Range;

use super::super::story::follow::Left;
use super::columns::{Column, Columns};
use super::{Bound, Cutoff, Origin};
use crate::tree::{Bits, NodeId, Player, Ranked, Tree, Value};

/// What is known of the minimax value of each visited node. Most lie where the value returned and what it is say; of those the bound
/// is kept and no more.
#[derive(Clone, Debug)]
pub(super) struct AllProven {
    /// Of each visit in preorder, whether the value is exact or a bound.
    bounds: Column<Bound>,
    /// Between what the values of the others lie, by the places of their visits.
    others: Vec<(u32, (f64, f64))>,
}

impl AllProven {
    /// Whether the value of the visit at a place is exact or a bound.
    pub(super) fn bound(&self, place: usize) -> Bound {
        self.bounds.get(place)
    }

    /// Between what the minimax value of the visited node at a place lies, which returned a value.
    pub(super) fn interval(&self, place: usize, value: f64) -> (f64, f64) {
        match self.others.binary_search_by_key(&place, |&(other, _)| other as usize) {
            Ok(other) => self.others[other].1,
            Err(_) => self.bounds.get(place).interval(value),
        }
    }

    /// A visit is settled with a value.
    #[inline]
    fn settle(&mut self, place: usize, value: f64, interval: (f64, f64)) {
        let bound = Bound::of(value, interval);
        self.bounds.set(place, bound);
        if bound.interval(value) != interval {
            self.others.push((place as u32, interval));
        }
    }
}

/// Settles what the visits, in preorder, prove together: a node's minimax value lies between what it is with every leaf not evaluated
/// at −∞ and with each of them at +∞; what a table knew is proven. Leaves of the cutoffs, in the order of the nodes, those of nodes of
/// which a child was entered in no visit. Takes time in proportion to the visits.
pub(super) fn settle(tree: &Tree, visited: &Bits, columns: &mut Columns, cutoffs: &mut Vec<Cutoff>) -> Settled {
    let all = AllProven { bounds: Column::new(Bound::Exact), others: Vec::new() };
    let cuts = vec![false; cutoffs.len()];
    let mut settling = Settling {
        tree,
        leaves: tree.leaves(),
        is_single: columns.are_of_single_visits(),
        columns,
        all,
        open: Vec::new(),
        cutoffs,
        next_cutoff: 0,
        cuts,
        has_gaps: false,
    };
    for (place, node) in visited.iter().enumerate() {
        settling.pass(place, NodeId::at(node));
    }
    while !settling.open.is_empty() {
        settling.close();
    }
    let Settling { all: mut proven, cuts, has_gaps, .. } = settling;
    proven.others.sort_unstable_by_key(|&(place, _)| place);
    let mut cuts = cuts.into_iter();
    cutoffs.retain(|_| cuts.next() == Some(true));
    Settled { proven, has_gaps }
}

/// What follows from all visits.
pub(super) struct Settled {
    pub(super) proven: AllProven,
    /// Whether a child was visited and one before it was not.
    pub(super) has_gaps: bool,
}

struct Settling<'v> {
    tree: &'v Tree,
    /// Most nodes are leaves, of which the tree itself has no more to say.
    leaves: &'v Ranked,
    columns: &'v mut Columns,
    /// Whether every node was visited once and got its value there, so that the value of a leaf is exact.
    is_single: bool,
    all: AllProven,
    open: Vec<OpenVisit>,
    cutoffs: &'v [Cutoff],
    next_cutoff: usize,
    /// Beside each cutoff whether it left out a child.
    cuts: Vec<bool>,
    has_gaps: bool,
}

/// A visit to whose subtree the visits passed belong.
struct OpenVisit {
    place: usize,
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
    /// The next visit in preorder.
    #[inline]
    fn pass(&mut self, place: usize, node: NodeId) {
        while self.open.last().is_some_and(|open| open.end <= node.index()) {
            self.close();
        }
        let is_cut = self.cutoffs.get(self.next_cutoff).is_some_and(|cutoff| cutoff.node == node);
        let cut = is_cut.then_some(self.next_cutoff);
        self.next_cutoff += usize::from(is_cut);
        if self.leaves.contains(node.index()) {
            self.pass_leaf(place, node, cut);
            return;
        }
        let Range { start, end } = self.tree.subtree(node);
        let player = self.tree.player(node);
        let proven = Proven::nothing(player);
        self.open.push(OpenVisit { place, player, proven, start, next: start + 1, end, has_gaps: false, cut });
    }

    #[inline]
    fn pass_leaf(&mut self, place: usize, node: NodeId, cut: Option<usize>) {
        // A leaf of a part of a game may have been left before its last child.
        if let Some(cut) = cut {
            self.cuts[cut] = self.tree.is_unexpanded(node);
        }
        let value = self.columns.values.get(place);
        let interval = if self.is_single && !value.is_nan() {
            (value, value)
        } else {
            let nothing = (f64::NEG_INFINITY, f64::INFINITY);
            self.settle(place, |value, _| if value.is_nan() { nothing } else { (value, value) })
        };
        self.join(node.index(), node.index() + 1, interval);
    }

    /// The innermost open visit has no more below it.
    fn close(&mut self) {
        // Field by field: whole, it would be read before what `join` wrote has arrived.
        let Some(&OpenVisit { place, player, proven, start, next, end, has_gaps, cut }) = self.open.last() else {
            return;
        };
        let has_unvisited = next < end || has_gaps;
        let below = proven.interval(player, has_unvisited);
        self.open.pop();
        let interval = self.settle(place, |value, is_evaluated| if is_evaluated { (value, value) } else { below });
        self.has_gaps |= has_gaps;
        if let Some(cut) = cut {
            self.cuts[cut] = has_unvisited;
        }
        self.join(start, end, interval);
    }

    /// A visit and all below it are known. Of one that was searched, `searched` says between what its value lies, from what it
    /// returned and whether it was evaluated.
    #[inline]
    fn settle(&mut self, place: usize, searched: impl FnOnce(f64, bool) -> (f64, f64)) -> (f64, f64) {
        let mut value = self.columns.values.get(place);
        let interval = match self.columns.origins.get(place) {
            Origin::Searched => searched(value, self.columns.evaluated.contains(place)),
            Origin::Recalled(bound) | Origin::Unrecorded(bound) => {
                self.columns.forget_evaluation(place);
                bound.interval(value)
            }
        };
        if self.columns.visits.get(place) > 1 {
            value = settled(value, interval);
            self.columns.values.set(place, value);
        }
        self.all.settle(place, value, interval);
        interval
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

/// The value of a node that was visited more than once, given between what it is proven to lie. Where the last visit did not say it,
/// what all of them prove does.
fn settled(value: f64, (low, high): (f64, f64)) -> f64 {
    let says_it = value == low || value == high;
    if value.is_nan() || (low != high && says_it) {
        value
    } else if low.is_finite() {
        low
    } else if high.is_finite() {
        high
    } else {
        value
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

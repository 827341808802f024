//! What the evaluated leaves prove about each visited node.

use std::ops::Range;

use super::super::story::follow::Left;
use super::columns::{Column, Columns};
use super::{Bound, Cutoff, Origin};
use crate::tree::{Bits, NodeId, Player, Ranked, Tree, Value};

/// What is known of the minimax value of each visited node. For most nodes it follows from the returned value and its bound, and only
/// the bound is stored.
#[derive(Clone, Debug)]
pub(super) struct AllProven {
    /// For each visit in preorder, whether the returned value is exact or a bound.
    bounds: Column<Bound>,
    /// The intervals of the other nodes, by the ranks of their visits.
    others: Vec<(u32, (f64, f64))>,
}

impl AllProven {
    /// Whether the value of a visit is exact or a bound.
    pub(super) fn bound(&self, rank: usize) -> Bound {
        self.bounds.get(rank)
    }

    /// The interval of the minimax value of a visited node, given the value it returned.
    pub(super) fn interval(&self, rank: usize, value: f64) -> (f64, f64) {
        match self.others.binary_search_by_key(&rank, |&(other, _)| other as usize) {
            Ok(other) => self.others[other].1,
            Err(_) => self.bounds.get(rank).interval(value),
        }
    }

    /// Stores what is proven of a visit that returned a value.
    #[inline]
    fn settle(&mut self, rank: usize, value: f64, interval: (f64, f64)) {
        let bound = Bound::of(value, interval);
        self.bounds.set(rank, bound);
        if bound.interval(value) != interval {
            self.others.push((rank as u32, interval));
        }
    }
}

/// Computes what the visits, in preorder, prove together: a node's minimax value lies between its values with every unevaluated leaf
/// at −∞ and with every one at +∞; what came from a table counts as proven. Keeps those cutoffs, in the order of the nodes, whose node
/// has a child that was never entered. Takes time linear in the number of visits.
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
    for (rank, node) in visited.iter().enumerate() {
        settling.pass(rank, NodeId::at(node));
    }
    while !settling.open.is_empty() {
        settling.close();
    }
    let Settling { all: mut proven, cuts, has_gaps, .. } = settling;
    proven.others.sort_unstable_by_key(|&(rank, _)| rank);
    let mut cuts = cuts.into_iter();
    cutoffs.retain(|_| cuts.next() == Some(true));
    Settled { proven, has_gaps }
}

/// The result of [`settle`].
pub(super) struct Settled {
    pub(super) proven: AllProven,
    /// Whether a child was visited and one before it was not.
    pub(super) has_gaps: bool,
}

struct Settling<'v> {
    tree: &'v Tree,
    /// Most nodes are leaves, for which the rest of the tree need not be read.
    leaves: &'v Ranked,
    columns: &'v mut Columns,
    /// Whether every node was visited once and got its value then, so that the values of leaves are exact.
    is_single: bool,
    all: AllProven,
    open: Vec<OpenVisit>,
    cutoffs: &'v [Cutoff],
    next_cutoff: usize,
    /// For each cutoff, whether it left out a child.
    cuts: Vec<bool>,
    has_gaps: bool,
}

/// A visit whose subtree is being read.
struct OpenVisit {
    rank: usize,
    player: Player,
    proven: Proven,
    start: usize,
    /// The node at which the next child begins.
    next: usize,
    end: usize,
    /// Whether a child was visited and one before it was not.
    has_gaps: bool,
    /// The index of the node's cutoff.
    cut: Option<usize>,
}

impl Settling<'_> {
    /// Reads the next visit in preorder.
    #[inline]
    fn pass(&mut self, rank: usize, node: NodeId) {
        while self.open.last().is_some_and(|open| open.end <= node.index()) {
            self.close();
        }
        let is_cut = self.cutoffs.get(self.next_cutoff).is_some_and(|cutoff| cutoff.node == node);
        let cut = is_cut.then_some(self.next_cutoff);
        self.next_cutoff += usize::from(is_cut);
        if self.leaves.contains(node.index()) {
            self.pass_leaf(rank, node, cut);
            return;
        }
        let Range { start, end } = self.tree.subtree(node);
        let player = self.tree.player(node);
        let proven = Proven::nothing(player);
        self.open.push(OpenVisit { rank, player, proven, start, next: start + 1, end, has_gaps: false, cut });
    }

    #[inline]
    fn pass_leaf(&mut self, rank: usize, node: NodeId, cut: Option<usize>) {
        // A leaf of a part of a game may have been left before its last child.
        if let Some(cut) = cut {
            self.cuts[cut] = self.tree.is_unexpanded(node);
        }
        let value = self.columns.values.get(rank);
        let interval = if self.is_single && !value.is_nan() {
            (value, value)
        } else {
            let nothing = (f64::NEG_INFINITY, f64::INFINITY);
            self.settle(rank, |value, _| if value.is_nan() { nothing } else { (value, value) })
        };
        self.join(node.index(), node.index() + 1, interval);
    }

    /// Ends the innermost open visit.
    fn close(&mut self) {
        // Copied field by field: a copy of the whole struct would have to wait for the writes of `join`.
        let Some(&OpenVisit { rank, player, proven, start, next, end, has_gaps, cut }) = self.open.last() else {
            return;
        };
        let has_unvisited = next < end || has_gaps;
        let below = proven.interval(player, has_unvisited);
        self.open.pop();
        let interval = self.settle(rank, |value, is_evaluated| if is_evaluated { (value, value) } else { below });
        self.has_gaps |= has_gaps;
        if let Some(cut) = cut {
            self.cuts[cut] = has_unvisited;
        }
        self.join(start, end, interval);
    }

    /// Settles a visit whose subtree has been read. If it was searched, `searched` gives its interval, from the
    /// returned value and whether the node was evaluated.
    #[inline]
    fn settle(&mut self, rank: usize, searched: impl FnOnce(f64, bool) -> (f64, f64)) -> (f64, f64) {
        let mut value = self.columns.values.get(rank);
        let interval = match self.columns.origins.get(rank) {
            Origin::Searched => searched(value, self.columns.evaluated.contains(rank)),
            Origin::Recalled(bound) | Origin::Unrecorded(bound) => {
                self.columns.forget_evaluation(rank);
                bound.interval(value)
            }
        };
        if self.columns.visits.get(rank) > 1 {
            value = settled(value, interval);
            self.columns.values.set(rank, value);
        }
        self.all.settle(rank, value, interval);
        interval
    }

    /// Adds the next visit below the innermost open one.
    #[inline]
    fn join(&mut self, start: usize, end: usize, interval: (f64, f64)) {
        if let Some(parent) = self.open.last_mut() {
            parent.proven.join(parent.player, interval);
            parent.has_gaps |= parent.next != start;
            parent.next = end;
        }
    }
}

/// The value of a node that was visited more than once, given its proven interval: the value of the last visit, unless
/// all visits together prove another one.
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
    /// The interval of the minimax value, given the returned value.
    pub(in crate::search) fn interval(self, value: f64) -> (f64, f64) {
        match self {
            Bound::Exact => (value, value),
            Bound::Lower => (value, f64::INFINITY),
            Bound::Upper => (f64::NEG_INFINITY, value),
        }
    }

    /// What kind of bound a value is for a minimax value in an interval.
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

    /// The interval of their parent's value; `has_others` says that there are other children, with unknown values.
    pub(in crate::search) fn interval(self, player: Player, has_others: bool) -> (f64, f64) {
        match player {
            _ if !has_others => (self.low, self.high),
            Player::Max => (self.low, f64::INFINITY),
            Player::Min => (f64::NEG_INFINITY, self.high),
        }
    }
}

/// What the children of an open node prove, if some of them are visited several times in a row.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct OpenProven {
    player: Player,
    /// What the children before the last one prove.
    before: Proven,
    /// The last child, and what all its visits prove.
    last: Option<(u32, (f64, f64))>,
    /// Whether children were left out.
    pub(in crate::search) has_others: bool,
}

impl OpenProven {
    pub(in crate::search) fn new(player: Player, has_others: bool) -> OpenProven {
        OpenProven { player, before: Proven::nothing(player), last: None, has_others }
    }

    /// Adds the visit of a child and what it proved.
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

    /// The interval proven by the visit that ends with this value.
    pub(in crate::search) fn visit(self, value: Value, how: Left) -> (f64, f64) {
        let proven = match how {
            Left::Evaluated => None,
            Left::Recalled(bound) => Some(bound.interval(value.get())),
            Left::Searched => self.interval(),
        };
        proven.unwrap_or((value.get(), value.get()))
    }

    /// The interval of the parent's value; `None` if there are no children.
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

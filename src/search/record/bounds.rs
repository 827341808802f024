//! What the evaluated leaves prove about each visited node.

use std::collections::HashMap;
use std::ops::Range;

use super::super::story::follow::{Entered, Left};
use super::super::{Setter, Told, Window};
use super::ages::Ages;
use super::columns::{Column, Columns};
use super::{Bound, Cutoff, Origin};
use crate::tree::{Bits, NodeId, Player, Role, Tree, Value};

/// The interval of a value of which nothing is known. A lower bound that is the largest value of all is exact.
pub(super) const ANY: (f64, f64) = (f64::MIN, f64::MAX);

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
    #[inline(always)]
    fn settle(&mut self, rank: usize, value: f64, interval: (f64, f64)) {
        let bound = Bound::of(value, interval);
        self.bounds.set(rank, bound);
        if bound.interval(value) != interval {
            self.others.push((rank as u32, interval));
        }
    }
}

/// Computes what visits prove, from the leaves up: each visit is settled as soon as it is left.
#[derive(Debug)]
pub(super) struct Proving {
    all: AllProven,
    /// Whether a child was visited and one before it was not.
    has_gaps: bool,
}

/// A visit that is not left yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenVisit {
    /// Its index among the visits.
    pub(super) rank: u32,
    node: u32,
    /// The node at which the next child begins.
    next: u32,
    role: Role,
    /// Whether a child was visited and one before it was not.
    has_gaps: bool,
    proven: Proven,
}

/// A visit that was left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    pub(super) rank: usize,
    pub(super) node: NodeId,
    /// The node at which its subtree ends.
    end: usize,
    /// Whether a child was not visited.
    pub(super) has_unvisited: bool,
    below: Below,
}

/// What is below a node that was left.
#[derive(Clone, Copy, Debug)]
enum Below {
    /// Nothing: it is a leaf.
    Nothing,
    /// Children, from which its value lies in an interval.
    Proves((f64, f64)),
    /// Children, none of which was visited, so that its value is what the search says: for its player, who cut off, a bound.
    Unvisited(Player),
    /// Children of a chance node, of whose probabilities the search makes a value that is exact within a window.
    Mean(Proven),
}

impl Closed {
    /// The interval in which the value lies, if the visit returned this value.
    pub(super) fn interval(&self, value: f64) -> (f64, f64) {
        match self.below {
            Below::Proves(interval) => interval,
            _ if value.is_nan() => ANY,
            Below::Nothing => (value, value),
            Below::Mean(window) => window.claim(value),
            Below::Unvisited(Player::Max) => (value, ANY.1),
            Below::Unvisited(Player::Min) => (ANY.0, value),
        }
    }
}

impl OpenVisit {
    /// What the visit of a chance node that returns a value says of it; `None` at a player's node.
    pub(super) fn claim(&self, value: f64) -> Option<(f64, f64)> {
        (self.role == Role::Chance).then(|| self.proven.claim(value))
    }
}

impl Proving {
    /// Starts before the first visit.
    pub(super) fn new() -> Proving {
        let all = AllProven { bounds: Column::new(Bound::Exact), others: Vec::new() };
        Proving { all, has_gaps: false }
    }

    /// Leaves a node; `is_exhausted` says that the search left out no child by a cutoff, though it may not have visited all of them.
    #[inline(always)]
    pub(super) fn close(&mut self, tree: &Tree, visit: &OpenVisit, is_exhausted: bool) -> Closed {
        let &OpenVisit { rank, next, role, has_gaps, proven, .. } = visit;
        let (rank, node) = (rank as usize, visit.node());
        let end = tree.subtree(node).end;
        if end == node.index() + 1 {
            // A leaf of a part of a game may have been left before its last child.
            return Closed { rank, node, end, has_unvisited: tree.is_unexpanded(node), below: Below::Nothing };
        }
        self.has_gaps |= has_gaps;
        let has_unvisited = !is_exhausted && (has_gaps || (next as usize) < end);
        let is_untouched =
            |player| has_unvisited && next as usize == node.index() + 1 && proven == Proven::nothing(player);
        let below = match role {
            Role::Chance => Below::Mean(proven),
            Role::Player(player) if is_untouched(player) => Below::Unvisited(player),
            Role::Player(player) => Below::Proves(proven.interval(player, has_unvisited)),
        };
        Closed { rank, node, end, has_unvisited, below }
    }

    /// Settles the visit of a node, which returned a value and proved an interval, and adds the latter to its parent.
    #[inline(always)]
    pub(super) fn settle(
        &mut self,
        Closed { rank, node, end, .. }: Closed,
        value: f64,
        interval: (f64, f64),
        parent: Option<&mut OpenVisit>,
    ) {
        self.all.settle(rank, value, interval);
        if let Some(parent) = parent {
            parent.join_all(node.index()..end, interval);
        }
    }

    /// The result, after all visits were settled.
    pub(super) fn finish(mut self) -> Settled {
        self.all.others.sort_unstable_by_key(|&(rank, _)| rank);
        Settled { proven: self.all, has_gaps: self.has_gaps }
    }
}

impl OpenVisit {
    /// A visit that begins.
    #[inline]
    pub(super) fn new(rank: u32, node: NodeId, role: Role, proven: Proven) -> OpenVisit {
        let node = node.index() as u32;
        OpenVisit { rank, node, next: node + 1, role, has_gaps: false, proven }
    }

    #[inline]
    pub(super) fn node(&self) -> NodeId {
        NodeId::at(self.node as usize)
    }

    /// The player to move may have the static value instead of a child's.
    pub(super) fn stand(&mut self, value: f64) {
        self.proven.join(self.role, (value, value));
    }

    /// Adds what a child proves. For the first visit of a leaf with a value nothing else has to be settled.
    #[inline(always)]
    pub(super) fn join(&mut self, tree: &Tree, child: NodeId, interval: (f64, f64)) {
        self.join_all(tree.subtree(child), interval);
    }

    /// Adds what children prove together whose subtrees are these nodes.
    #[inline(always)]
    pub(super) fn join_all(&mut self, Range { start, end }: Range<usize>, interval: (f64, f64)) {
        self.proven.join(self.role, interval);
        self.has_gaps |= self.next as usize != start;
        self.next = end as u32;
    }
}

/// The result of [`Proving`].
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) proven: AllProven,
    /// Whether a child was visited and one before it was not.
    pub(super) has_gaps: bool,
}

/// Computes what the visits, in preorder, prove together: a node's minimax value lies between its values with every unevaluated leaf
/// at −∞ and with every one at +∞; what came from a table counts as proven. Keeps those cutoffs whose node has a child that was never
/// entered, and that is not among the exhausted. Takes time linear in the number of visits.
pub(super) fn settle(
    tree: &Tree,
    visited: &Bits,
    columns: &mut Columns,
    cutoffs: &mut Vec<Cutoff>,
    counting: Counting<'_>,
) -> Settled {
    let (proving, complete) = (Proving::new(), Bits::default());
    let mut settling = Settling { tree, visited, columns, proving, open: Vec::new(), complete, counting };
    for (rank, node) in visited.iter().enumerate() {
        settling.close_before(node);
        let node = NodeId::at(node);
        let above = settling.open.last().map_or(0, |above| above.since);
        let since = counting.ages.map_or(0, |ages| ages.since(rank, node, above));
        let proven = match counting.claims.get(&node) {
            Some(&(low, high)) => Proven { low, high },
            // A chance node that was not left.
            None if tree.is_chance(node) => Proven { low: ANY.0, high: ANY.1 },
            None => Proven::begin(tree.role(node), || Window::OPEN),
        };
        let mut visit = OpenVisit::new(rank as u32, node, tree.role(node), proven);
        if let Some(&value) = counting.stands.get(&node) {
            visit.stand(value);
        }
        settling.open.push(Unsettled { visit, since });
    }
    settling.close_before(tree.len());
    let Settling { proving, complete, .. } = settling;
    cutoffs.retain(|cutoff| !complete.contains(cutoff.node.index()));
    proving.finish()
}

struct Settling<'v> {
    tree: &'v Tree,
    visited: &'v Bits,
    columns: &'v mut Columns,
    proving: Proving,
    /// The visits that are not left yet, from the root down.
    open: Vec<Unsettled>,
    /// The nodes whose children were all visited.
    complete: Bits,
    counting: Counting<'v>,
}

/// Which visits and children count.
#[derive(Clone, Copy)]
pub(super) struct Counting<'v> {
    /// The nodes that a visit left without a cutoff, if the search may leave out children without one.
    pub(super) exhausted: &'v Bits,
    /// When nodes were visited last, if the search may become deeper.
    pub(super) ages: Option<&'v Ages>,
    /// The static values with which nodes could be left, in their last visits.
    pub(super) stands: &'v HashMap<NodeId, f64>,
    /// What all visits of each chance node claim of its value together.
    pub(super) claims: &'v HashMap<NodeId, (f64, f64)>,
}

/// A visit that is not settled yet, and since when those below it count.
struct Unsettled {
    visit: OpenVisit,
    since: u32,
}

impl Settling<'_> {
    /// Ends the visits of nodes whose subtrees end before an index.
    fn close_before(&mut self, index: usize) {
        let tree = self.tree;
        while let Some(visit) = self.open.pop_if(|open| tree.subtree(open.visit.node()).end <= index) {
            self.close(visit.visit);
        }
    }

    fn close(&mut self, visit: OpenVisit) {
        let is_exhausted = self.counting.exhausted.contains(visit.node().index());
        let closed = self.proving.close(self.tree, &visit, is_exhausted);
        let Closed { rank, node, has_unvisited, .. } = closed;
        // Where the search becomes deeper, a child may have been entered before the visits that count.
        let has_ages = self.counting.ages.is_some();
        let are_all_entered = || self.tree.children(node).all(|child| self.visited.contains(child.index()));
        if !has_unvisited || has_ages && are_all_entered() {
            self.complete.insert(node.index());
        }
        if !self.tree.is_leaf(node) && self.counting.ages.is_some_and(|ages| ages.is_forgotten(rank)) {
            self.columns.values.set(rank, f64::NAN);
            self.columns.origins.set(rank, Origin::Deepened);
        }
        let mut value = self.columns.values.get(rank);
        let recalled = self.counting.ages.and_then(|ages| ages.recalled(node));
        let searched = || match (closed.below, recalled) {
            // All its visits have been put together.
            (Below::Mean(Proven { low, high }), _) => (low, high),
            (Below::Unvisited(_), Some(bound)) => bound.interval(value),
            _ => closed.interval(value),
        };
        let interval = match self.columns.origins.get(rank) {
            Origin::Searched if self.columns.evaluated.contains(rank) => (value, value),
            Origin::Searched => searched(),
            Origin::Deepened => {
                self.columns.forget_evaluation(rank);
                searched()
            }
            Origin::Recalled(bound) | Origin::Unrecorded(bound) => {
                self.columns.forget_evaluation(rank);
                bound.interval(value)
            }
        };
        if self.columns.visits.get(rank) > 1 {
            value = settled(value, interval);
            self.columns.values.set(rank, value);
        }
        let above =
            self.open.last_mut().filter(|above| self.counting.ages.is_none_or(|ages| ages.counts(rank, above.since)));
        self.proving.settle(closed, value, interval, above.map(|above| &mut above.visit));
    }
}

/// The value of a node that was visited more than once, given its proven interval: the value of the last visit, unless
/// all visits together prove another one.
pub(super) fn settled(value: f64, (low, high): (f64, f64)) -> f64 {
    let says_it = value == low || value == high;
    if value.is_nan() || (low != high && says_it) {
        value
    } else if low > ANY.0 {
        low
    } else if high < ANY.1 {
        high
    } else {
        value
    }
}

impl Bound {
    /// The interval of the minimax value, given the returned value; NaN proves nothing.
    pub(in crate::search) fn interval(self, value: f64) -> (f64, f64) {
        match self {
            _ if value.is_nan() => ANY,
            Bound::Exact => (value, value),
            Bound::Lower => (value, ANY.1),
            Bound::Upper => (ANY.0, value),
        }
    }

    /// What kind of bound a value is for a minimax value in an interval. A fail-hard search returns the end of its window for a value
    /// outside it.
    pub(super) fn of(value: f64, (low, high): (f64, f64)) -> Bound {
        if value > high {
            Bound::Upper
        } else if value < low {
            Bound::Lower
        } else if low == high {
            Bound::Exact
        } else if value == high {
            Bound::Upper
        } else {
            Bound::Lower
        }
    }
}

/// What the visited children of a node prove together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) struct Proven {
    low: f64,
    high: f64,
}

impl Proven {
    pub(in crate::search) fn nothing(player: Player) -> Proven {
        Proven { low: player.worst(), high: player.worst() }
    }

    /// What is proven when a node is entered: nothing, or at a chance node the window in which its value will be exact.
    #[inline]
    pub(in crate::search) fn begin(role: Role, window: impl FnOnce() -> Window<Told>) -> Proven {
        match role {
            Role::Player(player) => Proven::nothing(player),
            Role::Chance => Proven::of_window(window()),
        }
    }

    /// A window whose ends are those that a search has from nodes: the values of all leaves lie between the other ones.
    #[cold]
    fn of_window(window: Window<Told>) -> Proven {
        let end = |end: Option<Told>, open: f64| {
            end.filter(|end| end.by() != Setter::Outside).map_or(open, |end| end.value.get())
        };
        let [low, high] = window.ends();
        Proven { low: end(low, f64::NEG_INFINITY), high: end(high, f64::INFINITY) }
    }

    /// What a returned value says, which is exact within the window and a bound beyond.
    fn claim(self, value: f64) -> (f64, f64) {
        match value {
            _ if value.is_nan() => ANY,
            _ if value <= self.low => (ANY.0, value),
            _ if value >= self.high => (value, ANY.1),
            _ => (value, value),
        }
    }

    /// Adds what a child proves; at a chance node its value alone says nothing.
    #[inline]
    pub(in crate::search) fn join(&mut self, role: Role, (low, high): (f64, f64)) {
        *self = match role {
            Role::MAX => Proven { low: self.low.max(low), high: self.high.max(high) },
            Role::MIN => Proven { low: self.low.min(low), high: self.high.min(high) },
            Role::Chance => return,
        };
    }

    /// The interval of their parent's value; `has_others` says that there are other children, with unknown values.
    pub(in crate::search) fn interval(self, player: Player, has_others: bool) -> (f64, f64) {
        match player {
            _ if !has_others => (self.low, self.high),
            Player::Max => (self.low, ANY.1),
            Player::Min => (ANY.0, self.high),
        }
    }
}

/// What the children of an open node prove, if some of them are visited several times in a row.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct OpenProven {
    role: Role,
    /// What the children before the last one prove.
    before: Proven,
    /// The last child, and what all its visits prove.
    last: Option<(u32, (f64, f64))>,
    /// Whether children were left out.
    pub(in crate::search) has_others: bool,
}

impl OpenProven {
    pub(in crate::search) fn new<N: Copy>(entered: &Entered<N>) -> OpenProven {
        let before = Proven::begin(entered.role(), || entered.window);
        OpenProven { role: entered.role(), before, last: None, has_others: false }
    }

    /// Adds the visit of a child and what it proved.
    pub(in crate::search) fn join(&mut self, index: u32, visit: (f64, f64)) {
        match &mut self.last {
            Some((last, interval)) if *last == index => *interval = intersection(*interval, visit),
            last => {
                if let Some((_, interval)) = last.replace((index, visit)) {
                    self.before.join(self.role, interval);
                }
            }
        }
    }

    /// The interval proven by the visit that ends with this value.
    pub(in crate::search) fn visit(self, value: Value, how: Left) -> (f64, f64) {
        let proven = match how {
            Left::Evaluated => None,
            Left::Recalled(bound) => Some(bound.interval(value.get())),
            Left::Searched if self.role == Role::Chance => Some(self.before.claim(value.get())),
            Left::Searched => self.interval(),
        };
        proven.unwrap_or((value.get(), value.get()))
    }

    /// The interval of the parent's value; `None` if there are no children.
    fn interval(self) -> Option<(f64, f64)> {
        let (_, last) = self.last?;
        let mut all = self.before;
        all.join(self.role, last);
        self.role.player().map(|player| all.interval(player, self.has_others))
    }
}

/// What two visits of a node prove together.
pub(in crate::search) fn intersection(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.max(b.0), a.1.min(b.1))
}

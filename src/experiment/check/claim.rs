//! What a returned value says of a node's minimax value.

use crate::search::Bound;

/// An interval of values; an end may be infinite.
pub(super) type Interval = (f64, f64);

/// Nothing is known.
pub(super) const ANY: Interval = (f64::NEG_INFINITY, f64::INFINITY);

/// What two statements say together.
pub(super) fn both(a: Interval, b: Interval) -> Interval {
    (a.0.max(b.0), a.1.min(b.1))
}

/// Whether no value is in it.
pub(super) fn is_empty((low, high): Interval) -> bool {
    low > high
}

/// What two statements say together, where the first one counts if they contradict each other.
pub(super) fn meet(a: Interval, b: Interval) -> Interval {
    Some(both(a, b)).filter(|&all| !is_empty(all)).unwrap_or(a)
}

/// What a value of this kind says.
pub(super) fn of_bound(bound: Bound, value: f64) -> Interval {
    match bound {
        Bound::Exact => (value, value),
        Bound::Lower => (value, ANY.1),
        Bound::Upper => (ANY.0, value),
    }
}

/// What a value says that was returned for a window (Fishburn 1983): at most the value if it is not above alpha, at least if it is not below beta, and
/// exactly the value in between. If the window was closed before, either may be meant.
pub(super) fn of_window((alpha, beta): Interval, value: f64) -> Claim {
    let (at_most, at_least) = ((ANY.0, value), (value, ANY.1));
    match (value <= alpha, value >= beta) {
        (true, true) => Claim { says: at_most, or: Some(at_least) },
        (true, false) => Claim { says: at_most, or: None },
        (false, true) => Claim { says: at_least, or: None },
        (false, false) => Claim { says: (value, value), or: None },
    }
}

/// What a search says of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) says: Interval,
    /// What it may mean instead.
    pub(super) or: Option<Interval>,
}

impl Claim {
    /// The claim as it is implied by what is known: nothing if it is not.
    pub(super) fn implied(self, known: Interval) -> Option<Interval> {
        let is_implied = |claim: Interval| known.0 >= claim.0 && known.1 <= claim.1;
        [Some(self.says), self.or].into_iter().flatten().find(|&claim| is_implied(claim))
    }
}

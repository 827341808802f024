//! Whether a value is exact or a bound.

use super::{CutoffRule, Window};
use crate::tree::Value;

/// What the evaluated leaves prove about a node's minimax value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The returned value is the node's minimax value, whatever the other leaves are.
    Exact,
    /// The minimax value is at least the returned value.
    Lower,
    /// The minimax value is at most the returned value.
    Upper,
}

impl Bound {
    /// What a value is that was returned in a window.
    pub(crate) fn proven(rule: CutoffRule, window: Window, value: Value) -> Bound {
        if window.alpha().is_some_and(|alpha| rule.cuts(&alpha, &value)) {
            Bound::Upper
        } else if window.beta().is_some_and(|beta| rule.cuts(&value, &beta)) {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

//! Whether a value is exact or a bound.

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

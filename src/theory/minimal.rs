//! The minimum number of leaves that a search must evaluate.

use crate::search::CutoffRule;

/// The number of leaves of a full tree: b^d.
pub fn leaves(branching: u32, depth: u32) -> f64 {
    f64::from(branching).powi(depth as i32)
}

/// The leaves of the minimal tree, which alpha-beta reaches with the best child first at every node:
/// b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
///
/// Source: Knuth & Moore, *An Analysis of Alpha-Beta Pruning* (1975), section 6, corollary 1.
pub fn minimal(branching: u32, depth: u32) -> f64 {
    leaves(branching, depth.div_ceil(2)) + leaves(branching, depth / 2) - 1.0
}

/// The minimum for a search without deep cutoffs: x_d + y_d with x_0 = 1, y_0 = 0, x_k = x_(k−1) + y_(k−1), y_k = (b − 1) x_(k−1).
///
/// Source: Knuth & Moore (1975), section 2 (procedure F1). For b = 2 these are the Fibonacci numbers.
pub fn minimal_shallow(branching: u32, depth: u32) -> f64 {
    let (mut x, mut y) = (1.0, 0.0);
    for _ in 0..depth {
        (x, y) = (x + y, (f64::from(branching) - 1.0) * x);
    }
    x + y
}

/// Whether a search with cutoffs evaluates the minimum on some full tree with this many different leaf values, or with all different ones.
///
/// The strict rule cuts off only what is worse than the principal variation, for MAX or for MIN. From depth 2 on it needs a value below
/// that of the principal variation, and from depth 3 on also one above; without them the minimum is only a lower bound.
pub fn is_minimum_attained(branching: u32, depth: u32, distinct_values: Option<u32>, cutoff: CutoffRule) -> bool {
    let needed = if branching == 1 { 1 } else { depth.clamp(1, 3) };
    cutoff == CutoffRule::NonStrict || distinct_values.is_none_or(|values| values >= needed)
}

/// 1 + y + … + y^(n−1) for y in [0, 1]; `rest` is 1 − y, given separately because it is more precise near y = 1.
pub(super) fn geometric(y: f64, rest: f64, n: u32) -> f64 {
    /// Above this the closed form is faster than the sum.
    const MANY: u32 = 16;
    if n <= MANY || rest == 0.0 {
        let mut sum = 0.0;
        for _ in 0..n {
            sum = sum * y + 1.0;
        }
        return sum;
    }
    -(f64::from(n) * (-rest).ln_1p()).exp_m1() / rest
}

//! The minimum and expected number of leaves that a search evaluates on a full tree.
//!
//! The tree is uniform: every inner node has `branching` children and every leaf has depth `depth`; the root has depth 0. Leaf values
//! are independent. Counts are floating point numbers, because they soon exceed every integer type. Measured means are compared with
//! them in the confidence intervals of [`student_95`].
//!
//! ```
//! use plyscope::search::CutoffRule;
//! use plyscope::theory::{LeafValues, expected_alpha_beta, leaves, minimal};
//!
//! let expected = expected_alpha_beta(2, 2, LeafValues::Continuous, CutoffRule::NonStrict);
//! assert_eq!((leaves(2, 2), minimal(2, 2)), (4.0, 3.0));
//! assert!((expected - 11.0 / 3.0).abs() < 1e-6);
//! ```

mod alpha_beta;
mod forecast;
mod minimal;
mod shallow;
mod student;
mod threshold;

pub use alpha_beta::{expected_alpha_beta, growth_alpha_beta};
pub use forecast::{Forecast, FullTree, forecast};
pub use minimal::{is_minimum_attained, leaves, minimal, minimal_shallow};
pub use shallow::{expected_shallow, growth_shallow};
pub use student::student_95;
pub use threshold::{expected_threshold, minimal_threshold};

/// The distribution of the leaf values, which are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeafValues {
    /// Any continuous distribution, so that no two values are equal.
    Continuous,
    /// Uniform over this many integers, at least one.
    Integers(u32),
}

//! How many leaves a search evaluates on a full tree: at the least, and on the average over random trees.
//!
//! The tree is uniform: every inner node has `branching` children and every leaf the depth `depth`, the root's being 0. Leaf values
//! are independent. Counts are floating point numbers, since the number of leaves itself soon exceeds every integer type.

mod alpha_beta;
mod forecast;
mod minimal;
mod shallow;
mod threshold;

pub use alpha_beta::{expected_alpha_beta, growth_alpha_beta};
pub use forecast::{Forecast, FullTree, forecast};
pub use minimal::{leaves, minimal, minimal_shallow};
pub use shallow::{expected_shallow, growth_shallow};
pub use threshold::{expected_threshold, minimal_threshold};

/// How the values of the leaves are drawn, each on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeafValues {
    /// From a continuous distribution, so that no two are equal. Which one does not matter.
    Continuous,
    /// One of so many equally likely integers, at least one.
    Integers(u32),
}

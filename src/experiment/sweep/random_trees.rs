//! Random trees as a sweep names them: a grid of laws.

use super::{Numbers, SpecError};
use crate::generate::{Generator, Leaves, Ordering, Probability, Shape};

/// Every combination of these leaves, orderings, branchings and depths.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RandomTrees {
    /// How leaves get their values.
    #[serde(default = "continuous")]
    pub leaves: Vec<Leaves>,
    /// In which order children stand.
    #[serde(default = "random")]
    pub ordering: Vec<Ordering>,
    /// Children of an inner node.
    pub branching: Numbers,
    /// Levels below the root.
    pub depth: Numbers,
    /// The fewest children of an inner node, where they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_branching: Option<u32>,
    /// How likely a node is a leaf before its time.
    #[serde(default, skip_serializing_if = "Probability::is_zero")]
    pub leaf_probability: Probability,
}

fn continuous() -> Vec<Leaves> {
    vec![Leaves::Continuous]
}

fn random() -> Vec<Ordering> {
    vec![Ordering::Random]
}

impl RandomTrees {
    /// Full trees with continuous leaves in random order.
    pub fn full(branching: Numbers, depth: Numbers) -> RandomTrees {
        RandomTrees {
            leaves: continuous(),
            ordering: random(),
            branching,
            depth,
            min_branching: None,
            leaf_probability: Probability::default(),
        }
    }

    /// How many laws there are.
    #[expect(clippy::len_without_is_empty, reason = "a sweep without laws is refused")]
    pub fn len(&self) -> u64 {
        let lengths = [self.leaves.len(), self.ordering.len(), self.branching.len(), self.depth.len()];
        lengths.into_iter().fold(1, |product, length| product.saturating_mul(length as u64))
    }

    /// The laws in the order of leaves, ordering, branching and depth, each checked when it is asked for.
    pub(super) fn generators(&self) -> impl Iterator<Item = Result<Generator, SpecError>> {
        let leaves = self.leaves.iter().flat_map(|leaves| self.ordering.iter().map(move |o| (*leaves, *o)));
        let size = || self.branching.iter().flat_map(|b| self.depth.iter().map(move |d| (b, d)));
        let laws = leaves.flat_map(move |law| size().map(move |size| (law, size)));
        laws.map(|((leaves, ordering), (branching, depth))| {
            let (min_branching, leaf_probability) = (self.min_branching, self.leaf_probability);
            let shape = Shape { branching, depth, min_branching, leaf_probability };
            let wrong = |error| SpecError::Generator { leaves, branching, depth, error };
            Generator::new(leaves, ordering, shape).map_err(wrong)
        })
    }
}

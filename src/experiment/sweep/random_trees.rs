//! Random trees in a sweep: a grid of distributions and sizes.

use super::{Numbers, SpecError};
use crate::generate::{Chance, Generator, GeneratorError, Leaves, Ordering, Probabilities, Probability, Shape};

/// Every combination of these leaves, orderings, branchings and depths.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RandomTrees {
    /// The distributions of leaf values.
    #[serde(default = "continuous")]
    pub leaves: Vec<Leaves>,
    /// The orders of children.
    #[serde(default = "random")]
    pub ordering: Vec<Ordering>,
    /// The numbers of children of an inner node.
    pub branching: Numbers,
    /// The depths of the trees.
    pub depth: Numbers,
    /// The minimum number of children of an inner node, if it varies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_branching: Option<u32>,
    /// The probability that a node above the last level is a leaf.
    #[serde(default, skip_serializing_if = "Probability::is_zero")]
    pub leaf_probability: Probability,
    /// Which inner nodes are chance nodes.
    #[serde(default, skip_serializing_if = "Chance::is_none")]
    pub chance: Chance,
    /// The probabilities of the children of chance nodes.
    #[serde(default, skip_serializing_if = "Probabilities::are_equal")]
    pub probabilities: Probabilities,
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
            chance: Chance::None,
            probabilities: Probabilities::Equal,
        }
    }

    /// The number of combinations.
    #[expect(clippy::len_without_is_empty, reason = "a sweep without random trees is refused")]
    pub fn len(&self) -> u64 {
        let mut product: u64 = 1;
        for &length in &[self.leaves.len(), self.ordering.len(), self.branching.len(), self.depth.len()] {
            product = product.saturating_mul(length as u64);
        }
        product
    }

    /// Whether there are full trees among them.
    pub(super) fn has_full_ones(&self) -> bool {
        let (min_branching, leaf_probability) = (self.min_branching, self.leaf_probability);
        let shape = |branching| Shape { min_branching, leaf_probability, ..Shape::full(branching, 0) };
        self.branching.iter().any(|branching| shape(branching).is_full())
    }

    /// The combinations in the order of leaves, ordering, branching and depth.
    pub(super) fn generators(&self) -> Result<Vec<Generator>, SpecError> {
        let mut generators = Vec::new();
        for &leaves in &self.leaves {
            for &ordering in &self.ordering {
                for branching in self.branching.iter() {
                    for depth in self.depth.iter() {
                        let (min_branching, leaf_probability) = (self.min_branching, self.leaf_probability);
                        let shape = Shape { branching, depth, min_branching, leaf_probability };
                        let wrong = |error: GeneratorError| {
                            let message = format!("with {leaves} leaves, b = {branching} and d = {depth}: {error}");
                            SpecError::new(error.field(), message)
                        };
                        let generator = Generator::new(leaves, ordering, shape)
                            .and_then(|generator| generator.with_chance(self.chance, self.probabilities));
                        generators.push(generator.map_err(wrong)?);
                    }
                }
            }
        }
        Ok(generators)
    }
}

//! The expected work of each algorithm on a full tree.

use super::{
    LeafValues, expected_alpha_beta, expected_shallow, expected_threshold, leaves, minimal, minimal_shallow,
    minimal_threshold,
};
use crate::search::catalogue::{LeafClass, Revisits};
use crate::search::{Algorithm, CutoffRule};
use crate::tree::{NodeId, Player, Tree, Value};

/// A full tree with independent leaf values, all different.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FullTree {
    /// Children per inner node.
    pub branching: u32,
    /// Depth of the leaves.
    pub depth: u32,
    /// The probability that a leaf favours the player at the root; used for threshold tests only.
    pub favourable: f64,
}

impl FullTree {
    /// Describes an explicit tree without chance nodes, if it is full; `at` is the threshold of a threshold test. Takes time linear in the number of
    /// nodes.
    pub fn of(tree: &Tree, at: Option<Value>) -> Option<FullTree> {
        let depth = tree.height();
        let branching = tree.children(NodeId::ROOT).count();
        let is_full = !tree.has_chance()
            && tree.nodes().all(|node| {
                if tree.is_leaf(node) { tree.depth(node) == depth } else { tree.children(node).count() == branching }
            });
        let favours = |leaf| {
            let is_large = tree.value(leaf) >= at;
            is_large == (tree.player(NodeId::ROOT) == Player::Max)
        };
        let leaves = tree.leaf_count();
        let mut favourable = 0;
        for slot in 0..leaves {
            favourable += u64::from(favours(tree.leaf(slot)));
        }
        let favourable = favourable as f64 / leaves as f64;
        is_full.then_some(FullTree { branching: branching as u32, depth, favourable })
    }
}

/// The number of distinct leaves that an algorithm evaluates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// All leaves of the tree.
    pub leaves: f64,
    /// With the best order of the children.
    pub best: f64,
    /// On average over random trees; `None` if no theory gives it.
    pub expected: Option<f64>,
    /// With the worst order of the children.
    pub worst: f64,
    /// The number of evaluations, if every leaf is evaluated and some more than once.
    pub evaluations: Option<f64>,
}

/// The expected work of an algorithm on a tree. Takes time linear in the depth.
pub fn forecast(algorithm: Algorithm, tree: FullTree) -> Forecast {
    let FullTree { branching, depth, favourable } = tree;
    let all = leaves(branching, depth);
    let (values, rule) = (LeafValues::Continuous, CutoffRule::NonStrict);
    let (best, expected) = match algorithm.leaves() {
        LeafClass::All => (all, Some(all)),
        LeafClass::WithoutDeepCutoffs => {
            (minimal_shallow(branching, depth), Some(expected_shallow(branching, depth, values, rule)))
        }
        // If all leaves differ, a transposition table never hits.
        LeafClass::AlphaBeta | LeafClass::WithinAlphaBeta if algorithm.entry().revisits == Revisits::Never => {
            (minimal(branching, depth), Some(expected_alpha_beta(branching, depth, values, rule)))
        }
        LeafClass::AlphaBeta => (minimal(branching, depth), Some(expected_alpha_beta(branching, depth, values, rule))),
        LeafClass::WithinAlphaBeta | LeafClass::Other => (minimal(branching, depth), None),
        LeafClass::Minimal => (minimal(branching, depth), Some(minimal(branching, depth))),
        LeafClass::Threshold => {
            (minimal_threshold(branching, depth), Some(expected_threshold(branching, depth, favourable)))
        }
    };
    let worst = if algorithm.leaves() == LeafClass::Minimal { best } else { all };
    let evaluations = algorithm.entry().evaluations.map(|evaluations| evaluations(branching, depth));
    Forecast { leaves: all, best, expected, worst, evaluations }
}

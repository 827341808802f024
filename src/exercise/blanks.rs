//! Leaves that are drawn without their values, such that other values do as well if the search cuts the same edges.

use super::{Run, Skipped, Solved, Unfit};
use crate::game::Path;
use crate::tree::{NodeId, Tree, Value};

/// A third of the evaluated leaves, at least one, chosen by the seed, from left to right.
pub(super) fn blanks(run: &Run, seed: u64) -> Vec<NodeId> {
    let dice = |leaf: NodeId| Path::ROOT.child(seed).child(leaf.index() as u64).0;
    let mut chosen = run.leaves.clone();
    chosen.sort_by_key(|&leaf| dice(leaf));
    chosen.truncate(run.leaves.len().div_ceil(3));
    chosen.sort();
    chosen
}

impl Solved {
    /// Whether the search cuts the same edges if some leaves have other values. This judges an answer, of which many are right.
    pub fn cuts_the_same(&self, values: &[(NodeId, Value)]) -> Result<bool, Unfit> {
        let cut = |cutoff: &Skipped| (cutoff.node, cutoff.children.clone());
        Ok(self.run_with(values)?.cutoffs.iter().map(cut).eq(self.run.cutoffs.iter().map(cut)))
    }

    /// What the search does if some leaves have other values.
    pub(super) fn run_with(&self, values: &[(NodeId, Value)]) -> Result<Run, Unfit> {
        let value = |node: NodeId| {
            let own = values.iter().find(|&&(leaf, _)| leaf == node);
            own.map(|&(_, value)| value).or(self.tree.value(node))
        };
        self.method.run(&super::solved::revalued(&self.tree, value)?)
    }

    /// The tree with names for its leaves, without the values of the empty ones.
    pub(super) fn with_blanks(&self) -> Result<Tree, Unfit> {
        let tree = self.with_named_leaves()?;
        super::solved::revalued(&tree, |leaf| tree.value(leaf).filter(|_| !self.blanks.contains(&leaf)))
    }
}

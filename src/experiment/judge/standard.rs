//! What is right of a tree.

use crate::experiment::explain::Explained;
use crate::experiment::{Settings, evaluation_order, record};
use crate::progress::Progress;
use crate::search::story::{Story, Timeline};
use crate::search::{Algorithm, CutoffRule};
use crate::tree::{NodeId, TOLERANCE, Tree, Value};

/// What a program is compared with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standard {
    /// The algorithm whose evaluations it should make; `None` if these do not matter.
    pub algorithm: Option<Algorithm>,
    /// When that cuts off.
    pub cutoff: CutoffRule,
}

/// What is right of a tree.
#[derive(Clone, Debug)]
pub struct Right {
    /// The value of the root.
    pub value: Value,
    /// The values of its children.
    pub children: Vec<Value>,
    /// The leaves that the algorithm evaluates, in its order, if there is one.
    pub leaves: Option<Vec<NodeId>>,
}

impl Standard {
    /// What is right of a tree; `None` if the tree has no value.
    pub fn of(&self, tree: &Tree) -> Option<Right> {
        let values = crate::tree::minimax_values(tree, tree.subtree(NodeId::ROOT));
        let children = tree.children(NodeId::ROOT).map(|child| values[child.index()]).collect::<Option<_>>()?;
        let value = *values.first()?;
        Some(Right { value: value?, children, leaves: self.algorithm.map(|algorithm| self.evaluated(algorithm, tree)) })
    }

    fn settings(&self) -> Settings {
        Settings { cutoff: self.cutoff, ..Settings::default() }
    }

    fn evaluated(&self, algorithm: Algorithm, tree: &Tree) -> Vec<NodeId> {
        evaluation_order(algorithm, tree, self.settings(), &Progress::new())
    }

    /// Why the algorithm does not evaluate a leaf, in a sentence.
    pub(super) fn why_skipped(&self, tree: &Tree, leaf: NodeId) -> Option<String> {
        let (mut story, progress) = (Story::new(), Progress::new());
        let run = record(self.algorithm?, tree, self.settings(), &mut story, &progress);
        let timeline = Timeline::new(tree, &story, &progress)?;
        let explained = Explained {
            tree,
            story: &story,
            timeline: &timeline,
            dropped: &[],
            cutoff: run.cutoff,
            bounds: run.bounds,
        };
        Some(explained.node(leaf, &run.record))
    }
}

/// Whether two values of a tree are the same: exactly, but for the rounding of means.
pub(super) fn are_equal(tree: &Tree, a: Value, b: Value) -> bool {
    let size = a.get().abs().max(b.get().abs()).max(1.0);
    a == b || tree.has_chance() && (a.get() - b.get()).abs() <= size * TOLERANCE
}

//! Shared by tests that run searches and collect their events.

use std::collections::BTreeSet;

use plyscope::progress::Progress;
use plyscope::search::story::{Counter, EvaluationOrder, Listener, Story};
use plyscope::search::{
    Algorithm, Budget, Counts, CutoffRule, Limits, Record, Recorder, Report, Searchable, search, tell,
};
use plyscope::tree::{NodeId, Tree, Value};

/// A run on a tree, with everything that is derived from its story.
pub(crate) struct Ran<P = NodeId> {
    pub(crate) report: Report<P>,
    pub(crate) counts: Counts,
    pub(crate) record: Record,
    pub(crate) order: Vec<NodeId>,
    pub(crate) story: Story,
}

impl<P> Ran<P> {
    pub(crate) fn leaves(&self) -> BTreeSet<NodeId> {
        self.order.iter().copied().collect()
    }

    pub(crate) fn value(&self) -> Option<Value> {
        self.report.outcome.value()
    }
}

pub(crate) fn limits(cutoff: CutoffRule, budget: Option<u64>) -> Limits<'static> {
    let budget = budget.map_or(Budget::Unlimited, Budget::Evaluations);
    Limits { budget, ..Limits::default().cutoff(cutoff) }
}

/// Runs an algorithm on a tree, or on a game made of a tree.
pub(crate) fn ran<G: Searchable>(algorithm: Algorithm, game: &G, tree: &Tree, limits: Limits<'_>) -> Ran<G::Position> {
    let (mut recorder, mut counter) = (Recorder::new(tree).of(algorithm), Counter::on_tree(algorithm, tree));
    let (mut story, mut order) = (Story::new(), EvaluationOrder::new(tree));
    let mut listeners: [&mut dyn Listener; 4] = [&mut recorder, &mut counter, &mut story, &mut order];
    let report = tell(algorithm, game, limits, &mut listeners);
    Ran { report, counts: counter.counts(), record: recorder.finish(), order: order.finish(), story }
}

/// Runs an algorithm at full speed.
pub(crate) fn bare<G: Searchable>(algorithm: Algorithm, game: &G, limits: Limits<'_>) -> Report<G::Position> {
    search(algorithm, game, limits)
}

/// Limits that stop at once.
pub(crate) fn cancelled() -> Progress {
    let progress = Progress::new();
    progress.cancel();
    progress
}

//! One algorithm on one tree, counted and timed.

use super::cost::{Cost, cost_of};
use crate::game::Prune;
use crate::progress::Progress;
use crate::search::hughes::Evaluated;
use crate::search::observer::EvaluationOrder;
use crate::search::{
    Algorithm, Counts, CutoffKind, CutoffRule, Laziness, Limits, Outcome, Record, Recorder, Report, TreePosition,
    search,
};
use crate::tree::{NodeId, Tree};

/// How many evaluations a run may make where nobody says otherwise, on trees with fewer leaves than that.
/// It is there for the searches that repeat evaluations exponentially.
pub const DEFAULT_BUDGET: u64 = 10_000_000;

/// How the algorithms are to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When to cut.
    pub cutoff: CutoffRule,
    /// After how many moves the static value counts; `None` for the whole tree.
    pub depth: Option<u32>,
    /// The most evaluations; `None` for [`DEFAULT_BUDGET`] or the number of leaves, whichever is more.
    pub budget: Option<u64>,
    /// How often the run is timed; at least once.
    pub repeat: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { cutoff: CutoffRule::NonStrict, depth: None, budget: None, repeat: 1 }
    }
}

impl Settings {
    /// The budget that holds for a tree.
    pub fn budget_for(&self, tree: &Tree) -> u64 {
        self.budget.unwrap_or_else(|| DEFAULT_BUDGET.max(tree.leaf_count() as u64))
    }

    fn limits<'p>(&self, tree: &Tree, progress: &'p Progress) -> Limits<'p> {
        Limits { cutoff: self.cutoff, budget: Some(self.budget_for(tree)), progress }
    }
}

/// What came of running an algorithm on a tree.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended.
    pub outcome: Outcome<NodeId>,
    /// All leaves of the tree, down to the depth limit.
    pub leaves: usize,
    /// Calls of the static evaluation.
    pub evaluations: u64,
    /// The principal variation, the root first; empty where the run did not finish.
    pub line: Vec<NodeId>,
    /// The leaves (or nodes at the depth limit) in the order of their evaluations.
    pub evaluation_order: Vec<NodeId>,
    /// Every node visited.
    pub record: Record,
    /// What a lazy search built and forced; `None` for the others.
    pub laziness: Option<Laziness>,
    /// How often a search with a table of positions was settled by it; `None` for the others.
    pub table_hits: Option<u64>,
    /// The static values of Hughes' pipeline, those for sorting told apart; `None` for the others.
    pub evaluated: Option<Evaluated>,
    /// What it takes beside evaluations; `None` where that was not measured.
    pub cost: Option<Cost>,
}

impl Measured {
    /// What the run cost.
    pub fn counts(&self) -> Counts {
        Counts {
            evaluations: self.evaluations,
            distinct_leaves: self.record.evaluated_in(&(0..usize::MAX)),
            visited_nodes: self.record.visits().len() as u64,
            shallow_cutoffs: self.record.count_cutoffs(CutoffKind::Shallow) as u64,
            deep_cutoffs: self.record.count_cutoffs(CutoffKind::Deep) as u64,
        }
    }
}

/// Runs an algorithm once recorded, for the counts, `repeat` times unrecorded, for the time, and once for the memory.
pub fn measure(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Measured {
    let mut measured = record(algorithm, tree, settings, progress);
    measured.cost = cost(algorithm, tree, settings, progress);
    measured
}

/// The first half of [`measure`]: runs an algorithm once recorded. Neither time nor memory is measured.
pub fn record(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Measured {
    let mut observer = (Recorder::new(tree), EvaluationOrder::default());
    let limits = settings.limits(tree, progress);
    let report = match settings.depth {
        None => search(algorithm, tree, limits, &mut observer),
        Some(depth) => in_tree(search(algorithm, &Prune::new(depth, tree), limits, &mut observer)),
    };
    let (recorder, EvaluationOrder(evaluation_order)) = observer;
    let record = recorder.finish();
    let line = if report.outcome.value().is_some() { record.line(tree) } else { Vec::new() };
    Measured {
        algorithm,
        outcome: report.outcome,
        leaves: settings.depth.map_or(tree.leaf_count(), |depth| leaves_within(tree, depth).count()),
        evaluations: report.evaluations,
        line,
        evaluation_order,
        record,
        laziness: report.laziness,
        table_hits: report.table_hits,
        evaluated: report.evaluated,
        cost: None,
    }
}

/// The second half of [`measure`]: runs an algorithm unrecorded. `None` where it was cancelled.
pub fn cost(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Option<Cost> {
    let limits = settings.limits(tree, progress);
    match settings.depth {
        None => cost_of(algorithm, tree, limits, settings.repeat),
        Some(depth) => cost_of(algorithm, &Prune::new(depth, tree), limits, settings.repeat),
    }
}

/// What are leaves to a search with a depth limit, from left to right: the nodes at the limit, and the leaves above it.
pub fn leaves_within(tree: &Tree, depth: u32) -> impl Iterator<Item = NodeId> {
    tree.nodes().filter(move |&node| tree.depth(node) == depth || (tree.depth(node) < depth && tree.is_leaf(node)))
}

fn in_tree<P: TreePosition>(report: Report<P>) -> Report<NodeId> {
    report.map(|position| position.node())
}

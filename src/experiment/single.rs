//! One algorithm on one tree, counted and timed.

use super::cost::{self, Memory, Seconds};
use crate::game::{Game, Prune};
use crate::progress::Progress;
use crate::search::observer::EvaluationOrder;
use crate::search::{Algorithm, CutoffKind, CutoffRule, Limits, Outcome, Record, Recorder, TreePosition, search};
use crate::tree::{NodeId, Tree, Value};

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
}

/// What came of running an algorithm on a tree.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended.
    pub outcome: Outcome<NodeId>,
    /// Calls of the static evaluation.
    pub evaluations: u64,
    /// The principal variation, the root first; empty where the run did not finish.
    pub line: Vec<NodeId>,
    /// The leaves (or nodes at the depth limit) in the order of their evaluations.
    pub evaluation_order: Vec<NodeId>,
    /// Every node visited.
    pub record: Record,
    /// How long it takes when nobody watches; `None` for a cancelled run.
    pub seconds: Option<Seconds>,
    /// How much memory it takes, beside that of the tree; `None` for a cancelled run.
    pub memory: Option<Memory>,
}

impl Measured {
    /// How many leaves were evaluated at least once.
    pub fn distinct_leaves(&self) -> u64 {
        self.record.evaluated_in(&(0..usize::MAX))
    }

    /// How many nodes were entered.
    pub fn visited_nodes(&self) -> usize {
        self.record.visits().len()
    }

    /// How many cutoffs had their bound from the parent.
    pub fn shallow_cutoffs(&self) -> usize {
        self.record.count_cutoffs(CutoffKind::Shallow)
    }

    /// How many cutoffs had their bound from further up.
    pub fn deep_cutoffs(&self) -> usize {
        self.record.count_cutoffs(CutoffKind::Deep)
    }

    /// How the run ended, as a sentence without a full stop.
    pub fn outcome_in_words(&self, tree: &Tree) -> String {
        match self.outcome {
            Outcome::Finished(_) => "finished".into(),
            Outcome::Budget => format!("budget reached after {} evaluations", self.evaluations),
            Outcome::Cancelled => "cancelled".into(),
            Outcome::Undefined(node) if tree.is_leaf(node) => {
                format!("undefined: leaf {} has no value", tree.slots(node).start)
            }
            Outcome::Undefined(node) => format!("undefined: node {} has no static value", node.index()),
        }
    }
}

/// Runs an algorithm once recorded, for the counts, `repeat` times unrecorded, for the time, and once for the memory.
pub fn measure(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Measured {
    match settings.depth {
        None => measure_on(tree, algorithm, tree, settings, progress),
        Some(depth) => measure_on(&Prune::new(depth, tree), algorithm, tree, settings, progress),
    }
}

fn measure_on<G>(game: &G, algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Measured
where
    G: Game,
    G::Position: TreePosition,
{
    let limits = Limits { cutoff: settings.cutoff, budget: Some(settings.budget_for(tree)), progress };
    let mut observer = (Recorder::new(tree), EvaluationOrder::default());
    let report = search(algorithm, game, limits, &mut observer);
    let (recorder, EvaluationOrder(evaluation_order)) = observer;
    let record = recorder.finish();
    let line = if report.outcome.value().is_some() { record.line(tree) } else { Vec::new() };
    Measured {
        algorithm,
        outcome: report.outcome.map(|position| position.node()),
        evaluations: report.evaluations,
        line,
        evaluation_order,
        record,
        seconds: cost::seconds(algorithm, game, limits, settings.repeat),
        memory: cost::memory(algorithm, game, limits),
    }
}

/// Whether the algorithms that finished found the same value.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// None finished.
    Nothing,
    /// All that finished found this.
    Value(Value),
    /// They differ: each value with those that found it.
    Differ(Vec<(Value, Vec<Algorithm>)>),
}

/// Compares the values of the runs that finished.
pub fn agreement<'m>(runs: impl IntoIterator<Item = &'m Measured>) -> Agreement {
    let mut found: Vec<(Value, Vec<Algorithm>)> = Vec::new();
    for run in runs {
        let Some(value) = run.outcome.value() else { continue };
        match found.iter_mut().find(|(other, _)| *other == value) {
            Some((_, algorithms)) => algorithms.push(run.algorithm),
            None => found.push((value, vec![run.algorithm])),
        }
    }
    match found.as_slice() {
        [] => Agreement::Nothing,
        [(value, _)] => Agreement::Value(*value),
        _ => Agreement::Differ(found),
    }
}

impl std::fmt::Display for Agreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Agreement::Nothing => write!(f, "No algorithm finished."),
            Agreement::Value(value) => write!(f, "All finished algorithms agree: the value is {value}."),
            Agreement::Differ(found) => {
                let says = |(value, algorithms): &(Value, Vec<Algorithm>)| {
                    let names: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.id()).collect();
                    format!("{} by {}", value, names.join(", "))
                };
                let all: Vec<String> = found.iter().map(says).collect();
                write!(f, "THE ALGORITHMS DISAGREE: {}.", all.join("; "))
            }
        }
    }
}

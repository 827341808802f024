//! One algorithm on one tree, counted and timed.

use super::cost::{Cost, cost_of};
use crate::game::Shaped;
use crate::memory::{self, Shortage};
use crate::progress::Progress;
use crate::search::story::{Counter, EvaluationOrder, Listener, Story};
use crate::search::{Algorithm, Budget, CutoffRule, Effort, Limits, Outcome, Record, Recorder, Report, tell};
use crate::tree::{NodeId, Tree};

/// How the algorithms are to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When to cut.
    pub cutoff: CutoffRule,
    /// The depth limit, where static values count; `None` for the whole tree.
    pub depth: Option<u32>,
    /// The most evaluations.
    pub budget: Budget,
    /// How often the run is timed; at least once.
    pub repeat: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { cutoff: CutoffRule::NonStrict, depth: None, budget: Budget::Automatic, repeat: 1 }
    }
}

impl Settings {
    /// The limits of a run on a tree with this many leaves, if the number is known.
    pub fn limits<'p>(&self, leaves: Option<u64>, progress: &'p Progress) -> Limits<'p> {
        Limits { budget: self.budget.resolve(leaves), ..Limits::new(progress).cutoff(self.cutoff) }
    }

    pub(super) fn limits_on<'p>(&self, tree: &Tree, progress: &'p Progress) -> Limits<'p> {
        self.limits(Some(tree.leaf_count() as u64), progress)
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
    /// What it did, in numbers.
    pub effort: Effort,
    /// The principal variation, the root first; empty where the run did not finish.
    pub line: Vec<NodeId>,
    /// Every node visited.
    pub record: Record,
    /// What it takes beside evaluations; `None` where that was not measured.
    pub cost: Option<Cost>,
}

/// What is kept at most of a visited node while a search is recorded, in bytes: its window, its value, how often it was visited, and
/// all of that twice while it is put in order.
const BYTES_PER_VISIT: u64 = 72;

/// Refuses a search of which the record would not fit in memory. One that prunes is taken to visit half of a tree.
pub fn room_to_search(algorithm: Algorithm, tree: &Tree) -> Result<(), Shortage> {
    let visited = tree.len() as u64 / if algorithm.leaves().prunes() { 2 } else { 1 };
    memory::room_for(visited * BYTES_PER_VISIT)
}

/// Runs an algorithm once recorded, for the counts, `repeat` times bare, for the time, and once for the memory.
pub fn measure(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Measured {
    let mut measured = record(algorithm, tree, settings, &mut Story::of_at_most(0), progress);
    measured.cost = cost(algorithm, tree, settings, progress);
    measured
}

/// The first half of [`measure`]: runs an algorithm once and makes a record of its story, which is kept as far as `story` has room.
/// Neither time nor memory is measured.
pub fn record(
    algorithm: Algorithm,
    tree: &Tree,
    settings: Settings,
    story: &mut Story,
    progress: &Progress,
) -> Measured {
    let (mut recorder, mut counter) = (Recorder::new(tree), Counter::on_tree(algorithm, tree));
    let mut listeners: [&mut dyn Listener; 3] = [&mut recorder, &mut counter, story];
    let report = told(algorithm, tree, settings, &mut listeners, progress);
    let record = recorder.finish();
    let line = if report.outcome.value().is_some() { record.line(tree) } else { Vec::new() };
    Measured {
        algorithm,
        outcome: report.outcome,
        leaves: settings.depth.map_or(tree.leaf_count(), |depth| leaves_within(tree, depth).count()),
        effort: Effort { counts: counter.counts(), extras: report.extras },
        line,
        record,
        cost: None,
    }
}

/// Runs an algorithm for the leaves, or nodes at the depth limit, in the order of their evaluations.
pub fn evaluation_order(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Vec<NodeId> {
    let mut order = EvaluationOrder::new(tree);
    told(algorithm, tree, settings, &mut order, progress);
    order.finish()
}

/// Runs an algorithm in front of a listener.
fn told(
    algorithm: Algorithm,
    tree: &Tree,
    settings: Settings,
    listener: &mut dyn Listener,
    progress: &Progress,
) -> Report<NodeId> {
    let limits = settings.limits_on(tree, progress);
    match settings.depth {
        None => tell(algorithm, tree, limits, listener),
        Some(depth) => {
            let limited = Shaped::to_depth(depth, tree);
            tell(algorithm, &limited, limits, listener).map(|limited| limited.position)
        }
    }
}

/// The second half of [`measure`]: runs an algorithm bare. `None` where it was cancelled.
pub fn cost(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Option<Cost> {
    let limits = settings.limits_on(tree, progress);
    match settings.depth {
        None => cost_of(algorithm, tree, limits, settings.repeat),
        Some(depth) => cost_of(algorithm, &Shaped::to_depth(depth, tree), limits, settings.repeat),
    }
}

/// What are leaves to a search with a depth limit, from left to right: the nodes at the limit, and the leaves above it.
pub fn leaves_within(tree: &Tree, depth: u32) -> impl Iterator<Item = NodeId> {
    tree.nodes().filter(move |&node| tree.depth(node) == depth || (tree.depth(node) < depth && tree.is_leaf(node)))
}

//! Measuring one algorithm on one tree.

use std::sync::Arc;

use super::cost::{Cost, Repeats, cost_of};
use crate::game::{Erased, ErasedPosition, Game, Shaped, Stages};
use crate::memory::{self, Shortage};
use crate::progress::Progress;
use crate::search::story::{Counter, EvaluationOrder, Listener, Story, beside};
use crate::search::{Algorithm, Bound, Budget, CutoffRule, Effort, Limits, Outcome, Record, Recorder, Report, tell};
use crate::tree::{Bits, NodeId, Tree, Value};

/// The settings of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The cutoff rule.
    pub cutoff: CutoffRule,
    /// How the tree is shaped before it is searched, such as by a depth limit. A game is shaped already.
    pub stages: Stages,
    /// The maximum number of evaluations.
    pub budget: Budget,
    /// How often the run is timed.
    pub repeats: Repeats,
    /// The smallest and largest value that a leaf can have, for searches of trees with chance nodes; `None` for those of the tree.
    pub bounds: Option<[Value; 2]>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            cutoff: CutoffRule::NonStrict,
            stages: Stages::default(),
            budget: Budget::Automatic,
            repeats: Repeats::Times(1),
            bounds: None,
        }
    }
}

impl Settings {
    /// The limits of a run on a tree with this many leaves, if the number is known.
    pub fn limits<'p>(&self, leaves: Option<u64>, progress: &'p Progress) -> Limits<'p> {
        Limits { budget: self.budget.resolve(leaves), bounds: self.bounds, ..Limits::new(progress).cutoff(self.cutoff) }
    }

    /// The same on this tree, with the bounds that its values are known to have.
    pub(super) fn limits_on<'p>(&self, tree: &Tree, progress: &'p Progress) -> Limits<'p> {
        let limits = self.limits(Some(tree.leaf_count() as u64), progress);
        // At a depth limit the values of inner nodes count, too.
        let has_more_leaves = self.stages.prune.is_some() && tree.has_chance();
        Limits { bounds: limits.bounds.or_else(|| if has_more_leaves { tree.value_range() } else { None }), ..limits }
    }
}

/// A measured run of an algorithm on a tree.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its cutoff rule; `None` if a trace does not give it.
    pub cutoff: Option<CutoffRule>,
    /// How the run ended.
    pub outcome: Outcome<NodeId>,
    /// Whether the value that it found is exact or a bound: the search of another program may end outside its window.
    pub bound: Bound,
    /// The smallest and largest value of a leaf that the search took as known, because chance moves in the tree.
    pub bounds: Option<[Value; 2]>,
    /// The number of leaves of the tree, as it was shaped for the search.
    pub leaves: usize,
    /// The counts.
    pub effort: Effort,
    /// The principal variation, beginning with the root; empty if the run did not finish.
    pub line: Vec<NodeId>,
    /// The record of all visited nodes.
    pub record: Record,
    /// Time and memory; `None` if they were not measured.
    pub cost: Option<Cost>,
}

/// The most that a visited node takes while a search is recorded, in bytes: its window, its value, its number of visits, and
/// a copy of them while they are sorted.
const BYTES_PER_VISIT: u64 = 72;

/// Refuses a search whose record would not fit in memory. A search that prunes is assumed to visit half of the tree.
pub fn room_to_search(algorithm: Algorithm, tree: &Tree) -> Result<(), Shortage> {
    memory::room_for(bytes_to_search(algorithm, tree.len() as u64))
}

/// The memory for a search of a tree with this many nodes, in bytes.
pub(super) fn bytes_to_search(algorithm: Algorithm, nodes: u64) -> u64 {
    let visited = nodes / if algorithm.leaves().prunes() { 2 } else { 1 };
    visited.saturating_mul(BYTES_PER_VISIT)
}

/// Runs an algorithm once for the counts and the record, some times for the time, and once for the memory.
pub fn measure(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Measured {
    let mut measured = record(algorithm, tree, settings, &mut Story::of_at_most(0), progress);
    measured.cost = cost(algorithm, tree, settings, progress);
    measured
}

/// The first half of [`measure`]: runs an algorithm once and makes a record of its story, which is kept up to the capacity of `story`.
/// Measures neither time nor memory.
pub fn record(
    algorithm: Algorithm,
    tree: &Tree,
    settings: Settings,
    story: &mut Story,
    progress: &Progress,
) -> Measured {
    recorded(Recorder::new(tree), algorithm, tree, settings, story, progress)
}

/// The same for a tree that is shared, so that the record takes less memory.
pub fn record_sharing(
    algorithm: Algorithm,
    tree: &Arc<Tree>,
    settings: Settings,
    story: &mut Story,
    progress: &Progress,
) -> Measured {
    recorded(Recorder::sharing(tree), algorithm, tree, settings, story, progress)
}

fn recorded(
    recorder: Recorder<'_>,
    algorithm: Algorithm,
    tree: &Tree,
    settings: Settings,
    story: &mut Story,
    progress: &Progress,
) -> Measured {
    let stages = algorithm.pipeline().map_or(settings.stages, |pipeline| pipeline.stages.and(settings.stages));
    let recorder = recorder.of(algorithm);
    let mut recorder = if stages.taketree.is_some() { recorder.of_selective_search() } else { recorder };
    let mut counter = Counter::on_tree(algorithm, tree);
    // A record takes longer to make than the search.
    let report = beside(&mut recorder, |recorder| {
        let mut listeners: [&mut dyn Listener; 3] = [recorder, &mut counter, story];
        told(algorithm, tree, settings, &mut listeners, progress)
    });
    let record = recorder.finish();
    let line = if report.outcome.value().is_some() { record.line(tree) } else { Vec::new() };
    Measured {
        algorithm,
        cutoff: Some(algorithm.rule(settings.cutoff)),
        outcome: report.outcome,
        bound: Bound::Exact,
        bounds: known_bounds(algorithm, tree, settings, progress),
        leaves: count_of_leaves(tree, settings.stages),
        effort: Effort { counts: counter.counts(), extras: report.extras },
        line,
        record,
        cost: None,
    }
}

/// Whether an algorithm takes bounds of the values of leaves as known where chance moves.
pub(super) fn takes_bounds(algorithm: Algorithm) -> bool {
    algorithm.entry().takes_chance && algorithm.leaves().prunes()
}

/// The bounds of the values of leaves that an algorithm takes as known.
fn known_bounds(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Option<[Value; 2]> {
    if !(tree.has_chance() && takes_bounds(algorithm)) {
        return None;
    }
    settings.limits_on(tree, progress).bounds.or_else(|| tree.leaf_range())
}

/// The usual search of a tree that prunes: alpha-beta, and Star1 where chance moves.
pub fn pruning(tree: &Tree) -> Algorithm {
    if tree.has_chance() { Algorithm::STAR1 } else { Algorithm::ALPHA_BETA }
}

/// The leaves, or nodes at the depth limit, in the order in which an algorithm evaluates them.
pub fn evaluation_order(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Vec<NodeId> {
    let mut order = EvaluationOrder::new(tree);
    told(algorithm, tree, settings, &mut order, progress);
    order.finish()
}

/// Runs an algorithm with a listener.
fn told(
    algorithm: Algorithm,
    tree: &Tree,
    settings: Settings,
    listener: &mut dyn Listener,
    progress: &Progress,
) -> Report<NodeId> {
    let limits = settings.limits_on(tree, progress);
    if settings.stages == Stages::default() {
        return tell(algorithm, tree, limits, listener);
    }
    tell(algorithm, &Erased::shaped(settings.stages, tree), limits, listener).map(ErasedPosition::into_position)
}

/// The second half of [`measure`]: time and memory. `None` if it was cancelled.
pub fn cost(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Option<Cost> {
    let limits = settings.limits_on(tree, progress);
    if settings.stages == Stages::default() {
        return cost_of(algorithm, tree, limits, settings.repeats);
    }
    cost_of(algorithm, &Erased::shaped(settings.stages, tree), limits, settings.repeats)
}

fn count_of_leaves(tree: &Tree, stages: Stages) -> usize {
    if stages == Stages::default() { tree.leaf_count() } else { leaves(tree, stages).len() }
}

/// The leaves of a tree that is shaped by stages, from left to right: those of the tree, and the nodes at the depth limit.
pub fn leaves(tree: &Tree, stages: Stages) -> Vec<NodeId> {
    let shaped = Shaped::new(stages, tree);
    let (mut leaves, mut open) = (Bits::with_room_for(tree.len()), vec![shaped.root()]);
    while let Some(node) = open.pop() {
        let before = open.len();
        open.extend(shaped.moves(&node));
        if open.len() == before {
            leaves.insert(node.position.index());
        }
    }
    leaves.nodes()
}

//! What is measured of each run.

use super::{Run, Spec};
use crate::search::{Algorithm, Laziness};

/// A quantity that every run has.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum Measure {
    /// Calls of the static evaluation.
    Evaluations,
    /// Leaves evaluated at least once.
    DistinctLeaves,
    /// Nodes that were entered.
    VisitedNodes,
    /// Cutoffs with a bound from the parent.
    ShallowCutoffs,
    /// Cutoffs with a bound from further up.
    DeepCutoffs,
    /// Nodes that a lazy search built.
    NodesBuilt,
    /// The most of them that were not yet freed, at any time.
    PeakNodesAlive,
    /// Numbers of its lists that were computed.
    ThunksForced,
    /// How often such a number was asked for again.
    ThunksReused,
    /// How often a table of positions spared a search a subtree.
    TableHits,
    /// The median time of a run.
    Seconds,
    /// The most memory on the heap.
    PeakHeapBytes,
    /// The most memory on the call stack.
    PeakStackBytes,
}

impl Measure {
    /// All of them, in the order of tables.
    pub const ALL: [Measure; 13] = [
        Measure::Evaluations,
        Measure::DistinctLeaves,
        Measure::VisitedNodes,
        Measure::ShallowCutoffs,
        Measure::DeepCutoffs,
        Measure::NodesBuilt,
        Measure::PeakNodesAlive,
        Measure::ThunksForced,
        Measure::ThunksReused,
        Measure::TableHits,
        Measure::Seconds,
        Measure::PeakHeapBytes,
        Measure::PeakStackBytes,
    ];

    /// The name in files and commands.
    pub fn id(self) -> &'static str {
        match self {
            Measure::Evaluations => "evaluations",
            Measure::DistinctLeaves => "distinct_leaves",
            Measure::VisitedNodes => "visited_nodes",
            Measure::ShallowCutoffs => "shallow_cutoffs",
            Measure::DeepCutoffs => "deep_cutoffs",
            Measure::NodesBuilt => "nodes_built",
            Measure::PeakNodesAlive => "peak_nodes_alive",
            Measure::ThunksForced => "thunks_forced",
            Measure::ThunksReused => "thunks_reused",
            Measure::TableHits => "table_hits",
            Measure::Seconds => "seconds",
            Measure::PeakHeapBytes => "peak_heap_bytes",
            Measure::PeakStackBytes => "peak_stack_bytes",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Evaluations => "Evaluations",
            Measure::DistinctLeaves => "Distinct leaves",
            Measure::VisitedNodes => "Visited nodes",
            Measure::ShallowCutoffs => "Shallow cutoffs",
            Measure::DeepCutoffs => "Deep cutoffs",
            Measure::NodesBuilt => "Nodes built",
            Measure::PeakNodesAlive => "Peak nodes alive",
            Measure::ThunksForced => "Thunks forced",
            Measure::ThunksReused => "Thunks reused",
            Measure::TableHits => "Table hits",
            Measure::Seconds => "Time",
            Measure::PeakHeapBytes => "Peak heap",
            Measure::PeakStackBytes => "Peak call stack",
        }
    }

    /// What it is counted in, where that is not plain numbers.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Measure::Seconds => Some("s"),
            Measure::PeakHeapBytes | Measure::PeakStackBytes => Some("bytes"),
            _ => None,
        }
    }

    /// Whether it is a part of the leaves, so that a share of them makes sense.
    pub fn counts_leaves(self) -> bool {
        matches!(self, Measure::Evaluations | Measure::DistinctLeaves)
    }

    /// Whether runs of a sweep have it.
    pub fn is_of(self, spec: &Spec) -> bool {
        let searches = |algorithms: &[Algorithm]| algorithms.iter().any(|algorithm| spec.algorithm.contains(algorithm));
        match self {
            Measure::Evaluations
            | Measure::DistinctLeaves
            | Measure::VisitedNodes
            | Measure::ShallowCutoffs
            | Measure::DeepCutoffs => true,
            Measure::NodesBuilt | Measure::PeakNodesAlive | Measure::ThunksForced | Measure::ThunksReused => {
                searches(&[Algorithm::LazyMinimax, Algorithm::LazyAlphaBeta])
            }
            Measure::TableHits => searches(&[Algorithm::TailRecursiveMemo]),
            Measure::Seconds => spec.time,
            Measure::PeakHeapBytes | Measure::PeakStackBytes => spec.memory,
        }
    }

    /// What it is in a run; `None` where it was not measured, or the algorithm has no such thing.
    pub fn of(self, run: &Run) -> Option<f64> {
        let lazily = |count: fn(&Laziness) -> u64| run.laziness.as_ref().map(|laziness| count(laziness) as f64);
        match self {
            Measure::Evaluations => Some(run.counts.evaluations as f64),
            Measure::DistinctLeaves => Some(run.counts.distinct_leaves as f64),
            Measure::VisitedNodes => Some(run.counts.visited_nodes as f64),
            Measure::ShallowCutoffs => Some(run.counts.shallow_cutoffs as f64),
            Measure::DeepCutoffs => Some(run.counts.deep_cutoffs as f64),
            Measure::NodesBuilt => lazily(|laziness| laziness.nodes_built),
            Measure::PeakNodesAlive => lazily(|laziness| laziness.peak_nodes_alive),
            Measure::ThunksForced => lazily(|laziness| laziness.thunks_forced),
            Measure::ThunksReused => lazily(|laziness| laziness.thunks_reused),
            Measure::TableHits => run.table_hits.map(|hits| hits as f64),
            Measure::Seconds => run.seconds.map(|seconds| seconds.median),
            Measure::PeakHeapBytes => run.memory.map(|memory| memory.heap as f64),
            Measure::PeakStackBytes => run.memory.map(|memory| memory.stack as f64),
        }
    }
}

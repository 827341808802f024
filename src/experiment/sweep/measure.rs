//! What is measured of each run.

use super::Run;

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
    /// The median time of a run.
    Seconds,
    /// The most memory on the heap.
    PeakHeapBytes,
    /// The most memory on the call stack.
    PeakStackBytes,
}

impl Measure {
    /// All of them, in the order of tables.
    pub const ALL: [Measure; 8] = [
        Measure::Evaluations,
        Measure::DistinctLeaves,
        Measure::VisitedNodes,
        Measure::ShallowCutoffs,
        Measure::DeepCutoffs,
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

    /// What it is in a run; `None` where it was not measured.
    pub fn of(self, run: &Run) -> Option<f64> {
        match self {
            Measure::Evaluations => Some(run.counts.evaluations as f64),
            Measure::DistinctLeaves => Some(run.counts.distinct_leaves as f64),
            Measure::VisitedNodes => Some(run.counts.visited_nodes as f64),
            Measure::ShallowCutoffs => Some(run.counts.shallow_cutoffs as f64),
            Measure::DeepCutoffs => Some(run.counts.deep_cutoffs as f64),
            Measure::Seconds => run.seconds.map(|seconds| seconds.median),
            Measure::PeakHeapBytes => run.memory.map(|memory| memory.heap as f64),
            Measure::PeakStackBytes => run.memory.map(|memory| memory.stack as f64),
        }
    }
}

//! A run as a row of a table.

use serde::{Deserialize, Serialize};

use super::super::{Memory, Seconds};
use super::{Ending, Run, Sweep};
use crate::generate::{Leaves, Ordering, Probability};
use crate::search::{Algorithm, Counts, CutoffRule};

/// A run with all that was drawn and searched. The first columns are a contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    /// How leaves got their values.
    pub leaves: Leaves,
    /// Children of an inner node.
    pub branching: u32,
    /// Levels below the root.
    pub depth: u32,
    /// The seed of the tree.
    pub seed: u64,
    /// What searched.
    pub algorithm: Algorithm,
    /// When it cut.
    pub cutoff: CutoffRule,
    /// How it ended.
    pub outcome: RowOutcome,
    /// The value of the root, where it finished.
    pub value: Option<String>,
    /// Calls of the static evaluation.
    pub evaluations: u64,
    /// Leaves evaluated at least once.
    pub distinct_leaves: u64,
    /// Nodes that were entered.
    pub visited_nodes: u64,
    /// Cutoffs with a bound from the parent.
    pub shallow_cutoffs: u64,
    /// Cutoffs with a bound from further up.
    pub deep_cutoffs: u64,
    /// The median time.
    pub seconds: Option<f64>,
    /// The most memory on the heap.
    pub peak_heap_bytes: Option<u64>,
    /// The most memory on the call stack.
    pub peak_stack_bytes: Option<u64>,
    /// In which order children stood.
    pub ordering: Ordering,
    /// The fewest children of an inner node, where they differed.
    pub min_branching: Option<u32>,
    /// How likely a node was a leaf before its time.
    pub leaf_probability: Probability,
    /// The shortest time.
    pub seconds_min: Option<f64>,
}

/// How a run ended, in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowOutcome {
    /// With a value.
    Finished,
    /// At its budget.
    Budget,
}

/// Why a row is no run of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The row is of another grid.
    #[error("the run is none of this sweep; take the rows of another sweep out, or choose another folder")]
    NotInSweep,
    /// A number is missing or none.
    #[error("the run has no readable value; take the row out, and it will be run again")]
    Value,
}

impl RunRow {
    /// The row of a run.
    pub fn new(sweep: &Sweep, run: &Run) -> RunRow {
        let cell = &sweep.cells()[run.cell];
        let shape = cell.generator.shape();
        let (outcome, value) = match run.ending {
            Ending::Finished(value) => (RowOutcome::Finished, Some(value.to_string())),
            Ending::Budget => (RowOutcome::Budget, None),
        };
        RunRow {
            leaves: cell.generator.leaves(),
            branching: shape.branching,
            depth: shape.depth,
            seed: sweep.seed(run.tree),
            algorithm: cell.algorithm,
            cutoff: cell.cutoff,
            outcome,
            value,
            evaluations: run.counts.evaluations,
            distinct_leaves: run.counts.distinct_leaves,
            visited_nodes: run.counts.visited_nodes,
            shallow_cutoffs: run.counts.shallow_cutoffs,
            deep_cutoffs: run.counts.deep_cutoffs,
            seconds: run.seconds.map(|seconds| seconds.median),
            peak_heap_bytes: run.memory.map(|memory| memory.heap),
            peak_stack_bytes: run.memory.map(|memory| memory.stack),
            ordering: cell.generator.ordering(),
            min_branching: shape.min_branching,
            leaf_probability: shape.leaf_probability,
            seconds_min: run.seconds.map(|seconds| seconds.min),
        }
    }

    /// The run of a row.
    pub fn run(&self, sweep: &Sweep) -> Result<Run, RowError> {
        let cell = sweep.cells().iter().position(|cell| {
            let shape = cell.generator.shape();
            (shape.branching, shape.depth, cell.algorithm, cell.cutoff)
                == (self.branching, self.depth, self.algorithm, self.cutoff)
                && (cell.generator.leaves(), cell.generator.ordering()) == (self.leaves, self.ordering)
                && (shape.min_branching, shape.leaf_probability) == (self.min_branching, self.leaf_probability)
        });
        let cell = cell.ok_or(RowError::NotInSweep)?;
        let tree = self.seed.checked_sub(sweep.seed(0)).filter(|&tree| tree < u64::from(sweep.spec().trees));
        let tree = tree.ok_or(RowError::NotInSweep)? as u32;
        let ending = match (self.outcome, &self.value) {
            (RowOutcome::Finished, Some(value)) => Ending::Finished(value.parse().map_err(|_| RowError::Value)?),
            (RowOutcome::Budget, None) => Ending::Budget,
            _ => return Err(RowError::Value),
        };
        let counts = Counts {
            evaluations: self.evaluations,
            distinct_leaves: self.distinct_leaves,
            visited_nodes: self.visited_nodes,
            shallow_cutoffs: self.shallow_cutoffs,
            deep_cutoffs: self.deep_cutoffs,
        };
        let seconds = self.seconds.zip(self.seconds_min).map(|(median, min)| Seconds { min, median });
        let memory = self.peak_heap_bytes.zip(self.peak_stack_bytes).map(|(heap, stack)| Memory { heap, stack });
        Ok(Run { cell, tree, ending, counts, seconds, memory })
    }
}

//! The results of a sweep.

use std::collections::BTreeMap;

use super::super::{Measure, Resources};
use crate::search::Effort;
use crate::tree::Value;

/// How a run of a sweep ended. A cancelled run is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the value of the root.
    Finished(Value),
    /// When it reached its budget.
    Budget,
}

/// A run: one algorithm on one tree of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The index of the cell in the sweep.
    pub cell: usize,
    /// The index of the tree; the seed of a random tree is the sweep's seed plus this index.
    pub tree: u32,
    /// How it ended.
    pub ending: Ending,
    /// The counts.
    pub effort: Effort,
    /// Time and memory, as far as they were measured.
    pub resources: Resources,
}

impl Run {
    /// A measure of the run; `None` if it was not measured or does not apply to the algorithm.
    pub fn measure(&self, measure: Measure) -> Option<f64> {
        measure.of(&self.effort, &self.resources)
    }
}

/// The runs of a sweep, by cell and tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results(BTreeMap<(usize, u32), Run>);

impl Results {
    /// Adds a run, replacing an earlier one of the same cell and tree.
    pub fn insert(&mut self, run: Run) {
        self.0.insert((run.cell, run.tree), run);
    }

    /// The run of a cell and a tree, if there is one.
    pub fn get(&self, cell: usize, tree: u32) -> Option<&Run> {
        self.0.get(&(cell, tree))
    }

    /// All runs, sorted by cell and tree.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = &Run> {
        self.0.values()
    }

    /// The runs of a cell, sorted by tree.
    pub fn of_cell(&self, cell: usize) -> impl Iterator<Item = &Run> + Clone {
        self.0.range((cell, 0)..=(cell, u32::MAX)).map(|(_, run)| run)
    }

    /// A measure of the runs of a cell, sorted by tree, as far as they have it.
    pub fn measures(&self, cell: usize, measure: Measure) -> Vec<f64> {
        self.of_cell(cell).filter_map(|run| run.measure(measure)).collect()
    }

    /// How many runs of a cell reached their budget.
    pub fn stopped(&self, cell: usize) -> u64 {
        self.of_cell(cell).filter(|run| run.ending == Ending::Budget).count() as u64
    }
}

impl Extend<Run> for Results {
    fn extend<I: IntoIterator<Item = Run>>(&mut self, runs: I) {
        for run in runs {
            self.insert(run);
        }
    }
}

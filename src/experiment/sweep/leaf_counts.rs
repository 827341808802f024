//! How many leaves the trees of a sweep have.

use super::{Ending, Results, Sweep};
use crate::search::catalogue::LeafClass;

/// The numbers of leaves of the trees of a cell, as far as they are known: those of full random trees, and those that a run of the sweep
/// found because it evaluated all of them. Trees are not built or walked only to count their leaves, which would take longer than to search them.
#[derive(Debug)]
pub struct LeafCounts<'r> {
    of_full: Option<f64>,
    /// The cells that evaluate every leaf of the same trees, by their indices in the sweep.
    exhaustive: Vec<usize>,
    results: &'r Results,
}

impl LeafCounts<'_> {
    /// The number of leaves of a tree of the cell.
    pub fn of_tree(&self, tree: u32) -> Option<f64> {
        if self.of_full.is_some() {
            return self.of_full;
        }
        let mut runs = self.exhaustive.iter().filter_map(|&cell| self.results.get(cell, tree));
        let whole = runs.find(|run| run.ending != Ending::Budget)?;
        Some(whole.effort.counts.distinct_leaves as f64)
    }
}

impl Sweep {
    /// The numbers of leaves of the trees of a cell.
    pub fn leaf_counts<'r>(&self, cell: usize, results: &'r Results) -> LeafCounts<'r> {
        let source = &self.cells()[cell].source;
        let first = self.first_with_source(cell);
        let alike = (first..).zip(&self.cells()[first..]).take_while(|(_, cell)| cell.source == *source);
        let exhaustive = alike.filter(|(_, cell)| cell.leaves() == LeafClass::All).map(|(index, _)| index).collect();
        LeafCounts { of_full: self.cells()[cell].all_leaves(), exhaustive, results }
    }
}

//! Running a sweep on all threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::super::Resources;
use super::super::cost::uncounted;
use super::jobs::{Measuring, count};
use super::{Cell, Measure, Results, Run, Source, Spec, Statistics};
use crate::format;
use crate::generate::{GenerateError, Generator};
use crate::memory::{self, Pool, Shortage};
use crate::progress::Progress;
use crate::search::story::Counter;
use crate::search::{DEFAULT_BUDGET, Limits};
use crate::sorting;
use crate::tree::Tree;

/// Trees of a cell before the stopping rule is first checked.
const FIRST_BATCH: u32 = 50;

/// A grid of cells, ready to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    spec: Spec,
    cells: Vec<Cell>,
    /// For each cell, the index of the first one with the same source; cells with the same source are adjacent.
    first: Vec<usize>,
    /// For each cell, the estimated number of leaves of a tree.
    leaves: Vec<f64>,
}

impl Sweep {
    pub(super) fn new(spec: Spec, cells: Vec<Cell>) -> Sweep {
        let (mut first, mut leaves) = (Vec::with_capacity(cells.len()), Vec::with_capacity(cells.len()));
        for (index, cell) in cells.iter().enumerate() {
            let before = index.checked_sub(1).filter(|&before| cells[before].source == cell.source);
            first.push(before.map_or(index, |before| first[before]));
            leaves.push(before.map_or_else(|| cell.source.estimated_leaves(), |before| leaves[before]));
        }
        Sweep { spec, cells, first, leaves }
    }

    /// The description of the sweep.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The cells; a run refers to its cell by its index in this list.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The seed of a random tree.
    pub fn seed(&self, tree: u32) -> u64 {
        self.spec.seed + u64::from(tree)
    }

    /// Runs what is not among the results yet, on the threads of the current pool, and passes each run to `keep` as it ends.
    ///
    /// First all runs are counted. Then time and memory are measured, one run at a time with no other thread working, and these runs are
    /// passed on again. A cell stops after a batch of trees, never within one, so the results do not depend on the number of threads.
    /// A cancelled sweep keeps its results, and so does one that ran out of memory. `progress` counts the estimated evaluations.
    pub fn run(
        &self,
        results: &mut Results,
        progress: &Progress,
        keep: &(dyn Fn(&Run) + Sync),
    ) -> Result<(), Shortage> {
        let shared = Mutex::new(std::mem::take(results));
        let ended = self.run_shared(&shared, progress, keep);
        *results = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        ended
    }

    /// Like [`run`](Sweep::run), with results that others may read meanwhile; a run is among them before it is passed to `keep`.
    pub(super) fn run_shared(
        &self,
        results: &Mutex<Results>,
        progress: &Progress,
        keep: &(dyn Fn(&Run) + Sync),
    ) -> Result<(), Shortage> {
        progress.set_total(self.total_work());
        self.count(results, progress, keep)?;
        if self.spec.time || self.spec.memory { self.measure(results, progress, keep) } else { Ok(()) }
    }

    /// Refuses a sweep whose largest tree would not fit in memory, if trees must be there for an algorithm or for measuring time and
    /// memory. If fewer fit than there are threads, some threads wait.
    pub fn room(&self) -> Result<(), Shortage> {
        let is_measured = self.spec.time || self.spec.memory;
        let to_measure = |cell: &Cell| match cell.source.random() {
            Some(generator) if is_measured && cell.source.can_be_measured() => generator.estimate().bytes as u64,
            _ => 0,
        };
        memory::room_for(self.cells.iter().map(|cell| cell.bytes().max(to_measure(cell))).max().unwrap_or(0))
    }

    /// Whether all runs of the sweep are present.
    pub fn is_complete(&self, results: &Results) -> bool {
        (0..self.cells.len()).all(|cell| self.is_cell_complete(cell, results))
    }

    /// Whether every run is there that belongs to a cell.
    pub fn is_cell_complete(&self, cell: usize, results: &Results) -> bool {
        let is_measured = |run: &Run| !self.is_to_be_measured(run) || !self.lacks_measures(run);
        let trees = self.trees_of(cell, results);
        self.belonging(cell, 0..trees).all(|tree| results.get(cell, tree).is_some_and(is_measured))
    }

    /// How many of its runs the sweep has, in words, such as `90,758 of 105,000 runs`.
    pub fn extent(&self, runs: u64) -> String {
        let most: usize = (0..self.cells.len())
            .map(|cell| self.belonging(cell, 0..self.cells[cell].source.trees(self.spec.trees)).count())
            .sum();
        let up_to = if self.spec.standard_error.is_some() { "up to " } else { "" };
        let has_more = self.spec.time || self.spec.memory;
        let unmeasured = if runs == most as u64 && has_more { ", not all of them measured" } else { "" };
        format!("{} of {up_to}{}{unmeasured}", format::grouped(runs), format::count(most as u64, "run", "runs"))
    }

    /// The number of trees of a cell to search, according to the results so far.
    fn trees_of(&self, cell: usize, results: &Results) -> u32 {
        let mut trees = 0;
        while let Some(batch) = self.batch_after(cell, trees) {
            if trees > 0 && self.is_precise(cell, trees, results) {
                break;
            }
            trees = batch;
            if self.belonging(cell, 0..trees).any(|tree| results.get(cell, tree).is_none()) {
                break;
            }
        }
        trees
    }

    /// End of the batch that starts at `trees`; batches grow. `None` if there are no more.
    fn batch_after(&self, cell: usize, trees: u32) -> Option<u32> {
        let wanted = self.cells[cell].source.trees(self.spec.trees);
        let end = match self.spec.standard_error {
            None => wanted,
            Some(_) => trees.saturating_add(FIRST_BATCH.max(trees / 4)).min(wanted),
        };
        (trees < end).then_some(end)
    }

    fn is_precise(&self, cell: usize, trees: u32, results: &Results) -> bool {
        let Some(wanted) = self.spec.standard_error else { return false };
        let evaluations = results.of_cell(cell).take_while(|run| run.tree < trees);
        let statistics = Statistics::of(evaluations.filter_map(|run| run.measure(Measure::evaluations())));
        statistics.is_some_and(|s| s.standard_error.is_some_and(|error| error <= wanted * s.mean))
    }

    /// The trees of a range that belong to this shard. If the number of trees depends on the results, a shard has whole
    /// cells.
    fn belonging(&self, cell: usize, trees: std::ops::Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let by_cell = self.spec.standard_error.is_some();
        trees.filter(move |&tree| {
            let index = if by_cell { cell as u64 } else { u64::from(tree) };
            self.spec.shard.is_none_or(|shard| shard.has(index))
        })
    }

    fn count(
        &self,
        results: &Mutex<Results>,
        progress: &Progress,
        keep: &(dyn Fn(&Run) + Sync),
    ) -> Result<(), Shortage> {
        let memory = Pool::of_all();
        let mut open: Vec<(usize, u32)> = (0..self.cells.len()).map(|cell| (cell, 0)).collect();
        while !open.is_empty() && !progress.is_cancelled() {
            let batch = |&(cell, trees): &(usize, u32)| {
                let end = self.batch_after(cell, trees).unwrap_or(trees);
                self.belonging(cell, trees..end).map(move |tree| (cell, tree))
            };
            let (there, missing): (Vec<_>, Vec<_>) = {
                let results = locked(results);
                open.iter().flat_map(batch).partition(|&(cell, tree)| results.get(cell, tree).is_some())
            };
            for (cell, _) in there {
                progress.add_done(self.work(cell));
            }
            missing.into_par_iter().try_for_each(|(cell, tree)| {
                let count = || self.count_one(cell, tree, progress);
                let counted = match self.cells[cell].bytes() {
                    0 => count()?,
                    bytes => memory.with(bytes, count)??,
                };
                if let Some(run) = counted {
                    progress.add_done(self.work(cell));
                    locked(results).insert(run);
                    keep(&run);
                }
                Ok(())
            })?;
            let results = locked(results);
            open.retain_mut(|(cell, trees)| {
                *trees = self.batch_after(*cell, *trees).unwrap_or(*trees);
                self.batch_after(*cell, *trees).is_some() && !self.is_precise(*cell, *trees, &results)
            });
        }
        Ok(())
    }

    /// A run of a cell; `None` if it was cancelled.
    fn count_one(&self, cell: usize, tree: u32, progress: &Progress) -> Result<Option<Run>, Shortage> {
        if progress.is_cancelled() {
            return Ok(None);
        }
        let Cell { source, algorithm, .. } = &self.cells[cell];
        let (part, seed) = (progress.part(), self.seed(tree));
        let (run, algorithm, limits) = ((cell, tree), *algorithm, self.limits(cell, &part));
        uncounted(|| {
            Ok(match source {
                Source::Random(generator) if self.cells[cell].needs_memory() => {
                    let Some(tree) = built(generator, seed, progress)? else { return Ok(None) };
                    count(run, algorithm, &tree, Counter::on_tree(algorithm, &tree), limits)
                }
                Source::Random(generator) => {
                    let counter = Counter::new(algorithm);
                    match generator.independent_tree(seed) {
                        Some(tree) => count(run, algorithm, &tree, counter, limits),
                        None => count(run, algorithm, &generator.tree(seed), counter, limits),
                    }
                }
                Source::Game(played) => count(run, algorithm, &played.searched(), Counter::new(algorithm), limits),
            })
        })
    }

    pub(super) fn limits<'p>(&self, cell: usize, progress: &'p Progress) -> Limits<'p> {
        Limits::new(progress).cutoff(self.cells[cell].cutoff).budget(self.budget(cell))
    }

    /// The maximum number of evaluations of a run.
    fn budget(&self, cell: usize) -> u64 {
        // The number of leaves of a game is not known exactly enough for a budget.
        let random = self.cells[cell].source.random();
        let leaves = random.map_or(0.0, |generator| generator.estimate().leaves);
        self.spec.budget.unwrap_or(DEFAULT_BUDGET.max(leaves as u64))
    }

    /// Whether a run has not been measured although it should be.
    fn lacks_measures(&self, run: &Run) -> bool {
        let Resources { seconds, memory } = run.resources;
        self.spec.time && seconds.is_none() || self.spec.memory && memory.is_none()
    }

    fn is_to_be_measured(&self, run: &Run) -> bool {
        run.tree < self.spec.measured_trees && self.cells[run.cell].source.can_be_measured()
    }

    /// Measures time and memory: random trees in memory, each built once for all algorithms, and games by generating moves.
    fn measure(
        &self,
        results: &Mutex<Results>,
        progress: &Progress,
        keep: &(dyn Fn(&Run) + Sync),
    ) -> Result<(), Shortage> {
        let is_open = |run: &&Run| self.is_to_be_measured(run) && self.lacks_measures(run);
        let mut open: Vec<Run> = locked(results).runs().filter(is_open).copied().collect();
        let of_tree = |run: &Run| (self.first[run.cell], run.tree);
        sorting::sort_by_key(&mut open, |run| (of_tree(run), run.cell));
        for same_tree in open.chunk_by(|a, b| of_tree(a) == of_tree(b)) {
            let measuring = Measuring { sweep: self, runs: same_tree, results, progress, keep };
            match &self.cells[same_tree[0].cell].source {
                Source::Random(generator) => {
                    let Some(tree) = built(generator, self.seed(same_tree[0].tree), progress)? else { break };
                    measuring.measure(&tree);
                }
                Source::Game(played) => measuring.measure(&played.searched()),
            }
            if progress.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// The share of a run in the total work, in evaluations.
    fn work(&self, cell: usize) -> u64 {
        let evaluations = self.cells[cell].estimated_evaluations(self.leaves[cell]);
        (evaluations as u64).clamp(1, self.budget(cell).max(1))
    }

    /// The same for measuring a run.
    pub(super) fn measuring_work(&self, cell: usize) -> u64 {
        let timed = if self.spec.time { self.spec.repeat } else { 0 };
        let runs = u64::from(timed + u32::from(self.spec.memory));
        // On a tree in memory, a run takes about a third of the time that counting takes.
        runs * self.work(cell).div_ceil(3)
    }

    fn total_work(&self) -> u64 {
        let of_cell = |cell: usize| {
            let source = &self.cells[cell].source;
            let trees = source.trees(self.spec.trees);
            let measured = if source.can_be_measured() { self.spec.measured_trees.min(trees) } else { 0 };
            let count = |trees: u32| self.belonging(cell, 0..trees).count() as u64;
            count(trees) * self.work(cell) + count(measured) * self.measuring_work(cell)
        };
        (0..self.cells.len()).map(of_cell).sum()
    }
}

/// The tree of a seed; `None` if it was cancelled.
fn built(generator: &Generator, seed: u64, progress: &Progress) -> Result<Option<Tree>, Shortage> {
    match generator.build(seed, None, &progress.part()) {
        Ok(tree) => Ok(Some(tree)),
        Err(GenerateError::NoMemory(shortage)) => Err(shortage),
        // A sweep has no trees that are too large.
        Err(GenerateError::Cancelled | GenerateError::TooLarge(_)) => Ok(None),
    }
}

/// Locks the results, which are consistent at any moment.
pub(super) fn locked(results: &Mutex<Results>) -> MutexGuard<'_, Results> {
    results.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Running a sweep on all threads.

use std::sync::{Mutex, PoisonError};

use super::super::cost::{Repeats, memory_of, seconds_of, uncounted};
use super::super::{Resources, Runnable};
use super::{Cell, Ending, Results, Run, Source, Sweep};
use crate::generate::{GenerateError, Generator};
use crate::memory::{self, Pool, Shortage};
use crate::parallel::{in_parallel, locked};
use crate::progress::Progress;
use crate::search::story::Counter;
use crate::search::{Algorithm, Effort, Limits, Outcome};
use crate::sorting;
use crate::tree::Tree;

impl Sweep {
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
        let work = Work { sweep: self, results, progress, keep };
        work.count()?;
        if self.is_measured() { work.measure() } else { Ok(()) }
    }
}

/// A sweep that is being run.
struct Work<'s> {
    sweep: &'s Sweep,
    results: &'s Mutex<Results>,
    progress: &'s Progress,
    keep: &'s (dyn Fn(&Run) + Sync),
}

impl Work<'_> {
    /// Counts what is missing, batch after batch of the cells that need more trees.
    fn count(&self) -> Result<(), Shortage> {
        let Work { sweep, progress, .. } = self;
        let memory = Pool::of_all();
        let mut open: Vec<(usize, u32)> = (0..sweep.cells().len()).map(|cell| (cell, 0)).collect();
        while !open.is_empty() && !progress.is_cancelled() {
            let mut missing: Vec<(usize, u32)> = Vec::new();
            let results = locked(self.results);
            for &(cell, trees) in &open {
                for tree in sweep.next_batch(cell, trees) {
                    if results.get(cell, tree).is_some() {
                        progress.add_done(sweep.work(cell));
                    } else {
                        missing.push((cell, tree));
                    }
                }
            }
            drop(results);
            in_parallel(missing.len(), &|number| {
                let (cell, tree) = missing[number];
                let counted = match sweep.cells()[cell].bytes() {
                    0 => self.count_one(cell, tree)?,
                    bytes => memory.with(bytes, || self.count_one(cell, tree))??,
                };
                if let Some(run) = counted {
                    self.add(run, sweep.work(cell));
                }
                Ok(())
            })?;
            let results = locked(self.results);
            open.retain_mut(|(cell, trees)| {
                *trees = sweep.batch_after(*cell, *trees).unwrap_or(*trees);
                sweep.batch_after(*cell, *trees).is_some() && !sweep.is_precise(*cell, *trees, &results)
            });
        }
        Ok(())
    }

    /// A run of a cell; `None` if it was cancelled.
    fn count_one(&self, cell: usize, tree: u32) -> Result<Option<Run>, Shortage> {
        let Work { sweep, progress, .. } = self;
        if progress.is_cancelled() {
            return Ok(None);
        }
        let Cell { source, algorithm, .. } = &sweep.cells()[cell];
        let (part, seed) = (progress.part(), sweep.seed(tree));
        let (run, algorithm, limits) = ((cell, tree), *algorithm, sweep.limits(cell, &part));
        let count = || {
            Ok(match source {
                Source::Random(generator) if sweep.cells()[cell].needs_memory() => {
                    let Some(tree) = built(generator, seed, progress)? else { return Ok(None) };
                    counted(run, algorithm, &tree, Counter::on_tree(algorithm, &tree), limits)
                }
                Source::Random(generator) => {
                    let counter = Counter::new(algorithm);
                    match generator.independent_tree(seed) {
                        Some(tree) => counted(run, algorithm, &tree, counter, limits),
                        None => counted(run, algorithm, &generator.tree(seed), counter, limits),
                    }
                }
                Source::Game(played) => counted(run, algorithm, &played.searched(), Counter::new(algorithm), limits),
            })
        };
        // Whether the table of a search of a game fits in memory shows only while it grows.
        memory::or_shortage(|| uncounted(count))?
    }

    /// Measures time and memory: random trees in memory, each built once for all algorithms, and games by generating moves.
    fn measure(&self) -> Result<(), Shortage> {
        let Work { sweep, progress, .. } = self;
        let mut open: Vec<Run> = Vec::new();
        for run in locked(self.results).runs() {
            if sweep.is_to_be_measured(run) && sweep.lacks_measures(run) {
                open.push(*run);
            }
        }
        let of_tree = |run: &Run| (sweep.first_with_source(run.cell), run.tree);
        sorting::sort_by_key(&mut open, |run| (of_tree(run), run.cell));
        for same_tree in open.chunk_by(|a, b| of_tree(a) == of_tree(b)) {
            match &sweep.cells()[same_tree[0].cell].source {
                Source::Random(generator) => {
                    let Some(tree) = built(generator, sweep.seed(same_tree[0].tree), progress)? else { break };
                    memory::or_shortage(|| self.measure_on(&tree, same_tree))?;
                }
                Source::Game(played) => memory::or_shortage(|| self.measure_on(&played.searched(), same_tree))?,
            }
            if progress.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// Measures runs on one tree, one after the other.
    fn measure_on(&self, game: &dyn Runnable, runs: &[Run]) {
        let Work { sweep, progress, .. } = self;
        for &(mut run) in runs {
            let part = progress.part();
            let (limits, algorithm) = (sweep.limits(run.cell, &part), sweep.cells()[run.cell].algorithm);
            if sweep.spec().time {
                run.resources.seconds = seconds_of(algorithm, game, limits, Repeats::Times(sweep.spec().repeat));
            }
            if sweep.spec().memory {
                run.resources.memory = memory_of(algorithm, game, limits);
            }
            if progress.is_cancelled() {
                return;
            }
            self.add(run, sweep.measuring_work(run.cell));
        }
    }

    /// Puts a run among the results.
    fn add(&self, run: Run, work: u64) {
        self.progress.add_done(work);
        locked(self.results).insert(run);
        (self.keep)(&run);
    }
}

/// A run that is counted but not measured; `None` if it did not end by itself.
fn counted(
    (cell, tree): (usize, u32),
    algorithm: Algorithm,
    game: &dyn Runnable,
    mut counter: Counter<'_>,
    limits: Limits<'_>,
) -> Option<Run> {
    let report = game.tell(algorithm, limits, &mut counter);
    let ending = match report.outcome {
        Outcome::Finished(value) => Ending::Finished(value),
        Outcome::Budget => Ending::Budget,
        // Every leaf of a random tree and every position of a game has a value, and a sweep has no threshold tests.
        Outcome::Cancelled | Outcome::Undefined(_) | Outcome::Answered(_) | Outcome::NotApplicable => return None,
    };
    let effort = Effort { counts: counter.counts(), extras: report.extras };
    Some(Run { cell, tree, ending, effort, resources: Resources::default() })
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

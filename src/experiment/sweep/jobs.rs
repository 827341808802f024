//! What a sweep does with a tree, be it random or that of a game.

use super::super::cost::{memory_of, seconds_of};
use super::{Ending, Results, Run, Sweep};
use crate::game::{Playable, Visitor};
use crate::progress::Progress;
use crate::search::{Algorithm, Limits, Outcome, Report, count};

/// Counts a run.
pub(super) struct Counting<'p> {
    pub(super) cell: usize,
    pub(super) tree: u32,
    pub(super) algorithm: Algorithm,
    pub(super) limits: Limits<'p>,
}

impl Visitor for Counting<'_> {
    /// The run, of which nothing is measured yet; `None` where it did not end by itself.
    type Output = Option<Run>;

    fn visit<G: Playable>(self, game: &G) -> Option<Run> {
        let Counting { cell, tree, algorithm, limits } = self;
        let (report, counts) = count(algorithm, game, limits);
        let Report { outcome, laziness, table_hits, .. } = report;
        let ending = match outcome {
            Outcome::Finished(value) => Ending::Finished(value),
            Outcome::Budget => Ending::Budget,
            // Every leaf of a random tree and every position of a game has a value, and a sweep has no threshold tests.
            Outcome::Cancelled | Outcome::Undefined(_) | Outcome::Answered(_) => return None,
        };
        Some(Run { cell, tree, ending, counts, laziness, table_hits, seconds: None, memory: None })
    }
}

/// Measures the runs on one tree, one after the other.
pub(super) struct Measuring<'s> {
    pub(super) sweep: &'s Sweep,
    pub(super) runs: &'s [Run],
    pub(super) results: &'s mut Results,
    pub(super) progress: &'s Progress,
    pub(super) keep: &'s (dyn Fn(&Run) + Sync),
}

impl Visitor for Measuring<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let Measuring { sweep, runs, results, progress, keep } = self;
        for &(mut run) in runs {
            let part = progress.part();
            let (limits, algorithm) = (sweep.limits(run.cell, &part), sweep.cells()[run.cell].algorithm);
            if sweep.spec().time {
                run.seconds = seconds_of(algorithm, game, limits, sweep.spec().repeat);
            }
            if sweep.spec().memory {
                run.memory = memory_of(algorithm, game, limits);
            }
            if progress.is_cancelled() {
                return;
            }
            progress.add_done(sweep.measuring_work(run.cell));
            keep(&run);
            results.insert(run);
        }
    }
}

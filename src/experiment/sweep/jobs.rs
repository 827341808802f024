//! Running a sweep's algorithms on one tree, either random or of a game.

use std::sync::Mutex;

use super::super::cost::{memory_of, seconds_of};
use super::super::{Resources, Searched};
use super::work::locked;
use super::{Ending, Results, Run, Sweep};
use crate::progress::Progress;
use crate::search::story::Counter;
use crate::search::{Algorithm, Effort, Limits, Outcome};

/// Counts a run without measuring it; `None` if it did not end by itself.
pub(super) fn count(
    (cell, tree): (usize, u32),
    algorithm: Algorithm,
    game: &dyn Searched,
    mut counter: Counter<'_>,
    limits: Limits<'_>,
) -> Option<Run> {
    let report = game.tell(algorithm, limits, &mut counter);
    let ending = match report.outcome {
        Outcome::Finished(value) => Ending::Finished(value),
        Outcome::Budget => Ending::Budget,
        // Every leaf of a random tree and every position of a game has a value, and a sweep has no threshold tests.
        Outcome::Cancelled | Outcome::Undefined(_) | Outcome::Answered(_) => return None,
    };
    let effort = Effort { counts: counter.counts(), extras: report.extras };
    Some(Run { cell, tree, ending, effort, resources: Resources::default() })
}

/// Measures the runs on one tree one after the other.
pub(super) struct Measuring<'s> {
    pub(super) sweep: &'s Sweep,
    pub(super) runs: &'s [Run],
    pub(super) results: &'s Mutex<Results>,
    pub(super) progress: &'s Progress,
    pub(super) keep: &'s (dyn Fn(&Run) + Sync),
}

impl Measuring<'_> {
    pub(super) fn measure(self, game: &dyn Searched) {
        let Measuring { sweep, runs, results, progress, keep } = self;
        for &(mut run) in runs {
            let part = progress.part();
            let (limits, algorithm) = (sweep.limits(run.cell, &part), sweep.cells()[run.cell].algorithm);
            if sweep.spec().time {
                run.resources.seconds = seconds_of(algorithm, game, limits, sweep.spec().repeat);
            }
            if sweep.spec().memory {
                run.resources.memory = memory_of(algorithm, game, limits);
            }
            if progress.is_cancelled() {
                return;
            }
            progress.add_done(sweep.measuring_work(run.cell));
            locked(results).insert(run);
            keep(&run);
        }
    }
}

//! Runs and algorithms in words.

use super::runs::{Run, RunState};
use crate::search::{Algorithm, Outcome};
use crate::words::evaluations;

/// The line in a pane's title: how far the run is, or what came of it.
pub(super) fn status(run: &Run) -> String {
    match &run.state {
        RunState::Running(job) => format!("{} so far", evaluations(job.progress().done())),
        RunState::Done(finished) => match finished.measured.outcome {
            Outcome::Finished(value) => format!("value {value}, {}", evaluations(finished.measured.evaluations)),
            _ => run.row().outcome,
        },
        RunState::Waiting | RunState::Failed(_) => run.row().outcome,
    }
}

/// What an algorithm is, in letters that the built-in font has.
pub(super) fn summary(algorithm: Algorithm) -> String {
    algorithm.summary().replace('→', "->").replace('∀', "forall ")
}

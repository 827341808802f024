//! Runs in words.

use super::runs::{AlgorithmRun, RunState};
use crate::format::{count, evaluations, grouped};
use crate::search::Outcome;
use crate::search::hughes::Evaluated;

/// How far a run is or what came of it, for a pane's title.
pub(crate) fn status(run: &AlgorithmRun) -> String {
    match &run.state {
        RunState::Running(job) => format!("{} so far", evaluations(job.progress().done())),
        RunState::Done(finished) => match finished.summary.outcome {
            Outcome::Finished(value) => {
                let leaves = evaluations(finished.summary.counts.evaluations);
                let ordering = finished.summary.evaluated.map_or(0, |evaluated| evaluated.ordering);
                let ordering =
                    if ordering > 0 { format!(" and {} for ordering", grouped(ordering)) } else { String::new() };
                format!("value {}, {leaves}{ordering}", value.grouped())
            }
            Outcome::Answered(answer) => {
                let answer = if answer { "yes" } else { "no" };
                format!("{answer}, {}", evaluations(finished.summary.counts.evaluations))
            }
            _ => run.row().outcome,
        },
        RunState::Waiting | RunState::Failed(_) => run.row().outcome,
    }
}

/// The same where there is little room.
pub(crate) fn short_status(run: &AlgorithmRun) -> String {
    match &run.state {
        RunState::Waiting => "waiting".into(),
        RunState::Running(job) => format!("{} so far", grouped(job.progress().done())),
        RunState::Failed(_) => "failed".into(),
        RunState::Done(finished) => match finished.summary.outcome {
            Outcome::Finished(_) | Outcome::Answered(_) => evaluations(finished.summary.counts.evaluations),
            Outcome::Budget => "budget reached".into(),
            Outcome::Cancelled => "cancelled".into(),
            Outcome::Undefined(_) => "undefined".into(),
        },
    }
}

/// What a pipeline evaluated for what.
pub(crate) fn evaluated(evaluated: Evaluated) -> String {
    let Evaluated { leaves, ordering, shared } = evaluated;
    let at_leaves = format!("{} at leaves", count(leaves, "static value", "static values"));
    if ordering == 0 {
        return at_leaves;
    }
    format!("{at_leaves} and {} for ordering, {} of them the same", grouped(ordering), grouped(shared))
}

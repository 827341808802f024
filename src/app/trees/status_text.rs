//! Descriptions of runs.

use super::{AlgorithmRun, Finished, RunState};
use crate::app::timeline::Now;
use crate::format::{count, evaluations, grouped};
use crate::search::story::Story;
use crate::search::{Outcome, StaticValues};

/// The progress or result of a run, for a pane's title.
pub(crate) fn status(run: &AlgorithmRun) -> String {
    match (&run.state, run.shown()) {
        (_, Some(finished)) => result(run, finished),
        (RunState::Running(job), None) => {
            let (progress, done) = (job.progress(), evaluations(job.progress().done()));
            match progress.fraction() {
                Some(_) => format!("{done}, preparing the drawing"),
                None if progress.done() == 0 => "searching".into(),
                None => format!("{done} so far"),
            }
        }
        _ => run.row().outcome,
    }
}

/// Where a search stands at a step of the time line.
pub(crate) fn at_step(run: &AlgorithmRun, now: &Now) -> String {
    let (time, len) = (now.moment.time, now.timeline.len());
    if time >= len {
        return if has_ended(run) { format!("done, {}", status(run)) } else { status(run) };
    }
    let evaluations = evaluations(now.timeline.evaluations(time) as u64);
    format!("{}, {evaluations}", step_of(now))
}

/// A shorter form of [`at_step`].
pub(crate) fn short_at_step(run: &AlgorithmRun, now: &Now) -> String {
    let (time, len) = (now.moment.time, now.timeline.len());
    if time < len {
        return step_of(now);
    }
    if has_ended(run) { "done".into() } else { short_status(run) }
}

/// `step 7 of 13`.
pub(crate) fn step_of(now: &Now) -> String {
    let Now { timeline, moment, .. } = now;
    format!("step {} of {}", grouped(timeline.step(moment.time) as u64), grouped(timeline.steps() as u64))
}

/// Whether the run was not stopped before its end.
fn has_ended(run: &AlgorithmRun) -> bool {
    run.shown().is_some_and(|finished| finished.summary.outcome.is_finished())
}

fn result(run: &AlgorithmRun, finished: &Finished) -> String {
    match finished.summary.outcome {
        Outcome::Finished(value) => {
            let leaves = evaluations(finished.summary.effort.counts.evaluations);
            let ordering = finished.summary.effort.extras.static_values.map_or(0, |values| values.ordering);
            let ordering =
                if ordering > 0 { format!(" and {} for ordering", grouped(ordering)) } else { String::new() };
            format!("value {}, {leaves}{ordering}", value.grouped())
        }
        Outcome::Answered(answer) => {
            let answer = if answer { "yes" } else { "no" };
            format!("{answer}, {}", evaluations(finished.summary.effort.counts.evaluations))
        }
        _ => run.row().outcome,
    }
}

/// A shorter form of [`status`].
pub(crate) fn short_status(run: &AlgorithmRun) -> String {
    match (&run.state, run.shown()) {
        (_, Some(finished)) => match finished.summary.outcome {
            Outcome::Finished(_) | Outcome::Answered(_) => evaluations(finished.summary.effort.counts.evaluations),
            Outcome::Budget => "budget reached".into(),
            Outcome::Cancelled => "cancelled".into(),
            Outcome::Undefined(_) => "undefined".into(),
            Outcome::NotApplicable => "not applicable".into(),
        },
        (RunState::Running(job), None) => format!("{} so far", grouped(job.progress().done())),
        (RunState::Waiting, None) => "waiting".into(),
        (RunState::Failed(_) | RunState::Done(_), None) => "failed".into(),
    }
}

/// The length of a search's story, and how much of it is kept.
pub(crate) fn story(story: &Story) -> String {
    let events = count(story.len() as u64 + story.left_out(), "event", "events");
    if story.left_out() == 0 {
        events
    } else {
        format!("{events}, of which the first {} are kept", grouped(story.len() as u64))
    }
}

/// The static values that a pipeline computed.
pub(crate) fn static_values(values: StaticValues) -> String {
    let StaticValues { leaves, ordering, shared } = values;
    let at_leaves = format!("{} at leaves", count(leaves, "static value", "static values"));
    if ordering == 0 {
        return at_leaves;
    }
    format!("{at_leaves} and {} for ordering, of which {} were shared", grouped(ordering), grouped(shared))
}

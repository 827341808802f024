//! The chosen algorithms and their runs over the open tree.

use eframe::egui;
use std::sync::Arc;
use std::thread::available_parallelism;

use super::Settings;
use super::job::Job;
use crate::experiment::{self, Measured};
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::tree::Tree;

/// How many searches run at once: two, since each keeps a record as large as the tree.
const WORKERS: usize = 2;

/// A chosen algorithm.
pub(super) struct Run {
    pub(super) algorithm: Algorithm,
    pub(super) state: RunState,
}

/// How far a run is.
pub(super) enum RunState {
    /// For a tree or for a free thread.
    Waiting,
    Running(Job<Finished>),
    Done(Box<Finished>),
    /// It came to no result, for this reason.
    Failed(String),
}

/// What a run came to, and what is counted of it once and shown in every frame.
pub(super) struct Finished {
    pub(super) measured: Measured,
    pub(super) distinct_leaves: u64,
    /// All leaves down to the depth limit.
    pub(super) leaves: usize,
    pub(super) shallow_cutoffs: usize,
    pub(super) deep_cutoffs: usize,
}

impl Run {
    fn waiting(algorithm: Algorithm) -> Run {
        Run { algorithm, state: RunState::Waiting }
    }

    /// The result, if there is one.
    pub(super) fn finished(&self) -> Option<&Finished> {
        if let RunState::Done(finished) = &self.state { Some(finished) } else { None }
    }
}

/// The chosen algorithms in the order of their choice.
pub(super) struct Runs {
    runs: Vec<Run>,
    workers: usize,
}

impl Runs {
    pub(super) fn new(algorithms: &[Algorithm]) -> Runs {
        let workers = available_parallelism().map_or(1, |count| count.get().min(WORKERS));
        Runs { runs: algorithms.iter().copied().map(Run::waiting).collect(), workers }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Run> {
        self.runs.iter()
    }

    pub(super) fn get(&self, algorithm: Algorithm) -> Option<&Run> {
        self.runs.iter().find(|run| run.algorithm == algorithm)
    }

    /// Adds an algorithm, unless it is there already. Says whether it did.
    pub(super) fn add(&mut self, algorithm: Algorithm) -> bool {
        let is_new = self.get(algorithm).is_none();
        if is_new {
            self.runs.push(Run::waiting(algorithm));
        }
        is_new
    }

    pub(super) fn remove(&mut self, algorithm: Algorithm) {
        self.runs.retain(|run| run.algorithm != algorithm);
    }

    /// Forgets all results. Runs under way are cancelled, and theirs go nowhere.
    pub(super) fn restart(&mut self) {
        for run in &mut self.runs {
            run.state = RunState::Waiting;
        }
    }

    pub(super) fn cancel(&mut self, algorithm: Algorithm) {
        for run in self.runs.iter_mut().filter(|run| run.algorithm == algorithm) {
            match &run.state {
                RunState::Running(job) => job.cancel(),
                RunState::Waiting => run.state = RunState::Failed("cancelled before it began".into()),
                RunState::Done(_) | RunState::Failed(_) => {}
            }
        }
    }

    /// Takes in the results of the jobs that ended.
    pub(super) fn collect(&mut self) {
        for run in &mut self.runs {
            if let RunState::Running(job) = &run.state
                && let Some(result) = job.poll()
            {
                run.state = match result {
                    Ok(finished) => RunState::Done(Box::new(finished)),
                    Err(reason) => RunState::Failed(reason),
                };
            }
        }
    }

    /// Starts the runs that wait, as long as there are threads for them.
    pub(super) fn start_waiting(&mut self, ctx: &egui::Context, tree: &Arc<Tree>, settings: Settings) {
        let mut free = self.workers.saturating_sub(self.count_running());
        for run in &mut self.runs {
            if free > 0 && matches!(run.state, RunState::Waiting) {
                let (algorithm, tree) = (run.algorithm, Arc::clone(tree));
                let work = move |progress: &Progress| execute(algorithm, &tree, settings, progress);
                run.state = RunState::Running(Job::start(ctx, algorithm.id(), work));
                free -= 1;
            }
        }
    }

    /// Whether a run is still to come to its end.
    pub(super) fn has_unfinished(&self) -> bool {
        self.runs.iter().any(|run| matches!(run.state, RunState::Waiting | RunState::Running(_)))
    }

    pub(super) fn count_running(&self) -> usize {
        self.runs.iter().filter(|run| matches!(run.state, RunState::Running(_))).count()
    }
}

fn execute(algorithm: Algorithm, tree: &Tree, settings: Settings, progress: &Progress) -> Finished {
    let measured = experiment::measure(algorithm, tree, settings.of_run(), progress);
    Finished {
        distinct_leaves: measured.distinct_leaves(),
        leaves: count_leaves(tree, settings.depth),
        shallow_cutoffs: measured.shallow_cutoffs(),
        deep_cutoffs: measured.deep_cutoffs(),
        measured,
    }
}

fn count_leaves(tree: &Tree, limit: Option<u32>) -> usize {
    let Some(limit) = limit.filter(|&limit| limit < tree.height()) else { return tree.leaf_count() };
    tree.nodes().filter(|&node| tree.depth(node) == limit || (tree.depth(node) < limit && tree.is_leaf(node))).count()
}

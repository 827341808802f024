//! The chosen algorithms and their runs over the open tree.

use eframe::egui;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use super::Settings;
use super::job::Job;
use crate::game::{Game, Prune};
use crate::progress::Progress;
use crate::search::observer::TreePosition;
use crate::search::{Algorithm, CutoffKind, Limits, Outcome, Record, Recorder, Report, search};
use crate::tree::{NodeId, Tree};

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

/// What a run came to.
pub(super) struct Finished {
    pub(super) outcome: Outcome<NodeId>,
    pub(super) evaluations: u64,
    pub(super) seconds: f64,
    pub(super) record: Record,
    /// The principal variation.
    pub(super) line: Vec<NodeId>,
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

    pub(super) fn add(&mut self, algorithm: Algorithm) {
        if self.get(algorithm).is_none() {
            self.runs.push(Run::waiting(algorithm));
        }
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
    match settings.depth {
        None => observe(algorithm, tree, tree, settings, progress),
        Some(depth) => observe(algorithm, &Prune::new(depth, tree), tree, settings, progress),
    }
}

fn observe<G>(algorithm: Algorithm, game: &G, tree: &Tree, settings: Settings, progress: &Progress) -> Finished
where
    G: Game,
    G::Position: TreePosition,
{
    let limits = Limits { cutoff: settings.cutoff, budget: settings.budget, progress };
    let mut recorder = Recorder::new();
    let start = Instant::now();
    let Report { outcome, evaluations } = search(algorithm, game, limits, &mut recorder);
    let seconds = start.elapsed().as_secs_f64();
    let record = recorder.finish(tree);
    Finished {
        outcome: on_tree(outcome),
        evaluations,
        seconds,
        line: record.line(tree),
        distinct_leaves: record.evaluated_in(&(0..tree.len())),
        leaves: count_leaves(tree, settings.depth),
        shallow_cutoffs: record.count_cutoffs(CutoffKind::Shallow),
        deep_cutoffs: record.count_cutoffs(CutoffKind::Deep),
        record,
    }
}

fn on_tree<P: TreePosition>(outcome: Outcome<P>) -> Outcome<NodeId> {
    match outcome {
        Outcome::Finished(value) => Outcome::Finished(value),
        Outcome::Budget => Outcome::Budget,
        Outcome::Cancelled => Outcome::Cancelled,
        Outcome::Undefined(position) => Outcome::Undefined(position.node()),
    }
}

fn count_leaves(tree: &Tree, limit: Option<u32>) -> usize {
    let Some(limit) = limit.filter(|&limit| limit < tree.height()) else { return tree.leaf_count() };
    tree.nodes().filter(|&node| tree.depth(node) == limit || (tree.depth(node) < limit && tree.is_leaf(node))).count()
}

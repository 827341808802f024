//! The chosen algorithms and their runs on the open tree, or on a game too large to unfold.

use eframe::egui;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::app::timeline::findings::Checked;
use crate::app::{Job, Settings};
use crate::draw::{Searched, States};
use crate::experiment::comparison::Row;
use crate::experiment::explain::Explained;
use crate::experiment::trace::TracedRun;
use crate::experiment::{self, Cost, Summary, dropped_by_taketree};
use crate::game::GameTree;
use crate::progress::Progress;
use crate::search::catalogue::Revisits;
use crate::search::story::{Story, Timeline};
use crate::search::{Algorithm, Budget, CutoffRule, Outcome, PlyRecorder, Record, TraceName};
use crate::tree::{NodeId, Tree, Value};

/// The number of searches that run at once: two, because each keeps a record as large as the tree.
const WORKERS: usize = 2;

/// The most evaluations, right after an edit, of a search that repeats them exponentially.
const QUICK: u64 = 100_000;

/// How long the previous result is shown.
const KEPT: Duration = Duration::from_millis(400);

/// What the algorithms search.
#[derive(Clone)]
pub(crate) enum Subject {
    Tree(Arc<Tree>),
    Game(Arc<GameTree>),
}

/// A chosen algorithm, and the state of its run.
pub(crate) struct AlgorithmRun {
    pub(crate) algorithm: Algorithm,
    pub(crate) state: RunState,
    /// The result before a value was changed, which is shown for a moment to avoid flicker.
    kept: Option<(Box<Finished>, Instant)>,
}

/// The state of a run.
pub(crate) enum RunState {
    /// Waiting for a tree or for a free thread.
    Waiting,
    Running(Job<Finished>),
    Done(Box<Finished>),
    /// It has no result, for this reason.
    Failed(String),
}

/// The result of a run.
pub(crate) struct Finished {
    pub(crate) summary: Summary,
    /// Its row in the comparison, made once and shown in every frame.
    pub(crate) row: Row,
    /// What is drawn. For a game too large to unfold it is `None` until its visited part is ready.
    pub(crate) drawn: Option<Arc<Drawn>>,
    /// The record of a run on such a game.
    trail: Option<Arc<PlyRecorder>>,
    /// The story of the search, as far as it is kept.
    pub(crate) story: Arc<Story>,
    /// What is wrong with it, if it is that of a trace.
    checked: Option<Arc<Checked>>,
    timing: Timing,
}

/// A run in the shown tree.
pub(crate) struct Drawn {
    pub(crate) record: Record,
    /// The record, counted level by level.
    pub(crate) states: States,
    /// The principal variation; empty if the run has no value.
    pub(crate) line: Vec<NodeId>,
    /// The cutoff rule; `None` if a trace does not give it.
    pub(crate) cutoff: Option<CutoffRule>,
    /// The bounds of leaves that the run took as known.
    pub(crate) bounds: Option<[Value; 2]>,
}

impl Drawn {
    /// Whether the run has cutoffs.
    pub(crate) fn has_cuts(&self) -> bool {
        self.record.cutoffs().next().is_some()
    }

    /// The overlay of the run.
    pub(crate) fn overlay<'a>(&'a self, tree: &'a Tree) -> Searched<'a> {
        Searched { tree, record: &self.record, states: &self.states, line: &self.line }
    }

    /// The search explained from its story.
    pub(crate) fn explained<'a>(&'a self, tree: &'a Tree, story: &'a Story, timeline: &'a Timeline) -> Explained<'a> {
        let Drawn { ref states, cutoff, bounds, .. } = *self;
        Explained { tree, story, timeline, dropped: states.dropped(), cutoff, bounds }
    }

    pub(crate) fn new(summary: &Summary, record: Record, tree: &Tree) -> Drawn {
        let pipeline = summary.algorithm.pipeline();
        let dropped = pipeline.map_or_else(Vec::new, |pipeline| dropped_by_taketree(pipeline.stages, tree, &record));
        let states = States::after_dropping(dropped, tree, &record);
        Drawn { line: summary.line_of(&record, tree), record, states, cutoff: summary.cutoff, bounds: summary.bounds }
    }
}

/// The unrecorded runs that measure time and memory.
enum Timing {
    /// Waiting until nothing else is running that would disturb it.
    Waiting,
    Running(Job<Option<Cost>>),
    Over,
}

impl AlgorithmRun {
    fn waiting(algorithm: Algorithm) -> AlgorithmRun {
        AlgorithmRun { algorithm, state: RunState::Waiting, kept: None }
    }

    /// The finished run of another program.
    pub(crate) fn traced(run: &TracedRun, tree: &Tree) -> AlgorithmRun {
        let finished = Finished::traced(run, tree);
        AlgorithmRun { algorithm: run.algorithm, state: RunState::Done(Box::new(finished)), kept: None }
    }

    /// The finished run of an algorithm with settings of its own, under a name of its own.
    pub(crate) fn apart(
        name: TraceName,
        algorithm: Algorithm,
        tree: &Arc<Tree>,
        settings: experiment::Settings,
        progress: &Progress,
    ) -> AlgorithmRun {
        let mut finished = Finished::of(&Subject::Tree(Arc::clone(tree)), algorithm, settings, progress);
        finished.summary.algorithm = Algorithm::of_trace(name);
        finished.row = Row::of_summary(&finished.summary);
        finished.timing = Timing::Over;
        let algorithm = finished.summary.algorithm;
        AlgorithmRun { algorithm, state: RunState::Done(Box::new(finished)), kept: None }
    }

    /// The result, if there is one.
    pub(crate) fn finished(&self) -> Option<&Finished> {
        if let RunState::Done(finished) = &self.state { Some(finished) } else { None }
    }

    /// What is drawn of the result, if there is something.
    pub(crate) fn drawn(&self) -> Option<&Arc<Drawn>> {
        self.finished()?.drawn.as_ref()
    }

    /// The shown result: the newest, or for a moment the one before a value was changed.
    pub(crate) fn shown(&self) -> Option<&Finished> {
        match (&self.state, &self.kept) {
            (RunState::Done(finished), _) => Some(finished),
            (RunState::Waiting | RunState::Running(_), Some((kept, since))) if since.elapsed() < KEPT => Some(kept),
            _ => None,
        }
    }

    /// Runs again after only a value was changed.
    fn restart_soon(&mut self) {
        if let RunState::Done(finished) = std::mem::replace(&mut self.state, RunState::Waiting) {
            self.kept = Some((finished, Instant::now()));
        }
    }

    /// Its row in the comparison.
    pub(crate) fn row(&self) -> Row {
        if let Some(finished) = self.shown() {
            return finished.row.clone();
        }
        let outcome = match &self.state {
            RunState::Done(finished) => return finished.row.clone(),
            RunState::Waiting => "waiting".into(),
            RunState::Running(_) => "running".into(),
            RunState::Failed(reason) => format!("failed: {reason}"),
        };
        Row::without_result(self.algorithm, outcome)
    }

    /// Whether the algorithm cannot search the tree, because chance moves in it.
    pub(crate) fn is_not_applicable(&self) -> bool {
        self.finished().is_some_and(|finished| finished.summary.outcome == Outcome::NotApplicable)
    }

    /// Whether it has no result yet.
    pub(crate) fn is_searching(&self) -> bool {
        matches!(self.state, RunState::Waiting | RunState::Running(_))
    }

    /// Whether it is unfinished and can be cancelled.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.is_searching() || self.finished().is_some_and(|finished| !matches!(finished.timing, Timing::Over))
    }

    fn cancel(&mut self) {
        match &mut self.state {
            RunState::Waiting => self.state = RunState::Failed("cancelled before it began".into()),
            RunState::Running(job) => job.cancel(),
            RunState::Done(finished) => finished.timing = Timing::Over,
            RunState::Failed(_) => {}
        }
    }

    /// Takes the result of one of its jobs.
    fn collect(&mut self) {
        match &mut self.state {
            RunState::Running(job) => match job.poll() {
                Some(Ok(finished)) => (self.state, self.kept) = (RunState::Done(Box::new(finished)), None),
                Some(Err(reason)) => self.state = RunState::Failed(reason),
                None => {}
            },
            RunState::Done(finished) => finished.collect(),
            RunState::Waiting | RunState::Failed(_) => {}
        }
    }
}

impl Finished {
    fn of(subject: &Subject, algorithm: Algorithm, settings: experiment::Settings, progress: &Progress) -> Finished {
        let mut story = Story::new();
        let (summary, drawn, trail) = match subject {
            Subject::Tree(tree) => {
                let measured = experiment::record_sharing(algorithm, tree, settings, &mut story, progress);
                let summary = measured.summary(tree);
                // The search is over, which its status says while the drawing is prepared.
                let evaluations = summary.effort.counts.evaluations.max(1);
                progress.set_done(evaluations);
                progress.set_total(evaluations);
                let drawn = Drawn::new(&summary, measured.record, tree);
                (summary, Some(Arc::new(drawn)), None)
            }
            Subject::Game(game) => {
                let (summary, trail) = experiment::explore(algorithm, game, settings, &mut story, progress);
                (summary, None, Some(Arc::new(trail)))
            }
        };
        story.shrink();
        let timing = if summary.outcome == Outcome::Cancelled { Timing::Over } else { Timing::Waiting };
        let row = Row::of_summary(&summary);
        Finished { row, summary, drawn, trail, story: Arc::new(story), checked: None, timing }
    }

    fn traced(run: &TracedRun, tree: &Tree) -> Finished {
        let measured = run.measured(tree);
        let summary = measured.summary(tree);
        let drawn = Some(Arc::new(Drawn::new(&summary, measured.record, tree)));
        let (story, timing) = (Arc::clone(&run.story), Timing::Over);
        let (row, checked) = (Row::of_summary(&summary), Some(Arc::new(Checked::new(&run.report))));
        Finished { row, summary, drawn, trail: None, story, checked, timing }
    }

    /// What is wrong with the search of a trace.
    pub(crate) fn checked(&self) -> Option<&Arc<Checked>> {
        self.checked.as_ref()
    }

    fn collect(&mut self) {
        let Timing::Running(job) = &self.timing else { return };
        let Some(result) = job.poll() else { return };
        // A search that panics has done so when it was recorded; here only the time is missing.
        self.summary.cost = result.ok().flatten();
        self.row = Row::of_summary(&self.summary);
        self.timing = Timing::Over;
    }
}

/// The chosen algorithms, in the order in which they were added.
#[derive(Default)]
pub(crate) struct Runs {
    runs: Vec<AlgorithmRun>,
    workers: usize,
    /// Whether searches that repeat evaluations exponentially stop early, so that the others follow an edit at once.
    is_quick: bool,
}

impl Runs {
    /// Runs of these algorithms, each once.
    pub(crate) fn new(algorithms: &[Algorithm]) -> Runs {
        let workers = available_parallelism().map_or(1, |count| count.get().min(WORKERS));
        let mut runs = Runs { workers, ..Runs::default() };
        runs.choose(algorithms);
        runs
    }

    pub(crate) fn algorithms(&self) -> Vec<Algorithm> {
        self.runs.iter().map(|run| run.algorithm).collect()
    }

    /// Those of our own searches, and not of other programs.
    pub(crate) fn own_algorithms(&self) -> Vec<Algorithm> {
        self.algorithms().into_iter().filter(|algorithm| !algorithm.is_traced()).collect()
    }

    /// The place of an algorithm among them.
    pub(crate) fn place(&self, algorithm: Algorithm) -> Option<usize> {
        self.runs.iter().position(|run| run.algorithm == algorithm)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &AlgorithmRun> {
        self.runs.iter()
    }

    pub(crate) fn get(&self, algorithm: Algorithm) -> Option<&AlgorithmRun> {
        self.place(algorithm).map(|place| &self.runs[place])
    }

    /// Adds an algorithm, unless it is already there. Returns whether it was added.
    pub(crate) fn add(&mut self, algorithm: Algorithm) -> bool {
        let is_new = self.get(algorithm).is_none();
        if is_new {
            self.runs.push(AlgorithmRun::waiting(algorithm));
        }
        is_new
    }

    /// Puts these in the place of all but the runs of other programs.
    pub(crate) fn choose(&mut self, algorithms: &[Algorithm]) {
        self.runs.retain(|run| run.algorithm.is_traced());
        for &algorithm in algorithms {
            self.add(algorithm);
        }
    }

    /// Hughes' pipeline, if it is among them.
    pub(crate) fn pipeline(&self) -> Option<&AlgorithmRun> {
        self.runs.iter().find(|run| run.algorithm.pipeline().is_some())
    }

    /// Replaces an algorithm by another one, and discards its result.
    pub(crate) fn replace(&mut self, old: Algorithm, new: Algorithm) {
        if let Some(place) = self.place(old) {
            self.runs[place] = AlgorithmRun::waiting(new);
        }
    }

    pub(crate) fn remove(&mut self, algorithm: Algorithm) {
        if let Some(place) = self.place(algorithm) {
            self.runs.remove(place);
        }
    }

    /// Puts the run of another program before the others, replacing that of the previous tree. Returns the one that was removed.
    pub(crate) fn set_traced(&mut self, traced: Option<AlgorithmRun>) -> Option<Algorithm> {
        let place = self.runs.iter().position(|run| run.algorithm.is_traced());
        let before = place.map(|place| self.runs.remove(place).algorithm);
        if let Some(traced) = traced {
            self.runs.insert(0, traced);
        } else if self.runs.is_empty() {
            self.runs.extend(Algorithm::usual().into_iter().map(AlgorithmRun::waiting));
        }
        before
    }

    /// Discards all results except those of other programs. Runs in progress are cancelled.
    pub(crate) fn restart(&mut self) {
        self.is_quick = false;
        self.forget();
    }

    /// The same after an edit.
    pub(crate) fn restart_quickly(&mut self) {
        self.is_quick = true;
        self.forget();
    }

    fn forget(&mut self) {
        for run in &mut self.runs {
            if !run.algorithm.is_traced() {
                (run.state, run.kept) = (RunState::Waiting, None);
            }
        }
    }

    /// Runs again after a value was changed; the previous results are shown until there are new ones, or for a moment.
    pub(crate) fn restart_soon(&mut self) {
        self.is_quick = true;
        for run in &mut self.runs {
            if !run.algorithm.is_traced() {
                run.restart_soon();
            }
        }
    }

    /// Whether every search has ended, even if some are still being timed.
    pub(crate) fn are_recorded(&self) -> bool {
        self.runs.iter().all(|run| matches!(run.state, RunState::Done(_) | RunState::Failed(_)))
    }

    pub(crate) fn cancel(&mut self, algorithm: Algorithm) {
        if let Some(place) = self.place(algorithm) {
            self.runs[place].cancel();
        }
    }

    /// Takes the results of finished jobs, and starts waiting runs.
    pub(crate) fn advance(&mut self, ctx: &egui::Context, subject: &Subject, settings: Settings) {
        for run in &mut self.runs {
            run.collect();
        }
        let settings = settings.of_run();
        self.start_searches(ctx, subject, settings);
        self.start_timing(ctx, subject, settings);
    }

    /// The records of the runs on a game too large to unfold.
    pub(crate) fn explored(&self) -> Vec<(&Summary, &Arc<PlyRecorder>)> {
        let finished = self.runs.iter().filter_map(AlgorithmRun::finished);
        finished.filter_map(|finished| Some((&finished.summary, finished.trail.as_ref()?))).collect()
    }

    /// Sets what these runs did in another part of the game, and clears that of the others.
    pub(crate) fn draw(&mut self, mut drawn: Vec<(Arc<PlyRecorder>, Drawn)>) {
        for run in &mut self.runs {
            let RunState::Done(finished) = &mut run.state else { continue };
            let is_own = |(trail, _): &(Arc<PlyRecorder>, Drawn)| {
                finished.trail.as_ref().is_some_and(|own| Arc::ptr_eq(own, trail))
            };
            finished.drawn = drawn.iter().position(is_own).map(|index| Arc::new(drawn.swap_remove(index).1));
        }
    }

    fn start_searches(&mut self, ctx: &egui::Context, subject: &Subject, settings: experiment::Settings) {
        let free = self.workers.saturating_sub(self.count_running());
        let waiting = self.runs.iter_mut().filter(|run| matches!(run.state, RunState::Waiting));
        for run in waiting.take(free) {
            let (algorithm, subject) = (run.algorithm, subject.clone());
            let settings = quickly(settings, algorithm, self.is_quick);
            if let Subject::Tree(tree) = &subject
                && let Err(shortage) = experiment::room_to_search(algorithm, tree)
            {
                run.state = RunState::Failed(shortage.to_string());
                continue;
            }
            run.state = RunState::Running(Job::start(ctx, algorithm.id(), move |progress| {
                Finished::of(&subject, algorithm, settings, progress)
            }));
        }
    }

    /// Starts the next timing if nothing is running.
    fn start_timing(&mut self, ctx: &egui::Context, subject: &Subject, settings: experiment::Settings) {
        let is_timing =
            |run: &AlgorithmRun| run.finished().is_some_and(|done| matches!(done.timing, Timing::Running(_)));
        if self.count_running() > 0 || self.runs.iter().any(is_timing) {
            return;
        }
        for run in &mut self.runs {
            if let RunState::Done(finished) = &mut run.state
                && matches!(finished.timing, Timing::Waiting)
            {
                let (algorithm, subject) = (run.algorithm, subject.clone());
                let settings = quickly(settings, algorithm, self.is_quick);
                finished.timing = Timing::Running(Job::start(ctx, algorithm.id(), move |progress| match &subject {
                    Subject::Tree(tree) => experiment::cost(algorithm, tree, settings, progress),
                    Subject::Game(game) => experiment::explore_cost(algorithm, game, settings, progress),
                }));
                return;
            }
        }
    }

    /// Whether a run is unfinished.
    pub(crate) fn has_unfinished(&self) -> bool {
        self.runs.iter().any(AlgorithmRun::is_unfinished)
    }

    /// The number of searches being recorded.
    pub(crate) fn count_running(&self) -> usize {
        self.runs.iter().filter(|run| matches!(run.state, RunState::Running(_))).count()
    }
}

/// The settings with which an algorithm runs, maybe right after an edit.
fn quickly(settings: experiment::Settings, algorithm: Algorithm, is_quick: bool) -> experiment::Settings {
    let is_long = settings.budget == Budget::Automatic && algorithm.entry().revisits == Revisits::Replays;
    if is_quick && is_long { experiment::Settings { budget: Budget::Evaluations(QUICK), ..settings } } else { settings }
}

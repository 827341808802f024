//! The step of each search, and moving between steps.

use std::sync::Arc;

use eframe::egui;

use super::jump::Jump;
use crate::app::trees::{AlgorithmRun, Drawn, Finished, Runs};
use crate::app::{Job, input};
use crate::draw::{AtMoment, Reached};
use crate::experiment::explain::{Explained, Machinery, NodeWindows, Sentence};
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::search::story::timeline::Time;
use crate::search::story::{Moment, Story, Timeline};
use crate::tree::{NodeId, Tree};

/// Steps per second, the slowest first.
pub(crate) const SPEEDS: [f32; 8] = [0.5, 1.0, 2.0, 4.0, 10.0, 50.0, 500.0, 20_000.0];

/// However long a frame took, no more than this is played at once, in seconds.
const LONGEST_FRAME: f64 = 0.25;

/// How the other panes follow the marked one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Race {
    /// All have the same number of evaluations.
    #[default]
    Evaluations,
    /// Each is at its first visit of the selected node.
    Node,
    /// Each is at its end.
    Finished,
}

impl Race {
    /// All modes, with their names.
    pub(crate) const ALL: [(Race, &'static str); 3] = [
        (Race::Evaluations, "same number of evaluations"),
        (Race::Node, "same node"),
        (Race::Finished, "others finished"),
    ];
}

/// A search at a step.
pub(crate) struct Now {
    story: Arc<Story>,
    pub(crate) timeline: Arc<Timeline>,
    pub(crate) moment: Moment,
    reached: Reached,
    record: u64,
}

impl Now {
    /// The overlay of the tree.
    pub(crate) fn overlay<'a>(&'a self, tree: &'a Tree, drawn: &'a Drawn) -> Option<AtMoment<'a>> {
        (drawn.record.identity() == self.record).then(|| AtMoment {
            searched: drawn.overlay(tree),
            story: &self.story,
            timeline: &self.timeline,
            moment: &self.moment,
            reached: &self.reached,
        })
    }
}

/// What a search holds at a step. It names nodes of this tree: the open one may have been changed since.
pub(crate) struct Held {
    /// Of which record, time and selected node.
    of: (u64, Time, Option<NodeId>),
    pub(crate) tree: Arc<Tree>,
    pub(crate) algorithm: Algorithm,
    pub(crate) machinery: Machinery,
}

/// A search that is over and drawn.
#[derive(Clone, Copy)]
struct Search<'a> {
    algorithm: Algorithm,
    finished: &'a Finished,
    /// The number of its record.
    record: u64,
}

impl Search<'_> {
    fn of(run: &AlgorithmRun) -> Option<Search<'_>> {
        Some(Search { algorithm: run.algorithm, finished: run.finished()?, record: run.drawn()?.record.identity() })
    }
}

/// A time line, or the job that makes it.
enum Line {
    Making(Job<Option<Timeline>>),
    Made(Arc<Timeline>),
    Failed(String),
}

/// The state of the time line, while it is open.
#[derive(Default)]
pub(crate) struct TimeState {
    pub(crate) is_playing: bool,
    pub(crate) speed: usize,
    pub(crate) race: Race,
    /// The time of the marked search; `None` before its time line is ready, and then its end.
    pub(crate) time: Option<Time>,
    /// The fraction of a step already played, and when that was, in seconds.
    played: f32,
    played_at: Option<f64>,
    /// The time lines, by the records that they belong to.
    lines: Vec<(u64, Line)>,
    now: Vec<(Algorithm, Arc<Now>)>,
    /// The sentence of the marked search's step.
    pub(crate) sentence: Sentence,
    said: Option<(u64, Time)>,
    /// What the marked search holds.
    pub(crate) held: Option<Held>,
    /// With which windows each search visits the selected node.
    windows: Vec<(Algorithm, (Viewed, Option<NodeWindows>))>,
    /// The time before going to a cause.
    pub(crate) back: Option<Time>,
    /// Where to go once there is a time line.
    goal: Option<Goal>,
}

/// Of what windows were made: a record, a time and a node.
type Viewed = (u64, Time, NodeId);

/// Where the time line of searches that have not finished is to stand.
#[derive(Clone, Copy)]
enum Goal {
    /// After an edit, at the end.
    End,
    /// After an edit, where a node is first visited, or else at the end.
    FirstVisit(NodeId),
    /// In an opened session, at a step.
    Step(usize),
}

impl TimeState {
    /// At the beginning.
    pub(crate) fn open() -> TimeState {
        TimeState { speed: 3, time: Some(0), ..TimeState::default() }
    }

    /// At a step, or at the end.
    pub(crate) fn open_at(step: Option<usize>) -> TimeState {
        TimeState { time: None, goal: step.map(Goal::Step), ..TimeState::open() }
    }

    /// Goes to a step of the marked search, once there is a time line.
    pub(crate) fn go_to_step(&mut self, step: usize) {
        (self.time, self.back, self.is_playing, self.goal) = (None, None, false, Some(Goal::Step(step)));
    }

    /// The step of the marked search; `None` at its end.
    pub(crate) fn step(&self, marked: Option<Algorithm>) -> Option<usize> {
        if let Some(Goal::Step(step)) = self.goal {
            return Some(step);
        }
        let now =
            marked.and_then(|algorithm| self.now(algorithm)).filter(|now| now.moment.time < now.timeline.len())?;
        Some(now.timeline.step(now.moment.time))
    }

    /// At the beginning, for another tree.
    pub(crate) fn restarted(self) -> TimeState {
        TimeState { speed: self.speed, race: self.race, ..TimeState::open() }
    }

    /// The search of an algorithm at its step.
    pub(crate) fn now(&self, algorithm: Algorithm) -> Option<&Now> {
        find(&self.now, &algorithm).map(Arc::as_ref)
    }

    /// The same, shared.
    pub(crate) fn shared(&self, algorithm: Algorithm) -> Option<Arc<Now>> {
        find(&self.now, &algorithm).cloned()
    }

    /// Whether time lines are being computed.
    pub(crate) fn is_busy(&self) -> bool {
        self.lines.iter().any(|(_, line)| matches!(line, Line::Making(_)))
    }

    /// Why a time line could not be made.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.lines.iter().find_map(|(_, line)| if let Line::Failed(error) = line { Some(error.as_str()) } else { None })
    }

    /// With which windows a search visits the selected node.
    pub(crate) fn windows(&self, algorithm: Algorithm) -> Option<&NodeWindows> {
        find(&self.windows, &algorithm)?.1.as_ref()
    }

    /// Remembers the node at which the marked search stands, before the searches run again on a changed tree; the function says where
    /// nodes are now. While values are tried the end is shown.
    pub(crate) fn follow(&mut self, marked: Option<Algorithm>, is_tried: bool, now: impl Fn(NodeId) -> Option<NodeId>) {
        let stands = marked.and_then(|algorithm| self.now(algorithm)).filter(|at| at.moment.time < at.timeline.len());
        let node = match (self.goal, stands) {
            (Some(Goal::End), _) => None,
            (Some(Goal::FirstVisit(node)), _) => Some(node),
            (Some(Goal::Step(_)) | None, stands) => stands.map(|at| {
                let named = self.sentence.nodes.first().copied();
                named.or(at.moment.node()).unwrap_or(NodeId::ROOT)
            }),
        };
        let node = node.filter(|_| !is_tried).and_then(now);
        self.goal = Some(node.map_or(Goal::End, Goal::FirstVisit));
        (self.time, self.back, self.is_playing) = (None, None, false);
    }

    /// Takes finished time lines, starts others, plays on, and sets the step of each search. Returns whether the marked search stands at
    /// another step than before.
    pub(crate) fn advance(
        &mut self,
        ctx: &egui::Context,
        tree: &Arc<Tree>,
        runs: &Runs,
        marked: Option<Algorithm>,
        selected: Option<NodeId>,
        shows_machine: bool,
    ) -> bool {
        let searches: Vec<Search<'_>> = runs.iter().filter_map(Search::of).collect();
        self.make_lines(ctx, tree, &searches);
        let of_marked = searches.iter().find(|search| Some(search.algorithm) == marked);
        let Some(&marked) = of_marked.or(searches.first()) else { return false };
        let Some(line) = &self.line(marked) else { return false };
        self.play(ctx, line);
        // After an edit every search has to run again first; the line there may be one of the tree before.
        if let Some(goal) = self.goal.take_if(|goal| matches!(goal, Goal::Step(_)) || runs.are_recorded()) {
            self.time = match goal {
                Goal::End => None,
                Goal::FirstVisit(node) => line.first_visit(node),
                Goal::Step(step) => Some(line.end_of(step)),
            };
        }
        let time = line.end_of_step(self.time.unwrap_or(line.len()));
        self.time = Some(time);
        for &search in &searches {
            let Some(other) = self.line(search) else { continue };
            let is_marked = search.algorithm == marked.algorithm;
            let to = if is_marked { time } else { self.time_of(&other, line, time, tree, selected) };
            self.put(search, tree, &other, to);
        }
        let said = Some((marked.record, time));
        let is_new = std::mem::replace(&mut self.said, said) != said;
        if is_new {
            self.sentence = explained(tree, marked.finished, line).step(time);
        }
        if shows_machine {
            self.look_inside(marked, tree, selected);
        }
        self.look_at_windows(tree, &searches, selected);
        is_new
    }

    /// The time line of a search, once it is made.
    fn line(&self, search: Search<'_>) -> Option<Arc<Timeline>> {
        if let Some(Line::Made(line)) = find(&self.lines, &search.record) { Some(Arc::clone(line)) } else { None }
    }

    /// What the marked search holds at its step.
    fn look_inside(&mut self, search: Search<'_>, tree: &Arc<Tree>, selected: Option<NodeId>) {
        let Search { algorithm, finished, record } = search;
        let Some(now) = find(&self.now, &algorithm) else { return };
        let of = (record, now.moment.time, selected);
        if self.held.as_ref().is_none_or(|held| held.of != of) {
            let machinery = explained(tree, finished, &now.timeline).machinery(algorithm, &now.moment, selected);
            self.held = Some(Held { of, tree: Arc::clone(tree), algorithm, machinery });
        }
    }

    /// With which windows the searches visit the selected node.
    fn look_at_windows(&mut self, tree: &Tree, searches: &[Search<'_>], selected: Option<NodeId>) {
        let Some(node) = selected.filter(|node| node.index() < tree.len()) else {
            self.windows.clear();
            return;
        };
        for &Search { algorithm, finished, record } in searches {
            let Some(now) = find(&self.now, &algorithm).filter(|now| now.record == record) else { continue };
            let key = (record, now.moment.time, node);
            if find(&self.windows, &algorithm).is_none_or(|(made, _)| *made != key) {
                let windows = explained(tree, finished, &now.timeline).windows(node, now.moment.time);
                put(&mut self.windows, algorithm, (key, windows));
            }
        }
    }

    fn make_lines(&mut self, ctx: &egui::Context, tree: &Arc<Tree>, searches: &[Search<'_>]) {
        self.lines.retain(|(record, _)| searches.iter().any(|search| search.record == *record));
        self.now.retain(|(algorithm, _)| searches.iter().any(|search| search.algorithm == *algorithm));
        for search in searches {
            if find(&self.lines, &search.record).is_none() {
                let (tree, story) = (Arc::clone(tree), Arc::clone(&search.finished.story));
                let make = move |progress: &Progress| Timeline::new(&tree, &story, progress);
                self.lines.push((search.record, Line::Making(Job::start(ctx, "plyscope time line", make))));
            }
        }
        for (_, line) in &mut self.lines {
            if let Line::Making(job) = line
                && let Some(result) = job.poll()
            {
                *line = match result {
                    Ok(Some(made)) => Line::Made(Arc::new(made)),
                    Ok(None) => Line::Failed("it was cancelled".into()),
                    Err(error) => Line::Failed(error),
                };
            }
        }
    }

    /// The time of another search when the marked one is at a time.
    fn time_of(&self, other: &Timeline, marked: &Timeline, time: Time, tree: &Tree, selected: Option<NodeId>) -> Time {
        match (self.race, selected) {
            (Race::Finished, _) => other.len(),
            (Race::Node, Some(node)) => {
                let skipped = || {
                    let above = tree.ancestors(node).find(|&node| other.first_visit(node).is_some())?;
                    other.cut(above, other.len()).map(|cut| cut.time)
                };
                other.first_visit(node).or_else(skipped).unwrap_or(other.len())
            }
            (Race::Evaluations | Race::Node, _) if time == marked.len() => other.len(),
            // As far beyond the evaluation as the marked one is, so that searches that do the same look the same.
            (Race::Evaluations | Race::Node, _) => {
                let count = marked.evaluations(time);
                let beyond = time - marked.after_evaluations(count);
                let (from, next) = (other.after_evaluations(count), other.after_evaluations(count + 1));
                if from == other.len() { from } else { (from + beyond).min(next - 1) }
            }
        }
    }

    /// Puts a search at a time of its line.
    fn put(&mut self, search: Search<'_>, tree: &Tree, line: &Arc<Timeline>, time: Time) {
        let (Search { algorithm, record, .. }, story) = (search, &search.finished.story);
        let before = find(&self.now, &algorithm).filter(|now| now.record == record);
        if before.is_some_and(|now| now.moment.time == time) {
            return;
        }
        let moment = line.at(tree, story, time);
        let reached = match before {
            Some(now) => now.reached.moved(tree, line, time),
            None => Reached::new(tree, line, time),
        };
        let now = Now { story: Arc::clone(story), timeline: Arc::clone(line), moment, reached, record };
        put(&mut self.now, algorithm, Arc::new(now));
    }

    fn play(&mut self, ctx: &egui::Context, line: &Timeline) {
        if !self.is_playing {
            self.played_at = None;
            return;
        }
        let now = input::now(ctx).time;
        let elapsed = self.played_at.replace(now).map_or(0.0, |before| (now - before).min(LONGEST_FRAME));
        self.played += elapsed as f32 * SPEEDS[self.speed];
        let steps = self.played.floor();
        self.played -= steps;
        let time = line.end_of(line.step(self.time.unwrap_or(0)) + steps as usize);
        self.time = Some(time);
        if time >= line.len() {
            self.is_playing = false;
        } else {
            ctx.request_repaint_after(std::time::Duration::from_secs_f32((0.5 / SPEEDS[self.speed]).min(0.1)));
        }
    }

    /// Jumps in the story of the marked search.
    pub(crate) fn jump(
        &mut self,
        jump: Jump,
        tree: &Tree,
        finished: &Finished,
        marked: Algorithm,
        selected: Option<NodeId>,
    ) {
        let Some(now) = find(&self.now, &marked) else { return };
        if let Some(to) = jump.target(now, tree, &finished.story, selected) {
            self.time = Some(to);
            self.played = 0.0;
        }
    }
}

/// What belongs to a key in a short list.
fn find<'l, K: PartialEq, V>(list: &'l [(K, V)], key: &K) -> Option<&'l V> {
    list.iter().find(|(other, _)| other == key).map(|(_, value)| value)
}

/// Sets what belongs to a key in a short list.
fn put<K: PartialEq, V>(list: &mut Vec<(K, V)>, key: K, value: V) {
    match list.iter_mut().find(|(other, _)| *other == key) {
        Some((_, place)) => *place = value,
        None => list.push((key, value)),
    }
}

/// A run, to be explained.
fn explained<'a>(tree: &'a Tree, run: &'a Finished, timeline: &'a Timeline) -> Explained<'a> {
    let dropped = run.drawn.as_ref().map_or(&[][..], |drawn| drawn.states.dropped());
    Explained { tree, story: &run.story, timeline, dropped, cutoff: run.summary.cutoff, bounds: run.summary.bounds }
}

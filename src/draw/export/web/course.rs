//! The course of a search as differences: what is drawn at each node, and at which step that changes.

use crate::draw::{AtMoment, Cut, Figure, Look, Overlay, Reached, Shares, Shown, Steps, Thing, Warned, Warning};
use crate::experiment::explain::Sentence;
use crate::search::story::Moment;
use crate::search::story::timeline::Time;
use crate::search::{Aim, Cause};
use crate::tree::NodeId;

/// What a search has to say of a node at a step. Equal situations are drawn in the same way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Situation {
    pub(super) look: Look,
    pub(super) words: Option<String>,
    pub(super) cut: Option<Cut>,
    pub(super) aim: Option<Aim>,
    pub(super) order: Option<u32>,
    pub(super) warning: Option<Warning>,
    /// Of a folded subtree.
    pub(super) shares: Shares,
    is_on_line: bool,
}

/// A step and what changes in it.
pub(super) struct Step {
    /// When it ends.
    pub(super) time: Time,
    pub(super) sentence: Sentence,
    /// The cutoff that happens in it: whether it is deep.
    pub(super) cut: Option<bool>,
    /// The places that change, and the numbers of their new situations.
    pub(super) changes: Vec<(usize, usize)>,
}

/// The course of a search. Nodes and folds have places, in preorder.
pub(super) struct Course {
    /// The different situations of each place, in the order in which they first occur.
    pub(super) situations: Vec<Vec<Situation>>,
    /// The numbers of the last ones.
    pub(super) last: Vec<usize>,
    /// The steps; none without a search.
    pub(super) steps: Vec<Step>,
}

/// What is drawn of a tree: nodes and folds, in preorder.
pub(super) struct Places {
    /// The node of each, or the first one of a fold.
    pub(super) nodes: Vec<NodeId>,
}

impl Places {
    pub(super) fn new(shown: &Shown<'_>) -> Places {
        let mut nodes = Vec::new();
        let mut next = 0;
        while let Some(node) = shown.tree.node(next) {
            nodes.push(node);
            next = match shown.thing(node) {
                Thing::Node(_) => next + 1,
                fold @ Thing::Fold(_) => shown.nodes_of(fold).end,
            };
        }
        Places { nodes }
    }

    /// The place of a node, or of the fold over it.
    pub(super) fn of(&self, node: NodeId) -> usize {
        self.nodes.partition_point(|&other| other <= node).saturating_sub(1)
    }
}

/// A search has more steps and changes than a page holds.
pub(super) struct TooLong;

impl Course {
    /// The course of what a figure shows: a search, or the overlay alone.
    pub(super) fn new(
        figure: &Figure<'_>,
        places: &Places,
        steps: Option<&Steps<'_>>,
        most: &mut usize,
    ) -> Result<Course, TooLong> {
        let Some(steps) = steps else {
            let situation = |&node: &NodeId| vec![situation(figure.overlay, &figure.shown, node)];
            let situations: Vec<_> = places.nodes.iter().map(situation).collect();
            return Ok(Course { last: vec![0; situations.len()], situations, steps: Vec::new() });
        };
        let follower = Follower { shown: &figure.shown, places, steps };
        follower.course(most)
    }

    /// All situations of several searches, without steps.
    pub(super) fn merged(courses: &[Course], places: &Places) -> Course {
        let mut situations = vec![Vec::new(); places.nodes.len()];
        for course in courses {
            for (all, of_course) in situations.iter_mut().zip(&course.situations) {
                all.extend_from_slice(of_course);
            }
        }
        Course { last: vec![0; situations.len()], situations, steps: Vec::new() }
    }
}

/// The situation of a place.
fn situation(overlay: &dyn Overlay, shown: &Shown<'_>, node: NodeId) -> Situation {
    let thing = shown.thing(node);
    let shares = match thing {
        Thing::Fold(_) => overlay.shares_in(&shown.nodes_of(thing)),
        Thing::Node(_) => Shares::NONE,
    };
    let is_on_line = overlay.line().get(shown.tree.depth(node) as usize) == Some(&node);
    Situation {
        look: overlay.look(node),
        words: overlay.words(node),
        cut: overlay.cut(node),
        aim: overlay.aim(node),
        order: overlay.order(node),
        warning: overlay.warning(node),
        shares,
        is_on_line,
    }
}

/// Follows a search step by step.
struct Follower<'a> {
    shown: &'a Shown<'a>,
    places: &'a Places,
    steps: &'a Steps<'a>,
}

impl Follower<'_> {
    fn course(&self, most: &mut usize) -> Result<Course, TooLong> {
        let Steps { explained, .. } = self.steps;
        let count = self.places.nodes.len();
        let mut before = explained.timeline.at(explained.tree, explained.story, 0);
        let mut reached = Reached::new(explained.tree, explained.timeline, 0);
        let mut course = Course { situations: vec![Vec::new(); count], last: vec![0; count], steps: Vec::new() };
        self.change(&mut course, 0..count, &before, &reached);
        for (time, sentence) in explained.steps() {
            let after = explained.timeline.at(explained.tree, explained.story, time);
            reached = reached.moved(explained.tree, explained.timeline, time);
            let mut changes = Vec::new();
            for place in self.candidates(&before, &after) {
                changes.extend(self.change(&mut course, place..place + 1, &after, &reached));
            }
            *most = most.checked_sub(changes.len() + 1).ok_or(TooLong)?;
            let cut = self.cuts(&before, &after).map(|(_, is_deep)| is_deep).last();
            course.steps.push(Step { time, sentence, cut, changes });
            before = after;
        }
        Ok(course)
    }

    /// Brings some places up to date. Returns those that changed.
    fn change(
        &self,
        course: &mut Course,
        places: std::ops::Range<usize>,
        moment: &Moment,
        reached: &Reached,
    ) -> Vec<(usize, usize)> {
        let Steps { searched, explained, warnings, .. } = *self.steps;
        let at = AtMoment { searched, story: explained.story, timeline: explained.timeline, moment, reached };
        let warned = warnings.map(|warnings| Warned { of: &at, warnings, time: moment.time });
        let overlay = warned.as_ref().map_or(&at as &dyn Overlay, |warned| warned);
        let mut changes = Vec::new();
        for place in places {
            let now = situation(overlay, self.shown, self.places.nodes[place]);
            let known = &mut course.situations[place];
            let number = known.iter().position(|other| *other == now).unwrap_or_else(|| {
                known.push(now);
                known.len() - 1
            });
            if course.last[place] != number {
                course.last[place] = number;
                changes.push((place, number));
            }
        }
        changes
    }

    /// The places that may have changed between two moments: those that are open, what is below a node that was entered, left or cut off, and
    /// at the end all.
    fn candidates(&self, before: &Moment, after: &Moment) -> Vec<usize> {
        let count = self.places.nodes.len();
        if after.time >= self.steps.explained.timeline.len() {
            return (0..count).collect();
        }
        let mut candidates = Vec::new();
        let same = before.open.iter().zip(&after.open).take_while(|(a, b)| a.node == b.node).count();
        for moment in [before, after] {
            candidates.extend(moment.open.iter().map(|open| self.places.of(open.node)));
            if let Some(open) = moment.open.get(same) {
                self.add_subtree(open.node, &mut candidates);
            }
        }
        // A leaf is entered and left in one step.
        if let Some(above) = same.checked_sub(1).and_then(|last| after.open.get(last)) {
            for child in self.shown.tree.children(above.node) {
                let visit = self.steps.explained.timeline.last_visit(child, after.time);
                if visit.is_some_and(|visit| visit.entered > before.time) {
                    self.add_subtree(child, &mut candidates);
                }
            }
        }
        for (node, _) in self.cuts(before, after) {
            self.add_subtree(node, &mut candidates);
        }
        // The shares of a fold are those up to the last node that was entered.
        let timeline = self.steps.explained.timeline;
        if timeline.is_in_order() {
            let [start, end] = [before, after].map(|moment| timeline.frontier(moment.time).saturating_sub(1));
            candidates.extend(self.places.of(NodeId::at(start))..=self.places.of(NodeId::at(end)));
        }
        if let Some(warnings) = self.steps.warnings {
            candidates.extend(warnings.between(before.time, after.time).map(|node| self.places.of(node)));
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }

    fn add_subtree(&self, node: NodeId, candidates: &mut Vec<usize>) {
        let end = self.shown.tree.subtree(node).end;
        let first = self.places.of(node);
        let places = self.places.nodes[first..].iter().take_while(|place| place.index() < end).count().max(1);
        candidates.extend(first..first + places);
    }

    /// The nodes cut off between two moments, and whether deeply.
    fn cuts<'s>(&'s self, before: &'s Moment, after: &'s Moment) -> impl Iterator<Item = (NodeId, bool)> + 's {
        let cuts = self.steps.explained.timeline.cuts();
        let first = cuts.partition_point(|cut| cut.time <= before.time);
        let here = cuts[first..].iter().take_while(|cut| cut.time <= after.time);
        here.map(|cut| (cut.node, cut.cut.cause == Cause::Deep))
    }
}

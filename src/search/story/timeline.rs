//! A kept story as a time line: the state after any event, without replaying it from the beginning.
//!
//! The beginning and end of each visit are stored, so what was known of a node at a time is looked up. The open nodes at a time are
//! those of the checkpoint before it, with at most a few thousand events replayed.

use std::ops::{Range, RangeInclusive};

use super::super::{Bound, Told, Window};
use super::event::{Said, Why, Whys};
use super::follow::{Child, Cut, Entered, Follower, Left, Nodes, Open, Resume, Watch};
use super::kept::Story;
use crate::tree::{NodeId, Ranked, Tree, Value};

/// No time.
pub(super) const NEVER: u32 = u32::MAX;

/// A time: the number of events so far.
pub type Time = usize;

/// A visit of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisitTimes {
    /// The time just after the node was entered.
    pub entered: Time,
    /// The time just after it was left, if it was.
    pub left: Option<Time>,
}

/// A cutoff and its time.
#[derive(Clone, Copy, Debug)]
pub struct CutAt {
    /// The time just after the cutoff.
    pub time: Time,
    /// The node that is about to be left.
    pub node: NodeId,
    /// The cutoff.
    pub cut: Cut<NodeId>,
}

/// The first entry of a node.
#[derive(Clone, Copy, Debug)]
pub struct FirstEntry {
    /// After which event.
    pub(super) time: u32,
    pub(super) node: u32,
    pub(super) position: u32,
}

impl FirstEntry {
    /// The node in preorder, and its position in [level order](Tree::node_in_level_order).
    pub fn places(self) -> [usize; 2] {
        [self.node as usize, self.position as usize]
    }
}

/// A pass of a driver over the whole tree.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// After which event it had just begun.
    pub time: Time,
    /// Its number, from 1.
    pub number: u32,
    /// The window with which the root is searched.
    pub window: Window<Told>,
}

/// Everything that happens in a story over a tree, by its time.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// Of each visit, sorted by node and then by time: the node, and when it was entered and left.
    pub(super) nodes: Vec<u32>,
    pub(super) entered: Vec<u32>,
    pub(super) left: Vec<u32>,
    pub(super) cuts: Vec<CutAt>,
    /// The cutoffs in the order of their nodes and then of their times, as indices.
    pub(super) cuts_by_node: Vec<u32>,
    pub(super) deep_cuts: Option<RangeInclusive<Time>>,
    /// The nodes of which a number was forced and the times of that, in this order.
    pub(super) forces: Vec<(u32, u32)>,
    pub(super) evaluations: Vec<u32>,
    pub(super) root_changes: Vec<u32>,
    pub(super) whys: Whys,
    /// When nodes were entered again after a probe, and when passes began.
    pub(super) repeats: Vec<u32>,
    pub(super) passes: Vec<Pass>,
    /// From when to when nodes were open that the tree does not have, because it is a part of the one that was searched.
    pub(super) hidden: Vec<Range<u32>>,
    /// The times at which steps end, the beginning and the end of the story among them.
    pub(super) ends_of_steps: Ranked,
    /// Where nodes are not visited in preorder, their first entries by time.
    pub(super) first_entries: Vec<FirstEntry>,
    /// Of a story with passes, when each node was first left.
    pub(super) first_left: Vec<u32>,
    pub(super) checkpoints: Vec<(Time, Resume<NodeId, u32>)>,
    pub(super) len: Time,
    /// Whether nodes are first visited in preorder and none is visited twice.
    pub(super) is_in_order: bool,
}

impl Timeline {
    /// The number of events.
    pub fn len(&self) -> Time {
        self.len
    }

    /// Whether there are no events.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether nodes are first visited in preorder, and none is visited twice.
    pub fn is_in_order(&self) -> bool {
        self.is_in_order
    }

    /// The state at a time.
    pub fn at(&self, tree: &Tree, story: &Story, time: Time) -> Moment {
        let time = time.min(self.len);
        Moment { time, open: self.follower_at(tree, story, time).open }
    }

    /// A follower that has followed some events.
    fn follower_at<'t>(&self, tree: &'t Tree, story: &Story, time: Time) -> Follower<Nodes<'t>, u32> {
        let index = self.checkpoints.partition_point(|&(at, _)| at <= time) - 1;
        let (at, paused) = &self.checkpoints[index];
        let mut follower = Follower::resume(Nodes::new(tree), paused.clone());
        let mut seen = Seen(None);
        for event in story.events_in(*at..time) {
            follower.follow(std::slice::from_ref(&event), &mut seen);
        }
        follower
    }

    /// How the node was entered whose visit began at a time, and the state before. `None` where none began then.
    pub fn entrance(&self, tree: &Tree, story: &Story, time: Time) -> Option<(Entered<NodeId>, Moment)> {
        let before = self.at(tree, story, self.previous(time));
        let mut follower = self.follower_at(tree, story, time.checked_sub(1)?);
        let mut seen = Seen(None);
        follower.follow(std::slice::from_ref(&story.event(time - 1)?), &mut seen);
        Some((seen.0?, before))
    }

    /// The visits of a node in order.
    pub fn visits(&self, node: NodeId) -> impl DoubleEndedIterator<Item = VisitTimes> + '_ {
        self.visits_of(node).map(|visit| self.visit(visit))
    }

    fn visits_of(&self, node: NodeId) -> Range<usize> {
        let index = node.index() as u32;
        let start = self.nodes.partition_point(|&node| node < index);
        let end = start + self.nodes[start..].partition_point(|&node| node == index);
        start..end
    }

    fn visit(&self, visit: usize) -> VisitTimes {
        let left = self.left[visit];
        VisitTimes { entered: self.entered[visit] as Time, left: (left != NEVER).then_some(left as Time) }
    }

    /// The last visit of a node that had begun by a time.
    pub fn last_visit(&self, node: NodeId, by: Time) -> Option<VisitTimes> {
        let visits = self.visits_of(node);
        let begun = self.entered[visits.clone()].partition_point(|&entered| entered as Time <= by);
        (begun > 0).then(|| self.visit(visits.start + begun - 1))
    }

    /// The number of visits begun by a time, if nodes are visited in preorder, and the index of the last of them.
    fn begun(&self, by: Time) -> (usize, Option<usize>) {
        let begun = self.entered.partition_point(|&entered| entered as Time <= by);
        (begun, begun.checked_sub(1).map(|last| self.nodes[last] as usize))
    }

    /// If nodes are visited in preorder: the node after which none had been entered by a time.
    pub fn frontier(&self, by: Time) -> usize {
        self.begun(by).1.map_or(0, |last| last + 1)
    }

    /// Where nodes are not visited in preorder: those that were first entered after a time and by another one.
    pub fn first_entered(&self, after: Time, by: Time) -> &[FirstEntry] {
        let place = |time: Time| self.first_entries.partition_point(|entry| entry.time as Time <= time);
        &self.first_entries[place(after)..place(by.max(after))]
    }

    /// When a node last returned a value, by a time.
    pub fn last_return(&self, node: NodeId, by: Time) -> Option<Time> {
        let mut last = None;
        for visit in self.visits(node) {
            last = last.max(visit.left.filter(|&left| left <= by));
        }
        last
    }

    /// When a node was first entered.
    pub fn first_visit(&self, node: NodeId) -> Option<Time> {
        self.visits(node).next().map(|visit| visit.entered)
    }

    /// When a node was next entered after a time.
    pub fn next_visit(&self, node: NodeId, after: Time) -> Option<Time> {
        self.visits(node).map(|visit| visit.entered).find(|&entered| entered > after)
    }

    /// When a node was last entered before a time.
    pub fn previous_visit(&self, node: NodeId, before: Time) -> Option<Time> {
        self.visits(node).rev().map(|visit| visit.entered).find(|&entered| entered < before)
    }

    /// The cutoffs, in order of time.
    pub fn cuts(&self) -> &[CutAt] {
        &self.cuts
    }

    /// From the first to the last deep cutoff, if there are any.
    pub fn deep_cuts(&self) -> Option<&RangeInclusive<Time>> {
        self.deep_cuts.as_ref()
    }

    /// The last cutoff of a node by a time.
    pub fn cut(&self, node: NodeId, by: Time) -> Option<&CutAt> {
        let key = |&cut: &u32| self.cuts[cut as usize].node;
        let start = self.cuts_by_node.partition_point(|cut| key(cut) < node);
        let of_node = &self.cuts_by_node[start..];
        let of_node = &of_node[..of_node.partition_point(|cut| key(cut) == node)];
        let before = of_node.partition_point(|&cut| self.cuts[cut as usize].time <= by);
        Some(&self.cuts[of_node[before.checked_sub(1)?] as usize])
    }

    /// The times at which the root's best value changed.
    pub fn root_changes(&self) -> &[u32] {
        &self.root_changes
    }

    /// Whether a node was entered to probe it.
    pub fn has_probes(&self) -> bool {
        self.whys.has(Why::Probe)
    }

    /// Whether nodes were entered in an order of the search's own.
    pub fn has_order(&self) -> bool {
        self.whys.has_order()
    }

    /// Whether a node was entered to play a chosen move again.
    pub fn has_replays(&self) -> bool {
        self.whys.has(Why::Replay)
    }

    /// When nodes were entered again after a probe, and when passes began.
    pub fn repeats(&self) -> &[u32] {
        &self.repeats
    }

    /// The passes of a driver, in the order of their times.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// The passes that had begun by a time.
    pub fn passes_by(&self, by: Time) -> &[Pass] {
        &self.passes[..self.passes.partition_point(|pass| pass.time <= by)]
    }

    /// Of a story with passes, how many nodes had been left by a time.
    pub fn left_by(&self, by: Time) -> usize {
        self.first_left.partition_point(|&left| left as Time <= by)
    }

    /// The value with which a visit ended, if it did.
    pub fn returned(&self, story: &Story, visit: VisitTimes) -> Option<Value> {
        match story.event(visit.left?.checked_sub(1)?)?.read() {
            Said::Leave { value } | Said::Recall { value, .. } | Said::Enter { value: Some(value), .. } => Some(value),
            _ => None,
        }
    }

    /// What a table knew of the value with which a visit ended, if it came from there.
    pub fn recalled(&self, story: &Story, visit: VisitTimes) -> Option<Bound> {
        match story.event(visit.left?.checked_sub(1)?)?.read() {
            Said::Recall { bound, .. } => Some(bound),
            _ => None,
        }
    }

    /// Whether numbers of lazy lists were forced.
    pub fn has_forces(&self) -> bool {
        !self.forces.is_empty()
    }

    /// The numbers of a node's lazy list that had been forced by a time, each with its index, the first one first.
    pub fn forced<'s>(
        &'s self,
        story: &'s Story,
        node: NodeId,
        by: Time,
    ) -> impl DoubleEndedIterator<Item = (u32, Value)> + 's {
        let index = node.index() as u32;
        let start = self.forces.partition_point(|&(node, _)| node < index);
        let end = start + self.forces[start..].partition_point(|&(node, time)| node == index && time as Time <= by);
        self.forces[start..end].iter().filter_map(|&(_, time)| match story.event(time as Time - 1)?.read() {
            Said::Force { index, value, again: false } => Some((index, value)),
            _ => None,
        })
    }

    /// The number of evaluations by a time.
    pub fn evaluations(&self, by: Time) -> usize {
        self.evaluations.partition_point(|&time| time as Time <= by)
    }

    /// The time just after the `count`th evaluation; the end if there are fewer, the beginning if `count` is 0.
    pub fn after_evaluations(&self, count: usize) -> Time {
        match count.checked_sub(1) {
            None => 0,
            Some(index) => self.evaluations.get(index).map_or(self.len, |&time| time as Time),
        }
    }

    /// While nodes are open that the tree does not have, because it is a part of the one that was searched: from when to when.
    pub fn hidden(&self, time: Time) -> Option<Range<Time>> {
        let range = self.hidden.get(self.hidden.partition_point(|range| range.end as Time <= time))?;
        (range.start as Time <= time).then_some(range.start as Time..range.end as Time)
    }

    /// The number of steps. A step is an event with the ends of the window that belong to it; all that happens while nodes are open that
    /// the tree does not have is one step.
    pub fn steps(&self) -> usize {
        self.ends_of_steps.len() - 1
    }

    /// The number of steps that have ended by a time.
    pub fn step(&self, time: Time) -> usize {
        self.ends_of_steps.rank(time.saturating_add(1)) - 1
    }

    /// The time at which a step ends, the first one being 1; the end if there are fewer steps, the beginning for 0.
    pub fn end_of(&self, step: usize) -> Time {
        self.ends_of_steps.select(step.min(self.steps()))
    }

    /// The time one step on.
    pub fn next(&self, time: Time) -> Time {
        self.end_of(self.step(time) + 1)
    }

    /// The time one step earlier.
    pub fn previous(&self, time: Time) -> Time {
        self.end_of(self.ends_of_steps.rank(time).saturating_sub(1))
    }

    /// The time at which a step ends, the earliest that is not before a time.
    pub fn end_of_step(&self, time: Time) -> Time {
        self.end_of(self.ends_of_steps.rank(time))
    }

    /// The time at which the node entered in the next step has been left, or given up for another pass. `None` if the next step does not enter an inner node.
    pub fn over(&self, tree: &Tree, story: &Story, time: Time) -> Option<Time> {
        let entered = self.next(time);
        let inner = self.at(tree, story, entered).node()?;
        let visit = self.last_visit(inner, entered).filter(|visit| visit.entered == entered)?;
        visit.left.or_else(|| self.next_pass(entered))
    }

    /// The time at which the innermost open node has been left, or given up for another pass.
    pub fn out(&self, moment: &Moment) -> Time {
        let inner = moment.open.last().and_then(|open| self.last_visit(open.node, moment.time));
        let left = inner.and_then(|visit| visit.left);
        left.unwrap_or_else(|| self.next_pass(moment.time).unwrap_or(self.len))
    }

    /// When the next pass begins after a time.
    fn next_pass(&self, time: Time) -> Option<Time> {
        let next = self.passes.partition_point(|pass| pass.time <= time);
        self.passes.get(next).map(|pass| pass.time)
    }
}

/// The state at a time.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of events so far.
    pub time: Time,
    /// The open nodes, the root first.
    pub open: Vec<Open<NodeId, u32>>,
}

impl Moment {
    /// The innermost open node.
    pub fn node(&self) -> Option<NodeId> {
        self.open.last().map(|open| open.node)
    }

    /// An open node, by its depth.
    pub fn open(&self, node: NodeId, depth: u32) -> Option<&Open<NodeId, u32>> {
        self.open.get(depth as usize).filter(|open| open.node == node)
    }
}

/// Sees how the last node was entered.
struct Seen(Option<Entered<NodeId>>);

impl Watch<NodeId> for Seen {
    type Tag = u32;

    fn entered(&mut self, node: Entered<NodeId>) -> u32 {
        self.0 = Some(node);
        0
    }

    fn left(&mut self, _: Child<NodeId>, _: &u32, _: Value, _: Left, _: Option<&mut u32>) {}

    fn cut(&mut self, _: NodeId, _: &mut u32, _: Cut<NodeId>) {}
}

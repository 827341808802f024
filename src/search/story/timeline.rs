//! A kept story as a time line: the state after any event, without replaying it from the beginning.
//!
//! The beginning and end of each visit are stored, so what was known of a node at a time is looked up. The open nodes at a time are
//! those of the checkpoint before it, with at most a few thousand events replayed.

use std::ops::Range;

use super::event::{Event, Kind, Why};
use super::follow::{Cut, Entered, Follower, Left, Nodes, Open, Resume, Watch};
use super::kept::Story;
use crate::progress::Progress;
use crate::tree::{NodeId, Player, Tree, Value};

/// Between two checkpoints there are at least this many events, and at least [`PER_OPEN`] times as many as there are open nodes.
const BETWEEN: usize = 4096;
const PER_OPEN: usize = 8;
/// Stands for a time that does not exist.
const NEVER: u32 = u32::MAX;

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

/// The events of a story over a tree, by time.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The visits, sorted by node and then by time: the node, and when it was entered and left.
    nodes: Vec<u32>,
    entered: Vec<u32>,
    left: Vec<u32>,
    cuts: Vec<CutAt>,
    /// The cutoffs as indices, sorted by node and then by time.
    cuts_by_node: Vec<u32>,
    evaluations: Vec<u32>,
    root_changes: Vec<u32>,
    re_searches: Vec<u32>,
    checkpoints: Vec<(Time, Resume<NodeId, u32>)>,
    len: Time,
    /// Whether nodes are first visited in preorder, and none is visited twice.
    is_in_order: bool,
}

impl Timeline {
    /// The time line of a story over a tree. `None` if it was cancelled.
    pub fn new(tree: &Tree, story: &Story, progress: &Progress) -> Option<Timeline> {
        let mut follower = Follower::new(Nodes::new(tree));
        let mut notes = Notes::new(tree);
        let mut checkpoints = vec![(0, follower.pause())];
        let mut since = 0;
        for event in story.events() {
            notes.time += 1;
            notes.hear(event);
            follower.follow(std::slice::from_ref(event), &mut notes);
            since += 1;
            if since >= BETWEEN && since >= PER_OPEN * follower.open.len() {
                since = 0;
                checkpoints.push((notes.time as Time, follower.pause()));
                if progress.is_cancelled() {
                    return None;
                }
            }
        }
        Some(notes.finish(checkpoints))
    }

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
        let index = self.checkpoints.partition_point(|&(at, _)| at <= time) - 1;
        let (at, paused) = &self.checkpoints[index];
        let mut follower = Follower::resume(Nodes::new(tree), paused.clone());
        for event in story.events_in(*at..time) {
            follower.follow(std::slice::from_ref(event), &mut Unseen);
        }
        Moment { time, open: follower.open }
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

    /// The nodes entered by a time, in preorder, once per visit.
    pub fn entered_by(&self, by: Time) -> impl Iterator<Item = usize> + '_ {
        let begun = self.nodes.iter().zip(&self.entered).filter(move |&(_, &entered)| entered as Time <= by);
        begun.map(|(&node, _)| node as usize)
    }

    /// When a node last returned a value, by a time.
    pub fn last_return(&self, node: NodeId, by: Time) -> Option<Time> {
        let lefts = self.visits(node).rev().filter_map(|visit| visit.left);
        lefts.filter(|&left| left <= by).max()
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

    /// The times at which nodes were entered again after a probe.
    pub fn re_searches(&self) -> &[u32] {
        &self.re_searches
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

    /// The time one step later. A step is an event together with those that belong to it.
    pub fn next(&self, story: &Story, time: Time) -> Time {
        let steps = story.events_in(time.min(self.len)..self.len).take_while(|event| event.is_end_of_window()).count();
        (time + steps + 1).min(self.len)
    }

    /// The time one step earlier.
    pub fn previous(&self, story: &Story, time: Time) -> Time {
        let mut time = time.min(self.len).saturating_sub(1);
        while time > 0 && story.event(time - 1).is_some_and(Event::is_end_of_window) {
            time -= 1;
        }
        time
    }

    /// The time at which the node entered in the next step has been left. `None` if the next step does not enter an inner node.
    pub fn over(&self, tree: &Tree, story: &Story, time: Time) -> Option<Time> {
        let entered = self.next(story, time);
        let inner = self.at(tree, story, entered).node()?;
        self.last_visit(inner, entered).filter(|visit| visit.entered == entered)?.left
    }

    /// The time at which the innermost open node has been left.
    pub fn out(&self, moment: &Moment) -> Time {
        let inner = moment.open.last().and_then(|open| self.last_visit(open.node, moment.time));
        inner.and_then(|visit| visit.left).unwrap_or(self.len)
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

/// Ignores all events.
struct Unseen;

impl Watch<NodeId> for Unseen {
    type Tag = u32;

    fn entered(&mut self, _: Entered<NodeId>) -> u32 {
        0
    }

    fn left(&mut self, _: NodeId, _: u32, _: u32, _: Value, _: Left) {}

    fn cut(&mut self, _: NodeId, _: u32, _: Cut<NodeId>) {}
}

/// Collects the facts of a time line while a story is followed.
struct Notes<'t> {
    tree: &'t Tree,
    time: u32,
    nodes: Vec<u32>,
    entered: Vec<u32>,
    left: Vec<u32>,
    cuts: Vec<CutAt>,
    evaluations: Vec<u32>,
    root_changes: Vec<u32>,
    re_searches: Vec<u32>,
    root: Option<(Player, Option<Value>)>,
}

impl<'t> Notes<'t> {
    fn new(tree: &'t Tree) -> Notes<'t> {
        Notes {
            tree,
            time: 0,
            nodes: Vec::new(),
            entered: Vec::new(),
            left: Vec::new(),
            cuts: Vec::new(),
            evaluations: Vec::new(),
            root_changes: Vec::new(),
            re_searches: Vec::new(),
            root: None,
        }
    }

    fn hear(&mut self, event: &Event) {
        if matches!(event.kind(), Kind::Enter | Kind::Leaf) && event.why() == Why::ReSearch {
            self.re_searches.push(self.time);
        }
    }

    fn finish(self, checkpoints: Vec<(Time, Resume<NodeId, u32>)>) -> Timeline {
        let Notes { time, nodes, entered, left, cuts, evaluations, root_changes, re_searches, .. } = self;
        let is_in_order = nodes.is_sorted_by(|a, b| a < b);
        let [nodes, entered, left] = if is_in_order {
            [nodes, entered, left]
        } else {
            let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
            order.sort_unstable_by_key(|&visit| (nodes[visit as usize], visit));
            [nodes, entered, left].map(|column| order.iter().map(|&visit| column[visit as usize]).collect())
        };
        let mut cuts_by_node: Vec<u32> = (0..cuts.len() as u32).collect();
        cuts_by_node.sort_unstable_by_key(|&cut| (cuts[cut as usize].node, cut));
        Timeline {
            nodes,
            entered,
            left,
            cuts,
            cuts_by_node,
            evaluations,
            root_changes,
            re_searches,
            checkpoints,
            len: time as Time,
            is_in_order,
        }
    }
}

impl Watch<NodeId> for Notes<'_> {
    type Tag = u32;

    fn entered(&mut self, Entered { node, player, .. }: Entered<NodeId>) -> u32 {
        if node == NodeId::ROOT {
            self.root = Some((player, None));
        }
        self.nodes.push(node.index() as u32);
        self.entered.push(self.time);
        self.left.push(NEVER);
        self.nodes.len() as u32 - 1
    }

    fn left(&mut self, node: NodeId, _: u32, tag: u32, value: Value, how: Left) {
        self.left[tag as usize] = self.time;
        if how == Left::Evaluated {
            self.evaluations.push(self.time);
        }
        if self.tree.parent(node) == Some(NodeId::ROOT)
            && let Some((player, best)) = &mut self.root
            && best.is_none_or(|best| player.prefers(value, best))
        {
            *best = Some(value);
            self.root_changes.push(self.time);
        }
    }

    fn cut(&mut self, node: NodeId, _: u32, cut: Cut<NodeId>) {
        self.cuts.push(CutAt { time: self.time as Time, node, cut });
    }
}

impl Event {
    /// Whether the event gives an end of the window with which the next node is entered.
    fn is_end_of_window(&self) -> bool {
        matches!(self.kind(), Kind::Alpha | Kind::Beta)
    }
}

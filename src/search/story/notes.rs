//! What is written down while a story is followed, from which its time line is made.

use std::ops::Range;

use super::event::{Cause, Event, Kind, Said, Why, Whys};
use super::follow::{Child, Cut, Entered, Follower, Left, Nodes, Resume, Watch};
use super::kept::Story;
use super::timeline::{CutAt, FirstEntry, NEVER, Pass, Time, Timeline};
use crate::progress::Progress;
use crate::tree::{Bits, NodeId, Player, Tree, Value};

/// Between two checkpoints there are at least this many events, and at least [`PER_OPEN`] times as many as there are open nodes.
const BETWEEN: usize = 4096;
const PER_OPEN: usize = 8;

impl Timeline {
    /// The time line of a story over a tree. `None` if it was cancelled.
    pub fn new(tree: &Tree, story: &Story, progress: &Progress) -> Option<Timeline> {
        let mut follower = Follower::new(Nodes::new(tree));
        let mut notes = Notes::new(tree);
        let mut checkpoints = vec![(0, follower.pause())];
        let mut since = 0;
        for event in story.events() {
            notes.hear(&event, &follower);
            follower.follow(std::slice::from_ref(&event), &mut notes);
            notes.note_end(&event, follower.lost() > 0);
            since += 1;
            if since >= BETWEEN && since >= PER_OPEN * follower.open.len() {
                since = 0;
                checkpoints.push((notes.time(), follower.pause()));
                if progress.is_cancelled() {
                    return None;
                }
            }
        }
        Some(notes.finish(checkpoints))
    }
}

/// The notes on a story so far.
pub(super) struct Notes<'t> {
    tree: &'t Tree,
    time: u32,
    /// Of each visit, in the order of their times: the node, and when it was entered and left.
    nodes: Vec<u32>,
    entered: Vec<u32>,
    left: Vec<u32>,
    cuts: Vec<CutAt>,
    /// Of each element of a lazy list that was forced: the node with the list, and when.
    forced: Vec<u32>,
    forces: Vec<u32>,
    evaluations: Vec<u32>,
    root_changes: Vec<u32>,
    whys: Whys,
    repeats: Vec<u32>,
    passes: Vec<Pass>,
    hidden: Vec<Range<u32>>,
    /// Since when nodes have been open that the tree does not have.
    hidden_since: Option<u32>,
    /// The times at which steps end.
    ends_of_steps: Bits,
    /// Who moves at the root, and the best value that its children returned in this visit.
    root: Option<(Player, Option<Value>)>,
    /// Whether the value with which a node is left in the current event does not count.
    is_taken_back: bool,
}

impl<'t> Notes<'t> {
    pub(super) fn new(tree: &'t Tree) -> Notes<'t> {
        Notes {
            tree,
            time: 0,
            nodes: Vec::new(),
            entered: Vec::new(),
            left: Vec::new(),
            cuts: Vec::new(),
            forced: Vec::new(),
            forces: Vec::new(),
            evaluations: Vec::new(),
            root_changes: Vec::new(),
            whys: Whys::default(),
            repeats: Vec::new(),
            passes: Vec::new(),
            hidden: Vec::new(),
            hidden_since: None,
            ends_of_steps: Bits::default(),
            root: None,
            is_taken_back: false,
        }
    }

    /// How many events were heard.
    pub(super) fn time(&self) -> Time {
        self.time as Time
    }

    /// Hears an event that is followed next.
    pub(super) fn hear(&mut self, event: &Event, before: &Follower<Nodes<'_>, u32>) {
        self.time += 1;
        self.is_taken_back = event.is_taken_back();
        let kind = event.kind();
        match kind {
            Kind::Enter | Kind::Leaf => {
                self.whys.add(event.why());
                if event.why() == Why::ReSearch {
                    self.repeats.push(self.time);
                }
                if kind == Kind::Leaf {
                    self.evaluations.push(self.time);
                }
            }
            Kind::Force => {
                if let Some(node) = before.inner() {
                    self.forced.push(node.index() as u32);
                    self.forces.push(self.time);
                }
            }
            Kind::Pass => self.begin_pass(event, before),
            _ => {}
        }
    }

    /// After an event was followed: whether a step ends with it, and whether nodes are open that the tree does not have.
    pub(super) fn note_end(&mut self, event: &Event, is_hidden: bool) {
        if !is_hidden && !matches!(event.kind(), Kind::Alpha | Kind::Beta) {
            self.ends_of_steps.insert(self.time());
        }
        if is_hidden {
            self.hidden_since.get_or_insert(self.time);
        } else if let Some(since) = self.hidden_since.take() {
            self.hidden.push(since..self.time);
        }
    }

    fn begin_pass(&mut self, event: &Event, before: &Follower<Nodes<'_>, u32>) {
        if let Said::Pass { number } = event.read() {
            self.repeats.push(self.time);
            self.passes.push(Pass { time: self.time(), number, window: before.next_window() });
        }
    }

    /// The time line of what was heard.
    pub(super) fn finish(self, checkpoints: Vec<(Time, Resume<NodeId, u32>)>) -> Timeline {
        let Notes { time, mut nodes, mut entered, mut left, cuts, mut hidden, mut ends_of_steps, .. } = self;
        for time in [0, time] {
            ends_of_steps.insert(time as Time);
        }
        hidden.extend(self.hidden_since.map(|since| since..time));
        let is_in_order = nodes.is_sorted_by(|a, b| a < b);
        let mut first_entries = Vec::new();
        if !is_in_order {
            first_entries = first_entered(self.tree, &nodes, &entered);
            let order = by_node(self.tree, &nodes);
            for column in [&mut nodes, &mut entered, &mut left] {
                *column = in_order(column, &order);
            }
        }
        let first_left = if self.passes.is_empty() { Vec::new() } else { first_left(&nodes, &left) };
        let mut cut = Vec::with_capacity(cuts.len());
        for &CutAt { node, .. } in &cuts {
            cut.push(node.index() as u32);
        }
        let cuts_by_node = by_node(self.tree, &cut);
        let mut forces = Vec::with_capacity(self.forces.len());
        for force in by_node(self.tree, &self.forced) {
            forces.push((self.forced[force as usize], self.forces[force as usize]));
        }
        let is_deep = |cut: &&CutAt| cut.cut.cause == Cause::Deep;
        let first_deep = cuts.iter().find(is_deep);
        let deep_cuts = first_deep.zip(cuts.iter().rfind(is_deep)).map(|(first, last)| first.time..=last.time);
        Timeline {
            nodes,
            entered,
            left,
            cuts,
            cuts_by_node,
            deep_cuts,
            forces,
            evaluations: self.evaluations,
            root_changes: self.root_changes,
            whys: self.whys,
            repeats: self.repeats,
            passes: self.passes,
            hidden,
            ends_of_steps: ends_of_steps.into(),
            first_entries,
            first_left,
            checkpoints,
            len: time as Time,
            is_in_order,
        }
    }
}

/// The first entries of the nodes, given the visits, all in the order of their times.
fn first_entered(tree: &Tree, nodes: &[u32], entered: &[u32]) -> Vec<FirstEntry> {
    let (mut entries, mut seen) = (Vec::new(), Bits::with_room_for(tree.len()));
    for (&node, &time) in nodes.iter().zip(entered) {
        if seen.insert(node as usize) {
            let position = tree.position_in_level_order(NodeId::at(node as usize)) as u32;
            entries.push(FirstEntry { time, node, position });
        }
    }
    entries
}

/// The places of a list of nodes in the order of the nodes. Those of the same node keep their order.
fn by_node(tree: &Tree, nodes: &[u32]) -> Vec<u32> {
    if nodes.is_empty() {
        return Vec::new();
    }
    // Where the next place of each node goes.
    let mut next = vec![0; tree.len() + 1];
    for &node in nodes {
        next[node as usize + 1] += 1;
    }
    let mut before = 0;
    for next in &mut next {
        before += *next;
        *next = before;
    }
    let mut order = vec![0; nodes.len()];
    for (place, &node) in nodes.iter().enumerate() {
        let next = &mut next[node as usize];
        order[*next as usize] = place as u32;
        *next += 1;
    }
    order
}

/// The numbers of a column in another order.
fn in_order(column: &[u32], order: &[u32]) -> Vec<u32> {
    let mut ordered = Vec::with_capacity(order.len());
    for &place in order {
        ordered.push(column[place as usize]);
    }
    ordered
}

/// When each node was first left, in the order of the times. The visits are in the order of their nodes and times.
fn first_left(nodes: &[u32], left: &[u32]) -> Vec<u32> {
    let mut times = Bits::default();
    let mut last = None;
    for (&node, &left) in nodes.iter().zip(left) {
        if last != Some(node) && left != NEVER {
            last = Some(node);
            times.insert(left as usize);
        }
    }
    times.iter().map(|time| time as u32).collect()
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

    fn left(&mut self, Child { node, .. }: Child<NodeId>, &tag: &u32, value: Value, _: Left, _: Option<&mut u32>) {
        self.left[tag as usize] = self.time;
        if !self.is_taken_back
            && self.tree.parent(node) == Some(NodeId::ROOT)
            && let Some((player, best)) = &mut self.root
            && best.is_none_or(|best| player.prefers(value, best))
        {
            *best = Some(value);
            self.root_changes.push(self.time);
        }
    }

    fn cut(&mut self, node: NodeId, _: &mut u32, cut: Cut<NodeId>) {
        self.cuts.push(CutAt { time: self.time(), node, cut });
    }
}

//! What a search did, in sentences: at a step, at a node, and what it holds in the terms of its source.

mod lottery;
mod machinery;
mod otherwise;
mod remembered;
mod sentence;
mod windows;

pub use machinery::{Entry, Frame, LazyList, MOST_LISTED, Machinery, PassOfBounds, TableOfBounds};
pub use remembered::{OpenState, ProofNumbers, Remembered};
pub use windows::{NodeWindow, NodeWindows, comparison};

use crate::search::story::follow::{Follower, Nodes, Unseen};
use crate::search::story::timeline::{CutAt, Time, VisitTimes};
use crate::search::story::{Moment, Said, Story, Timeline};
use crate::search::{Bound, CutoffRule, Record};
use crate::tree::{NodeId, Tree, Value};
use sentence::Before;

/// A sentence about a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentence {
    /// What it says.
    pub words: String,
    /// Of a cutoff: what would have to be different for the skipped nodes to be visited.
    pub otherwise: Option<Otherwise>,
    /// The nodes that it names.
    pub nodes: Vec<NodeId>,
    /// When the bound was set that it speaks of, or the question settled.
    pub cause: Option<Time>,
    /// Whether that settled a question.
    pub is_settled: bool,
    /// From the node that set that bound or settled the question to the one that it cuts.
    pub bound: Option<[NodeId; 2]>,
}

/// What would have to be different for what a cutoff skipped to be visited.
#[derive(Clone, Debug, PartialEq)]
pub struct Otherwise {
    /// The same in a sentence.
    pub words: String,
    /// The nodes whose values keep the search away.
    pub nodes: Vec<NodeId>,
    /// They would have to be worth more than this, or less.
    pub value: Value,
    /// Whether it is more.
    pub is_more: bool,
    /// Whether that value itself will do.
    pub or_equal: bool,
    /// Whether that is enough. Where the same bound made other cutoffs before, other values would change with it.
    pub is_certain: bool,
}

impl Sentence {
    /// The sentence with what would have to be different.
    pub fn in_full(&self) -> String {
        match &self.otherwise {
            Some(otherwise) => format!("{} {}", self.words, otherwise.words),
            None => self.words.clone(),
        }
    }
}

/// A run that is explained: the tree, its story and its time line.
#[derive(Clone, Copy)]
pub struct Explained<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// What the search told.
    pub story: &'a Story,
    /// The same by time.
    pub timeline: &'a Timeline,
    /// The nodes that `taketree` dropped before the search, in preorder.
    pub dropped: &'a [NodeId],
    /// The cutoff rule; `None` if a trace does not give it.
    pub cutoff: Option<CutoffRule>,
    /// The smallest and largest value of a leaf that the search took as known, if it did.
    pub bounds: Option<[Value; 2]>,
}

/// What a node is called in a sentence: its label, its move with its number, or its number.
pub fn name(tree: &Tree, node: NodeId) -> String {
    let name = name_without_number(tree, node);
    let is_move = label(tree, node).is_none() && tree.move_name(node).is_some();
    if is_move { format!("{name} (node {})", node.index()) } else { name }
}

/// The name of a node in a sentence that has given its number already: without the number of a move.
fn name_without_number(tree: &Tree, node: NodeId) -> String {
    match label(tree, node).or(tree.move_name(node)) {
        Some(name) if is_ambiguous(name) => format!("“{name}”"),
        Some(name) => name.to_owned(),
        None if node == NodeId::ROOT => "the root".to_owned(),
        None => tree.node_name(node),
    }
}

/// The words with which sentences begin.
const BEGINNINGS: [&str; 7] = ["the", "leaf", "node", "a", "an", "pass", "element"];

/// Whether a label or a move could be taken for a value, or for a word of a sentence.
fn is_ambiguous(name: &str) -> bool {
    let is_word = name.split(' ').next().is_some_and(|first| BEGINNINGS.contains(&first));
    is_word || name.parse::<Value>().is_ok()
}

/// The label of a node, unless it is a position.
fn label(tree: &Tree, node: NodeId) -> Option<&str> {
    tree.label(node).filter(|_| tree.game().is_none())
}

impl Explained<'_> {
    /// What happened at the step that ends at a time; nothing is said of the beginning.
    pub fn step(&self, time: Time) -> Sentence {
        let at = |time| self.timeline.at(self.tree, self.story, time);
        let before = Before::of(&at(self.timeline.previous(time)).open);
        sentence::of(self, before, &at(time))
    }

    /// Why a node was not visited, as far as the story goes: the sentence of the cutoff that skipped it.
    pub fn skipped(&self, node: NodeId) -> Option<(Time, Sentence)> {
        let cut = self.cut_above(node)?;
        Some((cut.time, self.step(cut.time)))
    }

    /// The cutoff that skipped a node that was never visited.
    pub fn cut_above(&self, node: NodeId) -> Option<&CutAt> {
        let above = self.visited_above(node).filter(|&above| above != node)?;
        if self.is_dropped(self.toward(above, node)) {
            return None;
        }
        let end = self.timeline.len();
        // An outcome that was only probed was not searched because its chance node was cut.
        let lottery =
            self.tree.parent(above).filter(|&parent| self.tree.is_chance(parent) && self.is_probed(above, end));
        if let Some(cut) = lottery.and_then(|lottery| self.timeline.cut(lottery, end)) {
            return Some(cut);
        }
        let last = self.timeline.cut(above, end)?;
        if !self.is_replay(&self.timeline.at(self.tree, self.story, last.time)) {
            return Some(last);
        }
        // There are more bounds in a replay than when the node was first skipped.
        let first = self.timeline.visits(above).next().and_then(|visit| self.timeline.cut(above, visit.left?));
        Some(first.unwrap_or(last))
    }

    /// The innermost node on the way from the root to a node that was visited.
    fn visited_above(&self, node: NodeId) -> Option<NodeId> {
        self.tree.ancestors(node).find(|&node| self.timeline.first_visit(node).is_some())
    }

    /// The child of a node on the way to a node below it.
    fn toward(&self, above: NodeId, node: NodeId) -> NodeId {
        self.tree.ancestor_at(node, self.tree.depth(above) + 1)
    }

    fn is_dropped(&self, node: NodeId) -> bool {
        self.dropped.binary_search(&node).is_ok()
    }

    /// Whether the story ends in a visit of a node that searches its children.
    fn is_open_at_end(&self, node: NodeId) -> bool {
        self.timeline.last_visit(node, self.timeline.len()).is_some_and(|visit| visit.left.is_none())
    }

    /// Why a node was not visited although no cutoff skipped it.
    pub fn left_out(&self, node: NodeId, record: &Record) -> String {
        let visit = self.visited_above(node).and_then(|above| record.visit(above));
        let Some(visit) = visit else { return "no cutoff skipped it".to_owned() };
        let (above, below) = (visit.node, self.toward(visit.node, node));
        if self.is_dropped(below) {
            format!("taketree dropped {} before the search, so its values do not count", self.name(below))
        } else if self.is_open_at_end(above) {
            format!("the search was stopped while {} was open", self.name(above))
        } else if visit.is_evaluated() {
            format!("{} is at the depth limit, so what is below it does not count", self.name(above))
        } else if visit.recalled().is_some() {
            format!("{} was answered by the table", self.name(above))
        } else {
            "no cutoff skipped it".to_owned()
        }
    }

    /// What a search did with a node: why it was skipped, or how it was entered, what it returned, and why it was left early.
    pub fn node(&self, node: NodeId, record: &Record) -> String {
        let name = capitalised(&name(self.tree, node));
        let Some(visit) = record.visit(node) else {
            return match self.skipped(node) {
                Some((time, sentence)) => {
                    format!("{name} was never visited. Step {}: {}", self.timeline.step(time), sentence.in_full())
                }
                None => format!("{name} was never visited: {}.", self.left_out(node, record)),
            };
        };
        let times = if visit.visits == 1 { String::new() } else { format!(" {} times", visit.visits) };
        let windows = self.windows(node, self.timeline.first_visit(node).unwrap_or_default());
        let told = windows.as_ref().and_then(|windows| Some(format!(" The trace says: {}.", windows.note.as_ref()?)));
        let window =
            windows.map_or_else(|| format!("the window {}", visit.window), |windows| windows.entered.in_words());
        let value = visit.value().map_or_else(String::new, |value| {
            let sign = sign(record.bound(node).unwrap_or(Bound::Exact));
            format!(", and found to be worth {sign}{}", value.grouped())
        });
        let cut = self
            .timeline
            .cut(node, self.timeline.len())
            .map(|cut| format!(" Step {}: {}", self.timeline.step(cut.time), self.step(cut.time).in_full()));
        format!(
            "{name} was visited{times}, first with {window}{value}.{}{}",
            told.unwrap_or_default(),
            cut.unwrap_or_default()
        )
    }

    /// The sentences of all steps, in their order. The story is followed once.
    pub fn steps(&self) -> impl Iterator<Item = (Time, Sentence)> + '_ {
        let mut follower = Follower::new(Nodes::new(self.tree));
        let (mut events, mut time) = (self.story.events(), 0);
        std::iter::from_fn(move || {
            let next = (time < self.timeline.len()).then(|| self.timeline.next(time))?;
            let before = Before::of(&follower.open);
            for event in events.by_ref().take(next - time) {
                follower.follow(std::slice::from_ref(&event), &mut Unseen(0));
            }
            time = next;
            // The moment has the open nodes for a while: a copy of them for each sentence would take as long as the tree is deep.
            let after = Moment { time, open: std::mem::take(&mut follower.open) };
            let sentence = sentence::of(self, before, &after);
            follower.open = after.open;
            Some((time, sentence))
        })
    }

    fn name(&self, node: NodeId) -> String {
        name(self.tree, node)
    }

    /// An event by its place in the story.
    fn said(&self, index: Time) -> Option<Said> {
        Some(self.story.event(index)?.read())
    }

    /// When the visit of a node began that had begun last by a time.
    fn entered(&self, node: NodeId, by: Time) -> Option<Time> {
        Some(self.timeline.last_visit(node, by)?.entered)
    }

    /// With which event that visit began.
    fn entrance(&self, node: NodeId, by: Time) -> Option<Said> {
        self.said(self.entered(node, by)?.checked_sub(1)?)
    }

    /// What a visit of a node returned.
    fn returned(&self, visit: VisitTimes) -> Option<Value> {
        self.timeline.returned(self.story, visit)
    }

    /// A child by its index, where the tree has it.
    fn child(&self, parent: NodeId, index: u32) -> Option<NodeId> {
        self.tree.child(parent, index as usize)
    }
}

/// What a bound says before a value.
fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "at least ",
        Bound::Upper => "at most ",
    }
}

/// A sentence begins with a capital letter, unless it begins with a label or a move: `b5` is not `B5`.
pub(super) fn capitalised(words: &str) -> String {
    let is_own = words.split(' ').next().is_some_and(|first| BEGINNINGS.contains(&first));
    let mut letters = words.chars();
    match letters.next() {
        Some(first) if is_own => first.to_uppercase().chain(letters).collect(),
        _ => words.to_owned(),
    }
}

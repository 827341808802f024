//! What a search holds at a step, in the terms of its source: the open calls or records, the lazy lists of Hughes' programs as far as
//! they are forced, the table of a search with memory, and the bounds of MTD(f).

use super::{Explained, Remembered, windows};
use crate::search::catalogue::Parameter;
use crate::search::story::follow::Open;
use crate::search::story::timeline::{Pass, Time, VisitTimes};
use crate::search::story::{Moment, Said};
use crate::search::{Aim, Algorithm, Bound, Score as _, Setter, Window};
use crate::tree::{NodeId, Role, Value};

/// At most this many open nodes are listed, the innermost ones, and at most this many numbers of a list, the last ones.
pub const MOST_LISTED: usize = 40;
const MOST_NUMBERS: usize = 6;
/// Lists of nodes with more children than this are not shown, since each of these is looked up.
const MOST_CHILDREN: usize = 10_000;

/// What a search holds at a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machinery {
    /// The open nodes, the innermost last; of more than [`MOST_LISTED`] the innermost ones.
    pub frames: Vec<Frame>,
    /// How many open nodes are not listed.
    pub unlisted: usize,
    /// Of Hughes' programs: the lists of the open nodes, and that of the selected node.
    pub lists: Vec<LazyList>,
    /// Of a search with memory, or in passes with null windows, as MTD(f) is one.
    pub table: Option<TableOfBounds>,
    /// What else it remembers.
    pub remembered: Option<Remembered>,
}

/// An open node.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The node.
    pub node: NodeId,
    /// Who moves there.
    pub role: Role,
    /// The window now, or the question.
    aim: Aim,
    /// The best value so far, and the child that returned it.
    pub best: Option<(Value, Option<NodeId>)>,
    /// The child that was entered last.
    pub child: Option<NodeId>,
    /// How many children were begun, and how many there are.
    pub begun: [u32; 2],
}

/// The lazy list of the numbers of a node's children, as far as it was forced.
#[derive(Clone, Debug, PartialEq)]
pub struct LazyList {
    /// The node.
    pub node: NodeId,
    /// The last numbers that were forced, in their order.
    pub numbers: Vec<Value>,
    /// How many were forced before these.
    pub before: usize,
    /// How many children gave no number, because their own numbers could not matter.
    pub omitted: usize,
    /// Whether a number is being computed.
    pub is_forcing: bool,
    /// How many children were not asked for a number.
    pub rest: usize,
    /// Whether the node was left, so that nothing more will be forced.
    pub is_left: bool,
}

/// The table of a search with memory, and the bounds of MTD(f).
#[derive(Clone, Debug, PartialEq)]
pub struct TableOfBounds {
    /// The parameters of the search with their values, such as the first guess.
    pub parameters: Vec<(&'static Parameter, Value)>,
    /// The pass, of a search in passes.
    pub pass: Option<PassOfBounds>,
    /// The entries of the listed nodes, and of the selected one.
    pub nodes: Vec<(NodeId, Entry)>,
}

/// A pass over the whole tree, and what the passes before have shown.
#[derive(Clone, Debug, PartialEq)]
pub struct PassOfBounds {
    /// Its number, from 1.
    pub number: u32,
    /// What it asks about the value of the root, such as `≥ 5`, and between what the passes before have shown that to lie.
    pub question: Option<(String, Entry)>,
    /// Of how many nodes the table knows a bound.
    pub entries: usize,
}

/// Between what a table knows a value to lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// At least this.
    pub low: Option<Value>,
    /// At most this.
    pub high: Option<Value>,
}

/// `[3, 6]`; an end that is not known is `−∞` or `+∞`.
impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let end = |end: Option<Value>, open: &str| end.map_or_else(|| open.to_owned(), Value::grouped);
        write!(f, "[{}, {}]", end(self.low, "−∞"), end(self.high, "+∞"))
    }
}

impl Frame {
    /// The window, or the question that it asks.
    pub fn window(&self) -> String {
        windows::aim(self.aim)
    }
}

impl Explained<'_> {
    /// What an algorithm holds at a step; of the selected node it says what it knows of it.
    pub fn machinery(&self, algorithm: Algorithm, moment: &Moment, selected: Option<NodeId>) -> Machinery {
        let unlisted = moment.open.len().saturating_sub(MOST_LISTED);
        let listed = &moment.open[unlisted..];
        let selected = selected.filter(|&node| !listed.iter().any(|open| open.node == node));
        let nodes: Vec<NodeId> = selected.into_iter().chain(listed.iter().map(|open| open.node)).collect();
        let frames = listed.iter().map(|open| self.frame(open)).collect();
        let is_lazy = algorithm.entry().is_lazy;
        let lists = nodes.iter().filter(|_| is_lazy).filter_map(|&node| self.list(node, moment)).collect();
        let table = self.table(algorithm, moment.time, nodes);
        let remembered = self.remembered(algorithm, moment);
        Machinery { frames, unlisted, lists, table, remembered }
    }

    fn frame(&self, open: &Open<NodeId, u32>) -> Frame {
        let &Open { node, best, last, .. } = open;
        let from = if let Setter::Child { index, .. } = best.by() { self.child(node, index) } else { None };
        let begun = last.map_or(0, |(index, _)| index + 1);
        Frame {
            node,
            role: open.role(),
            aim: open.aim(),
            best: Value::new(best.value().get()).map(|value| (value, from)),
            child: last.map(|(_, child)| child),
            begun: [begun, self.tree.children(node).count() as u32],
        }
    }

    /// The lazy list of a node at a time; `None` where it has none yet.
    fn list(&self, node: NodeId, moment: &Moment) -> Option<LazyList> {
        let Explained { tree, story, timeline, .. } = *self;
        let time = moment.time;
        let visit = timeline.last_visit(node, time)?;
        let children = tree.children(node).take(MOST_CHILDREN + 1).count();
        if children == 0 || children > MOST_CHILDREN {
            return None;
        }
        let is_left = visit.left.is_some_and(|left| left <= time);
        let mut begun = 0;
        let mut numbers = Vec::new();
        for child in tree.children(node) {
            let Some(visit) = timeline.last_visit(child, time) else { break };
            begun += 1;
            if visit.left.is_some_and(|left| left <= time) {
                numbers.extend(self.returned(visit));
            }
        }
        let returned = numbers.len();
        // The program without alpha-beta forces every number, and says so of none.
        if timeline.has_forces() {
            numbers = timeline.forced(story, node, time).map(|(_, number)| number).collect();
        }
        let before = numbers.len().saturating_sub(MOST_NUMBERS);
        // A child that has just returned gives its number in the next step.
        let is_next = moment.node() == Some(node) && matches!(self.said(time), Some(Said::Force { .. }));
        let omitted = returned.saturating_sub(numbers.len() + usize::from(is_next));
        let is_forcing = !is_left && (is_next || begun > returned);
        let (numbers, rest) = (numbers.split_off(before), children - begun);
        Some(LazyList { node, numbers, before, omitted, is_forcing, rest, is_left })
    }

    /// The table at a time, with its entries of some nodes.
    fn table(&self, algorithm: Algorithm, time: Time, nodes: Vec<NodeId>) -> Option<TableOfBounds> {
        let deepens = algorithm.entry().deepens;
        let pass = self.timeline.passes_by(time).last().map(|pass: &Pass| {
            let aim = Aim::of(pass.window);
            let question = aim.asked.map(|_| (windows::aim(aim), self.entry(NodeId::ROOT, time, deepens)));
            PassOfBounds { number: pass.number, question, entries: self.timeline.left_by(time) }
        });
        let asks = pass.as_ref().is_some_and(|pass| pass.question.is_some());
        if !asks && !algorithm.entry().has_memory {
            return None;
        }
        let nodes = nodes.into_iter().map(|node| (node, self.entry(node, time, deepens))).collect();
        Some(TableOfBounds { parameters: algorithm.parameters().collect(), pass, nodes })
    }

    /// What the visits of a node have shown of its value by a time; where passes go deeper and deeper, what the last of them has.
    fn entry(&self, node: NodeId, time: Time, deepens: bool) -> Entry {
        let mut entry = Entry::default();
        for visit in self.timeline.visits(node).filter(|visit| visit.left.is_some_and(|left| left <= time)) {
            if deepens {
                entry = Entry::default();
            }
            let Some(value) = self.returned(visit) else { continue };
            match self.bound(node, visit, value) {
                Bound::Exact => (entry.low, entry.high) = (Some(value), Some(value)),
                Bound::Lower => entry.low = entry.low.max(Some(value)),
                Bound::Upper => entry.high = Some(entry.high.map_or(value, |high| high.min(value))),
            }
        }
        entry
    }

    /// Whether a value that a visit of a node returned is exact, or a bound.
    fn bound(&self, node: NodeId, visit: VisitTimes, value: Value) -> Bound {
        if self.tree.children(node).next().is_none() {
            return Bound::Exact;
        }
        if let Some(bound) = self.timeline.recalled(self.story, visit) {
            return bound;
        }
        let entrance = self.timeline.entrance(self.tree, self.story, visit.entered);
        let window = entrance.map_or(Window::OPEN, |(entered, _)| entered.window.values());
        Bound::proven(self.cutoff.unwrap_or_default(), window, value)
    }
}

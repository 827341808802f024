//! What happened at a step of a search, and why, as a sentence.

use std::fmt::Write as _;

use crate::format::count;
use crate::search::story::follow::Open;
use crate::search::story::timeline::{CutAt, Time};
use crate::search::story::{Cause, Inheritance, Moment, Said, Story, Timeline, Why};
use crate::search::{Bound, Record, Score as _, Setter, Told};
use crate::tree::{NodeId, Player, Tree, Value};

/// A sentence about a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The text.
    pub words: String,
    /// The nodes named in it.
    pub nodes: Vec<NodeId>,
    /// When the bound it mentions was set.
    pub cause: Option<Time>,
    /// The node that set that bound and the node that it cuts off.
    pub bound: Option<[NodeId; 2]>,
}

/// A run to explain: the tree, its story and its time line.
#[derive(Clone, Copy)]
pub struct Explained<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The story of the search.
    pub story: &'a Story,
    /// The time line of the story.
    pub timeline: &'a Timeline,
}

/// The name of a node in a sentence: its label, its move, or its number.
pub fn name(tree: &Tree, node: NodeId) -> String {
    let label = tree.label(node).filter(|_| tree.game().is_none());
    match (label, tree.move_name(node)) {
        (Some(label), _) => label.to_owned(),
        (None, Some(move_name)) => format!("{move_name} (node {})", node.index()),
        (None, None) if node == NodeId::ROOT => "the root".to_owned(),
        (None, None) => tree.node_name(node),
    }
}

impl Explained<'_> {
    /// What happened at the step that ends at a time.
    pub fn step(&self, time: Time) -> Sentence {
        let Some(event) = time.checked_sub(1).and_then(|index| self.story.event(index)) else {
            return Sentence { words: "Nothing has been visited yet.".to_owned(), ..Sentence::default() };
        };
        let after = self.timeline.at(self.tree, self.story, time);
        let mut teller = Teller { explained: self, after, time, sentence: Sentence::default() };
        teller.tell(event.read());
        teller.sentence.words = capitalised(&teller.sentence.words);
        teller.sentence
    }

    /// Why a node was not visited: the sentence of the cutoff that skipped it, if it is in the story.
    pub fn skipped(&self, node: NodeId) -> Option<(Time, Sentence)> {
        let cut = self.cut_above(node)?;
        Some((cut.time, self.step(cut.time)))
    }

    /// The cutoff that skipped a node that was never visited.
    pub fn cut_above(&self, node: NodeId) -> Option<&CutAt> {
        let above = self.tree.ancestors(node).find(|&node| self.timeline.first_visit(node).is_some())?;
        if above == node { None } else { self.timeline.cut(above, self.timeline.len()) }
    }

    /// What a search did with a node: why it was skipped, or how it was entered, what it returned, and why it was left early.
    pub fn node(&self, node: NodeId, record: &Record) -> String {
        let name = capitalised(&name(self.tree, node));
        let Some(visit) = record.visit(node) else {
            return match self.skipped(node) {
                Some((time, sentence)) => format!("{name} was never visited. Step {time}: {}", sentence.words),
                None => format!("{name} was never visited, and no cutoff skipped it."),
            };
        };
        let times = if visit.visits == 1 { String::new() } else { format!(" {} times", visit.visits) };
        let value = visit.value().map_or_else(String::new, |value| {
            let sign = match record.bound(node) {
                Some(Bound::Lower) => "at least ",
                Some(Bound::Upper) => "at most ",
                Some(Bound::Exact) | None => "",
            };
            format!(", and found to be worth {sign}{}", value.grouped())
        });
        let cut = self
            .timeline
            .cut(node, self.timeline.len())
            .map(|cut| format!(" Step {}: {}", cut.time, self.step(cut.time).words));
        format!("{name} was visited{times}, first with the window {}{value}.{}", visit.window, cut.unwrap_or_default())
    }

    /// The sentences of all steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = (Time, Sentence)> + '_ {
        let next = |&time: &Time| (time < self.timeline.len()).then(|| self.timeline.next(self.story, time));
        std::iter::successors(next(&0), next).map(|time| (time, self.step(time)))
    }
}

struct Teller<'a> {
    explained: &'a Explained<'a>,
    after: Moment,
    time: Time,
    sentence: Sentence,
}

impl Teller<'_> {
    fn tell(&mut self, said: Said) {
        match said {
            Said::Enter { value: Some(value), index, .. } => self.evaluated(index, value),
            Said::Enter { index, why, window, .. } => self.entered(index, why, window),
            Said::Cutoff { cause, .. } => self.cut(cause),
            Said::Leave { value } => self.left(value, "returns", ""),
            Said::Recall { value, bound } => {
                let sign = match bound {
                    Bound::Exact => "",
                    Bound::Lower => "at least ",
                    Bound::Upper => "at most ",
                };
                self.left(value, "is answered from the table:", sign);
            }
            Said::Static { index, value } => {
                let child = self.child_of_inner(index);
                let child = self.name(child);
                self.say(&format!("the static value of {child} is {}, used for ordering", value.grouped()));
            }
            Said::Force { index, value, again } => self.forced(index, value, again),
            Said::Pass { number } => self.say(&format!("pass {number} over the tree begins")),
            Said::End { .. } => {}
        }
        self.sentence.words.push('.');
    }

    fn say(&mut self, words: &str) {
        self.sentence.words.push_str(words);
    }

    /// The name of a node, which is added to the named nodes.
    fn name(&mut self, node: Option<NodeId>) -> String {
        let Some(node) = node else { return "a node that is not in the tree".to_owned() };
        if !self.sentence.nodes.contains(&node) {
            self.sentence.nodes.push(node);
        }
        name(self.explained.tree, node)
    }

    fn child(&self, parent: NodeId, index: u32) -> Option<NodeId> {
        self.explained.tree.children(parent).nth(index as usize)
    }

    fn child_of_inner(&self, index: u32) -> Option<NodeId> {
        let inner = self.after.open.last()?;
        inner
            .last
            .filter(|&(last, _)| last == index)
            .map_or_else(|| self.child(inner.node, index), |(_, node)| Some(node))
    }

    fn evaluated(&mut self, index: u32, value: Value) {
        let node = if self.after.open.is_empty() { Some(NodeId::ROOT) } else { self.child_of_inner(index) };
        let name = self.name(node);
        self.say(&format!("{name} is evaluated: {}", value.grouped()));
        self.effect(value);
    }

    fn entered(&mut self, _: u32, why: Why, from: Inheritance) {
        let Some(&Open { node, player, window, .. }) = self.after.open.last() else { return };
        let name = self.name(Some(node));
        let how = match why {
            Why::Normal => "is entered",
            Why::Probe => "is probed",
            Why::ReSearch => "is searched again",
            Why::Replay => "is played again",
        };
        let note = self.explained.story.note(self.time - 1).map_or_else(String::new, |word| format!(" ({word})"));
        self.say(&format!("{name}, {} to move, {how}{note} with the window {window}", player.name()));
        let mut setters = Vec::new();
        for (end, told) in ["alpha", "beta"].into_iter().zip(window.ends()) {
            if let Some(setter) = told.and_then(|told| self.setter(told)) {
                setters.push(format!("{end} from {setter}"));
            }
        }
        if !setters.is_empty() {
            let _ = write!(self.sentence.words, ", {}", setters.join(", "));
        }
        match from {
            Inheritance::Siblings => self.say("; only bounds from siblings count, not those from ancestors"),
            Inheritance::Open if self.after.open.len() > 1 => self.say("; no bound is passed down"),
            _ => {}
        }
    }

    /// The node that set an end of a window, if one did.
    fn setter(&mut self, told: Told) -> Option<String> {
        if let Setter::Child { depth, index } = told.by() {
            let parent = self.after.open.get(depth as usize)?.node;
            let child = self.child(parent, index);
            return Some(self.name(child));
        }
        None
    }

    /// The effect of a child's value on the innermost open node.
    fn effect(&mut self, value: Value) {
        let Some(&Open { node, player, best, .. }) = self.after.open.last() else { return };
        let before = self.before(node);
        let parent = self.name(Some(node));
        let player_name = player.name();
        let (bound, way) = match player {
            Player::Max => ("alpha", "raises"),
            Player::Min => ("beta", "lowers"),
        };
        let words = match before {
            None => format!("; {player_name} at {parent} has {} so far", value.grouped()),
            Some(old) if player.prefers(best.value(), old) => {
                format!(
                    "; {player_name} at {parent} {way} {bound} from {} to {}",
                    old.grouped(),
                    best.value().grouped()
                )
            }
            Some(old) => format!("; {player_name} at {parent} keeps {}", old.grouped()),
        };
        self.say(&words);
    }

    /// The best value of a node before this step.
    fn before(&self, node: NodeId) -> Option<Value> {
        let Explained { tree, story, timeline } = *self.explained;
        let before = timeline.at(tree, story, timeline.previous(story, self.time));
        let open = before.open.iter().rev().find(|open| open.node == node)?;
        is_known(open.best).then(|| open.best.value())
    }

    fn left(&mut self, value: Value, how: &str, sign: &str) {
        let Explained { tree, story, timeline } = *self.explained;
        let before = timeline.at(tree, story, timeline.previous(story, self.time));
        let node = before.node();
        let name = self.name(node);
        if self.after.open.is_empty() {
            self.say(&format!("{name} {how} {sign}{}", value.grouped()));
            if self.time == timeline.len() {
                self.say(", and the search is over");
            }
            return;
        }
        self.say(&format!("{name} {how} {sign}{}", value.grouped()));
        self.effect(value);
    }

    fn forced(&mut self, index: u32, value: Value, again: bool) {
        let node = self.after.node();
        let name = self.name(node);
        let again = if again { "is used again" } else { "is forced" };
        let number = u64::from(index) + 1;
        self.say(&format!("element {number} of the list of {name} {again}: {}", value.grouped()));
    }

    fn cut(&mut self, cause: Cause) {
        let Some(cut) = self.explained.timeline.cuts().iter().rev().find(|cut| cut.time == self.time).copied() else {
            self.say("a cutoff");
            return;
        };
        let Some(&Open { node, player, best, .. }) = self.after.open.last() else { return };
        let name = self.name(Some(node));
        let (holds, bound) = (best.value().grouped(), cut.cut.bound.grouped());
        let (end, sign) = match player {
            Player::Max => ("beta", if best.value() == cut.cut.bound { "≥" } else { ">" }),
            Player::Min => ("alpha", if best.value() == cut.cut.bound { "≤" } else { "<" }),
        };
        if cause == Cause::Untold {
            let holds = if is_known(best) { format!(" with {holds}") } else { String::new() };
            self.say(&format!("{} leaves {name} early{holds}", player.name()));
        } else if let Some(asked) = cut.cut.asked {
            self.say(&format!("whether {name} is {} {bound} is settled: it holds {holds}", asked.sign()));
        } else {
            let witness = cut.cut.witness.map(|witness| self.name(Some(witness)));
            let from = match (witness, cause) {
                (Some(witness), _) => format!(", from {witness}"),
                (None, Cause::Table) => ", from the table".to_owned(),
                (None, Cause::Shallow | Cause::Deep) => ", from a node that the trace does not name".to_owned(),
                (None, _) => ", given from outside".to_owned(),
            };
            self.say(&format!(
                "{} at {name} holds {holds}; {end} is {bound}{from}: {holds} {} {bound}",
                player.name(),
                sign
            ));
        }
        let (children, leaves) = self.skipped(node);
        let rest = count(children, "other child", "other children");
        let leaves = count(leaves, "leaf", "leaves");
        let kind = match cause {
            Cause::Shallow => "a shallow cutoff",
            Cause::Deep => "a deep cutoff",
            Cause::Question => "the question is answered",
            Cause::Outside => "the bound came from outside",
            Cause::Table => "the bound came from the table",
            Cause::Untold => "the trace does not say why",
        };
        let rest = match children {
            // A search that revisits nodes may leave a node before children that it visited earlier.
            0 => format!("nothing new of {name} is"),
            1 => format!("the other child of {name} ({leaves}) is"),
            _ => format!("the {rest} of {name} ({leaves}) are"),
        };
        self.say(&format!(", so {rest} skipped: {kind}"));
        self.sentence.bound = cut.cut.witness.map(|witness| [witness, node]);
        let timeline = self.explained.timeline;
        self.sentence.cause = cut.cut.witness.and_then(|witness| timeline.last_return(witness, self.time));
    }

    /// The number of children of a node not visited so far, and the number of their leaves.
    fn skipped(&self, node: NodeId) -> (u64, u64) {
        let Explained { tree, timeline, .. } = *self.explained;
        let skipped = tree.children(node).filter(|&child| timeline.last_visit(child, self.time).is_none());
        skipped.fold((0, 0), |(children, leaves), child| (children + 1, leaves + tree.slots(child).len() as u64))
    }
}

/// Whether a child has returned this score.
fn is_known(told: Told) -> bool {
    told.value() != Told::OPEN_BELOW.value() && told.value() != Told::OPEN_ABOVE.value()
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

//! The sentence about a step.

use std::cmp::Ordering;

use super::{Explained, Sentence, capitalised, name_without_number, sign, windows};
use crate::format::{count, grouped};
use crate::search::story::follow::Open;
use crate::search::story::timeline::{CutAt, Pass, Time};
use crate::search::story::{Cause, Inheritance, Moment, Said, Why};
use crate::search::{Aim, Score as _, Setter, Told};
use crate::tree::{NodeId, Player, Value};

/// What a sentence needs of the moment before its step. A step opens or closes one node at most, so the innermost two are enough.
#[derive(Clone, Copy)]
pub(super) struct Before([Option<Open<NodeId, u32>>; 2]);

impl Before {
    /// Where these nodes are open, the root first.
    pub(super) fn of(open: &[Open<NodeId, u32>]) -> Before {
        let mut innermost = open.iter().rev().copied();
        Before([innermost.next(), innermost.next()])
    }

    /// The innermost open node.
    fn node(&self) -> Option<NodeId> {
        self.0[0].map(|open| open.node)
    }

    /// An open node.
    fn open(&self, node: NodeId) -> Option<&Open<NodeId, u32>> {
        self.0.iter().flatten().find(|open| open.node == node)
    }
}

/// What happened at the step that leads from one moment to another.
pub(super) fn of(explained: &Explained<'_>, before: Before, after: &Moment) -> Sentence {
    let time = after.time;
    let Some(said) = time.checked_sub(1).and_then(|index| explained.said(index)) else {
        return Sentence { words: "Nothing has been visited yet.".to_owned(), ..Sentence::default() };
    };
    let mut teller = Teller { explained, before, after, time, sentence: Sentence::default() };
    let words = teller.tell(said);
    teller.sentence.words = format!("{}.{}", capitalised(&words), teller.stop());
    teller.sentence
}

struct Teller<'a> {
    explained: &'a Explained<'a>,
    before: Before,
    after: &'a Moment,
    time: Time,
    sentence: Sentence,
}

impl Teller<'_> {
    /// What is said after the last event that was kept, if the search had not ended with it.
    fn stop(&self) -> String {
        if self.time < self.explained.timeline.len() {
            return String::new();
        }
        match self.explained.story.left_out() {
            0 if self.after.open.is_empty() => String::new(),
            0 => " Here the run was stopped.".to_owned(),
            later => {
                let later = count(later, "later event was", "later events were");
                format!(" {later} not kept; the drawing shows the end of the search.")
            }
        }
    }

    fn tell(&mut self, said: Said) -> String {
        if let Some(words) = self.hidden(said) {
            return words;
        }
        match said {
            Said::Enter { value: Some(value), index, why, window, .. } => self.evaluated(index, why, window, value),
            Said::Enter { why, window, .. } => self.entered(why, window),
            Said::Cutoff { .. } => self.cut(),
            Said::Leave { value } => {
                let aside = self.aside(value);
                self.left("returns", "", value, &aside)
            }
            Said::Recall { value, bound } => {
                let from = self.explained.story.note(self.time - 1).filter(|from| *from != "table");
                let how = format!("is answered from {}:", from.unwrap_or("memory"));
                self.left(&how, sign(bound), value, "")
            }
            Said::Static { index, value } => {
                let child = self.child_of_inner(index);
                format!("the static value of {} is {}, used for ordering", self.name(child), value.grouped())
            }
            Said::Stand { value } => {
                let name = self.name(self.after.node());
                let effect = self.effect(value, Inheritance::Parent);
                format!("{name} may be left with its static value {} (stand-pat){effect}", value.grouped())
            }
            Said::Force { index, value, again } => self.forced(index, value, again),
            Said::Pass { number } => self.pass(number),
            Said::End { .. } => "a window is given".to_owned(),
        }
    }

    /// What is said of a step at a node that the tree does not have, because it is a part of the one that was searched.
    fn hidden(&mut self, said: Said) -> Option<String> {
        let is_inside = |time: Time| self.explained.timeline.hidden(time).is_some();
        if is_inside(self.time) {
            let inner = self.after.node();
            return Some(format!("the search is below {}, where nothing is drawn", self.name(inner)));
        }
        let value = match said {
            Said::Leave { value } | Said::Recall { value, .. } if is_inside(self.time - 1) => value,
            Said::Enter { value: Some(value), index, .. } if !self.after.open.is_empty() => {
                Some(value).filter(|_| self.child_of_inner(index).is_none())?
            }
            _ => return None,
        };
        let inner = self.after.node();
        Some(format!("a child of {} that is not drawn returns {}", self.name(inner), value.grouped()))
    }

    /// The name of a node, which the sentence then names.
    fn name(&mut self, node: Option<NodeId>) -> String {
        let Some(node) = node else { return "a node that is not drawn".to_owned() };
        if !self.sentence.nodes.contains(&node) {
            self.sentence.nodes.push(node);
        }
        self.explained.name(node)
    }

    fn child_of_inner(&self, index: u32) -> Option<NodeId> {
        let inner = self.after.open.last()?;
        match inner.last {
            Some((last, node)) if last == index => Some(node),
            _ => self.explained.child(inner.node, index),
        }
    }

    fn evaluated(&mut self, index: u32, why: Why, window: Inheritance, value: Value) -> String {
        let node = if self.after.open.is_empty() { Some(NodeId::ROOT) } else { self.child_of_inner(index) };
        let how = how(why, ["is evaluated", "is evaluated again"]);
        format!("{} {how}{}: {}{}", self.name(node), self.note(), value.grouped(), self.effect(value, window))
    }

    /// The word of a trace for the step, in brackets.
    fn note(&self) -> String {
        self.explained.story.note(self.time - 1).map_or_else(String::new, |word| format!(" ({word})"))
    }

    fn entered(&mut self, why: Why, from: Inheritance) -> String {
        let Some(open) = self.after.open.last() else { return String::new() };
        let node = open.node;
        let how = how(why, ["is entered", "is searched again"]);
        let comma = if place(why).is_empty() { "" } else { "," };
        let name = self.name(Some(node));
        let is_leaf = self.explained.tree.is_leaf(node);
        let mover = if is_leaf { String::new() } else { format!(", {},", open.role().in_words()) };
        let window = self.explained.window(open.aim(), open.window, self.after);
        for setter in window.nodes() {
            self.name(Some(setter));
        }
        let is_bounded = open.window.ends().iter().any(Option::is_some);
        let from = match from {
            Inheritance::Siblings if is_bounded => "; only bounds from siblings count, not those from ancestors",
            Inheritance::Siblings | Inheritance::Open if self.after.open.len() > 1 => "; no bound is passed down",
            _ => "",
        };
        format!("{name}{mover} {how}{}{comma} with {}{from}", self.note(), window.in_words())
    }

    /// What the value that the innermost open node's child returned changes there; the child was entered with a window of this origin.
    fn effect(&mut self, value: Value, of_child: Inheritance) -> String {
        let Some(&Open { node, player, window, best, .. }) = self.after.open.last() else { return String::new() };
        let before = self.before.open(node).copied();
        if self.after.open.last().is_some_and(|open| open.is_chance) {
            return self.adds(node, value);
        }
        let at = format!("; {} at {}", player.name(), self.name(Some(node)));
        if self.explained.story.event(self.time - 1).is_some_and(|event| event.is_taken_back()) {
            return format!("{at} has it searched again before that counts");
        }
        let (end, changes, side) = match player {
            Player::Max => ("alpha", "raises", 0),
            Player::Min => ("beta", "lowers", 1),
        };
        let old = before.filter(|before| is_known(before.best)).map(|before| before.best.value());
        if let Some(old) = old
            && !player.prefers(best.value(), old)
        {
            return format!("{at} keeps {}", old.grouped());
        }
        let bound = before.and_then(|before| before.window.ends()[side]).filter(|_| of_child != Inheritance::Open);
        let bound = bound.filter(|bound| !matches!(bound.by(), Setter::Question { .. })).map(Told::value);
        let best = best.value().grouped();
        match (bound, old) {
            (Some(bound), _) if window.ends()[side].map(Told::value) != Some(bound) => {
                format!("{at} {changes} {end} from {} to {best}", bound.grouped())
            }
            (Some(bound), None) => format!("{at} has {} so far, and {end} stays {}", value.grouped(), bound.grouped()),
            (None, None) => format!("{at} has {} so far", value.grouped()),
            (Some(bound), Some(old)) => {
                format!("{at} goes from {} to {best}, and {end} stays {}", old.grouped(), bound.grouped())
            }
            (None, Some(old)) => format!("{at} goes from {} to {best}", old.grouped()),
        }
    }

    /// What the value that the innermost open node's child returned adds there, where chance moves.
    fn adds(&mut self, lottery: NodeId, value: Value) -> String {
        self.name(Some(lottery));
        let left = self.before.node().filter(|&node| node != lottery).and_then(|node| self.before.open(node));
        let outcome = self.after.open.last().and_then(|open| open.last).map(|(_, child)| child);
        let entered = outcome.and_then(|outcome| self.explained.entered(outcome, self.time));
        let is_closed = |open| self.explained.closed_window(open, self.time).is_some();
        if left.is_some_and(is_closed) {
            let of = self.explained.name(lottery);
            return format!("; its window was closed, so that it says nothing of the mean at {of}");
        }
        let sign = left.map_or("", |open| self.explained.side_of(open, value, entered));
        self.explained.adds(lottery, outcome, sign, value)
    }

    /// What another program's trace says of a returned value, or why it is not that of the best child.
    fn aside(&self, value: Value) -> String {
        let note = self.note();
        let is_told = note.ends_with(&format!(" {})", value.grouped()));
        let open = self.before.node().and_then(|node| self.before.open(node)).filter(|open| is_known(open.best));
        let Some(open) = open.filter(|open| !is_told && open.best.value() != value) else { return note };
        let is_end = open.window.ends().into_iter().flatten().any(|end| end.value() == value);
        if is_end {
            format!("{note}, the end of its window")
        } else {
            format!("{note}, though it has {}", open.best.value().grouped())
        }
    }

    fn left(&mut self, how: &str, sign: &str, value: Value, aside: &str) -> String {
        let node = self.before.node();
        let words = format!("{} {how} {sign}{}{aside}", self.name(node), value.grouped());
        if self.after.open.is_empty() {
            let fails = self.before.node().and_then(|root| fails(self.before.open(root)?, value)).unwrap_or_default();
            let is_over = self.time == self.explained.timeline.len() && self.explained.story.left_out() == 0;
            return format!("{words}{fails}{}", if is_over { ", and the search is over" } else { "" });
        }
        let window = node.map_or(Inheritance::Open, |node| self.inheritance(node));
        format!("{words}{}", self.effect(value, window))
    }

    /// From where a node has the window of its last visit.
    fn inheritance(&self, node: NodeId) -> Inheritance {
        match self.explained.entrance(node, self.time) {
            Some(Said::Enter { window, .. }) => window,
            _ => Inheritance::Open,
        }
    }

    fn forced(&mut self, index: u32, value: Value, again: bool) -> String {
        let node = self.after.node();
        let how = if again { "is used again" } else { "is forced" };
        let number = u64::from(index) + 1;
        format!("element {number} of the list of {} {how}: {}", self.name(node), value.grouped())
    }

    fn pass(&mut self, number: u32) -> String {
        let given_up = match self.before.node() {
            Some(NodeId::ROOT) => "; the root stays without a value".to_owned(),
            Some(node) => format!("; {} and what is above stay without a value", self.name(Some(node))),
            None => String::new(),
        };
        format!("{}{given_up}", self.begins(number))
    }

    fn begins(&self, number: u32) -> String {
        let pass = self.explained.timeline.passes_by(self.time).last();
        let Some(&Pass { window, .. }) = pass else { return format!("pass {number} begins") };
        let aim = Aim::of(window);
        match aim.asked {
            Some(_) => {
                format!("pass {number} begins: it asks whether the value of the root is {}", windows::aim(aim))
            }
            None if window.ends() == [None; 2] => format!("pass {number} begins"),
            None => format!("pass {number} begins with the window {window}"),
        }
    }

    fn cut(&mut self) -> String {
        let cuts = self.explained.timeline.cuts();
        let cut = cuts.get(cuts.partition_point(|cut| cut.time < self.time)).filter(|cut| cut.time == self.time);
        let (Some(&cut), Some(&open)) = (cut, self.after.open.last()) else { return "a cutoff".to_owned() };
        let by_chance = self.explained.chance_cut(&cut, &self.after.open);
        let (why, is_reason) = match &by_chance {
            Some(by_chance) => {
                self.name(Some(open.node));
                cut.cut.witness.map(|witness| self.name(Some(witness)));
                (by_chance.words.clone(), by_chance.is_reason)
            }
            None => self.why_cut(&cut, &open),
        };
        let skipped = self.skipped(open.node);
        let next = skipped.as_ref().map(|(_, children)| if *children == 1 { "It" } else { "The first of them" });
        let kind = match cut.cut.cause {
            Cause::Shallow => ": a shallow cutoff",
            Cause::Deep => ": a deep cutoff",
            Cause::Question => "",
            Cause::Outside if self.explained.tree.has_chance() => ": a cutoff by the known bounds",
            Cause::Outside => ": a cutoff by a bound from outside",
            Cause::Table => ": a cutoff by a bound from the table",
            Cause::Untold if self.is_by_told_bound(&cut, &open) => ": the trace does not say what set the bound",
            Cause::Untold if !self.note().is_empty() => "",
            Cause::Untold => ": the trace does not say why",
        };
        let next = next.filter(|_| is_reason && by_chance.is_none());
        self.sentence.otherwise = next.and_then(|next| self.explained.otherwise(&cut, self.after, next));
        self.sentence.is_settled = cut.cut.asked.is_some();
        self.sentence.bound = cut.cut.witness.map(|witness| [witness, open.node]);
        self.sentence.cause =
            cut.cut.witness.and_then(|witness| self.explained.timeline.last_return(witness, self.time));
        // The search of another program may be wrong.
        let so = if is_reason { "so" } else { "but" };
        let skipped = skipped.map_or_else(|| "no child is skipped".to_owned(), |(words, _)| words);
        let skipped = by_chance.and_then(|by_chance| by_chance.skipped).unwrap_or(skipped);
        format!("{why}, {so} {skipped}{kind}")
    }

    /// The values that make a cutoff, and whether they do.
    fn why_cut(&mut self, cut: &CutAt, open: &Open<NodeId, u32>) -> (String, bool) {
        let &Open { node, player, best, .. } = open;
        let (name, bound) = (self.name(Some(node)), cut.cut.bound.grouped());
        let value = best.value().grouped();
        if cut.cut.cause == Cause::Untold && !self.is_by_told_bound(cut, open) {
            let value = if is_known(best) { format!(" with {value}") } else { String::new() };
            let bound = if cut.cut.is_bound_told() { format!(" at the bound {bound}") } else { String::new() };
            return (format!("{} leaves {name} early{value}{bound}{}", player.name(), self.note()), true);
        }
        if let Some(asked) = cut.cut.asked {
            let is_settled = asked.is_true(best.value(), cut.cut.bound);
            let asked = windows::comparison(asked, cut.cut.bound);
            let settles = if is_settled { "settles" } else { "does not settle" };
            return (format!("{name} has {value}, which {settles} that it is {asked}"), is_settled);
        }
        let from = match (cut.cut.witness, cut.cut.cause) {
            // A search that visits a node again takes the value of the first visit as a bound.
            (Some(witness), _) if witness == node => format!(", from the visit of {name} before"),
            (Some(witness), _) => format!(", from {}", self.name(Some(witness))),
            (None, Cause::Table) => ", from the table".to_owned(),
            (None, Cause::Untold) => String::new(),
            (None, Cause::Shallow | Cause::Deep) => ", from a node that the trace does not name".to_owned(),
            (None, _) => ", given from outside".to_owned(),
        };
        let end = if player == Player::Max { "beta" } else { "alpha" };
        if !is_known(best) {
            return (format!("{} leaves {name}; {end} is {bound}{from}", player.name()), true);
        }
        let (sign, is_reason) = match (best.value().cmp(&cut.cut.bound), player) {
            (Ordering::Equal, Player::Max) => ("≥", true),
            (Ordering::Equal, Player::Min) => ("≤", true),
            (Ordering::Less, _) => ("<", player == Player::Min),
            (Ordering::Greater, _) => (">", player == Player::Max),
        };
        let verdict = if is_reason { "" } else { " is no reason for a cutoff" };
        let name = format!("{} at {name}", player.name());
        (format!("{name} has {value}; {end} is {bound}{from}: {value} {sign} {bound}{verdict}"), is_reason)
    }

    /// Whether the best value of a node reaches a bound that a trace tells without saying what set it.
    fn is_by_told_bound(&self, cut: &CutAt, open: &Open<NodeId, u32>) -> bool {
        let (best, bound) = (open.best, cut.cut.bound);
        let is_reached = || is_known(best) && (best.value() == bound || open.player.prefers(best.value(), bound));
        cut.cut.cause == Cause::Untold && cut.cut.is_bound_told() && is_reached() && self.note().is_empty()
    }

    /// Which children of a node are skipped: those that were not visited in its current visit, with the leaves of those that were never
    /// visited, and how many children these are; `None` if all were visited.
    fn skipped(&self, node: NodeId) -> Option<(String, u64)> {
        let tree = self.explained.tree;
        let begun = self.explained.entered(node, self.time);
        let (mut here, mut before, mut never, mut leaves, mut is_known) = (0_u64, 0_u64, 0_u64, 0, false);
        for child in tree.children(node) {
            match self.explained.entered(child, self.time) {
                Some(entered) if Some(entered) >= begun => here += 1,
                Some(_) => before += 1,
                None if self.explained.is_dropped(child) => {}
                None => {
                    never += 1;
                    leaves += tree.slots(child).len() as u64;
                    is_known |= !tree.is_leaf(child) || tree.value(child).is_some();
                }
            }
        }
        // The sentence has named the node before, with its number.
        let name = name_without_number(tree, node);
        // In the tree of a trace, what was skipped is a leaf without a value, whatever is below it in the game.
        let is_known = is_known && before == 0;
        let leaves = if is_known { format!(" ({})", count(leaves, "leaf", "leaves")) } else { String::new() };
        let skipped = before + never;
        let (which, is) = match (here, skipped) {
            (_, 0) => return None,
            (0, 1) => ("the only child".to_owned(), "is"),
            (0, all) => (format!("all {}", count(all, "child", "children")), "are"),
            (_, 1) => ("the other child".to_owned(), "is"),
            (_, others) => (format!("the {}", count(others, "other child", "other children")), "are"),
        };
        // A search that visits nodes again may leave one before children that it visited earlier.
        let again = match (before, never) {
            (0, _) => String::new(),
            (1, 0) => ", which was visited before,".to_owned(),
            (_, 0) => ", which were visited before,".to_owned(),
            (1, _) => ", 1 of which was visited before,".to_owned(),
            (before, _) => format!(", {} of which were visited before,", grouped(before)),
        };
        let this_time = if before == 0 { "" } else { " this time" };
        Some((format!("{which} of {name}{leaves}{again} {is} skipped{this_time}"), skipped))
    }
}

/// How a visit of the root is called that returns a value outside its window, if it asks no question.
fn fails(root: &Open<NodeId, u32>, value: Value) -> Option<&'static str> {
    let [alpha, beta] = root.window.ends();
    // The own end has moved unless what set it is not what the root has.
    let is_given = |end: &Told| is_known(root.best) && end.by() != root.best.by();
    let (low, high) = match root.player {
        Player::Max => (alpha.filter(is_given), beta),
        Player::Min => (alpha, beta.filter(is_given)),
    };
    if root.aim().asked.is_some() {
        None
    } else if low.is_some_and(|low| value <= low.value()) {
        Some(", failing low")
    } else {
        high.filter(|high| value >= high.value()).map(|_| ", failing high")
    }
}

/// Whether a score is one that a child returned.
fn is_known(told: Told) -> bool {
    told.value() != Told::OPEN_BELOW.value() && told.value() != Told::OPEN_ABOVE.value()
}

/// How a node is visited, for the first time or again, and why it stands where it does among its siblings.
fn how(why: Why, [first, again]: [&str; 2]) -> String {
    let how = match why {
        Why::ReSearch => again,
        Why::Probe => "is probed",
        Why::Replay => "is played again",
        Why::Normal | Why::Chosen | Why::Table | Why::Killer | Why::History => first,
    };
    format!("{how}{}", place(why))
}

/// Why a node stands where it does among its siblings.
fn place(why: Why) -> &'static str {
    match why {
        Why::Chosen => " first, since it makes the proof the smallest",
        Why::Table => " first, as the best move in the table",
        Why::Killer => " next, as a killer move",
        Why::History => " next, in the order of the history",
        Why::Normal | Why::Probe | Why::ReSearch | Why::Replay => "",
    }
}

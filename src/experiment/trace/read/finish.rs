//! Makes the tree and the story of a trace, once its last line is read.

use std::collections::HashMap;
use std::sync::Arc;

use super::bounds::UNTOLD;
use super::reading::{EXPLAINED, End, Ordering, Reading, Word};
use super::{ReadError, Trace, TracedRun};
use crate::experiment::check::{Subject, check};
use crate::experiment::explain;
use crate::format;
use crate::progress::Progress;
use crate::search::story::{Cause, Event, Inheritance, Listener as _, Said, Story};
use crate::search::{Algorithm, Outcome, Score as _, Setter, Told};
use crate::tree::{Bits, Player, Ranked, Value};

impl Reading {
    /// The trace, all lines of which were read. A short one may have millions of skipped children.
    pub(super) fn finish(mut self, line: u64, progress: &Progress) -> Result<Trace, ReadError> {
        if self.union.nodes.is_empty() {
            let message = "the trace has no event; write the “enter” of the root".into();
            return Err(ReadError::Wrong { line: line + 1, message });
        }
        self.place_orderings();
        self.settle_windows();
        self.explain();
        self.tell_null_moves();
        let innermost = self.open.last().map_or(0, |open| open.node);
        let (tree, ids) = self.union.tree(self.builder, progress)?;
        let question = self.margin.end.as_ref().and_then(|end| end.answer).and_then(|_| question(&self.events));
        let story = story(self.events, self.notes, |node| explain::name(&tree, ids[node as usize]));
        let finished = |value: Option<Value>| value.map_or(Outcome::Cancelled, Outcome::Finished);
        let root_value = self.root_values.last().copied();
        let outcome = match self.end {
            Some(End::Value(value)) => finished(value.or(root_value)),
            Some(End::Answer(answer)) => Outcome::Answered(answer),
            Some(End::Budget) => Outcome::Budget,
            Some(End::Undefined) => Outcome::Undefined(ids[innermost as usize]),
            Some(End::Cancelled) => Outcome::Cancelled,
            None => finished(root_value.filter(|_| self.open.is_empty())),
        };
        let [alpha, beta] = self.root_window.map(|end| end.map(Told::value));
        let is_outside_window = outcome
            .value()
            .is_some_and(|value| alpha.is_some_and(|alpha| value <= alpha) || beta.is_some_and(|beta| value >= beta));
        let (story, algorithm, cutoff) = (Arc::new(story), self.algorithm, self.cutoff);
        let margin = &self.margin;
        let asks = margin.end.as_ref().is_some_and(|end| end.answer.is_some());
        let prunes_by_name = prunes_by_name(algorithm);
        let is_pruning = cutoff.is_some() && prunes_by_name != Some(false) || prunes_by_name == Some(true);
        let subject = Subject {
            tree: &tree,
            story: &story,
            margin,
            cutoff,
            prunes: margin.has_windows || !asks && (margin.has_cutoffs || is_pruning),
            may_prune: !asks && prunes_by_name != Some(false),
            question,
            counts_as_mover: self.is_of_mover,
            is_finished: outcome.value().is_some(),
            stops_early: matches!(self.end, Some(End::Budget | End::Cancelled | End::Undefined)),
        };
        let report = Arc::new(check(subject, progress).ok_or(ReadError::Cancelled)?);
        Ok(Trace { tree, run: TracedRun { story, algorithm, cutoff, outcome, is_outside_window, report } })
    }

    /// Says in the source of the tree what it leaves out.
    fn tell_null_moves(&mut self) {
        if self.null_moves > 0 {
            let searches =
                format::count(self.null_moves, "search after a null move is", "searches after null moves are");
            let before = if self.source.is_empty() { String::new() } else { format!("{}; ", self.source) };
            self.builder.set_source(format!("{before}{searches} left out"));
        }
    }

    /// Gives the static values of children their places among the siblings, those of children that were never entered the last ones.
    fn place_orderings(&mut self) {
        let (mut numbers, mut next) = (HashMap::new(), HashMap::new());
        for Ordering { event, node, child, value } in std::mem::take(&mut self.orderings) {
            let number = if let Some(child) = self.union.named(node, child) {
                self.union.set_static(child, value);
                self.union.at(child).number
            } else {
                *numbers.entry((node, child)).or_insert_with(|| {
                    let next = next.entry(node).or_insert(self.union.at(node).entered);
                    *next += 1;
                    *next - 1
                })
            };
            self.events[event] = Event::from(Said::Static { index: number, value });
        }
        // If the trace gives the number of children, the others were dropped after sorting.
        for (node, children) in next {
            if self.union.at(node).children == 0 {
                self.union.has_children(node, children);
            }
        }
    }

    /// A search that takes bounds from siblings alone does so everywhere, also where its windows are those of the parents.
    fn settle_windows(&mut self) {
        if !self.knows_siblings || self.passes_bounds_down {
            return;
        }
        for event in &mut self.events {
            if let Said::Enter { index, role, window: Inheritance::Parent, why, value } = event.read() {
                *event = Event::from(Said::Enter { index, role, window: Inheritance::Siblings, why, value });
            }
        }
    }

    /// Where a node has children that were never entered, and no cutoff was told of it, the story says that the cause is not told.
    fn explain(&mut self) {
        let mut places = Bits::with_room_for(self.events.len());
        for (node, &event) in self.unexplained.iter().enumerate() {
            if let Some(event) = event.filter(|&event| event != EXPLAINED && self.union.skipped(node as u32) > 0) {
                places.insert(event);
            }
        }
        let places = Ranked::from(places);
        if places.len() == 0 {
            return;
        }
        for (index, _) in &mut self.notes {
            *index += places.rank(*index + 1);
        }
        self.margin.has_cutoffs = true;
        self.margin.shift(|event| places.rank(event + 1));
        let lines = std::mem::take(&mut self.margin.lines);
        for (place, line) in lines.into_iter().enumerate() {
            let is_explained = places.contains(place);
            self.margin.lines.extend(std::iter::repeat_n(line, 1 + usize::from(is_explained)));
        }
        let cutoff = Said::Cutoff { cause: Cause::Untold, bound: UNTOLD, by: Setter::Nobody };
        let events = std::mem::take(&mut self.events);
        for (place, event) in events.into_iter().enumerate() {
            if places.contains(place) {
                self.events.push(Event::from(cutoff));
            }
            self.events.push(event);
        }
    }
}

/// The window of the question that a search asks which ends with an answer: that of its first cutoff.
fn question(events: &[Event]) -> Option<[Value; 2]> {
    let mut player = Player::Max;
    let mut open = Vec::new();
    for event in events {
        match event.read() {
            Said::Enter { role, value: None, .. } => open.push(role.player().unwrap_or(player)),
            Said::Leave { .. } | Said::Recall { .. } => player = open.pop().unwrap_or_default(),
            Said::Cutoff { cause: Cause::Question, bound, .. } => {
                return Some(match open.last() {
                    Some(Player::Min) => [bound, bound.next_up()],
                    _ => [bound.next_down(), bound],
                });
            }
            _ => {}
        }
    }
    None
}

/// Whether the algorithm prunes after which a trace is named, if that is one of those here.
fn prunes_by_name(algorithm: Algorithm) -> Option<bool> {
    let name = algorithm.trace_name()?;
    let known = Algorithm::ALL.iter().find(|known| known.id() == name.as_str())?;
    Some(known.leaves().prunes())
}

/// The story with the words beside its events; `name` says what a node is called.
fn story(events: Vec<Event>, notes: Vec<(usize, Word)>, name: impl Fn(u32) -> String) -> Story {
    let mut story = Story::new();
    for batch in events.chunks(1 << 12) {
        story.hear(batch);
    }
    for (index, word) in notes {
        let words = match word {
            Word::Told(words) => words.into(),
            Word::SamePosition(node) => format!("the same position as {}", name(node)),
        };
        let before = story.note(index).map(|before| format!("{before}, {words}"));
        story.annotate(index, before.unwrap_or(words));
    }
    story
}

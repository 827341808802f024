//! The end of a search: its value, its answer and its best line.

use super::Checker;
use crate::experiment::check::claim::{ANY, Claim};
use crate::experiment::check::known::Proof;
use crate::experiment::check::{Kind, Severity, words};
use crate::experiment::explain;
use crate::tree::{NodeId, Value};

impl Checker<'_> {
    /// The end of the search: whether its value is that of the root.
    pub(super) fn end(&mut self) {
        let Some(end) = self.subject.margin.end.clone() else { return };
        if let (Some(answer), Some(asked)) = (end.answer, self.subject.question) {
            self.answer(end.line, answer, asked.map(Value::get));
        }
        if !self.subject.is_finished {
            return;
        }
        let Some(value) = end.value.map(Value::get).or(self.root_value) else { return };
        self.event = self.event.max(1);
        let Some(root) = self.positions.of_visit(NodeId::ROOT).filter(|_| self.frames.is_empty()) else { return };
        let Proof { proved, trusted, .. } = root;
        // A search ends when all its passes together prove the value. One visit may have proved a bound alone.
        let claim = Claim { says: (value, value), or: None };
        if claim.implied(proved).is_none() {
            let follows = claim.implied(trusted).is_some();
            let sentence = format!(
                "The search ends with {}; proved of the root is {}.",
                words::number(value),
                words::interval(proved)
            );
            let is_possible = proved.0 <= value && value <= proved.1;
            let hint = is_possible.then(|| {
                "As if a pass were missing: the search ends when the lower and the upper bound meet.".to_owned()
            });
            self.find_at(end.line, NodeId::ROOT, Severity::Error, Kind::End, follows, sentence, hint);
        }
        if let Some((line, is_whole)) = end.best {
            self.best_line(end.line, &line, is_whole, value);
        }
    }

    /// How many nodes are open where the trace ends, if it does not say why the search stopped there, and has no result.
    pub(super) fn cut_short(&self) -> Option<usize> {
        let has_result = self.frames.is_empty() && self.root_value.is_some();
        let is_answered = self.subject.margin.end.as_ref().is_some_and(|end| end.answer.is_some());
        (!has_result && !is_answered && !self.subject.stops_early).then_some(self.frames.len())
    }

    /// The end of a search that asks whether the value is at least a number.
    pub(super) fn answer(&mut self, line: u32, answer: bool, [below, asked]: [f64; 2]) {
        let Some(root) = self.positions.of_visit(NodeId::ROOT).filter(|_| self.frames.is_empty()) else { return };
        let proved = root.proved;
        if if answer { proved.0 >= asked } else { proved.1 <= below } {
            return;
        }
        let sentence = format!(
            "The search answers that the value is {}; proved of the root is {}.",
            words::interval(if answer { (asked, ANY.1) } else { (ANY.0, below) }),
            words::interval(proved)
        );
        self.find_at(line, NodeId::ROOT, Severity::Error, Kind::End, false, sentence, None);
    }

    /// Whether a best line leads to the value.
    pub(super) fn best_line(&mut self, at: u32, line: &[u32], is_whole: bool, value: f64) {
        let tree = self.subject.tree;
        let mut node = NodeId::ROOT;
        let mut entered = is_whole;
        for &index in line {
            match tree.child(node, index as usize).filter(|&child| self.positions.of(child).is_some()) {
                Some(child) => node = child,
                None => entered = false,
            }
        }
        let known = self.positions.of_visit(node).map_or(ANY, |said| said.proved);
        let name = explain::name(tree, node);
        let sentence = if !entered {
            format!("The best line leads on from {name} to a node that was never visited.")
        } else if known.0 > value || known.1 < value {
            format!(
                "The best line leads to {name}, of which {} is proved, not {}.",
                words::interval(known),
                words::number(value)
            )
        } else {
            return;
        };
        let hint = "As if the line were kept from a node whose value did not count: replace it only where the best value changes.";
        self.find_at(at, node, Severity::Error, Kind::Line, false, sentence, Some(hint.to_owned()));
    }
}

//! What there is to say of a run that has ended, whatever it ran on.

use super::{Cost, Measured, MeasuredOnGame};
use crate::format;
use crate::search::{Algorithm, Effort, Outcome, Record};
use crate::tree::{NodeId, Tree};

/// What a run found and what it took.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How it ended; where the value is undefined, with what has none, in words.
    pub outcome: Outcome<String>,
    /// What it did, in numbers.
    pub effort: Effort,
    /// All leaves of the tree, down to the depth limit; `None` if unknown.
    pub leaves: Option<u64>,
    /// What it takes beside evaluations; `None` where that was not measured.
    pub cost: Option<Cost>,
}

impl Summary {
    /// How the run ended, in a few words.
    pub fn outcome_in_words(&self) -> String {
        let evaluations = || format::evaluations(self.effort.counts.evaluations);
        match &self.outcome {
            Outcome::Finished(_) if self.algorithm.is_selective() => "finished, of a part of the tree".into(),
            Outcome::Finished(_) => "finished".into(),
            Outcome::Answered(answer) => self.answer_in_words(*answer),
            Outcome::Budget => format!("budget reached after {}", evaluations()),
            Outcome::Cancelled => format!("cancelled after {}", evaluations()),
            Outcome::Undefined(missing) => format!("undefined: {missing}"),
        }
    }

    /// The principal variation in a record of the run, the root first; empty where the run came to no value.
    pub fn line_of(&self, record: &Record, tree: &Tree) -> Vec<NodeId> {
        if self.outcome.value().is_some() { record.line(tree) } else { Vec::new() }
    }

    fn answer_in_words(&self, answer: bool) -> String {
        let Some(at) = self.algorithm.asks_at() else { return if answer { "yes" } else { "no" }.into() };
        if answer { format!("yes, the value is at least {at}") } else { format!("no, the value is less than {at}") }
    }
}

impl Measured {
    /// The summary of a run over this tree.
    pub fn summary(&self, tree: &Tree) -> Summary {
        Summary {
            algorithm: self.algorithm,
            outcome: self.outcome.clone().map(|node| tree.without_value(node)),
            effort: self.effort,
            leaves: (!self.algorithm.is_selective()).then_some(self.leaves as u64),
            cost: self.cost,
        }
    }
}

impl MeasuredOnGame {
    /// The summary of a run over a game; `leaves` is the number of leaves, if known.
    pub fn summary(&self, leaves: Option<u64>) -> Summary {
        let MeasuredOnGame { algorithm, effort, cost, .. } = *self;
        Summary { algorithm, outcome: self.outcome.clone(), effort, leaves, cost }
    }
}

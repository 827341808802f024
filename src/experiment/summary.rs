//! The summary of a finished run on a tree or a game.

use super::{Cost, Measured, MeasuredOnGame};
use crate::format;
use crate::search::{Algorithm, Bound, CutoffRule, Effort, NEEDS_PLAYERS_ALONE, Outcome, Record};
use crate::tree::{NodeId, Tree, Value};

/// The result and the figures of a run.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its cutoff rule; `None` if a trace does not give it.
    pub cutoff: Option<CutoffRule>,
    /// How it ended; if it is undefined, with a description of the position.
    pub outcome: Outcome<String>,
    /// Whether the value that it found is exact or a bound: the search of another program may end outside its window.
    pub bound: Bound,
    /// The smallest and largest value of a leaf that the search took as known, because chance moves.
    pub bounds: Option<[Value; 2]>,
    /// The counts.
    pub effort: Effort,
    /// The number of leaves of the tree, down to the depth limit; `None` if unknown.
    pub leaves: Option<u64>,
    /// Time and memory; `None` if they were not measured.
    pub cost: Option<Cost>,
}

impl Summary {
    /// What the run took as known about the leaves, as a sentence.
    pub fn taken_as_known(&self) -> Option<String> {
        let [low, high] = self.bounds.map(|bounds| bounds.map(Value::grouped))?;
        Some(format!("{} takes as known that every leaf lies between {low} and {high}.", self.algorithm.title()))
    }

    /// Why the algorithm is not applicable, as a sentence.
    pub fn why_not_applicable(&self) -> Option<String> {
        let is_applicable = self.outcome != Outcome::NotApplicable;
        (!is_applicable).then(|| format!("{} {NEEDS_PLAYERS_ALONE}.", self.algorithm.title()))
    }

    /// How the run ended, as text.
    pub fn outcome_in_words(&self) -> String {
        let evaluations = || format::evaluations(self.effort.counts.evaluations);
        match &self.outcome {
            Outcome::Finished(_) if self.algorithm.is_selective() => "finished, of a part of the tree".into(),
            Outcome::Finished(_) => match self.bound {
                Bound::Exact => "finished".into(),
                Bound::Lower => "finished, failed high".into(),
                Bound::Upper => "finished, failed low".into(),
            },
            Outcome::Answered(answer) => self.answer_in_words(*answer),
            Outcome::Budget => format!("budget reached after {}", evaluations()),
            Outcome::Cancelled => format!("cancelled after {}", evaluations()),
            Outcome::Undefined(missing) => format!("undefined: {missing}"),
            Outcome::NotApplicable => "not applicable".into(),
        }
    }

    /// What to do so that the run finds the value of the tree, if it did not.
    pub(super) fn remedy(&self) -> Option<&'static str> {
        match &self.outcome {
            Outcome::Budget => Some("raise the budget"),
            Outcome::Cancelled => Some("run the search again"),
            Outcome::Undefined(_) => Some("enter the missing values"),
            Outcome::NotApplicable => Some("add Expectiminimax, Star1 or Star2"),
            Outcome::Finished(_) if self.algorithm.is_selective() => {
                Some("add an algorithm that searches the whole tree")
            }
            Outcome::Finished(_) if self.bound != Bound::Exact => Some("search with a wider window"),
            Outcome::Finished(_) => None,
            Outcome::Answered(_) => Some("add an algorithm that finds the value"),
        }
    }

    /// The principal variation in a record of the run, beginning with the root; empty if the run found no value.
    pub fn line_of(&self, record: &Record, tree: &Tree) -> Vec<NodeId> {
        if self.outcome.value().is_some() { record.line(tree) } else { Vec::new() }
    }

    fn answer_in_words(&self, answer: bool) -> String {
        let Some(at) = self.algorithm.asks_at() else { return if answer { "yes" } else { "no" }.into() };
        if answer { format!("yes, the value is at least {at}") } else { format!("no, the value is less than {at}") }
    }
}

impl Measured {
    /// The summary of a run on this tree.
    pub fn summary(&self, tree: &Tree) -> Summary {
        Summary {
            algorithm: self.algorithm,
            cutoff: self.cutoff,
            outcome: self.outcome.clone().map(|node| tree.without_value(node)),
            bound: self.bound,
            bounds: self.bounds,
            effort: self.effort,
            leaves: (!self.algorithm.is_selective()).then_some(self.leaves as u64),
            cost: self.cost,
        }
    }
}

impl MeasuredOnGame {
    /// The summary of a run on a game; `leaves` is the number of leaves, if known.
    pub fn summary(&self, leaves: Option<u64>) -> Summary {
        let MeasuredOnGame { algorithm, cutoff, effort, cost, .. } = *self;
        let (outcome, bound) = (self.outcome.clone(), Bound::Exact);
        Summary { algorithm, cutoff: Some(cutoff), outcome, bound, bounds: None, effort, leaves, cost }
    }
}

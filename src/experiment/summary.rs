//! What there is to say of a run that has ended, whatever it ran on.

use super::{Cost, Measured, MeasuredOnGame};
use crate::format;
use crate::game::Playable;
use crate::search::hughes::Evaluated;
use crate::search::{Algorithm, Counts, Laziness, Outcome, Record};
use crate::tree::{NodeId, Tree};

/// What a run found and what it cost.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How it ended; where the value is undefined, with what has none, in words.
    pub outcome: Outcome<String>,
    /// What it cost.
    pub counts: Counts,
    /// All leaves of the tree, down to the depth limit; `None` where nobody counted them.
    pub leaves: Option<u64>,
    /// What a lazy search built and forced; `None` for the others.
    pub laziness: Option<Laziness>,
    /// How often a search with a table of positions was settled by it; `None` for the others.
    pub table_hits: Option<u64>,
    /// The static values of Hughes' pipeline, those for sorting told apart; `None` for the others.
    pub evaluated: Option<Evaluated>,
    /// What it takes beside evaluations; `None` where that was not measured.
    pub cost: Option<Cost>,
}

impl Summary {
    /// How the run ended, in a few words.
    pub fn outcome_in_words(&self) -> String {
        let evaluations = || format::evaluations(self.counts.evaluations);
        match &self.outcome {
            Outcome::Finished(_) if self.algorithm.leaves_out() => "finished, of a part of the tree".into(),
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
        match (self.algorithm, answer) {
            (Algorithm::Threshold { at }, true) => format!("yes, the value is at least {at}"),
            (Algorithm::Threshold { at }, false) => format!("no, the value is less than {at}"),
            (_, true) => "yes".into(),
            (_, false) => "no".into(),
        }
    }
}

impl Measured {
    /// The summary of a run over this tree. Takes time in the number of cutoffs.
    pub fn summary(&self, tree: &Tree) -> Summary {
        Summary {
            algorithm: self.algorithm,
            outcome: self.outcome.clone().map(|node| tree.without_value(node)),
            counts: self.counts(),
            leaves: (!self.algorithm.leaves_out()).then_some(self.leaves as u64),
            laziness: self.laziness,
            table_hits: self.table_hits,
            evaluated: self.evaluated,
            cost: self.cost,
        }
    }
}

impl<P: Clone> MeasuredOnGame<P> {
    /// The summary of a run over this game, of whose tree somebody may have counted the leaves.
    pub fn summary(&self, game: &impl Playable<Position = P>, leaves: Option<u64>) -> Summary {
        let missing = |position| format!("{} has no static value", game.in_words(&position));
        Summary {
            algorithm: self.algorithm,
            outcome: self.outcome.clone().map(missing),
            counts: self.counts,
            leaves,
            laziness: self.laziness,
            table_hits: self.table_hits,
            evaluated: self.evaluated,
            cost: self.cost,
        }
    }
}

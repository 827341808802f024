//! The search algorithms, one file per family, all behind [`search`].
//!
//! Each file reads like the publication it implements; what they share is the [`Run`] that they tell what they do, and the
//! [`Observer`] that hears it. Nothing here knows of windows, files or formatting.

pub mod about;
pub mod algorithm;
pub mod alpha_beta;
pub mod hughes;
pub mod lattice;
mod laziness;
pub mod observer;
mod open;
pub mod record;
mod run;
pub mod selection;
pub mod tail_recursive;
pub mod tally;
pub mod variation;
mod window;

pub use algorithm::Algorithm;
pub use laziness::Laziness;
pub use observer::{Observer, TreePosition};
pub use open::CutoffKind;
pub use record::{Bound, Cutoff, Origin, Record, Recorder, Trail, Visit};
pub use run::{Limits, Run, Stopped};
pub use tally::{Counts, Tally, count};
pub use window::{CutoffRule, Window};

use crate::game::Game;
use crate::tree::Value;
use hughes::{Evaluated, Unshaped};
use run::Reason;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<P> {
    /// With the value of the root.
    Finished(Value),
    /// With the answer to whether that value is at least the [threshold](Algorithm::Threshold).
    Answered(bool),
    /// Before the first evaluation beyond the budget.
    Budget,
    /// When it was asked to stop.
    Cancelled,
    /// At a position whose static value is unknown.
    Undefined(P),
}

impl<P> Outcome<P> {
    /// The value of the root, if the run got that far and was for it.
    pub fn value(&self) -> Option<Value> {
        if let Outcome::Finished(value) = self { Some(*value) } else { None }
    }

    /// Whether the run came to what it was for.
    pub fn is_finished(&self) -> bool {
        matches!(self, Outcome::Finished(_) | Outcome::Answered(_))
    }

    /// The same where positions are named otherwise.
    pub fn map<Q>(self, position: impl FnOnce(P) -> Q) -> Outcome<Q> {
        match self {
            Outcome::Finished(value) => Outcome::Finished(value),
            Outcome::Answered(answer) => Outcome::Answered(answer),
            Outcome::Budget => Outcome::Budget,
            Outcome::Cancelled => Outcome::Cancelled,
            Outcome::Undefined(at) => Outcome::Undefined(position(at)),
        }
    }

    /// `finished`, `budget`, `cancelled` or `undefined`.
    pub fn id(&self) -> &'static str {
        match self {
            Outcome::Finished(_) | Outcome::Answered(_) => "finished",
            Outcome::Budget => "budget",
            Outcome::Cancelled => "cancelled",
            Outcome::Undefined(_) => "undefined",
        }
    }
}

/// What a run comes back with, beside what its observer saw.
#[derive(Clone, Debug)]
pub struct Report<P> {
    /// How it ended.
    pub outcome: Outcome<P>,
    /// How often the static evaluation was called.
    pub evaluations: u64,
    /// What a lazy search built and forced; `None` for the others.
    pub laziness: Option<Laziness>,
    /// How often a search with a table of positions was settled by it; `None` for the others.
    pub table_hits: Option<u64>,
    /// The static values of Hughes' pipeline, those for sorting told apart; `None` for the others.
    pub evaluated: Option<Evaluated>,
}

impl<P> Report<P> {
    /// The same where positions are named otherwise.
    pub fn map<Q>(self, position: impl FnOnce(P) -> Q) -> Report<Q> {
        let Report { outcome, evaluations, laziness, table_hits, evaluated } = self;
        Report { outcome: outcome.map(position), evaluations, laziness, table_hits, evaluated }
    }
}

/// Searches a game with an algorithm, within limits, in front of an observer.
///
/// Recursion is limited by memory only. Time is that of the algorithm; with the observer `()` nothing is recorded and
/// nothing paid for it.
pub fn search<G: Game, O: Observer<G::Position>>(
    algorithm: Algorithm,
    game: &G,
    limits: Limits<'_>,
    observer: &mut O,
) -> Report<G::Position> {
    if let Algorithm::Pipeline(pipeline) = algorithm {
        let (report, evaluated) = pipeline.evaluate(game, limits, &mut Unshaped(observer));
        return Report { evaluated: Some(evaluated), ..report };
    }
    search_as_it_is(algorithm, game, limits, observer)
}

/// The same without shaping the tree.
fn search_as_it_is<G: Game, O: Observer<G::Position>>(
    algorithm: Algorithm,
    game: &G,
    limits: Limits<'_>,
    observer: &mut O,
) -> Report<G::Position> {
    let mut run = Run::new(game, limits, observer);
    let result = match algorithm {
        Algorithm::Minimax => lattice::minimax(&mut run),
        Algorithm::LatticePruning => lattice::lattice_pruning(&mut run),
        Algorithm::AlphaBeta => alpha_beta::alpha_beta(&mut run, game.root(), Window::OPEN, 0),
        Algorithm::LazyMinimax => hughes::lazy_minimax(&mut run),
        Algorithm::LazyAlphaBeta | Algorithm::Pipeline(_) => hughes::lazy_alpha_beta(&mut run),
        Algorithm::SelectionJ => selection::j::selection_j(&mut run),
        Algorithm::SelectionJAlphaBeta => selection::j::selection_j_alpha_beta(&mut run),
        Algorithm::SelectionGk => selection::gk::selection_gk(&mut run),
        Algorithm::SelectionGkAlphaBeta => selection::gk::selection_gk_alpha_beta(&mut run),
        Algorithm::TailRecursive => tail_recursive::tail_recursive(&mut run, false),
        Algorithm::TailRecursiveAlphaBeta => tail_recursive::tail_recursive(&mut run, true),
        Algorithm::TailRecursiveMemo => tail_recursive::tail_recursive_memo(&mut run),
        Algorithm::Threshold { at } => {
            let answer = lattice::threshold(&mut run, at);
            return report(run, answer.map(Outcome::Answered));
        }
    };
    report(run, result.map(Outcome::Finished))
}

fn report<G: Game, O: Observer<G::Position>>(
    mut run: Run<'_, G, O>,
    result: Result<Outcome<G::Position>, Stopped>,
) -> Report<G::Position> {
    let outcome = match (result, run.reason.take()) {
        (Ok(outcome), _) => outcome,
        (Err(Stopped), Some(Reason::Budget)) => Outcome::Budget,
        (Err(Stopped), Some(Reason::Undefined(position))) => Outcome::Undefined(position),
        (Err(Stopped), Some(Reason::Cancelled) | None) => Outcome::Cancelled,
    };
    let (evaluations, laziness, table_hits) = (run.evaluations(), run.laziness, run.table_hits);
    Report { outcome, evaluations, laziness, table_hits, evaluated: None }
}

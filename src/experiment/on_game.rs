//! One algorithm on one game, counted and timed without its tree.

use std::collections::HashSet;

use super::single::seconds_of;
use super::{DEFAULT_BUDGET, Seconds, Settings};
use crate::game::{Game, OnPath, Path, Prune, WithPaths};
use crate::progress::Progress;
use crate::search::line::Line;
use crate::search::tally::{Always, Memory, Tally};
use crate::search::{Algorithm, Counts, Limits, Outcome, search};

/// What came of running an algorithm on a game; `P` is the game's position.
#[derive(Clone, Debug)]
pub struct MeasuredOnGame<P> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended.
    pub outcome: Outcome<P>,
    /// What it cost.
    pub counts: Counts,
    /// The principal variation, the root first; empty where the run did not finish.
    pub line: Vec<P>,
    /// How long it takes when nobody watches; `None` for a cancelled run.
    pub seconds: Option<Seconds>,
}

/// Runs an algorithm once counted, and `repeat` times unwatched, for the time. The budget is [`DEFAULT_BUDGET`] where nobody says
/// otherwise.
///
/// Takes memory for a line of play; with the algorithms that [come back](Algorithm::repeats_evaluations) to nodes, for the
/// nodes visited too.
pub fn measure_on_game<G: Game>(
    algorithm: Algorithm,
    game: &G,
    settings: Settings,
    progress: &Progress,
) -> MeasuredOnGame<G::Position> {
    let game = Prune::new(settings.depth.unwrap_or(u32::MAX), game);
    let limits = Limits { cutoff: settings.cutoff, budget: Some(settings.budget.unwrap_or(DEFAULT_BUDGET)), progress };
    let (outcome, counts, line) = if algorithm.repeats_evaluations() {
        counted::<_, HashSet<Path>>(algorithm, &game, limits)
    } else {
        counted::<_, Always>(algorithm, &game, limits)
    };
    let seconds = seconds_of(settings.repeat, || search(algorithm, &game, limits, &mut ()).outcome);
    MeasuredOnGame {
        algorithm,
        outcome: outcome.map(|pruned| pruned.position),
        counts,
        line: line.into_iter().map(|pruned| pruned.position).collect(),
        seconds,
    }
}

fn counted<G: Game, M: Memory<OnPath<G::Position>> + Default>(
    algorithm: Algorithm,
    game: &G,
    limits: Limits<'_>,
) -> (Outcome<G::Position>, Counts, Vec<G::Position>) {
    let mut observer = (Tally::<M>::default(), Line::default());
    let report = search(algorithm, &WithPaths::new(game), limits, &mut observer);
    let (tally, line) = observer;
    let line = line.positions().into_iter().map(|node| node.position).collect();
    (report.outcome.map(|node| node.position), tally.counts(), line)
}

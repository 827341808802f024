//! One algorithm on one game, counted and timed without its tree.

use std::collections::HashSet;

use super::cost::cost_of;
use super::{Cost, DEFAULT_BUDGET, Settings};
use crate::game::{Game, HasPath, Path, Prune, WithPaths, child_indices};
use crate::progress::Progress;
use crate::search::tally::{Always, Memory, Tally};
use crate::search::variation::PrincipalVariation;
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
    /// The principal variation as child indices; `None` where the run did not finish.
    pub line: Option<Vec<usize>>,
    /// What it takes beside evaluations; `None` for a cancelled run.
    pub cost: Option<Cost>,
}

/// Runs an algorithm once counted, and `repeat` times unwatched, for the time, and once for the memory. The budget is [`DEFAULT_BUDGET`] where nobody says
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
    let limits = Limits { cutoff: settings.cutoff, budget: Some(settings.budget.unwrap_or(DEFAULT_BUDGET)), progress };
    let depth = settings.depth.unwrap_or(u32::MAX);
    let on_paths = WithPaths::new(game);
    let on_paths = Prune::new(depth, &on_paths);
    let (outcome, counts, line) = if algorithm.repeats_evaluations() {
        counted::<_, HashSet<Path>>(algorithm, &on_paths, limits)
    } else {
        counted::<_, Always>(algorithm, &on_paths, limits)
    };
    let unwatched = Prune::new(depth, game);
    MeasuredOnGame {
        algorithm,
        counts,
        line: outcome.value().map(|_| child_indices(game, &line)),
        outcome: outcome.map(|node| node.position.position),
        cost: cost_of(algorithm, &unwatched, limits, settings.repeat),
    }
}

fn counted<G, M>(algorithm: Algorithm, game: &G, limits: Limits<'_>) -> (Outcome<G::Position>, Counts, Vec<Path>)
where
    G: Game<Position: HasPath>,
    M: Memory<G::Position> + Default,
{
    let mut observer = (Tally::<M>::default(), PrincipalVariation::default());
    let report = search(algorithm, game, limits, &mut observer);
    let (tally, line) = observer;
    (report.outcome, tally.counts(), line.paths())
}

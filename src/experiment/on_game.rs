//! One algorithm on one game, counted and timed without its tree.

use super::cost::cost_of;
use super::{Cost, Searched, Settings};
use crate::progress::Progress;
use crate::search::story::{Counter, Listener, PrincipalVariation};
use crate::search::{Algorithm, Effort, Outcome};

/// What came of running an algorithm on a game.
#[derive(Clone, Debug)]
pub struct MeasuredOnGame {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended; where the value is undefined, with what has none, in words.
    pub outcome: Outcome<String>,
    /// What it did, in numbers. The evaluations are those of leaves.
    pub effort: Effort,
    /// The principal variation as child indices of the tree before it was put in order; `None` where the run did not finish.
    pub line: Option<Vec<usize>>,
    /// What it takes beside evaluations; `None` for a cancelled run.
    pub cost: Option<Cost>,
}

/// Runs an algorithm once counted, `repeat` times bare, for the time, and once for the memory. The game has its depth limit and the
/// other stages already.
///
/// Takes memory for a line of play; with the algorithms that [visit nodes again](crate::search::catalogue::Revisits), for some of the
/// nodes visited too.
pub fn measure_on_game(
    algorithm: Algorithm,
    game: &dyn Searched,
    settings: Settings,
    progress: &Progress,
) -> MeasuredOnGame {
    let limits = settings.limits(None, progress);
    let (mut counter, mut line) = (Counter::new(algorithm), PrincipalVariation::new(algorithm));
    let mut listeners: [&mut dyn Listener; 2] = [&mut counter, &mut line];
    let report = game.tell(algorithm, limits, &mut listeners);
    MeasuredOnGame {
        algorithm,
        effort: Effort { counts: counter.counts(), extras: report.extras },
        line: report.outcome.value().map(|_| line.indices()),
        outcome: report.outcome,
        cost: cost_of(algorithm, game, limits, settings.repeat),
    }
}

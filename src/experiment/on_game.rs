//! Measuring one algorithm on one game, without building its tree.

use super::cost::cost_of;
use super::{Cost, Runnable, Settings};
use crate::progress::Progress;
use crate::search::story::{Counter, Listener, PrincipalVariation};
use crate::search::{Algorithm, CutoffRule, Effort, Outcome};

/// A measured run of an algorithm on a game.
#[derive(Clone, Debug)]
pub struct MeasuredOnGame {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its cutoff rule.
    pub cutoff: CutoffRule,
    /// How the run ended; if it is undefined, with a description of the position.
    pub outcome: Outcome<String>,
    /// The counts. Evaluations are those of leaves.
    pub effort: Effort,
    /// The principal variation as child indices in the original order of children; `None` if the run did not finish.
    pub line: Option<Vec<usize>>,
    /// Time and memory; `None` if the run was cancelled.
    pub cost: Option<Cost>,
}

/// Runs an algorithm once for the counts, some times for the time, and once for the memory. The game already has its depth limit
/// and its other stages.
///
/// Takes memory for a line of play; with algorithms that [revisit nodes](crate::search::catalogue::Revisits) also for some of the
/// visited nodes.
pub fn measure_on_game(
    algorithm: Algorithm,
    game: &dyn Runnable,
    settings: Settings,
    progress: &Progress,
) -> MeasuredOnGame {
    let limits = settings.limits(None, progress);
    let (mut counter, mut line) = (Counter::new(algorithm), PrincipalVariation::new(algorithm));
    let mut listeners: [&mut dyn Listener; 2] = [&mut counter, &mut line];
    let report = game.tell(algorithm, limits, &mut listeners);
    MeasuredOnGame {
        algorithm,
        cutoff: settings.cutoff,
        effort: Effort { counts: counter.counts(), extras: report.extras },
        line: report.outcome.value().map(|_| line.indices()),
        outcome: report.outcome,
        cost: cost_of(algorithm, game, limits, settings.repeats),
    }
}

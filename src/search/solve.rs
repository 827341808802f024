//! One call for the value, the best line and the counts of a game.

use super::story::{Counter, Listener, PrincipalVariation};
use super::{Algorithm, Counts, Limits, Outcome, tell};
use crate::game::{Erased, ErasedPosition, Playable};
use crate::tree::Value;

/// The result of [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<P> {
    /// How the run ended, with the value of the root if it finished.
    pub outcome: Outcome<P>,
    /// The principal variation as child indices; the first is the best move. Empty if the run did not finish.
    pub line: Vec<usize>,
    /// The counts of the run.
    pub counts: Counts,
}

impl<P> Solution<P> {
    /// The value of the root, if the run finished.
    pub fn value(&self) -> Option<Value> {
        self.outcome.value()
    }

    /// The index of the best move in the game's own order, if there is one; [`child`](crate::game::child) gives its position.
    pub fn best_move(&self) -> Option<usize> {
        self.line.first().copied()
    }
}

/// Searches a game and returns its value, its best move and the counts.
///
/// The game of taking one or two matches, in which the player who cannot move loses:
///
/// ```
/// use plyscope::game::{Game, Playable};
/// use plyscope::search::{Algorithm, Limits, solve};
/// use plyscope::tree::{Player, Value};
///
/// struct Matches(u32);
///
/// impl Game for Matches {
///     type Position = (u32, Player);
///     type Moves<'g> = std::vec::IntoIter<(u32, Player)>;
///     type Key = ();
///     fn root(&self) -> (u32, Player) { (self.0, Player::Max) }
///     fn player(&self, &(_, player): &(u32, Player)) -> Player { player }
///     fn moves(&self, &(left, player): &(u32, Player)) -> std::vec::IntoIter<(u32, Player)> {
///         let take = |n| Some((u32::checked_sub(left, n)?, player.opponent()));
///         [1, 2].into_iter().filter_map(take).collect::<Vec<_>>().into_iter()
///     }
///     fn static_value(&self, &(_, player): &(u32, Player)) -> Option<Value> {
///         Some(Value::from(if player == Player::Max { -1 } else { 1 }))
///     }
/// }
///
/// // Names and boards of positions are optional.
/// impl Playable for Matches {}
///
/// let solution = solve(Algorithm::ALPHA_BETA, &Matches(4), Limits::default());
/// assert_eq!(solution.value(), Some(Value::from(1)));
/// assert_eq!(solution.best_move(), Some(0), "take one and leave three");
/// assert_eq!(solution.counts.evaluations, 4);
/// ```
pub fn solve<G>(algorithm: Algorithm, game: &G, limits: Limits<'_>) -> Solution<G::Position>
where
    G: Playable<Position: 'static, Key: 'static>,
{
    let (mut counter, mut line) = (Counter::new(algorithm), PrincipalVariation::new(algorithm));
    let mut listeners: [&mut dyn Listener; 2] = [&mut counter, &mut line];
    let report = tell(algorithm, &Erased::new(game), limits, &mut listeners);
    let outcome = report.outcome.map(ErasedPosition::into_position);
    let line = if outcome.value().is_some() { line.indices() } else { Vec::new() };
    Solution { outcome, line, counts: counter.counts() }
}

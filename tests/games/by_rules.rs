//! Games in the words of their rules, for comparison, and what is asked of both.

use std::collections::HashMap;
use std::hash::Hash;

use plyscope::game::{Erased, Game, Playable, PlayableGame};
use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::Value;

/// The game from a position.
pub(crate) fn at<G: PlayableGame>(position: &str) -> G {
    G::from_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

pub(crate) fn root_moves<G: Playable>(game: &G) -> Vec<String> {
    let root = game.root();
    game.moves(&root).map(|next| game.move_name(&root, &next)).collect()
}

pub(crate) fn static_value<G: Game>(game: &G) -> i32 {
    game.static_value(&game.root()).map(Value::get).unwrap() as i32
}

pub(crate) fn solved<G: PlayableGame>(game: &G, algorithm: Algorithm) -> i32 {
    search(algorithm, &Erased::new(game), Limits::default()).outcome.value().unwrap().get() as i32
}

/// A position in the words of the rules.
pub(crate) trait Naive: Clone + Eq + Hash {
    /// The positions after each move, with the names of the moves.
    fn next(&self) -> Vec<(String, Self)>;

    /// Whether MAX moves.
    fn max_moves(&self) -> bool;

    /// What MAX has more than MIN.
    fn difference(&self) -> i32;

    /// The value by minimax.
    fn solve(&self) -> i32 {
        fn value<N: Naive>(position: &N, known: &mut HashMap<N, i32>) -> i32 {
            if let Some(&value) = known.get(position) {
                return value;
            }
            let values = position.next().into_iter().map(|(_, next)| value(&next, known));
            let best = if position.max_moves() { values.max() } else { values.min() };
            let best = best.unwrap_or_else(|| position.difference());
            known.insert(position.clone(), best);
            best
        }
        value(self, &mut HashMap::new())
    }
}

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

/// Plays a game and checks that each position has the label and the moves of the rules, and what `check` asks of both.
pub(crate) fn assert_follows<G: PlayableGame, N: Naive>(
    mut game: G,
    mut naive: N,
    choices: &[usize],
    check: impl Fn(&G, &N),
) {
    for choice in choices {
        let root = game.root();
        assert_eq!(game.label(&root), naive.label());
        check(&game, &naive);
        let mut next = naive.next();
        let expected: Vec<(String, String)> = next.iter().map(|(name, after)| (name.clone(), after.label())).collect();
        let found: Vec<(String, String)> =
            game.moves(&root).map(|after| (game.move_name(&root, &after), game.label(&after))).collect();
        assert_eq!(found, expected, "{}", naive.label());
        if next.is_empty() {
            break;
        }
        naive = next.swap_remove(choice % next.len()).1;
        game = at(&naive.label());
    }
}

/// A position in the words of the rules.
pub(crate) trait Naive: Clone + Eq + Hash {
    /// The position in the notation of the game.
    fn label(&self) -> String;

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

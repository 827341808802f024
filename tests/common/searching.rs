//! Shared by tests that search games and unfold their trees.

use plyscope::experiment::Runnable;
use plyscope::game::Playable;
use plyscope::game::unfold::to_tree;
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Counter, Counts, Limits};
use plyscope::tree::{Tree, Value};

pub(crate) fn limits() -> Limits<'static> {
    Limits::default().budget(1_000_000)
}

/// The value of the root, and the counts.
pub(crate) fn run(algorithm: Algorithm, game: &dyn Runnable) -> (Option<Value>, Counts) {
    let mut counter = Counter::new(algorithm);
    let report = game.tell(algorithm, limits(), &mut counter);
    let counts = counter.counts();
    assert_eq!(report.evaluations, counts.evaluations, "{algorithm}");
    (report.outcome.value(), counts)
}

pub(crate) fn written<G: Playable>(game: &G) -> Tree {
    let builder = to_tree(game, 1_000_000, &Progress::new()).unwrap_or_else(|error| panic!("{error:?}"));
    builder.build().unwrap()
}

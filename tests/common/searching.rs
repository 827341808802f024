//! How tests search games and write out their trees.

use plyscope::game::unfold::to_tree;
use plyscope::game::{Game, Playable};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Counts, CutoffRule, Limits, count};
use plyscope::tree::{Tree, Value};

pub(crate) fn limits(progress: &Progress) -> Limits<'_> {
    Limits { cutoff: CutoffRule::NonStrict, budget: Some(1_000_000), progress }
}

/// The value of the root, and what it cost.
pub(crate) fn run<G: Game>(algorithm: Algorithm, game: &G) -> (Option<Value>, Counts) {
    let progress = Progress::new();
    let (report, counts) = count(algorithm, game, limits(&progress));
    (report.outcome.value(), counts)
}

pub(crate) fn written<G: Playable>(game: &G) -> Tree {
    let builder = to_tree(game, 1_000_000, &Progress::new()).unwrap_or_else(|error| panic!("{error:?}"));
    builder.build().unwrap()
}

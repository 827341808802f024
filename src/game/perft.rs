//! Perft: the number of positions after a number of moves, below each first move. It tells whether a generator of moves is right.
//!
//! Moves of the last ply are counted and not made ("bulk counting"), and the positions two moves from the start are shared out among the
//! threads of the current pool.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use super::PlayableGame;
use crate::parallel::in_parallel;

/// A first move, and the number of positions below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCount {
    /// The name of the move as programs print it, such as `e2e4`.
    pub name: String,
    /// Its name in the notation of people, such as `Nf3`.
    pub written: String,
    /// The position after it, in the game's notation.
    pub position: String,
    /// The number of positions after exactly as many moves as were asked for. Games that end earlier are not among them.
    pub leaves: u64,
}

impl MoveCount {
    /// Whether a name is one of the two that the move has.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.written == name
    }
}

/// The counts below each first move, in the game's order, after `depth` moves, at least 1. Takes time in proportion to the number of
/// positions one move above, and memory for those two moves from the start.
pub fn divide<G: PlayableGame>(game: &G, depth: u32) -> Vec<MoveCount> {
    let root = game.root();
    let first: Vec<G::Position> = game.moves(&root).collect();
    let counts: Vec<AtomicU64> = first.iter().map(|_| AtomicU64::new(0)).collect();
    let mut jobs: Vec<(usize, G::Position, u32)> = Vec::new();
    for (number, position) in first.iter().enumerate() {
        if depth < 3 {
            jobs.push((number, position.clone(), depth.saturating_sub(1)));
        } else {
            jobs.extend(game.moves(position).map(|next| (number, next, depth - 2)));
        }
    }
    let counted: Result<(), Infallible> = in_parallel(jobs.len(), &|job| {
        let (number, position, depth) = &jobs[job];
        counts[*number].fetch_add(leaves(game, position, *depth), Ordering::Relaxed);
        Ok(())
    });
    counted.unwrap_or_else(|never| match never {});
    let counted = |(position, count): (&G::Position, AtomicU64)| MoveCount {
        name: game.coordinates(&root, position),
        written: game.move_name(&root, position),
        position: game.label(position),
        leaves: count.into_inner(),
    };
    first.iter().zip(counts).map(counted).collect()
}

/// The number of positions after exactly `depth` moves.
fn leaves<G: PlayableGame>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position),
        _ => game.moves(position).map(|next| leaves(game, &next, depth - 1)).sum(),
    }
}

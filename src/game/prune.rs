//! `prune n`: the same game, cut off after n moves (Hughes, section 5).

use super::{Board, Game, Playable};
use crate::tree::{Player, Value};

/// How many moves a line may go on at dynamic positions: where each player can take something and neither does, the paper's
/// `prune` never ends.
pub const MOST_DYNAMIC_MOVES: u32 = 1_000;

/// A game whose positions after `depth` moves have no moves any more, so that their static value counts.
#[derive(Clone, Copy, Debug)]
pub struct Prune<'g, G> {
    game: &'g G,
    depth: u32,
    /// How many moves more there may be at dynamic positions.
    beyond: u32,
}

impl<'g, G: Game> Prune<'g, G> {
    /// The first `depth` moves of `game`.
    pub fn new(depth: u32, game: &'g G) -> Prune<'g, G> {
        Prune { game, depth, beyond: 0 }
    }

    /// Whether it goes on below positions that are [dynamic](Game::dynamic):
    ///
    /// ```text
    /// prune 0 (node pos sub) = node pos (map (prune 0) sub),     if dynamic pos
    ///                        = node pos nil,                     otherwise
    /// ```
    ///
    /// No line goes on for more than [`MOST_DYNAMIC_MOVES`].
    #[must_use]
    pub fn dynamic(self, dynamic: bool) -> Prune<'g, G> {
        Prune { beyond: if dynamic { MOST_DYNAMIC_MOVES } else { 0 }, ..self }
    }
}

/// A position of a pruned game.
#[derive(Clone, Copy, Debug)]
pub struct Pruned<P> {
    /// The position of the whole game.
    pub position: P,
    /// How many moves may still follow, those at dynamic positions included.
    pub depth_left: u32,
}

/// The moves of a pruned game.
pub struct PrunedMoves<M> {
    moves: Option<M>,
    depth_left: u32,
}

impl<M: Iterator> Iterator for PrunedMoves<M> {
    type Item = Pruned<M::Item>;

    fn next(&mut self) -> Option<Pruned<M::Item>> {
        let position = self.moves.as_mut()?.next()?;
        Some(Pruned { position, depth_left: self.depth_left })
    }
}

impl<G: Game> Game for Prune<'_, G> {
    type Position = Pruned<G::Position>;
    type Key = (G::Key, u32);
    type Moves<'g>
        = PrunedMoves<G::Moves<'g>>
    where
        Self: 'g;

    fn root(&self) -> Self::Position {
        Pruned { position: self.game.root(), depth_left: self.depth.saturating_add(self.beyond) }
    }

    fn player(&self, pruned: &Self::Position) -> Player {
        self.game.player(&pruned.position)
    }

    fn moves<'g>(&'g self, pruned: &Self::Position) -> Self::Moves<'g> {
        let left = pruned.depth_left;
        let goes_on = left > self.beyond || left > 0 && self.game.dynamic(&pruned.position);
        let moves = goes_on.then(|| self.game.moves(&pruned.position));
        PrunedMoves { moves, depth_left: left.saturating_sub(1) }
    }

    fn static_value(&self, pruned: &Self::Position) -> Option<Value> {
        self.game.static_value(&pruned.position)
    }

    fn dynamic(&self, pruned: &Self::Position) -> bool {
        self.game.dynamic(&pruned.position)
    }

    /// The key of the whole game's position beside the moves left.
    fn key(&self, pruned: &Self::Position) -> Option<Self::Key> {
        Some((self.game.key(&pruned.position)?, pruned.depth_left))
    }
}

impl<G: Playable> Playable for Prune<'_, G> {
    fn label(&self, pruned: &Self::Position) -> String {
        self.game.label(&pruned.position)
    }

    fn move_name(&self, from: &Self::Position, to: &Self::Position) -> String {
        self.game.move_name(&from.position, &to.position)
    }

    fn board(&self, pruned: &Self::Position) -> Option<Board> {
        self.game.board(&pruned.position)
    }
}

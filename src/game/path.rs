//! Positions told apart by the moves that led to them, as the nodes of a tree are.

use super::{Board, Game, Playable, Pruned};
use crate::tree::{Player, Value};

/// The path from the root to a node as a number: two of n nodes share one with a chance of about n² / 2⁶⁵.
///
/// The paths of a node's children are the numbers that the generator SplitMix64 gives from the state that is the node's
/// own path (Steele, Lea & Flood, *Fast Splittable Pseudorandom Number Generators*, 2014), so they are also good random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path(pub u64);

impl Path {
    /// The path of the empty line of moves.
    pub const ROOT: Path = Path(0);

    /// This path and one move more, the first having the index 0.
    #[inline]
    #[must_use]
    pub fn child(self, index: u64) -> Path {
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let z = self.0.wrapping_add(GOLDEN.wrapping_mul(index.wrapping_add(1)));
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Path(z ^ (z >> 31))
    }
}

/// A game whose positions know their [`Path`].
#[derive(Clone, Copy, Debug)]
pub struct WithPaths<'g, G> {
    game: &'g G,
}

impl<'g, G: Game> WithPaths<'g, G> {
    /// The same game.
    pub fn new(game: &'g G) -> WithPaths<'g, G> {
        WithPaths { game }
    }
}

/// A position and the way to it.
#[derive(Clone, Copy, Debug)]
pub struct OnPath<P> {
    /// The position of the game.
    pub position: P,
    /// The moves that led to it.
    pub path: Path,
}

/// A position that knows the way to it.
pub trait HasPath {
    /// The moves that led to it.
    fn path(&self) -> Path;
}

impl<P> HasPath for OnPath<P> {
    fn path(&self) -> Path {
        self.path
    }
}

impl<G: Playable> Playable for WithPaths<'_, G> {
    fn label(&self, node: &Self::Position) -> String {
        self.game.label(&node.position)
    }

    fn move_name(&self, from: &Self::Position, to: &Self::Position) -> String {
        self.game.move_name(&from.position, &to.position)
    }

    fn board(&self, node: &Self::Position) -> Option<Board> {
        self.game.board(&node.position)
    }
}

impl<P: HasPath> HasPath for Pruned<P> {
    fn path(&self) -> Path {
        self.position.path()
    }
}

/// The child indices along a line of nodes, as far as each follows the one before. The first node has the game's root position.
pub fn child_indices<G: Game>(game: &G, line: &[Path]) -> Vec<usize> {
    let mut position = game.root();
    let mut indices = Vec::new();
    for step in line.windows(2) {
        let mut moves = game.moves(&position).enumerate();
        let Some((index, next)) = moves.find(|&(index, _)| step[0].child(index as u64) == step[1]) else { break };
        indices.push(index);
        position = next;
    }
    indices
}

/// The moves of a game with paths.
pub struct MovesOnPath<M> {
    moves: std::iter::Enumerate<M>,
    path: Path,
}

impl<M: Iterator> Iterator for MovesOnPath<M> {
    type Item = OnPath<M::Item>;

    fn next(&mut self) -> Option<OnPath<M::Item>> {
        let (index, position) = self.moves.next()?;
        Some(OnPath { position, path: self.path.child(index as u64) })
    }
}

impl<G: Game> Game for WithPaths<'_, G> {
    type Position = OnPath<G::Position>;
    type Key = G::Key;
    type Moves<'g>
        = MovesOnPath<G::Moves<'g>>
    where
        Self: 'g;

    fn root(&self) -> Self::Position {
        OnPath { position: self.game.root(), path: Path::ROOT }
    }

    fn player(&self, node: &Self::Position) -> Player {
        self.game.player(&node.position)
    }

    fn moves<'g>(&'g self, node: &Self::Position) -> Self::Moves<'g> {
        MovesOnPath { moves: self.game.moves(&node.position).enumerate(), path: node.path }
    }

    fn static_value(&self, node: &Self::Position) -> Option<Value> {
        self.game.static_value(&node.position)
    }

    fn dynamic(&self, node: &Self::Position) -> bool {
        self.game.dynamic(&node.position)
    }

    fn key(&self, node: &Self::Position) -> Option<G::Key> {
        self.game.key(&node.position)
    }
}

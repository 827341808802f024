//! Games: positions, players, moves in a fixed order, and static values.
//!
//! The explicit [`Tree`] is one game; every algorithm of [`search`](crate::search) runs on every game. [`Game`] has what a search needs;
//! [`Playable`] adds what people need, names and boards.

mod board;
mod catalogue;
pub mod chess;
pub mod connect4;
mod erased;
mod game_tree;
mod grid;
pub mod kalah;
pub mod nim;
pub mod othello;
pub mod part;
mod path;
pub mod perft;
mod playable;
pub mod random_turn;
mod shaped;
mod slab;
pub mod tictactoe;
pub mod unfold;

pub use crate::tree::Chances;
pub(crate) use crate::tree::Mean;
pub use board::{Board, Cell, Gesture, Piece, Style};
pub use catalogue::{AnyGame, AnyPlayable, GAMES, GameEntry, GameName, NextMove, PlayableGame, from_position, start};
pub use chess::Chess;
pub use connect4::ConnectFour;
pub use erased::{Erased, ErasedPosition};
pub(crate) use game_tree::too_deep;
pub use game_tree::{GameTree, MOST_MOVES, MOST_NODES};
pub use grid::{Marks, Moves};
pub use kalah::Kalah;
pub use nim::Nim;
pub use othello::Othello;
pub use path::Path;
pub use playable::{Playable, PositionError, child, follow};
pub use random_turn::RandomTurnTicTacToe;
pub use shaped::{
    MOST_DYNAMIC_MOVES, Shaped, ShapedMoves, ShapedPosition, Shaping, ShapingCounts, Stages, TreePosition,
};
pub use slab::{Slab, SlabMoves, Slot};
pub use tictactoe::TicTacToe;

use std::hash::Hash;

use crate::tree::{Children, NodeId, Player, Tree, Value};

/// A two-player game of perfect information, or a tree that represents one.
///
/// [`solve`](crate::search::solve) has an example of a game of your own; the built-in games are used like this:
///
/// ```
/// use plyscope::game::{Erased, Game, Playable, TicTacToe};
/// use plyscope::search::{Algorithm, Limits, search};
///
/// let game = TicTacToe::from_position("X.O/.X./..O")?;
/// let names: Vec<String> = game.moves(&game.root()).map(|next| game.move_name(&game.root(), &next)).collect();
/// assert_eq!(names, ["b1", "a2", "c2", "a3", "b3"]);
/// // To depth 2, where static values are used.
/// let report = search(Algorithm::MINIMAX, &Erased::to_depth(2, &game), Limits::default());
/// assert_eq!(report.evaluations, 20);
/// # Ok::<(), plyscope::game::PositionError>(())
/// ```
pub trait Game {
    /// A position with everything needed to continue from it.
    type Position: Clone;
    /// The positions after each move, in the game's fixed order.
    type Moves<'g>: Iterator<Item = Self::Position>
    where
        Self: 'g;
    /// The [key](Game::key) of a position in a transposition table; `()` if the game has no keys.
    type Key: Eq + Hash;

    /// The initial position.
    fn root(&self) -> Self::Position;

    /// The player to move; where [chance](Game::chances) moves, the one who moves next.
    fn player(&self, position: &Self::Position) -> Player;

    /// The probabilities of the positions after each move, in their order, if chance moves; `None` if a player does.
    #[inline]
    fn chances(&self, _: &Self::Position) -> Option<Chances<'_>> {
        None
    }

    /// Whether chance moves at some positions.
    fn has_chance(&self) -> bool {
        false
    }

    /// The smallest and largest value that a position can have, as far as they are known. [`search`](crate::search) needs them where
    /// chance moves.
    fn value_range(&self) -> Option<[Value; 2]> {
        None
    }

    /// The positions after each move; none at the end of the game.
    fn moves<'g>(&'g self, position: &Self::Position) -> Self::Moves<'g>;

    /// Like [`moves`](Game::moves), for those who are done with a position when they take the next: it may be made in the same place.
    #[inline]
    fn moves_in_turn<'g>(&'g self, position: &Self::Position) -> Self::Moves<'g> {
        self.moves(position)
    }

    /// A search leaves a position that it has expanded: it needs the positions after it no more.
    #[inline]
    fn left(&self, _: &Self::Position) {}

    /// Writes the positions after each move into the first places of a list, and returns how many there are; `None` if there are too few
    /// places. The same as [`moves`](Game::moves), for those who want them all.
    #[inline]
    fn write_moves(&self, position: &Self::Position, places: &mut [Self::Position]) -> Option<usize> {
        write(self.moves(position), places)
    }

    /// Whether there are no [moves](Game::moves). A game that knows it without making a move says so: where its moves are made in one place
    /// only, they are inlined there.
    fn is_leaf(&self, position: &Self::Position) -> bool {
        self.moves(position).next().is_none()
    }

    /// The value of the position for MAX without search; `None` if it is unknown.
    fn static_value(&self, position: &Self::Position) -> Option<Value>;

    /// The winner, where the position is a won end.
    fn winner(&self, _: &Self::Position) -> Option<Player> {
        None
    }

    /// N of ±(N − plies), the values of won and lost ends where a sooner win and a later loss are to be better. It is so large that a win
    /// is never worth less than without, whenever it comes. `None` if the game does not know its won ends.
    fn soonest(&self) -> Option<i32> {
        None
    }

    /// Whether the position is not quiet, so that a depth limit should not apply there (Hughes, section 5; quiescence).
    fn dynamic(&self, _: &Self::Position) -> bool {
        false
    }

    /// The key of a position in a transposition table: positions with equal keys have the same continuations and
    /// values, whatever moves led to them. `None` if the game has no keys.
    fn key(&self, _: &Self::Position) -> Option<Self::Key> {
        None
    }

    /// Whether positions with equal [keys](Game::key) are equally [dynamic](Game::dynamic), and so are those after them.
    fn key_says_dynamic(&self) -> bool {
        true
    }

    /// The index of a position among its siblings in the game's own order, given that it is the `nth` child of a visit.
    #[inline]
    fn child_index(&self, _: &Self::Position, nth: u32) -> u32 {
        nth
    }

    /// The counts of ordering children, if this game does so.
    #[inline]
    fn shaping(&self) -> Option<&Shaping> {
        None
    }
}

/// Writes positions into the first places of a list, and returns how many there are; `None` if there are too few places.
#[inline]
fn write<P>(mut positions: impl Iterator<Item = P>, places: &mut [P]) -> Option<usize> {
    for (index, place) in places.iter_mut().enumerate() {
        let Some(position) = positions.next() else { return Some(index) };
        *place = position;
    }
    positions.next().is_none().then_some(places.len())
}

impl Game for Tree {
    type Position = NodeId;
    type Moves<'g> = Children<'g>;
    type Key = u32;

    fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    #[inline]
    fn player(&self, node: &NodeId) -> Player {
        Tree::player(self, *node)
    }

    #[inline]
    fn chances(&self, node: &NodeId) -> Option<Chances<'_>> {
        if self.is_chance(*node) { Some(self.chances(*node)) } else { None }
    }

    fn has_chance(&self) -> bool {
        Tree::has_chance(self)
    }

    /// The smallest and largest value of a leaf. Takes time linear in the number of leaves.
    fn value_range(&self) -> Option<[Value; 2]> {
        self.leaf_range()
    }

    #[inline]
    fn moves<'g>(&'g self, node: &NodeId) -> Children<'g> {
        self.children(*node)
    }

    #[inline]
    fn static_value(&self, node: &NodeId) -> Option<Value> {
        self.value(*node)
    }

    /// Whether the label is a dynamic position of the tree's game.
    fn dynamic(&self, node: &NodeId) -> bool {
        let game = GameName::of_tree(self);
        game.zip(self.label(*node)).is_some_and(|(game, position)| game.is_dynamic(position))
    }

    /// The [class](Tree::class) of equal subtrees.
    fn key(&self, node: &NodeId) -> Option<u32> {
        Some(self.class(*node))
    }

    /// Classes ignore labels.
    fn key_says_dynamic(&self) -> bool {
        false
    }
}

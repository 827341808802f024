//! What people need of a game: names of positions and moves, and boards.

use super::{Board, Game};
use crate::tree::{NodeId, Tree};

/// A game whose positions and moves have names. Searches do not use them.
pub trait Playable: Game {
    /// The position in the game's notation, from which a game can start; empty if there is
    /// no notation.
    fn label(&self, _: &Self::Position) -> String {
        String::new()
    }

    /// The name of the move between two positions; empty if moves have no names.
    fn move_name(&self, _from: &Self::Position, _to: &Self::Position) -> String {
        String::new()
    }

    /// The description of the position in a sentence.
    fn in_words(&self, position: &Self::Position) -> String {
        Some(self.label(position)).filter(|label| !label.is_empty()).unwrap_or_else(|| "a position".into())
    }

    /// The board of the position, if the game has boards.
    fn board(&self, _: &Self::Position) -> Option<Board> {
        None
    }
}

/// A tree has the names in its file, and no boards.
impl Playable for Tree {
    fn label(&self, node: &NodeId) -> String {
        Tree::label(self, *node).unwrap_or_default().into()
    }

    fn in_words(&self, node: &NodeId) -> String {
        self.node_name(*node)
    }

    fn move_name(&self, _: &NodeId, to: &NodeId) -> String {
        Tree::move_name(self, *to).unwrap_or_default().into()
    }
}

/// The child with an index in the game's own order. The game may visit its children in another order and leave some out.
pub fn child<G: Game>(game: &G, position: &G::Position, index: u32) -> Option<G::Position> {
    for (nth, child) in game.moves(position).enumerate() {
        if game.child_index(&child, nth as u32) == index {
            return Some(child);
        }
    }
    None
}

/// The positions along a line of child indices, such as that of a [`solution`](crate::search::Solution), beginning with the root; `None`
/// if there is no such line.
pub fn follow<G: Game>(game: &G, line: &[usize]) -> Option<Vec<G::Position>> {
    let mut passed = vec![game.root()];
    for &index in line {
        let next = child(game, passed.last()?, u32::try_from(index).ok()?)?;
        passed.push(next);
    }
    Some(passed)
}

/// Why a text is not a position of a game: a sentence with the location and a remedy, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl PositionError {
    /// An error with this message.
    pub fn new(sentence: impl Into<String>) -> PositionError {
        PositionError(sentence.into())
    }
}

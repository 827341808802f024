//! The games by name, in one place: commands, sweeps and the window all come to them through [`AnyGame`].

use std::fmt;

use super::{Chess, ConnectFour, Nim, Playable, PositionError, TicTacToe};

/// A game that begins with a position that can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameName {
    /// Three in a row.
    TicTacToe,
    /// Four in a row, of discs that fall.
    ConnectFour,
    /// Chess.
    Chess,
    /// Heaps of objects.
    Nim,
}

impl GameName {
    /// All of them, in the order in which lists show them.
    pub const ALL: [GameName; 4] = [GameName::TicTacToe, GameName::ConnectFour, GameName::Chess, GameName::Nim];

    /// The name in files and commands.
    pub fn id(self) -> &'static str {
        match self {
            GameName::TicTacToe => "tictactoe",
            GameName::ConnectFour => "connect4",
            GameName::Chess => "chess",
            GameName::Nim => "nim",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            GameName::TicTacToe => "Tic-tac-toe",
            GameName::ConnectFour => "Connect Four",
            GameName::Chess => "Chess",
            GameName::Nim => "Nim",
        }
    }

    /// How a position is written.
    pub fn notation(self) -> &'static str {
        match self {
            GameName::TicTacToe => "the rows from the top, such as X.O/.X./..O",
            GameName::ConnectFour => {
                "the moves by column, such as 44533, or the rows from the top, such as ...O.../..XX..."
            }
            GameName::Chess => "Forsyth–Edwards notation (FEN), with or without the clocks",
            GameName::Nim => "the sizes of the heaps, such as 3,4,5",
        }
    }

    /// To what depth a search goes when nobody says, such that it takes seconds from the first position; `None` for
    /// the whole game.
    pub fn default_depth(self) -> Option<u32> {
        match self {
            GameName::TicTacToe | GameName::Nim => None,
            GameName::ConnectFour => Some(6),
            GameName::Chess => Some(3),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// One of the games, from some position on.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGame {
    /// Tic-tac-toe.
    TicTacToe(TicTacToe),
    /// Connect Four.
    ConnectFour(ConnectFour),
    /// Chess.
    Chess(Chess),
    /// Nim.
    Nim(Nim),
}

/// What can be done with every game. The game's type is known where it is done, so nothing is paid for the choice.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Playable>(self, game: &G) -> Self::Output;
}

impl AnyGame {
    /// The game from its usual first position.
    pub fn from_start(name: GameName) -> AnyGame {
        match name {
            GameName::TicTacToe => AnyGame::TicTacToe(TicTacToe::default()),
            GameName::ConnectFour => AnyGame::ConnectFour(ConnectFour::default()),
            GameName::Chess => AnyGame::Chess(Chess::default()),
            GameName::Nim => AnyGame::Nim(Nim::default()),
        }
    }

    /// The game from a position in its [notation](GameName::notation).
    pub fn from_position(name: GameName, position: &str) -> Result<AnyGame, PositionError> {
        Ok(match name {
            GameName::TicTacToe => AnyGame::TicTacToe(TicTacToe::from_position(position)?),
            GameName::ConnectFour => AnyGame::ConnectFour(ConnectFour::from_position(position)?),
            GameName::Chess => AnyGame::Chess(Chess::from_position(position)?),
            GameName::Nim => AnyGame::Nim(Nim::from_position(position)?),
        })
    }

    /// Does something with the game.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            AnyGame::TicTacToe(game) => visitor.visit(game),
            AnyGame::ConnectFour(game) => visitor.visit(game),
            AnyGame::Chess(game) => visitor.visit(game),
            AnyGame::Nim(game) => visitor.visit(game),
        }
    }
}

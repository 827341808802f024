//! The games by name, in one place: commands, sweeps and the window all come to them through [`AnyGame`].

use std::fmt;

use super::{Board, Chess, ConnectFour, Nim, Playable, PositionError, TicTacToe};
use crate::tree::{Player, Tree};

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

    /// The game with this name in files and commands.
    pub fn of_id(id: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|name| name.id() == id)
    }

    /// The game whose positions the labels of a tree are.
    pub fn of_tree(tree: &Tree) -> Option<GameName> {
        tree.game().and_then(GameName::of_id)
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

    /// The board of a position in its notation, if it is one.
    pub fn board_of(self, position: &str) -> Option<Board> {
        AnyGame::from_position(self, position).ok()?.board()
    }

    /// Whether a position in its notation is [dynamic](super::Game::dynamic).
    pub fn is_unquiet(self, position: &str) -> bool {
        self.has_unquiet_positions() && AnyGame::from_position(self, position).is_ok_and(|game| game.visit(IsUnquiet))
    }

    /// Whether some of its positions are [dynamic](super::Game::dynamic).
    pub fn has_unquiet_positions(self) -> bool {
        self == GameName::Chess
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

    /// Which game it is.
    pub fn name(&self) -> GameName {
        match self {
            AnyGame::TicTacToe(_) => GameName::TicTacToe,
            AnyGame::ConnectFour(_) => GameName::ConnectFour,
            AnyGame::Chess(_) => GameName::Chess,
            AnyGame::Nim(_) => GameName::Nim,
        }
    }

    /// The position in which it begins, in its [notation](GameName::notation).
    pub fn position(&self) -> String {
        self.visit(Position)
    }

    /// Who moves first.
    pub fn player(&self) -> Player {
        self.visit(FirstPlayer)
    }

    /// The position in which it begins as something to draw.
    pub fn board(&self) -> Option<Board> {
        self.visit(FirstBoard)
    }

    /// The first moves in the game's order; none where the game is over.
    pub fn next_moves(&self) -> Vec<NextMove> {
        self.visit(NextMoves)
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

/// A move from the position in which a game begins.
#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    /// What the move is called.
    pub name: String,
    /// The position after it in the game's [notation](GameName::notation).
    pub position: String,
    /// The same as something to draw.
    pub board: Option<Board>,
}

struct Position;

impl Visitor for Position {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        game.label(&game.root())
    }
}

struct IsUnquiet;

impl Visitor for IsUnquiet {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        game.dynamic(&game.root())
    }
}

struct FirstPlayer;

impl Visitor for FirstPlayer {
    type Output = Player;

    fn visit<G: Playable>(self, game: &G) -> Player {
        game.player(&game.root())
    }
}

struct FirstBoard;

impl Visitor for FirstBoard {
    type Output = Option<Board>;

    fn visit<G: Playable>(self, game: &G) -> Option<Board> {
        game.board(&game.root())
    }
}

struct NextMoves;

impl Visitor for NextMoves {
    type Output = Vec<NextMove>;

    fn visit<G: Playable>(self, game: &G) -> Vec<NextMove> {
        let root = game.root();
        let next = |position: G::Position| NextMove {
            name: game.move_name(&root, &position),
            position: game.label(&position),
            board: game.board(&position),
        };
        game.moves(&root).map(next).collect()
    }
}

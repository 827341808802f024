//! Random-turn tic-tac-toe: before each turn a fair coin says who moves (Peres, Schramm, Sheffield and Wilson, *Random-turn Hex and other
//! selection games*, The American Mathematical Monthly 114, 2007, have more games of this kind). X is MAX.
//!
//! A coin is a chance node with two equally likely moves: *X moves*, then *O moves*. After it that player fills one of the empty squares,
//! row by row as in [tic-tac-toe](super::tictactoe). The game ends, without another coin, with three in a row or a full board.
//! Static value: 1 if X has three in a row, −1 if O has, 0 otherwise.
//!
//! Notation: the three rows from the top, `X.O/.X./...`, before the coin; followed by ` x` or ` o` if it has said that X or O moves. A
//! player's move is named by its square, as in tic-tac-toe.

use super::grid::{self, Marks};
use super::tictactoe::{self, SQUARES, common_squares, has_line, mover_named};
use super::{Board, Chances, Game, Playable, PlayableGame, PositionError};
use crate::tree::{Player, Value};

/// The game, starting from a given position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomTurnTicTacToe {
    start: Turn,
}

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    marks: Marks,
    /// Who moves. Before the coin, where it says nothing about the rest of the game: MAX at the start, later the opponent of the player
    /// who moved last, as in a tree in which players take turns.
    player: Player,
    /// Whether the coin has said so.
    is_tossed: bool,
}

impl Turn {
    fn is_over(self) -> bool {
        let Marks { x, o } = self.marks;
        has_line(x) || has_line(o) || self.marks.all() == SQUARES
    }

    /// The player to move, if the coin has said it.
    fn mover(self) -> Option<Player> {
        self.is_tossed.then_some(self.player)
    }
}

impl RandomTurnTicTacToe {
    /// The game from a position in the notation `X.O/.X./...`, `X.O/.X./... x` or `X.O/.X./... o`.
    ///
    /// Refuses texts that are not boards, games that continued after the end, and a mover where the game is over. Any numbers of X and O
    /// are possible.
    pub fn from_position(text: &str) -> Result<RandomTurnTicTacToe, PositionError> {
        let (board, mover) = match text.trim().split_once(' ') {
            Some((board, mover)) => (board, Some(mover_named(mover.trim())?)),
            None => (text.trim(), None),
        };
        let marks = tictactoe::marks(board)?;
        grid::check_one_winner(has_line(marks.x), has_line(marks.o), "three in a row")?;
        for (name, squares) in [("X", marks.x), ("O", marks.o)] {
            if has_line(squares) && common_squares(squares) == 0 {
                return Err(PositionError::new(format!(
                    "{name} has two rows of three without a common square; the game ends with the first"
                )));
            }
        }
        let start = Turn { marks, player: mover.unwrap_or_default(), is_tossed: mover.is_some() };
        if mover.is_some() && start.is_over() {
            return Err(PositionError::new("the game is over; remove what is behind the board"));
        }
        Ok(RandomTurnTicTacToe { start })
    }
}

/// The positions after each move.
#[derive(Clone, Debug)]
pub struct Moves {
    from: Turn,
    /// What the coin can still say.
    coin: Option<Player>,
    /// What the player can still do.
    player: grid::Moves,
}

impl Iterator for Moves {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        if let Some(marks) = self.player.next() {
            return Some(Turn { marks, player: self.from.player.opponent(), is_tossed: false });
        }
        let player = self.coin?;
        self.coin = (player == Player::Max).then_some(Player::Min);
        Some(Turn { player, is_tossed: true, ..self.from })
    }
}

impl Game for RandomTurnTicTacToe {
    type Position = Turn;
    type Moves<'g> = Moves;
    type Key = (Marks, Option<Player>);

    fn root(&self) -> Turn {
        self.start
    }

    #[inline]
    fn player(&self, turn: &Turn) -> Player {
        turn.player
    }

    #[inline]
    fn chances(&self, turn: &Turn) -> Option<Chances<'_>> {
        (!turn.is_tossed && !turn.is_over()).then_some(Chances::equal(2))
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn value_range(&self) -> Option<[Value; 2]> {
        Some([-1, 1].map(Value::from))
    }

    #[inline]
    fn moves(&self, turn: &Turn) -> Moves {
        let squares = if turn.is_tossed { SQUARES & !turn.marks.all() } else { 0 };
        let has_coin = !turn.is_tossed && !turn.is_over();
        Moves { from: *turn, coin: has_coin.then_some(Player::Max), player: turn.marks.moves(turn.player, squares) }
    }

    #[inline]
    fn static_value(&self, turn: &Turn) -> Option<Value> {
        Some(tictactoe::value(turn.marks))
    }

    #[inline]
    fn winner(&self, turn: &Turn) -> Option<Player> {
        tictactoe::winner(turn.marks)
    }

    /// A coin is thrown before each mark.
    fn soonest(&self) -> Option<i32> {
        Some(2 * SQUARES.count_ones() as i32 + 1)
    }

    /// The board, and the player to move if the coin has said it.
    #[inline]
    fn key(&self, turn: &Turn) -> Option<(Marks, Option<Player>)> {
        Some((turn.marks, turn.mover()))
    }
}

impl PlayableGame for RandomTurnTicTacToe {
    fn from_position(position: &str) -> Result<RandomTurnTicTacToe, PositionError> {
        RandomTurnTicTacToe::from_position(position)
    }
}

impl Playable for RandomTurnTicTacToe {
    fn label(&self, turn: &Turn) -> String {
        let mover = match turn.mover() {
            None => "",
            Some(Player::Max) => " x",
            Some(Player::Min) => " o",
        };
        tictactoe::label(turn.marks) + mover
    }

    fn move_name(&self, from: &Turn, to: &Turn) -> String {
        match to.mover() {
            None => tictactoe::square_filled(from.marks, to.marks),
            Some(Player::Max) => "X moves".into(),
            Some(Player::Min) => "O moves".into(),
        }
    }

    fn board(&self, turn: &Turn) -> Option<Board> {
        Some(tictactoe::board(turn.marks))
    }
}

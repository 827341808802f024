//! Tic-tac-toe, or noughts and crosses: three in a row on a board of three by three squares. X is MAX and moves first, unless there are
//! more O than X, or the position says that O is to move.
//!
//! Moves: the empty squares row by row, from the upper left to the lower right one; none when a player has won.
//! Static value: 1 if X has won, −1 if O has, 0 otherwise (Hughes' example game, *Why Functional Programming Matters*, section 5).
//!
//! Notation: the three rows from the top, `X.O/.X./..O`, and where there are as many X as O and O began, `O.X/.../... o`. A move is named by its square, columns a to c from the left and rows 1
//! to 3 from the top.

use super::grid::{self, Marks, Moves};
use super::{Board, Game, Playable, PlayableGame, PositionError, Style};
use crate::tree::{Player, Value};

const SIDE: usize = 3;
pub(super) const SQUARES: u64 = 0b111_111_111;
/// The rows, columns and diagonals. Square 0 is the upper left one, 8 the lower right one.
const LINES: [u64; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The game, starting from a given position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    start: Marks,
    /// Who began.
    first: Player,
}

impl TicTacToe {
    /// The game from a position in the notation `X.O/.X./..O`.
    ///
    /// Where there are more O than X, O began; where there are as many, X did, unless ` o` behind the board says that O is to move.
    /// Refuses texts that are not boards, numbers of X and O that cannot result from taking turns, and games that continued after
    /// the end; every other position can occur.
    pub fn from_position(text: &str) -> Result<TicTacToe, PositionError> {
        let (board, mover) = match text.trim().split_once(' ') {
            Some((board, mover)) => (board, Some(mover_named(mover.trim())?)),
            None => (text, None),
        };
        let start = marks(board)?;
        let (x, o) = (start.x.count_ones(), start.o.count_ones());
        if x.abs_diff(o) > 1 {
            return Err(PositionError::new(format!(
                "there are {x} X and {o} O; the players take turns, so there must be as many X as O, or one more of them"
            )));
        }
        let first = if o > x || x == o && mover == Some(Player::Min) { Player::Min } else { Player::Max };
        let game = TicTacToe { start, first };
        if let Some(mover) = mover.filter(|mover| *mover != game.player(&start)) {
            let (mover, other) = if mover == Player::Max { ("X", "O") } else { ("O", "X") };
            return Err(PositionError::new(format!(
                "there are {x} X and {o} O, so {other} is to move and not {mover}"
            )));
        }
        grid::check_end(game.player(&start), has_line(start.x), has_line(start.o), "three in a row")?;
        Ok(game)
    }
}

/// Reads the three rows of a board.
pub(super) fn marks(board: &str) -> Result<Marks, PositionError> {
    let rows = grid::parse(board, SIDE)?;
    if rows.len() != SIDE {
        let rows = if rows.len() == 1 { "1 row".into() } else { format!("{} rows", rows.len()) };
        return Err(PositionError::new(format!(
            "the board has {rows}; write three, from the top, separated by /, such as X.O/.X./..O"
        )));
    }
    let mut marks = Marks::default();
    for (row, cells) in rows.iter().enumerate() {
        for (column, player) in cells.iter().enumerate() {
            if let Some(player) = *player {
                marks = marks.with(player, 1 << bit(row, column));
            }
        }
    }
    Ok(marks)
}

/// The player of the mark that stands behind a board.
pub(super) fn mover_named(mover: &str) -> Result<Player, PositionError> {
    match mover {
        "x" | "X" => Ok(Player::Max),
        "o" | "O" => Ok(Player::Min),
        _ => Err(PositionError::new("behind the board stands who is to move, x or o")),
    }
}

/// Whether there are three in a row among some squares.
#[inline]
pub(super) fn has_line(marks: u64) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

/// The squares that all complete lines among some squares have in common; all of those if none is complete.
pub(super) fn common_squares(marks: u64) -> u64 {
    LINES.iter().filter(|line| marks & **line == **line).fold(marks, |common, line| common & line)
}

/// 1 if X has three in a row, −1 if O has, 0 otherwise.
#[inline]
pub(super) fn value(position: Marks) -> Value {
    Value::from(i32::from(has_line(position.x)) - i32::from(has_line(position.o)))
}

/// The player who has three in a row.
#[inline]
pub(super) fn winner(position: Marks) -> Option<Player> {
    if has_line(position.x) { Some(Player::Max) } else { has_line(position.o).then_some(Player::Min) }
}

fn bit(row: usize, column: usize) -> usize {
    row * SIDE + column
}

fn rows(position: Marks) -> grid::Cells {
    grid::rows(position, SIDE, SIDE, bit)
}

/// The inverse of [`marks`].
pub(super) fn label(position: Marks) -> String {
    grid::label(&rows(position))
}

/// The name of the square that is filled between two positions.
pub(super) fn square_filled(from: Marks, to: Marks) -> String {
    let square = (from.all() ^ to.all()).trailing_zeros() as usize;
    let column = ["a", "b", "c"][square % SIDE];
    format!("{column}{}", square / SIDE + 1)
}

pub(super) fn board(position: Marks) -> Board {
    grid::board(Style::Lines, SIDE, &rows(position))
}

impl Game for TicTacToe {
    type Position = Marks;
    type Moves<'g> = Moves;
    type Key = Marks;

    fn root(&self) -> Marks {
        self.start
    }

    #[inline]
    fn player(&self, position: &Marks) -> Player {
        if position.all().count_ones().is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    #[inline]
    fn moves(&self, position: &Marks) -> Moves {
        let is_over = has_line(position.x) || has_line(position.o);
        position.moves(self.player(position), if is_over { 0 } else { SQUARES & !position.all() })
    }

    #[inline]
    fn static_value(&self, position: &Marks) -> Option<Value> {
        Some(value(*position))
    }

    #[inline]
    fn winner(&self, position: &Marks) -> Option<Player> {
        winner(*position)
    }

    fn soonest(&self) -> Option<i32> {
        Some(SQUARES.count_ones() as i32 + 1)
    }

    #[inline]
    fn key(&self, position: &Marks) -> Option<Marks> {
        Some(*position)
    }
}

impl PlayableGame for TicTacToe {
    fn from_position(position: &str) -> Result<TicTacToe, PositionError> {
        TicTacToe::from_position(position)
    }

    fn about_start(&self) -> Option<&'static str> {
        (self.first == Player::Min).then_some("O began")
    }
}

impl Playable for TicTacToe {
    fn label(&self, position: &Marks) -> String {
        let is_as_usual = self.first == Player::Max || !position.all().count_ones().is_multiple_of(2);
        label(*position) + if is_as_usual { "" } else { " o" }
    }

    fn move_name(&self, from: &Marks, to: &Marks) -> String {
        square_filled(*from, *to)
    }

    fn board(&self, position: &Marks) -> Option<Board> {
        Some(board(*position))
    }
}

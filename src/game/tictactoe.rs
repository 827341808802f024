//! Tic-tac-toe, or noughts and crosses: three in a row on a board of three by three squares. X is MAX and moves first.
//!
//! Moves: the empty squares row by row, from the upper left to the lower right one; none when a player has won.
//! Static value: 1 if X has won, −1 if O has, 0 otherwise (Hughes' example game, *Why Functional Programming Matters*, section 5).
//!
//! Notation: the three rows from the top, `X.O/.X./..O`. A move is named by its square, columns a to c from the left and rows 1
//! to 3 from the top.

use super::grid::{self, Marks, Moves};
use super::{Board, Game, Playable, PlayableGame, PositionError, Style};
use crate::tree::{Player, Value};

const SIDE: usize = 3;
const SQUARES: u64 = 0b111_111_111;
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
}

impl TicTacToe {
    /// The game from a position in the notation `X.O/.X./..O`.
    ///
    /// Refuses texts that are not boards, numbers of X and O that cannot result from taking turns, and games that continued after
    /// the end; every other position can occur.
    pub fn from_position(text: &str) -> Result<TicTacToe, PositionError> {
        let rows = grid::parse(text, SIDE)?;
        if rows.len() != SIDE {
            let rows = if rows.len() == 1 { "1 row".into() } else { format!("{} rows", rows.len()) };
            return Err(PositionError::new(format!(
                "the board has {rows}; write three, from the top, separated by /, such as X.O/.X./..O"
            )));
        }
        let mut start = Marks::default();
        for (row, cells) in rows.iter().enumerate() {
            for (column, player) in cells.iter().enumerate() {
                if let Some(player) = *player {
                    start = start.with(player, 1 << bit(row, column));
                }
            }
        }
        let counts = (start.x.count_ones(), start.o.count_ones());
        grid::check_turns(counts, has_line(start.x), has_line(start.o), "three in a row")?;
        Ok(TicTacToe { start })
    }
}

#[inline]
fn has_line(marks: u64) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

fn bit(row: usize, column: usize) -> usize {
    row * SIDE + column
}

fn rows(position: Marks) -> grid::Cells {
    grid::rows(position, SIDE, SIDE, bit)
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
        position.player()
    }

    #[inline]
    fn moves(&self, position: &Marks) -> Moves {
        let is_over = has_line(position.x) || has_line(position.o);
        position.moves(if is_over { 0 } else { SQUARES & !position.all() })
    }

    #[inline]
    fn static_value(&self, position: &Marks) -> Option<Value> {
        Some(Value::from(i32::from(has_line(position.x)) - i32::from(has_line(position.o))))
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
}

impl Playable for TicTacToe {
    fn label(&self, position: &Marks) -> String {
        grid::label(&rows(*position))
    }

    fn move_name(&self, from: &Marks, to: &Marks) -> String {
        let square = (from.all() ^ to.all()).trailing_zeros() as usize;
        let column = ["a", "b", "c"][square % SIDE];
        format!("{column}{}", square / SIDE + 1)
    }

    fn board(&self, position: &Marks) -> Option<Board> {
        Some(grid::board(Style::Lines, SIDE, &rows(*position)))
    }
}

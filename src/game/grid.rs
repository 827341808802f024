//! Boards with two kinds of marks, placed in turn and never removed, X first: as two bitboards, in notation, and as boards to draw.
//!
//! The notation is the rows from the top, separated by `/`, of `X`, `O` and `.` for an empty cell.

use super::{Board, Piece, PositionError, Style};
use crate::tree::Player;

/// A position: the squares with an X and those with an O, one bit each. X is MAX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    pub(super) x: u64,
    pub(super) o: u64,
}

impl Marks {
    /// The squares that are not empty.
    #[inline]
    pub(super) fn all(self) -> u64 {
        self.x | self.o
    }

    /// The player to move, if X was the first.
    #[inline]
    pub(super) fn player(self) -> Player {
        if self.all().count_ones().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// The owner of the mark on a square, given by the number of its bit.
    pub(super) fn owner(self, bit: usize) -> Option<Player> {
        match (self.x >> bit & 1, self.o >> bit & 1) {
            (1, _) => Some(Player::Max),
            (_, 1) => Some(Player::Min),
            _ => None,
        }
    }

    /// Puts a mark on some squares.
    #[inline]
    #[must_use]
    pub(super) fn with(self, player: Player, squares: u64) -> Marks {
        match player {
            Player::Max => Marks { x: self.x | squares, ..self },
            Player::Min => Marks { o: self.o | squares, ..self },
        }
    }

    /// The positions after a mark of a player on each of some squares, from the lowest bit to the highest.
    #[inline]
    pub(super) fn moves(self, player: Player, squares: u64) -> Moves {
        Moves { from: self, player, squares }
    }
}

/// The positions after each move.
#[derive(Clone, Debug)]
pub struct Moves {
    from: Marks,
    player: Player,
    /// The remaining squares.
    squares: u64,
}

impl Iterator for Moves {
    type Item = Marks;

    #[inline]
    fn next(&mut self) -> Option<Marks> {
        let square = self.squares & self.squares.wrapping_neg();
        if square == 0 {
            return None;
        }
        self.squares ^= square;
        Some(self.from.with(self.player, square))
    }

    #[inline]
    fn count(self) -> usize {
        self.squares.count_ones() as usize
    }
}

/// The cells, row by row; all rows have the same length.
pub(super) type Cells = Vec<Vec<Option<Player>>>;

/// Reads rows of `columns` cells each. X is MAX, O is MIN; lower case is accepted.
pub(super) fn parse(text: &str, columns: usize) -> Result<Cells, PositionError> {
    let mut rows = Vec::new();
    for row in text.split('/') {
        let (row_number, mut cells) = (rows.len() + 1, Vec::new());
        for mark in row.chars() {
            let Ok(cell) = owner(mark) else {
                let location = format!("row {row_number}, column {}", cells.len() + 1);
                return Err(PositionError::new(format!(
                    "“{}” in {location} is not a mark; write X, O, or . for an empty square",
                    mark.escape_debug()
                )));
            };
            cells.push(cell);
        }
        if cells.len() != columns {
            let squares = if cells.len() == 1 { "square" } else { "squares" };
            let sentence = format!("row {row_number} has {} {squares}; write {columns}", cells.len());
            return Err(PositionError::new(sentence));
        }
        rows.push(cells);
    }
    Ok(rows)
}

/// The owner of a cell with this mark; `None` if it is empty.
fn owner(mark: char) -> Result<Option<Player>, NoMark> {
    match mark {
        'X' | 'x' => Ok(Some(Player::Max)),
        'O' | 'o' => Ok(Some(Player::Min)),
        '.' => Ok(None),
        _ => Err(NoMark),
    }
}

struct NoMark;

/// The inverse of [`parse`].
pub(super) fn label(rows: &[Vec<Option<Player>>]) -> String {
    let row = |row: &Vec<Option<Player>>| row.iter().map(|cell| cell.map_or('.', sign)).collect::<String>();
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}

/// The rows as a board.
pub(super) fn board(style: Style, columns: usize, rows: &Cells) -> Board {
    let piece = |cell: &Option<Player>| cell.map(|player| Piece::new(player, sign(player)));
    Board { style, columns, cells: rows.iter().flatten().map(piece).collect() }
}

/// The rows of a position from the top; `bit` gives the bit of the square in a row and a column.
pub(super) fn rows(marks: Marks, rows: usize, columns: usize, bit: fn(usize, usize) -> usize) -> Cells {
    let row = |row| (0..columns).map(|column| marks.owner(bit(row, column))).collect();
    (0..rows).map(row).collect()
}

fn sign(player: Player) -> char {
    match player {
        Player::Max => 'X',
        Player::Min => 'O',
    }
}

/// Refuses numbers of marks that cannot result from taking turns, X first.
pub(super) fn check_turns((x, o): (u32, u32)) -> Result<(), PositionError> {
    if x == o || x == o + 1 {
        return Ok(());
    }
    Err(PositionError::new(format!(
        "there are {x} X and {o} O; X moves first and the players take turns, so there must be as many X as O, or one more"
    )))
}

/// Refuses games that both players have won; `line` is what wins.
pub(super) fn check_one_winner(x_has_won: bool, o_has_won: bool, line: &str) -> Result<(), PositionError> {
    if x_has_won && o_has_won {
        return Err(PositionError::new(format!("both X and O have {line}; the game ends with the first")));
    }
    Ok(())
}

/// Refuses games that continued after the end; `line` is what wins.
pub(super) fn check_end(mover: Player, x_has_won: bool, o_has_won: bool, line: &str) -> Result<(), PositionError> {
    check_one_winner(x_has_won, o_has_won, line)?;
    let refuse = |sentence: String| Err(PositionError::new(sentence));
    match (x_has_won, o_has_won) {
        (true, false) if mover == Player::Max => refuse(format!("X has {line} and O moved after that; remove an O")),
        (false, true) if mover == Player::Min => refuse(format!("O has {line} and X moved after that; remove an X")),
        _ => Ok(()),
    }
}

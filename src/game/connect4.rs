//! Connect Four: discs fall to the bottom of seven columns of six squares; four in a row win. X is MAX and moves first.
//!
//! Moves: the columns that are not full, from left to right; none when a player has won.
//! Static value: 100 if X has four in a row, −100 if O has. Otherwise the number of the 69 lines of four that X can still fill,
//! those without an O, minus the number of those that O can; a full board has none, so a draw is 0.
//!
//! Notation: the rows from the top, separated by `/`, as `...O.../..XX...`; empty rows at the top may be left out. Or the moves from
//! the empty board, as the digits of their columns: `44533`. A move is named by its column, 1 to 7.
//!
//! Two bitboards with seven bits per column, the lowest for the bottom square and the highest always empty, so that no line crosses from
//! one column to the next, as in John Tromp's *Fhourstones* benchmark.

use std::collections::HashSet;

use super::grid::{self, Marks, Moves};
use super::{Board, Game, Playable, PlayableGame, PositionError, Style};
use crate::tree::{Player, Value};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
const BITS: usize = ROWS + 1;
/// The distance from a square to the next one up, to the right, and along both diagonals.
const DIRECTIONS: [usize; 4] = [1, BITS, BITS - 1, BITS + 1];
const COLUMN: u64 = (1 << ROWS) - 1;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const SQUARES: u64 = BOTTOM * COLUMN;
const WIN: i32 = 100;

/// The game, starting from a given position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    start: Marks,
}

impl ConnectFour {
    /// The game from a position, given as rows or as the moves that lead to it.
    ///
    /// Refuses every position that cannot occur.
    pub fn from_position(text: &str) -> Result<ConnectFour, PositionError> {
        // A row begins with a mark.
        let is_moves = text.bytes().next().is_none_or(|first| first.is_ascii_digit());
        let start = if is_moves { from_moves(text) } else { from_rows(text) }?;
        Ok(ConnectFour { start })
    }
}

fn from_moves(digits: &str) -> Result<Marks, PositionError> {
    let mut discs = Marks::default();
    for (index, digit) in digits.bytes().enumerate() {
        let refuse = |why: &str| Err(PositionError::new(format!("move {} {why}", index + 1)));
        if is_over(discs) {
            return refuse("comes after the end of the game, with four in a row; remove it and the moves after it");
        }
        let column = usize::from(digit).wrapping_sub(usize::from(b'1'));
        if column >= COLUMNS {
            return refuse("is not a column; the columns are 1 to 7");
        }
        discs = match discs.moves(discs.player(), free(discs) & COLUMN << (column * BITS)).next() {
            Some(discs) => discs,
            None => return refuse(&format!("falls into column {}, which is full; choose another", column + 1)),
        };
    }
    Ok(discs)
}

fn from_rows(text: &str) -> Result<Marks, PositionError> {
    let rows = grid::parse(text, COLUMNS)?;
    if rows.len() > ROWS {
        return Err(PositionError::new(format!("the board has {} rows; write at most six, from the top", rows.len())));
    }
    let mut discs = Marks::default();
    for (height, row) in rows.iter().rev().enumerate() {
        for (column, &player) in row.iter().enumerate() {
            let square = 1 << (column * BITS + height);
            let floats = height > 0 && discs.all() & (square >> 1) == 0;
            if player.is_some() && floats {
                return Err(PositionError::new(format!(
                    "the disc in row {}, column {} has no disc below it; discs fall to the bottom of their column",
                    rows.len() - height,
                    column + 1
                )));
            }
            if let Some(player) = player {
                discs = discs.with(player, square);
            }
        }
    }
    let counts = (discs.x.count_ones(), discs.o.count_ones());
    grid::check_turns(counts)?;
    grid::check_end(discs.player(), has_four(discs.x), has_four(discs.o), "four in a row")?;
    if !can_arise(discs) {
        return Err(PositionError::new(
            "this position cannot occur: in any order of the discs, the players do not take turns or the game ends earlier",
        ));
    }
    Ok(discs)
}

/// Whether moves from the empty board lead to the position. Takes moves back, visiting each set of discs at most once.
fn can_arise(discs: Marks) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![discs];
    while let Some(discs) = open.pop() {
        if discs == Marks::default() {
            return true;
        }
        for column in 0..COLUMNS {
            if let Some(before) = take_back(discs, column)
                && !is_over(before)
                && seen.insert(before)
            {
                open.push(before);
            }
        }
    }
    false
}

/// The lowest squares of the lines of four in a direction whose squares are all in the set.
#[inline]
fn fours(squares: u64, direction: usize) -> u64 {
    let pairs = squares & squares >> direction;
    pairs & pairs >> (2 * direction)
}

#[inline]
fn has_four(squares: u64) -> bool {
    DIRECTIONS.iter().any(|&direction| fours(squares, direction) != 0)
}

#[inline]
fn count_fours(squares: u64) -> i32 {
    DIRECTIONS.iter().map(|&direction| fours(squares, direction).count_ones() as i32).sum()
}

/// Whether the game is won. Only the player who moved last can have won.
#[inline]
fn is_over(discs: Marks) -> bool {
    has_four(match discs.player() {
        Player::Max => discs.o,
        Player::Min => discs.x,
    })
}

/// The squares on which a disc can land, one per column.
#[inline]
fn free(discs: Marks) -> u64 {
    (discs.all() + BOTTOM) & SQUARES
}

/// The position before the last disc in a column, if that is the last player's.
fn take_back(discs: Marks, column: usize) -> Option<Marks> {
    let in_column = discs.all() & COLUMN << (column * BITS);
    let top = in_column & !(in_column >> 1);
    let before = Marks { x: discs.x & !top, o: discs.o & !top };
    let taken = match discs.player() {
        Player::Max => discs.o,
        Player::Min => discs.x,
    };
    (taken & top != 0).then_some(before)
}

fn rows(discs: Marks) -> grid::Cells {
    grid::rows(discs, ROWS, COLUMNS, |row, column| column * BITS + (ROWS - 1 - row))
}

impl Game for ConnectFour {
    type Position = Marks;
    type Moves<'g> = Moves;
    type Key = u64;

    fn root(&self) -> Marks {
        self.start
    }

    #[inline]
    fn player(&self, discs: &Marks) -> Player {
        discs.player()
    }

    #[inline]
    fn moves(&self, discs: &Marks) -> Moves {
        discs.moves(discs.player(), if is_over(*discs) { 0 } else { free(*discs) })
    }

    #[inline]
    fn static_value(&self, discs: &Marks) -> Option<Value> {
        let value = if has_four(discs.x) {
            WIN
        } else if has_four(discs.o) {
            -WIN
        } else {
            count_fours(SQUARES & !discs.o) - count_fours(SQUARES & !discs.x)
        };
        Some(Value::from(value))
    }

    #[inline]
    fn winner(&self, discs: &Marks) -> Option<Player> {
        if has_four(discs.x) { Some(Player::Max) } else { has_four(discs.o).then_some(Player::Min) }
    }

    fn soonest(&self) -> Option<i32> {
        Some(WIN + SQUARES.count_ones() as i32)
    }

    /// In a column of h discs the sum is from 2^h − 1 to 2^(h+1) − 2, so it determines h and which of them are X's.
    #[inline]
    fn key(&self, discs: &Marks) -> Option<u64> {
        Some(discs.x + discs.all())
    }
}

impl PlayableGame for ConnectFour {
    fn from_position(position: &str) -> Result<ConnectFour, PositionError> {
        ConnectFour::from_position(position)
    }
}

impl Playable for ConnectFour {
    /// The rows without the empty ones at the top.
    fn label(&self, discs: &Marks) -> String {
        let rows = rows(*discs);
        let mut empty = 0;
        while empty < ROWS - 1 && rows[empty].iter().all(Option::is_none) {
            empty += 1;
        }
        grid::label(&rows[empty..])
    }

    fn move_name(&self, from: &Marks, to: &Marks) -> String {
        let square = (from.all() ^ to.all()).trailing_zeros() as usize;
        (square / BITS + 1).to_string()
    }

    fn board(&self, discs: &Marks) -> Option<Board> {
        Some(grid::board(Style::Holes, COLUMNS, &rows(*discs)))
    }
}

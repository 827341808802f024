//! Connect Four: discs fall to the bottom of seven columns of six squares; four in a row win. X is MAX and moves first.
//!
//! Moves: the columns that are not full, from left to right; none when a player has won.
//! Static value: 100 where X has four in a row, −100 where O has. Elsewhere the number of the 69 lines of four that X may still fill,
//! those without an O, less the number of those that O may; a full board has none, so a draw is 0.
//!
//! Notation: the rows from the top, separated by `/`, as `...O.../..XX...`; empty rows at the top may be left out. Or the moves from
//! the empty board, as the digits of their columns: `44533`. A move is called by its column, 1 to 7.
//!
//! Two bitboards with seven bits a column, the lowest the bottom square and the highest always empty, so that no line crosses from
//! one column to the next: John Tromp's *Fhourstones* benchmark.

use std::collections::HashSet;

use super::{Board, Game, Playable, PositionError, Style, grid};
use crate::tree::{Player, Value};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
const BITS: usize = ROWS + 1;
/// From a square to the next one up, to the right, and along both diagonals.
const DIRECTIONS: [usize; 4] = [1, BITS, BITS - 1, BITS + 1];
const COLUMN: u64 = (1 << ROWS) - 1;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const SQUARES: u64 = BOTTOM * COLUMN;
const WIN: i32 = 100;

/// The game from some position on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    start: Discs,
}

/// A position: the squares with a disc of X and those with one of O.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Discs {
    x: u64,
    o: u64,
}

impl ConnectFour {
    /// The game from a position, given as rows or as the moves that lead to it.
    ///
    /// Refuses every position to which no moves lead.
    pub fn from_position(text: &str) -> Result<ConnectFour, PositionError> {
        let is_moves = text.bytes().all(|byte| byte.is_ascii_digit());
        let start = if is_moves { from_moves(text) } else { from_rows(text) }?;
        Ok(ConnectFour { start })
    }
}

fn from_moves(digits: &str) -> Result<Discs, PositionError> {
    let mut discs = Discs::default();
    for (index, digit) in digits.bytes().enumerate() {
        let refuse = |why: &str| Err(PositionError::new(format!("move {} {why}", index + 1)));
        if discs.is_over() {
            return refuse("comes after the end: four are in a row; leave it and what follows out");
        }
        let column = usize::from(digit).wrapping_sub(usize::from(b'1'));
        if column >= COLUMNS {
            return refuse("is no column; the columns are 1 to 7");
        }
        discs = match discs.drop_into(column) {
            Some(discs) => discs,
            None => return refuse(&format!("falls into column {}, which is full; choose another", column + 1)),
        };
    }
    Ok(discs)
}

fn from_rows(text: &str) -> Result<Discs, PositionError> {
    let rows = grid::parse(text, COLUMNS)?;
    if rows.len() > ROWS {
        return Err(PositionError::new(format!("the board has {} rows; write at most six, from the top", rows.len())));
    }
    let mut discs = Discs::default();
    for (height, row) in rows.iter().rev().enumerate() {
        for (column, &player) in row.iter().enumerate() {
            let square = 1 << (column * BITS + height);
            let floats = height > 0 && (discs.x | discs.o) & (square >> 1) == 0;
            if player.is_some() && floats {
                return Err(PositionError::new(format!(
                    "the disc in row {}, column {} has none below it; discs fall to the bottom of their column",
                    rows.len() - height,
                    column + 1
                )));
            }
            match player {
                Some(Player::Max) => discs.x |= square,
                Some(Player::Min) => discs.o |= square,
                None => {}
            }
        }
    }
    let counts = (discs.x.count_ones(), discs.o.count_ones());
    grid::check_turns(counts, has_four(discs.x), has_four(discs.o), "four in a row")?;
    if !can_arise(discs) {
        return Err(PositionError::new(
            "no moves lead to this position: in whatever order the discs fall, the players do not take turns or the game ends before",
        ));
    }
    Ok(discs)
}

/// Whether moves from the empty board lead to the position. Takes them back, each set of discs at most once.
fn can_arise(discs: Discs) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![discs];
    while let Some(discs) = open.pop() {
        if discs == Discs::default() {
            return true;
        }
        let before = (0..COLUMNS).filter_map(|column| discs.take_back(column)).filter(|before| !before.is_over());
        open.extend(before.filter(|before| seen.insert(*before)));
    }
    false
}

/// The lowest squares of the lines of four, in some direction, of which all squares are in the set.
#[inline]
fn fours(squares: u64, direction: usize) -> u64 {
    let pairs = squares & squares >> direction;
    pairs & pairs >> (2 * direction)
}

#[inline]
fn has_four(squares: u64) -> bool {
    DIRECTIONS.iter().any(|&direction| fours(squares, direction) != 0)
}

fn count_fours(squares: u64) -> i32 {
    DIRECTIONS.iter().map(|&direction| fours(squares, direction).count_ones() as i32).sum()
}

impl Discs {
    #[inline]
    fn all(self) -> u64 {
        self.x | self.o
    }

    #[inline]
    fn player(self) -> Player {
        if self.all().count_ones().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// Only who moved last can have won.
    #[inline]
    fn is_over(self) -> bool {
        has_four(match self.player() {
            Player::Max => self.o,
            Player::Min => self.x,
        })
    }

    /// The position after the player to move drops a disc; `None` where the column is full.
    fn drop_into(self, column: usize) -> Option<Discs> {
        Moves { from: self, player: self.player(), free: self.free() & COLUMN << (column * BITS) }.next()
    }

    /// The position before the last disc in a column, where that is the last player's.
    fn take_back(self, column: usize) -> Option<Discs> {
        let discs = self.all() & COLUMN << (column * BITS);
        let top = discs & !(discs >> 1);
        let (of_last, before) = match self.player() {
            Player::Max => (self.o, Discs { o: self.o & !top, ..self }),
            Player::Min => (self.x, Discs { x: self.x & !top, ..self }),
        };
        (of_last & top != 0).then_some(before)
    }

    /// The squares on which a disc can come to lie.
    #[inline]
    fn free(self) -> u64 {
        (self.all() + BOTTOM) & SQUARES
    }

    fn rows(self) -> impl Iterator<Item = Vec<Option<Player>>> {
        let cell = move |bit: usize| match (self.x >> bit & 1, self.o >> bit & 1) {
            (1, _) => Some(Player::Max),
            (_, 1) => Some(Player::Min),
            _ => None,
        };
        (0..ROWS).rev().map(move |height| (0..COLUMNS).map(|column| cell(column * BITS + height)).collect())
    }
}

/// The positions after each move.
#[derive(Clone, Debug)]
pub struct Moves {
    from: Discs,
    player: Player,
    /// The squares that are left, one a column.
    free: u64,
}

impl Iterator for Moves {
    type Item = Discs;

    #[inline]
    fn next(&mut self) -> Option<Discs> {
        let square = self.free & self.free.wrapping_neg();
        if square == 0 {
            return None;
        }
        self.free ^= square;
        Some(match self.player {
            Player::Max => Discs { x: self.from.x | square, ..self.from },
            Player::Min => Discs { o: self.from.o | square, ..self.from },
        })
    }
}

impl Game for ConnectFour {
    type Position = Discs;
    type Moves<'g> = Moves;

    fn root(&self) -> Discs {
        self.start
    }

    #[inline]
    fn player(&self, discs: &Discs) -> Player {
        discs.player()
    }

    #[inline]
    fn moves(&self, discs: &Discs) -> Moves {
        let free = if discs.is_over() { 0 } else { discs.free() };
        Moves { from: *discs, player: discs.player(), free }
    }

    fn static_value(&self, discs: &Discs) -> Option<Value> {
        let value = if has_four(discs.x) {
            WIN
        } else if has_four(discs.o) {
            -WIN
        } else {
            count_fours(SQUARES & !discs.o) - count_fours(SQUARES & !discs.x)
        };
        Some(Value::from(value))
    }

    /// In each column X's discs, and a bit on top of all discs that tells how many there are.
    fn key(&self, discs: &Discs) -> Option<u128> {
        Some((discs.x + discs.all() + BOTTOM).into())
    }
}

impl Playable for ConnectFour {
    /// The rows without the empty ones at the top.
    fn label(&self, discs: &Discs) -> String {
        let is_empty = |row: &Vec<Option<Player>>| row.iter().all(Option::is_none);
        let empty = discs.rows().take_while(is_empty).count();
        grid::label(discs.rows().skip(empty.min(ROWS - 1)))
    }

    fn move_name(&self, from: &Discs, to: &Discs) -> String {
        let square = (from.all() ^ to.all()).trailing_zeros() as usize;
        (square / BITS + 1).to_string()
    }

    fn board(&self, discs: &Discs) -> Option<Board> {
        Some(grid::board(Style::Holes, COLUMNS, discs.rows()))
    }
}

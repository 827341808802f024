//! A board of cells with pieces on them, to draw a position.

use std::ops::Range;

use crate::tree::Player;

/// A piece in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its owner; `None` for pieces that both players can take, such as the objects of Nim.
    pub owner: Option<Player>,
    /// The character that represents it.
    pub sign: char,
    /// How many there are in the cell; 1 except in [pits](Style::Pits).
    pub count: u16,
}

impl Piece {
    /// One piece.
    pub fn new(owner: impl Into<Option<Player>>, sign: char) -> Piece {
        Piece { owner: owner.into(), sign, count: 1 }
    }
}

/// How the cells of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Lines between the cells.
    Lines,
    /// Round holes, in which discs lie.
    Holes,
    /// Lines between the cells, on which discs lie.
    Discs,
    /// Two rows of pits with the numbers of the pieces in them, MIN's above MAX's. The first cell of the upper row and the last of the lower row
    /// are their stores.
    Pits,
    /// Light and dark squares alternating, with a light one in the upper left corner.
    Chequered,
    /// No cells, only pieces.
    Bare,
}

/// The row and column of a cell, counted from 0 at the upper left.
pub type Cell = (usize, usize);

/// The input on a board that plays a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A click on any of these cells: the one that is filled or else the first one that changes, its whole column if discs fall, or the pit
    /// that is emptied.
    Put {
        /// Their rows.
        rows: Range<usize>,
        /// Their columns.
        columns: Range<usize>,
    },
    /// Moving a piece.
    Move {
        /// From this cell.
        from: Cell,
        /// To this cell.
        to: Cell,
    },
}

/// A board and the pieces on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How the cells are drawn.
    pub style: Style,
    /// The number of columns, at least one.
    pub columns: usize,
    /// The cells row by row, from the upper left one.
    pub cells: Vec<Option<Piece>>,
}

impl Board {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The piece in a cell, with rows and columns counted from 0; `None` outside the board.
    pub fn piece(&self, row: usize, column: usize) -> Option<Piece> {
        if column < self.columns { self.cells.get(row * self.columns + column).copied().flatten() } else { None }
    }

    /// The input that plays the move after which the board is `next`. `None` if it cannot be determined.
    pub fn gesture(&self, next: &Board) -> Option<Gesture> {
        if self.style == Style::Chequered {
            return self.piece_moved(next);
        }
        let (row, column) = if self.style == Style::Pits { self.emptied(next)? } else { self.filled(next)? };
        let rows = if self.style == Style::Holes { 0..self.rows() } else { row..row + 1 };
        Some(Gesture::Put { rows, columns: column..column + 1 })
    }

    /// The first cell that was empty and has been filled; other pieces may change sides with it. Or else the first that changes.
    fn filled(&self, next: &Board) -> Option<Cell> {
        let changed = self.changed(next);
        let filled = changed.iter().find(|&&(row, column)| self.piece(row, column).is_none());
        filled.or(changed.first()).copied()
    }

    /// The pit from which the pieces were taken: a captured one also has fewer, but then the other side's store has more.
    fn emptied(&self, next: &Board) -> Option<Cell> {
        let count = |board: &Board, (row, column): Cell| board.piece(row, column).map_or(0, |piece| piece.count);
        let grows = |cell: Cell| count(next, cell) > count(self, cell);
        let last = self.columns - 1;
        let rows = match (grows((0, 0)), grows((1, last))) {
            (true, false) => 0..1,
            (false, true) => 1..2,
            _ => 0..2,
        };
        let mut pits = rows.flat_map(|row| (1..last).map(move |column| (row, column)));
        pits.find(|&pit| count(next, pit) < count(self, pit))
    }

    /// The cells between which a piece moved; if two of a side moved, those of the king.
    fn piece_moved(&self, next: &Board) -> Option<Gesture> {
        let changed = self.changed(next);
        let is_king = |piece: Piece| piece.sign.eq_ignore_ascii_case(&'k');
        let mut arrived: Option<(Cell, Piece)> = None;
        for &(row, column) in &changed {
            if let Some(piece) = next.piece(row, column)
                && arrived.is_none_or(|(_, best)| is_king(piece) >= is_king(best))
            {
                arrived = Some(((row, column), piece));
            }
        }
        let (to, man) = arrived?;
        let mut left: Option<(Cell, Piece)> = None;
        for &(row, column) in &changed {
            if let Some(piece) = self.piece(row, column)
                && piece.owner == man.owner
                && left.is_none_or(|(_, best)| is_king(piece) >= is_king(best))
            {
                left = Some(((row, column), piece));
            }
        }
        let (from, _) = left?;
        Some(Gesture::Move { from, to })
    }

    /// The name of a cell as in chess: a letter for the column, and the number of the row from below.
    pub fn name(&self, (row, column): Cell) -> String {
        let letter = char::from_digit(10 + column as u32, 36).unwrap_or('?');
        format!("{letter}{}", self.rows() - row)
    }

    /// The cells with another piece than on the next board, row by row.
    fn changed(&self, next: &Board) -> Vec<Cell> {
        let cells = (0..self.rows()).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        cells.filter(|&(row, column)| self.piece(row, column) != next.piece(row, column)).collect()
    }
}

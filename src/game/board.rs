//! A position as something to draw: a board of cells with pieces on them.

use std::ops::Range;

use crate::tree::Player;

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is; `None` for what both players may take, such as the objects of Nim.
    pub owner: Option<Player>,
    /// The sign that stands for it.
    pub sign: char,
}

/// How the cells of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Lines between the cells.
    Lines,
    /// Round holes, in which discs lie.
    Holes,
    /// Light and dark squares in turn, the upper left one light.
    Chequered,
    /// Nothing but the pieces.
    Bare,
}

/// The row and the column of a cell, both counted from 0 and from the upper left one.
pub type Cell = (usize, usize);

/// What a person does on a board to play a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Puts a finger on one of these cells: the first that changes, or all its column where discs fall.
    Put {
        /// Their rows.
        rows: Range<usize>,
        /// Their columns.
        columns: Range<usize>,
    },
    /// Moves a man.
    Move {
        /// From here.
        from: Cell,
        /// To there.
        to: Cell,
    },
}

/// A board and the pieces on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How the cells are drawn.
    pub style: Style,
    /// How many cells a row has, at least one.
    pub columns: usize,
    /// The cells row by row, from the upper left one; as many as rows times columns.
    pub cells: Vec<Option<Piece>>,
}

impl Board {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// What stands in a cell, rows and columns counted from 0; nothing beside the board.
    pub fn piece(&self, row: usize, column: usize) -> Option<Piece> {
        if column < self.columns { self.cells.get(row * self.columns + column).copied().flatten() } else { None }
    }

    /// What a person does on the board to play the move after which it is `next`. `None` where nothing tells it.
    pub fn gesture(&self, next: &Board) -> Option<Gesture> {
        if self.style == Style::Chequered {
            return self.man_moved(next);
        }
        let (row, column) =
            self.cells_at().find(|&(row, column)| self.piece(row, column) != next.piece(row, column))?;
        let rows = if self.style == Style::Holes { 0..self.rows() } else { row..row + 1 };
        Some(Gesture::Put { rows, columns: column..column + 1 })
    }

    /// Where the man was that moved, and where it is; where two of a side moved, the king.
    fn man_moved(&self, next: &Board) -> Option<Gesture> {
        let changed = || self.cells_at().filter(|&(row, column)| self.piece(row, column) != next.piece(row, column));
        let is_king = |piece: Piece| piece.sign.eq_ignore_ascii_case(&'k');
        let arrived = changed().filter_map(|(row, column)| Some(((row, column), next.piece(row, column)?)));
        let (to, man) = arrived.max_by_key(|&(_, piece)| is_king(piece))?;
        let left = changed().filter_map(|(row, column)| {
            let piece = self.piece(row, column).filter(|piece| piece.owner == man.owner)?;
            (next.piece(row, column) != Some(piece)).then_some(((row, column), piece))
        });
        let (from, _) = left.max_by_key(|&(_, piece)| is_king(piece))?;
        Some(Gesture::Move { from, to })
    }

    /// What chess players call a cell: a letter for the column, and the number of the row from below.
    pub fn name(&self, (row, column): Cell) -> String {
        let letter = char::from_digit(10 + column as u32, 36).unwrap_or('?');
        format!("{letter}{}", self.rows() - row)
    }

    fn cells_at(&self) -> impl Iterator<Item = Cell> {
        (0..self.rows()).flat_map(|row| (0..self.columns).map(move |column| (row, column)))
    }
}

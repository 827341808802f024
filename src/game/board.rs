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

    /// The cells, rows and columns, where a person who plays the move to the board `next` would put a finger: the first cell
    /// that changes, and all its column where discs fall. None where a move changes too much to tell it by one cell.
    pub fn cells_of_move(&self, next: &Board) -> Option<(Range<usize>, Range<usize>)> {
        let places = (0..self.rows()).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let (row, column) =
            places.into_iter().find(|&(row, column)| self.piece(row, column) != next.piece(row, column))?;
        match self.style {
            Style::Chequered => None,
            Style::Holes => Some((0..self.rows(), column..column + 1)),
            Style::Lines | Style::Bare => Some((row..row + 1, column..column + 1)),
        }
    }
}

//! A position as something to draw: a board of cells with pieces on them.

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
}

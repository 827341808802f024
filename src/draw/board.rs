//! The boards of games as shapes.

use std::ops::Range;

use super::{Corners, Ink, Pattern, Picture, Rect, Shape, Text, Vec2, vec2};
use crate::game::{Board, Piece, Style};
use crate::tree::{NodeId, Player};

/// A board with fewer cells in a row or column than this is drawn smaller than its room.
const FEWEST_CELLS: f32 = 3.0;
/// The pieces of chess as filled signs and as outlines, in the order of [`MEN`].
const FILLED: [char; 6] = ['♚', '♛', '♜', '♝', '♞', '♟'];
const OUTLINED: [char; 6] = ['♔', '♕', '♖', '♗', '♘', '♙'];
const MEN: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// The largest area for a board in the middle of a room. Cells are square, and none is larger than a third of the room.
pub fn fit(board: &Board, room: Rect) -> Rect {
    let (rows, columns) = (board.rows().max(1) as f32, board.columns as f32);
    let side = (room.width() / columns.max(FEWEST_CELLS)).min(room.height() / rows.max(FEWEST_CELLS));
    Rect::from_center_size(room.center(), vec2(side * columns, side * rows))
}

/// The rectangle of some rows and columns of a board that fills `area`.
pub fn cells(board: &Board, area: Rect, rows: &Range<usize>, columns: &Range<usize>) -> Rect {
    let side = area.width() / board.columns as f32;
    let corner = |row: usize, column: usize| area.min + vec2(column as f32, row as f32) * side;
    Rect::from_min_max(corner(rows.start, columns.start), corner(rows.end, columns.end))
}

/// Adds a board that fills `area`, which must have its shape; with `is_faded` in fainter inks.
pub fn add(picture: &mut Picture, node: NodeId, area: &Rect, board: &Board, is_faded: bool) {
    let mut brush = Brush { picture, node, area: *area, board, is_faded };
    match board.style {
        Style::Lines | Style::Discs => brush.lines(),
        Style::Chequered => brush.squares(),
        Style::Holes => brush.holes(),
        Style::Pits | Style::Bare => {}
    }
    for (index, piece) in board.cells.iter().enumerate() {
        if let Some(piece) = piece {
            brush.piece(index, *piece);
        }
    }
}

/// A picture of only a board.
pub fn picture(board: &Board, area: Rect) -> Picture {
    let mut picture = Picture::default();
    add(&mut picture, NodeId::ROOT, &area, board, false);
    picture
}

struct Brush<'a> {
    picture: &'a mut Picture,
    node: NodeId,
    area: Rect,
    board: &'a Board,
    is_faded: bool,
}

impl Brush<'_> {
    fn side(&self) -> f32 {
        self.area.width() / self.board.columns as f32
    }

    fn cell(&self, index: usize) -> Rect {
        let (row, column) = (index / self.board.columns, index % self.board.columns);
        cells(self.board, self.area, &(row..row + 1), &(column..column + 1))
    }

    /// The inks of pieces.
    fn ink(&self) -> Ink {
        if self.is_faded { Ink::Edge } else { Ink::Text }
    }

    fn line(&mut self, ends: [super::Pos2; 2], width: f32, ink: Ink) {
        self.picture.add(self.node, Shape::Line { ends, width, ink, pattern: Pattern::Solid });
    }

    fn circle(&mut self, centre: super::Pos2, radius: f32, fill: Option<Ink>, outline: Option<(Ink, f32)>) {
        let outline = outline.map(|(ink, width)| (ink, width, Pattern::Solid));
        self.picture.add(self.node, Shape::Circle { centre, radius, fill, outline });
    }

    /// The lines between the cells.
    fn lines(&mut self) {
        let (area, side) = (self.area, self.side());
        let width = (side * 0.05).max(0.8);
        let ink = if self.is_faded { Ink::Pruned } else { Ink::Edge };
        for column in 1..self.board.columns {
            let x = area.left() + column as f32 * side;
            self.line([super::pos2(x, area.top()), super::pos2(x, area.bottom())], width, ink);
        }
        for row in 1..self.board.rows() {
            let y = area.top() + row as f32 * side;
            self.line([super::pos2(area.left(), y), super::pos2(area.right(), y)], width, ink);
        }
    }

    /// Light and dark squares.
    fn squares(&mut self) {
        let (light, dark) =
            if self.is_faded { (Ink::Background, Ink::Fill) } else { (Ink::LightSquare, Ink::DarkSquare) };
        self.picture.fill(Some(self.node), self.area, light);
        for index in 0..self.board.cells.len() {
            if (index / self.board.columns + index % self.board.columns) % 2 == 1 {
                let cell = self.cell(index);
                self.picture.fill(Some(self.node), cell, dark);
            }
        }
    }

    fn holes(&mut self) {
        let wall = if self.is_faded { Ink::Fill } else { Ink::Wall };
        let corners = Corners::of(self.area);
        self.picture.add(self.node, Shape::Polygon { corners, fill: Some(wall), outline: None });
        for index in 0..self.board.cells.len() {
            let hole = self.cell(index);
            self.circle(hole.center(), hole.width() * 0.4, Some(Ink::Background), None);
        }
    }

    fn piece(&mut self, index: usize, piece: Piece) {
        let cell = self.cell(index);
        let (middle, wide) = (cell.center(), cell.width());
        let (ink, width) = (self.ink(), (wide * 0.1).max(1.0));
        match (self.board.style, piece.owner) {
            (Style::Chequered, _) => self.man(cell, piece),
            (Style::Lines, Some(Player::Max)) => {
                let reach = Vec2::splat(wide * 0.27);
                self.line([middle - reach, middle + reach], width, ink);
                let other = vec2(-reach.x, reach.y);
                self.line([middle + other, middle - other], width, ink);
            }
            (Style::Lines, _) => self.circle(middle, wide * 0.3, None, Some((ink, width))),
            (Style::Pits, _) => self.pit(index, cell, piece.count),
            (Style::Holes | Style::Discs, Some(Player::Min)) => {
                self.circle(middle, wide * 0.3, None, Some((ink, width * 1.3)));
            }
            (Style::Holes | Style::Discs | Style::Bare, _) => self.circle(middle, wide * 0.36, Some(ink), None),
        }
    }

    /// A pit, or at an end of the board a store, with its number unless that is 0.
    fn pit(&mut self, index: usize, cell: Rect, count: u16) {
        let (wide, ink) = (cell.width(), self.ink());
        let outline = (if self.is_faded { Ink::Pruned } else { Ink::Edge }, (wide * 0.05).max(0.8));
        if [0, self.board.columns - 1].contains(&(index % self.board.columns)) {
            let (corners, (line, width)) = (Corners::of(cell.shrink(wide * 0.1)), outline);
            let outline = Some((line, width, Pattern::Solid));
            self.picture.add(self.node, Shape::Polygon { corners, fill: None, outline });
        } else {
            self.circle(cell.center(), wide * 0.4, None, Some(outline));
        }
        if count > 0 {
            let size = (wide * 0.45 * 16.0).round() / 16.0;
            let text = Text { words: count.to_string(), middle: cell.center(), size, ink };
            self.picture.add(self.node, Shape::Text(text));
        }
    }

    /// A chess piece: a filled symbol, and for White an outline over it.
    fn man(&mut self, cell: Rect, piece: Piece) {
        let Some(kind) = MEN.iter().position(|&sign| sign == piece.sign.to_ascii_uppercase()) else { return };
        let black = if self.is_faded { Ink::Edge } else { Ink::Black };
        if piece.owner == Some(Player::Max) {
            self.sign(cell, FILLED[kind], Ink::White);
            self.sign(cell, OUTLINED[kind], black);
        } else {
            self.sign(cell, FILLED[kind], black);
        }
    }

    fn sign(&mut self, cell: Rect, sign: char, ink: Ink) {
        // Cells of the same size differ in the last bits.
        let size = (cell.width() * 0.95 * 16.0).round() / 16.0;
        let text = Text { words: sign.to_string(), middle: cell.center(), size, ink };
        self.picture.add(self.node, Shape::Text(text));
    }
}

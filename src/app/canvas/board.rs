//! Paints the boards of games: in the dialog that begins a game, in the inspector, and in the nodes of a drawing.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use eframe::egui::{
    Color32, FontFamily, FontId, Galley, Mesh, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, vec2,
};

use crate::app::style::theme::{CHESSMEN, Palette};
use crate::game::{Board, Piece, Style};
use crate::tree::Player;

/// The squares of a chequered board and its men, the same in light and dark: white must be white and black must be black.
const LIGHT_SQUARE: Color32 = Color32::from_rgb(0xD9, 0xDE, 0xE5);
const DARK_SQUARE: Color32 = Color32::from_rgb(0x93, 0xA3, 0xB5);
const WHITE_MAN: Color32 = Color32::WHITE;
const BLACK_MAN: Color32 = Color32::from_rgb(0x10, 0x12, 0x16);
/// A board with fewer cells in a row or column is drawn smaller than its room.
const FEWEST_CELLS: f32 = 3.0;
/// How much of a board fades away that is not quite there.
const FADED: f32 = 0.6;
/// The men of chess as filled signs and as outlines, in the order of [`MEN`].
const FILLED: [char; 6] = ['♚', '♛', '♜', '♝', '♞', '♟'];
const OUTLINED: [char; 6] = ['♔', '♕', '♖', '♗', '♘', '♙'];
const MEN: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// The largest area for a board in the middle of a room; cells are square, and none is larger than a third of the room.
pub(crate) fn fit(board: &Board, room: Rect) -> Rect {
    let [rows, columns] = [board.rows().max(1), board.columns].map(|count| count as f32);
    let side = (room.width() / columns.max(FEWEST_CELLS)).min(room.height() / rows.max(FEWEST_CELLS));
    Rect::from_center_size(room.center(), vec2(side * columns, side * rows))
}

/// Shows a board with sides of `most` points at most.
pub(crate) fn show(ui: &mut Ui, board: &Board, most: f32) -> Response {
    let area = fit(board, Rect::from_min_size(Pos2::ZERO, Vec2::splat(most)));
    let (area, response) = ui.allocate_exact_size(area.size(), Sense::hover());
    paint(ui.painter(), area, board, &Palette::of(ui.visuals()));
    response
}

/// Where some rows and columns of a board are that takes up `area`.
pub(crate) fn cells(board: &Board, area: Rect, rows: &Range<usize>, columns: &Range<usize>) -> Rect {
    let side = area.width() / board.columns as f32;
    let corner = |row: usize, column: usize| area.min + vec2(column as f32, row as f32) * side;
    Rect::from_min_max(corner(rows.start, columns.start), corner(rows.end, columns.end))
}

/// Paints a board over all of `area`, which must have its shape.
pub(crate) fn paint(painter: &Painter, area: Rect, board: &Board, palette: &Palette) {
    Brush::new(painter, palette).paint(area, board);
}

/// Paints a board that is not quite there, on a ground of a colour.
pub(crate) fn paint_faded(painter: &Painter, area: Rect, board: &Board, palette: &Palette, ground: Color32) {
    Brush::new(painter, palette).paint_faded(area, board, ground);
}

/// Paints boards, many of them in a frame. Signs of one size are set in type once.
pub(crate) struct Brush<'p> {
    painter: &'p Painter,
    palette: &'p Palette,
    /// Signs by size, in bits, and colour.
    signs: HashMap<(char, u32, Color32), Arc<Galley>>,
}

impl<'p> Brush<'p> {
    pub(crate) fn new(painter: &'p Painter, palette: &'p Palette) -> Brush<'p> {
        Brush { painter, palette, signs: HashMap::new() }
    }

    /// Paints a board over all of `area`, which must have its shape.
    pub(crate) fn paint(&mut self, area: Rect, board: &Board) {
        match board.style {
            Style::Lines => self.lines(area, board),
            Style::Chequered => self.squares(area, board),
            Style::Holes => self.holes(area, board),
            Style::Bare => {}
        }
        for (index, piece) in board.cells.iter().enumerate() {
            if let Some(piece) = piece {
                self.piece(cell(board, area, index), board.style, *piece);
            }
        }
    }

    /// Paints a board that is not quite there, on a ground of a colour.
    pub(crate) fn paint_faded(&mut self, area: Rect, board: &Board, ground: Color32) {
        self.paint(area, board);
        self.painter.rect_filled(area, 0.0, ground.gamma_multiply(FADED));
    }

    /// The lines between the cells.
    fn lines(&self, area: Rect, board: &Board) {
        let side = area.width() / board.columns as f32;
        let stroke = Stroke::new((side * 0.05).max(1.0), self.palette.edge);
        for column in 1..board.columns {
            self.painter.vline(area.left() + column as f32 * side, area.y_range(), stroke);
        }
        for row in 1..board.rows() {
            self.painter.hline(area.x_range(), area.top() + row as f32 * side, stroke);
        }
    }

    /// Light and dark squares, as one shape.
    fn squares(&self, area: Rect, board: &Board) {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(area, LIGHT_SQUARE);
        for index in 0..board.cells.len() {
            if (index / board.columns + index % board.columns) % 2 == 1 {
                mesh.add_colored_rect(cell(board, area, index), DARK_SQUARE);
            }
        }
        self.painter.add(Shape::mesh(mesh));
    }

    fn holes(&self, area: Rect, board: &Board) {
        let wall = self.palette.edge.lerp_to_gamma(self.palette.background, 0.5);
        self.painter.rect_filled(area, 0.06 * area.width(), wall);
        for index in 0..board.cells.len() {
            let hole = cell(board, area, index);
            self.painter.circle_filled(hole.center(), hole.width() * 0.4, self.palette.background);
        }
    }

    fn piece(&mut self, cell: Rect, style: Style, piece: Piece) {
        let middle = cell.center();
        let Brush { painter, palette, .. } = *self;
        let ink = Stroke::new((cell.width() * 0.1).max(1.2), palette.text);
        match (style, piece.owner) {
            (Style::Chequered, _) => self.man(cell, piece),
            (Style::Lines, Some(Player::Max)) => {
                let reach = Vec2::splat(cell.width() * 0.27);
                painter.line_segment([middle - reach, middle + reach], ink);
                painter.line_segment([middle + vec2(-reach.x, reach.y), middle + vec2(reach.x, -reach.y)], ink);
            }
            (Style::Lines, _) => {
                painter.circle_stroke(middle, cell.width() * 0.3, ink);
            }
            (Style::Holes, Some(Player::Min)) => {
                painter.circle_stroke(middle, cell.width() * 0.3, Stroke::new(ink.width * 1.3, palette.text));
            }
            (Style::Holes | Style::Bare, _) => {
                painter.circle_filled(middle, cell.width() * 0.36, palette.text);
            }
        }
    }

    /// A chessman: a filled sign, and for White's an outline over it.
    fn man(&mut self, cell: Rect, piece: Piece) {
        let Some(kind) = MEN.iter().position(|&sign| sign == piece.sign.to_ascii_uppercase()) else { return };
        if piece.owner == Some(Player::Max) {
            self.sign(cell, FILLED[kind], WHITE_MAN);
            self.sign(cell, OUTLINED[kind], BLACK_MAN);
        } else {
            self.sign(cell, FILLED[kind], BLACK_MAN);
        }
    }

    fn sign(&mut self, cell: Rect, sign: char, color: Color32) {
        // Cells of a size differ in the last bits.
        let size = (cell.width() * 0.95 * 16.0).round() / 16.0;
        let set = || {
            let font = FontId::new(size, FontFamily::Name(CHESSMEN.into()));
            self.painter.layout_no_wrap(sign.to_string(), font, color)
        };
        let galley = Arc::clone(self.signs.entry((sign, size.to_bits(), color)).or_insert_with(set));
        self.painter.galley(cell.center() - galley.mesh_bounds.center().to_vec2(), galley, color);
    }
}

/// The cell at an index in [`Board::cells`].
fn cell(board: &Board, area: Rect, index: usize) -> Rect {
    let (row, column) = (index / board.columns, index % board.columns);
    cells(board, area, &(row..row + 1), &(column..column + 1))
}

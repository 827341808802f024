//! Boards of games in the dialogs and in the inspector.

use eframe::egui::{Color32, Painter, Pos2, Rect, Response, Sense, Ui, Vec2};

use super::screen;
pub(crate) use crate::draw::board::{cells, fit};
use crate::draw::{Palette, board};
use crate::game::Board;

/// How much of a faded board is transparent.
const FADED: f32 = 0.6;

/// Shows a board with sides of at most `most` points.
pub(crate) fn show(ui: &mut Ui, board: &Board, most: f32) -> Response {
    let area = fit(board, Rect::from_min_size(Pos2::ZERO, Vec2::splat(most)));
    let (area, response) = ui.allocate_exact_size(area.size(), Sense::hover());
    paint(ui.painter(), area, board, screen::palette(ui.visuals().dark_mode));
    response
}

/// Paints a board that fills `area`, which must have its shape.
pub(crate) fn paint(painter: &Painter, area: Rect, board: &Board, palette: Palette) {
    screen::show(painter, board::picture(board, area), palette);
}

/// Paints a faded board on a background of a colour.
pub(crate) fn paint_faded(painter: &Painter, area: Rect, board: &Board, palette: Palette, ground: Color32) {
    paint(painter, area, board, palette);
    painter.rect_filled(area, 0.0, ground.gamma_multiply(FADED));
}

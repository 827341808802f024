//! The board of the dialog that begins a game: a click plays a move, or picks up a piece and then puts it down.

use eframe::egui::{Id, Rect, Response, Role, Sense, StrokeKind, Ui};

use crate::app::canvas::{board, screen};
use crate::app::prelude::*;
use crate::app::style::accessible_name;
use crate::draw::{Ink, Palette};
use crate::game::{Board, Cell, Gesture, NextMove};

/// The dots on the squares to which a piece can move, as a share of a square.
const DOT: f32 = 0.13;

/// The state of the input on the board.
#[derive(Default)]
pub(crate) enum PlayBoard {
    /// Nothing has been started.
    #[default]
    Idle,
    /// A piece is picked up.
    Lifted(Cell),
    /// A pawn reaches the last row, and the piece it is promoted to is asked for.
    Promoting { from: Cell, to: Cell },
}

impl PlayBoard {
    /// The hint for the current state; `None` if no move can be played on the board.
    pub(crate) fn hint(&self, board: Option<&Board>, moves: &[NextMove]) -> Option<&'static str> {
        let gestures = || moves.iter().filter_map(|next| board?.gesture(next.board.as_ref()?));
        Some(match (self, gestures().next()?) {
            (PlayBoard::Promoting { .. }, _) => "Choose what the pawn is promoted to.",
            (PlayBoard::Lifted(_), _) => "Click the square it moves to.",
            (PlayBoard::Idle, Gesture::Move { .. }) => "Click a piece, then the square it moves to.",
            (PlayBoard::Idle, Gesture::Put { .. }) => "Click on the board to play.",
        })
    }

    /// Shows the board in `area`; returns the position after the move that was played.
    pub(crate) fn ui(&mut self, ui: &mut Ui, area: Rect, board: &Board, moves: &[NextMove]) -> Option<String> {
        board::paint(ui.painter(), area, board, screen::palette(ui.visuals().dark_mode));
        let mut played = None;
        let mut ways: Vec<(Cell, Cell, &NextMove)> = Vec::new();
        for next in moves {
            match next.board.as_ref().and_then(|after| board.gesture(after)) {
                Some(Gesture::Put { rows, columns }) => {
                    let rect = board::cells(board, area, &rows, &columns);
                    if spot(ui, rect, &format!("Play {}", next.name)).clicked() {
                        played = Some(next.position.clone());
                    }
                }
                Some(Gesture::Move { from, to }) => ways.push((from, to, next)),
                None => {}
            }
        }
        played.or_else(|| self.pieces(ui, area, board, &ways))
    }

    /// Picks pieces up and puts them down.
    fn pieces(&mut self, ui: &mut Ui, area: Rect, board: &Board, ways: &[(Cell, Cell, &NextMove)]) -> Option<String> {
        let square = |(row, column): Cell| board::cells(board, area, &(row..row + 1), &(column..column + 1));
        let mut from_squares: Vec<Cell> = ways.iter().map(|way| way.0).collect();
        from_squares.dedup();
        let lifted = match self {
            PlayBoard::Idle => None,
            PlayBoard::Lifted(from) | PlayBoard::Promoting { from, .. } => Some(*from),
        };
        for from in from_squares {
            let name = if lifted == Some(from) { "Put back" } else { "Pick up" };
            if spot(ui, square(from), &format!("{name} {}", board.name(from))).clicked() {
                *self = if lifted == Some(from) { PlayBoard::Idle } else { PlayBoard::Lifted(from) };
            }
        }
        let from = lifted?;
        // The squares have the same colours in both themes.
        let selected = screen::color(Palette::Light.color(Ink::Selected));
        let visited_fill = screen::color(Palette::Light.color(Ink::VisitedFill));
        ui.painter().rect_stroke(square(from), 0.0, (2.5, selected), StrokeKind::Inside);
        let mut played = None;
        let mut targets: Vec<Cell> = ways.iter().filter(|way| way.0 == from).map(|way| way.1).collect();
        targets.dedup();
        for to in targets {
            let rect = square(to);
            let mut choices = ways.iter().filter(|way| (way.0, way.1) == (from, to));
            ui.painter().circle(rect.center(), rect.width() * DOT, visited_fill, (1.5, selected));
            let (Some((_, _, next)), is_only) = (choices.next(), choices.next().is_none()) else { continue };
            let name = if is_only { format!("Play {}", next.name) } else { format!("Promote on {}", board.name(to)) };
            if spot(ui, rect, &name).clicked() {
                if is_only {
                    played = Some(next.position.clone());
                } else {
                    *self = PlayBoard::Promoting { from, to };
                }
            }
        }
        played
    }

    /// Shows what a pawn can be promoted to, if that is asked; the position after the choice.
    pub(crate) fn promotions(&self, ui: &mut Ui, board: Option<&Board>, moves: &[NextMove]) -> Option<String> {
        let &PlayBoard::Promoting { from, to } = self else { return None };
        let leads_there = |next: &&NextMove| {
            let gesture = next.board.as_ref().and_then(|after| board?.gesture(after));
            gesture == Some(Gesture::Move { from, to })
        };
        buttons(ui, moves.iter().filter(leads_there))
    }
}

/// Shows the moves that no input on the board plays, such as those of a coin; the position after the choice.
pub(crate) fn others(ui: &mut Ui, board: Option<&Board>, moves: &[NextMove]) -> Option<String> {
    let is_played_there = |next: &NextMove| next.board.as_ref().and_then(|after| board?.gesture(after)).is_some();
    buttons(ui, moves.iter().filter(|next| !is_played_there(next)))
}

/// A button for each move, in a line; the position after the one that was clicked.
fn buttons<'m>(ui: &mut Ui, moves: impl Iterator<Item = &'m NextMove>) -> Option<String> {
    let mut moves = moves.peekable();
    moves.peek()?;
    let mut played = None;
    ui.lines(&mut |ui| {
        for next in moves.by_ref() {
            if ui.button(&next.name).tip(&format!("Play {}", next.name)).clicked() {
                played = Some(next.position.clone());
            }
        }
    });
    played
}

/// A part of the board that can be clicked.
fn spot(ui: &mut Ui, rect: Rect, name: &str) -> Response {
    let spot = ui.interact(rect, Id::unique(("spot", name)), Sense::click());
    accessible_name(&spot, Role::Button, name);
    if spot.hovered() || spot.has_focus() {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(rect.shrink(1.0), 3.0, stroke, StrokeKind::Inside);
    }
    spot
}

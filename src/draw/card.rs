//! Cards: nodes that are drawn with the boards of their positions.

use super::{Vec2, vec2};
use crate::game::Board;

/// The head of a card, and the space around its board: if there is room, and otherwise.
const CARDS: [[f32; 2]; 2] = [[17.0, 4.0], [13.0, 2.0]];
/// The least side of a cell of a board, and of a board.
const LEAST_CELL: f32 = 8.0;
const LEAST_BOARD: f32 = 24.0;
/// The share of a card's room that it takes across and down.
const CARD_SHARE: Vec2 = vec2(0.9, 0.78);

/// Half the height of a node's form in the head of a card.
pub(super) const SIGN: f32 = 5.0;

/// The measures of cards with boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Card {
    /// Its size.
    pub(super) size: Vec2,
    /// The height of its head, which has the node's form and its value.
    pub(super) head: f32,
    /// The space around its board.
    pub(super) margin: f32,
}

impl Card {
    /// The cards for boards like this one, for a distance in points between neighbours and between levels: small ones if there is no room for
    /// others. Their heads have room for a value of a width.
    pub(super) fn new(board: &Board, pitch: f32, level: f32, value: f32) -> Option<Card> {
        let card = |[head, margin]: [f32; 2]| {
            let across = pitch * CARD_SHARE.x;
            let side = (across - 2.0 * margin).min(level * CARD_SHARE.y - 2.0 * margin - head);
            let cells = board.columns.max(board.rows()) as f32;
            let empty = Card { size: Vec2::ZERO, head, margin };
            let width = (side + 2.0 * margin).max(value + empty.beside_value());
            let is_readable = side >= LEAST_BOARD.max(LEAST_CELL * cells) && width <= across + 0.1;
            is_readable.then_some(Card { size: vec2(width, side + 2.0 * margin + head), ..empty })
        };
        card(CARDS[0]).or_else(|| card(CARDS[1]))
    }

    /// What the node's form and the space around it take of the width of the head, beside a value.
    pub(super) fn beside_value(&self) -> f32 {
        self.form_at() + SIGN + 3.0
    }

    /// The distance of the middle of the node's form from the left side.
    pub(super) fn form_at(&self) -> f32 {
        self.head * 0.42
    }
}

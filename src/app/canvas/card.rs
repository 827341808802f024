//! Nodes of a game's tree where there is room for their boards: a card with the node's sign and value, and the board below.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

use super::Scene;
use super::view::Frame;
use crate::game::Board;
use crate::tree::NodeId;

/// Points that a board has at least from side to side; with less the node keeps its shape.
const SMALLEST_SIDE: f32 = 48.0;
/// The height of the head.
const HEAD: f32 = 16.0;
/// The space around the board.
const MARGIN: f32 = 4.0;
/// The shares of a node's room that its card takes, so that edges are seen between cards.
const SHARE: Vec2 = vec2(0.9, 0.72);

/// Where the parts of a card are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Card {
    pub(super) rect: Rect,
    /// The sign and the value.
    pub(super) head: Rect,
    /// The room of the board.
    pub(super) room: Rect,
}

impl Card {
    /// The card of a node at a place, whose subtree is so wide, if there is room for one.
    pub(super) fn new(frame: &Frame, at: Pos2, width: f32) -> Option<Card> {
        let wide = width * SHARE.x - 2.0 * MARGIN;
        let tall = frame.y.scale as f32 * SHARE.y - 2.0 * MARGIN - HEAD;
        let side = wide.min(tall);
        if side < SMALLEST_SIDE {
            return None;
        }
        let rect = Rect::from_center_size(at, Vec2::splat(side + 2.0 * MARGIN) + vec2(0.0, HEAD));
        let (head, below) = rect.split_top_bottom_at_y(rect.top() + HEAD);
        Some(Card { rect, head, room: below.shrink(MARGIN) })
    }

    /// The card of a node of a scene, with its board.
    pub(super) fn of(scene: &Scene<'_>, frame: &Frame, node: NodeId) -> Option<(Card, Board)> {
        let game = scene.game?;
        let slots = scene.tree.slots(node);
        let card = Card::new(frame, frame.position_of(scene.tree, node), frame.width(&slots))?;
        Some((card, game.board_of(scene.tree.label(node)?)?))
    }
}

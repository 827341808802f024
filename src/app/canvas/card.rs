//! Nodes of a game's tree where there is room for their boards: a card with the node's sign and value, and the board below.

use std::collections::HashMap;
use std::sync::Arc;

use eframe::egui::{Pos2, Rect, Vec2, vec2};

use super::Scene;
use super::frame::Frame;
use crate::game::Board;
use crate::tree::NodeId;

/// Points that a board has at least from side to side; with less the node keeps its shape.
const SMALLEST_SIDE: f32 = 48.0;
/// The height of the head.
const HEAD: f32 = 16.0;
/// The space around the board.
const MARGIN: f32 = 4.0;
/// So many boards are remembered: far more than a pane shows at once.
const MOST_BOARDS: usize = 4096;
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
    pub(super) fn of(
        scene: &Scene<'_>,
        frame: &Frame,
        boards: &mut Boards,
        node: NodeId,
    ) -> Option<(Card, Arc<Board>)> {
        scene.game?;
        let slots = scene.tree.slots(node);
        let card = Card::new(frame, frame.position_of(scene.tree, node), frame.width(&slots))?;
        Some((card, boards.of(scene, node)?))
    }
}

/// The boards of nodes, which are the same in every frame: to read a position takes longer than to draw it.
#[derive(Default)]
pub(super) struct Boards {
    tree: u64,
    /// `None` for a label that is no position of the game.
    known: HashMap<NodeId, Option<Arc<Board>>>,
}

impl Boards {
    fn of(&mut self, scene: &Scene<'_>, node: NodeId) -> Option<Arc<Board>> {
        if self.tree != scene.tree.identity() || self.known.len() >= MOST_BOARDS {
            *self = Boards { tree: scene.tree.identity(), known: HashMap::new() };
        }
        let read = || Some(Arc::new(scene.game?.board_of(scene.tree.label(node)?)?));
        self.known.entry(node).or_insert_with(read).clone()
    }
}

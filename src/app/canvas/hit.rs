//! Which node is at a point, and which is next to another.

use eframe::egui::Pos2;

use super::card::Card;
use super::frame::Frame;
use super::marks::{first_row, is_narrow, node_at, radius, step};
use crate::game::GameName;
use crate::tree::{NodeId, Tree};

/// Points by which a pointer may miss a node.
const SLACK: f32 = 3.0;

/// The node at a point: one that is drawn there, by its shape or as a card of a game, or the top of the subtrees in the bar that is.
///
/// A node stands in the middle of its slots and is narrower than they are, so at each row only the node of the slot
/// under the pointer can be hit.
pub(super) fn hit(tree: &Tree, game: Option<GameName>, frame: &Frame, at: Pos2) -> Option<NodeId> {
    let slot = slot_at(tree, frame, at)?;
    let step = step(frame);
    let last = frame.levels().end.min(tree.depth(tree.leaf(slot))).div_ceil(step);
    let mut nearest: Option<(f32, NodeId)> = None;
    for row in first_row(frame)..=last {
        let node = node_at(tree, slot, row.saturating_mul(step));
        let slots = tree.slots(node);
        let middle = frame.at(&slots, tree.depth(node));
        let is_bar = is_narrow(frame, &slots);
        let (distance, reach) = if is_bar {
            (beyond_bar(tree, frame, slot, middle.y, at.y), SLACK)
        } else if let Some(card) = game.and_then(|_| Card::new(frame, middle, frame.width(&slots))) {
            (card.rect.distance_to_pos(at), SLACK)
        } else {
            let off = (middle - at).abs();
            (off.max_elem(), radius(frame, frame.width(&slots)) + SLACK)
        };
        if distance <= reach && nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, node));
        }
        if is_bar {
            break;
        }
    }
    nearest.map(|(_, node)| node)
}

fn slot_at(tree: &Tree, frame: &Frame, at: Pos2) -> Option<usize> {
    let across = frame.x.world(at.x);
    let is_inside = frame.pane.contains(at) && across >= 0.0 && across < tree.leaf_count() as f64;
    is_inside.then_some(across as usize)
}

/// How far above or below the bar over a slot a point is; the bar begins at `top`.
fn beyond_bar(tree: &Tree, frame: &Frame, slot: usize, top: f32, y: f32) -> f32 {
    let around = (4.0 / frame.x.scale) as usize;
    let slots = slot.saturating_sub(around)..(slot + around + 1).min(tree.leaf_count());
    let bottom = frame.level(tree.deepest(slots));
    (top - y).max(y - bottom).max(0.0)
}

/// A step from a node to one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To the parent.
    Up,
    /// To the first child.
    Down,
    /// To the sibling before.
    Left,
    /// To the sibling after.
    Right,
}

/// The node that a step leads to, if there is one.
pub(super) fn beside(tree: &Tree, node: NodeId, step: Step) -> Option<NodeId> {
    match step {
        Step::Up => tree.parent(node),
        Step::Down => tree.children(node).next(),
        Step::Right => tree.next_sibling(node),
        Step::Left => {
            let first = tree.slots(tree.parent(node)?).start;
            let slot = tree.slots(node).start;
            (slot > first).then(|| node_at(tree, slot - 1, tree.depth(node)))
        }
    }
}

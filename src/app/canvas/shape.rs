//! The shapes of nodes: MAX triangles up, MIN triangles down, leaves squares.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

use crate::tree::{NodeId, Player, Tree};

/// Half the width of a triangle whose half height is 1.
const WIDE: f32 = 1.12;

/// The corners of a node, clockwise on the screen.
pub(super) fn corners(tree: &Tree, node: NodeId, at: Pos2, radius: f32) -> Vec<Pos2> {
    let unit: &[Vec2] = match (tree.is_end(node), tree.player(node)) {
        (true, _) => &[vec2(-0.9, -0.9), vec2(0.9, -0.9), vec2(0.9, 0.9), vec2(-0.9, 0.9)],
        (false, Player::Max) => &[vec2(0.0, -1.0), vec2(WIDE, 1.0), vec2(-WIDE, 1.0)],
        (false, Player::Min) => &[vec2(-WIDE, -1.0), vec2(WIDE, -1.0), vec2(0.0, 1.0)],
    };
    unit.iter().map(|&corner| at + corner * radius).collect()
}

/// The room for a text inside of a node.
pub(super) fn inside(tree: &Tree, node: NodeId, at: Pos2, radius: f32) -> Rect {
    let (down, size) = match (tree.is_end(node), tree.player(node)) {
        (true, _) => (0.0, vec2(1.7, 1.7)),
        (false, Player::Max) => (0.42, vec2(1.2, 1.0)),
        (false, Player::Min) => (-0.42, vec2(1.2, 1.0)),
    };
    Rect::from_center_size(at + vec2(0.0, down * radius), size * radius)
}

//! Whether a pane shows some of the tree, and if not which way the nearest node is.
//!
//! A view lies within the rectangle around the tree, but a tree does not fill it: below an early leaf there is nothing. Of each row
//! that shows only the nodes over the pane's two sides are looked at and the one after the first, with the edges to them, since
//! whatever else is in the row lies between them.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

use super::frame::Frame;
use super::ink::clip;
use super::marks::{node_at, radius, step};
use crate::tree::{NodeId, Tree};

/// How far inside of the pane the nearest node is drawn.
const INSIDE: f32 = 24.0;

/// By how many points the tree must be moved so that some of it shows; zero where some does.
pub(super) fn way_to_tree(tree: &Tree, frame: &Frame) -> Vec2 {
    if !(frame.pane.is_finite() && frame.pane.is_positive()) {
        return Vec2::ZERO;
    }
    let (slots, levels) = (frame.slots(), frame.levels());
    let mut nearest: Option<Vec2> = None;
    let step = step(frame);
    // One row more, since an edge may come from below.
    for depth in (levels.start..levels.end.saturating_add(step)).step_by(step as usize) {
        for node in ends(tree, slots.clone(), depth).into_iter().flatten() {
            let at = frame.position_of(tree, node);
            if shows(tree, frame, node, at) {
                return Vec2::ZERO;
            }
            let way = way_into(frame.pane, at);
            if way.is_finite() && nearest.is_none_or(|nearest| way.length_sq() < nearest.length_sq()) {
                nearest = Some(way);
            }
        }
    }
    nearest.unwrap_or_default()
}

/// The nodes of a row, or the leaves above it, over the first and the last of some slots, and the one after the first.
fn ends(tree: &Tree, slots: std::ops::Range<usize>, depth: u32) -> [Option<NodeId>; 3] {
    if slots.is_empty() {
        return [None; 3];
    }
    let first = node_at(tree, slots.start, depth);
    let second = tree.slots(first).end;
    [Some(first), (second < slots.end).then(|| node_at(tree, second, depth)), Some(node_at(tree, slots.end - 1, depth))]
}

/// Whether a node or the edge to it is in the pane.
fn shows(tree: &Tree, frame: &Frame, node: NodeId, at: Pos2) -> bool {
    let half = |node| vec2(0.0, radius(frame, frame.width(&tree.slots(node))));
    let edge = |parent| [frame.position_of(tree, parent) + half(parent), at - half(node)];
    frame.pane.contains(at) || tree.parent(node).is_some_and(|parent| clip(edge(parent), frame.pane).is_some())
}

/// The shortest way from a point into a rectangle.
fn way_into(pane: Rect, at: Pos2) -> Vec2 {
    let inside = pane.shrink2(Vec2::splat(INSIDE).min(pane.size() * 0.4));
    inside.clamp(at) - at
}

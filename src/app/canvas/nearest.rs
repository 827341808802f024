//! Whether a pane shows some of the tree, and if not which way the nearest node is.
//!
//! A view lies within the rectangle around the tree, but a tree does not fill it: below an early leaf there is nothing. Of each row
//! that shows only what is over the pane's two sides is looked at and what comes after the first, with the edges there, since
//! whatever else is in the row lies between them.

use std::ops::Range;

use eframe::egui::{Pos2, Rect, Vec2};

use crate::draw::{Frame, Shown, Thing};

/// How far inside of the pane the nearest node is drawn.
const INSIDE: f32 = 24.0;
/// Half the height of a node, as far as it matters here.
const HALF: f32 = 6.0;

/// By how many points the tree must be moved so that some of it shows; zero where some does.
pub(super) fn way_to_tree(shown: &Shown<'_>, frame: &Frame) -> Vec2 {
    if !(frame.pane.is_finite() && frame.pane.is_positive()) {
        return Vec2::ZERO;
    }
    let (slots, levels) = (frame.slots(), frame.levels());
    let mut nearest: Option<Vec2> = None;
    let step = frame.row_step();
    // One row more, since an edge may come from below.
    for depth in (levels.start..levels.end.saturating_add(step)).step_by(step as usize) {
        for thing in ends(shown, slots.clone(), depth).into_iter().flatten() {
            let at = frame.middle_of(shown, thing);
            if is_seen(shown, frame, thing, at) {
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

/// What is in a row, or the leaves above it, over the first and the last of some slots, and what comes after the first.
fn ends(shown: &Shown<'_>, slots: Range<usize>, depth: u32) -> [Option<Thing>; 3] {
    if slots.is_empty() {
        return [None; 3];
    }
    let first = shown.at(slots.start, depth);
    let second = shown.slots_of(first).end;
    [Some(first), (second < slots.end).then(|| shown.at(second, depth)), Some(shown.at(slots.end - 1, depth))]
}

/// Whether something or the edge to it is in the pane.
fn is_seen(shown: &Shown<'_>, frame: &Frame, thing: Thing, at: Pos2) -> bool {
    let parent = match thing {
        Thing::Node(node) => shown.tree.parent(node),
        Thing::Fold(fold) => Some(shown.folds.as_slice()[fold].parent),
    };
    let edge = |parent| [frame.position_of(shown, parent), at];
    frame.pane.expand(HALF).contains(at) || parent.is_some_and(|parent| frame.shows_line(edge(parent)))
}

/// The shortest way from a point into a rectangle.
fn way_into(pane: Rect, at: Pos2) -> Vec2 {
    let inside = pane.shrink2(Vec2::splat(INSIDE).min(pane.size() * 0.4));
    inside.clamp(at) - at
}

//! Whether a pane shows some of the tree, and otherwise in which direction the nearest node is.
//!
//! A view is always inside the rectangle around the tree, but the tree does not fill it: below an early leaf there is nothing. In each
//! visible row only what is over the pane's two sides and what follows the first is checked, together with the edges there, because
//! everything else in the row is between them.

use std::ops::Range;

use eframe::egui::{Pos2, Rect, Vec2};

use super::Kind;
use crate::draw::{Figure, Frame, Shown, Thing, icicle, node_link};

/// The distance from the pane's side at which the nearest node is drawn.
const INSIDE: f32 = 24.0;

/// The distance by which the tree must be moved so that some of it is visible; zero if some is.
pub(super) fn way_to_tree(figure: &Figure<'_>, frame: &Frame, kind: Kind) -> Vec2 {
    if !(frame.pane.is_finite() && frame.pane.is_positive()) {
        return Vec2::ZERO;
    }
    let shown = &figure.shown;
    let middle = |thing| frame.middle_of(shown, thing);
    if has_any(shown, frame, &mut |thing, _| frame.pane.contains(middle(thing))) {
        return Vec2::ZERO;
    }
    let is_seen: &mut dyn FnMut(Thing, u32) -> bool = match kind {
        Kind::NodeLink => &mut node_link::sight(figure, frame),
        Kind::Icicle => &mut |thing, _| icicle::shows(figure, frame, thing),
    };
    if has_any(shown, frame, is_seen) {
        return Vec2::ZERO;
    }
    let mut nearest: Option<Vec2> = None;
    has_any(shown, frame, &mut |thing, _| {
        let way = way_into(frame.pane, middle(thing));
        let is_nearer = nearest.is_none_or(|nearest| way.length_sq() < nearest.length_sq());
        if way.is_finite() && is_nearer {
            nearest = Some(way);
        }
        false
    });
    nearest.unwrap_or_default()
}

/// Whether one of the candidates, each with the depth of its row, is meant.
fn has_any(shown: &Shown<'_>, frame: &Frame, is_meant: &mut dyn FnMut(Thing, u32) -> bool) -> bool {
    let (slots, levels, step) = (frame.slots(), frame.levels(), frame.row_step());
    // The rows as they are drawn, and one more, because an edge may come from below.
    for row in (levels.start / step * step..levels.end.saturating_add(step)).step_by(step as usize) {
        if ends(shown, slots.clone(), row).into_iter().flatten().any(|thing| is_meant(thing, row)) {
            return true;
        }
    }
    false
}

/// What is in a row, or the leaves above it, over the first and last of some slots, and what follows the first.
fn ends(shown: &Shown<'_>, slots: Range<usize>, depth: u32) -> [Option<Thing>; 3] {
    if slots.is_empty() {
        return [None; 3];
    }
    let first = shown.at(slots.start, depth);
    let second = shown.slots_of(first).end;
    [Some(first), (second < slots.end).then(|| shown.at(second, depth)), Some(shown.at(slots.end - 1, depth))]
}

/// The shortest way from a point into a rectangle.
fn way_into(pane: Rect, at: Pos2) -> Vec2 {
    let inside = pane.shrink2(Vec2::splat(INSIDE).min(pane.size() * 0.4));
    inside.clamp(at) - at
}

//! What is written at a node, and where there is room for it.

use std::borrow::Cow;

use eframe::egui::{Align2, Color32, Pos2, Rect, Vec2, vec2};

use super::marks::{NodeMark, ring_reach};
use crate::search::{Bound, Record};
use crate::tree::{NodeId, Tree, Value};

/// Sizes tried for a text that must fit.
const SIZES: [f32; 3] = [13.0, 11.0, 9.0];
/// Points a text keeps from what is beside it.
pub(super) const GAP: f32 = 3.0;

/// A piece of text in a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub(super) text: String,
    pub(super) middle: Pos2,
    pub(super) size: f32,
    pub(super) color: Color32,
}

/// How large a text is at a size.
pub(super) type Measure<'a> = &'a dyn Fn(&str, f32) -> Vec2;

/// The largest size at which a text is no larger than `room`.
pub(super) fn fitting(measure: Measure<'_>, text: &str, room: Vec2) -> Option<(f32, Vec2)> {
    SIZES.into_iter().find_map(|size| {
        let taken = measure(text, size);
        (taken.x <= room.x && taken.y <= room.y).then_some((size, taken))
    })
}

/// A value in at most about five characters.
pub(super) fn short(value: Value) -> String {
    let full = value.to_string();
    if full.len() <= 5 {
        return full;
    }
    let size = value.get().abs();
    if size == 0.0 || (1e-3..1e5).contains(&size) {
        let digits = (2 - size.log10().floor() as i32).clamp(0, 4) as usize;
        let rounded = format!("{:.digits$}", value.get());
        if rounded.contains('.') { rounded.trim_end_matches('0').trim_end_matches('.').to_string() } else { rounded }
    } else {
        format!("{:.1e}", value.get())
    }
}

/// `≥`, `≤` or nothing: whether a value returned is exact.
pub(super) fn sign(bound: Option<Bound>) -> &'static str {
    match bound {
        Some(Bound::Lower) => "≥",
        Some(Bound::Upper) => "≤",
        Some(Bound::Exact) | None => "",
    }
}

/// What is written in or beside a node: a leaf's value, or what a search returned for an inner node.
pub(super) fn value(tree: &Tree, record: Option<&Record>, node: NodeId) -> Option<Cow<'static, str>> {
    if tree.is_end(node) {
        return Some(tree.value(node).map_or(Cow::Borrowed("?"), |value| short(value).into()));
    }
    let Some(record) = record else { return tree.value(node).map(|value| short(value).into()) };
    let value = record.visit(node)?.value()?;
    Some(format!("{}{}", sign(record.bound(node)), short(value)).into())
}

/// Places texts in the room that a node's subtree has from left to right.
pub(super) struct Beside {
    middle: Pos2,
    reach: f32,
    right: f32,
    left: f32,
}

impl Beside {
    pub(super) fn new(mark: &NodeMark) -> Beside {
        // Beside the ring that may be around the node.
        let reach = ring_reach(mark.radius) + GAP;
        Beside { middle: mark.at, reach, right: mark.width / 2.0 - reach, left: mark.width / 2.0 - reach }
    }

    /// Room for a text, on the right or else on the left.
    pub(super) fn place(&mut self, size: Vec2) -> Option<Rect> {
        let (way, align) = if size.x <= self.right {
            self.right = 0.0;
            (self.reach, Align2::LEFT_CENTER)
        } else if size.x <= self.left {
            self.left = 0.0;
            (-self.reach, Align2::RIGHT_CENTER)
        } else {
            return None;
        };
        Some(align.anchor_size(self.middle + vec2(way, 0.0), size))
    }
}

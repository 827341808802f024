//! Where a tree falls in one pane: which point a slot and a level have, and which slots and levels show.

use std::ops::Range;

use eframe::egui::{Pos2, Rect, Vec2, pos2};

use crate::tree::{NodeId, Tree};

/// Points left free around the tree.
const PADDING: f64 = 10.0;

/// How one direction of the tree falls into a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    /// Points a slot or level.
    pub(super) scale: f64,
    /// Where the tree begins, in points.
    origin: f64,
    /// The share of the tree in the middle of the pane.
    pub(super) centre: f64,
    /// How many slots or levels there are.
    count: f64,
    length: f64,
    limit: f64,
}

impl Axis {
    pub(super) fn new(zoom: f64, centre: f64, count: f64, length: f64, comfort: f64, roomy: f64, middle: f64) -> Axis {
        let room = if length.is_finite() { (length - 2.0 * PADDING).max(1.0) } else { 1.0 };
        let fit = (room / count).min(comfort);
        let zoom = if zoom.is_finite() { zoom.max(1.0) } else { 1.0 };
        let scale = (fit * zoom).min(roomy);
        let span = count * scale;
        // The tree may not be pushed out of the pane; where it fits it stands in the middle.
        let edge = (room / 2.0 / span).min(0.5);
        let centre = if centre.is_finite() { centre.clamp(edge, 1.0 - edge) } else { 0.5 };
        Axis { scale, origin: middle - centre * span, centre, count, length, limit: roomy / fit }
    }

    pub(super) fn moved(self, by: f32) -> Axis {
        let by = f64::from(by);
        Axis { origin: self.origin + by, centre: self.centre - by / (self.count * self.scale), ..self }
    }

    pub(super) fn at(&self, world: f64) -> f64 {
        self.origin + world * self.scale
    }

    pub(super) fn world(&self, point: f32) -> f64 {
        (f64::from(point) - self.origin) / self.scale
    }

    pub(super) fn panned(&self, delta: f32) -> f64 {
        let moved = self.centre - f64::from(delta) / (self.count * self.scale);
        if moved.is_finite() { moved.clamp(0.0, 1.0) } else { self.centre }
    }

    pub(super) fn shown(&self) -> f64 {
        self.length / (self.count * self.scale)
    }

    /// The whole slots or levels that points from `start` to `end` touch.
    fn touched(&self, start: f32, end: f32) -> Range<usize> {
        let bound = |world: f64| world.clamp(0.0, self.count) as usize;
        bound(self.world(start).floor())..bound(self.world(end).ceil())
    }
}

/// Where a tree falls in a pane, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The pane.
    pub(super) pane: Rect,
    /// From left to right, in leaf slots.
    pub(super) x: Axis,
    /// From top to bottom, in levels.
    pub(super) y: Axis,
}

impl Frame {
    /// The same view with the tree moved by this many points.
    pub(super) fn moved(self, by: Vec2) -> Frame {
        if by == Vec2::ZERO { self } else { Frame { x: self.x.moved(by.x), y: self.y.moved(by.y), ..self } }
    }

    /// Where a node falls; maybe outside of the pane.
    pub fn position_of(&self, tree: &Tree, node: NodeId) -> Pos2 {
        let slots = tree.slots(node);
        self.at(&slots, tree.depth(node))
    }

    /// Where the middle of a range of slots falls at a depth.
    pub(super) fn at(&self, slots: &Range<usize>, depth: u32) -> Pos2 {
        pos2(self.x.at((slots.start + slots.end) as f64 / 2.0) as f32, self.level(depth))
    }

    /// Where the left side of a slot falls.
    pub(super) fn side(&self, slot: usize) -> f32 {
        self.x.at(slot as f64) as f32
    }

    /// Where a depth falls.
    pub(super) fn level(&self, depth: u32) -> f32 {
        self.y.at(f64::from(depth) + 0.5) as f32
    }

    /// The points that a range of slots takes.
    pub(super) fn width(&self, slots: &Range<usize>) -> f32 {
        (slots.len() as f64 * self.x.scale) as f32
    }

    /// The slots that show in the pane.
    pub(super) fn slots(&self) -> Range<usize> {
        self.x.touched(self.pane.left(), self.pane.right())
    }

    /// The depths that show in the pane.
    pub(super) fn levels(&self) -> Range<u32> {
        let levels = self.y.touched(self.pane.top(), self.pane.bottom());
        levels.start as u32..levels.end as u32
    }

    pub(super) fn limit(&self) -> f64 {
        self.x.limit.max(self.y.limit).max(1.0)
    }
}

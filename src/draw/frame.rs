//! The placement of a tree in a pane or on a page: the coordinates of slots and levels, and the range that is visible.

use std::ops::Range;

use super::{Pos2, Rect, Shown, Thing, Vec2, pos2, vec2};
use crate::tree::NodeId;

/// The least distance of rows, in points.
const ROW: f64 = 6.0;

/// The size of a slot and a level, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// The maximum without zoom.
    pub comfort: Vec2,
    /// The maximum at any zoom.
    pub roomy: Vec2,
    /// The space around the tree.
    pub margin: Vec2,
}

/// The placement of the tree in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Points per slot or level.
    pub scale: f64,
    /// The coordinate at which the tree begins, in points.
    origin: f64,
    /// The share of the tree in the middle of the pane.
    pub centre: f64,
    /// The number of slots or levels.
    count: f64,
    length: f64,
    /// The length without the space around the tree.
    room: f64,
    comfort: f64,
    roomy: f64,
}

impl Axis {
    /// An axis of `count` slots or levels on `length` points around `middle`, at `zoom` times the fitting size, with the share `centre` of the
    /// tree in the middle. `spacing` has the comfortable and the roomy size of a slot or level, and the space around the tree.
    fn new(zoom: f64, centre: f64, count: f64, length: f64, spacing: [f64; 3], middle: f64) -> Axis {
        let [comfort, roomy, margin] = spacing;
        let room = if length.is_finite() { (length - 2.0 * margin).max(1.0) } else { 1.0 };
        let zoom = if zoom.is_finite() { zoom.max(1.0) } else { 1.0 };
        let axis = Axis { scale: 1.0, origin: 0.0, centre: 0.5, count, length, room, comfort, roomy };
        let scale = axis.scale_at(zoom, count);
        let span = count * scale;
        // The tree cannot be moved out of the pane; if it fits, it is centred.
        let edge = (room / 2.0 / span).min(0.5);
        let centre = if centre.is_finite() { centre.clamp(edge, 1.0 - edge) } else { 0.5 };
        Axis { scale, origin: middle - centre * span, centre, ..axis }
    }

    /// An axis of `count` slots or levels over `length` points from `start` on, without a margin.
    pub fn stretched(count: f64, start: f64, length: f64) -> Axis {
        let scale = length / count;
        Axis { scale, origin: start, centre: 0.5, count, length, room: length, comfort: scale, roomy: scale }
    }

    /// The size of each of `count` slots or levels at a zoom, in points.
    pub fn scale_at(&self, zoom: f64, count: f64) -> f64 {
        let fit = (self.room / count).min(self.comfort);
        (fit * zoom).min(self.roomy.max(fit))
    }

    /// The zoom at which each of `count` slots or levels has this size; too large a zoom if they never do.
    pub fn zoom_for(&self, scale: f64, count: f64) -> f64 {
        scale / (self.room / count).min(self.comfort)
    }

    /// The zoom beyond which nothing grows.
    fn limit(&self) -> f64 {
        self.zoom_for(self.scale_at(f64::INFINITY, self.count), self.count)
    }

    /// The share of the tree before a point.
    pub fn share(&self, point: f32) -> f64 {
        self.world(point) / self.count
    }

    fn moved(self, by: f32) -> Axis {
        let by = f64::from(by);
        Axis { origin: self.origin + by, centre: self.centre - by / (self.count * self.scale), ..self }
    }

    /// The point at a coordinate in slots or levels.
    #[inline]
    pub fn at(&self, world: f64) -> f64 {
        self.origin + world * self.scale
    }

    /// The coordinate of a point in slots or levels.
    pub fn world(&self, point: f32) -> f64 {
        (f64::from(point) - self.origin) / self.scale
    }

    /// The share in the middle after the tree is moved by some points.
    pub fn panned(&self, delta: f32) -> f64 {
        let moved = self.centre - f64::from(delta) / (self.count * self.scale);
        if moved.is_finite() { moved.clamp(0.0, 1.0) } else { self.centre }
    }

    /// The visible share of the tree; more than 1 if there is space around it.
    pub fn shown(&self) -> f64 {
        self.length / (self.count * self.scale)
    }

    /// The share of the tree that is visible at a zoom.
    pub fn shown_at(&self, zoom: f64) -> f64 {
        self.length / (self.count * self.scale_at(zoom, self.count))
    }

    /// The zoom at which `taken` slots or levels fill a share of the length; infinite if they never do.
    pub fn zoom_to(&self, taken: f64, share: f64) -> f64 {
        let scale = share * self.length / taken;
        if scale < self.scale_at(f64::INFINITY, self.count) { self.zoom_for(scale, self.count) } else { f64::INFINITY }
    }

    /// The whole slots or levels between two points.
    fn touched(&self, start: f32, end: f32) -> Range<usize> {
        let bound = |world: f64| world.clamp(0.0, self.count) as usize;
        bound(self.world(start).floor())..bound(self.world(end).ceil())
    }
}

/// The placement of a tree in a pane, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The pane.
    pub pane: Rect,
    /// The horizontal axis, in leaf slots.
    pub x: Axis,
    /// The vertical axis, in levels.
    pub y: Axis,
}

impl Frame {
    /// The whole tree in a pane, at most at the comfortable size.
    pub fn fitting(shown: &Shown<'_>, pane: Rect, spacing: Spacing) -> Frame {
        Frame::zoomed(shown, pane, spacing, 1.0, [0.5; 2])
    }

    /// The tree in a pane at `zoom` times the fitting size, with the shares `centre` of it in the middle.
    pub fn zoomed(shown: &Shown<'_>, pane: Rect, spacing: Spacing, zoom: f64, centre: [f64; 2]) -> Frame {
        let Spacing { comfort, roomy, margin } = spacing;
        let (size, middle) = (pane.size(), pane.center());
        let axis = |i: usize, count: f64| {
            let spacing = [comfort[i].into(), roomy[i].into(), margin[i].into()];
            Axis::new(zoom, centre[i], count, size[i].into(), spacing, middle[i].into())
        };
        Frame { pane, x: axis(0, shown.slot_count() as f64), y: axis(1, f64::from(shown.height()) + 1.0) }
    }

    /// The frame with the tree moved by some points.
    #[must_use]
    pub fn moved(self, by: Vec2) -> Frame {
        if by == Vec2::ZERO { self } else { Frame { x: self.x.moved(by.x), y: self.y.moved(by.y), ..self } }
    }

    /// The position of a node, or of the mark that contains it, possibly outside of the pane.
    pub fn position_of(&self, shown: &Shown<'_>, node: NodeId) -> Pos2 {
        self.middle_of(shown, shown.thing(node))
    }

    /// The middle of a node or mark; it may be outside of the pane.
    pub fn middle_of(&self, shown: &Shown<'_>, thing: Thing) -> Pos2 {
        pos2(self.x.at(shown.centre_of(thing)) as f32, self.level(shown.depth_of(thing)))
    }

    /// The middle of a range of slots at a depth.
    #[inline]
    pub fn at(&self, slots: &Range<usize>, depth: u32) -> Pos2 {
        pos2(self.x.at((slots.start + slots.end) as f64 / 2.0) as f32, self.level(depth))
    }

    /// The left side of a slot.
    pub fn side(&self, slot: usize) -> f32 {
        self.x.at(slot as f64) as f32
    }

    /// The middle of a level.
    pub fn level(&self, depth: u32) -> f32 {
        self.y.at(f64::from(depth) + 0.5) as f32
    }

    /// The width of a range of slots, in points.
    #[inline]
    pub fn width(&self, slots: &Range<usize>) -> f32 {
        (slots.len() as f64 * self.x.scale) as f32
    }

    /// The visible slots.
    #[inline]
    pub fn slots(&self) -> Range<usize> {
        self.x.touched(self.pane.left(), self.pane.right())
    }

    /// The visible depths.
    pub fn levels(&self) -> Range<u32> {
        let levels = self.y.touched(self.pane.top(), self.pane.bottom());
        levels.start as u32..levels.end as u32
    }

    /// The zoom beyond which nothing grows.
    pub fn limit(&self) -> f64 {
        self.x.limit().max(self.y.limit())
    }

    /// The number of levels per row of the drawing: more than one if levels are too close to be distinguished.
    pub fn row_step(&self) -> u32 {
        (ROW / self.y.scale).ceil().clamp(1.0, f64::from(u32::MAX / 2)) as u32
    }

    /// The size of the whole tree, in points.
    pub fn size(&self) -> Vec2 {
        vec2((self.x.count * self.x.scale) as f32, (self.y.count * self.y.scale) as f32)
    }
}

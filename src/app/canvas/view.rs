//! Where a tree's nodes fall in a pane: the pan and zoom that all panes share, and what they mean in one pane.

use eframe::egui::{Pos2, Rect, Vec2};

use super::frame::{Axis, Frame};
use super::nearest;
use crate::tree::{NodeId, Tree};

/// Points a leaf and a level take in a small tree that is not zoomed.
const COMFORT: [f64; 2] = [64.0, 80.0];
/// Points a leaf and a level take at most.
const ROOMY: [f64; 2] = [112.0, 160.0];

/// Pan and zoom, in shares of the tree, so that panes of different sizes show the same part.
#[derive(Clone, Debug)]
pub struct View {
    /// How many times larger than fitting.
    zoom: f64,
    /// The share of the tree's width and height that is in the middle of a pane.
    centre: [f64; 2],
    /// What the pane drawn last showed of the tree: the share of its width and height, and the zoom at which nothing
    /// grows any more.
    shown: [f64; 2],
    limit: f64,
}

impl Default for View {
    fn default() -> View {
        View { zoom: 1.0, centre: [0.5; 2], shown: [1.0; 2], limit: 1e9 }
    }
}

/// Two views are equal when they show the same part of a tree.
impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        (self.zoom, self.centre) == (other.zoom, other.centre)
    }
}

impl View {
    /// Shows the whole tree.
    pub fn fit(&mut self) {
        self.zoom = 1.0;
        self.centre = [0.5; 2];
    }

    /// Whether the whole tree is shown.
    pub fn is_fit(&self) -> bool {
        self.zoom <= 1.0
    }

    /// Zooms about the middle of the panes.
    pub fn zoom(&mut self, factor: f32) {
        if !factor.is_finite() {
            return;
        }
        let zoom = (self.zoom * f64::from(factor)).clamp(1.0, self.limit);
        if zoom <= 1.0 {
            self.fit();
        } else {
            self.zoom = zoom;
        }
    }

    /// Pans no further than it takes to show a node in the panes.
    pub fn reveal(&mut self, tree: &Tree, node: NodeId) {
        let (position, size) = (position(tree, node), size(tree));
        for axis in 0..2 {
            let share = position[axis] / size[axis];
            let reach = self.shown[axis] * 0.4;
            if reach < 0.5 {
                self.centre[axis] = self.centre[axis].clamp(share - reach, share + reach);
            }
        }
    }

    /// Where the tree falls in a pane. Where the pane would be empty the nearest node is drawn in.
    pub fn frame(&self, tree: &Tree, pane: Rect) -> Frame {
        let frame = self.frame_anywhere(tree, pane);
        frame.moved(nearest::way_to_tree(tree, &frame))
    }

    fn frame_anywhere(&self, tree: &Tree, pane: Rect) -> Frame {
        let size = size(tree);
        let middle = pane.center();
        let axis = |i: usize, length: f32, middle: f32| {
            Axis::new(self.zoom, self.centre[i], size[i], f64::from(length), COMFORT[i], ROOMY[i], f64::from(middle))
        };
        Frame { pane, x: axis(0, pane.width(), middle.x), y: axis(1, pane.height(), middle.y) }
    }

    /// Where a node falls in a pane; maybe outside of it.
    pub fn position_of(&self, tree: &Tree, node: NodeId, pane: Rect) -> Pos2 {
        self.frame(tree, pane).position_of(tree, node)
    }

    /// Moves what a pane shows by so many points.
    pub(super) fn pan(&mut self, frame: &Frame, delta: Vec2) {
        self.centre = [frame.x.panned(delta.x), frame.y.panned(delta.y)];
    }

    /// Zooms about a point of a pane.
    pub(super) fn zoom_about(&mut self, tree: &Tree, frame: &Frame, factor: f32, pointer: Pos2) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let held = [frame.x.world(pointer.x), frame.y.world(pointer.y)];
        // What was shown counts, not what another pane's zoom would be here.
        self.centre = [frame.x.centre, frame.y.centre];
        self.limit = frame.limit();
        self.zoom = self.zoom.min(self.limit);
        self.zoom(factor);
        let zoomed = self.frame(tree, frame.pane);
        let moved = [zoomed.x.at(held[0]) - f64::from(pointer.x), zoomed.y.at(held[1]) - f64::from(pointer.y)];
        self.centre = [zoomed.x.panned(-moved[0] as f32), zoomed.y.panned(-moved[1] as f32)];
        if self.is_fit() {
            self.fit();
        }
    }

    /// Remembers what a pane shows, for the methods that know no pane.
    pub(super) fn remember(&mut self, frame: &Frame) {
        self.shown = [frame.x.shown(), frame.y.shown()];
        self.limit = frame.limit();
    }
}

/// The width and height of a tree in slots and levels.
fn size(tree: &Tree) -> [f64; 2] {
    [tree.leaf_count() as f64, f64::from(tree.height()) + 1.0]
}

/// The position of a node in slots and levels.
fn position(tree: &Tree, node: NodeId) -> [f64; 2] {
    let slots = tree.slots(node);
    [(slots.start + slots.end) as f64 / 2.0, f64::from(tree.depth(node)) + 0.5]
}

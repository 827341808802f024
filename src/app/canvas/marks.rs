//! What to draw: a walk over the part of the tree that shows, which takes time by pixels and not by nodes.
//!
//! The walk goes row by row. A row is a level, or every so-manieth level where levels are closer than [`ROW`] points. The
//! nodes of a row below a node are found from the leaf slots, by jumping from a slot's leaf to its ancestor at the row's
//! depth; so what is too narrow to tell apart is stepped over in one jump and becomes one [`Bar`].

use std::ops::Range;

use eframe::egui::{Pos2, Rect, pos2, vec2};

use super::frame::Frame;
use crate::tree::{NodeId, Tree};

/// Points below which siblings are not told apart.
const NARROW: f64 = 2.0;
/// Points that rows are apart at least.
const ROW: f64 = 6.0;
/// Rows walked above the pane, so that a bar that begins there does not change when it is panned.
const ROWS_ABOVE: u32 = 64;
/// About how many edges are drawn to what is beside the pane, at each side of a node.
const EDGES_OUTSIDE: usize = 8;

/// A node drawn by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeMark {
    /// The node.
    pub node: NodeId,
    /// Its middle.
    pub at: Pos2,
    /// Half its height.
    pub radius: f32,
    /// The points that its subtree takes from left to right.
    pub width: f32,
}

/// Subtrees too narrow to tell apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The first of them.
    pub first: NodeId,
    /// Their nodes, as indices in preorder.
    pub nodes: Range<usize>,
    /// From their depth to the depth of their leaves.
    pub rect: Rect,
}

/// A line from a node to a node or bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// Where it comes from.
    pub parent: NodeId,
    /// The nodes that it leads to.
    pub nodes: Range<usize>,
    /// Its ends, which may be outside of the pane.
    pub ends: [Pos2; 2],
    /// The points that what it leads to takes from left to right.
    pub width: f32,
    /// Whether it leads to one node that is drawn by itself.
    pub is_single: bool,
}

/// What shows of a tree in a pane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The nodes that have room.
    pub nodes: Vec<NodeMark>,
    /// What has not.
    pub bars: Vec<Bar>,
    /// The edges, from top to bottom.
    pub edges: Vec<Edge>,
}

impl Marks {
    /// What shows of `tree`.
    pub fn new(tree: &Tree, frame: &Frame) -> Marks {
        let mut walk = Walk { tree, frame, step: step(frame), shown: frame.slots(), marks: Marks::default() };
        walk.run();
        walk.marks
    }

    /// How many marks there are.
    pub fn count(&self) -> usize {
        self.nodes.len() + self.bars.len() + self.edges.len()
    }
}

/// How many levels a row stands for.
pub(super) fn step(frame: &Frame) -> u32 {
    (ROW / frame.y.scale).ceil().clamp(1.0, f64::from(u32::MAX / 2)) as u32
}

/// The first row that is walked.
pub(super) fn first_row(frame: &Frame) -> u32 {
    (frame.levels().start / step(frame)).saturating_sub(ROWS_ABOVE)
}

/// Half the height of a node whose subtree is so wide.
pub(super) fn radius(frame: &Frame, width: f32) -> f32 {
    let tallest = (frame.y.scale * 0.24).clamp(1.0, 22.0) as f32;
    (width * 0.42).min(tallest)
}

/// How far the ring around a node of this radius reaches.
pub(super) fn ring_reach(radius: f32) -> f32 {
    (radius * 1.45).max(5.0) + 2.0
}

/// The node at a depth above a slot's leaf, or the leaf where that is not deeper.
pub(super) fn node_at(tree: &Tree, slot: usize, depth: u32) -> NodeId {
    tree.ancestor_at(tree.leaf(slot), depth)
}

/// Whether subtrees over so many slots are too narrow to draw by themselves.
pub(super) fn is_narrow(frame: &Frame, slots: &Range<usize>) -> bool {
    slots.len() as f64 * frame.x.scale < NARROW
}

enum Item {
    One(NodeId),
    Run { first: NodeId, last: NodeId },
}

struct Walk<'a> {
    tree: &'a Tree,
    frame: &'a Frame,
    step: u32,
    shown: Range<usize>,
    marks: Marks,
}

impl Walk<'_> {
    fn run(&mut self) {
        let levels = self.frame.levels();
        let mut depth = first_row(self.frame) * self.step;
        let mut row = Vec::new();
        self.split(None, self.shown.clone(), depth, NARROW, &mut row);
        while !row.is_empty() && depth < levels.end {
            depth += self.step;
            let mut next = Vec::new();
            for parent in row {
                self.below(parent, depth, &mut next);
            }
            row = next;
        }
    }

    /// Marks what is below a node at the next row.
    fn below(&mut self, parent: NodeId, depth: u32, next: &mut Vec<NodeId>) {
        let slots = self.tree.slots(parent);
        let shown = slots.start.max(self.shown.start)..slots.end.min(self.shown.end);
        self.split(Some(parent), shown.clone(), depth, NARROW, next);
        // What shows in part is marked already.
        let marked = |slot: usize| self.tree.slots(node_at(self.tree, slot, depth));
        let (start, end) = (marked(shown.start).start, marked(shown.end - 1).end);
        let x = self.frame.at(&slots, 0).x;
        if x > self.frame.pane.left() {
            self.outside(parent, slots.start..start, depth);
        }
        if x < self.frame.pane.right() {
            self.outside(parent, end..slots.end, depth);
        }
    }

    /// Edges to a few of the nodes beside the pane, so that those inside do not look like all.
    fn outside(&mut self, parent: NodeId, slots: Range<usize>, depth: u32) {
        let narrow = (self.frame.x.scale * (slots.len() / EDGES_OUTSIDE) as f64).max(NARROW);
        self.split(Some(parent), slots, depth, narrow, &mut Vec::new());
    }

    /// Divides slots into the subtrees at a depth and marks them; those that go on below are put into `row`.
    fn split(&mut self, parent: Option<NodeId>, slots: Range<usize>, depth: u32, narrow: f64, row: &mut Vec<NodeId>) {
        let mut slot = slots.start;
        while slot < slots.end {
            let (item, end) = self.item(slot, slots.end, depth, narrow);
            match item {
                Item::One(node) => {
                    self.node(parent, node);
                    if !self.tree.is_leaf(node) {
                        row.push(node);
                    }
                }
                Item::Run { first, last } => self.bar(parent, first, last, depth),
            }
            slot = end;
        }
    }

    /// What stands at a slot: a wide subtree, or the narrow ones from there on. Beside it the slot after it.
    fn item(&self, slot: usize, stop: usize, depth: u32, narrow: f64) -> (Item, usize) {
        let is_narrow = |slots: &Range<usize>| (slots.len() as f64 * self.frame.x.scale) < narrow;
        let first = node_at(self.tree, slot, depth);
        let slots = self.tree.slots(first);
        if !is_narrow(&slots) {
            return (Item::One(first), slots.end);
        }
        let enough = slots.start + (narrow / self.frame.x.scale).ceil() as usize;
        let target = enough.min(stop).max(slots.end);
        let mut last = node_at(self.tree, target - 1, depth);
        let mut last_slots = self.tree.slots(last);
        if !is_narrow(&last_slots) {
            // A wide subtree ends the run; the one before it is the last.
            last = node_at(self.tree, last_slots.start - 1, depth);
            last_slots = self.tree.slots(last);
        }
        (Item::Run { first, last }, last_slots.end)
    }

    fn node(&mut self, parent: Option<NodeId>, node: NodeId) {
        let slots = self.tree.slots(node);
        let width = self.frame.width(&slots);
        let radius = radius(self.frame, width);
        let at = self.frame.at(&slots, self.tree.depth(node));
        let room = Rect::from_center_size(at, vec2(width, self.frame.y.scale as f32)).expand(radius);
        if self.frame.pane.intersects(room) {
            self.marks.nodes.push(NodeMark { node, at, radius, width });
        }
        if let Some(parent) = parent {
            self.edge(parent, self.tree.subtree(node), at - vec2(0.0, radius), width, true);
        }
    }

    fn bar(&mut self, parent: Option<NodeId>, first: NodeId, last: NodeId, row: u32) {
        let slots = self.tree.slots(first).start..self.tree.slots(last).end;
        let nodes = first.index()..self.tree.subtree(last).end;
        let top = self.tree.depth(first).min(self.tree.depth(last)).min(row);
        let bottom = self.tree.deepest(slots.clone());
        let half = radius(self.frame, f32::INFINITY).min(3.0);
        let rect = Rect::from_min_max(
            pos2(self.frame.side(slots.start), self.frame.level(top) - half),
            pos2(self.frame.side(slots.end), self.frame.level(bottom) + half),
        );
        if let Some(parent) = parent {
            self.edge(parent, nodes.clone(), rect.center_top(), rect.width(), false);
        }
        if rect.intersects(self.frame.pane) {
            self.marks.bars.push(Bar { first, nodes, rect });
        }
    }

    fn edge(&mut self, parent: NodeId, nodes: Range<usize>, to: Pos2, width: f32, is_single: bool) {
        let slots = self.tree.slots(parent);
        let mut from = self.frame.at(&slots, self.tree.depth(parent));
        from.y += radius(self.frame, self.frame.width(&slots));
        if Rect::from_two_pos(from, to).expand(2.0).intersects(self.frame.pane) {
            self.marks.edges.push(Edge { parent, nodes, ends: [from, to], width, is_single });
        }
    }
}

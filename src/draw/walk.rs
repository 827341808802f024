//! What shows: a walk over the part of a tree that is in the frame, which takes time by points and not by nodes.
//!
//! The walk goes row by row. A row is a level, or every n-th level where levels are closer than a few points. What stands in a
//! row below a node is found from the slots, by jumping from a slot to what is over it at the row's depth; so what is too narrow to
//! tell apart is stepped over in one jump and becomes one [`Stretch`].

use std::ops::Range;

use super::{Frame, Pos2, Rect, Shown, Thing, pos2, vec2};
use crate::sorting;
use crate::tree::NodeId;

/// The width below which neighbours are never distinguished, in points.
const NARROW: f64 = 2.0;
/// The number of rows walked above the pane, so that a stretch that begins there does not change when the picture is panned.
const ROWS_ABOVE: u32 = 64;
/// The number of nodes that end above a row among which a neighbour in the row is looked for.
const MOST_BETWEEN: usize = 8;
/// The approximate number of edges drawn to nodes outside the pane, at each side of a node.
const EDGES_OUTSIDE: usize = 8;

/// A node or mark that is drawn separately.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) thing: Thing,
    pub(super) depth: u32,
    /// Its middle.
    pub(super) at: Pos2,
    /// The width of its subtree, in points.
    pub(super) width: f32,
}

/// Neighbours too narrow to be distinguished, with their subtrees.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) depth: u32,
    pub(super) slots: Range<usize>,
}

impl Stretch {
    /// The depths of the rows of its cells.
    pub(super) fn rows(&self, shown: &Shown<'_>, frame: &Frame) -> Vec<u32> {
        let (step, end) = (frame.row_step(), frame.levels().end);
        let last = shown.deepest(self.slots.clone()).next_multiple_of(step);
        let mut rows = Vec::new();
        let mut depth = self.depth;
        while depth <= last && depth.saturating_sub(step - 1) < end {
            rows.push(depth);
            depth += step;
        }
        rows
    }
}

/// An edge from a node to what is below it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) parent: NodeId,
    /// The node or mark at its end; `None` for a stretch, or outside the pane.
    pub(super) to: Option<Thing>,
    /// The nodes at its end.
    pub(super) nodes: Range<usize>,
    /// The middles of both.
    pub(super) middles: [Pos2; 2],
    /// The depth at its end.
    pub(super) depth: u32,
    /// The distance of its end from that of the nearest edge of its level, in points.
    pub(super) gap: f32,
}

/// The visible part of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marks {
    pub(super) things: Vec<Mark>,
    pub(super) stretches: Vec<Stretch>,
    /// The edges, from top to bottom, and from left to right within a level.
    pub(super) edges: Vec<Edge>,
}

impl Marks {
    /// The visible part in a frame; `narrow` gives for each depth the minimum width of a node that is drawn separately.
    pub(super) fn new(shown: &Shown<'_>, frame: &Frame, narrow: &dyn Fn(u32) -> f32) -> Marks {
        let mut walk =
            Walk { shown, frame, narrow, step: frame.row_step(), slots: frame.slots(), marks: Marks::default() };
        walk.run();
        measure_gaps(&mut walk.marks.edges);
        walk.marks
    }
}

/// Sorts the edges of each level and sets the distances between their ends.
fn measure_gaps(edges: &mut [Edge]) {
    for level in edges.chunk_by_mut(|a, b| a.depth == b.depth) {
        sorting::sort_by_key(level, |edge| edge.nodes.start);
        for index in 1..level.len() {
            let gap = level[index].middles[1].x - level[index - 1].middles[1].x;
            level[index - 1].gap = level[index - 1].gap.min(gap);
            level[index].gap = gap;
        }
    }
}

/// The first row that is walked.
pub(super) fn first_row(frame: &Frame) -> u32 {
    (frame.levels().start / frame.row_step()).saturating_sub(ROWS_ABOVE)
}

/// The minimum number of slots of a node that is drawn separately, for its minimum width in points.
pub(super) fn least(frame: &Frame, narrow: f32) -> f64 {
    f64::from(narrow).max(NARROW) / frame.x.scale
}

/// Whether what stands in a row is drawn separately: its slots are wide enough, or its neighbours are so far that there is room.
pub(super) fn is_separate(shown: &Shown<'_>, frame: &Frame, thing: Thing, row: u32, least: f64) -> bool {
    let wide = shown.slots_of(thing).len() as f64;
    wide >= least
        || wide * frame.x.scale >= 0.5
            && is_far(shown, frame, thing, row, least, Side::Left)
            && is_far(shown, frame, thing, row, least, Side::Right)
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// Whether the nearest neighbour in a row is so far from what stands there, from middle to middle. Nodes that end above the row are only in
/// between.
fn is_far(shown: &Shown<'_>, frame: &Frame, thing: Thing, row: u32, least: f64, side: Side) -> bool {
    let above = row.saturating_sub(frame.row_step() - 1);
    let (here, mut slots) = (shown.centre_of(thing), shown.slots_of(thing));
    for _ in 0..MOST_BETWEEN {
        let slot = match side {
            Side::Left => slots.start.checked_sub(1),
            Side::Right => Some(slots.end).filter(|&slot| slot < shown.slot_count()),
        };
        let Some(slot) = slot else { return true };
        let neighbour = shown.at(slot, row);
        if (shown.centre_of(neighbour) - here).abs() >= least {
            return true;
        }
        if shown.depth_of(neighbour) >= above {
            return false;
        }
        slots = shown.slots_of(neighbour);
    }
    false
}

struct Walk<'a> {
    shown: &'a Shown<'a>,
    frame: &'a Frame,
    narrow: &'a dyn Fn(u32) -> f32,
    step: u32,
    slots: Range<usize>,
    marks: Marks,
}

enum Item {
    One(Thing),
    Many(Range<usize>),
}

impl Walk<'_> {
    fn run(&mut self) {
        let levels = self.frame.levels();
        let mut depth = first_row(self.frame) * self.step;
        let mut row = Vec::new();
        self.split(None, self.slots.clone(), depth, self.least(depth), &mut row);
        while !row.is_empty() && depth < levels.end {
            depth += self.step;
            let mut next = Vec::new();
            for parent in row {
                self.below(parent, depth, &mut next);
            }
            row = next;
        }
    }

    /// The minimum number of slots of a node that is drawn separately.
    fn least(&self, depth: u32) -> f64 {
        least(self.frame, (self.narrow)(depth))
    }

    /// Marks what is below a node in the next row.
    fn below(&mut self, parent: NodeId, depth: u32, next: &mut Vec<NodeId>) {
        let slots = self.shown.slots(parent);
        let seen = slots.start.max(self.slots.start)..slots.end.min(self.slots.end);
        if seen.is_empty() {
            return;
        }
        self.split(Some(parent), seen.clone(), depth, self.least(depth), next);
        // What is visible in part has been marked already.
        let marked = |slot: usize| self.shown.slots_of(self.shown.at(slot, depth));
        let (start, end) = (marked(seen.start).start, marked(seen.end - 1).end);
        let x = self.frame.position_of(self.shown, parent).x;
        if x > self.frame.pane.left() {
            self.outside(parent, slots.start..start, depth);
        }
        if x < self.frame.pane.right() {
            self.outside(parent, end..slots.end, depth);
        }
    }

    /// Edges to some of the nodes outside the pane, so that those inside do not look like all.
    fn outside(&mut self, parent: NodeId, slots: Range<usize>, depth: u32) {
        let least = ((slots.len() / EDGES_OUTSIDE) as f64).max(self.least(depth));
        self.split(Some(parent), slots, depth, least, &mut Vec::new());
    }

    /// Divides slots into what is there at a depth and marks it; inner nodes are added to `row`.
    fn split(&mut self, parent: Option<NodeId>, slots: Range<usize>, depth: u32, least: f64, row: &mut Vec<NodeId>) {
        let mut slot = slots.start;
        while slot < slots.end {
            let (item, end) = self.item(slot, slots.end, depth, least);
            match item {
                Item::One(thing) => {
                    self.thing(parent, thing);
                    if let Thing::Node(node) = thing
                        && !self.shown.tree.is_leaf(node)
                    {
                        row.push(node);
                    }
                }
                Item::Many(slots) => self.many(parent, slots, depth),
            }
            slot = end;
        }
    }

    /// What is at a slot: something wide, or the narrow nodes from there on; and the slot after it.
    fn item(&self, slot: usize, stop: usize, depth: u32, least: f64) -> (Item, usize) {
        let is_narrow = |slots: &Range<usize>| (slots.len() as f64) < least;
        let first = self.shown.at(slot, depth);
        let slots = self.shown.slots_of(first);
        if is_separate(self.shown, self.frame, first, depth, least) {
            return (Item::One(first), slots.end);
        }
        let enough = slots.start + least.ceil() as usize;
        let target = enough.min(stop).max(slots.end);
        let end = self.shown.slots_of(self.shown.at(target - 1, depth));
        // Something wide ends the stretch, which ends before it.
        let end = if is_narrow(&end) { end.end } else { end.start };
        (Item::Many(slots.start..end), end)
    }

    fn thing(&mut self, parent: Option<NodeId>, thing: Thing) {
        let (slots, depth) = (self.shown.slots_of(thing), self.shown.depth_of(thing));
        let (at, width) = (self.frame.middle_of(self.shown, thing), self.frame.width(&slots));
        // A bar is as tall as its row, and a node may reach over the sides of its slots.
        let tall = (2 * self.step - 1) as f32 * self.frame.y.scale as f32;
        let reach = vec2(width + (self.narrow)(depth), tall);
        if self.frame.pane.intersects(Rect::from_center_size(self.frame.at(&slots, depth), reach)) {
            self.marks.things.push(Mark { thing, depth, at, width });
        }
        if let Some(parent) = parent {
            self.edge(parent, Some(thing), self.shown.nodes_of(thing), at, depth);
        }
    }

    fn many(&mut self, parent: Option<NodeId>, slots: Range<usize>, depth: u32) {
        let nodes = |slot: usize| self.shown.nodes_of(self.shown.at(slot, depth));
        let (first, last) = (nodes(slots.start), nodes(slots.end - 1));
        if let Some(parent) = parent {
            let at = self.frame.at(&slots, depth);
            self.edge(parent, None, first.start..last.end, at, depth);
        }
        match self.marks.stretches.last_mut() {
            Some(last) if last.depth == depth && last.slots.end == slots.start => last.slots.end = slots.end,
            _ => self.marks.stretches.push(Stretch { depth, slots }),
        }
    }

    fn edge(&mut self, parent: NodeId, to: Option<Thing>, nodes: Range<usize>, at: Pos2, depth: u32) {
        let from = self.frame.position_of(self.shown, parent);
        if Rect::from_two_pos(from, at).expand(2.0).intersects(self.frame.pane) {
            self.marks.edges.push(Edge { parent, to, nodes, middles: [from, at], depth, gap: f32::INFINITY });
        }
    }
}

/// The part of a line inside a rectangle. Uses `f64`, because its ends may be millions of points away.
pub(super) fn clip([a, b]: [Pos2; 2], rect: Rect) -> Option<[Pos2; 2]> {
    let start = [f64::from(a.x), f64::from(a.y)];
    let way = [f64::from(b.x) - start[0], f64::from(b.y) - start[1]];
    let low = [f64::from(rect.left()), f64::from(rect.top())];
    let high = [f64::from(rect.right()), f64::from(rect.bottom())];
    let (mut enter, mut exit) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        if way[axis] == 0.0 {
            if start[axis] < low[axis] || start[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let at = |side: [f64; 2]| (side[axis] - start[axis]) / way[axis];
        let (a, b) = (at(low), at(high));
        enter = enter.max(a.min(b));
        exit = exit.min(a.max(b));
    }
    let at = |t: f64| pos2((start[0] + way[0] * t) as f32, (start[1] + way[1] * t) as f32);
    (enter <= exit).then(|| [at(enter), at(exit)])
}

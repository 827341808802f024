//! Rows of cells, by which nodes are shown that are too narrow to be drawn one by one.

use std::ops::Range;

use super::{Cells, Figure, Frame, Look, Rect, Shares, pos2};

/// The slots of a cell, at most, that are examined for a leaf that ends above the level.
const LOOKS: usize = 8;

/// The cells that show of one level of some slots: one per pixel or so. Where rows are several levels apart, a cell without nodes of the
/// level shows what ended since the row before. Their sides belong to the tree, so that they stay the same when it is moved and in every
/// pane of its size. Empty stretches give no cells.
pub(super) fn cells(figure: &Figure<'_>, frame: &Frame, slots: &Range<usize>, depth: u32, y: Range<f32>) -> Vec<Cells> {
    if y.start >= frame.pane.bottom() || y.end <= frame.pane.top() {
        return Vec::new();
    }
    let y = y.start.max(frame.pane.top())..y.end.min(frame.pane.bottom());
    let wide = f64::from(figure.options.cell);
    let seen = frame.slots();
    let [start, end] = [slots.start.max(seen.start), slots.end.min(seen.end)];
    if start >= end {
        return Vec::new();
    }
    let per_cell = wide / frame.x.scale;
    let first = (start as f64 / per_cell).floor() as usize;
    let last = ((end as f64 / per_cell).ceil() as usize).max(first + 1);
    let mut made: Vec<Cells> = Vec::new();
    let above = depth.saturating_sub(frame.row_step() - 1);
    let depth = depth.min(figure.tree().height());
    let mut row = Row { figure, depth, above, level: figure.tree().level(depth), last: (usize::MAX, 0), stride: 0 };
    for cell in first..last {
        // The slots that begin in the cell, or the one that it is in.
        let (from, to) = if per_cell < 1.0 {
            let slot = ((cell as f64 + 0.5) * per_cell) as usize;
            (slot, slot + 1)
        } else {
            let side = |cell: usize| (cell as f64 * per_cell).ceil() as usize;
            (side(cell), side(cell + 1))
        };
        let (from, to) = (from.max(start), to.min(end));
        let shares = if from < to { row.shares(from, to) } else { Shares::NONE };
        if shares == Shares::NONE {
            continue;
        }
        let left = (frame.x.at(cell as f64 * per_cell) as f32).max(frame.side(start));
        let right = (frame.x.at((cell + 1) as f64 * per_cell) as f32).min(frame.side(end));
        match made.last_mut() {
            Some(cells) if (cells.rect.right() - left).abs() < 0.01 => {
                cells.rect.max.x = right;
                cells.shares.push(shares);
            }
            _ => made.push(Cells {
                rect: Rect::from_min_max(pos2(left, y.start), pos2(right, y.end)),
                shares: vec![shares],
            }),
        }
    }
    made
}

/// A level that is gone through from left to right.
struct Row<'a> {
    figure: &'a Figure<'a>,
    depth: u32,
    /// The first level after the row before.
    above: u32,
    level: Range<usize>,
    /// The slot of the last search, and where that ended in level order; and how far that was from the one before.
    last: (usize, usize),
    stride: usize,
}

impl Row<'_> {
    /// The shares of the nodes over the slots from `from` to before `to`, of which there is one at least.
    fn shares(&mut self, from: usize, to: usize) -> Shares {
        let shown = &self.figure.shown;
        let start = shown.original(from).0;
        let end = if to < shown.slot_count() { shown.original(to).0 } else { shown.tree.leaf_count() };
        let (slot, last) = self.last;
        let mut first = if slot == start { last } else { shown.tree.first_at_slot_near(self.depth, start, last) };
        let last = shown.tree.first_at_slot_near(self.depth, end, first + self.stride);
        (self.last, self.stride) = ((end, last), last - first);
        // What begins before and reaches in.
        if first > self.level.start && shown.tree.slots(shown.tree.node_in_level_order(first - 1)).end > start {
            first -= 1;
        }
        if first < last {
            self.figure.overlay.shares(first..last).with_rare_seen()
        } else {
            self.ended(from, to).map_or(Shares::NONE, Shares::all)
        }
    }

    /// The look of something over the slots that ends above the level, but after the row before: of something visited, if there is any.
    fn ended(&self, from: usize, to: usize) -> Option<Look> {
        let shown = &self.figure.shown;
        let levels = self.above..self.depth;
        let rank = |look: Look| (look.is_passed_over(), look == Look::Ahead);
        let mut least: Option<Look> = None;
        if levels.is_empty() {
            return None;
        }
        for slot in (from..to).step_by((to - from).div_ceil(LOOKS)) {
            let thing = shown.at(slot, self.depth);
            if levels.contains(&shown.depth_of(thing)) {
                let look = self.figure.overlay.look(shown.node_of(thing));
                if least.is_none_or(|least| rank(look) < rank(least)) {
                    least = Some(look);
                }
            }
        }
        least
    }
}

//! A tree as nodes linked by edges.
//!
//! What is too narrow to be told apart is shown level by level as cells, each with the exact shares of the nodes below it.

mod edges;
mod names;
mod nodes;
mod sight;

use std::sync::Arc;

use super::cells::cells;
use super::place::Taken;
use super::shape::{Form, form};
use super::sizes::{LevelSize, Place, Sizes};
use super::walk::{Edge, Mark, Marks, Stretch, clip};
use super::{
    Boards, Corners, Figure, Frame, Ink, Legend, Look, Pattern, Picture, Pos2, Rect, Shape, Shown, Strokes, Symbol,
    Text, Thing, Vec2, board, pos2, text, vec2, warning, words,
};
use crate::game::Board;
use crate::tree::NodeId;

pub use sight::{at, rect_of, sight};

/// A picture, and what its symbols mean.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The shapes.
    pub picture: Picture,
    /// The symbols that are in it.
    pub legend: Legend,
    /// How many boards are in it.
    pub boards: usize,
    /// How many texts found no room: values, windows and numbers of nodes that are drawn separately.
    pub unwritten: usize,
}

/// Points between siblings from which on the edges to pruned ones are dashed and cutoffs marked.
const DASHED: f32 = 8.0;
/// The points between the cells of a level and those of the next.
const CELL_GAP: f32 = 1.0;
/// Draws what shows of a figure in a frame.
pub fn node_link(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards) -> Drawing {
    let layout = Layout::new(figure, frame, boards);
    let marks = Marks::new(&figure.shown, frame, &|depth| layout.narrow(depth));
    let taken = Taken::new(has_texts(figure) || marks.things.len() <= FEW);
    let mut paint =
        Paint { figure, frame, layout: &layout, boards, drawing: Drawing::default(), taken, too_wide: Vec::new() };
    let edges = paint.placed(&marks.edges);
    paint.cells(&marks.stretches);
    paint.edges(&edges);
    for mark in &marks.things {
        paint.thing(mark);
    }
    paint.strokes(&edges);
    paint.names(&marks.things, &edges);
    for mark in &marks.things {
        paint.warning(mark);
    }
    paint.drawing
}

/// With more nodes than this, values that are too wide are beside their nodes only where there are other texts to place.
const FEW: usize = 1000;

/// Whether there are texts that must find their place.
fn has_texts(figure: &Figure<'_>) -> bool {
    let super::Options { windows, order, numbers, .. } = figure.options;
    figure.tree().has_names() || figure.tree().has_chance() || windows || order || numbers
}

/// The sizes of a picture of this kind, and where nodes begin and end.
pub(super) struct Layout {
    sizes: Sizes,
    pub(super) step: u32,
}

impl Layout {
    pub(super) fn new(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards) -> Layout {
        let step = frame.row_step();
        let board = boards.of(figure, NodeId::ROOT);
        Layout { sizes: Sizes::new(figure, frame, step, board.as_deref(), &mut boards.measures), step }
    }

    fn at(&self, depth: u32) -> LevelSize {
        self.sizes.at(depth, self.step)
    }

    /// The points from left to right without which a node of a depth is not drawn separately.
    pub(super) fn narrow(&self, depth: u32) -> f32 {
        self.at(depth).narrow
    }

    /// The room of a node or mark around a point.
    pub(super) fn rect(&self, figure: &Figure<'_>, thing: Thing, depth: u32, at: Pos2, has_board: bool) -> Rect {
        let size = self.at(depth);
        if let Some(card) = size.card.filter(|_| has_board) {
            return Rect::from_center_size(at, card.size);
        }
        match thing {
            Thing::Fold(_) => Rect::from_center_size(at, vec2(size.radius.max(size.leaf) * 2.0, size.radius * 1.3)),
            Thing::Node(node) => {
                let form = form(figure.tree(), node);
                form.rect(at, size.radius, size.leaf)
            }
        }
    }

    /// The room of a node or mark at its place in a frame.
    fn rect_of(&self, figure: &Figure<'_>, frame: &Frame, boards: &mut Boards, thing: Thing) -> Rect {
        let depth = figure.shown.depth_of(thing);
        let has_board =
            matches!(thing, Thing::Node(node) if self.at(depth).card.is_some() && boards.of(figure, node).is_some());
        self.rect(figure, thing, depth, frame.middle_of(&figure.shown, thing), has_board)
    }
}

struct Paint<'a> {
    figure: &'a Figure<'a>,
    frame: &'a Frame,
    layout: &'a Layout,
    boards: &'a mut Boards,
    drawing: Drawing,
    /// What names must not cover. It does not depend on what a search did, so that the same names show in all panes.
    taken: Taken,
    /// The values that have no room in their nodes.
    too_wide: Vec<(Mark, NodeId, String)>,
}

impl Paint<'_> {
    fn shown(&self) -> &Shown<'_> {
        &self.figure.shown
    }

    /// The rows of cells by which narrow subtrees are shown.
    fn cells(&mut self, stretches: &[Stretch]) {
        for stretch in stretches {
            for depth in stretch.rows(&self.figure.shown, self.frame) {
                self.row(stretch, depth);
            }
        }
    }

    fn row(&mut self, stretch: &Stretch, depth: u32) {
        let step = self.layout.step;
        let tall = self.frame.y.scale as f32 * step as f32;
        let middle = self.frame.level(depth) + tall / 2.0 - self.frame.y.scale as f32 / 2.0;
        let node = (tall / 2.0).min(6.0);
        let top = if depth == stretch.depth { middle - node } else { middle - tall / 2.0 };
        // What has nothing below it is as high as nodes.
        let is_low = depth == stretch.depth && self.shown().deepest(stretch.slots.clone()) <= depth;
        let bottom = if is_low { middle + node } else { middle + tall / 2.0 - CELL_GAP.min(tall / 4.0) };
        for cells in cells(self.figure, self.frame, &stretch.slots, depth, top..bottom) {
            self.drawing.legend.add_areas(&cells);
            self.taken.rect(cells.rect);
            self.drawing.picture.add_loose(Shape::Cells(cells));
        }
    }

    /// How thick the line of best play is.
    fn thick(&self) -> f32 {
        (self.layout.sizes.text * 0.26).clamp(3.0, 5.0)
    }

    fn rect(&mut self, thing: Thing, depth: u32, at: Pos2) -> Rect {
        let has_board = self.has_board(thing, depth);
        self.layout.rect(self.figure, thing, depth, at, has_board)
    }

    fn has_board(&mut self, thing: Thing, depth: u32) -> bool {
        let Thing::Node(node) = thing else { return false };
        self.layout.at(depth).card.is_some() && self.boards.of(self.figure, node).is_some()
    }

    fn is_on_line(&self, node: NodeId, depth: u32) -> bool {
        self.figure.overlay.line().get(depth as usize) == Some(&node)
    }
}

//! Labels, names of moves, windows and numbers, wherever there is room for them.

use super::edges::Placed;
use super::{
    Edge, Form, Ink, LevelSize, Mark, NodeId, Paint, Place, Pos2, Rect, Shape, Strokes, Symbol, Text, Thing, Vec2,
    form, has_texts, pos2, text, vec2,
};
use crate::draw::place::{APART, HALF_EDGE};
use crate::draw::sizes::NAMED;
use crate::draw::words;

/// Where on an edge, as a share of its height, the name of its move should stand, and where else it may.
const MOVE_AT: [f32; 5] = [0.62, 0.72, 0.52, 0.82, 0.44];

/// Between a node and its name on a sheet.
const BESIDE: f32 = 2.5;
/// How far names of nodes on a sheet are from each other, across and down, where that is possible.
const APART_ON_SHEETS: Vec2 = vec2(6.0, 3.0);
/// The type of a name that would have no room otherwise.
const SMALLER: f32 = 0.8;

impl Paint<'_> {
    pub(super) fn names(&mut self, things: &[Mark], edges: &[Placed<'_>]) {
        if !has_texts(self.figure) && self.too_wide.is_empty() {
            return;
        }
        let mut levels = Vec::new();
        for level in edges.chunk_by(|a, b| a.edge.depth == b.edge.depth) {
            self.take_edges(level);
            levels.push(level);
        }
        if self.figure.options.is_sheet {
            self.labels_of_sheet(things);
        } else {
            for mark in things {
                if let Thing::Node(node) = mark.thing {
                    self.label(mark, node);
                }
            }
        }
        for level in levels {
            self.moves(level);
        }
        self.write_too_wide();
        for mark in things {
            if let Thing::Node(node) = mark.thing {
                self.switched_on(mark, node);
            }
        }
    }

    /// Takes what edges cover, and the strokes of a cutoff wherever there may be one.
    fn take_edges(&mut self, level: &[Placed<'_>]) {
        self.taken.level(level.iter().map(|placed| placed.ends).collect());
        for placed in level {
            if placed.edge.nodes.start > placed.edge.parent.index() + 1 {
                for ends in self.stroke(placed, Strokes::Double) {
                    self.taken.line(ends);
                }
            }
        }
    }

    /// The names of the moves of a level, and probabilities: of all, or of none where one has no room. They are beside the edges, or else below leaves.
    fn moves(&mut self, level: &[Placed<'_>]) {
        let on_edge = self.moves_at(level, |paint, placed, _, name| paint.place_of_move(name, placed.ends));
        match on_edge.or_else(|| self.moves_at(level, Paint::place_below_leaf)) {
            Some(mut texts) => self.drawing.picture.shapes.append(&mut texts),
            None => self.drawing.unwritten += self.moves_of(level),
        }
    }

    /// The names of the moves of a level at places of one kind; `None` where one has no room.
    fn moves_at(
        &mut self,
        level: &[Placed<'_>],
        place: fn(&mut Self, &Placed<'_>, NodeId, &str) -> Option<Pos2>,
    ) -> Option<Vec<(Option<NodeId>, Shape)>> {
        let before = self.taken.len();
        let mut texts = Vec::new();
        for placed in level {
            let Some(Thing::Node(node)) = placed.edge.to else { continue };
            let Some(name) = words::edge(self.figure.tree(), node) else { continue };
            let has_names = self.layout.at(placed.edge.depth).radius >= NAMED;
            let Some(middle) = has_names.then(|| place(self, placed, node, &name)).flatten() else {
                self.taken.forget_after(before);
                return None;
            };
            let text = Text { words: name.into_owned(), middle, size: self.layout.sizes.small, ink: Ink::FaintText };
            if self.frame.pane.contains_rect(text.rect()) {
                texts.push((Some(node), Shape::Text(text)));
            }
        }
        Some(texts)
    }

    fn place_below_leaf(&mut self, placed: &Placed<'_>, node: NodeId, name: &str) -> Option<Pos2> {
        let Edge { depth, middles: [_, at], .. } = *placed.edge;
        let is_free = self.layout.at(depth).leaves != Place::Below;
        if !is_free || !self.figure.tree().is_leaf(node) || self.has_board(Thing::Node(node), depth) {
            return None;
        }
        let rect = self.rect(Thing::Node(node), depth, at);
        let size = text::size(name, self.layout.sizes.small);
        self.taken.first_free_beside((node, rect), size, &[below(rect, size.y, 0)], Rect::EVERYTHING, APART)
    }

    /// How many moves of a level have names.
    fn moves_of(&self, level: &[Placed<'_>]) -> usize {
        let tree = self.figure.tree();
        let is_named = |placed: &&Placed<'_>| matches!(placed.edge.to, Some(Thing::Node(node)) if words::edge(tree, node).is_some());
        level.iter().filter(is_named).count()
    }

    /// Where a move is named: beside its edge, on the side where there is room; in the pane, if the edge is.
    fn place_of_move(&mut self, name: &str, [from, to]: [Pos2; 2]) -> Option<Pos2> {
        let size = text::size(name, self.layout.sizes.small);
        let half = size / 2.0;
        let way = to - from;
        // Away from the edge as far as the corner of the text that is nearest to it needs.
        let across = |share: f32, side: f32| {
            let slant = (way.x / way.y.max(1.0)).abs() * (half.y + HALF_EDGE);
            from + way * share + vec2(side * (half.x + slant + 4.0), 0.0)
        };
        let outer = if way.x < 0.0 { -1.0 } else { 1.0 };
        let middles = [outer, -outer].map(|side| MOVE_AT.map(|share| across(share, side)));
        let pane = self.frame.pane;
        let bounds = if pane.contains(from) && pane.contains(to) { pane } else { Rect::EVERYTHING };
        self.taken.first_free(size, middles.as_flattened(), bounds)
    }

    /// Values that are wider than their nodes, beside them. They come after labels and moves, which have the same place in all panes, and
    /// before everything that is less important.
    fn write_too_wide(&mut self) {
        for (mark, node, words) in std::mem::take(&mut self.too_wide) {
            let LevelSize { radius, text, .. } = self.layout.at(mark.depth);
            let is_named = radius >= NAMED && self.taken.matters();
            let ink = if self.figure.overlay.look(node).is_passed_over() { Ink::FaintText } else { Ink::Text };
            if is_named && self.beside(&mark, node, &words, text, ink, 0) {
                self.drawing.legend.add_bound(&words);
                self.drawing.legend.add_rounded(self.figure.tree(), node);
            } else {
                self.drawing.unwritten += 1;
            }
        }
    }

    /// The window and the numbers of a node, where they are asked for.
    fn switched_on(&mut self, mark: &Mark, node: NodeId) {
        // Values below leaves have two lines.
        let first = if self.layout.at(mark.depth).leaves == Place::Below { 2 } else { 0 };
        for (symbol, words) in self.figure.switched_on(node) {
            let Some(words) = words else { continue };
            let ink = if symbol == Symbol::Order { Ink::Step } else { Ink::FaintText };
            if self.beside(mark, node, &words, self.layout.sizes.small, ink, first) {
                self.drawing.legend.add(symbol);
            } else {
                self.drawing.unwritten += 1;
            }
        }
    }

    fn label(&mut self, mark: &Mark, node: NodeId) {
        let tree = self.figure.tree();
        let Some(label) = tree.label(node).filter(|_| !self.has_board(mark.thing, mark.depth)) else { return };
        if !self.has_room_for_label(mark, node, label) {
            self.drawing.unwritten += 1;
        }
    }

    /// Writes a label, if there is room.
    fn has_room_for_label(&mut self, mark: &Mark, node: NodeId, label: &str) -> bool {
        if self.layout.at(mark.depth).radius < NAMED {
            return false;
        }
        if self.figure.tree().is_leaf(node) {
            let rect = self.rect(mark.thing, mark.depth, mark.at);
            let size = text::size(label, self.layout.sizes.small);
            // A long position would stand below other leaves as well.
            if self.figure.tree().game().is_some() && size.x > mark.width {
                return false;
            }
            self.write((node, rect), label, self.layout.sizes.small, &[below(rect, size.y, 0)], Ink::FaintText)
        } else {
            self.beside(mark, node, label, self.layout.sizes.small, Ink::FaintText, 0)
        }
    }

    /// The labels of a sheet: those of a level at the same side of their nodes if possible, or else each where it has room. They come close to
    /// other nodes before one is left out.
    fn labels_of_sheet(&mut self, things: &[Mark]) {
        let named = |mark: &&Mark| matches!(mark.thing, Thing::Node(node) if self.figure.tree().label(node).is_some());
        let mut named: Vec<Mark> = things.iter().filter(named).copied().collect();
        named.sort_by_key(|mark| mark.depth);
        for level in named.chunk_by(|a, b| a.depth == b.depth) {
            let is_alike = Spot::ALL.chunks(1).any(|spot| self.are_labels_at(level, spot));
            if !is_alike {
                self.drawing.unwritten += self.labels_anywhere(level);
            }
        }
    }

    /// Writes the labels of a level at one of some spots, or none of them if one has no room there. Returns whether they are written.
    fn are_labels_at(&mut self, level: &[Mark], spots: &[Spot]) -> bool {
        let (taken, shapes) = (self.taken.len(), self.drawing.picture.shapes.len());
        let small = self.layout.sizes.small;
        let are_written = level.iter().all(|mark| self.label_at(mark, spots, small, APART_ON_SHEETS));
        if !are_written {
            self.taken.forget_after(taken);
            self.drawing.picture.shapes.truncate(shapes);
        }
        are_written
    }

    /// Writes each label of a level where it has room, if need be in smaller type. Returns how many have none.
    fn labels_anywhere(&mut self, level: &[Mark]) -> usize {
        let small = self.layout.sizes.small;
        let mut is_written = |mark: &Mark, size: f32| self.label_at(mark, &Spot::ALL, size, Vec2::ZERO);
        level.iter().filter(|mark| !is_written(mark, small) && !is_written(mark, SMALLER * small)).count()
    }

    /// Writes a label at the first of some spots that is free and far enough from the labels of others. Returns whether there is one.
    fn label_at(&mut self, mark: &Mark, spots: &[Spot], size: f32, apart: Vec2) -> bool {
        let Thing::Node(node) = mark.thing else { return true };
        let Some(label) = self.figure.tree().label(node) else { return true };
        let form = form(self.figure.tree(), node);
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let taken = text::size(label, size);
        let middles: Vec<Pos2> = spots.iter().map(|spot| spot.middle(form, rect, taken)).collect();
        let found = self.taken.first_free_beside((node, rect), taken, &middles, self.frame.pane, apart);
        let Some(middle) = found else { return false };
        let text = Text { words: label.to_owned(), middle, size, ink: Ink::FaintText };
        self.drawing.picture.add(node, Shape::Text(text));
        true
    }

    /// Writes something beside a node: above on the right, right, above on the left, left, or below; at a leaf first below, from a line on.
    /// Returns whether there is room.
    fn beside(&mut self, mark: &Mark, node: NodeId, words: &str, size: f32, ink: Ink, first_line: u8) -> bool {
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let half = text::size(words, size) / 2.0;
        let right = rect.right() + half.x + 4.0;
        let left = rect.left() - half.x - 4.0;
        let top = rect.top() + half.y - 1.0;
        // A triangle leaves room beside its tip.
        let tip = rect.width() * 0.25;
        let [near, near_below] = match form(self.figure.tree(), node) {
            Form::Max => [tip, 0.0],
            Form::Min => [0.0, tip],
            Form::Chance => [tip / 2.0, tip / 2.0],
            Form::Leaf => [0.0, 0.0],
        };
        let is_leaf = self.figure.tree().is_leaf(node);
        let line = if is_leaf { first_line } else { 0 };
        let mut middles = [
            pos2(right - near, top),
            pos2(right, mark.at.y),
            pos2(left + near, top),
            pos2(left, mark.at.y),
            pos2(right - near_below, rect.bottom() - half.y),
            pos2(left + near_below, rect.bottom() - half.y),
            below(rect, 2.0 * half.y, line),
            below(rect, 2.0 * half.y, line + 1),
            pos2(rect.center().x, rect.top() - half.y - 3.0),
        ];
        // Nothing but texts is below a leaf.
        if is_leaf {
            middles[..8].rotate_left(6);
        }
        self.write((node, rect), words, size, &middles, ink)
    }

    /// Writes a text of a node at the first of some places that is free. Returns whether there is one.
    fn write(&mut self, node: (NodeId, Rect), words: &str, size: f32, middles: &[Pos2], ink: Ink) -> bool {
        let (taken, pane) = (text::size(words, size), self.frame.pane);
        let Some(middle) = self.taken.first_free_beside(node, taken, middles, pane, APART) else { return false };
        let text = Text { words: words.to_owned(), middle, size, ink };
        self.drawing.picture.add(node.0, Shape::Text(text));
        true
    }
}

/// A place of a name on a sheet.
#[derive(Clone, Copy)]
struct Spot {
    /// -1 on the left, 1 on the right.
    side: f32,
    /// Where it is in the height of its node: -1 at the top, 1 at the bottom; further off above or below it.
    height: f32,
}

impl Spot {
    /// The best ones first.
    const ALL: [Spot; 10] = {
        const fn spot(side: f32, height: f32) -> Spot {
            Spot { side, height }
        }
        [
            spot(1.0, -1.0),
            spot(1.0, 0.0),
            spot(1.0, 1.0),
            spot(-1.0, -1.0),
            spot(-1.0, 0.0),
            spot(-1.0, 1.0),
            spot(1.0, -2.0),
            spot(-1.0, -2.0),
            spot(1.0, 2.0),
            spot(-1.0, 2.0),
        ]
    };

    /// The middle of a text of a size there, close to the form of the node.
    fn middle(self, form: Form, rect: Rect, size: Vec2) -> Pos2 {
        let half = size / 2.0;
        if self.height.abs() > 1.0 {
            // Above or below a corner.
            let off = rect.height() / 2.0 + half.y + 1.0;
            let x = self.side * (rect.width() / 2.0 - half.x).max(half.x + 3.0);
            return rect.center() + vec2(x, self.height.signum() * off);
        }
        let y = rect.center().y + self.height * (rect.height() / 2.0 - half.y);
        // The node is so wide beside the text.
        let beside = form.slices(rect).filter(|slice| slice.top() < y + half.y && slice.bottom() > y - half.y);
        let wide = beside.map(|slice| slice.width() / 2.0).fold(0.0, f32::max);
        pos2(rect.center().x + self.side * (wide + half.x + BESIDE), y)
    }
}

/// The middle of a text of a height in a line below a node, counted from 0.
fn below(rect: Rect, height: f32, line: u8) -> Pos2 {
    pos2(rect.center().x, rect.bottom() + height / 2.0 + 3.0 + f32::from(line) * (height + 2.0))
}

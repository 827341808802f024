//! Labels, names of moves, windows and numbers, wherever there is room for them.

use super::{
    DASHED, Edge, Form, Ink, Mark, Marks, NodeId, Paint, Pos2, Rect, Shape, Strokes, Symbol, Text, Thing, form,
    has_texts, pos2, text, vec2,
};
use crate::draw::place::HALF_EDGE;
use crate::format::grouped;

/// Half the height from which on nodes and edges have names.
const NAMED: f32 = 6.0;
/// Where on an edge, as a share of its height, the name of its move should stand, and where else it may.
const MOVE_AT: [f32; 5] = [0.62, 0.72, 0.52, 0.82, 0.44];

/// An edge and where it begins and ends.
type Placed<'a> = (&'a Edge, [Pos2; 2]);

impl Paint<'_> {
    pub(super) fn names(&mut self, marks: &Marks, ends: &[[Pos2; 2]]) {
        if !has_texts(self.figure) {
            return;
        }
        let edges: Vec<Placed<'_>> = marks.edges.iter().zip(ends.iter().copied()).collect();
        let depth = |(edge, _): &Placed<'_>| self.figure.tree().depth(edge.parent);
        let levels: Vec<&[Placed<'_>]> = edges.chunk_by(|a, b| depth(a) == depth(b)).collect();
        for level in &levels {
            self.take_edges(level);
        }
        for mark in &marks.things {
            if let Thing::Node(node) = mark.thing {
                self.label(mark, node);
            }
        }
        for level in &levels {
            self.moves(level);
        }
        for mark in &marks.things {
            if let Thing::Node(node) = mark.thing {
                self.switched_on(mark, node);
            }
        }
    }

    /// Takes what edges cover, and the strokes of a cutoff wherever there may be one.
    fn take_edges(&mut self, level: &[Placed<'_>]) {
        let with_room = || level.iter().filter(|(edge, _)| edge.width >= DASHED);
        let mut lines: Vec<(usize, [Pos2; 2])> = with_room().map(|&(edge, ends)| (edge.nodes.start, ends)).collect();
        lines.sort_unstable_by_key(|&(first, _)| first);
        self.taken.level(lines.into_iter().map(|(_, ends)| ends).collect());
        for &(edge, ends) in with_room().filter(|(edge, _)| edge.nodes.start > edge.parent.index() + 1) {
            for ends in self.stroke(edge, ends, Strokes::Double) {
                self.taken.line(ends);
            }
        }
    }

    /// The names of the moves of a level: of all, or of none where one has no room.
    fn moves(&mut self, level: &[Placed<'_>]) {
        let before = self.taken.len();
        let mut texts = Vec::new();
        for &(edge, ends) in level {
            let Some(Thing::Node(node)) = edge.to else { continue };
            let Some(name) = self.figure.tree().move_name(node) else { continue };
            let middle = (self.layout.at(edge.depth).radius >= NAMED).then(|| self.place_of_move(name, ends)).flatten();
            let Some(middle) = middle else {
                self.taken.forget_after(before);
                return;
            };
            let text = Text { words: name.to_owned(), middle, size: self.layout.sizes.small, ink: Ink::FaintText };
            if self.frame.pane.contains_rect(text.rect()) {
                texts.push((Some(node), Shape::Text(text)));
            }
        }
        self.drawing.picture.shapes.extend(texts);
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

    /// The window and the numbers of a node, where they are asked for.
    fn switched_on(&mut self, mark: &Mark, node: NodeId) {
        let super::super::Options { windows, order, numbers, .. } = self.figure.options;
        if windows && let Some(window) = self.figure.overlay.window(node) {
            self.beside(mark, node, &window.to_string(), Ink::FaintText);
        }
        if order && let Some(order) = self.figure.overlay.order(node) {
            self.drawing.legend.add(Symbol::Order);
            self.beside(mark, node, &grouped(order.into()), Ink::Step);
        }
        if numbers {
            self.drawing.legend.add(Symbol::Number);
            self.beside(mark, node, &format!("#{}", node.index()), Ink::FaintText);
        }
    }

    fn label(&mut self, mark: &Mark, node: NodeId) {
        let tree = self.figure.tree();
        let Some(label) = tree.label(node) else { return };
        if self.layout.at(mark.depth).radius < NAMED || self.has_board(mark.thing, mark.depth) {
            return;
        }
        let label = label.to_owned();
        if tree.is_leaf(node) {
            let rect = self.rect(mark.thing, mark.depth, mark.at);
            let size = text::size(&label, self.layout.sizes.small);
            let below = rect.center_bottom() + vec2(0.0, size.y / 2.0 + 3.0);
            self.write(node, &label, &[below], Ink::FaintText);
        } else {
            self.beside(mark, node, &label, Ink::FaintText);
        }
    }

    /// Writes something beside a node: above on the right, right, above on the left, left, or below; at a leaf first below.
    fn beside(&mut self, mark: &Mark, node: NodeId, words: &str, ink: Ink) {
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let half = text::size(words, self.layout.sizes.small) / 2.0;
        let right = rect.right() + half.x + 4.0;
        let left = rect.left() - half.x - 4.0;
        let top = rect.top() + half.y - 1.0;
        // A triangle leaves room beside its tip.
        let near = match form(self.figure.tree(), node) {
            Form::Max => rect.width() * 0.25,
            Form::Min | Form::Leaf => 0.0,
        };
        let below = pos2(rect.center().x, rect.bottom() + half.y + 3.0);
        let mut middles = [
            pos2(right - near, top),
            pos2(right, mark.at.y),
            pos2(left + near, top),
            pos2(left, mark.at.y),
            pos2(right, rect.bottom() - half.y),
            pos2(left, rect.bottom() - half.y),
            below,
            below + vec2(0.0, 2.0 * half.y + 2.0),
            pos2(rect.center().x, rect.top() - half.y - 3.0),
        ];
        // Nothing but texts is below a leaf.
        if self.figure.tree().is_leaf(node) {
            middles[..8].rotate_left(6);
        }
        self.write(node, words, &middles, ink);
    }

    /// Writes a text at the first of some places that is free.
    fn write(&mut self, node: NodeId, words: &str, middles: &[Pos2], ink: Ink) {
        let size = self.layout.sizes.small;
        let taken = text::size(words, size);
        if let Some(middle) = self.taken.first_free(taken, middles, self.frame.pane) {
            let text = Text { words: words.to_owned(), middle, size, ink };
            self.drawing.picture.add(node, Shape::Text(text));
        }
    }
}

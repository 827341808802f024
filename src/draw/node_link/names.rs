//! Labels, names of moves, windows and numbers, wherever there is room for them.

use super::edges::Placed;
use super::{
    Form, Ink, LevelSize, Mark, NodeId, Paint, Pos2, Rect, Shape, Strokes, Symbol, Text, Thing, form, has_texts, pos2,
    text, vec2,
};
use crate::draw::place::HALF_EDGE;
use crate::format::grouped;

/// Half the height from which on nodes and edges have names.
const NAMED: f32 = 6.0;
/// Where on an edge, as a share of its height, the name of its move should stand, and where else it may.
const MOVE_AT: [f32; 5] = [0.62, 0.72, 0.52, 0.82, 0.44];

impl Paint<'_> {
    pub(super) fn names(&mut self, things: &[Mark], edges: &[Placed<'_>]) {
        if !has_texts(self.figure) && self.too_wide.is_empty() {
            return;
        }
        let levels: Vec<&[Placed<'_>]> = edges.chunk_by(|a, b| a.edge.depth == b.edge.depth).collect();
        for level in &levels {
            self.take_edges(level);
        }
        for mark in things {
            if let Thing::Node(node) = mark.thing {
                self.label(mark, node);
            }
        }
        for level in &levels {
            self.moves(level);
        }
        for mark in things {
            if let Thing::Node(node) = mark.thing {
                self.switched_on(mark, node);
            }
        }
    }

    /// Takes what edges cover, and the strokes of a cutoff wherever there may be one.
    fn take_edges(&mut self, level: &[Placed<'_>]) {
        self.taken.level(level.iter().map(|placed| placed.ends).collect());
        for placed in level.iter().filter(|Placed { edge, .. }| edge.nodes.start > edge.parent.index() + 1) {
            for ends in self.stroke(placed, Strokes::Double) {
                self.taken.line(ends);
            }
        }
    }

    /// The names of the moves of a level: of all, or of none where one has no room.
    fn moves(&mut self, level: &[Placed<'_>]) {
        let before = self.taken.len();
        let mut texts = Vec::new();
        for &Placed { edge, ends, .. } in level {
            let Some(Thing::Node(node)) = edge.to else { continue };
            let Some(name) = self.figure.tree().move_name(node) else { continue };
            let middle = (self.layout.at(edge.depth).radius >= NAMED).then(|| self.place_of_move(name, ends)).flatten();
            let Some(middle) = middle else {
                self.taken.forget_after(before);
                self.drawing.unwritten += self.moves_of(level);
                return;
            };
            let text = Text { words: name.to_owned(), middle, size: self.layout.sizes.small, ink: Ink::FaintText };
            if self.frame.pane.contains_rect(text.rect()) {
                texts.push((Some(node), Shape::Text(text)));
            }
        }
        self.drawing.picture.shapes.extend(texts);
    }

    /// How many moves of a level have names.
    fn moves_of(&self, level: &[Placed<'_>]) -> usize {
        let tree = self.figure.tree();
        let has_name =
            |placed: &&Placed<'_>| matches!(placed.edge.to, Some(Thing::Node(node)) if tree.move_name(node).is_some());
        level.iter().filter(has_name).count()
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

    /// Values that are wider than their nodes, beside them. They come last, so that all that does not depend on the search has the same
    /// place in all panes.
    pub(super) fn write_too_wide(&mut self) {
        for (mark, node, words) in std::mem::take(&mut self.too_wide) {
            let LevelSize { radius, text, .. } = self.layout.at(mark.depth);
            let is_named = radius >= NAMED && self.taken.matters();
            let ink = if self.figure.overlay.look(node).is_pruned() { Ink::FaintText } else { Ink::Text };
            if is_named && self.beside(&mark, node, &words, text, ink) {
                self.drawing.legend.add_bound(&words);
            } else {
                self.drawing.unwritten += 1;
            }
        }
    }

    /// The window and the numbers of a node, where they are asked for.
    fn switched_on(&mut self, mark: &Mark, node: NodeId) {
        let super::super::Options { windows, order, numbers, .. } = self.figure.options;
        let window = windows.then(|| self.figure.overlay.aim(node)).flatten();
        let order = order.then(|| self.figure.overlay.order(node)).flatten();
        let texts = [
            window.map(|window| (Symbol::Window, window.to_string(), Ink::FaintText)),
            order.map(|order| (Symbol::Order, grouped(order.into()), Ink::Step)),
            numbers.then(|| (Symbol::Number, format!("#{}", node.index()), Ink::FaintText)),
        ];
        for (symbol, words, ink) in texts.into_iter().flatten() {
            if self.beside(mark, node, &words, self.layout.sizes.small, ink) {
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
            let below = rect.center_bottom() + vec2(0.0, size.y / 2.0 + 3.0);
            self.write((node, rect), label, self.layout.sizes.small, &[below], Ink::FaintText)
        } else {
            self.beside(mark, node, label, self.layout.sizes.small, Ink::FaintText)
        }
    }

    /// Writes something beside a node: above on the right, right, above on the left, left, or below; at a leaf first below.
    /// Returns whether there is room.
    fn beside(&mut self, mark: &Mark, node: NodeId, words: &str, size: f32, ink: Ink) -> bool {
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
            Form::Leaf => [0.0, 0.0],
        };
        let below = pos2(rect.center().x, rect.bottom() + half.y + 3.0);
        let mut middles = [
            pos2(right - near, top),
            pos2(right, mark.at.y),
            pos2(left + near, top),
            pos2(left, mark.at.y),
            pos2(right - near_below, rect.bottom() - half.y),
            pos2(left + near_below, rect.bottom() - half.y),
            below,
            below + vec2(0.0, 2.0 * half.y + 2.0),
            pos2(rect.center().x, rect.top() - half.y - 3.0),
        ];
        // Nothing but texts is below a leaf.
        if self.figure.tree().is_leaf(node) {
            middles[..8].rotate_left(6);
        }
        self.write((node, rect), words, size, &middles, ink)
    }

    /// Writes a text of a node at the first of some places that is free. Returns whether there is one.
    fn write(&mut self, node: (NodeId, Rect), words: &str, size: f32, middles: &[Pos2], ink: Ink) -> bool {
        let taken = text::size(words, size);
        let Some(middle) = self.taken.first_free_beside(node, taken, middles, self.frame.pane) else { return false };
        let text = Text { words: words.to_owned(), middle, size, ink };
        self.drawing.picture.add(node.0, Shape::Text(text));
        true
    }
}

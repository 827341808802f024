//! Nodes with their values, boards of games, and marks of folded subtrees.

use super::super::card::{Card, SIGN};
use super::super::shape::WIDE;
use super::super::sizes::BESIDE_UP;
use super::{
    Arc, Board, Corners, Form, Ink, Look, Mark, NodeId, Paint, Pattern, Place, Pos2, Rect, Shape, Symbol, Text, Thing,
    Vec2, board, form, pos2, text, vec2, warning, words,
};
use crate::format::{abbreviated, grouped};

/// Half the height from which on a node has an outline of its own colour.
const OUTLINED: f32 = 3.5;
/// The width of the outline of a small node that would be too pale without one.
const RIM: f32 = 0.8;
/// What is lower has no dashes in its outline.
const SHORT: f32 = 15.0;
/// Between a node and its value beside it.
const BESIDE: f32 = 4.0;

/// The symbol of a node: a small one looks like a bar.
fn symbol(look: Look, has_outline: bool) -> Symbol {
    if has_outline { Symbol::Node(look) } else { Symbol::Bar(look) }
}

impl Paint<'_> {
    pub(super) fn thing(&mut self, mark: &Mark) {
        match mark.thing {
            Thing::Fold(_) => self.fold(mark),
            Thing::Node(node) => {
                let card = self.layout.at(mark.depth).card;
                match card.and_then(|card| Some((card, self.boards.of(self.figure, node)?))) {
                    Some((card, board)) => self.card(mark, node, card, &board),
                    None => self.node(mark, node),
                }
            }
        }
    }

    fn node(&mut self, mark: &Mark, node: NodeId) {
        let (tree, size) = (self.figure.tree(), self.layout.at(mark.depth));
        let look = self.figure.overlay.look(node);
        let form = form(tree, node);
        let is_on_line = self.is_on_line(node, mark.depth);
        let rect = form.rect(mark.at, size.radius, size.leaf);
        self.drawing.legend.add(Symbol::Form(form));
        self.drawing.legend.add(symbol(look, size.radius >= OUTLINED));
        if size.radius < OUTLINED {
            let (ink, rim) = if is_on_line { (Ink::Line, None) } else { (look.area(), look.rim()) };
            let outline = rim.map(|ink| (ink, RIM, Pattern::Solid));
            self.drawing.picture.add(node, form.shape(mark.at, size.radius, size.leaf, Some(ink), outline));
        } else {
            let (ink, width, pattern) = self.outline(look, is_on_line);
            // What is small keeps its shape.
            let width = width.min(size.radius * 0.3);
            let pattern = if size.radius * 2.0 < SHORT { Pattern::Solid } else { pattern };
            let outline = Some((ink, width, pattern));
            let shape = form.shape(mark.at, size.radius, size.leaf, Some(look.fill()), outline);
            self.drawing.picture.add(node, shape);
            if is_on_line {
                self.drawing.legend.add(Symbol::Line);
            }
            if is_on_line && look == Look::Evaluated && form == Form::Leaf {
                self.rim(node, rect.shrink(width));
            }
        }
        self.take(mark, rect, form);
        if tree.is_unexpanded(node) && look == Look::Visited {
            self.goes_on(node, pos2(mark.at.x, mark.at.y + form.half_height(size.radius)));
        }
        self.value(mark, node, look, form);
    }

    /// The rim between an evaluated leaf and the outline of the principal variation.
    fn rim(&mut self, node: NodeId, inside: Rect) {
        if inside.is_positive() {
            let outline = Some((Ink::LineRim, RIM, Pattern::Solid));
            self.drawing.picture.add(node, Shape::Polygon { corners: Corners::of(inside), fill: None, outline });
        }
    }

    fn outline(&self, look: Look, is_on_line: bool) -> (Ink, f32, Pattern) {
        if is_on_line {
            return (Ink::Line, self.thick(), Pattern::Solid);
        }
        match look {
            Look::Pruned | Look::PrunedDeep | Look::Ahead => (look.outline(), 1.1, look.pattern()),
            // Beside dashes and dots, a thin line.
            Look::LeftOut => (look.outline(), 0.7, look.pattern()),
            Look::Open => (look.outline(), 2.4, look.pattern()),
            look => (look.outline(), 1.6, look.pattern()),
        }
    }

    /// What is written in a node, or beside it.
    fn value(&mut self, mark: &Mark, node: NodeId, look: Look, form: Form) {
        let size = self.layout.at(mark.depth);
        let (place, words) = match form {
            Form::Leaf => (size.leaves, Some(words::leaf(self.figure.tree(), node))),
            _ => (size.inner, self.figure.overlay.words(node)),
        };
        let Some(words) = words else { return };
        let points = size.text;
        let wide = text::width(&words, points);
        if form == Form::Leaf && words == "?" {
            self.drawing.legend.add(Symbol::Unknown);
        }
        let has_room = match place {
            Place::Nowhere | Place::Below => false,
            Place::Beside => true,
            Place::Inside => form.has_room(size.radius, size.leaf, wide, points),
        };
        if !has_room && place != Place::Nowhere {
            self.too_wide.push((*mark, node, words));
            return;
        }
        if !has_room {
            self.drawing.unwritten += 1;
            return;
        }
        let (middle, ink) = match place {
            Place::Inside | Place::Below | Place::Nowhere => (form.text_middle(mark.at, size.radius), look.text()),
            Place::Beside => {
                let left = mark.at.x + size.radius * WIDE + BESIDE;
                let middle = pos2(left + wide / 2.0, mark.at.y - BESIDE_UP * size.radius);
                (middle, if look.is_passed_over() { Ink::FaintText } else { Ink::Text })
            }
        };
        self.drawing.legend.add_bound(&words);
        self.drawing.legend.add_rounded(self.figure.tree(), node);
        self.drawing.picture.add(node, Shape::Text(Text { words, middle, size: points, ink }));
    }

    /// Takes the room of a node, and of a value beside it.
    fn take(&mut self, mark: &Mark, rect: Rect, form: Form) {
        let size = self.layout.at(mark.depth);
        if self.figure.options.is_sheet {
            for slice in form.slices(rect.expand(1.0)) {
                self.taken.rect(slice);
            }
        } else {
            self.taken.rect(rect.expand(1.0));
        }
        if form != Form::Leaf && size.inner == Place::Beside {
            let middle = pos2(rect.right() + BESIDE + size.longest / 2.0, mark.at.y - BESIDE_UP * size.radius);
            self.taken.rect(Rect::from_center_size(middle, vec2(size.longest, size.text)));
        }
    }

    /// The warning sign at the upper left corner of a node.
    pub(super) fn warning(&mut self, mark: &Mark) {
        let Thing::Node(node) = mark.thing else { return };
        let Some(warning) = self.figure.overlay.warning(node) else { return };
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let height = warning::height(rect.height());
        self.drawing.legend.add(Symbol::Warning(warning));
        for shape in warning.sign(rect.left_top() + vec2(height * -0.15, height * 0.1), height) {
            self.drawing.picture.add(node, shape);
        }
    }

    /// Dots below a node under which the search went on, which is not drawn.
    fn goes_on(&mut self, node: NodeId, bottom: Pos2) {
        self.drawing.legend.add(Symbol::GoesOn);
        for dot in 0..3 {
            let middle = bottom + vec2(0.0, 4.0 + 4.0 * dot as f32);
            self.drawing.picture.fill(Some(node), Rect::from_center_size(middle, Vec2::splat(2.0)), Ink::Visited);
        }
        self.taken.rect(Rect::from_center_size(bottom + vec2(0.0, 8.0), vec2(4.0, 14.0)));
    }

    /// A node as a card: a head with its form and its value, and the board.
    fn card(&mut self, mark: &Mark, node: NodeId, card: Card, board: &Arc<Board>) {
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let look = self.figure.overlay.look(node);
        let form = form(self.figure.tree(), node);
        let is_on_line = self.is_on_line(node, mark.depth);
        self.drawing.legend.add(Symbol::Form(form));
        self.drawing.legend.add(symbol(look, true));
        let (head, below) = rect.split_top_bottom_at_y(rect.top() + card.head);
        let picture = &mut self.drawing.picture;
        picture.fill(Some(node), rect, Ink::Background);
        picture.fill(Some(node), head, look.fill());
        board::add(picture, node, &board::fit(board, below.shrink(card.margin)), board, look.is_passed_over());
        let outline = Some(self.outline(look, is_on_line));
        self.drawing.picture.add(node, Shape::Polygon { corners: Corners::of(rect), fill: None, outline });
        self.drawing.boards += 1;
        let sign = head.left_center() + vec2(card.form_at(), 0.0);
        let line = Some((look.text(), 1.2, Pattern::Solid));
        self.drawing.picture.add(node, form.shape(sign, SIGN, SIGN * 0.9, None, line));
        self.taken.rect(rect.expand(1.0));
        let words = match form {
            Form::Leaf => Some(words::leaf(self.figure.tree(), node)),
            _ => self.figure.overlay.words(node),
        };
        let room = rect.width() - card.beside_value() + 0.1;
        let points = self.layout.at(mark.depth).text_of_card(room, self.layout.sizes.small);
        let unwritten = words.as_ref().is_some_and(|words| text::width(words, points) > room);
        self.drawing.unwritten += usize::from(unwritten);
        if let Some(words) = words.filter(|_| !unwritten) {
            self.drawing.legend.add_bound(&words);
            self.drawing.legend.add_rounded(self.figure.tree(), node);
            let text = Text {
                words,
                middle: head.center() + vec2(f32::midpoint(card.form_at(), SIGN), 0.0),
                size: points,
                ink: look.text(),
            };
            self.drawing.picture.add(node, Shape::Text(text));
        }
        if look == Look::Visited && self.figure.tree().is_unexpanded(node) {
            self.goes_on(node, rect.center_bottom());
        }
    }

    /// The mark of a fold: a box with a second edge below it, how many nodes are in it, and a bar with what happened to them.
    fn fold(&mut self, mark: &Mark) {
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let nodes = self.shown().nodes_of(mark.thing);
        let node = self.shown().node_of(mark.thing);
        let shares = self.figure.overlay.shares_in(&nodes);
        let look = shares.first().unwrap_or(Look::Unsearched);
        self.drawing.legend.add(Symbol::Fold);
        let outline = Some((look.outline(), 1.1, look.pattern()));
        let behind = rect.translate(vec2(2.5, 2.5));
        for &rect in &[behind, rect] {
            let corners = Corners::of(rect);
            self.drawing.picture.add(node, Shape::Polygon { corners, fill: Some(Ink::Background), outline });
        }
        if rect.height() >= 6.0 {
            let (_, bar) = rect.shrink(1.0).split_top_bottom_at_y(rect.bottom() - (rect.height() * 0.3).min(6.0));
            let mut left = bar.left();
            for (look, share) in shares.with_rare_seen().looks() {
                let part = Rect::from_min_max(pos2(left, bar.top()), pos2(left + bar.width() * share, bar.bottom()));
                left = part.right();
                self.drawing.legend.add(Symbol::Area(look));
                self.drawing.picture.area(node, part, look);
            }
        }
        self.taken.rect(rect.union(behind).expand(1.0));
        let points = self.layout.sizes.small;
        let room = vec2(rect.width() - 4.0, rect.height() * 0.7);
        let mut words = grouped(nodes.len() as u64);
        if text::width(&words, points) > room.x {
            words = abbreviated(nodes.len() as u64);
        }
        if text::width(&words, points) <= room.x && points * 0.8 <= room.y {
            let middle = pos2(rect.center().x, rect.top() + room.y / 2.0);
            self.drawing.picture.add(node, Shape::Text(Text { words, middle, size: points, ink: Ink::FaintText }));
        }
    }
}

//! A tree as nodes linked by edges.
//!
//! What is too narrow to be told apart is shown level by level as cells, each with the exact shares of the nodes below it.

use std::ops::Range;
use std::sync::Arc;

use super::place::Taken;
use super::shape::{Form, form};
use super::sizes::{LevelSize, Place, Sizes};
use super::walk::{Edge, Mark, Marks, Run, clip, first_row, step};
use super::{
    Boards, Cells, Corners, Figure, Frame, Ink, Legend, Look, Pattern, Picture, Pos2, Rect, Shape, Shares, Shown,
    Strokes, Symbol, Text, Thing, Vec2, board, pos2, text, vec2, words,
};
use crate::format::grouped;
use crate::game::Board;
use crate::tree::NodeId;

/// A picture, and what its symbols mean.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The shapes.
    pub picture: Picture,
    /// The symbols that are in it.
    pub legend: Legend,
    /// How many boards are in it.
    pub boards: usize,
}

/// Half the height from which on a node has an outline of its own colour.
const OUTLINED: f32 = 3.5;
/// Points between siblings from which on the edges to pruned ones are dashed and cutoffs marked.
const DASHED: f32 = 8.0;
/// Points by which a pointer may miss a node.
const SLACK: f32 = 3.0;
/// Half the height from which on nodes and edges have names.
const NAMED: f32 = 6.0;
/// What is shorter, or lower, is not dashed.
const SHORT: f32 = 15.0;
/// Where on an edge, as a share of its height, the name of its move should stand, and where else it may.
const MOVE_AT: [f32; 5] = [0.62, 0.72, 0.52, 0.82, 0.44];
/// Where on an edge the stroke of a cutoff stands: this many points below the parent, and no further than this share.
const STROKE_AT: (f32, f32) = (13.0, 0.34);
/// Half the length of the stroke of a cutoff, and what is between two.
const STROKE: (f32, f32) = (7.0, 5.0);
/// The head of a card, and the space around its board.
const CARD: (f32, f32) = (17.0, 4.0);
/// The least side of a cell of a board, and of a board.
const LEAST_CELL: f32 = 8.5;
const LEAST_BOARD: f32 = 27.0;
/// The share of a card's room that it takes across and down.
const CARD_SHARE: Vec2 = vec2(0.9, 0.78);
/// Half the height of a node's form in the head of a card.
const SIGN: f32 = 5.0;
/// What shows only this near to the side of a pane counts as hardly seen: in points, and at most as a share of the pane.
const RIM: (f32, f32) = (48.0, 0.3);
/// The points between the cells of a level and those of the next.
const CELL_GAP: f32 = 1.0;

/// The side of a board like this one for nodes with so many points from one to the next and from level to level.
pub(super) fn card_side(board: &Board, pitch: f32, level: f32) -> Option<f32> {
    let side = (pitch * CARD_SHARE.x - 2.0 * CARD.1).min(level * CARD_SHARE.y - 2.0 * CARD.1 - CARD.0);
    let cells = board.columns.max(board.rows()) as f32;
    (side >= LEAST_BOARD.max(LEAST_CELL * cells)).then_some(side)
}

/// Draws what shows of a figure in a frame.
pub fn node_link(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards) -> Drawing {
    let layout = Layout::new(figure, frame, boards);
    let marks = Marks::new(&figure.shown, frame, &|depth| layout.narrow(depth));
    let taken = Taken::new(has_texts(figure));
    let mut paint = Paint { figure, frame, layout: &layout, boards, drawing: Drawing::default(), taken };
    paint.cells(&marks.runs);
    paint.edges(&marks.edges);
    for mark in &marks.things {
        paint.thing(mark);
    }
    paint.strokes(&marks.edges);
    paint.names(&marks);
    paint.drawing
}

/// Whether there are texts that must find their place.
fn has_texts(figure: &Figure<'_>) -> bool {
    let super::Options { windows, order, numbers, .. } = figure.options;
    figure.tree().has_names() || windows || order || numbers
}

/// The sizes of a picture of this kind, and where nodes begin and end.
pub(super) struct Layout {
    sizes: Sizes,
    pub(super) step: u32,
}

impl Layout {
    pub(super) fn new(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards) -> Layout {
        let step = step(frame);
        let board = boards.of(figure, NodeId::ROOT);
        Layout { sizes: Sizes::new(figure, frame, step, board.as_deref(), &mut boards.measures), step }
    }

    fn at(&self, depth: u32) -> LevelSize {
        self.sizes.at(depth, self.step)
    }

    /// The points that a node of a depth takes from left to right.
    pub(super) fn narrow(&self, depth: u32) -> f32 {
        let size = self.at(depth);
        size.board
            .map_or((size.radius * 2.0 * super::shape::WIDE).max(size.leaf * 2.0) * 0.98, |side| side + 2.0 * CARD.1)
    }

    /// The room of what stands at a place.
    pub(super) fn rect(&self, figure: &Figure<'_>, thing: Thing, depth: u32, at: Pos2, has_board: bool) -> Rect {
        let size = self.at(depth);
        if let Some(side) = size.board.filter(|_| has_board) {
            return Rect::from_center_size(at, Vec2::splat(side + 2.0 * CARD.1) + vec2(0.0, CARD.0));
        }
        match thing {
            Thing::Fold(_) => Rect::from_center_size(at, vec2(self.fold_width(depth), size.radius * 1.3)),
            Thing::Node(node) => {
                let form = form(figure.tree(), node);
                Rect::from_points(form.corners(at, size.radius, size.leaf).as_slice())
            }
        }
    }

    /// The room of what stands somewhere.
    fn rect_of(&self, figure: &Figure<'_>, frame: &Frame, boards: &mut Boards, thing: Thing) -> Rect {
        let depth = figure.shown.depth_of(thing);
        let has_board =
            matches!(thing, Thing::Node(node) if self.at(depth).board.is_some() && boards.of(figure, node).is_some());
        self.rect(figure, thing, depth, frame.middle_of(&figure.shown, thing), has_board)
    }

    fn fold_width(&self, depth: u32) -> f32 {
        let size = self.at(depth);
        (size.radius * 2.0).max(size.leaf * 2.0)
    }
}

/// The symbol of a node, which says by its outline that it was pruned, and by its area for what cutoff.
fn symbol(look: Look, has_outline: bool) -> Symbol {
    match look {
        Look::PrunedDeep if has_outline => Symbol::Node(Look::Pruned),
        Look::Pruned | Look::PrunedDeep if !has_outline => Symbol::Area(look),
        look => Symbol::Node(look),
    }
}

struct Paint<'a> {
    figure: &'a Figure<'a>,
    frame: &'a Frame,
    layout: &'a Layout,
    boards: &'a mut Boards,
    drawing: Drawing,
    taken: Taken,
}

impl Paint<'_> {
    fn shown(&self) -> &Shown<'_> {
        &self.figure.shown
    }

    /// The rows of cells by which narrow subtrees are shown.
    fn cells(&mut self, runs: &[Run]) {
        for run in runs {
            let deepest = self.shown().deepest(run.slots.clone());
            let mut depth = run.depth;
            while depth <= deepest && depth < self.frame.levels().end {
                self.row(run, depth);
                depth += self.layout.step;
            }
        }
    }

    fn row(&mut self, run: &Run, depth: u32) {
        let step = self.layout.step;
        let tall = self.frame.y.scale as f32 * step as f32;
        let middle = self.frame.level(depth) + tall / 2.0 - self.frame.y.scale as f32 / 2.0;
        let top = if depth == run.depth { middle - (tall / 2.0).min(6.0) } else { middle - tall / 2.0 };
        let bottom = middle + tall / 2.0 - CELL_GAP.min(tall / 4.0);
        for cells in cells(self.figure, self.frame, &run.slots, depth, top..bottom) {
            for (look, _) in cells.shares.iter().flat_map(|shares| shares.looks()) {
                self.drawing.legend.add(Symbol::Area(look));
            }
            self.taken.rect(cells.rect);
            self.drawing.picture.add_loose(Shape::Cells(cells));
        }
    }

    fn edges(&mut self, edges: &[Edge]) {
        // The line of best play lies over the other edges.
        for is_on_line in [false, true] {
            for edge in edges {
                if self.is_line(edge) == is_on_line {
                    self.edge(edge, is_on_line);
                }
            }
        }
    }

    fn is_line(&self, edge: &Edge) -> bool {
        let depth = self.figure.tree().depth(edge.parent) as usize;
        let line = self.figure.overlay.line();
        line.get(depth) == Some(&edge.parent)
            && line.get(edge.depth as usize).is_some_and(|node| edge.nodes.contains(&node.index()))
    }

    fn edge(&mut self, edge: &Edge, is_on_line: bool) {
        let all = self.ends(edge);
        let Some(ends) = clip(all, self.frame.pane.expand(2.0)) else { return };
        let look = self.look_below(edge);
        let has_room = edge.width >= DASHED;
        let is_dropped = edge.to.is_some() && self.is_dropped(edge.nodes.start);
        let (width, ink, pattern) = if is_on_line {
            self.drawing.legend.add(Symbol::Line);
            (if has_room { self.thick() } else { 2.0 }, Ink::Line, Pattern::Solid)
        } else {
            let is_short = all[0].distance(all[1]) < SHORT;
            let pattern = match look {
                _ if !has_room || is_short => Pattern::Solid,
                _ if is_dropped => Pattern::Dotted,
                Look::Ahead => Pattern::Dotted,
                look if look.is_pruned() => Pattern::Dashed,
                _ => Pattern::Solid,
            };
            let thin = look.is_pruned() || look == Look::Ahead;
            let width = match (has_room, thin) {
                (true, false) => 1.6,
                (true, true) => 1.1,
                (false, false) => 0.9,
                (false, true) => 0.4,
            };
            (width, look.outline(), pattern)
        };
        if is_dropped && has_room {
            self.drawing.legend.add(Symbol::Dropped);
        }
        let node = self.figure.tree().node(edge.nodes.start);
        self.drawing.picture.shapes.push((node, Shape::Line { ends, width, ink, pattern }));
        if has_room {
            self.taken.line(ends);
        }
    }

    /// How thick the line of best play is.
    fn thick(&self) -> f32 {
        (self.layout.sizes.text * 0.26).clamp(3.0, 5.0)
    }

    /// What a search did with what an edge leads to: something, if it visited any of it.
    fn look_below(&self, edge: &Edge) -> Look {
        let overlay = self.figure.overlay;
        if let Some(Thing::Node(node)) = edge.to {
            return overlay.look(node);
        }
        let most =
            overlay.shares_in(&edge.nodes).looks().min_by_key(|&(look, _)| (look.is_pruned(), look == Look::Ahead));
        most.map_or(Look::Unsearched, |(look, _)| look)
    }

    /// Where an edge leaves its parent and where it meets what it leads to.
    fn ends(&mut self, edge: &Edge) -> [Pos2; 2] {
        let [from, to] = edge.middles;
        let parent_depth = self.figure.tree().depth(edge.parent);
        let parent = self.rect(Thing::Node(edge.parent), parent_depth, from);
        let top = if let Some(thing) = edge.to {
            self.rect(thing, edge.depth, to).center_top()
        } else {
            let tall = self.frame.y.scale as f32 * self.layout.step as f32;
            let middle = to.y + tall / 2.0 - self.frame.y.scale as f32 / 2.0;
            pos2(to.x, middle - (tall / 2.0).min(6.0))
        };
        [parent.center_bottom(), top]
    }

    fn rect(&mut self, thing: Thing, depth: u32, at: Pos2) -> Rect {
        let has_board = self.has_board(thing, depth);
        self.layout.rect(self.figure, thing, depth, at, has_board)
    }

    fn has_board(&mut self, thing: Thing, depth: u32) -> bool {
        let Thing::Node(node) = thing else { return false };
        self.layout.at(depth).board.is_some() && self.boards.of(self.figure, node).is_some()
    }

    /// Whether `taketree` dropped the node at an index in preorder.
    fn is_dropped(&self, index: usize) -> bool {
        self.figure.dropped.binary_search_by_key(&index, |node| node.index()).is_ok()
    }

    fn is_on_line(&self, node: NodeId, depth: u32) -> bool {
        self.figure.overlay.line().get(depth as usize) == Some(&node)
    }

    fn thing(&mut self, mark: &Mark) {
        match mark.thing {
            Thing::Fold(fold) => self.fold(mark, fold),
            Thing::Node(node) => {
                let board = self.layout.at(mark.depth).board.and_then(|_| self.boards.of(self.figure, node));
                match board {
                    Some(board) => self.card(mark, node, &board),
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
        let corners = form.corners(mark.at, size.radius, size.leaf);
        self.drawing.legend.add(Symbol::Form(form));
        self.drawing.legend.add(symbol(look, size.radius >= OUTLINED));
        if size.radius < OUTLINED {
            let ink = if is_on_line {
                Ink::Line
            } else if look.is_pruned() {
                look.area()
            } else {
                look.outline()
            };
            self.drawing.picture.add(node, Shape::Polygon { corners, fill: Some(ink), outline: None });
        } else {
            let (ink, width, pattern) = self.outline(look, is_on_line);
            // What is small keeps its shape.
            let width = width.min(size.radius * 0.3);
            let pattern = if size.radius * 2.0 < SHORT { Pattern::Solid } else { pattern };
            let outline = Some((ink, width, pattern));
            self.drawing.picture.add(node, Shape::Polygon { corners, fill: Some(look.fill()), outline });
        }
        self.taken.rect(Rect::from_points(corners.as_slice()).expand(1.0));
        if tree.is_unexpanded(node) && look == Look::Visited {
            self.goes_on(node, pos2(mark.at.x, mark.at.y + form.half_height(size.radius)));
        }
        self.value(mark, node, look, form);
    }

    fn outline(&self, look: Look, is_on_line: bool) -> (Ink, f32, Pattern) {
        if is_on_line {
            return (Ink::Line, self.thick(), Pattern::Solid);
        }
        match look {
            look if look.is_pruned() => (look.outline(), 1.1, Pattern::Dashed),
            Look::Ahead => (look.outline(), 1.1, Pattern::Dotted),
            Look::Open => (look.outline(), 2.4, Pattern::Solid),
            look => (look.outline(), 1.6, Pattern::Solid),
        }
    }

    /// What is written in a node, or beside it.
    fn value(&mut self, mark: &Mark, node: NodeId, look: Look, form: Form) {
        let size = self.layout.at(mark.depth);
        let (place, words) = match form {
            Form::Leaf => (size.leaves, Some(words::leaf(self.figure.tree(), node))),
            Form::Max | Form::Min => (size.inner, self.figure.overlay.words(node)),
        };
        let Some(words) = words else { return };
        let points = self.layout.sizes.text;
        let wide = text::width(&words, points);
        let half = size.radius * super::shape::WIDE;
        if form == Form::Leaf && words == "?" {
            self.drawing.legend.add(Symbol::Unknown);
        }
        let (middle, ink) = match place {
            // Where the longest value of the tree has no room, this one may have.
            Place::Nowhere if fits(&words, points, form, size) => (form.text_middle(mark.at, size.radius), look.text()),
            Place::Nowhere => return,
            // Where a sample of values was too short for this one.
            Place::Inside if form == Form::Leaf && wide + 3.0 > size.leaf * 2.0 => return,
            Place::Inside => (form.text_middle(mark.at, size.radius), look.text()),
            Place::Beside => {
                // Above the edges that leave below, and the strokes across them.
                let middle = pos2(mark.at.x + half + 4.0 + wide / 2.0, mark.at.y - 0.4 * size.radius);
                (middle, if look.is_pruned() { Ink::FaintText } else { Ink::Text })
            }
        };
        if words.starts_with(['≤', '≥']) {
            self.drawing.legend.add(Symbol::Bound);
        }
        let text = Text { words, middle, size: points, ink };
        self.taken.rect(text.rect());
        self.drawing.picture.add(node, Shape::Text(text));
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
    fn card(&mut self, mark: &Mark, node: NodeId, board: &Arc<Board>) {
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let look = self.figure.overlay.look(node);
        let form = form(self.figure.tree(), node);
        let is_on_line = self.is_on_line(node, mark.depth);
        self.drawing.legend.add(Symbol::Form(form));
        self.drawing.legend.add(symbol(look, true));
        let (head, below) = rect.split_top_bottom_at_y(rect.top() + CARD.0);
        let picture = &mut self.drawing.picture;
        picture.fill(Some(node), rect, Ink::Background);
        picture.fill(Some(node), head, look.fill());
        board::add(picture, node, &board::fit(board, below.shrink(CARD.1)), board, look.is_pruned());
        let outline = Some(self.outline(look, is_on_line));
        self.drawing.picture.add(node, Shape::Polygon { corners: Corners::of(rect), fill: None, outline });
        self.drawing.boards += 1;
        let sign = head.left_center() + vec2(CARD.0 * 0.5, 0.0);
        let corners = form.corners(sign, SIGN, SIGN * 0.9);
        let line = Some((look.text(), 1.2, Pattern::Solid));
        self.drawing.picture.add(node, Shape::Polygon { corners, fill: None, outline: line });
        self.taken.rect(rect.expand(1.0));
        let words = match form {
            Form::Leaf => Some(words::leaf(self.figure.tree(), node)),
            Form::Max | Form::Min => self.figure.overlay.words(node),
        };
        let points = self.layout.sizes.small.min(13.0);
        let room = head.width() - CARD.0 * 0.5 - SIGN - 4.0;
        if let Some(words) = words.filter(|words| text::width(words, points) <= room) {
            let text = Text {
                words,
                middle: head.center() + vec2(CARD.0 * 0.25 + SIGN / 2.0, 0.0),
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
    fn fold(&mut self, mark: &Mark, fold: usize) {
        let rect = self.rect(mark.thing, mark.depth, mark.at);
        let nodes = self.shown().nodes_of(mark.thing);
        let node = self.shown().node_of(mark.thing);
        let shares = self.figure.overlay.shares_in(&nodes);
        let look = shares.looks().next().map_or(Look::Unsearched, |(look, _)| look);
        let _ = fold;
        self.drawing.legend.add(Symbol::Fold);
        let outline =
            |look: Look| Some((look.outline(), 1.1, if look.is_pruned() { Pattern::Dashed } else { Pattern::Solid }));
        let behind = rect.translate(vec2(2.5, 2.5));
        for (rect, fill) in [(behind, Ink::Background), (rect, Ink::Background)] {
            let corners = Corners::of(rect);
            self.drawing.picture.add(node, Shape::Polygon { corners, fill: Some(fill), outline: outline(look) });
        }
        if rect.height() >= 6.0 {
            let (_, bar) = rect.shrink(1.0).split_top_bottom_at_y(rect.bottom() - (rect.height() * 0.3).min(6.0));
            let mut left = bar.left();
            for (look, share) in shares.with_rare_seen().looks() {
                let part = Rect::from_min_max(pos2(left, bar.top()), pos2(left + bar.width() * share, bar.bottom()));
                left = part.right();
                self.drawing.legend.add(Symbol::Area(look));
                self.drawing.picture.fill(Some(node), part, look.area());
            }
        }
        self.taken.rect(rect.union(behind).expand(1.0));
        let points = self.layout.sizes.small;
        let words = [grouped(nodes.len() as u64), crate::format::abbreviated(nodes.len() as u64)];
        let room = vec2(rect.width() - 4.0, rect.height() * 0.7);
        if let Some(words) = words.into_iter().find(|words| text::width(words, points) <= room.x)
            && points * 0.8 <= room.y
        {
            let middle = pos2(rect.center().x, rect.top() + room.y / 2.0);
            self.drawing.picture.add(node, Shape::Text(Text { words, middle, size: points, ink: Ink::FaintText }));
        }
    }

    /// A stroke across the edge to the first child that was not visited; two for a deep cutoff.
    fn strokes(&mut self, edges: &[Edge]) {
        let mut known: Option<(NodeId, Option<super::Cut>)> = None;
        for edge in edges.iter().filter(|edge| edge.width >= DASHED) {
            let cut = match known {
                Some((parent, cut)) if parent == edge.parent => cut,
                _ => self.figure.overlay.cut(edge.parent),
            };
            known = Some((edge.parent, cut));
            if let Some(cut) = cut.filter(|cut| edge.nodes.contains(&cut.first.index())) {
                self.stroke(edge, cut.strokes);
            }
        }
    }

    fn stroke(&mut self, edge: &Edge, strokes: Strokes) {
        let [from, to] = self.ends(edge);
        let (along, length) = ((to - from).normalized(), from.distance(to));
        let reach = STROKE.0.min(length * 0.3);
        let across = along.rot90() * reach;
        let middle = from + along * (STROKE_AT.0 / along.y.max(0.3)).min(length * STROKE_AT.1);
        let offsets: &[f32] = match strokes {
            Strokes::Single => &[0.0],
            Strokes::Double => &[-STROKE.1 / 2.0, STROKE.1 / 2.0],
        };
        self.drawing.legend.add(Symbol::Cut(strokes));
        for &offset in offsets {
            let at = middle + along * offset;
            let ends = [at - across, at + across];
            let shape = Shape::Line { ends, width: 2.6, ink: Ink::Cutoff, pattern: Pattern::Solid };
            self.drawing.picture.add(edge.parent, shape);
            self.taken.line(ends);
        }
    }

    /// Labels, names of moves, windows and numbers, wherever there is room for them.
    fn names(&mut self, marks: &Marks) {
        if !has_texts(self.figure) {
            return;
        }
        for mark in &marks.things {
            if let Thing::Node(node) = mark.thing {
                self.label(mark, node);
            }
        }
        for edge in &marks.edges {
            if let Some(Thing::Node(node)) = edge.to {
                self.move_name(edge, node);
            }
        }
        let super::Options { windows, order, numbers, .. } = self.figure.options;
        for mark in &marks.things {
            let Thing::Node(node) = mark.thing else { continue };
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

    /// Writes something beside a node: above on the right, right, above on the left, left, or below.
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
        let middles = [
            pos2(right - near, top),
            pos2(right, mark.at.y),
            pos2(left + near, top),
            pos2(left, mark.at.y),
            pos2(right, rect.bottom() - half.y),
            pos2(left, rect.bottom() - half.y),
            pos2(rect.center().x, rect.bottom() + half.y + 3.0),
            pos2(rect.center().x, rect.top() - half.y - 3.0),
        ];
        self.write(node, words, &middles, ink);
    }

    /// The name of a move beside its edge, on the side where there is room.
    fn move_name(&mut self, edge: &Edge, node: NodeId) {
        let Some(name) = self.figure.tree().move_name(node).map(str::to_owned) else { return };
        if self.layout.at(edge.depth).radius < NAMED {
            return;
        }
        let [from, to] = self.ends(edge);
        let half = text::size(&name, self.layout.sizes.small) / 2.0;
        let way = to - from;
        // Away from the edge as far as the corner of the text that is nearest to it needs.
        let across = |share: f32, side: f32| {
            let slant = (way.x / way.y.max(1.0)).abs() * half.y;
            from + way * share + vec2(side * (half.x + slant + 4.0), 0.0)
        };
        let outer = if way.x < 0.0 { -1.0 } else { 1.0 };
        let middles: Vec<Pos2> =
            [outer, -outer].into_iter().flat_map(|side| MOVE_AT.map(|share| across(share, side))).collect();
        self.write(node, &name, &middles, Ink::FaintText);
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

/// Whether a value fits in a node. A bound counts as wide with and without its sign, so that it is seen in all panes or in none.
fn fits(words: &str, points: f32, form: Form, size: LevelSize) -> bool {
    if form == Form::Leaf {
        return text::width(words, points) + 3.0 <= size.leaf * 2.0 && size.radius * 2.0 >= points;
    }
    let number = words.trim_start_matches(['≤', '≥']);
    let wide = text::width(number, points) + text::width("≤", points);
    wide <= super::shape::room_in_triangle(size.radius, vec2(0.0, points))
}

/// The cells that show of one level of some slots: one per pixel or so. Their sides belong to the tree, so that they stay
/// the same when it is moved and in every pane of its size. Empty stretches give no cells.
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
    let mut row = Row { figure, depth, level: figure.tree().level(depth), last: 0, stride: 0 };
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
    level: Range<usize>,
    /// Where the last search ended, in level order, and how far that was from the one before.
    last: usize,
    stride: usize,
}

impl Row<'_> {
    /// The shares of the nodes over the slots from `from` to before `to`, of which there is one at least.
    fn shares(&mut self, from: usize, to: usize) -> Shares {
        let shown = &self.figure.shown;
        let start = shown.original(from).0;
        let end = if to < shown.slot_count() { shown.original(to).0 } else { shown.tree.leaf_count() };
        let mut first = shown.tree.first_at_slot_near(self.depth, start, self.last);
        let last = shown.tree.first_at_slot_near(self.depth, end, first + self.stride);
        (self.last, self.stride) = (last, last - first);
        // What begins before and reaches in.
        if first > self.level.start && shown.tree.slots(shown.tree.node_in_level_order(first - 1)).end > start {
            first -= 1;
        }
        if first >= last { Shares::NONE } else { self.figure.overlay.shares(first..last).with_rare_seen() }
    }
}

/// What is at a point: something drawn by itself, or the top of what is shown as cells there.
pub fn at(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards, point: Pos2) -> Option<Thing> {
    let shown = &figure.shown;
    let across = frame.x.world(point.x);
    if !(frame.pane.contains(point) && across >= 0.0 && across < shown.slot_count() as f64) {
        return None;
    }
    let layout = Layout::new(figure, frame, boards);
    let slot = across as usize;
    let leaf = shown.at(slot, u32::MAX);
    let last = frame.levels().end.min(shown.depth_of(leaf)).div_ceil(layout.step);
    let mut nearest: Option<((f32, f32), Thing)> = None;
    for row in first_row(frame)..=last {
        let depth = row.saturating_mul(layout.step);
        // A node may reach over the slots of its neighbours.
        let around = [slot, slot.saturating_sub(1), (slot + 1).min(shown.slot_count() - 1)];
        for thing in around.map(|slot| shown.at(slot, depth)) {
            let (middle, depth) = (frame.middle_of(shown, thing), shown.depth_of(thing));
            let is_narrow = frame.width(&shown.slots_of(thing)) < layout.narrow(depth).max(2.0);
            let distance = layout.rect_of(figure, frame, boards, thing).distance_to_pos(point);
            let over_cells = is_narrow && shown.slots_of(thing).contains(&slot) && point.y >= middle.y - 6.0;
            // Of two that are drawn at the point, the one whose middle is nearer.
            let away = (if over_cells { distance.min(SLACK) } else { distance }, middle.distance(point));
            if away.0 <= SLACK && nearest.is_none_or(|(least, _)| away < least) {
                nearest = Some((away, thing));
            }
        }
    }
    nearest.map(|(_, thing)| thing)
}

/// Says of something that is drawn in the row of a depth whether more than its rim shows in the pane, or the edge that leads to it from the row above.
pub fn sight<'a>(figure: &'a Figure<'a>, frame: &'a Frame) -> impl FnMut(Thing, u32) -> bool + 'a {
    let mut boards = Boards::default();
    let layout = Layout::new(figure, frame, &mut boards);
    let (shown, inside) = (&figure.shown, frame.pane.shrink2((frame.pane.size() * RIM.1).min(Vec2::splat(RIM.0))));
    move |thing, row| {
        let mut rect = |thing| layout.rect_of(figure, frame, &mut boards, thing);
        if rect(thing).intersect(inside).is_positive() {
            return true;
        }
        // The edges to what is narrow lead to the middle of many.
        let depth = shown.depth_of(thing);
        if frame.width(&shown.slots_of(thing)) < layout.narrow(depth) {
            return false;
        }
        let Some(above) = row.checked_sub(layout.step).filter(|&above| above < depth) else { return false };
        let parent = Thing::Node(shown.tree.ancestor_at(shown.node_of(thing), above));
        clip([rect(parent).center_bottom(), rect(thing).center_top()], inside).is_some()
    }
}

/// The room that a node takes in the picture, or the mark that it is folded in.
pub fn rect_of(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards, node: NodeId) -> Rect {
    let thing = figure.shown.thing(node);
    Layout::new(figure, frame, boards).rect_of(figure, frame, boards, thing)
}

//! From marks to a mesh and texts.

use std::sync::Arc;

use eframe::egui::{Color32, Mesh, Pos2, Rect, Vec2, pos2, vec2};

use super::board::fit;
use super::card::{Boards, Card};
use super::frame::Frame;
use super::ink::{Ink, clip};
use super::labels::{self, Beside, GAP, Label, Measure};
use super::marks::{Bar, Edge, Marks, NodeMark, radius, ring_reach, step};
use super::{Scene, shape};
use crate::app::style::theme::Palette;
use crate::game::Board;
use crate::search::{Cause, Record};
use crate::tree::NodeId;

/// Half the height from which on a node is drawn with an outline.
const OUTLINED: f32 = 4.0;
/// Half the height from which on something is written in a node.
const WRITTEN: f32 = 7.0;
/// Half the height of a node's shape in the head of a card.
const SIGN: f32 = 5.0;
/// Points between siblings from which on the edges to pruned ones are dashed and cutoffs marked.
const DASHED: f32 = 9.0;

/// Where on an edge the name of its move stands, below the stroke of a cutoff.
const LABELLED: f32 = 0.68;

/// What a search did with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// No search is shown.
    Unsearched,
    Evaluated,
    Visited,
    Pruned,
}

/// What is drawn over the mesh.
#[derive(Default)]
pub(super) struct Drawing {
    pub(super) labels: Vec<Label>,
    pub(super) boards: Vec<ShownBoard>,
}

/// A board in a node.
pub(super) struct ShownBoard {
    pub(super) rect: Rect,
    pub(super) board: Arc<Board>,
    /// Whether no search came there.
    pub(super) is_faded: bool,
}

/// Paints what shows of a scene.
pub(super) fn paint(
    scene: &Scene<'_>,
    frame: &Frame,
    marks: &Marks,
    palette: &Palette,
    measure: Measure<'_>,
    boards: &mut Boards,
) -> (Mesh, Drawing) {
    let mut paint = Paint { scene, frame, palette, measure, boards, ink: Ink::default(), over: Drawing::default() };
    for bar in &marks.bars {
        paint.bar(bar);
    }
    paint.edges(&marks.edges);
    paint.line();
    for edge in marks.edges.iter().filter(|edge| edge.is_single) {
        paint.move_name(edge);
    }
    for mark in &marks.nodes {
        paint.node(mark);
    }
    (paint.ink.into_mesh(), paint.over)
}

struct Paint<'a> {
    scene: &'a Scene<'a>,
    frame: &'a Frame,
    palette: &'a Palette,
    measure: Measure<'a>,
    boards: &'a mut Boards,
    ink: Ink,
    over: Drawing,
}

impl Paint<'_> {
    fn fate(&self, node: NodeId) -> Fate {
        let Some(record) = self.scene.record else { return Fate::Unsearched };
        match record.visit(node) {
            None => Fate::Pruned,
            Some(visit) if visit.is_evaluated() => Fate::Evaluated,
            Some(_) => Fate::Visited,
        }
    }

    /// A bar is filled from below, with what was evaluated, then what was visited, then the rest.
    fn bar(&mut self, bar: &Bar) {
        let Some(record) = self.scene.record else {
            self.ink.rect(bar.rect, self.palette.pruned);
            return;
        };
        let [evaluated, visited] = shares(record, bar);
        let height = bar.rect.height();
        let tall = |share: f32| if share > 0.0 { (share * height).max(1.5).min(height) } else { 0.0 };
        let floor = bar.rect.bottom() - tall(evaluated);
        let ceiling = (floor - tall(visited)).max(bar.rect.top());
        let slice = |top: f32, bottom: f32| Rect::from_x_y_ranges(bar.rect.x_range(), top..=bottom);
        self.slice(slice(bar.rect.top(), ceiling), self.palette.pruned_fill);
        self.slice(slice(ceiling, floor), self.palette.visited);
        self.slice(slice(floor, bar.rect.bottom()), self.palette.evaluated);
    }

    fn slice(&mut self, rect: Rect, color: Color32) {
        let seen = rect.intersect(self.frame.pane);
        if seen.is_positive() {
            self.ink.rect(seen, color);
        }
    }

    fn edges(&mut self, edges: &[Edge]) {
        let mut cutoff = None;
        let mut parent = None;
        for edge in edges {
            if parent != Some(edge.parent) {
                parent = Some(edge.parent);
                cutoff = self.scene.record.and_then(|record| first_pruned(self.scene, record, edge.parent));
            }
            let here = cutoff.filter(|(first, _)| edge.nodes.contains(&first.index()));
            self.edge(edge, here.map(|(_, cause)| cause));
        }
    }

    fn edge(&mut self, edge: &Edge, cutoff: Option<Cause>) {
        let Some(ends) = clip(edge.ends, self.frame.pane.expand(2.0)) else { return };
        let is_pruned = self.scene.record.is_some_and(|record| record.visited_in(&edge.nodes) == 0);
        let is_dropped = edge.is_single && self.is_dropped(edge.nodes.start);
        let has_room = edge.width >= DASHED;
        let color = match (is_pruned, self.scene.record) {
            (true, _) => self.palette.pruned,
            (false, Some(_)) => self.palette.visited,
            (false, None) => self.palette.edge,
        };
        match (has_room, is_pruned) {
            (true, true) if is_dropped => self.ink.dashes(ends, 1.5, 5.0, 1.5, color),
            (true, true) => self.ink.dashes(ends, 4.0, 4.0, 1.0, color),
            (true, false) => self.ink.line(ends, 1.5, color),
            (false, true) => self.ink.line(ends, 0.5, color.gamma_multiply(0.5)),
            (false, false) => self.ink.line(ends, 1.0, color.gamma_multiply(0.7)),
        }
        if let Some(cause) = cutoff.filter(|_| has_room) {
            self.cutoff(edge.ends, cause);
        }
    }

    /// Whether `taketree` dropped the node at an index in preorder.
    fn is_dropped(&self, index: usize) -> bool {
        self.scene.dropped.binary_search_by_key(&index, |node| node.index()).is_ok()
    }

    /// A bar across the edge to the first child that was not visited; two for a deep cutoff.
    fn cutoff(&mut self, [from, to]: [Pos2; 2], cause: Cause) {
        let along = (to - from).normalized();
        let across = along.rot90() * 7.0;
        let middle = from + (to - from) * 0.4;
        let offsets: &[f32] = if cause == Cause::Deep { &[-2.5, 2.5] } else { &[0.0] };
        for &offset in offsets {
            let at = middle + along * offset;
            self.ink.line([at - across, at + across], 2.5, self.palette.cutoff);
        }
    }

    /// The name of the move to a node, on the lines that lead there and above the ring that may be around the node.
    fn move_name(&mut self, edge: &Edge) {
        let Some(node) = self.scene.tree.node(edge.nodes.start) else { return };
        let Some(name) = self.scene.tree.move_name(node) else { return };
        let share = self.share_before_name(edge);
        let room = vec2(edge.width * share - 4.0, (edge.ends[1].y - edge.ends[0].y) * 0.4);
        let Some((size, taken)) = labels::fitting(self.measure, name, room) else { return };
        let [from, to] = edge.ends;
        let radius = radius(self.frame, edge.width);
        let lowest = to.y + radius - ring_reach(radius) - GAP - taken.y / 2.0;
        let share = ((lowest - from.y) / (to.y - from.y)).min(share);
        let middle = from + (to - from) * share;
        self.ink.rect(Rect::from_center_size(middle, taken + vec2(4.0, 0.0)), self.palette.background);
        self.write(name, middle, size, self.palette.faint_text);
    }

    /// How far along an edge the move's name stands: near the child, in front of its card where it has one.
    fn share_before_name(&self, edge: &Edge) -> f32 {
        let card = self.scene.game.and_then(|_| Card::new(self.frame, edge.ends[1], edge.width));
        let along = edge.ends[1].y - edge.ends[0].y;
        card.map_or(LABELLED, |card| 1.0 - (card.rect.height() / 2.0 + 10.0) / along)
    }

    /// The principal variation: a double line.
    fn line(&mut self) {
        let ends = self.line_ends();
        for (width, color) in [(6.0, self.palette.line), (1.6, self.palette.background)] {
            for pair in ends.windows(2) {
                if let Some(pair) = clip([pair[0], pair[1]], self.frame.pane.expand(8.0)) {
                    self.ink.line(pair, width, color);
                }
            }
        }
    }

    /// The nodes of the principal variation in the rows that show, and one above and below them.
    fn line_ends(&self) -> Vec<Pos2> {
        let step = step(self.frame);
        let levels = self.frame.levels();
        let first = (levels.start / step).saturating_sub(1) * step;
        let last = levels.end.saturating_add(step);
        let on_line = |depth: u32| self.scene.line.get(depth as usize).copied();
        let rows = (first..last).step_by(step as usize).map_while(on_line);
        let end = self.scene.line.last().copied().filter(|&end| self.scene.tree.depth(end) < last);
        rows.chain(end).map(|node| self.frame.position_of(self.scene.tree, node)).collect()
    }

    fn is_on_line(&self, node: NodeId) -> bool {
        self.scene.line.get(self.scene.tree.depth(node) as usize) == Some(&node)
    }

    fn node(&mut self, mark: &NodeMark) {
        let fate = self.fate(mark.node);
        if let Some((card, board)) = Card::of(self.scene, self.frame, self.boards, mark.node) {
            self.card(mark, fate, &card, board);
            return;
        }
        let corners = shape::corners(self.scene.tree, mark.node, mark.at, mark.radius);
        let palette = self.palette;
        let (inside, outline) = self.ground(fate);
        if mark.radius < OUTLINED {
            self.ink.fill(&corners, if fate == Fate::Pruned { palette.pruned_fill } else { outline });
            return;
        }
        self.ink.fill(&corners, inside);
        self.outline(mark.node, fate, &corners);
        if fate == Fate::Visited && self.scene.tree.is_unexpanded(mark.node) {
            self.goes_on(mark.at.x, mark.at.y + mark.radius);
        }
        if mark.radius >= WRITTEN {
            self.words(mark, fate);
        }
    }

    /// Dots below a node under which the search went on, which is not drawn.
    fn goes_on(&mut self, x: f32, bottom: f32) {
        for dot in 0..3 {
            let middle = pos2(x, bottom + 4.0 + 4.0 * dot as f32);
            self.ink.rect(Rect::from_center_size(middle, Vec2::splat(2.0)), self.palette.visited);
        }
    }

    /// The colours of a node: its inside and its outline.
    fn ground(&self, fate: Fate) -> (Color32, Color32) {
        let palette = self.palette;
        match fate {
            Fate::Unsearched => (palette.fill, palette.edge),
            Fate::Evaluated => (palette.evaluated, palette.evaluated),
            Fate::Visited => (palette.visited_fill, palette.visited),
            Fate::Pruned => (palette.background, palette.pruned),
        }
    }

    /// The colours of what is written in a node and beside it.
    fn text(&self, fate: Fate) -> (Color32, Color32) {
        match fate {
            Fate::Evaluated => (self.palette.on_evaluated, self.palette.text),
            Fate::Pruned => (self.palette.faint_text, self.palette.faint_text),
            Fate::Visited | Fate::Unsearched => (self.palette.text, self.palette.text),
        }
    }

    fn outline(&mut self, node: NodeId, fate: Fate, corners: &[Pos2]) {
        let (_, outline) = self.ground(fate);
        if self.is_on_line(node) {
            self.ink.outline(corners, 3.0, self.palette.line);
        } else {
            self.ink.outline(corners, if fate == Fate::Pruned { 1.0 } else { 1.5 }, outline);
        }
    }

    /// A node as a card: a head with its shape and its value, and the board.
    fn card(&mut self, mark: &NodeMark, fate: Fate, card: &Card, board: Arc<Board>) {
        let tree = self.scene.tree;
        let (inside, _) = self.ground(fate);
        let (text, _) = self.text(fate);
        self.ink.rect(card.rect, self.palette.background);
        self.ink.rect(card.head, inside);
        self.outline(mark.node, fate, &corners_of(card.rect));
        let middle = card.head.left_center() + vec2(card.head.height() * 0.65, 0.0);
        self.ink.outline(&shape::corners(tree, mark.node, middle, SIGN), 1.2, text);
        if let Some(value) = labels::value(tree, self.scene.record, mark.node) {
            let room = Rect::from_min_max(middle + vec2(SIGN, -card.head.height() / 2.0), card.head.max);
            if let Some((size, _)) = labels::fitting(self.measure, &value, room.size()) {
                self.write(&value, room.center(), size, text);
            }
        }
        if fate == Fate::Visited && tree.is_unexpanded(mark.node) {
            self.goes_on(card.rect.center().x, card.rect.bottom());
        }
        let rect = fit(&board, card.room);
        self.over.boards.push(ShownBoard { rect, board, is_faded: fate == Fate::Pruned });
    }

    fn words(&mut self, mark: &NodeMark, fate: Fate) {
        let tree = self.scene.tree;
        let (inside, beside) = self.text(fate);
        let mut room = Beside::new(mark);
        if let Some(value) = labels::value(tree, self.scene.record, mark.node) {
            let within = shape::inside(tree, mark.node, mark.at, mark.radius);
            if let Some((size, _)) = labels::fitting(self.measure, &value, within.size()) {
                self.write(&value, within.center(), size, inside);
            } else {
                self.write_beside(&mut room, &value, beside);
            }
        }
        if let Some(label) = tree.label(mark.node) {
            if tree.is_leaf(mark.node) {
                self.write_below(mark, label);
            } else {
                self.write_beside(&mut room, label, self.palette.faint_text);
            }
        }
    }

    fn write_beside(&mut self, room: &mut Beside, text: &str, color: Color32) {
        let size = 12.0;
        if let Some(rect) = room.place((self.measure)(text, size)) {
            self.write(text, rect.center(), size, color);
        }
    }

    fn write_below(&mut self, mark: &NodeMark, text: &str) {
        let below = ring_reach(mark.radius);
        let room = vec2(mark.width - 4.0, self.frame.y.scale as f32 / 2.0 - below);
        if let Some((size, taken)) = labels::fitting(self.measure, text, room) {
            let middle = mark.at + vec2(0.0, below + taken.y / 2.0);
            self.write(text, middle, size, self.palette.faint_text);
        }
    }

    fn write(&mut self, text: &str, middle: Pos2, size: f32, color: Color32) {
        self.over.labels.push(Label { text: text.to_string(), middle, size, color });
    }
}

/// The shares of a bar's nodes that were evaluated, and visited without being evaluated.
fn shares(record: &Record, bar: &Bar) -> [f32; 2] {
    let all = bar.nodes.len() as f32;
    let visited = record.visited_in(&bar.nodes) as f32;
    let evaluated = record.evaluated_in(&bar.nodes) as f32;
    [evaluated / all, (visited - evaluated) / all]
}

/// Where a search left a node: the first child that it did not visit, and the cause of the cutoff.
fn first_pruned(scene: &Scene<'_>, record: &Record, node: NodeId) -> Option<(NodeId, Cause)> {
    let cutoff = record.cutoff(node)?;
    Some((record.first_unvisited(scene.tree, node)?, cutoff.cause))
}

/// The corners of a rectangle, clockwise on the screen.
fn corners_of(rect: Rect) -> [Pos2; 4] {
    [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
}

/// A ring around a point.
pub(super) fn ring(ink: &mut Ink, middle: Pos2, radius: f32, width: f32, color: Color32, is_dashed: bool) {
    let count = 32;
    let corner = |i: usize| middle + Vec2::angled(i as f32 / count as f32 * std::f32::consts::TAU) * radius;
    let corners: Vec<Pos2> = (0..count).map(corner).collect();
    if is_dashed {
        for i in (0..count).step_by(2) {
            ink.line([corners[i], corners[(i + 1) % count]], width, color);
        }
    } else {
        ink.outline(&corners, width, color);
    }
}

/// A mesh of one ring with a rim of the background's colour, so that it shows on everything.
pub(super) fn ring_mesh(middle: Pos2, radius: f32, palette: &Palette, is_selected: bool) -> Mesh {
    let mut ink = Ink::default();
    let middle = pos2(middle.x, middle.y);
    ring(&mut ink, middle, radius, 5.0, palette.background, false);
    ring(&mut ink, middle, radius, if is_selected { 2.5 } else { 1.5 }, palette.selected, !is_selected);
    ink.into_mesh()
}

/// The same for a card: a frame.
pub(super) fn frame_mesh(rect: Rect, palette: &Palette, is_selected: bool) -> Mesh {
    let mut ink = Ink::default();
    let corners = corners_of(rect);
    ink.outline(&corners, 5.0, palette.background);
    if is_selected {
        ink.outline(&corners, 2.5, palette.selected);
    } else {
        for (i, &corner) in corners.iter().enumerate() {
            ink.dashes([corner, corners[(i + 1) % corners.len()]], 6.0, 5.0, 1.5, palette.selected);
        }
    }
    ink.into_mesh()
}

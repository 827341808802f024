//! A tree as an icicle: a level is a band, and a node a bar as wide as the leaves below it.
//!
//! Bars too narrow to be distinguished become cells, one per pixel, with the exact shares of their nodes. So a picture of a tree of
//! millions of nodes shows at which depth and where it was pruned.

use std::ops::Range;

use super::cells::cells;
use super::figure::MARGIN;
use super::node_link::Drawing;
use super::shape::{Form, form};
use super::walk::{Mark, Marks};
use super::{
    Corners, Figure, Frame, Ink, Look, Pattern, Pos2, Rect, Shape, Spacing, Symbol, Text, Thing, Vec2, pos2, text,
    vec2, warning, words,
};
use crate::tree::NodeId;

/// The width from which on a bar is drawn separately, in points.
const NARROW: f32 = 4.0;
/// The distance of a text from the sides of its bar, in points.
const INSET: f32 = 3.0;
/// The sizes of texts to try, in points.
const TEXTS: [f32; 2] = [13.0, 11.0];
/// The gap between bands, in points, if there is room.
const GAP: f32 = 1.0;
/// The number of levels of a row that are looked through for what is at a point, so that a very deep tree does not take longer.
const MOST_LEVELS: usize = 1_000;
/// The width of the outline of the principal variation.
const THICK: f32 = 2.5;

/// The room of a slot and a level.
pub fn spacing(figure: &Figure<'_>) -> Spacing {
    let text = figure.options.text;
    Spacing { comfort: vec2(120.0, 72.0) * text, roomy: vec2(320.0, 160.0) * text, margin: Vec2::splat(MARGIN) }
}

/// Draws the visible part of a figure in a frame.
pub fn icicle(figure: &Figure<'_>, frame: &Frame) -> Drawing {
    let marks = Marks::new(&figure.shown, frame, &|_| NARROW);
    let mut drawing = Drawing::default();
    for stretch in &marks.stretches {
        for depth in stretch.rows(&figure.shown, frame) {
            let Range { start, end } = band(frame, depth);
            for cells in cells(figure, frame, &stretch.slots, depth, start..end) {
                drawing.legend.add_areas(&cells);
                drawing.picture.add_loose(Shape::Cells(cells));
            }
        }
    }
    for mark in &marks.things {
        bar(figure, frame, mark, &mut drawing);
    }
    for mark in &marks.things {
        if let Thing::Node(node) = mark.thing
            && figure.overlay.line().get(mark.depth as usize) == Some(&node)
        {
            let rect = rect(figure, frame, mark.thing, mark.depth);
            let thick = THICK.min(rect.height() * 0.3);
            let rect = rect.shrink(thick / 2.0).intersect(frame.pane.expand(thick));
            let outline = Some((Ink::Line, thick, Pattern::Solid));
            drawing.legend.add(Symbol::Line);
            drawing.picture.add(node, Shape::Polygon { corners: Corners::of(rect), fill: None, outline });
            let inside = rect.shrink(thick);
            if figure.overlay.look(node) == Look::Evaluated && inside.is_positive() {
                let outline = Some((Ink::LineRim, thick * 0.6, Pattern::Solid));
                drawing.picture.add(node, Shape::Polygon { corners: Corners::of(inside), fill: None, outline });
            }
        }
    }
    for mark in &marks.things {
        warn(figure, frame, mark, &mut drawing);
    }
    drawing
}

/// The warning sign in the upper left corner of a bar.
fn warn(figure: &Figure<'_>, frame: &Frame, mark: &Mark, drawing: &mut Drawing) {
    let Thing::Node(node) = mark.thing else { return };
    let Some(warning) = figure.overlay.warning(node) else { return };
    let rect = rect(figure, frame, mark.thing, mark.depth).intersect(frame.pane);
    if rect.is_positive() {
        let height = warning::height(rect.height());
        drawing.legend.add(Symbol::Warning(warning));
        for shape in warning.sign(rect.left_top() + vec2(height * 0.7, height * 0.65), height) {
            drawing.picture.add(node, shape);
        }
    }
}

/// The row of a depth: itself, or the next level that has a row.
fn row(frame: &Frame, depth: u32) -> u32 {
    depth.next_multiple_of(frame.row_step())
}

/// The vertical extent of the row of a depth: the levels after the row before, up to its own.
fn band(frame: &Frame, depth: u32) -> Range<f32> {
    let last = row(frame, depth) + 1;
    let side = |level: u32| frame.y.at(f64::from(level)) as f32;
    let (top, bottom) = (side(last.saturating_sub(frame.row_step())), side(last));
    top..bottom - GAP.min((bottom - top) / 4.0)
}

/// The bar of a node or mark.
fn rect(figure: &Figure<'_>, frame: &Frame, thing: Thing, depth: u32) -> Rect {
    let slots = figure.shown.slots_of(thing);
    let band = band(frame, depth);
    let (left, right) = (frame.side(slots.start), frame.side(slots.end));
    Rect::from_min_max(pos2(left, band.start), pos2((right - GAP).max(left + 0.5), band.end))
}

fn bar(figure: &Figure<'_>, frame: &Frame, mark: &Mark, drawing: &mut Drawing) {
    let whole = rect(figure, frame, mark.thing, mark.depth);
    let rect = whole.intersect(frame.pane);
    if !rect.is_positive() {
        return;
    }
    let node = figure.shown.node_of(mark.thing);
    let look = figure.overlay.look(node);
    if let Thing::Fold(_) = mark.thing {
        drawing.legend.add(Symbol::Fold);
        let mut left = rect.left();
        for (look, share) in figure.overlay.shares_in(&figure.shown.nodes_of(mark.thing)).with_rare_seen().looks() {
            let part = Rect::from_min_max(pos2(left, rect.top()), pos2(left + rect.width() * share, rect.bottom()));
            left = part.right();
            drawing.legend.add(Symbol::Area(look));
            drawing.picture.area(node, part, look);
        }
        let inside = rect.shrink(0.5);
        // Of a fold at the edge of the pane less than a point may be seen.
        if inside.is_positive() {
            let outline = Some((Ink::Edge, 1.0, Pattern::Dotted));
            drawing.picture.add(node, Shape::Polygon { corners: Corners::of(inside), fill: None, outline });
        }
        return;
    }
    drawing.legend.add(Symbol::Bar(look));
    drawing.picture.area(node, rect, look);
    if whole.width() >= 2.0 * TEXTS[1] {
        write(figure, node, rect, look, drawing);
    }
}

/// What is written in the bar of a node, and of these texts the position of its value: the name, the value, the window, the order and the number.
fn parts(figure: &Figure<'_>, node: NodeId) -> (Vec<(Option<Symbol>, String)>, usize) {
    let tree = figure.tree();
    let value = match form(tree, node) {
        Form::Leaf => Some(words::leaf(tree, node)),
        _ => figure.overlay.words(node),
    };
    let name = tree.label(node).or_else(|| tree.move_name(node)).filter(|_| figure.game.is_none());
    let at = usize::from(name.is_some());
    let name = name.map(|name| if value.is_some() { format!("{name}:") } else { name.to_owned() });
    let optional = figure.switched_on(node).map(|(symbol, words)| (Some(symbol), words));
    let parts = [(None, name), (None, value)].into_iter().chain(optional);
    (parts.filter_map(|(symbol, words)| Some((symbol, words?))).collect(), at)
}

/// The width of everything that is written in a bar.
pub(super) fn room(figure: &Figure<'_>, node: NodeId) -> f32 {
    text::width(&joined(&parts(figure, node).0), TEXTS[0]) + 2.0 * INSET + GAP
}

fn joined(parts: &[(Option<Symbol>, String)]) -> String {
    parts.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>().join("  ")
}

/// Writes the value in a bar, with the label before it if there is room.
fn write(figure: &Figure<'_>, node: NodeId, rect: Rect, look: Look, drawing: &mut Drawing) {
    let (parts, value) = parts(figure, node);
    // As much text as fits, with the value as the most important.
    for written in &[&parts[..], parts.get(value..=value).unwrap_or_default()] {
        if written.is_empty() {
            continue;
        }
        let words = joined(written);
        for size in &TEXTS {
            let size = size * figure.options.text;
            let taken = text::size(&words, size);
            if taken.x + 2.0 * INSET <= rect.width() && taken.y + 2.0 <= rect.height() {
                let ink = look.text_on_area();
                drawing.legend.add_bound(&words);
                drawing.legend.add_rounded(figure.tree(), node);
                written.iter().filter_map(|(symbol, _)| *symbol).for_each(|symbol| drawing.legend.add(symbol));
                drawing.unwritten += parts.len() - written.len();
                drawing.picture.add(node, Shape::Text(Text { words, middle: rect.center(), size, ink }));
                return;
            }
        }
    }
    drawing.unwritten += parts.len();
}

/// What is at a point: a separate bar, or the node of its level that begins nearest to it.
pub fn at(figure: &Figure<'_>, frame: &Frame, point: Pos2) -> Option<Thing> {
    let shown = &figure.shown;
    let (across, down) = (frame.x.world(point.x), frame.y.world(point.y));
    let is_inside = frame.pane.contains(point) && across >= 0.0 && across < shown.slot_count() as f64 && down >= 0.0;
    if !is_inside || down as u32 > row(frame, shown.height()) {
        return None;
    }
    let row = row(frame, down as u32);
    let thing = shown.at(across as usize, row);
    let is_there = self::row(frame, shown.depth_of(thing)) == row;
    if is_there {
        return Some(thing);
    }
    // The row has what ended in a level since the row before, too.
    let levels = (row + 1).saturating_sub(frame.row_step())..row.min(shown.height()) + 1;
    levels.rev().take(MOST_LEVELS).find_map(|depth| near(figure, frame, across as usize, depth))
}

/// What is in the same cell as a slot that has nothing at a depth.
fn near(figure: &Figure<'_>, frame: &Frame, slot: usize, depth: u32) -> Option<Thing> {
    let (shown, tree) = (&figure.shown, figure.tree());
    let level = tree.level(depth);
    let after = tree.first_at_slot(depth, shown.original(slot).0);
    // A cell has whole slots, so its nodes may be one slot away from where it is drawn.
    let reach = 1.0 + f64::from(figure.options.cell) / frame.x.scale;
    let mut nearest: Option<(usize, Thing)> = None;
    for at in after.saturating_sub(1)..=after {
        if !level.contains(&at) {
            continue;
        }
        let thing = shown.thing(tree.node_in_level_order(at));
        let slots = shown.slots_of(thing);
        let away = slots.start.saturating_sub(slot).max(slot.saturating_sub(slots.end));
        // What is in a narrow fold is among the cells; below a fold that is drawn separately there is nothing.
        let is_drawn = shown.depth_of(thing) == depth || frame.width(&slots) < NARROW;
        if is_drawn && away as f64 <= reach && nearest.is_none_or(|(least, _)| away < least) {
            nearest = Some((away, thing));
        }
    }
    nearest.map(|(_, thing)| thing)
}

/// Whether the bar of a node or mark is in the pane.
pub fn shows(figure: &Figure<'_>, frame: &Frame, thing: Thing) -> bool {
    rect(figure, frame, thing, figure.shown.depth_of(thing)).intersect(frame.pane).is_positive()
}

/// The bar of a node, or of the mark that contains it.
pub fn rect_of(figure: &Figure<'_>, frame: &Frame, node: NodeId) -> Rect {
    let thing = figure.shown.thing(node);
    rect(figure, frame, thing, figure.shown.depth_of(thing))
}

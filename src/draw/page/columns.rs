//! The columns of a page: how many drawings are side by side, and their width.

use super::{GAP, MARGIN, NATURAL_WIDTH, Panel, Paper, View};
use crate::draw::{Figure, Symbol, icicle, text, words};
use crate::tree::NodeId;

/// The width that a node needs for its texts.
type Room = fn(&Figure<'_>, NodeId) -> f32;

/// The minimum and maximum width of a slot.
const SLOT: [f32; 2] = [44.0, 120.0];
/// If slots would be narrower than this, drawings are arranged below each other instead of in columns.
const NARROWEST: f32 = 30.0;
/// The width of a triangle with a value.
const TRIANGLE: f32 = 40.0;
/// The number of leaves, and of inner nodes, that are measured to estimate the width of their texts.
const SAMPLES: usize = 256;

/// The columns of a page.
pub(super) struct Columns {
    /// The number of columns.
    pub(super) count: usize,
    /// The width of a column.
    pub(super) width: f32,
}

impl Columns {
    /// As many columns as keep trees readable, and no more than fill the rows.
    pub(super) fn new(panels: &[Panel<'_>], paper: &Paper<'_>) -> Columns {
        let (mut natural, mut readable) = (1.0_f32, 1.0_f32);
        for panel in panels {
            natural = natural.max(natural_width(panel, paper));
            if paper.width.is_some() {
                readable = readable.max(least_width(panel));
            }
        }
        let room = paper.width.unwrap_or(NATURAL_WIDTH.end);
        let least = if paper.width.is_some() { readable } else { natural };
        let fits = |count: usize| (least + GAP) * count as f32 - GAP <= room;
        let mut most = panels.len().max(1);
        while most > 1 && !fits(most) {
            most -= 1;
        }
        let rows = panels.len().div_ceil(most).max(1);
        let count = panels.len().div_ceil(rows).max(1);
        let share = (room + GAP) / count as f32 - GAP;
        Columns { count, width: if paper.width.is_some() { share } else { natural.min(share) }.max(1.0) }
    }
}

fn natural_width(panel: &Panel<'_>, paper: &Paper<'_>) -> f32 {
    match panel.seen {
        Some(frame) => frame.pane.width(),
        None => panel.figure.shown.slot_count() as f32 * paper.spacing(&panel.figure).comfort.x + 2.0 * MARGIN,
    }
}

fn least_width(panel: &Panel<'_>) -> f32 {
    let slot =
        if panel.figure.game.is_some() { 2.5 * NARROWEST } else { widest(&panel.figure, value_room).max(NARROWEST) };
    panel.figure.shown.slot_count() as f32 * slot + 2.0 * MARGIN
}

/// The width of a slot at which the texts of most nodes are readable.
pub(super) fn slot(figure: &Figure<'_>, view: View) -> f32 {
    let (of_leaves, of_inner): (Room, Room) = match view {
        View::NodeLink => (room, room_of_inner),
        View::Icicle => (icicle::room, icicle::room),
    };
    let most = if figure.shown.slot_count() == 1 { 2.0 * SLOT[1] } else { SLOT[1] };
    widest(figure, of_leaves).max(widest_inner(figure, of_inner)).clamp(SLOT[0], most)
}

/// The maximum width of leaves, estimated from a sample.
fn widest(figure: &Figure<'_>, room: Room) -> f32 {
    let tree = figure.tree();
    let stride = (tree.leaf_count() / SAMPLES).max(1);
    (0..tree.leaf_count()).step_by(stride).map(|slot| room(figure, tree.leaf(slot))).fold(0.0, f32::max)
}

/// The maximum width of a slot among those that inner nodes need, estimated from a sample.
fn widest_inner(figure: &Figure<'_>, room: Room) -> f32 {
    let tree = figure.tree();
    let stride = (tree.len() / SAMPLES).max(1);
    let inner = (0..tree.len()).step_by(stride).map(NodeId::at).filter(|&node| !tree.is_end(node));
    let shown = inner.filter(|&node| figure.shown.folds.over(node).is_none());
    shown.map(|node| room(figure, node) / figure.shown.slots(node).len() as f32).fold(0.0, f32::max)
}

/// The width at which a value and a sign fit in a leaf between its neighbours.
fn value_room(figure: &Figure<'_>, leaf: NodeId) -> f32 {
    (text::width(&words::leaf(figure.tree(), leaf), super::TEXT) + text::width("≤", super::TEXT) + 10.0) / 0.94
}

/// The width of a leaf with all texts in it and beside it.
fn room(figure: &Figure<'_>, leaf: NodeId) -> f32 {
    let name = figure.tree().move_name(leaf).map_or(0.0, |name| beside(name) + 12.0);
    value_room(figure, leaf).max(longest_beside(figure, leaf)).max(name)
}

/// The width of an inner node with the texts beside it, which are below each other.
fn room_of_inner(figure: &Figure<'_>, node: NodeId) -> f32 {
    let longest = longest_beside(figure, node);
    // Beside a node without neighbours the room is the page's, on each side half of it.
    let sides = if figure.shown.slot_count() == 1 { 2.0 } else { 1.0 };
    if longest > 0.0 { TRIANGLE + sides * longest } else { 0.0 }
}

/// The width of the longest text beside a node.
fn longest_beside(figure: &Figure<'_>, node: NodeId) -> f32 {
    // A value is between the texts beside it.
    let apart = |symbol: Symbol| if symbol == Symbol::Window { 8.0 } else { 0.0 };
    let optional =
        figure.switched_on(node).map(|(symbol, words)| words.map_or(0.0, |words| beside(&words) + apart(symbol)));
    optional.into_iter().fold(figure.tree().label(node).map_or(0.0, beside), f32::max)
}

fn beside(words: &str) -> f32 {
    text::width(words, super::SMALL) + 8.0
}

//! How many drawings stand side by side, and how wide each is.

use super::{GAP, NATURAL_WIDTH, Panel, Paper};
use crate::draw::{Figure, text, words};
use crate::tree::NodeId;

/// What a frame leaves free on every side of a tree.
pub(super) const PADDING: f32 = 12.0;
/// The room of a slot: at least, and at most.
const SLOT: [f32; 2] = [44.0, 120.0];
/// Drawings stand below each other rather than in columns where slots have less room than this.
const NARROWEST: f32 = 30.0;
/// How many leaves are looked at to say how wide their texts are.
const SAMPLES: usize = 256;

/// The columns of a page.
pub(super) struct Columns {
    /// How many there are.
    pub(super) count: usize,
    /// The room of one.
    pub(super) width: f32,
}

impl Columns {
    /// As many as keep trees readable, and no more than fill the rows.
    pub(super) fn new(panels: &[Panel<'_>], paper: &Paper<'_>) -> Columns {
        let natural = panels.iter().map(|panel| natural_width(panel, paper)).fold(1.0, f32::max);
        let room = paper.width.unwrap_or(NATURAL_WIDTH.end);
        let least = if paper.width.is_some() { panels.iter().map(least_width).fold(1.0, f32::max) } else { natural };
        let fits = |count: usize| (least + GAP) * count as f32 - GAP <= room;
        let most = (1..=panels.len()).rev().find(|&count| fits(count)).unwrap_or(1);
        let rows = panels.len().div_ceil(most).max(1);
        let count = panels.len().div_ceil(rows).max(1);
        let share = (room + GAP) / count as f32 - GAP;
        Columns { count, width: if paper.width.is_some() { share } else { natural.min(share) }.max(1.0) }
    }
}

fn natural_width(panel: &Panel<'_>, paper: &Paper<'_>) -> f32 {
    match panel.seen {
        Some(frame) => frame.pane.width(),
        None => panel.figure.shown.slot_count() as f32 * paper.spacing(&panel.figure).comfort.x + 2.0 * PADDING,
    }
}

fn least_width(panel: &Panel<'_>) -> f32 {
    let slot =
        if panel.figure.game.is_some() { 2.5 * NARROWEST } else { widest(&panel.figure, value_room).max(NARROWEST) };
    panel.figure.shown.slot_count() as f32 * slot + 2.0 * PADDING
}

/// The room of a slot in which the texts of most leaves are readable.
pub(super) fn slot(figure: &Figure<'_>) -> f32 {
    widest(figure, room).clamp(SLOT[0], SLOT[1])
}

/// The most room that leaves take, as far as some of them tell.
fn widest(figure: &Figure<'_>, room: fn(&Figure<'_>, NodeId) -> f32) -> f32 {
    let tree = figure.tree();
    let stride = (tree.leaf_count() / SAMPLES).max(1);
    let leaves = (0..tree.leaf_count()).step_by(stride).map(|slot| tree.leaf(slot));
    leaves.map(|leaf| room(figure, leaf)).fold(0.0, f32::max)
}

/// The room in which a value is written in its leaf: where that leaves room for it, and a sign, beside its neighbours.
fn value_room(figure: &Figure<'_>, leaf: NodeId) -> f32 {
    (text::width(&words::leaf(figure.tree(), leaf), super::TEXT) + text::width("≤", super::TEXT) + 10.0) / 0.94
}

/// The room of a leaf with all that is written in it and beside it.
fn room(figure: &Figure<'_>, leaf: NodeId) -> f32 {
    let tree = figure.tree();
    let beside = |words: &str| text::width(words, super::SMALL) + 8.0;
    let label = tree.label(leaf).map_or(0.0, beside);
    let window = figure.options.windows.then(|| figure.overlay.window(leaf)).flatten();
    // A value stands between what is beside it.
    let window = window.map_or(0.0, |window| beside(&window.to_string()) + 8.0);
    let name = tree.move_name(leaf).map_or(0.0, |name| beside(name) + 12.0);
    value_room(figure, leaf).max(label).max(window).max(name)
}

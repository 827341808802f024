//! The columns of a page: how many drawings are side by side, and their width.

use super::{GAP, MARGIN, NATURAL_WIDTH, Panel, Paper};
use crate::draw::{Figure, text, words};
use crate::tree::NodeId;

/// The minimum and maximum width of a slot.
const SLOT: [f32; 2] = [44.0, 120.0];
/// If slots would be narrower than this, drawings are arranged below each other instead of in columns.
const NARROWEST: f32 = 30.0;
/// The number of leaves that are measured to estimate the width of their texts.
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
        None => panel.figure.shown.slot_count() as f32 * paper.spacing(&panel.figure).comfort.x + 2.0 * MARGIN,
    }
}

fn least_width(panel: &Panel<'_>) -> f32 {
    let slot =
        if panel.figure.game.is_some() { 2.5 * NARROWEST } else { widest(&panel.figure, value_room).max(NARROWEST) };
    panel.figure.shown.slot_count() as f32 * slot + 2.0 * MARGIN
}

/// The width of a slot at which the texts of most leaves are readable.
pub(super) fn slot(figure: &Figure<'_>) -> f32 {
    widest(figure, room).clamp(SLOT[0], SLOT[1])
}

/// The maximum width of leaves, estimated from a sample.
fn widest(figure: &Figure<'_>, room: fn(&Figure<'_>, NodeId) -> f32) -> f32 {
    let tree = figure.tree();
    let stride = (tree.leaf_count() / SAMPLES).max(1);
    let leaves = (0..tree.leaf_count()).step_by(stride).map(|slot| tree.leaf(slot));
    leaves.map(|leaf| room(figure, leaf)).fold(0.0, f32::max)
}

/// The width at which a value and a sign fit in a leaf between its neighbours.
fn value_room(figure: &Figure<'_>, leaf: NodeId) -> f32 {
    (text::width(&words::leaf(figure.tree(), leaf), super::TEXT) + text::width("≤", super::TEXT) + 10.0) / 0.94
}

/// The width of a leaf with all texts in it and beside it.
fn room(figure: &Figure<'_>, leaf: NodeId) -> f32 {
    let tree = figure.tree();
    let beside = |words: &str| text::width(words, super::SMALL) + 8.0;
    let label = tree.label(leaf).map_or(0.0, beside);
    let window = figure.options.windows.then(|| figure.overlay.window(leaf)).flatten();
    // A value is between the texts beside it.
    let window = window.map_or(0.0, |window| beside(&window.to_string()) + 8.0);
    let name = tree.move_name(leaf).map_or(0.0, |name| beside(name) + 12.0);
    value_room(figure, leaf).max(label).max(window).max(name)
}

//! The sizes of nodes and texts: the same within a level and in all panes.
//!
//! Sizes depend on the tree, its folds and the room, but not on what a search did.

use super::card::Card;
use super::measures::{Level, Measures};
use super::shape::{LEAF, WIDE, is_in_triangle, text_in_triangle, triangle_around};
use super::{Figure, Frame};
use crate::game::Board;

/// The size of values in a picture of medium size, in points.
const TEXT: f32 = 13.0;
/// The minimum size of a text, in points.
pub(super) const LEAST_TEXT: f32 = 11.0;
/// The room of a slot and a level that corresponds to [`TEXT`].
const ROOM: [f64; 2] = [46.0, 62.0];
/// The half height of a triangle as a multiple of the size of its text: the minimum, and the maximum if the text needs the room.
const RADIUS: [f32; 2] = [1.25, 1.8];
/// The half height of a triangle as a share of the room of a level, at most.
const TALLEST: f32 = 0.36;
/// The room between a level of nodes and the next one that probabilities need, as a multiple of their size.
const PROBABILITY: f32 = 2.2;
/// The half height below which there is no text.
const WRITTEN: f32 = 8.0;
/// The half height from which on there are texts beside a node.
pub(super) const NAMED: f32 = 5.5;
/// A value is written in its node in type that is smaller by no more than this, before it is written beside it.
const SMALLER: f32 = 0.75;
/// How far above the middle of a triangle with half height 1 a value beside it stands.
pub(super) const BESIDE_UP: f32 = 0.4;
/// Half the height of a triangle that a value beside it does not exceed, in multiples of its size, so that it is clear of all edges.
const BESIDE: f32 = 0.65;
/// What is at least between values below leaves in a line.
const BETWEEN_BELOW: f32 = 4.0;
/// What is at least between the boxes of neighbouring leaves on a sheet, in points.
const BETWEEN_LEAVES: f32 = 4.0;
/// What is between the value of a leaf and its box, on both sides together.
pub(super) const LEAF_MARGIN: f32 = 3.0;

/// The position of values in a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Inside,
    Beside,
    /// Of leaves: below their boxes.
    Below,
    Nowhere,
}

/// The sizes of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LevelSize {
    /// The size of values.
    pub(super) text: f32,
    /// The room that the longest value takes, with the sign of a bound.
    pub(super) longest: f32,
    /// Half the height of a triangle.
    pub(super) radius: f32,
    /// Half the width of a leaf.
    pub(super) leaf: f32,
    /// The points from left to right without which a node is not drawn separately.
    pub(super) narrow: f32,
    /// The cards with boards; `None` if there is no room for boards.
    pub(super) card: Option<Card>,
    /// The position of the values of inner nodes.
    pub(super) inner: Place,
    /// The position of the values of leaves.
    pub(super) leaves: Place,
}

impl LevelSize {
    /// The size of the values of cards: at most `small`, and such that the longest value fits in a width.
    pub(super) fn text_of_card(&self, room: f32, small: f32) -> f32 {
        (self.text * room / self.longest).clamp(LEAST_TEXT, small.clamp(LEAST_TEXT, TEXT))
    }
}

/// The sizes in a picture.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    /// The size of values, where there is room.
    pub(super) text: f32,
    /// The size of all other texts.
    pub(super) small: f32,
    /// The first depth of [`Sizes::levels`].
    first: u32,
    levels: Vec<LevelSize>,
}

impl Sizes {
    /// The sizes of the visible levels, and of one above and below.
    pub(super) fn new(
        figure: &Figure<'_>,
        frame: &Frame,
        step: u32,
        board: Option<&Board>,
        measures: &mut Measures,
    ) -> Sizes {
        let measures = measures.of(&figure.shown);
        let growth = (frame.x.scale / ROOM[0]).min(frame.y.scale / ROOM[1]).clamp(0.8, 1.7) as f32;
        let text = (figure.options.points.unwrap_or(TEXT * growth) * figure.options.text).max(LEAST_TEXT);
        let longest = measures.longest(figure.tree());
        let shown = frame.levels();
        let first = (shown.start / step).saturating_sub(1) * step;
        let gap = if figure.options.is_sheet { BETWEEN_LEAVES } else { 0.0 };
        let on_edges = if figure.tree().has_chance() { PROBABILITY * small(text) } else { 0.0 };
        let size =
            |depth| level_size(measures.level(&figure.shown, depth), frame, board, [text, longest, gap, on_edges]);
        let levels = (first..shown.end.saturating_add(step)).step_by(step as usize).map(size).collect();
        Sizes { text, small: small(text), first: first / step, levels }
    }

    /// The sizes at a depth, or those of the nearest visible level.
    pub(super) fn at(&self, depth: u32, step: u32) -> LevelSize {
        let index = (depth / step).saturating_sub(self.first) as usize;
        self.levels[index.min(self.levels.len() - 1)]
    }
}

/// The size of texts that are no values.
fn small(text: f32) -> f32 {
    (text * 0.85).max(LEAST_TEXT)
}

/// The sizes of a level, from the size of values where there is room, the width of the longest value at size 1, the least gap between leaves, and
/// the room that texts at edges need.
fn level_size(
    level: Level,
    frame: &Frame,
    board: Option<&Board>,
    [text, longest, gap, on_edges]: [f32; 4],
) -> LevelSize {
    let pitch = level.distances.pitch(frame);
    // What a leaf has of the distance to the next one.
    let own = (pitch * 0.94).min((pitch - gap).max(pitch * 0.5));
    let around_inner = level.inner.map_or(pitch, |distances| distances.pitch(frame));
    let card = board.and_then(|board| Card::new(board, pitch, frame.y.scale as f32, longest * LEAST_TEXT));
    let most_of_leaf = level.leaf.map_or(f32::INFINITY, |_| pitch * 0.55 / LEAF);
    let most = (frame.y.scale as f32 * TALLEST).min(around_inner * 0.46 / WIDE).min(most_of_leaf);
    let values = |most: f32| inner_values(around_inner, most, text, longest);
    let beside_texts = values(most.min(((frame.y.scale as f32 - on_edges) / 2.0).max(0.0)));
    let (inner, radius, inner_text) = if beside_texts.0 == Place::Nowhere { values(most) } else { beside_texts };
    let (leaves, leaf_text) = leaf_values([pitch, own], radius, text, level.leaf.unwrap_or_default());
    // All values of a level have one size.
    let of = |is_there: bool, place: Place, size: f32| if is_there && place != Place::Nowhere { size } else { text };
    let size = of(level.inner.is_some(), inner, inner_text).min(of(level.leaf.is_some(), leaves, leaf_text));
    let is_empty = inner == Place::Nowhere && leaves == Place::Nowhere;
    let text = if is_empty { LEAST_TEXT.min(text) } else { size };
    let square = radius * LEAF;
    let [_, wide] = level.leaf.filter(|_| leaves == Place::Inside).unwrap_or_default();
    let leaf = (wide * text / 2.0 + 4.0).max(square).min(own / 2.0);
    let narrow = card.map_or((radius * 2.0 * WIDE).max(leaf * 2.0) * 0.98, |card| card.size.x);
    // Sizes are such that the nearest neighbours have room, if they can be distinguished. Nothing is exactly as wide as this, so that
    // rounding does not matter.
    let narrow = if level.distances.are_readable(frame) { narrow.min(pitch * 0.98) } else { narrow };
    LevelSize { text, longest: longest * text, radius, leaf, narrow, card, inner, leaves }
}

/// Where the values of inner nodes are written, half the height of their triangles, and the size of the values. `most` is the most that the
/// room allows of the height, and `text` the size of values where there is room.
fn inner_values(pitch: f32, most: f32, text: f32, longest: f32) -> (Place, f32, f32) {
    let least = (RADIUS[0] * text).min(most);
    let inside = text_in_triangle(most.min(RADIUS[1] * text), longest).min(text);
    let beside = text.min(least / BESIDE);
    let has_room_beside = beside >= LEAST_TEXT && pitch >= 2.0 * (WIDE * least + 4.0 + longest * beside);
    if least < WRITTEN {
        (Place::Nowhere, least, text)
    } else if inside >= (SMALLER * text).max(LEAST_TEXT) || inside >= LEAST_TEXT && !has_room_beside {
        (Place::Inside, triangle_around(longest * inside, inside).clamp(least, most), inside)
    } else if has_room_beside {
        (Place::Beside, least, beside)
    } else if is_in_triangle(most, 0.0, LEAST_TEXT) {
        // Values of few digits may have room, and are written.
        (Place::Inside, most.min(RADIUS[1] * LEAST_TEXT).max(least), LEAST_TEXT)
    } else {
        (Place::Nowhere, least, text)
    }
}

/// Where the values of leaves are written, and their size. A box is as wide as the longest value of its level, where neighbours leave the room.
/// Otherwise all values of the level are below, in up to two lines. If not even that is possible, those are written that have room in
/// the smallest type.
fn leaf_values([pitch, own]: [f32; 2], radius: f32, text: f32, [shortest, longest]: [f32; 2]) -> (Place, f32) {
    let room = own - LEAF_MARGIN;
    let most = text.min(radius * 2.0);
    let size = most.min(room / longest);
    if size >= LEAST_TEXT {
        (Place::Inside, size)
    } else if radius >= NAMED && longest * LEAST_TEXT + BETWEEN_BELOW <= 2.0 * pitch {
        (Place::Below, LEAST_TEXT)
    } else if most >= LEAST_TEXT && shortest * LEAST_TEXT <= room {
        (Place::Inside, LEAST_TEXT)
    } else {
        (Place::Nowhere, text)
    }
}

//! Measures of a tree that do not depend on the frame: the distances in its levels, and the widths of its values.

use std::collections::HashMap;

use super::shape::WIDE;
use super::{Frame, Shown, Thing, text, words};
use crate::sorting;
use crate::tree::{NodeId, Tree};

/// The minimum half height for the nearest neighbours of a level; otherwise the nearest are shown as cells.
const READABLE: f32 = 2.5;
/// The number of nodes per level whose distances are measured.
const SAMPLES: usize = 256;
/// The number of nodes, of a level or of the tree, whose values are measured.
const MOST_MEASURED: usize = 1024;

/// Measures of a tree that are computed once and not in every frame.
#[derive(Default)]
pub(super) struct Measures {
    /// The identities of the tree and its folds.
    of: (u64, u64),
    /// The width of the longest value at size 1.
    longest: Option<f32>,
    levels: HashMap<u32, Level>,
}

/// What of a level is measured, as far as some of its nodes tell.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// The slots between neighbours.
    pub(super) distances: Distances,
    /// The slots between inner nodes and their neighbours, and to the side of the tree; `None` if there are no inner nodes.
    pub(super) inner: Option<Distances>,
    /// The widths of the shortest and of the longest value of a leaf at size 1; `None` if there are no leaves.
    pub(super) leaf: Option<[f32; 2]>,
}

/// Distances of a level: the smallest, and the one that seven in ten exceed.
#[derive(Clone, Copy)]
pub(super) struct Distances {
    nearest: f32,
    usual: f32,
}

/// The maximum number of levels that are remembered.
const MOST_LEVELS: usize = 65_536;

impl Measures {
    pub(super) fn of(&mut self, shown: &Shown<'_>) -> &mut Measures {
        let of = (shown.tree.identity(), shown.folds.identity());
        if self.of != of || self.levels.len() >= MOST_LEVELS {
            *self = Measures { of, ..Measures::default() };
        }
        self
    }

    pub(super) fn longest(&mut self, tree: &Tree) -> f32 {
        *self.longest.get_or_insert_with(|| longest_value(tree))
    }

    pub(super) fn level(&mut self, shown: &Shown<'_>, depth: u32) -> Level {
        *self.levels.entry(depth).or_insert_with(|| Level::new(shown, depth))
    }
}

impl Distances {
    /// Those of a level with these distances; `or` if there are none.
    pub(super) fn of(mut distances: Vec<f32>, or: f32) -> Distances {
        sorting::sort_by(&mut distances, f32::total_cmp);
        let at = |index: usize| distances.get(index).copied().unwrap_or(or);
        Distances { nearest: at(0), usual: at(distances.len() * 3 / 10) }
    }

    /// In points: the smallest, or the usual one if the nearest neighbours are too close to be distinguished.
    pub(super) fn pitch(self, frame: &Frame) -> f32 {
        let slots = if self.are_readable(frame) { self.nearest } else { self.usual };
        (f64::from(slots) * frame.x.scale) as f32
    }

    /// Whether the nearest neighbours can be distinguished.
    pub(super) fn are_readable(self, frame: &Frame) -> bool {
        (f64::from(self.nearest) * frame.x.scale) as f32 * 0.46 / WIDE >= READABLE
    }
}

impl Level {
    fn new(shown: &Shown<'_>, depth: u32) -> Level {
        let level = shown.tree.level(depth);
        let stride = (level.len() / SAMPLES).max(1);
        let (mut all, mut of_inner) = (Vec::new(), Vec::new());
        for at in level.clone().step_by(stride) {
            if let Some(distance) = Distance::new(shown, &level, at) {
                all.push(distance.slots);
                if distance.is_of_inner {
                    of_inner.push(distance.slots);
                }
            }
        }
        let whole = shown.slot_count() as f32;
        let tree = shown.tree;
        let (mut has_inner, mut leaf) = (false, None);
        for at in level.clone().step_by(level.len().div_ceil(MOST_MEASURED).max(1)) {
            let node = tree.node_in_level_order(at);
            if tree.is_end(node) {
                let width = text::width(&words::leaf(tree, node), 1.0);
                let [shortest, longest] = leaf.unwrap_or([width; 2]);
                leaf = Some([shortest.min(width), longest.max(width)]);
            } else {
                has_inner = true;
            }
        }
        Level { distances: Distances::of(all, whole), inner: has_inner.then(|| Distances::of(of_inner, whole)), leaf }
    }
}

/// The distance from a node to the next one of its level, or to the side of the tree.
struct Distance {
    slots: f32,
    /// Whether the node or the next one is an inner node.
    is_of_inner: bool,
}

impl Distance {
    fn new(shown: &Shown<'_>, level: &std::ops::Range<usize>, at: usize) -> Option<Distance> {
        let node = shown.tree.node_in_level_order(at);
        if shown.folds.over(node).is_some_and(|fold| shown.folds.as_slice()[fold].nodes.start != node.index()) {
            return None;
        }
        let here = shown.slots(node);
        let end = (here.end < shown.slot_count()).then(|| shown.at(here.end, shown.tree.depth(node)));
        let next = end.filter(|_| at + 1 < level.end);
        let at = shown.centre_of(shown.thing(node));
        let slots = next.map_or(here.len() as f32, |next| (shown.centre_of(next) - at) as f32);
        let is_inner = |node: NodeId| !shown.tree.is_end(node);
        let is_of_inner =
            is_inner(node) || next.is_some_and(|next| !matches!(next, Thing::Node(next) if !is_inner(next)));
        Some(Distance { slots, is_of_inner })
    }
}

/// As wide as most means.
const MEAN: &str = "−0.00";

/// The width of the longest value of a tree with the sign of a bound at size 1, estimated from a sample of leaves and of static values.
fn longest_value(tree: &Tree) -> f32 {
    let stride = |count: usize| count.div_ceil(MOST_MEASURED).max(1);
    let mut longest = text::width("?", 1.0);
    let mut measure = |node: NodeId| {
        if let Some(value) = tree.value(node) {
            longest = longest.max(text::width(&words::short(tree, value), 1.0));
        }
    };
    for slot in (0..tree.leaf_count()).step_by(stride(tree.leaf_count())) {
        measure(tree.leaf(slot));
    }
    for index in (0..tree.len()).step_by(stride(tree.len())) {
        measure(NodeId::at(index));
    }
    if tree.has_chance() {
        // Means have decimals.
        longest = longest.max(text::width(MEAN, 1.0));
    }
    longest + text::width("≤", 1.0)
}

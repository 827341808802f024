//! The values that are tried at a leaf.

use std::ops::RangeInclusive;

use crate::tree::{Tree, Value};

/// The leaves from whose values the range is taken.
const LEAVES: usize = 100_000;
/// The steps of the wheel through the whole range, where it is not one of integers.
const STEPS: f64 = 100.0;

/// A range around the values of a tree's leaves.
#[derive(Clone, Debug)]
pub(crate) struct Tried {
    pub(crate) range: RangeInclusive<f64>,
    /// Whether all leaves are integers, so that others are not tried.
    pub(crate) is_whole: bool,
}

impl Tried {
    /// The range of a tree.
    pub(crate) fn of(tree: &Tree) -> Tried {
        let leaves = (0..tree.leaf_count().min(LEAVES)).filter_map(|slot| tree.value(tree.leaf(slot)).map(Value::get));
        let (mut low, mut high, mut is_whole) = (f64::INFINITY, f64::NEG_INFINITY, true);
        for value in leaves {
            (low, high) = (low.min(value), high.max(value));
            is_whole &= value.fract() == 0.0;
        }
        if low > high {
            (low, high) = (0.0, 10.0);
        }
        let room = ((high - low) / 8.0).max(1.0);
        let (low, high) =
            if is_whole { ((low - room).floor(), (high + room).ceil()) } else { (low - room, high + room) };
        Tried { range: low.max(f64::MIN)..=high.min(f64::MAX), is_whole }
    }

    /// The value that is a share of the range away from another.
    pub(crate) fn away(&self, from: Value, share: f64) -> Option<Value> {
        // The width of the range may be infinite, but neither of its halves is.
        let half = self.range.end() / 2.0 - self.range.start() / 2.0;
        let value = from.get() + half * (2.0 * share);
        Value::new(if self.is_whole { value.round() } else { value })
    }

    /// The value that is some steps of the wheel away from another.
    pub(crate) fn stepped(&self, from: Value, steps: f64) -> Option<Value> {
        if self.is_whole { Value::new(from.get() + steps) } else { self.away(from, steps / STEPS) }
    }
}

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_drag_of_the_whole_length_and_all_steps_of_the_wheel_go_through_the_range(
            values in proptest::collection::vec(-1_000_i32..1_000, 1..9),
            scale in prop_oneof![Just(1.0), Just(0.25)],
        ) {
            let leaves: Vec<String> = values.iter().map(|&value| (f64::from(value) * scale).to_string()).collect();
            let tried = Tried::of(&format!("({})", leaves.join(" ")).parse().unwrap());
            let (low, high) = (Value::new(*tried.range.start()).unwrap(), Value::new(*tried.range.end()).unwrap());
            prop_assert_eq!(tried.away(low, 1.0), Some(high));
            prop_assert_eq!(tried.away(high, -1.0), Some(low));
            let steps = if tried.is_whole { high.get() - low.get() } else { STEPS };
            prop_assert_eq!(tried.stepped(low, steps), Some(high));
            for value in values {
                let value = f64::from(value) * scale;
                prop_assert!(*tried.range.start() < value && value < *tried.range.end());
            }
        }
    }
}

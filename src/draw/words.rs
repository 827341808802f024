//! The texts of values in a picture.

use std::borrow::Cow;

use crate::format::{self, with_minus};
use crate::search::{Aim, Bound};
use crate::tree::{NodeId, Tree, Value};

/// A value of a tree with a minus sign, and with as many digits as tell it from the other values.
pub(crate) fn short(tree: &Tree, value: Value) -> String {
    of_digits(value, tree.telling_digits())
}

/// A value with a minus sign, in full if that is short, otherwise with this many digits.
fn of_digits(value: Value, digits: usize) -> String {
    let number = value.get();
    // Most numbers are of one of the first two kinds; the shortest digits of a number are found much more slowly.
    let thousandths = (number * 1e3).round();
    let text = if number.abs() < 1e5 && thousandths / 1e3 == number {
        format::short(&of_thousandths(thousandths as i64), digits)
    } else if digits == format::FEWEST_DIGITS && has_many_digits(number) {
        format::of_digits(number, digits)
    } else {
        format::short(&value.to_string(), digits)
    };
    if text.contains('-') { text.replace('-', "−") } else { text }
}

/// Whether a number has more than four decimals, which are not shown in full.
fn has_many_digits(number: f64) -> bool {
    let scaled = number.abs() * 1e4;
    (1e-3..1e5).contains(&number.abs()) && scaled.round() / 1e4 != number.abs()
}

/// Whether [`short`] leaves out digits.
pub(crate) fn is_rounded(tree: &Tree, value: Value) -> bool {
    with_minus(&value.to_string()) != short(tree, value)
}

/// The window or the question with which a node was entered.
pub(crate) fn aim(tree: &Tree, aim: Aim) -> String {
    aim.in_words(|value| short(tree, value))
}

/// The digits of a number of thousandths.
fn of_thousandths(thousandths: i64) -> String {
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    let (whole, part) = (size / 1000, size % 1000);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}.{part:03}").trim_end_matches('0').to_owned()
}

/// `≥`, `≤` or nothing, for a returned value that is a bound or exact.
pub(crate) fn sign(bound: Option<Bound>) -> &'static str {
    match bound {
        Some(Bound::Lower) => "≥",
        Some(Bound::Upper) => "≤",
        Some(Bound::Exact) | None => "",
    }
}

/// The text at the edge to a node: the name of the move, and the probability at a chance node.
pub(crate) fn edge(tree: &Tree, node: NodeId) -> Option<Cow<'_, str>> {
    let name = tree.move_name(node);
    match (name, tree.probability(node)) {
        (name, None) => name.map(Cow::Borrowed),
        (None, Some(probability)) => Some(with_minus(&probability.to_string()).into()),
        (Some(name), Some(probability)) => Some(format!("{name} {probability}").into()),
    }
}

/// The text in a leaf.
pub(crate) fn leaf(tree: &Tree, node: NodeId) -> String {
    tree.value(node).map_or_else(|| "?".to_owned(), |value| short(tree, value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_value_is_as_short_as_its_text(
            number in prop_oneof![
                any::<f64>(),
                -2e5..2e5,
                (-9_999_i32..9_999, 0..6).prop_map(|(digits, decimals)| f64::from(digits) / 10_f64.powi(decimals)),
            ],
        ) {
            if let Some(value) = Value::new(number) {
                for digits in 3..8 {
                    prop_assert_eq!(of_digits(value, digits), with_minus(&format::short(&value.to_string(), digits)));
                }
            }
        }
    }
}

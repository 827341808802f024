//! The texts of values in a picture.

use crate::format;
use crate::search::Bound;
use crate::tree::{NodeId, Tree, Value};

/// A value in at most about five characters, with a minus sign.
pub(crate) fn short(value: Value) -> String {
    let number = value.get();
    // With more than three decimals it is long for certain, which is cheaper to see than to write them out.
    let has_decimals = (number * 1e3).round() / 1e3 != number && (1e-3..1e5).contains(&number.abs());
    let text = if has_decimals { format::of_three_digits(number) } else { format::short(&value.to_string()) };
    if text.contains('-') { text.replace('-', "−") } else { text }
}

/// `≥`, `≤` or nothing, for a returned value that is a bound or exact.
pub(crate) fn sign(bound: Option<Bound>) -> &'static str {
    match bound {
        Some(Bound::Lower) => "≥",
        Some(Bound::Upper) => "≤",
        Some(Bound::Exact) | None => "",
    }
}

/// The text in a leaf.
pub(crate) fn leaf(tree: &Tree, node: NodeId) -> String {
    tree.value(node).map_or_else(|| "?".to_owned(), short)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::format::with_minus;

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
                prop_assert_eq!(short(value), with_minus(&format::short(&value.to_string())));
            }
        }
    }
}

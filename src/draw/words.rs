//! The texts of values in a picture.

use crate::format;
use crate::search::Bound;
use crate::tree::{NodeId, Tree, Value};

/// A value in at most about five characters, with a minus sign.
pub(crate) fn short(value: Value) -> String {
    let number = value.get();
    // Most numbers are of one of the first two kinds; the shortest digits of a number are found much more slowly.
    let thousandths = (number * 1e3).round();
    let text = if number.abs() < 1e5 && thousandths / 1e3 == number {
        format::short(&of_thousandths(thousandths as i64))
    } else if (1e-3..1e5).contains(&number.abs()) {
        format::of_three_digits(number)
    } else {
        format::short(&value.to_string())
    };
    if text.contains('-') { text.replace('-', "−") } else { text }
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

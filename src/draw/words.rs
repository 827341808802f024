//! The texts of values in a picture.

use crate::format::{self, with_minus};
use crate::search::Bound;
use crate::tree::{NodeId, Tree, Value};

/// A value in at most about five characters, with a minus sign.
pub(crate) fn short(value: Value) -> String {
    with_minus(&format::short(&value.to_string()))
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

//! The texts of values in a picture.

use crate::format::with_minus;
use crate::search::Bound;
use crate::tree::{NodeId, Tree, Value};

/// A value in at most about five characters, with a minus sign.
pub(crate) fn short(value: Value) -> String {
    with_minus(&rounded(value))
}

fn rounded(value: Value) -> String {
    let full = value.to_string();
    if full.len() <= 5 {
        return full;
    }
    let size = value.get().abs();
    if size == 0.0 || (1e-3..1e5).contains(&size) {
        let digits = (2 - size.log10().floor() as i32).clamp(0, 4) as usize;
        let rounded = format!("{:.digits$}", value.get());
        if rounded.contains('.') { rounded.trim_end_matches('0').trim_end_matches('.').to_string() } else { rounded }
    } else {
        format!("{:.1e}", value.get())
    }
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

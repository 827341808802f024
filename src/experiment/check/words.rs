//! The sentences of findings.

use super::claim::{ANY, Interval};
use super::{Report, Severity};
use crate::experiment::explain;
use crate::format;
use crate::tree::{NodeId, Player, Role, Tree, Value};

/// A number, or the word for an end of a window that is open.
pub(super) fn number(value: f64) -> String {
    Value::new(value).map_or_else(|| if value > 0.0 { "∞" } else { "−∞" }.to_owned(), Value::grouped)
}

/// A window: `(−2, ∞)`.
pub(super) fn window((alpha, beta): Interval) -> String {
    format!("({}, {})", number(alpha), number(beta))
}

/// What is known of a value: `exactly 3`, `at least 3`, `between 3 and 5`.
pub(super) fn interval(known: Interval) -> String {
    match known {
        ANY => "nothing".to_owned(),
        (low, high) if low == high => format!("exactly {}", number(low)),
        (low, f64::INFINITY) => format!("at least {}", number(low)),
        (f64::NEG_INFINITY, high) => format!("at most {}", number(high)),
        (low, high) if low < high => format!("between {} and {}", number(low), number(high)),
        _ => "a contradiction".to_owned(),
    }
}

/// A node, for the beginning of a sentence.
pub(super) fn node(tree: &Tree, node: NodeId) -> String {
    explain::capitalised(&explain::name(tree, node))
}

/// Who moves.
pub(super) fn role(role: Role) -> &'static str {
    role.player().map_or("chance", Player::name)
}

/// The findings in words.
pub(super) fn counts(report: &Report) -> String {
    let count =
        |wanted: fn(&super::Finding) -> bool| report.findings.iter().filter(|&finding| wanted(finding)).count() as u64;
    let errors = count(|finding| finding.severity == Severity::Error && !finding.is_consequence);
    let consequences = count(|finding| finding.is_consequence);
    let wastes = count(|finding| finding.severity == Severity::Waste);
    let mut words = Vec::new();
    for (number, one, several) in [
        (errors, "error", "errors"),
        (consequences, "consequence of an error", "consequences of errors"),
        (wastes, "waste of work", "wastes of work"),
        (report.left_out, "finding left out", "findings left out"),
    ] {
        if number > 0 {
            words.push(format::count(number, one, several));
        }
    }
    match (words.is_empty(), report.is_cut_short) {
        (true, true) => "nothing is wrong as far as it goes".to_owned(),
        (true, false) => "nothing is wrong".to_owned(),
        (false, _) => words.join(", "),
    }
}

//! The comparison of runs as columns of text.

use crate::experiment::{Measured, agreement};
use crate::tree::Tree;

/// The columns of a comparison, in order.
pub const COLUMNS: [&str; 12] = [
    "Algorithm",
    "Value",
    "Evaluations",
    "Distinct leaves",
    "Visited nodes",
    "Share of leaves",
    "Shallow cutoffs",
    "Deep cutoffs",
    "Time",
    "Peak heap",
    "Peak stack",
    "Outcome",
];

/// The cells of a run, one for each of [`COLUMNS`].
pub fn cells(run: &Measured, tree: &Tree) -> [String; 12] {
    let share = run.distinct_leaves() as f64 / tree.leaf_count() as f64;
    [
        run.algorithm.id().to_string(),
        run.outcome.value().map_or_else(|| "–".into(), |value| value.to_string()),
        grouped(run.evaluations),
        grouped(run.distinct_leaves()),
        grouped(run.visited_nodes() as u64),
        format!("{:.1} %", share * 100.0),
        grouped(run.shallow_cutoffs() as u64),
        grouped(run.deep_cutoffs() as u64),
        run.seconds.map_or_else(|| "–".into(), |seconds| duration(seconds.median)),
        run.memory.map_or_else(|| "–".into(), |memory| bytes(memory.heap)),
        run.memory.map_or_else(|| "–".into(), |memory| bytes(memory.stack)),
        run.outcome_in_words(tree),
    ]
}

/// The runs as a table for a terminal: numbers to the right, and below it whether all agree.
pub fn comparison(runs: &[Measured], tree: &Tree) -> String {
    let mut rows = vec![COLUMNS.map(String::from)];
    rows.extend(runs.iter().map(|run| cells(run, tree)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let is_text = |column: usize| column == 0 || column == COLUMNS.len() - 1;
    let mut text = String::new();
    for row in &rows {
        let line: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(column, cell)| {
                let width = widths[column];
                if is_text(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            })
            .collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text.push('\n');
    text.push_str(&agreement(runs).to_string());
    text.push('\n');
    text
}

/// A count with thousands separators.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time with the unit that suits it.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// An amount of memory with the unit that suits it.
pub fn bytes(count: u64) -> String {
    match count as f64 {
        bytes if bytes < 1e4 => format!("{} B", grouped(count)),
        bytes if bytes < 1e7 => format!("{:.1} kB", bytes / 1e3),
        bytes if bytes < 1e10 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.1} GB", bytes / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }
}

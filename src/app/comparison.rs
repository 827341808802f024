//! The runs side by side: rows, their order, whether they agree, and all of it as text.

use std::cmp::Ordering;

use super::numbers::{grouped, percent, seconds};
use super::runs::{Finished, Run, RunState};
use super::words;
use crate::search::Algorithm;
use crate::tree::{Tree, Value};

/// What the comparison says of one algorithm. Counts are missing until its run has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The value of the root; missing unless the run finished.
    pub value: Option<Value>,
    /// Calls of the static evaluation, so far.
    pub evaluations: Option<u64>,
    /// Leaves evaluated at least once.
    pub distinct_leaves: Option<u64>,
    /// Nodes entered.
    pub visited_nodes: Option<u64>,
    /// The distinct leaves' share of all leaves.
    pub share: Option<f64>,
    /// Cutoffs whose bound came from the parent.
    pub shallow_cutoffs: Option<u64>,
    /// Cutoffs whose bound came from further up.
    pub deep_cutoffs: Option<u64>,
    /// How long the search took.
    pub seconds: Option<f64>,
    /// How the run ended, in words.
    pub outcome: String,
}

impl Row {
    pub(super) fn new(tree: &Tree, run: &Run) -> Row {
        let outcome = words::outcome(tree, run);
        let row = Row::empty(run.algorithm, outcome);
        match &run.state {
            RunState::Running(job) => Row { evaluations: Some(job.progress().done()), ..row },
            RunState::Done(finished) => row.with(finished),
            RunState::Waiting | RunState::Failed(_) => row,
        }
    }

    /// A row of which only the outcome is known.
    pub fn empty(algorithm: Algorithm, outcome: String) -> Row {
        Row {
            algorithm,
            value: None,
            evaluations: None,
            distinct_leaves: None,
            visited_nodes: None,
            share: None,
            shallow_cutoffs: None,
            deep_cutoffs: None,
            seconds: None,
            outcome,
        }
    }

    fn with(self, finished: &Finished) -> Row {
        Row {
            value: finished.measured.outcome.value(),
            evaluations: Some(finished.measured.evaluations),
            distinct_leaves: Some(finished.distinct_leaves),
            visited_nodes: Some(finished.measured.record.visits().len() as u64),
            share: Some(finished.distinct_leaves as f64 / finished.leaves as f64),
            shallow_cutoffs: Some(finished.shallow_cutoffs as u64),
            deep_cutoffs: Some(finished.deep_cutoffs as u64),
            seconds: finished.measured.seconds.map(|seconds| seconds.median),
            ..self
        }
    }
}

/// A column of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The algorithm's name.
    Algorithm,
    /// The value of the root.
    Value,
    /// Calls of the static evaluation.
    Evaluations,
    /// Leaves evaluated at least once.
    DistinctLeaves,
    /// Nodes entered.
    VisitedNodes,
    /// The distinct leaves' share of all leaves.
    Share,
    /// Cutoffs whose bound came from the parent.
    ShallowCutoffs,
    /// Cutoffs whose bound came from further up.
    DeepCutoffs,
    /// How long the search took.
    Time,
    /// How the run ended.
    Outcome,
}

impl Column {
    /// All of them, from left to right.
    pub const ALL: [Column; 10] = [
        Column::Algorithm,
        Column::Value,
        Column::Evaluations,
        Column::DistinctLeaves,
        Column::VisitedNodes,
        Column::Share,
        Column::ShallowCutoffs,
        Column::DeepCutoffs,
        Column::Time,
        Column::Outcome,
    ];

    /// What stands at its head.
    pub fn title(self) -> &'static str {
        match self {
            Column::Algorithm => "Algorithm",
            Column::Value => "Value",
            Column::Evaluations => "Evaluations",
            Column::DistinctLeaves => "Distinct leaves",
            Column::VisitedNodes => "Visited nodes",
            Column::Share => "Share of leaves",
            Column::ShallowCutoffs => "Shallow cutoffs",
            Column::DeepCutoffs => "Deep cutoffs",
            Column::Time => "Time",
            Column::Outcome => "Outcome",
        }
    }

    /// What it means.
    pub fn explanation(self) -> &'static str {
        match self {
            Column::Algorithm => "The algorithm of the pane",
            Column::Value => "The value of the root",
            Column::Evaluations => "Calls of the static evaluation; repeated calls count again",
            Column::DistinctLeaves => "Leaves evaluated at least once",
            Column::VisitedNodes => "Nodes that the search entered",
            Column::Share => "Distinct leaves among all leaves of the tree, down to the depth limit",
            Column::ShallowCutoffs => "Nodes left before their last child by a bound of their parent",
            Column::DeepCutoffs => "Nodes left before their last child by a bound from further up",
            Column::Time => "Time of a second run that records nothing",
            Column::Outcome => "How the run ended",
        }
    }

    /// Whether it holds numbers, which stand at the right.
    pub fn is_numeric(self) -> bool {
        !matches!(self, Column::Algorithm | Column::Outcome)
    }

    /// The text of a row in this column.
    pub fn text(self, row: &Row) -> String {
        let number = |number: Option<u64>| number.map_or_else(|| "–".into(), grouped);
        match self {
            Column::Algorithm => row.algorithm.title().into(),
            Column::Value => row.value.map_or_else(|| "–".into(), |value| value.to_string()),
            Column::Evaluations => number(row.evaluations),
            Column::DistinctLeaves => number(row.distinct_leaves),
            Column::VisitedNodes => number(row.visited_nodes),
            Column::Share => row.share.map_or_else(|| "–".into(), percent),
            Column::ShallowCutoffs => number(row.shallow_cutoffs),
            Column::DeepCutoffs => number(row.deep_cutoffs),
            Column::Time => row.seconds.map_or_else(|| "–".into(), seconds),
            Column::Outcome => row.outcome.clone(),
        }
    }

    fn compare(self, a: &Row, b: &Row) -> Ordering {
        match self {
            Column::Algorithm => a.algorithm.title().cmp(b.algorithm.title()),
            Column::Value => a.value.cmp(&b.value),
            Column::Evaluations => a.evaluations.cmp(&b.evaluations),
            Column::DistinctLeaves => a.distinct_leaves.cmp(&b.distinct_leaves),
            Column::VisitedNodes => a.visited_nodes.cmp(&b.visited_nodes),
            Column::Share => by_number(a.share, b.share),
            Column::ShallowCutoffs => a.shallow_cutoffs.cmp(&b.shallow_cutoffs),
            Column::DeepCutoffs => a.deep_cutoffs.cmp(&b.deep_cutoffs),
            Column::Time => by_number(a.seconds, b.seconds),
            Column::Outcome => a.outcome.cmp(&b.outcome),
        }
    }
}

fn by_number(a: Option<f64>, b: Option<f64>) -> Ordering {
    a.unwrap_or(-1.0).total_cmp(&b.unwrap_or(-1.0))
}

/// By which column rows are sorted, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The column.
    pub column: Column,
    /// Whether the largest comes first.
    pub descending: bool,
}

impl Sort {
    /// The order after a click on a column's head: ascending, then descending, then as the panes were added.
    pub fn after_click(sort: Option<Sort>, column: Column) -> Option<Sort> {
        match sort {
            Some(sort) if sort.column == column && sort.descending => None,
            Some(sort) if sort.column == column => Some(Sort { descending: true, ..sort }),
            _ => Some(Sort { column, descending: false }),
        }
    }

    /// Sorts rows; equal ones keep their order.
    pub fn apply(self, rows: &mut [Row]) {
        rows.sort_by(|a, b| {
            let order = self.column.compare(a, b);
            if self.descending { order.reverse() } else { order }
        });
    }
}

/// Whether the algorithms came to the same value. Only finished runs count.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// No run has finished.
    Nothing,
    /// Every finished run has this value.
    Same(Value),
    /// Which algorithms say what, in the order in which the values came up.
    Different(Vec<(Value, Vec<Algorithm>)>),
}

impl Agreement {
    /// Compares the values of rows.
    pub fn of(rows: &[Row]) -> Agreement {
        let mut said: Vec<(Value, Vec<Algorithm>)> = Vec::new();
        for row in rows {
            let Some(value) = row.value else { continue };
            match said.iter_mut().find(|(other, _)| *other == value) {
                Some((_, algorithms)) => algorithms.push(row.algorithm),
                None => said.push((value, vec![row.algorithm])),
            }
        }
        match said.as_slice() {
            [] => Agreement::Nothing,
            [(value, _)] => Agreement::Same(*value),
            _ => Agreement::Different(said),
        }
    }
}

/// Whether at least two algorithms have finished.
pub(super) fn is_compared(rows: &[Row]) -> bool {
    rows.iter().filter(|row| row.value.is_some()).count() > 1
}

/// What there is to say of the rows' values, in a sentence or two.
pub fn statement(rows: &[Row]) -> String {
    let finished = rows.iter().filter(|row| row.value.is_some()).count();
    let open: Vec<String> = rows
        .iter()
        .filter(|row| row.value.is_none())
        .map(|row| format!("{} ({})", row.algorithm.title(), row.outcome))
        .collect();
    let said = match Agreement::of(rows) {
        Agreement::Nothing => "No value to compare yet.".to_owned(),
        Agreement::Same(value) if finished == 1 => format!("Value {value}, by one algorithm alone."),
        Agreement::Same(value) if open.is_empty() => format!("All algorithms agree: value {value}"),
        Agreement::Same(value) => format!("The {finished} finished algorithms agree: value {value}."),
        Agreement::Different(said) => {
            let sides: Vec<String> = said.iter().map(|(value, side)| who_says(*value, side)).collect();
            format!("The algorithms DISAGREE: {}.", sides.join("; "))
        }
    };
    if open.is_empty() { said } else { format!("{said} Not counted: {}.", open.join(", ")) }
}

fn who_says(value: Value, algorithms: &[Algorithm]) -> String {
    let names: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.title()).collect();
    format!("{} {} {value}", names.join(", "), if names.len() == 1 { "says" } else { "say" })
}

/// The rows as a table of plain text, columns aligned, under what there is to say of them.
pub fn as_text(rows: &[Row]) -> String {
    let cells = |row: &Row| Column::ALL.map(|column| column.text(row));
    let mut table = vec![Column::ALL.map(|column| column.title().to_owned())];
    table.extend(rows.iter().map(cells));
    let widths: Vec<usize> = (0..Column::ALL.len())
        .map(|place| table.iter().map(|line| line[place].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = statement(rows) + "\n\n";
    for line in &table {
        let padded: Vec<String> = (Column::ALL.iter().zip(line).zip(&widths))
            .map(
                |((column, cell), &width)| {
                    if column.is_numeric() { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                },
            )
            .collect();
        text.push_str(padded.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(algorithm: Algorithm, value: Option<i32>) -> Row {
        Row { value: value.map(Value::from), ..Row::empty(algorithm, "finished".into()) }
    }

    #[test]
    fn agreement_is_said_only_of_finished_runs() {
        let agreeing = [row(Algorithm::Minimax, Some(6)), row(Algorithm::AlphaBeta, Some(6))];
        assert_eq!(statement(&agreeing), "All algorithms agree: value 6");
        let mut partly = agreeing.to_vec();
        partly.push(Row::empty(Algorithm::SelectionJ, "budget reached after 9 evaluations".into()));
        assert_eq!(
            statement(&partly),
            "The 2 finished algorithms agree: value 6. Not counted: Selection J (budget reached after 9 evaluations)."
        );
    }

    #[test]
    fn disagreement_names_who_says_what() {
        let rows = [
            row(Algorithm::Minimax, Some(6)),
            row(Algorithm::AlphaBeta, Some(5)),
            row(Algorithm::SelectionGk, Some(6)),
        ];
        let said = "The algorithms DISAGREE: Minimax, Selection GK say 6; Alpha-beta says 5.";
        assert_eq!(statement(&rows), said);
    }

    #[test]
    fn a_header_sorts_up_then_down_then_not() {
        let mut sort = None;
        let mut seen = Vec::new();
        for _ in 0..3 {
            sort = Sort::after_click(sort, Column::Value);
            seen.push(sort.map(|sort| sort.descending));
        }
        assert_eq!(seen, [Some(false), Some(true), None]);
    }

    #[test]
    fn text_has_aligned_columns() {
        let text = as_text(&[row(Algorithm::Minimax, Some(6)), row(Algorithm::SelectionGkAlphaBeta, Some(-12))]);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        let ends: Vec<usize> = lines[1..].iter().map(|line| line.find(['6', '2']).unwrap()).collect();
        assert_eq!(ends[0], ends[1], "{text}");
    }
}

//! Runs of several algorithms side by side: what was measured of each as a table, and whether they agree.
//!
//! [`COLUMNS`] holds all that there is to know of the columns, so the window, its clipboard and the command show the
//! same ones, and a new one is an entry there.

use std::cmp::Ordering;
use std::fmt;

use super::{Measured, Summary};
use crate::search::Algorithm;
use crate::tree::{Tree, Value};
use crate::words::{self, MISSING};

/// What a table says in one place: what it is decides how it is written and sorted.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing, yet or at all.
    Missing,
    /// An algorithm, by its title; by its id in plain text.
    Algorithm(Algorithm),
    /// Words.
    Text(String),
    /// A value of the tree.
    Value(Value),
    /// How many.
    Count(u64),
    /// A part of a whole, from 0 to 1.
    Share(f64),
    /// A time.
    Seconds(f64),
    /// An amount of memory.
    Bytes(u64),
}

impl Cell {
    /// What `make` says of something that may be missing.
    pub fn of<T>(thing: Option<T>, make: impl FnOnce(T) -> Cell) -> Cell {
        thing.map_or(Cell::Missing, make)
    }

    fn compare(&self, other: &Cell) -> Ordering {
        match (self.number(), other.number()) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => self.to_string().cmp(&other.to_string()),
        }
    }

    fn number(&self) -> Option<f64> {
        match *self {
            Cell::Missing | Cell::Algorithm(_) | Cell::Text(_) => None,
            Cell::Value(value) => Some(value.get()),
            Cell::Count(number) | Cell::Bytes(number) => Some(number as f64),
            Cell::Share(number) | Cell::Seconds(number) => Some(number),
        }
    }

    fn plain(&self) -> String {
        if let Cell::Algorithm(algorithm) = self { algorithm.id().to_owned() } else { self.to_string() }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Missing => f.write_str(MISSING),
            Cell::Algorithm(algorithm) => f.write_str(algorithm.title()),
            Cell::Text(text) => f.write_str(text),
            Cell::Value(value) => f.write_str(&words::value(*value)),
            Cell::Count(number) => f.write_str(&words::grouped(*number)),
            Cell::Share(share) => f.write_str(&words::percent(*share)),
            Cell::Seconds(seconds) => f.write_str(&words::duration(*seconds)),
            Cell::Bytes(number) => f.write_str(&words::bytes(*number)),
        }
    }
}

/// A column of the comparison.
pub struct Column {
    /// What stands at its head.
    pub title: &'static str,
    /// What it means.
    pub explanation: &'static str,
    content: Content,
}

/// What a column says: words of every run, or a number of each that has ended.
enum Content {
    Words(fn(Algorithm, &str) -> Cell),
    Number(fn(&Summary) -> Cell),
}

impl Column {
    const fn words(title: &'static str, explanation: &'static str, cell: fn(Algorithm, &str) -> Cell) -> Column {
        Column { title, explanation, content: Content::Words(cell) }
    }

    const fn number(title: &'static str, explanation: &'static str, cell: fn(&Summary) -> Cell) -> Column {
        Column { title, explanation, content: Content::Number(cell) }
    }

    /// Whether it holds numbers, which stand at the right; words stand at the left.
    pub fn is_numeric(&self) -> bool {
        matches!(self.content, Content::Number(_))
    }
}

/// The columns from left to right.
pub static COLUMNS: &[Column] = &[
    Column::words("Algorithm", "The algorithm of the pane", |algorithm, _| Cell::Algorithm(algorithm)),
    Column::number("Value", "The value of the root", |run| Cell::of(run.outcome.value(), Cell::Value)),
    Column::number("Evaluations", "Calls of the static evaluation; repeated calls count again", |run| {
        Cell::Count(run.counts.evaluations)
    }),
    Column::number("Distinct leaves", "Leaves evaluated at least once", |run| Cell::Count(run.counts.distinct_leaves)),
    Column::number("Visited nodes", "Nodes that the search entered", |run| Cell::Count(run.counts.visited_nodes)),
    Column::number("Share of leaves", "Distinct leaves among all leaves of the tree, down to the depth limit", |run| {
        Cell::of(run.leaves, |leaves| Cell::Share(run.counts.distinct_leaves as f64 / leaves as f64))
    }),
    Column::number("Shallow cutoffs", "Nodes left before their last child by a bound of their parent", |run| {
        Cell::Count(run.counts.shallow_cutoffs)
    }),
    Column::number("Deep cutoffs", "Nodes left before their last child by a bound from further up", |run| {
        Cell::Count(run.counts.deep_cutoffs)
    }),
    Column::number("Time", "Median time of runs that record nothing", |run| {
        Cell::of(run.cost, |cost| Cell::Seconds(cost.seconds.median))
    }),
    Column::number("Peak heap", "The most memory on the heap, beside that of the tree", |run| {
        Cell::of(run.cost, |cost| Cell::Bytes(cost.memory.heap))
    }),
    Column::number("Peak stack", "The most memory on the call stack", |run| {
        Cell::of(run.cost, |cost| Cell::Bytes(cost.memory.stack))
    }),
    Column::words("Outcome", "How the run ended", |_, outcome| Cell::Text(outcome.to_owned())),
];

/// What the comparison says of one algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended or how far it is, in words.
    pub outcome: String,
    /// The value of the root; `None` unless the run finished.
    pub value: Option<Value>,
    /// A cell for each of [`COLUMNS`].
    pub cells: Vec<Cell>,
}

impl Row {
    /// The row of a run that has ended. Counts the run's cutoffs, so keep it.
    pub fn of(run: &Measured, tree: &Tree) -> Row {
        Row::of_summary(&run.summary(tree))
    }

    /// The row of a run that has ended, whatever it ran on.
    pub fn of_summary(run: &Summary) -> Row {
        Row::new(run.algorithm, run.outcome_in_words(), Some(run))
    }

    /// The row of a run that has not ended, or that came to nothing.
    pub fn without_result(algorithm: Algorithm, outcome: String) -> Row {
        Row::new(algorithm, outcome, None)
    }

    fn new(algorithm: Algorithm, outcome: String, run: Option<&Summary>) -> Row {
        let cell = |column: &Column| match column.content {
            Content::Words(cell) => cell(algorithm, &outcome),
            Content::Number(cell) => Cell::of(run, cell),
        };
        let cells = COLUMNS.iter().map(cell).collect();
        Row { algorithm, outcome, value: run.and_then(|run| run.outcome.value()), cells }
    }
}

/// By which of [`COLUMNS`] rows are sorted, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The column's place.
    pub column: usize,
    /// Whether the largest comes first.
    pub descending: bool,
}

impl Sort {
    /// The order after a click on a column's head: ascending, then descending, then none.
    pub fn after_click(sort: Option<Sort>, column: usize) -> Option<Sort> {
        match sort {
            Some(sort) if sort.column == column && sort.descending => None,
            Some(sort) if sort.column == column => Some(Sort { descending: true, ..sort }),
            _ => Some(Sort { column, descending: false }),
        }
    }

    /// Sorts rows; equal ones keep their order, and what is missing comes last either way.
    pub fn apply(self, rows: &mut [Row]) {
        rows.sort_by(|a, b| {
            let (a, b) = (&a.cells[self.column], &b.cells[self.column]);
            let order = a.compare(b);
            let order = if self.descending { order.reverse() } else { order };
            (*a == Cell::Missing).cmp(&(*b == Cell::Missing)).then(order)
        });
    }
}

/// Whether the algorithms came to the same value. Only finished runs count.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// No run has finished.
    Nothing,
    /// One run finished, and there is nothing to compare it with.
    Alone(Value),
    /// Every finished run, two at least, has this value.
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
            [(value, algorithms)] if algorithms.len() == 1 => Agreement::Alone(*value),
            [(value, _)] => Agreement::Same(*value),
            _ => Agreement::Different(said),
        }
    }
}

/// What there is to say of the rows' values, in a sentence or two.
pub fn statement(rows: &[Row]) -> String {
    let open: Vec<String> = rows
        .iter()
        .filter(|row| row.value.is_none())
        .map(|row| format!("{} ({})", row.algorithm.title(), row.outcome))
        .collect();
    let said = match Agreement::of(rows) {
        Agreement::Nothing => "No value to compare.".to_owned(),
        Agreement::Alone(value) => format!("Value {}, by one algorithm alone.", words::value(value)),
        Agreement::Same(value) if open.is_empty() => format!("All algorithms agree: value {}", words::value(value)),
        Agreement::Same(value) => {
            format!("The {} finished algorithms agree: value {}.", rows.len() - open.len(), words::value(value))
        }
        Agreement::Different(said) => {
            let sides: Vec<String> = said.iter().map(|(value, side)| who_says(*value, side)).collect();
            format!("The algorithms DISAGREE: {}.", sides.join("; "))
        }
    };
    if open.is_empty() { said } else { format!("{said} Not counted: {}.", open.join(", ")) }
}

fn who_says(value: Value, algorithms: &[Algorithm]) -> String {
    let names: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.title()).collect();
    let say = if names.len() == 1 { "says" } else { "say" };
    format!("{} {say} {}", names.join(", "), words::value(value))
}

/// The rows as plain text: a table with aligned columns, and below it what there is to say of them.
pub fn as_text(rows: &[Row]) -> String {
    let mut table: Vec<Vec<String>> = vec![COLUMNS.iter().map(|column| column.title.to_owned()).collect()];
    table.extend(rows.iter().map(|row| row.cells.iter().map(Cell::plain).collect()));
    let width = |place: usize| table.iter().map(|line| line[place].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let mut text = String::new();
    for line in &table {
        let padded: Vec<String> = (COLUMNS.iter().zip(line).zip(&widths))
            .map(
                |((column, cell), &width)| {
                    if column.is_numeric() { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                },
            )
            .collect();
        text.push_str(padded.join("  ").trim_end());
        text.push('\n');
    }
    format!("{text}\n{}\n", statement(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Settings, measure};
    use crate::progress::Progress;
    use crate::tree::file;

    fn row(algorithm: Algorithm, value: Option<i32>) -> Row {
        Row { value: value.map(Value::from), ..Row::without_result(algorithm, "finished".into()) }
    }

    fn measured(algorithms: &[Algorithm], budget: u64) -> Vec<Row> {
        let tree = file::parse(None, &b"((3 12 8) (2 4 6) (14 5 2))"[..], &Progress::new()).unwrap();
        let settings = Settings { budget: Some(budget), ..Settings::default() };
        let row = |&algorithm| Row::of(&measure(algorithm, &tree, settings, &Progress::new()), &tree);
        algorithms.iter().map(row).collect()
    }

    #[test]
    fn agreement_is_said_only_of_finished_runs() {
        let agreeing = [row(Algorithm::Minimax, Some(6)), row(Algorithm::AlphaBeta, Some(6))];
        assert_eq!(statement(&agreeing), "All algorithms agree: value 6");
        let mut partly = agreeing.to_vec();
        partly.push(Row::without_result(Algorithm::SelectionJ, "budget reached after 9 evaluations".into()));
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
            sort = Sort::after_click(sort, 1);
            seen.push(sort.map(|sort| sort.descending));
        }
        assert_eq!(seen, [Some(false), Some(true), None]);
    }

    #[test]
    fn every_column_sorts_its_rows_either_way_with_the_missing_last() {
        let mut rows = measured(&[Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::SelectionJ], 1000);
        rows.insert(0, Row::without_result(Algorithm::LatticePruning, "waiting".into()));
        for column in 0..COLUMNS.len() {
            for descending in [false, true] {
                Sort { column, descending }.apply(&mut rows);
                let cells: Vec<&Cell> = rows.iter().map(|row| &row.cells[column]).collect();
                let known = cells.iter().take_while(|&&cell| *cell != Cell::Missing).count();
                assert!(cells[known..].iter().all(|&cell| *cell == Cell::Missing), "{cells:?}");
                assert!(known >= 3);
                let wrong = if descending { Ordering::Less } else { Ordering::Greater };
                assert!(cells[..known].windows(2).all(|pair| pair[0].compare(pair[1]) != wrong), "{cells:?}");
            }
        }
    }

    #[test]
    fn a_budget_that_is_reached_leaves_no_value_and_is_told() {
        let rows = measured(&[Algorithm::Minimax], 4);
        assert_eq!(rows[0].value, None);
        assert_eq!(rows[0].outcome, "budget reached after 4 evaluations");
    }

    #[test]
    fn text_has_aligned_columns() {
        let text = as_text(&measured(&[Algorithm::Minimax, Algorithm::SelectionGkAlphaBeta], 1000));
        let lines: Vec<&str> = text.lines().take(3).collect();
        let end = lines[0].find("Evaluations").unwrap() + "Evaluations".len();
        assert_eq!([&lines[1][end - 2..end], &lines[2][end - 2..end]], [" 9", " 7"], "{text}");
        assert!(text.ends_with("\n\nAll algorithms agree: value 3\n"), "{text}");
    }
}

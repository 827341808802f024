//! Runs of several algorithms side by side: what was measured of each as a table.
//!
//! [`COLUMNS`] holds all that there is to know of the columns, so the window, its clipboard and the command show the
//! same ones, and a new one is an entry there.

use std::cmp::Ordering;
use std::fmt;

use super::agreement::{Claim, statement};
use super::{Measured, Summary};
use crate::format::{self, MISSING};
use crate::search::{Algorithm, Laziness};
use crate::tree::Tree;

/// What a table says in one place: what it is decides how it is written and sorted.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing, yet or at all.
    Missing,
    /// An algorithm, by its title; by its id in plain text.
    Algorithm(Algorithm),
    /// Words.
    Text(String),
    /// What a run says of the tree's value.
    Claim(Claim),
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
            Cell::Claim(claim) => Some(claim.bound().get()),
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
            Cell::Algorithm(algorithm) => f.write_str(&algorithm.title()),
            Cell::Text(text) => f.write_str(text),
            Cell::Claim(claim) => claim.fmt(f),
            Cell::Count(number) => f.write_str(&format::grouped(*number)),
            Cell::Share(share) => f.write_str(&format::percent(*share)),
            Cell::Seconds(seconds) => f.write_str(&format::duration(*seconds)),
            Cell::Bytes(number) => f.write_str(&format::bytes(*number)),
        }
    }
}

/// A column of the comparison.
pub struct Column {
    /// What stands at its head.
    pub title: &'static str,
    /// What it means.
    pub explanation: &'static str,
    /// Whether it is shown where nobody chose: the others say something of few algorithms only.
    pub is_usual: bool,
    content: Content,
}

/// What a column says: words of every run, a number of each that has ended, what such a run took beside evaluations, or what it
/// took for being lazy.
enum Content {
    Words(fn(Algorithm, &str) -> Cell),
    Number(fn(&Summary) -> Cell),
    Cost(fn(&Summary) -> Cell),
    Laziness(fn(&Laziness) -> u64),
}

impl Column {
    const fn words(title: &'static str, explanation: &'static str, cell: fn(Algorithm, &str) -> Cell) -> Column {
        Column { title, explanation, is_usual: true, content: Content::Words(cell) }
    }

    const fn number(title: &'static str, explanation: &'static str, cell: fn(&Summary) -> Cell) -> Column {
        Column { title, explanation, is_usual: true, content: Content::Number(cell) }
    }

    const fn cost(title: &'static str, explanation: &'static str, cell: fn(&Summary) -> Cell) -> Column {
        Column { title, explanation, is_usual: true, content: Content::Cost(cell) }
    }

    /// A number of the lazy searches.
    const fn of_laziness(title: &'static str, explanation: &'static str, cell: fn(&Laziness) -> u64) -> Column {
        Column { title, explanation, is_usual: false, content: Content::Laziness(cell) }
    }

    const fn unusual(self) -> Column {
        Column { is_usual: false, ..self }
    }

    /// Whether it says what a run takes beside evaluations.
    pub fn is_cost(&self) -> bool {
        matches!(self.content, Content::Cost(_) | Content::Laziness(_))
    }

    /// Whether it holds numbers, which stand at the right; words stand at the left.
    pub fn is_numeric(&self) -> bool {
        !matches!(self.content, Content::Words(_))
    }
}

/// The columns from left to right.
pub static COLUMNS: &[Column] = &[
    Column::words("Algorithm", "The algorithm of the pane", |algorithm, _| Cell::Algorithm(algorithm)),
    Column::number("Value", "The value of the root, or what a threshold test says of it", |run| {
        Cell::of(Claim::of(run), Cell::Claim)
    }),
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
    Column::cost("Time", "Median time of runs that record nothing", |run| {
        Cell::of(run.cost, |cost| Cell::Seconds(cost.seconds.median))
    }),
    Column::cost("Peak heap", "The most memory on the heap, beside that of the tree", |run| {
        Cell::of(run.cost, |cost| Cell::Bytes(cost.memory.heap))
    }),
    Column::cost("Peak stack", "The most memory on the call stack", |run| {
        Cell::of(run.cost, |cost| Cell::Bytes(cost.memory.stack))
    }),
    Column::of_laziness("Nodes built", "Nodes whose constructor a lazy search forced, each once", |lazy| {
        lazy.nodes_built
    }),
    Column::of_laziness("Peak nodes alive", "The most nodes that were built and not yet freed, at any time", |lazy| {
        lazy.peak_nodes_alive
    }),
    Column::of_laziness("Thunks forced", "Numbers of the lists of maximise' that were computed, each once", |lazy| {
        lazy.thunks_forced
    }),
    Column::of_laziness("Thunks reused", "How often such a number was asked for again and taken from memory", |lazy| {
        lazy.thunks_reused
    }),
    Column::cost("Table hits", "How often the table of solved positions spared the search a subtree", |run| {
        Cell::of(run.table_hits, Cell::Count)
    })
    .unusual(),
    Column::number("For ordering", "Static values that Hughes' highfirst asked for, to sort by", |run| {
        Cell::of(run.evaluated, |evaluated| Cell::Count(evaluated.ordering))
    })
    .unusual(),
    Column::words("Outcome", "How the run ended", |_, outcome| Cell::Text(outcome.to_owned())),
];

/// What the comparison says of one algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended or how far it is, in words.
    pub outcome: String,
    /// What it says of the root's value; `None` unless the run finished and [looked at all of the tree](Algorithm::leaves_out).
    pub claim: Option<Claim>,
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
            Content::Number(cell) | Content::Cost(cell) => Cell::of(run, cell),
            Content::Laziness(number) => Cell::of(run.and_then(|run| run.laziness), |lazy| Cell::Count(number(&lazy))),
        };
        let cells = COLUMNS.iter().map(cell).collect();
        // A value of a part of the tree need not be that of the others.
        let claim = run.filter(|_| !algorithm.leaves_out()).and_then(Claim::of);
        Row { algorithm, outcome, claim, cells }
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

/// The columns that are usual, and those of the others in which every row says something.
pub fn columns_for(rows: &[Row]) -> Vec<usize> {
    let says = |place: usize| rows.iter().all(|row| row.cells[place] != Cell::Missing);
    (0..COLUMNS.len()).filter(|&place| COLUMNS[place].is_usual || says(place)).collect()
}

/// The rows as plain text: a table with aligned columns, those at the places `shown`, and below it what there is to say of them.
pub fn as_text(rows: &[Row], shown: &[usize]) -> String {
    let column = |place: usize| -> Vec<String> {
        let head = COLUMNS[place].title.to_owned();
        let lines: Vec<String> = [head].into_iter().chain(rows.iter().map(|row| row.cells[place].plain())).collect();
        let width = lines.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
        let pad =
            |cell| if COLUMNS[place].is_numeric() { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
        lines.into_iter().map(pad).collect()
    };
    let columns: Vec<Vec<String>> = shown.iter().map(|&place| column(place)).collect();
    let mut text = String::new();
    for line in 0..=rows.len() {
        let cells: Vec<&str> = columns.iter().map(|column| column[line].as_str()).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    format!("{text}\n{}\n", statement(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Settings, measure};
    use crate::progress::Progress;
    use crate::search::hughes::Pipeline;
    use crate::tree::file;

    fn measured(algorithms: &[Algorithm], budget: u64) -> Vec<Row> {
        let tree = file::parse(None, &b"((3 12 8) (2 4 6) (14 5 2))"[..], &Progress::new()).unwrap();
        let settings = Settings { budget: Some(budget), ..Settings::default() };
        let row = |&algorithm| Row::of(&measure(algorithm, &tree, settings, &Progress::new()), &tree);
        algorithms.iter().map(row).collect()
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
        let mut rows = measured(&Algorithm::ALL, 1000);
        rows.extend(measured(&[Algorithm::Pipeline(Pipeline::default())], 1000));
        rows.insert(0, Row::without_result(Algorithm::LatticePruning, "waiting".into()));
        for (column, Column { title, is_usual, .. }) in COLUMNS.iter().enumerate() {
            for descending in [false, true] {
                Sort { column, descending }.apply(&mut rows);
                let cells: Vec<&Cell> = rows.iter().map(|row| &row.cells[column]).collect();
                let known = cells.iter().take_while(|&&cell| *cell != Cell::Missing).count();
                assert!(cells[known..].iter().all(|&cell| *cell == Cell::Missing), "{cells:?}");
                assert_eq!(2 * known > rows.len(), *is_usual, "{title}");
                assert!(known >= 1);
                let wrong = if descending { Ordering::Less } else { Ordering::Greater };
                assert!(cells[..known].windows(2).all(|pair| pair[0].compare(pair[1]) != wrong), "{cells:?}");
            }
        }
    }

    #[test]
    fn a_budget_that_is_reached_leaves_no_value_and_is_told() {
        let rows = measured(&[Algorithm::Minimax], 4);
        assert_eq!(rows[0].claim, None);
        assert_eq!(rows[0].outcome, "budget reached after 4 evaluations");
    }

    #[test]
    fn text_has_aligned_columns() {
        let rows = measured(&[Algorithm::Minimax, Algorithm::SelectionGkAlphaBeta], 1000);
        let text = as_text(&rows, &columns_for(&rows));
        assert!(!text.contains("Thunks"), "no row is lazy: {text}");
        let lines: Vec<&str> = text.lines().take(3).collect();
        let end = lines[0].find("Evaluations").unwrap() + "Evaluations".len();
        assert_eq!([&lines[1][end - 2..end], &lines[2][end - 2..end]], [" 9", " 7"], "{text}");
        assert!(text.ends_with("\n\nAll algorithms agree: value 3\n"), "{text}");
    }
}

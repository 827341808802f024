//! The comparison of several runs, as a table.
//!
//! [`COLUMNS`] describes the columns, so the window, its clipboard and the commands show the
//! same ones, and adding one means adding an entry there.

use std::cmp::Ordering;
use std::fmt;
use std::sync::LazyLock;

use super::{Claim, Measure, Measured, Owners, Resources, Summary, Unit};
use crate::format::{self, MISSING};
use crate::search::{Algorithm, Outcome};
use crate::sorting;
use crate::table;
use crate::tree::Tree;

/// A cell of the table; its type decides how it is written and sorted.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No value, or none yet.
    Missing,
    /// An algorithm, by its title; by its id in plain text.
    Algorithm(Algorithm),
    /// Words.
    Text(String),
    /// What a run says about the tree's value.
    Claim(Claim),
    /// A number, such as a count.
    Number(f64),
    /// A fraction from 0 to 1.
    Share(f64),
    /// A time.
    Seconds(f64),
    /// An amount of memory.
    Bytes(u64),
}

impl Cell {
    /// The cell made of a value that may be missing.
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
            Cell::Bytes(number) => Some(number as f64),
            Cell::Number(number) | Cell::Share(number) | Cell::Seconds(number) => Some(number),
        }
    }

    /// The cell as text for people and for programs.
    pub(super) fn described(&self) -> table::Cell {
        let text = self.to_string();
        match self {
            Cell::Missing => table::Cell::missing(),
            Cell::Algorithm(algorithm) => {
                let bare = if algorithm.is_traced() { text.clone() } else { algorithm.to_string() };
                table::Cell { text, bare }
            }
            Cell::Text(_) => table::Cell::words(text),
            // A bound is written with its sign.
            Cell::Claim(claim) if claim.value().is_none() => table::Cell { bare: text.replace('−', "-"), text },
            Cell::Claim(_) | Cell::Number(_) | Cell::Share(_) | Cell::Seconds(_) | Cell::Bytes(_) => {
                table::Cell { bare: self.number().map_or_else(String::new, table::bare), text }
            }
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Missing => f.write_str(MISSING),
            Cell::Algorithm(algorithm) => f.write_str(&algorithm.title()),
            Cell::Text(text) => f.write_str(text),
            Cell::Claim(claim) => claim.fmt(f),
            Cell::Number(number) if number.fract() != 0.0 => f.write_str(&format::four_digits(*number)),
            Cell::Number(number) => f.write_str(&format::grouped(*number as u64)),
            Cell::Share(share) => f.write_str(&format::percent(*share)),
            Cell::Seconds(seconds) => f.write_str(&format::duration(*seconds)),
            Cell::Bytes(number) => f.write_str(&format::bytes(*number)),
        }
    }
}

/// A column of the comparison.
pub struct Column {
    /// The identifier in files; the one of the measure, if it shows one.
    pub id: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What it means.
    pub explanation: &'static str,
    /// When it is shown by default.
    pub shown: Shown,
    content: Content,
}

/// When a column is shown by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Always.
    Always,
    /// If every row has a value.
    WhereAllHave,
    /// If some row has more than 0.
    WhereSomeCount,
}

/// Where a column takes its cells from.
enum Content {
    /// The algorithm and its outcome or progress.
    Words(fn(Algorithm, &str) -> Cell),
    /// A finished run.
    Result(fn(&Summary) -> Cell),
    /// A measure of a finished run.
    Measure(Measure),
}

impl Column {
    fn words([id, title, explanation]: [&'static str; 3], cell: fn(Algorithm, &str) -> Cell) -> Column {
        Column { id, title, explanation, shown: Shown::Always, content: Content::Words(cell) }
    }

    fn result([id, title, explanation]: [&'static str; 3], cell: fn(&Summary) -> Cell) -> Column {
        Column { id, title, explanation, shown: Shown::Always, content: Content::Result(cell) }
    }

    fn measure(measure: Measure) -> Column {
        let shown = match measure.owners() {
            Owners::Lazy | Owners::WithTable | Owners::WithMemory => Shown::WhereAllHave,
            Owners::All if measure.id() == "other_cutoffs" => Shown::WhereSomeCount,
            Owners::All | Owners::Timed | Owners::MemoryMeasured => Shown::Always,
        };
        let (id, title, explanation) = (measure.id(), measure.title(), measure.explanation());
        Column { id, title, explanation, shown, content: Content::Measure(measure) }
    }

    /// Whether it shows what not every run has: time, memory, or counts of lazy searches and of tables.
    pub fn is_cost(&self) -> bool {
        matches!(&self.content, Content::Measure(measure) if measure.owners() != Owners::All)
    }

    /// Whether it holds numbers, which are right-aligned; text is left-aligned.
    pub fn is_numeric(&self) -> bool {
        !matches!(self.content, Content::Words(_))
    }

    pub(super) fn described(&self) -> table::Column {
        table::Column {
            title: self.title.into(),
            id: self.id.into(),
            is_numeric: self.is_numeric(),
            is_for_programs: false,
        }
    }

    fn cell(&self, algorithm: Algorithm, outcome: &str, run: Option<&Summary>) -> Cell {
        match self.content {
            Content::Words(cell) => cell(algorithm, outcome),
            Content::Result(cell) => Cell::of(run, cell),
            Content::Measure(measure) => Cell::of(run, |run| {
                Cell::of(measure.of(&run.effort, &Resources::from(run.cost)), |number| match measure.unit() {
                    Unit::Number => Cell::Number(number),
                    Unit::Seconds => Cell::Seconds(number),
                    Unit::Bytes => Cell::Bytes(number as u64),
                })
            }),
        }
    }
}

/// The columns from left to right.
pub static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let mut columns = vec![
        Column::words(["algorithm", "Algorithm", "The algorithm of the pane"], |algorithm, _| {
            Cell::Algorithm(algorithm)
        }),
        Column::result(["value", "Value", "The value of the root, or the answer of a threshold test"], |run| {
            Cell::of(Claim::of(run), Cell::Claim)
        }),
    ];
    for measure in Measure::all() {
        columns.push(Column::measure(measure));
        if measure.id() == "visited_nodes" {
            columns.push(Column::result(
                [
                    "share_of_leaves",
                    "Share of leaves",
                    "Distinct leaves as a share of all leaves of the tree, down to the depth limit",
                ],
                |run| {
                    let distinct = run.effort.counts.distinct_leaves as f64;
                    Cell::of(run.leaves, |leaves| Cell::Share(distinct / leaves as f64))
                },
            ));
        }
    }
    columns.push(Column {
        shown: Shown::WhereAllHave,
        ..Column::result(
            ["ordering_evaluations", "For ordering", "Static values computed by Hughes' highfirst to sort children"],
            |run| Cell::of(run.effort.extras.static_values, |values| Cell::Number(values.ordering as f64)),
        )
    });
    columns
        .push(Column::words(["outcome", "Outcome", "How the run ended"], |_, outcome| Cell::Text(outcome.to_owned())));
    columns
});

/// The row of one algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended, or its progress, as text.
    pub outcome: String,
    /// Its claim about the root's value; `None` unless the run finished and [searched the whole tree](Algorithm::is_selective).
    pub claim: Option<Claim>,
    /// What to do so that the run finds a value, if that is known.
    pub remedy: Option<&'static str>,
    /// One cell for each of [`COLUMNS`].
    pub cells: Vec<Cell>,
}

impl Row {
    /// The row of a finished run on a tree.
    pub fn of(run: &Measured, tree: &Tree) -> Row {
        Row::of_summary(&run.summary(tree))
    }

    /// The row of a finished run.
    pub fn of_summary(run: &Summary) -> Row {
        let is_applicable = run.outcome != Outcome::NotApplicable;
        let applicable = Some(run).filter(|_| is_applicable);
        Row { remedy: run.remedy(), ..Row::new(run.algorithm, run.outcome_in_words(), applicable) }
    }

    /// The row of a run without a result.
    pub fn without_result(algorithm: Algorithm, outcome: String) -> Row {
        Row::new(algorithm, outcome, None)
    }

    fn new(algorithm: Algorithm, outcome: String, run: Option<&Summary>) -> Row {
        let cells = COLUMNS.iter().map(|column| column.cell(algorithm, &outcome, run)).collect();
        // The value of a part of the tree may differ from that of the tree.
        let claim = run.filter(|_| !algorithm.is_selective()).and_then(Claim::of);
        Row { algorithm, outcome, claim, remedy: None, cells }
    }
}

/// Sort column and direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The index of the column.
    pub column: usize,
    /// Whether the largest comes first.
    pub descending: bool,
}

impl Sort {
    /// The order after a click on a heading: ascending, then descending, then none.
    pub fn after_click(sort: Option<Sort>, column: usize) -> Option<Sort> {
        match sort {
            Some(sort) if sort.column == column && sort.descending => None,
            Some(sort) if sort.column == column => Some(Sort { descending: true, ..sort }),
            _ => Some(Sort { column, descending: false }),
        }
    }

    /// Sorts rows. Equal rows keep their order, and missing values come last in both directions.
    pub fn apply(self, rows: &mut [Row]) {
        sorting::sort_by(rows, |a, b| {
            let (a, b) = (&a.cells[self.column], &b.cells[self.column]);
            let order = a.compare(b);
            let order = if self.descending { order.reverse() } else { order };
            (*a == Cell::Missing).cmp(&(*b == Cell::Missing)).then(order)
        });
    }
}

/// The columns that are shown by default.
pub fn columns_for(rows: &[Row]) -> Vec<usize> {
    let is_shown = |&index: &usize| match COLUMNS[index].shown {
        Shown::Always => true,
        Shown::WhereAllHave => rows.iter().all(|row| row.cells[index] != Cell::Missing),
        Shown::WhereSomeCount => rows.iter().any(|row| row.cells[index].number().is_some_and(|number| number > 0.0)),
    };
    (0..COLUMNS.len()).filter(is_shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::cost::{HeapMeter, count_heap_with};
    use crate::experiment::{Settings, measure};
    use crate::progress::Progress;
    use crate::search::Budget;
    use crate::search::hughes::Pipeline;
    use crate::tree::file;

    fn measured(algorithms: &[Algorithm], budget: u64) -> Vec<Row> {
        let tree = file::parse(None, &b"((3 12 8) (2 4 6) (14 5 2))"[..], &Progress::new()).unwrap();
        let settings = Settings { budget: Budget::Evaluations(budget), ..Settings::default() };
        let row = |&algorithm| Row::of(&measure(algorithm, &tree, settings, &Progress::new()), &tree);
        algorithms.iter().map(row).collect()
    }

    #[test]
    fn clicks_on_a_heading_sort_ascending_then_descending_then_not() {
        let ascending = Some(Sort { column: 1, descending: false });
        let descending = Some(Sort { column: 1, descending: true });
        for (before, after) in [(None, ascending), (ascending, descending), (descending, None)] {
            assert_eq!(Sort::after_click(before, 1), after);
        }
    }

    #[test]
    fn every_column_sorts_its_rows_either_way_with_the_missing_last() {
        let peak = |work: &mut dyn FnMut()| {
            work();
            7
        };
        count_heap_with(HeapMeter { peak, uncounted: |work| work() });
        let mut rows = measured(&Algorithm::ALL, 1000);
        rows.extend(measured(&[Algorithm::of_pipeline(Pipeline::default())], 1000));
        rows.insert(0, Row::without_result(Algorithm::LATTICE_PRUNING, "waiting".into()));
        for (column, Column { title, shown, .. }) in COLUMNS.iter().enumerate() {
            for descending in [false, true] {
                Sort { column, descending }.apply(&mut rows);
                let cells: Vec<&Cell> = rows.iter().map(|row| &row.cells[column]).collect();
                let known = cells.iter().take_while(|&&cell| *cell != Cell::Missing).count();
                assert!(cells[known..].iter().all(|&cell| *cell == Cell::Missing), "{cells:?}");
                assert_eq!(2 * known > rows.len(), *shown != Shown::WhereAllHave, "{title}");
                assert!(known >= 1);
                let wrong = if descending { Ordering::Less } else { Ordering::Greater };
                assert!(cells[..known].windows(2).all(|pair| pair[0].compare(pair[1]) != wrong), "{cells:?}");
            }
        }
    }

    #[test]
    fn a_reached_budget_leaves_no_value_and_is_reported() {
        let rows = measured(&[Algorithm::MINIMAX], 4);
        assert_eq!(rows[0].claim, None);
        assert_eq!(rows[0].outcome, "budget reached after 4 evaluations");
    }
}

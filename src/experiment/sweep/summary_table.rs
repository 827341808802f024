//! The summary of a sweep as a table for people: the measures of each cell, beside the expectations of the theory.
//!
//! [`SUMMARY_COLUMNS`] describes the columns, so the window, its clipboard and the commands show the same ones.

use super::{Measure, Start, SummaryRow};
use crate::experiment::Unit;
use crate::format::{self, MISSING, grouped};
use crate::table::{self, Cell, Table};

/// A column of the summary.
pub struct SummaryColumn {
    /// The identifier in files, as in the table of all measures.
    pub id: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What it means.
    pub explanation: &'static str,
    content: Content,
    is_for_programs: bool,
}

/// A text for people and its form in files; `None` if there is none.
type Words = Option<(String, String)>;

#[derive(Clone, Copy)]
enum Content {
    Words(fn(&SummaryRow) -> Words),
    /// A text that is omitted if it is the same in all rows.
    Trait(fn(&SummaryRow) -> Words),
    Whole(fn(&SummaryRow) -> Option<f64>),
    /// In the unit of the measure.
    Measured(fn(&SummaryRow) -> Option<f64>),
    /// With four decimals.
    Ratio(fn(&SummaryRow) -> Option<f64>),
    /// With two decimals and a sign.
    Deviation(fn(&SummaryRow) -> Option<f64>),
}

const fn column(id: &'static str, title: &'static str, explanation: &'static str, content: Content) -> SummaryColumn {
    SummaryColumn { id, title, explanation, content, is_for_programs: false }
}

/// A column that only the formats for programs have.
const fn for_programs(column: SummaryColumn) -> SummaryColumn {
    SummaryColumn { is_for_programs: true, ..column }
}

/// The columns from left to right.
pub static SUMMARY_COLUMNS: [SummaryColumn; 22] = [
    column(
        "game",
        "Game",
        "The game and its initial position",
        Content::Trait(|row| row.game.as_ref().map(|game| (Start::title(game), game.to_string()))),
    ),
    column("leaves", "Leaves", "Distribution of the leaf values", Content::Trait(|row| same(row.leaves))),
    column("ordering", "Ordering", "Order of the children", Content::Trait(|row| same(row.ordering))),
    column(
        "branching",
        "b",
        "Number of children of an inner node",
        Content::Whole(|row| row.branching.map(Into::into)),
    ),
    column(
        "min_branching",
        "Fewest children",
        "The smallest number of children of an inner node, if it varies",
        Content::Trait(|row| same(row.min_branching)),
    ),
    column(
        "leaf_probability",
        "Leaf probability",
        "Probability that a node above the last level is a leaf",
        // People are told only if it is not 0.
        Content::Trait(|row| {
            row.leaf_probability.map(|p| (if p.is_zero() { String::new() } else { p.to_string() }, p.to_string()))
        }),
    ),
    column("depth", "d", "Depth of the trees", Content::Whole(|row| Some(row.depth.into()))),
    column(
        "algorithm",
        "Algorithm",
        "The algorithm",
        Content::Words(|row| Some((row.algorithm.title().into(), row.algorithm.to_string()))),
    ),
    column("cutoff", "Cutoff", "The cutoff rule", Content::Trait(|row| same(Some(row.cutoff.id())))),
    column(
        "measure",
        "Measure",
        "The measure",
        Content::Trait(|row| Some((row.measure.title().into(), row.measure.id().into()))),
    ),
    column("trees", "Trees", "Number of trees searched", Content::Whole(|row| Some(row.trees as f64))),
    column("mean", "Mean", "Mean of the measure", Content::Measured(|row| Some(row.mean))),
    column(
        "standard_error",
        "Standard error",
        "Standard error of the mean",
        Content::Measured(|row| row.standard_error),
    ),
    for_programs(column("min", "Smallest", "Smallest value of the measure", Content::Measured(|row| Some(row.min)))),
    for_programs(column("max", "Largest", "Largest value of the measure", Content::Measured(|row| Some(row.max)))),
    column("expected", "Expected", "Expected value, if the theory provides it", Content::Measured(|row| row.expected)),
    column(
        "measured_to_expected",
        "Measured / expected",
        "Mean divided by the expected value",
        Content::Ratio(|row| row.measured_to_expected),
    ),
    column(
        "deviation",
        "Deviation in std. errors",
        "Mean minus the expected value, in standard errors",
        Content::Deviation(|row| row.deviation),
    ),
    column(
        "minimal",
        "Minimal",
        "Smallest value on any tree of this size, if it is known",
        Content::Measured(|row| row.minimal),
    ),
    column(
        "stopped",
        "At budget",
        "Number of runs that reached their budget",
        Content::Whole(|row| Some(row.stopped as f64)),
    ),
    column("chance", "Chance", "Which inner nodes are chance nodes", Content::Trait(|row| same(row.chance))),
    column(
        "probabilities",
        "Probabilities",
        "Probabilities of the children of chance nodes",
        Content::Trait(|row| same(row.probabilities)),
    ),
];

fn same(what: Option<impl ToString>) -> Words {
    what.map(|what| (what.to_string(), what.to_string()))
}

impl SummaryColumn {
    /// Whether it holds numbers.
    pub fn is_numeric(&self) -> bool {
        !matches!(self.content, Content::Words(_) | Content::Trait(_))
    }

    /// Whether it tells people anything in these rows.
    fn is_telling(&self, rows: &[SummaryRow]) -> bool {
        match self.content {
            _ if self.is_for_programs => false,
            Content::Words(_) => true,
            Content::Trait(of) => {
                // Rows without it do not differ from those with nothing to tell.
                let text = |row| of(row).map_or_else(String::new, |(text, _)| text);
                rows.windows(2).any(|pair| text(&pair[0]) != text(&pair[1]))
            }
            Content::Whole(_) | Content::Measured(_) | Content::Ratio(_) | Content::Deviation(_) => {
                rows.iter().any(|row| self.number(row).is_some())
            }
        }
    }

    /// The number in a row.
    pub fn number(&self, row: &SummaryRow) -> Option<f64> {
        match self.content {
            Content::Words(_) | Content::Trait(_) => None,
            Content::Whole(of) | Content::Measured(of) | Content::Ratio(of) | Content::Deviation(of) => of(row),
        }
    }

    /// The text in a row.
    pub fn text(&self, row: &SummaryRow) -> String {
        let number = |number: f64| match self.content {
            Content::Measured(_) => in_unit(number, row.measure),
            Content::Ratio(_) => format!("{number:.4}"),
            Content::Deviation(_) => format::with_minus(&format!("{number:+.2}")),
            Content::Whole(_) | Content::Words(_) | Content::Trait(_) => grouped(number as u64),
        };
        let text = match self.content {
            Content::Words(words) | Content::Trait(words) => words(row).map(|(text, _)| text),
            _ => self.number(row).map(number),
        };
        text.unwrap_or_else(|| MISSING.to_owned())
    }

    fn cell(&self, row: &SummaryRow) -> Cell {
        let cell = match self.content {
            Content::Words(words) | Content::Trait(words) => words(row).map(|(text, bare)| Cell { text, bare }),
            _ => self.number(row).map(|number| Cell::number(number, self.text(row))),
        };
        cell.unwrap_or_else(Cell::missing)
    }

    /// The text that all rows have in common, if it need not be repeated in each.
    fn in_common(&self, rows: &[SummaryRow]) -> Option<String> {
        let Content::Trait(of) = self.content else { return None };
        let (text, _) = of(rows.first()?).filter(|(text, _)| !text.is_empty() && !self.is_telling(rows))?;
        Some(format!("{}: {text}", self.title.to_lowercase()))
    }
}

fn in_unit(number: f64, measure: Measure) -> String {
    if measure.unit() == Unit::Number { format::four_digits(number) } else { measure.format(number) }
}

/// The indices of the columns that tell people anything in these rows.
pub fn summary_columns(rows: &[SummaryRow]) -> Vec<usize> {
    (0..SUMMARY_COLUMNS.len()).filter(|&index| SUMMARY_COLUMNS[index].is_telling(rows)).collect()
}

/// The summary as a table of the rows with these indices, in this order, and a note with what they have in common. The formats for
/// programs have every column.
pub fn summary_table(rows: &[SummaryRow], order: impl Iterator<Item = usize>) -> Table {
    let described = |column: &SummaryColumn| table::Column {
        title: column.title.into(),
        id: column.id.into(),
        is_numeric: column.is_numeric(),
        is_for_programs: !column.is_telling(rows),
    };
    let cells = |index: usize| SUMMARY_COLUMNS.iter().map(|column| column.cell(&rows[index])).collect();
    let in_common: Vec<String> = SUMMARY_COLUMNS.iter().filter_map(|column| column.in_common(rows)).collect();
    let note = (!in_common.is_empty()).then(|| format!("In all rows {}.", in_common.join("; ")));
    Table {
        columns: SUMMARY_COLUMNS.iter().map(described).collect(),
        rows: order.map(cells).collect(),
        notes: note.into_iter().collect(),
    }
}

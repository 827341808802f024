//! The summary of a sweep as a table for people: what was measured of each cell, and what the theory expects.
//!
//! [`SUMMARY_COLUMNS`] holds all that there is to know of the columns, so the window, its clipboard and the command show the same ones.

use super::{Measure, Start, SummaryRow};
use crate::experiment::Unit;
use crate::format::{self, MISSING, grouped};
use crate::table::{self, Cell, Table};

/// A column of the summary.
pub struct SummaryColumn {
    /// The name in files, as in the table of all measures.
    pub id: &'static str,
    /// What stands at its head.
    pub title: &'static str,
    /// What it means.
    pub explanation: &'static str,
    content: Content,
}

/// Words for people, and the same as files have it; `None` where there are none.
type Words = Option<(String, String)>;

#[derive(Clone, Copy)]
enum Content {
    Words(fn(&SummaryRow) -> Words),
    /// Words that need not be said where they are the same in all rows.
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
    SummaryColumn { id, title, explanation, content }
}

/// The columns from left to right.
pub static SUMMARY_COLUMNS: [SummaryColumn; 16] = [
    column(
        "game",
        "Game",
        "Which game, and from where",
        Content::Trait(|row| row.game.as_ref().map(|game| (Start::title(game), game.to_string()))),
    ),
    column("leaves", "Leaves", "How leaves get their values", Content::Trait(|row| same(row.leaves))),
    column("ordering", "Order", "In which order children stand", Content::Trait(|row| same(row.ordering))),
    column("branching", "b", "Children of a node", Content::Whole(|row| row.branching.map(Into::into))),
    column("depth", "d", "Levels below the root", Content::Whole(|row| Some(row.depth.into()))),
    column(
        "algorithm",
        "Algorithm",
        "What searched",
        Content::Words(|row| Some((row.algorithm.title().into(), row.algorithm.to_string()))),
    ),
    column("cutoff", "Cutoff", "The cutoff rule", Content::Trait(|row| same(Some(row.cutoff.id())))),
    column(
        "measure",
        "Measure",
        "What is measured",
        Content::Trait(|row| Some((row.measure.title().into(), row.measure.id().into()))),
    ),
    column("trees", "Trees", "How many trees were searched", Content::Whole(|row| Some(row.trees as f64))),
    column("mean", "Mean", "The mean of what is measured", Content::Measured(|row| Some(row.mean))),
    column("standard_error", "Standard error", "Of the mean", Content::Measured(|row| row.standard_error)),
    column("expected", "Expected", "What the theory expects, where it knows", Content::Measured(|row| row.expected)),
    column(
        "measured_to_expected",
        "Measured / expected",
        "The mean by the expectation",
        Content::Ratio(|row| row.measured_to_expected),
    ),
    column(
        "deviation",
        "Deviation in std. errors",
        "Of the mean from the expectation",
        Content::Deviation(|row| row.deviation),
    ),
    column(
        "minimal",
        "Minimal",
        "The fewest leaves that such an algorithm needs",
        Content::Measured(|row| row.minimal),
    ),
    column("stopped", "At budget", "Runs that stopped at their budget", Content::Whole(|row| Some(row.stopped as f64))),
];

fn same(what: Option<impl ToString>) -> Words {
    what.map(|what| (what.to_string(), what.to_string()))
}

impl SummaryColumn {
    /// Whether it holds numbers.
    pub fn is_numeric(&self) -> bool {
        !matches!(self.content, Content::Words(_) | Content::Trait(_))
    }

    /// Whether it says anything of these rows.
    fn is_telling(&self, rows: &[SummaryRow]) -> bool {
        match self.content {
            Content::Words(_) => true,
            Content::Trait(of) => rows.windows(2).any(|pair| of(&pair[0]) != of(&pair[1])),
            Content::Whole(_) | Content::Measured(_) | Content::Ratio(_) | Content::Deviation(_) => {
                rows.iter().any(|row| self.number(row).is_some())
            }
        }
    }

    /// The number that it says of a row.
    pub fn number(&self, row: &SummaryRow) -> Option<f64> {
        match self.content {
            Content::Words(_) | Content::Trait(_) => None,
            Content::Whole(of) | Content::Measured(of) | Content::Ratio(of) | Content::Deviation(of) => of(row),
        }
    }

    /// What it says of a row.
    pub fn text(&self, row: &SummaryRow) -> String {
        let number = |number: f64| match self.content {
            Content::Measured(_) => in_unit(number, row.measure),
            Content::Ratio(_) => format!("{number:.4}"),
            Content::Deviation(_) => format!("{number:+.2}"),
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

    /// What all rows have in common here, where that need not be said in each.
    fn in_common(&self, rows: &[SummaryRow]) -> Option<String> {
        let Content::Trait(of) = self.content else { return None };
        let (text, _) = of(rows.first()?).filter(|_| !self.is_telling(rows))?;
        Some(format!("{}: {text}", self.title.to_lowercase()))
    }
}

fn in_unit(number: f64, measure: Measure) -> String {
    if measure.unit() == Unit::Number { format::four_digits(number) } else { measure.format(number) }
}

/// The places of the columns that say something of these rows.
pub fn summary_columns(rows: &[SummaryRow]) -> Vec<usize> {
    (0..SUMMARY_COLUMNS.len()).filter(|&place| SUMMARY_COLUMNS[place].is_telling(rows)).collect()
}

/// The summary as a table, its rows in an order by their places, and what they have in common as a note.
pub fn summary_table(rows: &[SummaryRow], order: impl Iterator<Item = usize>) -> Table {
    let columns: Vec<&SummaryColumn> = summary_columns(rows).into_iter().map(|place| &SUMMARY_COLUMNS[place]).collect();
    let described = |column: &&SummaryColumn| table::Column {
        title: column.title.into(),
        id: column.id.into(),
        is_numeric: column.is_numeric(),
    };
    let in_common: Vec<String> = SUMMARY_COLUMNS.iter().filter_map(|column| column.in_common(rows)).collect();
    Table {
        columns: columns.iter().map(described).collect(),
        rows: order.map(|place| columns.iter().map(|column| column.cell(&rows[place])).collect()).collect(),
        notes: if in_common.is_empty() { Vec::new() } else { vec![format!("In all rows {}.", in_common.join("; "))] },
    }
}

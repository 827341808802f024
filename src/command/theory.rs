//! `plyscope theory`: the minimum and average number of leaves that a search evaluates.

use serde::Serialize;

use super::{Failure, choice, whole_number, wrong};
use crate::format;
use crate::memory;
use crate::search::CutoffRule;
use crate::table::{self, Cell, Column, Table};
use crate::theory::{
    LeafValues, expected_alpha_beta, expected_shallow, is_minimum_attained, leaves, minimal, minimal_shallow,
};

/// Prints the minimum and expected number of leaves evaluated on full random trees.
#[derive(clap::Args, Debug)]
pub struct TheoryArguments {
    /// Children per inner node
    #[arg(short, long, value_name = "B", value_parser = whole_number(1..=10_000_u32))]
    branching: u32,
    /// Depth of the leaves
    #[arg(short, long, value_name = "D", value_parser = whole_number(0..=1_000_u32))]
    depth: u32,
    /// Leaf values are one of M equally likely integers [default: continuous]
    #[arg(short, long, value_name = "M", value_parser = whole_number(1..=10_000_000_u32))]
    integers: Option<u32>,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, value_name = "RULE", default_value = "non-strict", value_parser = choice::<CutoffRule>())]
    cutoff: CutoffRule,
    /// Output format
    #[arg(long, default_value = "table", value_parser = choice::<super::OutputFormat>())]
    format: super::OutputFormat,
}

/// The object that `--format json` prints; its fields are a contract. The minimum is `null` if no tree attains it.
#[derive(Serialize)]
struct Leaves {
    branching: u32,
    depth: u32,
    integers: Option<u32>,
    cutoff: CutoffRule,
    leaves: f64,
    minimal: Option<f64>,
    minimal_shallow: Option<f64>,
    expected_alpha_beta: f64,
    expected_shallow: f64,
}

/// Memory per integer, in bytes.
const BYTES_PER_INTEGER: u64 = 72;

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &TheoryArguments) -> Result<String, Failure> {
    let &TheoryArguments { branching, depth, integers, cutoff, format } = arguments;
    if leaves(branching, depth) > 1e100 {
        return Err(wrong("the tree has more than 1e100 leaves; choose a smaller --depth or --branching"));
    }
    memory::room_for(u64::from(integers.unwrap_or(0)) * BYTES_PER_INTEGER)?;
    let is_attained = is_minimum_attained(branching, depth, integers, cutoff);
    let values = integers.map_or(LeafValues::Continuous, LeafValues::Integers);
    let result = Leaves {
        branching,
        depth,
        integers,
        cutoff,
        leaves: leaves(branching, depth),
        minimal: is_attained.then(|| minimal(branching, depth)),
        minimal_shallow: is_attained.then(|| minimal_shallow(branching, depth)),
        expected_alpha_beta: expected_alpha_beta(branching, depth, values, cutoff),
        expected_shallow: expected_shallow(branching, depth, values, cutoff),
    };
    match format {
        super::OutputFormat::Json => super::to_json(&result),
        super::OutputFormat::Table => Ok(result.table()),
    }
}

impl Leaves {
    fn table(&self) -> String {
        let &Leaves { branching, depth, .. } = self;
        let bound = if self.minimal.is_some() { "minimum" } else { "lower bound" };
        let searches = [
            ("all leaves".to_owned(), self.leaves),
            (format!("{bound}, alpha-beta"), minimal(branching, depth)),
            (format!("{bound}, without deep cutoffs"), minimal_shallow(branching, depth)),
            ("expected, alpha-beta".to_owned(), self.expected_alpha_beta),
            ("expected, without deep cutoffs".to_owned(), self.expected_shallow),
        ];
        let mut rows = Vec::new();
        for (name, count) in &searches {
            let share = count / self.leaves;
            rows.push(vec![
                Cell::words(name.as_str()),
                Cell::number(*count, format::four_digits(*count)),
                Cell::number(share, format::percent(share)),
            ]);
        }
        let columns = vec![
            Column::words("search", "search"),
            Column::numbers("leaves", "leaves"),
            Column::numbers("share", "share"),
        ];
        table::text(&Table { columns, rows, notes: Vec::new() })
    }
}

//! What `search` and `game` share: the flags of a run, and what they print of it.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Failure, OutputFormat, to_json};
use crate::experiment::comparison::{Row, as_text};
use crate::experiment::{Seconds, Settings, Summary};
use crate::search::{Algorithm, Counts, CutoffRule, Outcome};
use crate::tree::{Player, Value};

/// How the algorithms are to run.
#[derive(clap::Args, Debug)]
pub(super) struct RunArguments {
    /// The algorithms, separated by commas, or `all`
    #[arg(short, long, value_name = "ID,...", default_value = "all")]
    algorithm: Algorithms,
    /// With `threshold` among the algorithms: asks whether the value is at least this
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    at: Option<Value>,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, value_enum, value_name = "RULE", default_value = "non-strict")]
    cutoff: CutoffRule,
    /// The most evaluations a run may make [default: 10,000,000, or the number of a file's leaves where that is more]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// How often each algorithm is timed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: u32,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    format: OutputFormat,
}

impl RunArguments {
    /// The same with a depth limit or without one.
    pub(super) fn settings(&self, depth: Option<u32>) -> Settings {
        Settings { cutoff: self.cutoff, depth, budget: self.budget, repeat: self.repeat }
    }

    /// The algorithms that were asked for, in that order.
    pub(super) fn algorithms(&self) -> Result<Vec<Algorithm>, Failure> {
        let asks = self.algorithm.0.contains(&Named::Threshold);
        let algorithm = |named: &Named| match (named, self.at) {
            (Named::Known(algorithm), _) => Some(*algorithm),
            (Named::Threshold, at) => at.map(|at| Algorithm::Threshold { at }),
        };
        match self.algorithm.0.iter().map(algorithm).collect() {
            Some(algorithms) if asks == self.at.is_some() => Ok(algorithms),
            Some(_) => Err(Failure::Arguments(
                "--at is the number that --algorithm threshold compares the value with; add threshold to the algorithms".into(),
            )),
            None => Err(Failure::Arguments(
                "threshold needs a number to compare the value with; add one, such as --at 5".into(),
            )),
        }
    }

    /// The comparison in the format that was asked for.
    pub(super) fn print(
        &self,
        runs: &[Summary],
        tree: TreeFacts,
        details: impl Iterator<Item = Details>,
    ) -> Result<String, Failure> {
        match self.format {
            OutputFormat::Table => Ok(as_text(&runs.iter().map(Row::of_summary).collect::<Vec<Row>>())),
            OutputFormat::Json => {
                let runs = runs.iter().zip(details).map(|(run, details)| Run::new(run, self.cutoff, details)).collect();
                to_json(&Comparison { tree, runs })
            }
        }
    }
}

/// A list of algorithms as an argument.
#[derive(Clone, Debug)]
struct Algorithms(Vec<Named>);

/// An algorithm as an argument: a threshold test lacks its number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Named {
    Known(Algorithm),
    Threshold,
}

impl std::str::FromStr for Algorithms {
    type Err = String;

    fn from_str(text: &str) -> Result<Algorithms, String> {
        if text == "all" {
            return Ok(Algorithms(Algorithm::ALL.map(Named::Known).to_vec()));
        }
        let mut chosen = Vec::new();
        for id in text.split(',') {
            let named = match id.trim() {
                "threshold" => Named::Threshold,
                id => Named::Known(id.parse().map_err(|error| format!("{error}, or all"))?),
            };
            if !chosen.contains(&named) {
                chosen.push(named);
            }
        }
        Ok(Algorithms(chosen))
    }
}

/// The object that `--format json` prints; its fields are a contract.
#[derive(Serialize)]
struct Comparison {
    tree: TreeFacts,
    runs: Vec<Run>,
}

/// What was searched. Of a game the size of its tree is missing where that was too large to count.
#[derive(Serialize)]
pub(super) struct TreeFacts {
    pub(super) title: String,
    pub(super) root: Player,
    pub(super) nodes: Option<u64>,
    pub(super) leaves: Option<u64>,
    pub(super) depth: Option<u32>,
}

/// What came of an algorithm.
#[derive(Serialize)]
struct Run {
    algorithm: &'static str,
    /// The number that a threshold test compares the value with.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Json>,
    cutoff: CutoffRule,
    outcome: &'static str,
    /// A number; of a threshold test whether the value is at least `at`.
    value: Option<Json>,
    /// Child indices.
    line: Option<Vec<usize>>,
    /// The line in the names of the moves, of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined_at: Option<Vec<usize>>,
    #[serde(flatten)]
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation_order: Option<Vec<usize>>,
    seconds: Option<Seconds>,
    peak_heap_bytes: Option<u64>,
    peak_stack_bytes: Option<u64>,
}

/// What a run came by that is told only of some.
#[derive(Default)]
pub(super) struct Details {
    pub(super) line: Option<Vec<usize>>,
    pub(super) moves: Option<Vec<String>>,
    pub(super) undefined_at: Option<Vec<usize>>,
    pub(super) evaluation_order: Option<Vec<usize>>,
}

impl Run {
    fn new(run: &Summary, cutoff: CutoffRule, details: Details) -> Run {
        let Details { line, moves, undefined_at, evaluation_order } = details;
        Run {
            algorithm: run.algorithm.id(),
            at: if let Algorithm::Threshold { at } = run.algorithm { Some(number(at)) } else { None },
            cutoff,
            outcome: run.outcome.id(),
            value: match run.outcome {
                Outcome::Finished(value) => Some(number(value)),
                Outcome::Answered(answer) => Some(answer.into()),
                _ => None,
            },
            line,
            moves,
            undefined_at,
            counts: run.counts,
            evaluation_order,
            seconds: run.cost.map(|cost| cost.seconds),
            peak_heap_bytes: run.cost.map(|cost| cost.memory.heap),
            peak_stack_bytes: run.cost.map(|cost| cost.memory.stack),
        }
    }
}

/// A whole number without the `.0` that a floating point number prints.
fn number(value: Value) -> Json {
    let number = value.get();
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}

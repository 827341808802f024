//! `--seconds` of `game`: iterative deepening with time as a limit.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value as Json;

use super::runs::{RunArguments, TreeFacts};
use super::{Failure, Printed, to_json, wrong};
use crate::experiment::deepen::{Depth, End, deepen, table};
use crate::experiment::{Runnable, Settings};
use crate::search::Algorithm;

/// The object that `--format json` prints; its fields are a contract.
#[derive(Serialize)]
struct Passes {
    tree: TreeFacts,
    algorithm: String,
    /// The time limit.
    seconds: f64,
    passes: Vec<Pass>,
    /// Whether the last pass reached the end of every line.
    whole: bool,
}

#[derive(Serialize)]
struct Pass {
    depth: u32,
    value: Json,
    evaluations: u64,
    seconds: f64,
    /// Child indices.
    line: Vec<usize>,
    /// The line as names of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
}

impl From<Depth> for Pass {
    fn from(pass: Depth) -> Pass {
        Pass {
            depth: pass.depth,
            value: Json::from(pass.value),
            evaluations: pass.evaluations,
            seconds: pass.time.as_secs_f64(),
            line: pass.line,
            moves: pass.names,
        }
    }
}

/// Searches a game, which is shaped already, for some time and prints what each finished pass found.
pub(super) fn run(
    runs: &RunArguments,
    game: &dyn Runnable,
    facts: TreeFacts,
    settings: Settings,
    limit: Duration,
) -> Result<String, Failure> {
    let algorithm = algorithm(runs, game.has_chance_nodes())?;
    let (passes, end) = deepen(algorithm, game, settings, limit);
    match runs.printed() {
        Printed::Table(format) => Ok((format.write)(&table(&passes, &end, limit))),
        Printed::Json => to_json(&Passes {
            tree: facts,
            algorithm: algorithm.to_string(),
            seconds: limit.as_secs_f64(),
            whole: end == End::Whole,
            passes: passes.into_iter().map(Pass::from).collect(),
        }),
    }
}

/// Iterative deepening, with its options if it is named.
fn algorithm(runs: &RunArguments, has_chance: bool) -> Result<Algorithm, Failure> {
    let named =
        if runs.names_algorithms() { runs.applicable(has_chance)? } else { vec![Algorithm::ITERATIVE_DEEPENING] };
    match named[..] {
        [algorithm] if algorithm.entry().deepens && !has_chance => Ok(algorithm),
        _ => Err(wrong(
            "--seconds is for iterative-deepening alone, in games without chance; leave out the other algorithms",
        )),
    }
}

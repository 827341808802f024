//! `--seconds` of `game`: iterative deepening with time as a limit.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::runs::{RunArguments, TreeFacts};
use super::{Failure, Printed, to_json, wrong};
use crate::experiment::deepen::{Depth, End, deepen, table};
use crate::experiment::{Runnable, Settings};
use crate::search::Algorithm;

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
        // The fields are a contract.
        Printed::Json => to_json(&json!({
            "tree": facts,
            "algorithm": algorithm.to_string(),
            "seconds": limit.as_secs_f64(),
            "passes": passes.iter().map(as_json).collect::<Vec<_>>(),
            "whole": end == End::Whole,
        })),
    }
}

fn as_json(pass: &Depth) -> Json {
    let mut json = json!({
        "depth": pass.depth,
        "value": Json::from(pass.value),
        "evaluations": pass.evaluations,
        "seconds": pass.time.as_secs_f64(),
        "line": pass.line,
    });
    if let Some(names) = &pass.names {
        json["moves"] = names.as_slice().into();
    }
    json
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

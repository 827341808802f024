//! `--moves` of `search` and `game`: the moves from the root, each with its exact value.

use serde_json::{Value as Json, json};

use super::runs::{RunArguments, TreeFacts};
use super::{Failure, Printed, to_json, wrong};
use crate::experiment::Settings;
use crate::experiment::moves::{MoveValue, moves, table};
use crate::game::{Erased, Game};
use crate::progress::Progress;
use crate::search::Algorithm;

/// Searches each move from the root of a game, which is shaped already, with the one algorithm that is asked for, and prints them.
pub(super) fn run(
    runs: &RunArguments,
    game: &Erased<'_>,
    facts: TreeFacts,
    settings: Settings,
) -> Result<String, Failure> {
    let algorithm = algorithm(runs, game.has_chance())?;
    let searched = moves(algorithm, game, settings, &Progress::new());
    match runs.printed() {
        Printed::Table(format) => {
            let mut table = table(&searched);
            table.notes.push(format!("Each move was searched on its own with {algorithm}."));
            Ok((format.write)(&table))
        }
        Printed::Json => {
            let moves: Vec<Json> = searched.iter().map(as_json).collect();
            // The fields are a contract.
            to_json(&json!({ "tree": facts, "algorithm": algorithm.id(), "moves": moves }))
        }
    }
}

fn as_json(searched: &MoveValue) -> Json {
    let mut json = json!({
        "index": searched.index,
        "name": searched.name,
        "outcome": searched.outcome.id(),
        "value": searched.outcome.value().map(Json::from),
        "best": searched.is_best,
        "plies": searched.line.len(),
        "evaluations": searched.evaluations,
        "line": searched.line,
    });
    if let Some(names) = &searched.names {
        json["moves"] = names.as_slice().into();
    }
    json
}

/// The algorithm that finds the values: alpha-beta unless another is named, and Star1 where chance moves.
fn algorithm(runs: &RunArguments, has_chance: bool) -> Result<Algorithm, Failure> {
    if !runs.names_algorithms() {
        return Ok(if has_chance { Algorithm::STAR1 } else { Algorithm::ALPHA_BETA });
    }
    let [algorithm] = runs.applicable(has_chance)?[..] else {
        return Err(wrong("--moves searches with one algorithm; name one with --algorithm"));
    };
    if algorithm.entry().asks {
        let said = format!("{algorithm} says only whether the value is at least a number");
        return Err(wrong(format!("{said}, and --moves needs values; name another algorithm")));
    }
    Ok(algorithm)
}

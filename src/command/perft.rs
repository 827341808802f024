//! `plyscope perft`: counts positions below each move, and finds where another program counts otherwise.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{Failure, game_at, whole_number, wrong_file};
use crate::experiment::perft::Printed;
use crate::game::{AnyGame, GAMES, GameName};
use crate::{format, input};

/// The largest depth; no game with so many positions can be counted.
const MOST_DEPTH: u32 = 255;
/// The largest file with the counts of another program, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Counts the positions of a game after exactly N moves (perft), to check a generator of moves.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "With --compare, FILE has lines “move count” or “move: count”, as other programs print them; other lines are passed \
    over. All are compared. Where a count differs, the first such move is named. To follow it down, add a line “after MOVES” to FILE and below it what the \
    other program prints for the position after these moves. The exit code is 1 if there is a difference."
)]
pub struct PerftArguments {
    /// The game
    #[arg(value_parser = game())]
    game: GameName,
    /// The position to start from [default: the usual one]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// The number of moves
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MOST_DEPTH))]
    depth: u32,
    /// Print the count below each first move, too
    #[arg(long)]
    divide: bool,
    /// Compare the counts below each move with those that another program printed
    #[arg(long, value_name = "FILE", conflicts_with = "divide")]
    compare: Option<PathBuf>,
}

/// Reads the identifier of a game.
fn game() -> impl TypedValueParser<Value = GameName> {
    let games = GAMES.iter().map(|entry| PossibleValue::new(entry.id).help(entry.title));
    PossibleValuesParser::new(games).try_map(|id| GameName::of_id(&id).ok_or("unknown game"))
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &PerftArguments) -> Result<String, Failure> {
    let PerftArguments { game, position, depth, divide, compare } = arguments;
    let game = game_at(*game, position.as_deref())?;
    if let Some(path) = compare {
        return compared(path, &game, *depth);
    }
    let mut text = String::new();
    let mut sum = 0;
    for counted in game.game().divide(*depth) {
        sum += counted.leaves;
        if *divide {
            let _ = writeln!(text, "{}: {}", counted.name, counted.leaves);
        }
    }
    if *divide {
        text.push('\n');
    }
    let _ = writeln!(text, "{sum}");
    Ok(text)
}

/// Says whether the counts of another program are ours.
fn compared(path: &Path, game: &AnyGame, depth: u32) -> Result<String, Failure> {
    let file = format::file(path);
    let failure = |error: String| wrong_file(path, error);
    let text = input::read_text(path, MOST_BYTES).map_err(failure)?;
    let printed = Printed::read(&text).map_err(failure)?;
    if printed.is_empty() {
        return Err(failure(
            "has no line with a move and a count, such as e2e4: 20; write what the other program prints".into(),
        ));
    }
    let difference = printed.difference(game, depth).map_err(failure)?;
    match difference {
        None => Ok(format!("{file}: all counts agree\n")),
        Some(lines) => Err(Failure::Negative(lines.join("\n") + "\n")),
    }
}

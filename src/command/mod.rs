//! The commands of the command line: one file per command.

mod algorithms;
mod bar;
mod chart;
mod check;
mod completions;
mod convert;
mod deepen;
mod draw;
mod exercise;
mod find;
mod game;
mod generate;
mod interrupt;
mod judge;
mod man;
mod merge;
mod moves;
mod perft;
mod reading;
mod recorder;
mod runs;
mod search;
mod session;
mod summary;
mod sweep;
mod theory;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bar::watched;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::experiment::agreement::as_text;
use crate::experiment::comparison::{Row, columns_for};
use crate::experiment::sweep::{FolderError, JOURNAL};
use crate::experiment::trace::{OpenError, Opened};
use crate::experiment::{Repeats, Settings, measure, room_to_search};
use crate::format;
use crate::game::{AnyGame, GameName};
use crate::memory::{self, Shortage};
use crate::output::{self, os_message};
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::session::is_session_file;
use crate::table::{TABLE_FORMATS, TableFormat};
use crate::terminal;
use crate::tree::file::{Asked, Format, Formats, MAX_FILE_BYTES};
use crate::tree::samples::Sample;
use crate::tree::{Tree, file};

/// A desktop microscope for game-tree search.
///
/// Without a command Plyscope opens its window. Without a display it prints the comparison of the searches as text; without FILE, that of
/// the first sample.
#[derive(Parser, Debug)]
#[command(name = "plyscope", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to open.
    #[arg(help = format!(
        "What to open: a tree (any of {} formats), a session (.plyscope), the trace of another program's search (.jsonl), or, in the window, \
         a sweep (its folder, its .toml file or a chart of it)",
        Formats::BUILT_IN.0.len()
    ))]
    pub file: Option<PathBuf>,
    /// A command, which runs without a window
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What can be searched and drawn.
fn tree_session_or_trace() -> String {
    format!(
        "A tree in any of {} formats, which `plyscope convert --help` lists, a session (.plyscope), for its tree, or the trace of \
         another program's search (.jsonl); - reads a tree from standard input",
        Formats::BUILT_IN.0.len()
    )
}

/// What names standard input, and standard output, in place of a file.
const STANDARD_STREAM: &str = "-";

impl Arguments {
    /// Reads the arguments of the program. The error is the help text if `--help` was given.
    pub fn read(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Result<Arguments, clap::Error> {
        let arguments: Vec<_> = arguments.into_iter().collect();
        let matches = Arguments::definition().try_get_matches_from(&arguments);
        let matches = matches.map_err(|error| unknown_command(&arguments).unwrap_or(error))?;
        Arguments::from_arg_matches(&matches)
    }

    /// The command line: every command with its flags.
    fn definition() -> clap::Command {
        with_negative_numbers(Arguments::command())
    }
}

/// The error for a command that there is not, which says what there is, and for a second file.
fn unknown_command(arguments: &[std::ffi::OsString]) -> Option<clap::Error> {
    let (mut definition, mut words) = (Arguments::definition(), arguments.get(1..)?);
    definition.build();
    while let [word, rest @ ..] = words
        && let Some(known) = definition.find_subcommand(word)
    {
        (definition, words) = (known.clone(), rest);
    }
    let [unknown, behind @ ..] = words else { return None };
    let unknown = unknown.to_str()?;
    let is_first = words.len() + 1 == arguments.len();
    let names: Vec<&str> = definition.get_subcommands().map(clap::Command::get_name).collect();
    // A word alone would be a file.
    if names.is_empty() || unknown == "help" || unknown.starts_with('-') || is_first && behind.is_empty() {
        return None;
    }
    let (given, known) = (format::quoted(unknown), names.join(", "));
    let message = match behind {
        [second, ..] if is_first && Path::new(unknown).exists() => {
            let second = second.to_string_lossy();
            if second.starts_with('-') {
                format!("{} belongs to a command; name one before the file, such as search", format::quoted(&second))
            } else {
                format!("one file is opened at a time; leave out {}", format::quoted(&second))
            }
        }
        _ if is_first => format!("unknown command {given}; expected one of {known}, or one file"),
        _ => format!("unknown {} {given}; expected one of {known}", definition.get_name()),
    };
    Some(definition.error(clap::error::ErrorKind::InvalidSubcommand, message))
}

/// Lets every option accept a negative number, so that its own parser can say which numbers are allowed.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |argument: &clap::Arg| argument.get_long().is_some() && argument.get_action().takes_values();
    command
        .mut_args(|argument| if takes_value(&argument) { argument.allow_negative_numbers(true) } else { argument })
        .mut_subcommands(with_negative_numbers)
}

/// The commands, which run without a window.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Run search algorithms on a tree and compare them
    Search(search::SearchArguments),
    /// Draw a tree and the searches on it as SVG, PDF, PNG, TikZ, DOT or a web page
    Draw(Box<draw::DrawArguments>),
    /// Write exercises about a search, with trees from seeds, and their solutions
    Exercise(Box<exercise::ExerciseArguments>),
    /// Measure algorithms over many random trees or games; write tables and charts
    Sweep(Box<sweep::SweepArguments>),
    /// Print the summary of a sweep as a table
    Summary(summary::SummaryArguments),
    /// Draw a chart of a sweep, in the size and with the words that a paper needs
    Chart(Box<chart::ChartArguments>),
    /// Join the shards of a sweep
    Merge(merge::MergeArguments),
    /// Write a random tree to a file
    Generate(generate::GenerateArguments),
    /// Find out what is wrong or wasted in the trace of another program's search
    Check(check::CheckArguments),
    /// Print the source file that writes traces of your own search, in six languages
    Recorder(recorder::RecorderArguments),
    /// Run a program on trees and find the smallest one that it gets wrong
    Judge(Box<judge::JudgeArguments>),
    /// Find the smallest tree on which two searches differ
    Find(find::FindArguments),
    /// Convert a tree from one format to another
    Convert(convert::ConvertArguments),
    /// Search a game from a position, or write its tree to a file
    Game(game::GameArguments),
    /// Count the positions after exactly N moves, to check a generator of moves
    Perft(perft::PerftArguments),
    /// Print the minimum and expected number of leaves evaluated on full random trees
    Theory(theory::TheoryArguments),
    /// Print a script that completes commands and flags in a shell
    Completions(completions::CompletionsArguments),
    /// Write the manual pages of all commands to a folder
    Man(man::ManArguments),
}

/// Why a command failed; prints as one line.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A tree or trace could not be opened.
    #[error("{0}")]
    File(#[from] OpenError),
    /// The embedded sample is not a tree.
    #[error("the embedded sample cannot be read: {0}")]
    Sample(#[from] file::ParseError),
    /// A tree could not be saved.
    #[error("{0}")]
    Save(#[from] file::SaveError),
    /// A sweep could not be written to its folder or read from it.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// There is not enough memory.
    #[error("{0}")]
    NoMemory(#[from] Shortage),
    /// The work was interrupted.
    #[error("interrupted; run the same command again to resume. So far: {0}")]
    Interrupted(String),
    /// The arguments do not go together.
    #[error("{0}")]
    Arguments(String),
    /// Nothing failed, and the answer is negative: what is printed, and the exit code is 1.
    #[error("{0}")]
    Negative(String),
    /// A result could not be printed while it was made.
    #[error("the result could not be written: {}", os_message(.0))]
    Unwritten(#[from] std::io::Error),
    /// A result cannot be written as JSON.
    #[error("the result cannot be written as JSON: {0}")]
    Json(String),
}

/// How a command prints its result.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum OutputFormat {
    /// Aligned columns
    Table,
    /// One JSON object
    Json,
}

/// How a command prints tables.
#[derive(Clone, Copy)]
enum Printed {
    /// As a table in one of their formats.
    Table(&'static TableFormat),
    /// As one JSON object.
    Json,
}

impl Printed {
    /// Reads the name of a format.
    fn parser() -> impl TypedValueParser<Value = Printed> {
        let of_tables =
            |format: &TableFormat| PossibleValue::new(format.id).help(format!("{}: {}", format.title, format.purpose));
        let json = PossibleValue::new("json").help("JSON: one object");
        PossibleValuesParser::new(TABLE_FORMATS.iter().map(of_tables).chain([json]))
            .map(|name| TableFormat::of_id(&name).map_or(Printed::Json, Printed::Table))
    }

    /// Refuses columns if no table is printed.
    fn refuse_columns(self, columns: &[String]) -> Result<(), Failure> {
        if columns.is_empty() || matches!(self, Printed::Table(_)) {
            return Ok(());
        }
        Err(wrong("--columns applies to tables, and JSON has all fields; remove it"))
    }
}

impl std::fmt::Debug for Printed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if let Printed::Table(format) = self { format.id } else { "json" })
    }
}

/// Reads an argument that is one of several names. Less is compiled for each type than by clap's own parser of enums.
fn choice<C: ValueEnum + Send + Sync + 'static>() -> impl TypedValueParser<Value = C> {
    let names = C::value_variants().iter().filter_map(C::to_possible_value);
    PossibleValuesParser::new(names).try_map(|name| C::from_str(&name, false))
}

/// Reads an argument that is a whole number.
fn whole_number<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: Copy + Into<u64> + TryFrom<u64>,
{
    let (least, most): (u64, u64) = ((*range.start()).into(), (*range.end()).into());
    move |text| {
        let number = whole_number_within(text, least, most);
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| no_whole_number(least, most))
    }
}

fn whole_number_within(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

fn no_whole_number(least: u64, most: u64) -> String {
    format!("expected a whole number from {} to {}", format::grouped(least), format::grouped(most))
}

/// Reads an argument that is a number in a range.
fn length(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = real_number(text).filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

/// Reads an argument that is a finite number, at least 0.
fn number_from_zero(text: &str) -> Result<f64, String> {
    real_number(text)
        .filter(|number| *number >= 0.0)
        .ok_or_else(|| "expected a number of at least 0, such as 0.5".into())
}

/// Reads an argument that is a positive number.
fn share(text: &str) -> Result<f64, String> {
    real_number(text)
        .filter(|number| *number > 0.0)
        .ok_or_else(|| "expected a number greater than 0, such as 0.01".into())
}

fn real_number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The text of a result in JSON.
fn to_json(result: &impl serde::Serialize) -> Result<String, Failure> {
    // Through a value, for which types are compiled anyway because other files are written from it.
    let text = serde_json::to_value(result).and_then(|value| serde_json::to_string_pretty(&value));
    text.map(|text| text + "\n").map_err(|error| Failure::Json(error.to_string()))
}

impl Command {
    /// Runs the command and returns what it prints.
    pub fn run(&self) -> Result<String, Failure> {
        memory::or_shortage(|| match self {
            Command::Search(arguments) => search::run(arguments),
            Command::Draw(arguments) => draw::run(arguments),
            Command::Exercise(arguments) => exercise::run(arguments),
            Command::Sweep(arguments) => sweep::run(arguments),
            Command::Summary(arguments) => summary::run(arguments),
            Command::Chart(arguments) => chart::run(arguments),
            Command::Merge(arguments) => merge::run(arguments),
            Command::Generate(arguments) => generate::run(arguments),
            Command::Check(arguments) => check::run(arguments),
            Command::Recorder(arguments) => recorder::run(arguments),
            Command::Judge(arguments) => judge::run(arguments),
            Command::Convert(arguments) => convert::run(arguments),
            Command::Game(arguments) => game::run(arguments),
            Command::Find(arguments) => find::run(arguments),
            Command::Perft(arguments) => perft::run(arguments),
            Command::Theory(arguments) => theory::run(arguments),
            Command::Completions(arguments) => completions::run(arguments),
            Command::Man(arguments) => man::run(arguments),
        })?
    }
}

/// The comparison that the window opens with, as text.
pub fn comparison_without_window(path: Option<&Path>) -> Result<String, Failure> {
    memory::or_shortage(|| compare(path))?
}

fn compare(path: Option<&Path>) -> Result<String, Failure> {
    let progress = Progress::new();
    let usual = |opened| (opened, Algorithm::usual(), Settings::default());
    let (Opened { tree, traced, .. }, algorithms, settings) = match path {
        Some(path) if is_session_file(path) => session::open(path, &progress)?,
        Some(path) if path.join(JOURNAL).exists() => {
            let summary = format!("plyscope summary {}", format::file(path));
            return Err(wrong_file(path, format!("is the folder of a sweep; {summary} prints its results")));
        }
        Some(path) => usual(Opened::from_file(path, Asked::default(), &progress)?),
        None => usual(Opened { tree: Sample::first().open(&progress)?, reading: None, traced: None }),
    };
    let settings = Settings { repeats: Repeats::Automatic, ..settings };
    let mut rows = Vec::from_iter(traced.map(|run| Row::of(&run.measured(&tree), &tree)));
    for algorithm in algorithms {
        room_to_search(algorithm, &tree)?;
        rows.push(Row::of(&measure(algorithm, &tree, settings, &progress), &tree));
    }
    Ok(format!("{}\n\n{}", format::visible(tree.title()), as_text(&rows, &columns_for(&rows))))
}

/// The most characters of a position that a message repeats, more than any position has.
const MOST_SHOWN: usize = 200;

/// A game from a position in its notation, or from the usual one.
fn game_at(name: GameName, position: Option<&str>) -> Result<AnyGame, Failure> {
    let Some(position) = position else { return Ok(AnyGame::from_start(name)) };
    let shown = format::clipped(position, MOST_SHOWN);
    let wrong = |error| wrong(format!("--position {}: {error}", shown.escape_debug()));
    AnyGame::from_position(name, position).map_err(wrong)
}

/// The arguments do not go together, or what they name does not.
fn wrong(message: impl std::fmt::Display) -> Failure {
    Failure::Arguments(message.to_string())
}

/// Something is wrong with this file or folder.
fn wrong_file(path: &Path, what: impl std::fmt::Display) -> Failure {
    wrong(format!("{}: {what}", format::file(path)))
}

/// Whether both are names of one file or folder.
fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Refuses to replace a file unless `--force` is given.
fn refuse_existing(path: &Path, force: bool) -> Result<(), Failure> {
    if force || !path.is_file() {
        return Ok(());
    }
    Err(wrong_file(path, "already exists; choose another name, or add --force"))
}

/// Writes a picture to a file, or to standard output, and returns a line about it unless it is there itself; replaces an existing file
/// only with `force`.
fn save_picture(picture: &[u8], path: &Path, force: bool, about: &str) -> Result<String, Failure> {
    if path == STANDARD_STREAM {
        terminal::stream(&mut |out| Ok(out.write_all(picture)?))?;
        return Ok(String::new());
    }
    interrupt::leaves_nothing_behind();
    output::write(path, force, |out| out.write_all(picture))?;
    Ok(format!("{}: {about}\n", format::file(path)))
}

/// Saves a tree and returns a line about it; replaces an existing file only with `force`. Writes it as JSON if the path stands for
/// standard output.
fn save(tree: &Tree, path: &Path, force: bool) -> Result<String, Failure> {
    if path == STANDARD_STREAM {
        terminal::stream(&mut |out| Format::JSON.write(tree, out))?;
        return Ok(String::new());
    }
    refuse_existing(path, force)?;
    interrupt::leaves_nothing_behind();
    file::save(tree, path, force)?;
    let file = format::file(path);
    let size = format::tree_size(tree.len() as u64, tree.leaf_count() as u64);
    Ok(format!("{file}: {}: {size}{}\n", format::visible(tree.title()), too_large_to_open(path)))
}

/// A note on a file that was written and is larger than what Plyscope reads.
fn too_large_to_open(path: &Path) -> String {
    let size = path.metadata().map_or(0, |metadata| metadata.len());
    let most = format::bytes(MAX_FILE_BYTES);
    if size > MAX_FILE_BYTES {
        format!("; Plyscope opens files of at most {most}, and this one is larger")
    } else {
        String::new()
    }
}

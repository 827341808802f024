//! `plyscope game`: searches a game from a position without building its tree, or writes the tree to a file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::algorithms::Numbers;
use super::generate::{self, RandomTree};
use super::runs::{MOST_COUNTED_NODES, RunArguments, TreeFacts};
use super::search::{Explain, alone_or_said, explained, write_trace};
use super::{Failure, deepen, game_at, moves, save, whole_number, wrong};
use crate::experiment::runnable::Runnable;
use crate::experiment::trace::{Heading, trace_game};
use crate::format;
use crate::game::unfold::{Size, Unfinished, size};
use crate::game::{Erased, GAMES, GameName, GameTree, MOST_MOVES, MOST_NODES, Stages};
use crate::generate::{Estimate, Generator};
use crate::progress::Progress;
use crate::search::Searchable;
use crate::terminal;
use crate::tree::Tree;

/// The largest count that floating point numbers represent exactly.
const LARGEST_EXACT_COUNT: f64 = 9_007_199_254_740_992.0;

/// Searches a game from a position, or writes its tree to a file.
#[derive(clap::Args, Debug)]
pub struct GameArguments {
    #[command(subcommand)]
    game: ChosenGame,
}

/// One subcommand for each game of the catalogue, and one for random trees.
#[derive(Debug)]
enum ChosenGame {
    Game(GameName, Box<FromPosition>),
    Random(Box<Random>),
}

/// The subcommand for random trees.
const RANDOM: &str = "random";

impl Subcommand for ChosenGame {
    fn augment_subcommands(command: Command) -> Command {
        let games = GAMES.iter().map(|entry| {
            let depth = entry.default_depth.map_or_else(String::new, |depth| format!(", to depth {depth} by default"));
            let about = format!("{}{depth}; positions are written as {}", entry.title, entry.notation);
            FromPosition::augment_args(Command::new(entry.id)).about(about)
        });
        let about = "A random tree, generated while it is searched; the same seed gives the same tree everywhere";
        let random = Random::augment_args(Command::new(RANDOM)).about(about);
        command.subcommands(games).subcommand(random).subcommand_required(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        ChosenGame::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        name == RANDOM || GameName::of_id(name).is_some()
    }
}

impl FromArgMatches for ChosenGame {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ChosenGame, clap::Error> {
        match matches.subcommand() {
            Some((RANDOM, matches)) => Ok(ChosenGame::Random(Box::new(Random::from_arg_matches(matches)?))),
            Some((id, matches)) if let Some(name) = GameName::of_id(id) => {
                Ok(ChosenGame::Game(name, Box::new(FromPosition::from_arg_matches(matches)?)))
            }
            _ => Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand)),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ChosenGame::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(clap::Args, Debug)]
struct FromPosition {
    /// The position to start from [default: the usual one]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Search to this depth and use static values there
    #[arg(long, visible_alias = "prune", value_name = "N", value_parser = whole_number(0..=MOST_MOVES))]
    depth: Option<u32>,
    /// Make a sooner win and a later loss better: won and lost ends are worth ±(N − plies)
    #[arg(long)]
    sooner: bool,
    /// Search with iterative deepening until this time is up, and print what each finished pass found
    #[arg(
        long, value_name = "SECONDS", value_parser = positive_seconds,
        conflicts_with_all = ["repeat", "columns", "explain", "trace", "moves", "output"]
    )]
    seconds: Option<Duration>,
    #[command(flatten)]
    task: Task,
}

#[derive(clap::Args, Debug)]
struct Random {
    #[command(flatten)]
    tree: RandomTree,
    #[command(flatten)]
    task: Task,
}

/// A search, or a file.
#[derive(clap::Args, Debug)]
struct Task {
    #[command(flatten)]
    runs: RunArguments,
    /// Write the tree to this .json file instead of searching; - writes it to standard output
    #[arg(
        short, long, value_name = "FILE", group = "file",
        conflicts_with_all = ["algorithm", Numbers::GROUP, "cutoff", "budget", "repeat", "highfirst", "taketree", "format", "columns", "moves"]
    )]
    output: Option<PathBuf>,
    /// Write the events of the search as JSON Lines to FILE, besides what else is asked for; one algorithm at a time
    #[arg(long, value_name = "FILE", group = "file")]
    trace: Option<PathBuf>,
    /// Describe each step of each algorithm in a sentence; with NODE, explain only why that node was cut off or never visited
    #[arg(long, value_name = "NODE", num_args = 0..=1, default_missing_value = "all", conflicts_with_all = ["repeat", "format", "columns", "output"])]
    explain: Option<Explain>,
    /// Print each move with its exact value, the number of plies of its line and the evaluations that it takes; the best ones are marked.
    /// Each is searched on its own, with alpha-beta unless one --algorithm is named
    #[arg(long, conflicts_with_all = ["repeat", "columns", "explain", "trace"])]
    moves: bool,
    /// Replace the file if it exists
    #[arg(long, requires = "file")]
    force: bool,
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &GameArguments) -> Result<String, Failure> {
    match &arguments.game {
        ChosenGame::Game(name, from) => from.run(*name),
        ChosenGame::Random(random) => random.run(),
    }
}

impl FromPosition {
    fn run(&self, name: GameName) -> Result<String, Failure> {
        self.task.runs.check()?;
        let game = game_at(name, self.position.as_deref())?;
        let (runs, depth) = (&self.task.runs, self.depth.or(name.default_depth()));
        let stages = Stages { sooner: self.sooner, ..runs.stages(depth)? };
        let tree = GameTree { game, depth, dynamic: stages.dynamic, sooner: self.sooner };
        if let Some(path) = &self.task.output {
            return self.task.write(&tree, path);
        }
        if let Some(about) = tree.game.game().about_start() {
            terminal::say(&format!("{}: {about}", tree.game.position()));
        }
        if let Some(path) = &self.task.trace {
            let (title, source) = (tree.title(), tree.source());
            let heading = Heading { title: &title, source: &source, game: Some(name.id()), stages };
            let (game, twin) = (tree.game.game().searched(stages), tree.game.game().searched(stages));
            if let Some(traced) = self.task.trace([&game, &twin], heading, path)? {
                return Ok(traced);
            }
        }
        if let Some(what) = self.task.explain {
            let unfolded = unfolded(&tree)?;
            let settings = runs.settings(Stages { prune: None, dynamic: false, ..stages });
            return explained(runs, &unfolded, None, what, settings, &Progress::new());
        }
        let size = tree.game.game().size(sized(stages), MOST_COUNTED_NODES, &Progress::new()).ok();
        if let Some(limit) = self.seconds {
            // Only what was asked for limits the depth.
            let stages = runs.stages(self.depth)?;
            let game = tree.game.game().searched(Stages { sooner: self.sooner, ..stages });
            let facts = TreeFacts::of_game(&game, tree.title(), None);
            return deepen::run(runs, &game, facts, runs.settings(stages), limit);
        }
        let game = tree.game.game().searched(stages);
        let facts = TreeFacts::of_game(&game, tree.title(), size);
        if self.task.moves {
            return moves::run(runs, &game, facts, runs.settings(stages));
        }
        runs.search_game(&game, stages, facts, size.map(|size| size.leaves))
    }
}

/// A time of at least a millisecond and at most a day.
fn positive_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a number of seconds from 0.001 to 86,400".into())
}

/// The stages that affect the size of the tree: ordering does only if some children are dropped.
fn sized(stages: Stages) -> Stages {
    Stages { highfirst: stages.highfirst && stages.taketree.is_some(), ..stages }
}

impl Random {
    fn run(&self) -> Result<String, Failure> {
        self.task.runs.check()?;
        let generator = self.tree.generator()?;
        if let Some(path) = &self.task.output {
            return generate::write(&self.tree, None, path, self.task.force);
        }
        match generator.independent_tree(self.tree.seed) {
            Some(tree) => self.search(&tree, &generator),
            None => self.search(&generator.tree(self.tree.seed), &generator),
        }
    }

    fn search<G: Searchable>(&self, tree: &G, generator: &Generator) -> Result<String, Failure> {
        let runs = &self.task.runs;
        let no_limit = "--dynamic extends a search below its depth limit, and random trees have none; remove --dynamic";
        let stages = runs.stages(None).map_err(|_| wrong(no_limit))?;
        let title = format!("{generator}, seed {}", self.tree.seed);
        if let Some(path) = &self.task.trace {
            let heading = Heading { title: &title, stages, ..Heading::default() };
            if let Some(traced) = self.task.trace([&tree.shaped(stages), &tree.shaped(stages)], heading, path)? {
                return Ok(traced);
            }
        }
        if let Some(what) = self.task.explain {
            let built = generator.build(self.tree.seed, None, &Progress::new());
            let built = built.map_err(wrong)?;
            return explained(runs, &built, None, what, runs.settings(stages), &Progress::new());
        }
        if self.task.moves {
            let size = known_size(generator);
            let facts = TreeFacts::of_game(tree, title, size);
            return moves::run(runs, &Erased::shaped(stages, tree), facts, runs.settings(stages));
        }
        if stages == Stages::default() {
            let size = known_size(generator).or_else(|| size(tree, MOST_COUNTED_NODES, &Progress::new()).ok());
            let facts = TreeFacts::of_game(tree, title, size);
            return runs.search_game(tree, stages, facts, size.map(|size| size.leaves));
        }
        let size = size(&tree.shaped(sized(stages)), MOST_COUNTED_NODES, &Progress::new()).ok();
        let shaped = tree.shaped(stages);
        let facts = TreeFacts::of_game(&shaped, title, size);
        runs.search_game(&shaped, stages, facts, size.map(|size| size.leaves))
    }
}

/// The size of a full tree, known without counting.
fn known_size(generator: &Generator) -> Option<Size> {
    let Estimate { nodes, leaves, .. } = generator.estimate();
    let is_exact = generator.shape().is_full() && nodes <= LARGEST_EXACT_COUNT;
    is_exact.then_some(Size { nodes: nodes as u64, leaves: leaves as u64, height: generator.shape().depth })
}

impl Task {
    /// Writes the trace of a search. The line about it is said, if something else is printed, or else returned.
    fn trace(&self, games: [&dyn Runnable; 2], heading: Heading<'_>, path: &Path) -> Result<Option<String>, Failure> {
        let (settings, progress) = (self.runs.settings(heading.stages), Progress::new());
        let written = write_trace(&self.runs, path, self.force, &mut |algorithm, out| {
            trace_game(algorithm, games, heading, settings, None, out, &progress)
        })?;
        Ok(alone_or_said(written, self.runs.asks_for_results() || self.explain.is_some()))
    }

    fn write(&self, tree: &GameTree, path: &Path) -> Result<String, Failure> {
        save(&unfolded(tree)?, path, self.force)
    }
}

/// The whole tree of a game.
fn unfolded(tree: &GameTree) -> Result<Tree, Failure> {
    tree.unfold(&Progress::new()).map_err(|error| match error {
        Unfinished::NoMemory(shortage) => shortage.into(),
        Unfinished::TooLarge | Unfinished::Cancelled => {
            let most = format::grouped(MOST_NODES);
            wrong(format!(
                "the tree has more than {most} nodes; choose a smaller --depth, or search without --output and --explain, which build a tree"
            ))
        }
    })
}

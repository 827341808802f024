//! `plyscope game`: searches from a position of a game without its tree, or writes the tree to a file.

use std::path::{Path, PathBuf};

use super::generate::{self, RandomTree};
use super::runs::{RunArguments, TreeFacts};
use super::{Failure, save, whole_number};
use crate::experiment::Stages;
use crate::format;
use crate::game::unfold::Size;
use crate::game::{AnyGame, GameName, GameTree, MOST_MOVES, MOST_NODES, Playable, Visitor};
use crate::generate::{Estimate, Generator};
use crate::progress::Progress;

/// Up to here floating point numbers count without a gap.
const LARGEST_EXACT_COUNT: f64 = 9_007_199_254_740_992.0;

/// Searches from a position of a game, or writes its tree.
#[derive(clap::Args, Debug)]
pub struct GameArguments {
    #[command(subcommand)]
    game: ChosenGame,
}

#[derive(clap::Subcommand, Debug)]
enum ChosenGame {
    /// Three in a row on three by three squares; a position is written as its rows from the top, X.O/.X./..O
    #[command(name = GameName::TicTacToe.id())]
    TicTacToe(FromPosition),
    /// Four in a row of discs that fall, 6 moves deep; a position is written as the moves by column, 44533, or as its rows from
    /// the top, ...O.../..XX...
    #[command(name = GameName::ConnectFour.id())]
    ConnectFour(FromPosition),
    /// Chess, 3 moves deep; a position is written in FEN
    #[command(name = GameName::Chess.id())]
    Chess(FromPosition),
    /// Take from one heap, and take the last object; a position is written as the sizes of the heaps, 3,4,5
    #[command(name = GameName::Nim.id())]
    Nim(FromPosition),
    /// A random tree that takes no memory; the same seed gives the same tree everywhere
    Random(Random),
}

#[derive(clap::Args, Debug)]
struct FromPosition {
    /// Where the game begins [default: where it usually does]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    position: Option<String>,
    /// Stop after this many moves and take the static values there
    #[arg(
        long, visible_alias = "prune", value_name = "N",
        allow_negative_numbers = true, value_parser = whole_number(0..=MOST_MOVES)
    )]
    depth: Option<u32>,
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
    /// Write the tree to this .json file instead of searching
    #[arg(
        short, long, value_name = "FILE",
        conflicts_with_all = ["algorithm", "at", "cutoff", "budget", "repeat", "highfirst", "taketree", "format"]
    )]
    output: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "output")]
    force: bool,
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &GameArguments) -> Result<String, Failure> {
    match &arguments.game {
        ChosenGame::TicTacToe(from) => from.run(GameName::TicTacToe),
        ChosenGame::ConnectFour(from) => from.run(GameName::ConnectFour),
        ChosenGame::Chess(from) => from.run(GameName::Chess),
        ChosenGame::Nim(from) => from.run(GameName::Nim),
        ChosenGame::Random(random) => random.run(),
    }
}

impl FromPosition {
    fn run(&self, name: GameName) -> Result<String, Failure> {
        let game = match &self.position {
            None => AnyGame::from_start(name),
            Some(position) => AnyGame::from_position(name, position)
                .map_err(|error| Failure::Arguments(format!("--position {}: {error}", position.escape_debug())))?,
        };
        let depth = self.depth.or(name.default_depth());
        let tree = GameTree { game, depth, dynamic: self.task.runs.stages().dynamic };
        match &self.task.output {
            Some(path) => self.task.write(&tree, path),
            None => tree.game.visit(Search { tree: &tree, runs: &self.task.runs }),
        }
    }
}

/// Searches a game of which only the name is known here.
struct Search<'a> {
    tree: &'a GameTree,
    runs: &'a RunArguments,
}

impl Visitor for Search<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, game: &G) -> Result<String, Failure> {
        let Search { tree, runs } = self;
        let size = runs.size_of(game, tree.depth);
        let facts = TreeFacts::of_game(game, tree.title(), size);
        runs.search_game(game, tree.depth, facts, size.map(|size| size.leaves))
    }
}

impl Random {
    fn run(&self) -> Result<String, Failure> {
        let generator = self.tree.generator()?;
        if let Some(path) = &self.task.output {
            return generate::write(&self.tree, None, path, self.task.force);
        }
        match generator.independent_tree(self.tree.seed) {
            Some(tree) => self.search(&tree, &generator),
            None => self.search(&generator.tree(self.tree.seed), &generator),
        }
    }

    fn search<G: Playable>(&self, tree: &G, generator: &Generator) -> Result<String, Failure> {
        let runs = &self.task.runs;
        let size = known_size(generator).filter(|_| runs.stages() == Stages::default());
        let size = size.or_else(|| runs.size_of(tree, None));
        let facts = TreeFacts::of_game(tree, format!("{generator}, seed {}", self.tree.seed), size);
        runs.search_game(tree, None, facts, size.map(|size| size.leaves))
    }
}

/// The size of a full tree, whose nodes nobody has to count.
fn known_size(generator: &Generator) -> Option<Size> {
    let Estimate { nodes, leaves, .. } = generator.estimate();
    let is_exact = generator.shape().is_full() && nodes <= LARGEST_EXACT_COUNT;
    is_exact.then_some(Size { nodes: nodes as u64, leaves: leaves as u64, height: generator.shape().depth })
}

impl Task {
    fn write(&self, tree: &GameTree, path: &Path) -> Result<String, Failure> {
        let tree = tree.unfold(&Progress::new()).map_err(|_| {
            let most = format::grouped(MOST_NODES);
            Failure::Arguments(format!(
                "the tree has more than {most} nodes; choose a smaller --depth, or search without --output, which needs no tree"
            ))
        })?;
        save(&tree, path, self.force)
    }
}

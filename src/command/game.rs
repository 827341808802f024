//! `plyscope game`: searches from a position of a game without its tree, or writes the tree to a file.

use std::path::{Path, PathBuf};

use super::runs::{Details, RunArguments, TreeFacts};
use super::{Failure, save};
use crate::experiment::{MeasuredOnGame, Settings, Summary, measure_on_game};
use crate::game::{AnyGame, Game, GameName, Playable, Prune, Visitor, follow, unfold};
use crate::progress::Progress;
use crate::words;

/// Of larger trees neither the nodes nor the leaves are counted.
const MOST_COUNTED_NODES: u64 = 10_000_000;
/// The most nodes that a tree may have to be written.
const MOST_WRITTEN_NODES: u64 = 2_000_000;

/// Searches from a position of a game, or writes its tree.
#[derive(clap::Args, Debug)]
pub struct GameArguments {
    #[command(subcommand)]
    game: NamedGame,
}

#[derive(clap::Subcommand, Debug)]
enum NamedGame {
    /// Three in a row on three by three squares; a position is written as its rows, X.O/.X./..O
    #[command(name = GameName::TicTacToe.id())]
    TicTacToe(PositionArguments),
    /// Four in a row of falling discs, 6 moves deep; a position is written as the moves, 44533, or the rows from the top, ...O.../..XX...
    #[command(name = GameName::ConnectFour.id())]
    ConnectFour(PositionArguments),
    /// Chess, 3 moves deep; a position is written in FEN
    #[command(name = GameName::Chess.id())]
    Chess(PositionArguments),
    /// Take from one heap; who takes the last object wins. A position is written as the heaps, 3,4,5
    #[command(name = GameName::Nim.id())]
    Nim(PositionArguments),
}

#[derive(clap::Args, Debug)]
struct PositionArguments {
    /// Where the game begins [default: where it usually does]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    #[command(flatten)]
    what: WhatToDo,
}

/// A search, or a file.
#[derive(clap::Args, Debug)]
struct WhatToDo {
    #[command(flatten)]
    runs: RunArguments,
    /// Write the tree to this .json file instead of searching
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["algorithm", "cutoff", "budget", "repeat", "format"])]
    output: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "output")]
    force: bool,
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &GameArguments) -> Result<String, Failure> {
    let (name, arguments) = match &arguments.game {
        NamedGame::TicTacToe(arguments) => (GameName::TicTacToe, arguments),
        NamedGame::ConnectFour(arguments) => (GameName::ConnectFour, arguments),
        NamedGame::Chess(arguments) => (GameName::Chess, arguments),
        NamedGame::Nim(arguments) => (GameName::Nim, arguments),
    };
    let game = match &arguments.position {
        None => AnyGame::from_start(name),
        Some(position) => AnyGame::from_position(name, position)
            .map_err(|error| Failure::Arguments(format!("--position {position}: {error}")))?,
    };
    let depth = arguments.what.runs.depth.or(name.default_depth());
    game.visit(Task { what: &arguments.what, title: name.title(), depth })
}

/// What to do with a game whose name is known here and whose type is not.
struct Task<'a> {
    what: &'a WhatToDo,
    title: &'a str,
    depth: Option<u32>,
}

impl Visitor for Task<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, game: &G) -> Result<String, Failure> {
        match &self.what.output {
            Some(file) => self.write(game, file),
            None => self.search(game),
        }
    }
}

impl Task<'_> {
    fn title<G: Playable>(&self, game: &G) -> String {
        let depth = self
            .depth
            .map_or_else(String::new, |depth| format!(", {} deep", words::count(depth.into(), "move", "moves")));
        format!("{}: {}{depth}", self.title, game.label(&game.root()))
    }

    fn pruned<'g, G: Game>(&self, game: &'g G) -> Prune<'g, G> {
        Prune::new(self.depth.unwrap_or(u32::MAX), game)
    }

    fn search<G: Playable>(&self, game: &G) -> Result<String, Failure> {
        let progress = Progress::new();
        let settings = Settings { depth: self.depth, ..self.what.runs.settings() };
        let size = unfold::size(&self.pruned(game), MOST_COUNTED_NODES, &progress).ok();
        let runs: Vec<MeasuredOnGame<G::Position>> = self
            .what
            .runs
            .algorithms()?
            .into_iter()
            .map(|algorithm| measure_on_game(algorithm, game, settings, &progress))
            .collect();
        let leaves = size.map(|size| size.leaves);
        let summaries: Vec<Summary> = runs.iter().map(|run| run.summary(game, leaves)).collect();
        let tree = TreeFacts {
            title: self.title(game),
            root: game.player(&game.root()),
            nodes: size.map(|size| size.nodes),
            leaves,
            depth: size.map(|size| size.height),
        };
        self.what.runs.print(&summaries, tree, runs.iter().map(|run| details(run, game)))
    }

    fn write<G: Playable>(&self, game: &G, path: &Path) -> Result<String, Failure> {
        let too_large = |_| {
            let most = words::grouped(MOST_WRITTEN_NODES);
            Failure::Arguments(format!(
                "the tree has more than {most} nodes; choose a smaller --depth, or search without --output, which needs no tree"
            ))
        };
        let mut builder =
            unfold::to_tree(&self.pruned(game), MOST_WRITTEN_NODES, &Progress::new()).map_err(too_large)?;
        builder.set_title(self.title(game));
        builder.set_source("Plyscope, from the rules of the game.");
        let Some(tree) = builder.build() else { return Err(Failure::Arguments("the game has no position".into())) };
        save(&tree, path, self.what.force)?;
        Ok(format!("{}: {}\n", path.display(), words::count(tree.len() as u64, "node", "nodes")))
    }
}

fn details<G: Playable>(run: &MeasuredOnGame<G::Position>, game: &G) -> Details {
    let moves = |line: Vec<G::Position>| line.windows(2).map(|step| game.move_name(&step[0], &step[1])).collect();
    let line = run.line.clone();
    Details { moves: line.as_ref().and_then(|line| follow(game, line)).map(moves), line, ..Details::default() }
}

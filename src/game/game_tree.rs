//! The tree of a game from a position to a depth: its title, its size, and the tree itself.

use super::unfold::{Size, Unfinished, to_tree};
use super::{AnyGame, Erased, Stages};
use crate::format;
use crate::progress::Progress;
use crate::tree::{Builder, Tree};

/// The maximum number of nodes of a game's tree in memory: its names take more memory than its nodes.
pub const MOST_NODES: u64 = 2_000_000;

/// The maximum depth of a game's tree. Of the games here only chess has longer lines, and it has infinite ones.
pub const MOST_MOVES: u32 = 4_000;

/// Why a game is not searched deeper than [`MOST_MOVES`].
pub(crate) fn too_deep() -> String {
    format!("a game can be searched to depth {} at most; choose a smaller depth", format::grouped(MOST_MOVES.into()))
}

/// A game from a position to a depth. It identifies a tree, which need not be in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct GameTree {
    /// The game and its initial position.
    pub game: AnyGame,
    /// The depth limit; `None` for the whole game.
    pub depth: Option<u32>,
    /// Whether lines continue beyond the limit at positions that are [dynamic](super::Game::dynamic).
    pub dynamic: bool,
    /// Whether a sooner win and a later loss are better.
    pub sooner: bool,
}

impl GameTree {
    /// The tree to a depth, without further choices; `None` for the whole game.
    pub fn new(game: AnyGame, depth: Option<u32>) -> GameTree {
        GameTree { game, depth, dynamic: false, sooner: false }
    }

    /// The title of the tree.
    pub fn title(&self) -> String {
        let deep = |depth: u32| format!(", {} deep", format::count(depth.into(), "move", "moves"));
        let title = self.game.name().title();
        let about = self.game.game().about_start().map_or_else(String::new, |about| format!(" ({about})"));
        format!("{title}: {}{about}{}", self.game.position(), self.depth.map_or_else(String::new, deep))
    }

    /// The command that creates the tree.
    pub fn source(&self) -> String {
        let limit = self.depth.map_or_else(String::new, |depth| format!(" --depth {depth}"));
        let dynamic = if self.dynamic { " --dynamic" } else { "" };
        let sooner = if self.sooner { " --sooner" } else { "" };
        format!("plyscope game {} --position \"{}\"{limit}{dynamic}{sooner}", self.game.name(), self.game.position())
    }

    /// Sets the title, source and game of a tree that is being built.
    pub fn describe(&self, builder: &mut Builder) {
        builder.set_title(self.title());
        builder.set_source(self.source());
        builder.set_game(self.game.name().id());
    }

    /// The size of the tree, if it has at most [`MOST_NODES`]. Takes memory for one line of play.
    pub fn size(&self, progress: &Progress) -> Result<Size, Unfinished> {
        self.game.game().size(self.stages(), MOST_NODES, progress)
    }

    /// The tree itself, if it has at most [`MOST_NODES`], with labels, names of moves and static values.
    pub fn unfold(&self, progress: &Progress) -> Result<Tree, Unfinished> {
        let mut builder = to_tree(&self.searched(), MOST_NODES, progress)?;
        self.describe(&mut builder);
        // A game has an initial position, so its tree has a root.
        builder.build().map_err(|_| Unfinished::Cancelled)
    }

    /// The same tree with an additional depth limit.
    #[must_use]
    pub fn limited(&self, depth: Option<u32>) -> GameTree {
        let depth = self.depth.map_or(depth, |own| Some(depth.map_or(own, |depth| depth.min(own))));
        GameTree { depth, ..self.clone() }
    }

    /// The stages that turn the tree of the game into this one.
    pub fn stages(&self) -> Stages {
        let sooner = self.sooner;
        Stages { sooner, ..Stages::to_depth(self.depth.unwrap_or(MOST_MOVES)).dynamic(self.dynamic) }
    }

    /// The game in the form that searches take, cut at the depth.
    pub fn searched(&self) -> Erased<'_> {
        self.game.game().searched(self.stages())
    }
}

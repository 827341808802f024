//! A game from a position to a depth: what its tree is called, how large it is, and the tree itself.

use super::unfold::{Size, Unfinished};
use super::{AnyGame, Stages};
use crate::format;
use crate::progress::Progress;
use crate::tree::{Builder, Tree};

/// The most nodes of a game's tree that is kept in memory: its names take more than its nodes.
pub const MOST_NODES: u64 = 2_000_000;

/// The most moves to which a game is cut off. No game but chess has a longer line, and chess has lines without end.
pub const MOST_MOVES: u32 = 4_000;

/// A game from a position to a depth. It says which tree is meant, and need not be in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct GameTree {
    /// The game and the position in which it begins.
    pub game: AnyGame,
    /// After how many moves it is cut off; `None` for the whole game.
    pub depth: Option<u32>,
    /// Whether it goes on below positions that are [dynamic](super::Game::dynamic).
    pub dynamic: bool,
}

impl GameTree {
    /// What the tree is called.
    pub fn title(&self) -> String {
        let deep = |depth: u32| format!(", {} deep", format::count(depth.into(), "move", "moves"));
        let title = self.game.name().title();
        format!("{title}: {}{}", self.game.position(), self.depth.map_or_else(String::new, deep))
    }

    /// The command that makes the tree again.
    pub fn source(&self) -> String {
        let limit = self.depth.map_or_else(String::new, |depth| format!(" --depth {depth}"));
        let dynamic = if self.dynamic { " --dynamic" } else { "" };
        format!("plyscope game {} --position \"{}\"{limit}{dynamic}", self.game.name(), self.game.position())
    }

    /// Says of a tree that is being built that it is this one.
    pub fn describe(&self, builder: &mut Builder) {
        builder.set_title(self.title());
        builder.set_source(self.source());
        builder.set_game(self.game.name().id());
    }

    /// How large the tree is, if it has no more than [`MOST_NODES`]. Takes memory for one line of play.
    pub fn size(&self, progress: &Progress) -> Result<Size, Unfinished> {
        self.game.game().size(self.stages(), MOST_NODES, progress)
    }

    /// The tree itself, if it has no more than [`MOST_NODES`], with labels, names of moves and static values.
    pub fn unfold(&self, progress: &Progress) -> Result<Tree, Unfinished> {
        let mut builder = self.game.game().to_tree(self.stages(), MOST_NODES, progress)?;
        self.describe(&mut builder);
        // A game has a first position, so its tree has a root.
        builder.build().ok_or(Unfinished::Cancelled)
    }

    /// The same, cut off after so many moves if it goes deeper.
    #[must_use]
    pub fn limited(&self, depth: Option<u32>) -> GameTree {
        let depth = self.depth.map_or(depth, |own| Some(depth.map_or(own, |depth| depth.min(own))));
        GameTree { depth, ..self.clone() }
    }

    /// The stages that make the tree of the game's.
    pub fn stages(&self) -> Stages {
        Stages::to_depth(self.depth.unwrap_or(MOST_MOVES)).dynamic(self.dynamic)
    }
}

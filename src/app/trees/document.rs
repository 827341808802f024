//! The open tree.

use std::path::Path;
use std::sync::Arc;

use super::{Source, Subject, Visited};
use crate::app::Settings;
use crate::fingerprint::Fingerprint;
use crate::format::{count, grouped};
use crate::game::GameName;
use crate::tree::edit::History;
use crate::tree::file::Format;
use crate::tree::{Player, Tree};

/// An open tree.
pub(crate) struct Document {
    /// The tree as the algorithms see it.
    pub(crate) tree: Arc<Tree>,
    /// The game, if the tree is only its visited part.
    pub(crate) visited: Option<Visited>,
    pub(crate) source: Source,
    /// The game whose positions the labels are.
    pub(crate) game: Option<GameName>,
    /// The player at the root in the file.
    pub(crate) file_root: Player,
    /// Whether it is the tree of a trace, which determines the player.
    pub(crate) is_traced: bool,
    /// A number that identifies this open tree.
    pub(crate) serial: u64,
    /// The changes since it was opened.
    pub(crate) history: History,
    /// Its file as it was when the tree was read from it, or written there.
    pub(crate) on_disk: Option<Fingerprint>,
}

impl Document {
    /// The player that should move at the root.
    pub(crate) fn root_player(&self, chosen: Option<Player>) -> Player {
        chosen.filter(|_| self.has_free_root()).unwrap_or(self.file_root)
    }

    /// Whether the player at the root can be chosen.
    pub(crate) fn has_free_root(&self) -> bool {
        self.visited.is_none() && !self.is_traced
    }

    /// Why the tree cannot be edited, if it cannot.
    pub(crate) fn why_fixed(&self) -> Option<&'static str> {
        if self.visited.is_some() {
            Some("this is only the visited part of a game, which cannot be changed; open the game with a smaller depth")
        } else if self.is_traced {
            Some("this is the tree of a trace, which cannot be changed; save it as .json and open that")
        } else {
            None
        }
    }

    /// The whole tree; `None` where only a part of a game is shown.
    pub(crate) fn whole_tree(&self) -> Option<&Arc<Tree>> {
        self.visited.is_none().then_some(&self.tree)
    }

    /// The file that Save writes over; `None` if it asks for one.
    pub(crate) fn file_to_save(&self) -> Option<&Path> {
        let Source::File(path, asked) = &self.source else { return None };
        asked.format.or(Format::of_name(path)).is_some_and(Format::is_written).then_some(path)
    }

    /// What the algorithms search.
    pub(crate) fn subject(&self, settings: Settings) -> Subject {
        match &self.visited {
            Some(visited) => Subject::Game(Arc::new(visited.game.limited(settings.depth))),
            None => Subject::Tree(Arc::clone(&self.tree)),
        }
    }

    /// The size of the tree, for people.
    pub(crate) fn size(&self) -> String {
        let nodes = count(self.tree.len() as u64, "node", "nodes");
        let depth = grouped(self.tree.height().into());
        if self.visited.is_some() {
            return format!("{nodes} shown, down to ply {depth}");
        }
        format!("{nodes}, {}, depth {depth}", count(self.tree.leaf_count() as u64, "leaf", "leaves"))
    }
}

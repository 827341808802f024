//! The jobs that load trees.

use std::sync::Arc;

use eframe::egui;

use super::{Document, LoadError, Opened, Source};
use crate::app::Job;
use crate::tree::edit::Moved;
use crate::tree::{NodeId, Player, Tree};

/// The purpose of a load.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Task {
    Open(Source),
    /// Sets the player at the root of the open tree.
    SetRootPlayer,
}

/// The result of a load.
pub(crate) enum Loaded {
    /// Another tree, and who moves at its root in its file.
    Opened(Box<Opened>, Player),
    /// The open tree with another player at its root.
    Tree(Tree),
}

/// A load in progress.
pub(crate) struct Loading {
    pub(crate) task: Task,
    pub(crate) job: Job<Result<Loaded, LoadError>>,
}

impl Loading {
    /// Reads a tree, and sets the chosen player at its root. `before` is an earlier state of the same tree.
    pub(crate) fn open(
        ctx: &egui::Context,
        source: Source,
        root: Option<Player>,
        before: Option<Arc<Tree>>,
    ) -> Loading {
        let task = Task::Open(source.clone());
        let job = Job::start(ctx, "plyscope open", move |progress| {
            let mut opened = source.read(progress)?;
            if before.is_some() {
                // Only the tree is read again; how it is shown stays.
                opened.session = None;
            }
            let file_root = opened.tree.player(NodeId::ROOT);
            let root = opened.session.as_ref().map_or(root, |session| session.search.root);
            // The player at the root of a game too large to unfold is given by its position; that of a trace, by the trace.
            let is_free = opened.visited.is_none() && opened.traced.is_none();
            opened.tree = with_root_player(opened.tree, root.filter(|_| is_free).unwrap_or(file_root));
            opened.moved = before.map(|before| (before.identity(), Moved::between(&before, &opened.tree)));
            Ok(Loaded::Opened(Box::new(opened), file_root))
        });
        Loading { task, job }
    }

    /// Sets a player at the root of the open tree.
    pub(crate) fn set_root_player(ctx: &egui::Context, document: &Document, player: Player) -> Loading {
        let tree = Arc::clone(&document.tree);
        let job =
            Job::start(ctx, "plyscope root", move |_| Ok(Loaded::Tree(with_root_player(Tree::clone(&tree), player))));
        Loading { task: Task::SetRootPlayer, job }
    }

    /// A description of the load, for people.
    pub(crate) fn words(&self) -> String {
        match &self.task {
            Task::Open(source @ Source::Random(_)) => format!("Drawing {}", source.name()),
            Task::Open(source @ Source::Game(_)) => format!("Building {}", source.name()),
            Task::Open(source) => format!("Opening {}", source.name()),
            Task::SetRootPlayer => "Changing the root's player".into(),
        }
    }

    /// What is done first, until the amount of work is known, for people.
    pub(crate) fn beginning(&self) -> &'static str {
        match &self.task {
            Task::Open(Source::Game(_)) => "counting its nodes",
            Task::Open(Source::Random(_)) => "estimating its size",
            Task::Open(_) => "reading",
            Task::SetRootPlayer => "copying the tree",
        }
    }
}

fn with_root_player(mut tree: Tree, player: Player) -> Tree {
    if tree.player(NodeId::ROOT) != player {
        tree.set_root_player(player);
    }
    tree
}

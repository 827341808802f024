//! The open tree, and the jobs that bring one.

use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::job::Job;
use crate::tree::file::{self, Format, ParseError};
use crate::tree::{NodeId, Player, Tree};

/// The tree that a newcomer sees.
const SAMPLE: &str = include_str!("../../sample_trees/wikipedia.json");

/// An open tree.
pub(super) struct Document {
    /// The tree as the algorithms see it.
    pub(super) tree: Arc<Tree>,
    /// Where it came from; `None` is the embedded sample.
    pub(super) path: Option<PathBuf>,
    /// Who moves at the root in the file.
    pub(super) file_root: Player,
    /// Tells one open tree from the next.
    pub(super) serial: u64,
}

impl Document {
    /// The title, or the file's name.
    pub(super) fn title(&self) -> String {
        let title = self.tree.title();
        if !title.is_empty() {
            return title.to_owned();
        }
        self.path.as_deref().map_or_else(|| "untitled".into(), file_name)
    }

    /// Who should move at the root.
    pub(super) fn root_player(&self, chosen: Option<Player>) -> Player {
        chosen.unwrap_or(self.file_root)
    }
}

/// The last part of a path, for people.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Where a tree comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Sample,
    File(PathBuf),
    /// The open tree, with the other player at the root.
    OpenTree,
}

/// What a loading job hands in.
pub(super) struct Loaded {
    pub(super) tree: Tree,
    pub(super) file_root: Player,
}

/// Why there is no tree; `None` where the user cancelled.
pub(super) type LoadError = Option<String>;

/// A tree on its way.
pub(super) struct Loading {
    pub(super) source: Source,
    pub(super) job: Job<Result<Loaded, LoadError>>,
}

impl Loading {
    /// Reads the embedded sample or a file, and puts the chosen player at its root.
    pub(super) fn start(ctx: &egui::Context, source: Source, root: Option<Player>) -> Loading {
        let read = source.clone();
        let job = Job::start(ctx, "plyscope open", move |progress| {
            let tree = match &read {
                Source::File(path) => file::open(path, progress)
                    .map_err(|error| (error.error != ParseError::Cancelled).then(|| error.to_string()))?,
                _ => file::parse(Some(Format::Json), SAMPLE.as_bytes(), progress)
                    .map_err(|error| Some(error.to_string()))?,
            };
            let file_root = tree.player(NodeId::ROOT);
            let tree = with_root_player(tree, root.unwrap_or(file_root));
            Ok(Loaded { tree, file_root })
        });
        Loading { source, job }
    }

    /// Puts a player at the root of the open tree.
    pub(super) fn turn(ctx: &egui::Context, document: &Document, player: Player) -> Loading {
        let (tree, file_root) = (Arc::clone(&document.tree), document.file_root);
        let job = Job::start(ctx, "plyscope root", move |_| {
            Ok(Loaded { tree: with_root_player(Tree::clone(&tree), player), file_root })
        });
        Loading { source: Source::OpenTree, job }
    }

    /// What is being done, for people.
    pub(super) fn words(&self) -> String {
        match &self.source {
            Source::Sample => "Opening the sample".into(),
            Source::File(path) => format!("Opening {}", file_name(path)),
            Source::OpenTree => "Changing the root's player".into(),
        }
    }
}

fn with_root_player(mut tree: Tree, player: Player) -> Tree {
    if tree.player(NodeId::ROOT) != player {
        tree.set_root_player(player);
    }
    tree
}

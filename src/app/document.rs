//! The open tree, and the jobs that bring one.

use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::job::Job;
use crate::progress::Progress;
use crate::tree::file::{self, Format, ParseError};
use crate::tree::{Builder, NodeId, Player, Tree};

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
            let tree = with_root_player(tree, root.unwrap_or(file_root), progress)?;
            Ok(Loaded { tree, file_root })
        });
        Loading { source, job }
    }

    /// Puts a player at the root of the open tree.
    pub(super) fn turn(ctx: &egui::Context, document: &Document, player: Player) -> Loading {
        let (tree, file_root) = (Arc::clone(&document.tree), document.file_root);
        let job = Job::start(ctx, "plyscope root", move |progress| {
            let tree = turned(&tree, progress)?;
            debug_assert_eq!(tree.player(NodeId::ROOT), player);
            Ok(Loaded { tree, file_root })
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

fn with_root_player(tree: Tree, player: Player, progress: &Progress) -> Result<Tree, LoadError> {
    if tree.player(NodeId::ROOT) == player { Ok(tree) } else { turned(&tree, progress) }
}

/// The same tree with MAX and MIN in each other's place.
fn turned(tree: &Tree, progress: &Progress) -> Result<Tree, LoadError> {
    let mut builder = Builder::new();
    builder.set_title(tree.title());
    builder.set_source(tree.source());
    builder.set_root_player(tree.player(NodeId::ROOT).opponent());
    for node in tree.nodes() {
        if node.index() % 65_536 == 0 && progress.is_cancelled() {
            return Err(None);
        }
        while builder.open_count() > tree.depth(node) as usize {
            builder.close();
        }
        let copy = builder.open().map_err(|error| Some(error.to_string()))?;
        builder.set_value(copy, tree.value(node));
        if tree.parent(node).is_some_and(|parent| tree.player(parent) == tree.player(node)) {
            builder.set_player(copy, tree.player(node).opponent());
        }
        if let Some(label) = tree.label(node) {
            builder.set_label(copy, label);
        }
        if let Some(name) = tree.move_name(node) {
            builder.set_move(copy, name);
        }
    }
    builder.build().ok_or(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_tree_twice_gives_it_back() {
        let text = r#"{"title": "t", "root": "min", "tree": [[1, {"value": 2, "label": "l", "move": "m"}],
            {"player": "min", "value": 7, "children": [null, 3]}, 5]}"#;
        let tree = file::parse(Some(Format::Json), text.as_bytes(), &Progress::new()).unwrap();
        let other = turned(&tree, &Progress::new()).unwrap();
        assert!(tree.nodes().all(|node| other.player(node) == tree.player(node).opponent()));
        assert_eq!(turned(&other, &Progress::new()), Ok(tree));
    }

    #[test]
    fn the_embedded_sample_is_a_tree() {
        let tree = file::parse(Some(Format::Json), SAMPLE.as_bytes(), &Progress::new()).unwrap();
        assert_eq!((tree.leaf_count(), tree.player(NodeId::ROOT)), (14, Player::Max));
    }
}

//! A session without a window: its tree, and the runs that its panes would show.

use std::path::{Path, PathBuf};

use super::{Failure, wrong_file};
use crate::experiment::Settings;
use crate::experiment::trace::{OpenError, Opened};
use crate::format;
use crate::game::Stages;
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::session::{Search, Session, SessionTree, read_file};
use crate::tree::Tree;

/// What a session shows.
pub(super) fn open(path: &Path, progress: &Progress) -> Result<(Opened, Vec<Algorithm>, Settings), Failure> {
    let Session { tree, search, .. } = read_file(path, progress).map_err(OpenError::Tree)?;
    let opened = opened(path, &tree, &search, progress)?;
    let stages = Stages { prune: search.depth, ..Stages::default() };
    let settings = Settings { cutoff: search.cutoff, stages, budget: search.budget, ..Settings::default() };
    let mut algorithms = search.algorithms;
    if algorithms.is_empty() {
        algorithms = Algorithm::usual();
    }
    algorithms.extend(search.pipeline.map(Algorithm::of_pipeline));
    Ok((opened, algorithms, settings))
}

/// The tree of a session.
pub(super) fn open_tree(path: &Path, progress: &Progress) -> Result<Opened, Failure> {
    let session = read_file(path, progress).map_err(OpenError::Tree)?;
    opened(path, &session.tree, &session.search, progress)
}

/// The file of the tree that a session shows, if it names one.
pub(super) fn file_of(path: &Path) -> Option<PathBuf> {
    match read_file(path, &Progress::new()).ok()?.tree {
        SessionTree::File(file) => Some(file.path_from(path.parent())),
        _ => None,
    }
}

/// Opens a tree with the root player of the session. A file of a tree is read only where it is beside the session.
fn opened(path: &Path, tree: &SessionTree, search: &Search, progress: &Progress) -> Result<Opened, Failure> {
    let whole = |tree: Tree| Opened { tree, reading: None, traced: None };
    let mut opened = match tree {
        SessionTree::Itself(tree) => whole(tree.as_ref().clone().titled("Tree of a session")),
        SessionTree::File(file) if file.is_beside() => {
            Opened::from_file(&file.path_from(path.parent()), file.asked, progress)?
        }
        SessionTree::File(file) => {
            let file = format::file(&file.path);
            let message = format!("shows the tree of {file}, which is elsewhere; open that file itself");
            return Err(wrong_file(path, message));
        }
        SessionTree::Random(tree) => {
            let built = tree.generator.build(tree.seed, tree.static_noise, progress);
            whole(built.map_err(|error| wrong_file(path, error))?)
        }
        SessionTree::Game(game) => {
            let message = "the tree of the game is too large to be held whole; use plyscope game";
            whole(game.unfold(progress).map_err(|_| wrong_file(path, message))?)
        }
    };
    if let Some(player) = search.root.filter(|_| opened.traced.is_none()) {
        opened.tree.set_root_player(player);
    }
    Ok(opened)
}

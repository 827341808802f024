//! Where trees come from.

use std::path::PathBuf;
use std::sync::Arc;

use super::{FoundTree, SessionSource};
use crate::app::{Action, FileAction};
use crate::format::file_name;
use crate::game::GameTree;
use crate::generate::RandomTree;
use crate::tree::edit::History;
use crate::tree::file::{Asked, Question};
use crate::tree::samples::Sample;

/// A new tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewTree {
    /// Every node above the depth has this many children, and every leaf is 0.
    Shape {
        /// The children of a node.
        branching: u32,
        /// The depth of the leaves.
        depth: u32,
    },
    /// A text in any format.
    Text {
        /// The text.
        text: String,
        /// How it is read.
        asked: Asked,
    },
}

/// Where a tree comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    Game(GameTree),
    Random(RandomTree),
    New(NewTree),
    Sample(&'static Sample),
    Found(Arc<FoundTree>),
    File(PathBuf, Asked),
    Session(SessionSource),
}

/// The reason why a tree was not opened.
pub(crate) enum LoadError {
    /// The user cancelled.
    Cancelled,
    /// The reason, in words.
    Failed(String),
    /// The session names a file that the user did not ask to open; if the user agrees, it is opened like this.
    Asks(PathBuf, Box<Source>),
    /// The text is a tree in several ways; the answer says how it is read from there.
    Which(Box<Question>, Box<Source>),
}

impl LoadError {
    /// For this reason; without one because it was cancelled.
    pub(super) fn of(reason: Option<String>) -> LoadError {
        reason.map_or(LoadError::Cancelled, LoadError::Failed)
    }
}

impl Source {
    /// The history of a tree that was just opened; typed trees have not been saved.
    pub(super) fn history(&self) -> History {
        match self {
            Source::New(NewTree::Text { .. }) => History::unsaved(),
            Source::Session(session) if session.path().is_none() => History::unsaved(),
            _ => History::default(),
        }
    }

    /// Its location, for people.
    pub(crate) fn location(&self) -> String {
        match self {
            Source::Game(tree) => tree.source(),
            Source::Random(tree) => tree.generator.command(tree.seed, tree.static_noise),
            Source::New(_) => "Made here".into(),
            Source::Sample(_) => "A sample that is part of Plyscope".into(),
            Source::Found(found) => found.command(),
            Source::File(path, _) => path.display().to_string(),
            Source::Session(session) => session.location(),
        }
    }

    /// The action that reads it in another way; `None` if it is no text.
    pub(crate) fn read_as(&self, asked: Asked) -> Option<Action> {
        let action = match self {
            Source::File(path, _) => FileAction::OpenAs(path.clone(), asked),
            Source::New(NewTree::Text { text, .. }) => FileAction::Create(NewTree::Text { text: text.clone(), asked }),
            _ => return None,
        };
        Some(Action::File(action))
    }

    pub(super) fn name(&self) -> String {
        match self {
            Source::Game(tree) => format!("the tree of {}", tree.game.name().title()),
            Source::Random(tree) => format!("a random tree, {}", tree.generator),
            Source::New(_) => "the new tree".into(),
            Source::Sample(sample) => sample.title.to_owned(),
            Source::Found(_) => "the tree that was found".into(),
            Source::File(path, _) => file_name(path),
            Source::Session(session) => session.name(),
        }
    }
}

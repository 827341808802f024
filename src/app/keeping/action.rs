//! Actions on files: opening, making, saving.

use std::path::PathBuf;

use crate::app::trees::session_source::SessionSource;
use crate::app::{Action, NewTree, RandomTree};
use crate::game::GameTree;
use crate::tree::samples::Sample;

/// Something that the user asked for with a tree, a session or their files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAction {
    /// Ask the desktop for a file and open it.
    ChooseFile,
    /// Ask for a file's path in a field and open it.
    TypePath,
    /// Open a file.
    Open(PathBuf),
    /// Open a session that was pasted, or one that may read its file.
    OpenSession(SessionSource),
    /// Open an embedded sample.
    OpenSample(&'static Sample),
    /// Show the dialog for a random tree.
    NewRandomTree,
    /// Draw a random tree and open it.
    Generate(RandomTree),
    /// Show the dialog for a game and a position.
    NewGame,
    /// Unfold a game's tree and open it.
    Unfold(GameTree),
    /// Show the dialog for a new tree.
    NewTree,
    /// Make a tree and open it.
    Create(NewTree),
    /// Save the tree to its file, and then carry out another action.
    Save(Option<Box<Action>>),
    /// Ask for a file and save the tree there.
    SaveAs(Option<Box<Action>>),
    /// Save the tree to a file, and then carry out another action.
    SaveTo {
        /// The file.
        path: PathBuf,
        /// Whether an existing file may be replaced.
        replace: bool,
        /// The action after saving.
        then: Option<Box<Action>>,
    },
    /// Save the tree to a file, whatever is there and whatever of the tree it has no room for, and then carry out another action.
    SaveAnyway(PathBuf, Option<Box<Action>>),
    /// Open the work that an earlier run has left behind.
    RestoreWork,
    /// Remove the work that an earlier run has left behind.
    DiscardWork,
    /// Ask for a file and save the session there.
    SaveSession,
    /// Save the session to a file.
    SaveSessionTo {
        /// The file.
        path: PathBuf,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
    /// Put the session on the clipboard as a text.
    CopySession,
    /// Read the file of the tree again.
    Reload,
    /// Carry out an action although the tree has unsaved changes.
    Discard(Box<Action>),
    /// Cancel opening a file.
    CancelLoading,
    /// Clear the list of recent files.
    ClearRecent,
}

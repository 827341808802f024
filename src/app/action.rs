//! Actions: what the panels ask for.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::ThemePreference;

use super::dialogs::JudgeChoices;
use super::export::PictureRequest;
use super::trees::{FoundTree, SessionSource};
use super::{
    Destination, EditAction, ExperimentAction, Export, NewTree, Page, RandomTree, RunAction, TimeAction, TourAction,
    ViewAction,
};
use crate::exercise::Class;
use crate::experiment::comparison::Sort;
use crate::game::GameTree;
use crate::search::Algorithm;
use crate::search::catalogue::Entry;
use crate::tree::file::Asked;
use crate::tree::samples::Sample;

/// Something the user asked for; `act` carries it out.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Opening, making, saving.
    File(FileAction),
    /// Changing the open tree.
    Edit(EditAction),
    /// What the drawings show.
    View(ViewAction),
    /// The runs on the open tree.
    Run(RunAction),
    /// The time line.
    Time(TimeAction),
    /// The tour.
    Tour(TourAction),
    /// Sweeps.
    Experiment(ExperimentAction),
    /// Show or hide the history of changes.
    ToggleHistory,
    /// Dismiss the error message.
    DismissError,
    /// Dismiss the note.
    DismissNote,
    /// Close the window; asks first if something would be lost.
    Quit,
    /// Close the window without asking.
    QuitAnyway,
    /// Show the trees or the experiments.
    ShowPage(Page),
    /// Show the bar that finds nodes, and type there.
    Find,
    /// Hide that bar.
    CloseFind,
    /// Show the dialog for exporting the drawings.
    ChoosePicture,
    /// Export the drawings.
    ExportPicture(PictureRequest, Destination),
    /// Show only drawings and time line on the whole screen, or everything again.
    TogglePresenter,
    /// Show everything at a multiple of its normal size.
    SetSize(f32),
    /// Choose the light, dark or system theme.
    SetTheme(ThemePreference),
    /// Show or hide the inspector.
    ToggleInspector,
    /// Show or hide the comparison.
    ToggleComparison,
    /// Show these columns of the comparison, by their titles, and the first one.
    ShowColumns(Vec<String>),
    /// Sort the comparison by a column, or as the panes are.
    SortComparison(Option<Sort>),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Write a table or a chart to a file or the clipboard.
    Export(Export, Destination),
    /// Show the dialog for an algorithm with a parameter.
    ChooseNumber(&'static Entry),
    /// Show the dialog that judges a program.
    ShowJudge,
    /// Remember what was chosen there.
    KeepJudge(JudgeChoices),
    /// Show the dialog that finds a tree on which two searches differ.
    ShowFindTree,
    /// Practise on the open tree with the marked search.
    PractiseHere,
    /// Say what has failed.
    Fail(String),
    /// Show the page of an algorithm.
    ShowAlgorithm(Algorithm),
    /// Show the command palette.
    ShowPalette,
    /// Show the keyboard shortcuts.
    ShowShortcuts,
    /// Show the information about Plyscope.
    ShowAbout,
    /// Close the dialog.
    CloseModal,
}

/// Each kind of action is an action.
macro_rules! kinds {
    ($($kind:ident: $action:ident),*) => {$(
        impl From<$action> for Action {
            fn from(action: $action) -> Action {
                Action::$kind(action)
            }
        }
    )*};
}

kinds!(File: FileAction, Edit: EditAction, View: ViewAction, Run: RunAction, Time: TimeAction, Tour: TourAction);
kinds!(Experiment: ExperimentAction);

/// Something that the user asked for with a tree, a session or their files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAction {
    /// Ask the desktop for a file and open it.
    ChooseFile,
    /// Ask for a file's path in a field and open it.
    TypePath,
    /// Open a file.
    Open(PathBuf),
    /// Open a tree whose text is read in a way that was chosen.
    OpenAs(PathBuf, Asked),
    /// Open a session that was pasted, or one that may read its file.
    OpenSession(SessionSource),
    /// Open an embedded sample.
    OpenSample(&'static Sample),
    /// Open a tree on which two searches differ, with the difference.
    OpenFound(Arc<FoundTree>),
    /// Show the dialog for a random tree.
    NewRandomTree,
    /// Show the dialog for exercises.
    NewExercise,
    /// Practise exercises of a class, beginning with a seed.
    Practise(Box<Class>, u64),
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

//! Actions: what the panels ask for.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::ThemePreference;

use super::canvas::Kind;
use super::dialogs::picture::PictureRequest;
use super::timeline::{Jump, Race};
use super::trees::folding::FoldMode;
use super::trees::session_source::SessionSource;
use super::{Destination, ExperimentAction, Export, NewTree, Page, RandomTree, Settings};
use crate::draw::Options;
use crate::experiment::comparison::Sort;
use crate::game::GameTree;
use crate::search::Algorithm;
use crate::search::catalogue::Entry;
use crate::search::hughes::Pipeline;
use crate::tree::edit::{Edit, Gesture};
use crate::tree::samples::Sample;
use crate::tree::{NodeId, Value};

/// Something the user asked for; `act` carries it out.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
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
    /// Change the open tree.
    Edit(Edit),
    /// Try a value at a leaf while it is dragged; one gesture is one step in the history.
    WhatIf(NodeId, Value, Gesture),
    /// Take back what a gesture has changed.
    GiveUp(Gesture),
    /// Undo the last change.
    Undo,
    /// Redo the change that was undone.
    Redo,
    /// Go to the state after a number of steps of the history.
    GoToStep(usize),
    /// Show or hide the history of changes.
    ToggleHistory,
    /// Move a node one position forward or back among its siblings.
    MoveAmongSiblings(NodeId, bool),
    /// Focus the field with the value of the selected node, and select its text.
    EditValue,
    /// Copy a node and its subtree to the clipboard as text.
    CopySubtree(NodeId),
    /// Request the text on the clipboard, to paste it.
    RequestPaste,
    /// Paste a text at the node that is selected; without one, say why that is not possible.
    PasteText(Option<NodeId>, Arc<String>),
    /// Save the tree to its file, and then carry out another action.
    Save(Option<Box<Action>>),
    /// Ask for a file and save the tree there.
    SaveAs(Option<Box<Action>>),
    /// Save the tree to a file, which may be replaced or not, and then carry out another action.
    SaveTo(PathBuf, bool, Option<Box<Action>>),
    /// Save the tree to a file, whatever that has and whatever of the tree it has no room for, and do something then.
    SaveAnyway(PathBuf, Option<Box<Action>>),
    /// Open the work that an earlier run has left behind.
    RestoreWork,
    /// Remove the work that an earlier run has left behind.
    DiscardWork,
    /// Ask for a file and save the session there.
    SaveSession,
    /// Save the session to a file, which may be replaced or not.
    SaveSessionTo(PathBuf, bool),
    /// Put the session on the clipboard as a text.
    CopySession,
    /// Ask for the title, the source and the players of the tree.
    AskForProperties,
    /// Read the file of the tree again.
    Reload,
    /// Carry out an action although the tree has unsaved changes.
    Discard(Box<Action>),
    /// Cancel opening a file.
    CancelLoading,
    /// Cancel the change that is being made.
    CancelChange,
    /// Dismiss the error message.
    DismissError,
    /// Dismiss the note.
    DismissNote,
    /// Clear the list of recent files.
    ClearRecent,
    /// Close the window; asks first if something would be lost.
    Quit,
    /// Close the window without asking.
    QuitAnyway,
    /// Show the trees or the experiments.
    ShowPage(Page),
    /// An action on experiments.
    Experiment(ExperimentAction),
    /// Show the whole tree.
    Fit,
    /// Magnify the drawings.
    Zoom(f32),
    /// Show or hide the search bar.
    ToggleFind,
    /// Show the dialog for exporting the drawings.
    ChoosePicture,
    /// Export the drawings.
    ExportPicture(PictureRequest, Destination),
    /// Show or hide the difference of two searches.
    ToggleDifference,
    /// Show the difference of these two searches.
    Compare([Algorithm; 2]),
    /// Go to a difference, by its index.
    GoToDifference(usize),
    /// Show or hide the state of the machine.
    ToggleMachine,
    /// Show only drawings and time line on the whole screen, or everything again.
    TogglePresenter,
    /// Show or hide the time line.
    ToggleTimeline,
    /// Go to a step of the marked search.
    Jump(Jump),
    /// Play, or pause.
    TogglePlay,
    /// Play at a speed, by its index.
    SetSpeed(usize),
    /// Change how the other panes follow.
    SetRace(Race),
    /// Go to the step at which the bound was set, or back.
    GoToCause,
    /// Return to the previous view.
    ViewBack,
    /// Zoom to the selected node and its subtree.
    ZoomToSelection,
    /// Switch animated movements on or off.
    ToggleReducedMotion,
    /// Draw trees in another way.
    SetKind(Kind),
    /// Change what the drawings show.
    SetOptions(Options),
    /// Change the fold mode.
    SetFoldMode(FoldMode),
    /// Fold or unfold what is below a node.
    ToggleFold(NodeId),
    /// Open a fold, by its index.
    OpenFold(usize),
    /// Fold everything below a depth.
    FoldBelow(u32),
    /// Maximise an algorithm's pane, or restore it.
    Maximise(Algorithm),
    /// Arrange the panes in a grid again.
    ResetLayout,
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
    /// Show or hide Hughes' pipeline.
    TogglePipeline,
    /// Change the stages of Hughes' pipeline.
    SetPipeline(Pipeline),
    /// Run every algorithm again.
    Rerun,
    /// Change the settings of the runs.
    Set(Settings),
    /// Add a pane with an algorithm.
    Add(Algorithm),
    /// Remove an algorithm's pane.
    Remove(Algorithm),
    /// Cancel an algorithm's run.
    CancelRun(Algorithm),
    /// Bring an algorithm's pane to the front.
    Focus(Algorithm),
    /// Select a node, or none.
    Select(Option<NodeId>),
    /// Select a node and bring it into view.
    SelectAndReveal(NodeId),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Write a table or a chart to a file or the clipboard.
    Export(Export, Destination),
    /// Show the dialog for an algorithm with a parameter.
    ChooseNumber(&'static Entry),
    /// Show the page of an algorithm.
    ShowAlgorithm(Algorithm),
    /// Begin the tour.
    StartTour,
    /// Offer the tour no more.
    DeclineTour,
    /// Do the step of the tour, or turn to the next one.
    GoOnWithTour,
    /// End the tour.
    EndTour,
    /// Show panes with these algorithms, and no others.
    ShowOnly(Vec<Algorithm>),
    /// Show the command palette.
    ShowPalette,
    /// Show the keyboard shortcuts.
    ShowShortcuts,
    /// Show the information about Plyscope.
    ShowAbout,
    /// Close the dialog.
    CloseModal,
}

//! What panels ask for.

use std::path::PathBuf;

use eframe::egui::ThemePreference;

use super::canvas::Kind;
use super::dialogs::picture::PictureRequest;
use super::timeline::{Jump, Race};
use super::trees::folding::FoldMode;
use super::trees::session_source::SessionSource;
use super::{Destination, ExperimentAction, Export, NewTree, Page, RandomTree, Settings};
use crate::draw::Options;
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
    /// Ask for the law of a random tree.
    NewRandomTree,
    /// Draw a tree at random and open it.
    Generate(RandomTree),
    /// Ask for a game and a position.
    NewGame,
    /// Write a game's tree out and open it.
    Unfold(GameTree),
    /// Ask for a tree of one's own.
    NewTree,
    /// Make a tree and open it.
    Create(NewTree),
    /// Change the open tree.
    Edit(Edit),
    /// Try a value at a leaf while it is dragged; one gesture is one step of the history.
    WhatIf(NodeId, Value, Gesture),
    /// Take back what a gesture has changed.
    GiveUp(Gesture),
    /// Take the last change back.
    Undo,
    /// Make the change again that was taken back.
    Redo,
    /// Go to where so many steps of the history are made.
    GoToStep(usize),
    /// Show or hide the history of changes.
    ToggleHistory,
    /// Put a node one place further among its siblings, or one place back.
    MoveAmongSiblings(NodeId, bool),
    /// Begin to type the value of the selected node, or go on.
    TypeValue(String),
    /// Go to the field with the value of the selected node.
    EditValue,
    /// Put a node and all below it on the clipboard as text.
    CopySubtree(NodeId),
    /// Ask for the text on the clipboard, to be pasted.
    RequestPaste,
    /// Paste a text at a node.
    PasteText(NodeId, String),
    /// Save the tree to its file, and do something then.
    Save(Option<Box<Action>>),
    /// Ask for a file and save the tree there.
    SaveAs,
    /// Save the tree to a file, which may be replaced or not, and do something then.
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
    /// Open the file of the tree again, as it is now.
    Reload,
    /// Do something although the tree has changes that are not saved.
    Discard(Box<Action>),
    /// Stop opening the file that is being opened.
    CancelLoading,
    /// Take the error message away.
    DismissError,
    /// Take the note away.
    DismissNote,
    /// Forget the files opened before.
    ClearRecent,
    /// Close the window; where something would be lost that is asked first.
    Quit,
    /// Close the window without asking.
    QuitAnyway,
    /// Show the trees or the experiments.
    ShowPage(Page),
    /// Something about experiments.
    Experiment(ExperimentAction),
    /// Show the whole tree.
    Fit,
    /// Magnify the drawings.
    Zoom(f32),
    /// Show the field that finds nodes, or take it away.
    ToggleFind,
    /// Ask how the drawings are to be exported.
    ChoosePicture,
    /// Export the drawings.
    ExportPicture(PictureRequest, Destination),
    /// Show the difference of two searches, or take it away.
    ToggleDifference,
    /// Show the difference of these two searches.
    Compare([Algorithm; 2]),
    /// Go to a difference, by its number.
    GoToDifference(usize),
    /// Show or hide the machine of the moment.
    ToggleMachine,
    /// Show only drawings and time line, on the whole screen, or all again.
    TogglePresenter,
    /// Show the time line, or take it away.
    ToggleTimeline,
    /// Go somewhere in the story of the marked search.
    Jump(Jump),
    /// Play, or pause.
    TogglePlay,
    /// Play at a speed, by its index.
    SetSpeed(usize),
    /// Let the other panes follow in another way.
    SetRace(Race),
    /// Go to when the bound of this step was set, or back.
    GoToCause,
    /// Go back to the view before.
    ViewBack,
    /// Zoom to the selected node and what is below it.
    ZoomToSelection,
    /// Move at once wherever the view goes, or smoothly again.
    ToggleReducedMotion,
    /// Draw trees in another way.
    SetKind(Kind),
    /// Show other things in the drawings.
    SetOptions(Options),
    /// Fold by another mode.
    SetFoldMode(FoldMode),
    /// Fold what is below a node, or open it.
    ToggleFold(NodeId),
    /// Open a fold, by its number.
    OpenFold(usize),
    /// Fold everything below a depth.
    FoldBelow(u32),
    /// Give an algorithm's pane all the room, or take it back.
    Maximise(Algorithm),
    /// Put the panes into a grid again.
    ResetLayout,
    /// Show everything at a multiple of its normal size.
    SetSize(f32),
    /// Choose light, dark or the desktop's theme.
    SetTheme(ThemePreference),
    /// Show or hide the inspector.
    ToggleInspector,
    /// Show or hide the comparison.
    ToggleComparison,
    /// Show or hide Hughes' pipeline.
    TogglePipeline,
    /// Put other stages into Hughes' pipeline.
    SetPipeline(Pipeline),
    /// Run every algorithm again.
    Rerun,
    /// Run with other settings.
    Set(Settings),
    /// Add a pane with an algorithm.
    Add(Algorithm),
    /// Remove an algorithm's pane.
    Remove(Algorithm),
    /// Stop an algorithm's run.
    CancelRun(Algorithm),
    /// Bring an algorithm's pane to the front.
    Focus(Algorithm),
    /// Select a node, or none.
    Select(Option<NodeId>),
    /// Select a node and bring it in sight.
    SelectAndReveal(NodeId),
    /// Put a text on the clipboard.
    Copy(String),
    /// Write a table or a chart to a file or the clipboard.
    Export(Export, Destination),
    /// Ask for the number of an algorithm that has one, and add it.
    ChooseNumber(&'static Entry),
    /// Say what an algorithm is.
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
    /// Show everything that can be done, to be searched.
    ShowPalette,
    /// Show the keys.
    ShowShortcuts,
    /// Say what Plyscope is.
    ShowAbout,
    /// Take the dialog in front away.
    CloseModal,
}

//! Actions: what the panels ask for.

use eframe::egui::ThemePreference;

use super::dialogs::picture::PictureRequest;
use super::{
    Destination, EditAction, ExperimentAction, Export, FileAction, Page, RunAction, TimeAction, TourAction, ViewAction,
};
use crate::experiment::comparison::Sort;
use crate::search::Algorithm;
use crate::search::catalogue::Entry;

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

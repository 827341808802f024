//! Actions on experiments.

use std::path::PathBuf;

use crate::app::Destination;
use crate::app::export::ChartRequest;
use crate::experiment::sweep::{Preset, Spec, View};

/// Something that the user asked for; `act` carries it out.
#[derive(Clone, Debug, PartialEq)]
pub enum ExperimentAction {
    /// Run a sweep, or resume it where it was stopped.
    Run {
        /// The sweep.
        spec: Box<Spec>,
        /// The folder in which its runs are kept; `None` for memory only.
        folder: Option<PathBuf>,
        /// Whether results of another sweep that are not saved may be lost.
        discard: bool,
    },
    /// Run the sweep of the form.
    RunForm,
    /// Stop the sweep and keep its runs.
    Cancel,
    /// Change the view of the results.
    Show(View),
    /// Show one of the charts of the view, by its index.
    ShowChart(usize),
    /// Show all of the chart again.
    WholeChart,
    /// Show or hide a line of the chart, by its name.
    ToggleLine(String),
    /// Ask for the format and the page of the shown chart.
    ChooseChart,
    /// Export the shown chart.
    ExportChart(ChartRequest, Destination),
    /// Ask for a sweep file and load it into the form.
    ChooseSpec,
    /// Open a sweep: its file, its folder or a chart of it, with the runs that lie beside it.
    OpenSpec {
        /// The file or folder.
        path: PathBuf,
        /// Whether results of another sweep that are not saved may be lost.
        discard: bool,
    },
    /// Ask for the folder of a sweep and open it.
    ChooseSweep,
    /// Take a built-in sweep into the form.
    TakePreset(Preset),
    /// List the trees of a point of the chart, by the index of its cell.
    ListTrees(usize),
    /// Ask for a file and save the sweep to it.
    ChooseSpecFile(Box<Spec>),
    /// Save a sweep to a file.
    SaveSpec {
        /// The sweep.
        spec: Box<Spec>,
        /// The file.
        path: PathBuf,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
    /// Ask for the folder for the runs of sweeps.
    ChooseFolder,
    /// Keep runs in a folder, or in memory only.
    KeepIn(Option<PathBuf>),
    /// Ask for a folder and export everything to it.
    ChooseExport,
    /// Export the tables, charts and the report to a folder.
    Export {
        /// The folder.
        folder: PathBuf,
        /// Whether existing files may be replaced.
        replace: bool,
    },
}

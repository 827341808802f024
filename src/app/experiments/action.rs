//! What the panels of an experiment ask for.

use std::path::PathBuf;

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
    /// Stop the sweep and keep what it has.
    Cancel,
    /// Show the results in another way.
    Show(View),
    /// Ask for a file with a sweep, and take it into the form.
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
    /// Ask for a file and write the sweep to it.
    ChooseSpecFile(Box<Spec>),
    /// Write a sweep to a file.
    SaveSpec {
        /// The sweep.
        spec: Box<Spec>,
        /// The file.
        path: PathBuf,
        /// Whether a file that is there may be replaced.
        replace: bool,
    },
    /// Ask for the folder in which sweeps are kept while they run.
    ChooseFolder,
    /// Keep sweeps in a folder, or in memory only.
    KeepIn(Option<PathBuf>),
    /// Ask for a folder and write everything there.
    ChooseExport,
    /// Write the tables, charts and the report to a folder.
    Export {
        /// The folder.
        folder: PathBuf,
        /// Whether files that are there may be replaced.
        replace: bool,
    },
}

//! What the panels of an experiment ask for.

use std::path::PathBuf;

use crate::experiment::sweep::{Preset, Spec, View};

/// A wish of the user, which `act` fulfils.
#[derive(Clone, Debug, PartialEq)]
pub enum ExperimentAction {
    /// Run a sweep from where an earlier run of it was stopped.
    Run {
        /// The sweep.
        spec: Box<Spec>,
        /// Where its runs are kept; `None` for in memory.
        folder: Option<PathBuf>,
        /// Whether the results of another sweep may be lost that are nowhere else.
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
    /// Take the sweep of a file into the form: its own file, or a chart of it.
    OpenSpec(PathBuf),
    /// Take a built-in sweep into the form and run it.
    RunPreset(Preset),
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

//! Shared by the worker threads of a sweep and those that make its pictures and files.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use crate::experiment::Resources;
use crate::experiment::sweep::{Results, Run, Sweep};
use crate::parallel::locked;

/// The sweep and its results on the side of the worker threads: no frame waits for them.
#[derive(Default)]
pub(super) struct Shared {
    /// Once the grid is made and the runs that are there already are known.
    sweep: OnceLock<Sweep>,
    /// The runs that are collected.
    results: Mutex<Results>,
    /// Those that ended since.
    ended: Mutex<Vec<Run>>,
    /// How many runs have ended.
    runs: AtomicU64,
    /// What was damaged in the sweep's folder and how it was repaired, one sentence each.
    notes: Mutex<Vec<String>>,
}

impl Shared {
    /// Gives the sweep, once its grid is made, and the runs that it begins with.
    pub(super) fn begin(&self, sweep: Sweep, results: &Results) -> &Sweep {
        locked(&self.results).clone_from(results);
        self.set_runs(results.runs().len() as u64);
        self.sweep.get_or_init(|| sweep)
    }

    /// Whether the sweep and the runs that it begins with are known.
    pub(super) fn has_begun(&self) -> bool {
        self.sweep.get().is_some()
    }

    /// How many runs have ended, whether or not they are collected.
    pub(super) fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Says how many runs there are.
    pub(super) fn set_runs(&self, runs: u64) {
        self.runs.store(runs, Ordering::Relaxed);
    }

    /// Adds a run that has ended.
    pub(super) fn add(&self, run: Run) {
        // A run that is measured later has been counted before.
        if run.resources == Resources::default() {
            self.runs.fetch_add(1, Ordering::Relaxed);
        }
        locked(&self.ended).push(run);
    }

    /// Adds what was repaired in the folder or moved aside.
    pub(super) fn add_notes(&self, more: Vec<String>) {
        locked(&self.notes).extend(more);
    }

    /// What was repaired in the folder or moved aside so far, in one text.
    pub(super) fn notes(&self) -> String {
        locked(&self.notes).join("; ")
    }

    /// Calls a function with the sweep and all runs so far; `None` if there is no sweep yet.
    pub(super) fn with<R>(&self, work: impl FnOnce(&Sweep, &Results) -> R) -> Option<R> {
        let sweep = self.sweep.get()?;
        let mut results = locked(&self.results);
        let ended = std::mem::take(&mut *locked(&self.ended));
        results.extend(ended);
        Some(work(sweep, &results))
    }
}

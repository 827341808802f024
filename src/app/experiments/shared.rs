//! Shared by the worker threads of a sweep and those that make its pictures and files.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::experiment::Resources;
use crate::experiment::sweep::{Results, Run, Sweep};

/// The sweep and its results on the side of the worker threads: no frame waits for them.
pub(super) struct Shared {
    /// Once the grid is made and the runs that are there already are known.
    sweep: OnceLock<Sweep>,
    collected: Mutex<Collected>,
    /// How many runs have ended.
    runs: AtomicU64,
    /// What was damaged in the sweep's folder and how it was repaired, one sentence each.
    notes: Mutex<Vec<String>>,
}

/// The runs so far, and those still in the channel.
struct Collected {
    results: Results,
    incoming: Receiver<Run>,
}

impl Shared {
    pub(super) fn new() -> (Arc<Shared>, Sender<Run>) {
        let (sender, incoming) = mpsc::channel();
        let collected = Mutex::new(Collected { results: Results::default(), incoming });
        (
            Arc::new(Shared { sweep: OnceLock::new(), collected, runs: AtomicU64::new(0), notes: Mutex::default() }),
            sender,
        )
    }

    fn lock(&self) -> MutexGuard<'_, Collected> {
        // The collected runs are consistent at any moment.
        self.collected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the sweep, once its grid is made, and the runs that it begins with.
    pub(super) fn begin(&self, sweep: Sweep, results: &Results) -> &Sweep {
        self.lock().results.clone_from(results);
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

    /// Counts a run that has ended.
    pub(super) fn count(&self, run: &Run) {
        // A run that is measured later has been counted before.
        if run.resources == Resources::default() {
            self.runs.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds what was repaired in the folder or moved aside.
    pub(super) fn add_notes(&self, more: Vec<String>) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).extend(more);
    }

    /// What was repaired in the folder or moved aside so far, in one text.
    pub(super) fn notes(&self) -> String {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).join("; ")
    }

    /// Calls a function with the sweep and all runs so far; `None` if there is no sweep yet.
    pub(super) fn with<R>(&self, work: impl FnOnce(&Sweep, &Results) -> R) -> Option<R> {
        let sweep = self.sweep.get()?;
        let mut collected = self.lock();
        let Collected { results, incoming } = &mut *collected;
        results.extend(incoming.try_iter());
        Some(work(sweep, results))
    }
}

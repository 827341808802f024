//! What the worker threads of a sweep and those that make pictures and files of it have in common.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::experiment::sweep::{Results, Run, Sweep};

/// The sweep and its results, on the side of the worker threads: no frame waits for them.
pub(super) struct Shared {
    /// Once the grid is made.
    sweep: OnceLock<Sweep>,
    collected: Mutex<Collected>,
    /// What was damaged in the folder of the sweep and how it was repaired, a sentence each.
    notes: OnceLock<Vec<String>>,
}

/// The runs so far and those that are on their way.
struct Collected {
    results: Results,
    incoming: Receiver<Run>,
}

impl Shared {
    pub(super) fn new() -> (Arc<Shared>, Sender<Run>) {
        let (sender, incoming) = mpsc::channel();
        let collected = Mutex::new(Collected { results: Results::default(), incoming });
        (Arc::new(Shared { sweep: OnceLock::new(), collected, notes: OnceLock::new() }), sender)
    }

    fn lock(&self) -> MutexGuard<'_, Collected> {
        // What is collected is whole at any moment.
        self.collected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the sweep, once its grid is made.
    pub(super) fn set_sweep(&self, sweep: Sweep) -> &Sweep {
        self.sweep.get_or_init(|| sweep)
    }

    /// Keeps what was repaired in the folder.
    pub(super) fn set_notes(&self, notes: &[String]) {
        // They are set once, when the folder is opened.
        let _ = self.notes.set(notes.to_vec());
    }

    /// What was repaired in the folder, as far as that is known yet.
    pub(super) fn notes(&self) -> &[String] {
        self.notes.get().map_or(&[], Vec::as_slice)
    }

    /// Begins with these runs.
    pub(super) fn set_results(&self, results: &Results) {
        self.lock().results.clone_from(results);
    }

    /// Works on the sweep with all runs so far; `None` before there is a sweep.
    pub(super) fn with<R>(&self, work: impl FnOnce(&Sweep, &Results) -> R) -> Option<R> {
        let sweep = self.sweep.get()?;
        let mut collected = self.lock();
        let Collected { results, incoming } = &mut *collected;
        results.extend(incoming.try_iter());
        Some(work(sweep, results))
    }
}

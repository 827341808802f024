//! The progress and cancel flag of a job, shared by the working thread and those that wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The progress of a job, and whether it should stop. Share it in an `Arc` or by reference.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: Arc<AtomicBool>,
}

impl Progress {
    /// A job that has not started.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// A part of the job with its own progress; it is cancelled together with the job.
    #[must_use]
    pub fn part(&self) -> Progress {
        Progress { cancelled: Arc::clone(&self.cancelled), ..Progress::default() }
    }

    /// Sets the amount of work, in the job's own unit.
    pub fn set_total(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Sets the amount done.
    pub fn set_done(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Adds to the amount done.
    pub fn add_done(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// The amount done, in the job's own unit.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The amount of work; 0 if it is unknown.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// The fraction done, from 0 to 1; `None` if the amount of work is unknown.
    pub fn fraction(&self) -> Option<f32> {
        let total = self.total();
        (total > 0).then(|| (self.done() as f32 / total as f32).min(1.0))
    }

    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the job was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

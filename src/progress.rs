//! A job's progress and cancel flag, shared by the thread that works and whoever waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far a job is, and whether it should stop. Share it in an `Arc` or by reference.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: Arc<AtomicBool>,
}

impl Progress {
    /// A job that has not begun.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// A part of the job with a count of its own: it stops when the job does.
    #[must_use]
    pub fn part(&self) -> Progress {
        Progress { cancelled: Arc::clone(&self.cancelled), ..Progress::default() }
    }

    /// Says how much there is to do, in the job's own unit.
    pub fn set_total(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Says how much is done.
    pub fn set_done(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Says how much more is done.
    pub fn add_done(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// How much is done, in the job's own unit.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// How much there is to do, 0 while that is unknown.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// The share that is done, from 0 to 1; `None` while the total is unknown.
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

//! The jobs of keeping: saving a session, keeping what is not saved, and looking at the tree's file.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use eframe::egui::Context;

use crate::app::Job;
use crate::fingerprint::Since;
use crate::format::{count, file_name};
use crate::progress::Progress;
use crate::session::unsaved::Slot;
use crate::session::{Session, SessionTree};
use crate::tree::edit::State;

/// How long the end of the program waits for work that is being written.
const PATIENCE: Duration = Duration::from_secs(5);

/// A session that is being saved.
pub(crate) struct SessionJob {
    /// Whether it was written; otherwise there is such a file already.
    pub(super) job: Job<Result<bool, String>>,
    pub(super) path: PathBuf,
    /// Which document it is, and the state of it that is saved.
    pub(super) serial: u64,
    pub(super) state: State,
}

/// What was found at the start, and what is kept of the open tree.
#[derive(Default)]
pub(crate) struct Recovery {
    /// Where slots are.
    pub(super) folder: PathBuf,
    pub(super) looking: Option<Job<Vec<Found>>>,
    pub(super) found: Vec<Found>,
    /// What is being restored.
    pub(super) restoring: Option<Slot>,
    /// The place for the open tree, once there was something to keep.
    pub(super) slot: Option<Arc<Slot>>,
    /// The tree that the slot has, by its number.
    pub(super) kept: Option<u64>,
    /// Whether it is not written yet, or could not be.
    pub(super) is_behind: bool,
    /// When the open tree is to be kept.
    pub(super) due: Option<Instant>,
    pub(super) writing: Option<Job<Result<Arc<Slot>, String>>>,
    /// Whether it was said that work cannot be kept.
    pub(super) has_failed: bool,
}

/// Work that was left behind, and what is said of it.
pub(super) struct Found {
    pub(super) slot: Slot,
    /// The file of which it is a changed version, or the title of the tree.
    pub(super) what: String,
    pub(super) when: Option<SystemTime>,
}

impl Recovery {
    /// Looks for what is left behind in a folder, and keeps work there from now on.
    pub(crate) fn new(ctx: &Context, folder: PathBuf) -> Recovery {
        let place = folder.clone();
        let looking = Job::start(ctx, "plyscope recovery", move |progress| {
            Slot::left_behind(&place).into_iter().map(|slot| Found::read(slot, progress)).collect()
        });
        Recovery { folder, looking: Some(looking), ..Recovery::default() }
    }

    /// Whether something is being read or written.
    pub(crate) fn is_busy(&self) -> bool {
        self.looking.is_some() || self.writing.is_some()
    }

    /// Removes what is kept of the open tree, at a normal end.
    pub(crate) fn end(&mut self) {
        if let Some(job) = self.writing.take() {
            job.wait(PATIENCE);
        }
        self.forget();
    }

    /// Removes what is kept of the open tree.
    pub(super) fn forget(&mut self) {
        (self.kept, self.due) = (None, None);
        if let Some(slot) = &self.slot {
            // What cannot be removed now is offered at the next start.
            let _ = slot.clear();
        }
    }
}

impl Found {
    pub(super) fn read(slot: Slot, progress: &Progress) -> Found {
        let what = match slot.read(progress) {
            Ok(Session { changed_from: Some(file), .. }) => format!("unsaved changes to {}", file_name(&file.path)),
            Ok(Session { tree: SessionTree::Itself(tree), .. }) => {
                format!("unsaved changes to the tree “{}”", tree.title())
            }
            Ok(_) => "unsaved changes to a tree".into(),
            Err(error) => format!("unsaved work that cannot be read ({error})"),
        };
        Found { when: slot.modified(), slot, what }
    }

    /// What is said of it.
    pub(super) fn words(&self) -> String {
        let ago = self.when.and_then(|when| when.elapsed().ok()).map(|time| time.as_secs() / 60);
        let ago = match ago {
            None => String::new(),
            Some(0) => " less than a minute ago".into(),
            Some(minutes @ 1..60) => format!(" {} ago", count(minutes, "minute", "minutes")),
            Some(minutes @ 60..2880) => format!(" {} ago", count(minutes / 60, "hour", "hours")),
            Some(minutes) => format!(" {} ago", count(minutes / 1440, "day", "days")),
        };
        format!("Plyscope ended{ago} with {}.", self.what)
    }
}

/// Looks at the file of the open tree.
#[derive(Default)]
pub(crate) struct OnDisk {
    pub(super) had_focus: bool,
    /// The look, and at the file of which document.
    pub(super) looking: Option<(Job<Since>, u64)>,
    /// What was said last, and of which document; it is not said again.
    pub(super) said: Option<(Since, u64)>,
}

impl OnDisk {
    /// Whether the file is being read.
    pub(crate) fn is_busy(&self) -> bool {
        self.looking.is_some()
    }
}

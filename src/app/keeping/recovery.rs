//! Work that is not saved is kept while one goes on, and offered at the next start if the program was killed.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::Context;

use super::jobs::Recovery;
use crate::app::dialogs::Dialog;
use crate::app::trees::{SessionSource, Source};
use crate::app::{Action, FileAction, Job, Plyscope};
use crate::session::unsaved::Slot;
use crate::session::{Session, SessionTree};

/// How long after a change the work is kept; what is changed meanwhile is kept with it.
const DELAY: Duration = Duration::from_secs(2);

impl Plyscope {
    /// Keeps unsaved work in a folder, and offers what an earlier run has left there.
    #[must_use]
    pub fn keeping_work_in(mut self, ctx: &Context, folder: &Path) -> Plyscope {
        self.recovery = Some(Recovery::new(ctx, folder.to_owned()));
        self
    }

    pub(crate) fn advance_recovery(&mut self, ctx: &Context) {
        let Some(recovery) = &mut self.recovery else { return };
        if let Some(found) = Job::take(&mut recovery.looking) {
            recovery.found = found.unwrap_or_default();
            self.offer_found();
        }
        self.keep_work(ctx);
    }

    /// Offers the newest of what was found.
    fn offer_found(&mut self) {
        let Some(found) = self.recovery.as_ref().and_then(|recovery| recovery.found.first()) else { return };
        self.ask(Dialog::Choose {
            question: "Restore unsaved work?".into(),
            message: found.words(),
            choices: vec![
                ("Restore unsaved work", Action::File(FileAction::RestoreWork)),
                ("Discard", Action::File(FileAction::DiscardWork)),
            ],
            cancel: "Not now",
        });
    }

    /// Opens the work that was offered.
    pub(crate) fn restore_work(&mut self, ctx: &Context) {
        let Some(recovery) = self.recovery.as_mut().filter(|recovery| !recovery.found.is_empty()) else { return };
        let slot = recovery.found.remove(0).slot;
        let path = slot.path().to_owned();
        recovery.restoring = Some(slot);
        self.load(ctx, Source::Session(SessionSource::unsaved(path)));
    }

    /// Removes the work that was offered, and offers what else was found.
    pub(crate) fn discard_work(&mut self) {
        let Some(recovery) = self.recovery.as_mut().filter(|recovery| !recovery.found.is_empty()) else { return };
        if let Err(error) = recovery.found.remove(0).slot.clear() {
            self.model.error = Some(format!("the unsaved work cannot be removed: {error}"));
        }
        self.offer_found();
    }

    /// The work that was to be restored is open, or cannot be opened; then it stays for the next start.
    pub(crate) fn end_restoring(&mut self, is_open: bool) {
        let Some(recovery) = &mut self.recovery else { return };
        let Some(slot) = recovery.restoring.take().filter(|_| is_open) else { return };
        // What this window had kept was of the tree before.
        recovery.forget();
        recovery.slot = Some(Arc::new(slot));
        recovery.kept = self.model.document.as_ref().map(|document| document.tree.identity());
    }

    /// Keeps the open tree some time after it was changed, and removes what is kept when there is nothing to lose.
    fn keep_work(&mut self, ctx: &Context) {
        let Some(recovery) = &mut self.recovery else { return };
        if recovery.writing.is_some() {
            let Some(written) = Job::take(&mut recovery.writing) else { return };
            match written.unwrap_or_else(Err) {
                Ok(slot) => {
                    recovery.slot = Some(slot);
                    recovery.is_behind = false;
                }
                Err(error) if !recovery.has_failed => {
                    recovery.has_failed = true;
                    self.model.warn(format!("Unsaved work cannot be backed up: {error}"));
                }
                Err(_) => {}
            }
        }
        let unsaved = self.model.document.as_ref().filter(|document| document.history.is_unsaved());
        let Some(document) = unsaved else {
            if recovery.kept.is_some() || recovery.due.is_some() {
                recovery.forget();
            }
            return;
        };
        let identity = document.tree.identity();
        if recovery.kept == Some(identity) && !recovery.is_behind {
            recovery.due = None;
            return;
        }
        let now = Instant::now();
        let due = *recovery.due.get_or_insert(now + DELAY);
        if now < due {
            ctx.request_repaint_after(due - now);
            return;
        }
        // Until it is written.
        (recovery.kept, recovery.due, recovery.is_behind) = (Some(identity), None, true);
        let (slot, folder) = (recovery.slot.clone(), recovery.folder.clone());
        let changed_from = document.file(None);
        let session = self.session(document, SessionTree::Itself(Arc::clone(&document.tree)));
        let session = Session { changed_from, ..session };
        let job = Job::start(ctx, "plyscope keep", move |_| {
            let slot = slot.map_or_else(|| Slot::new(&folder).map(Arc::new), Ok);
            let slot = slot.map_err(|error| format!("{}: {error}", folder.display()))?;
            slot.write(&session).map_err(|error| error.to_string())?;
            Ok(slot)
        });
        if let Some(recovery) = &mut self.recovery {
            recovery.writing = Some(job);
        }
    }
}

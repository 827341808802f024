//! Keeping the open tree: saving it to a file, and asking before changes are lost.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::Context;

use crate::app::Action;
use crate::app::dialogs::Dialog;
use crate::app::dialogs::file_dialog::FileRequest;
use crate::app::experiments::is_experiment;
use crate::app::job::Job;
use crate::app::plyscope::Plyscope;
use crate::app::trees::document::{Document, Source, file_name};
use crate::tree::file::{self, Format};

/// A tree that is being saved.
pub(crate) struct Saving {
    job: Job<Result<Saved, String>>,
    path: PathBuf,
    /// Which document it is, and where it stands in its history.
    serial: u64,
    position: usize,
    /// What is done when it is saved.
    then: Option<Box<Action>>,
}

enum Saved {
    Written,
    /// The file is there already, so nothing was written.
    There,
}

impl Plyscope {
    /// Whether the open tree has changes that would be lost.
    pub(crate) fn is_unsaved(&self) -> bool {
        let document = self.model.document.as_ref();
        !self.may_lose_tree && document.is_some_and(|document| document.history.is_unsaved())
    }

    /// Whether something is asked before an action, which would lose changes of the tree.
    pub(crate) fn asks_before(&mut self, action: &Action) -> bool {
        let opens = match action {
            Action::Open(path) => !is_experiment(path),
            Action::OpenSample(_) | Action::Generate(_) | Action::Unfold(_) | Action::Create(_) => true,
            _ => false,
        };
        let asks = opens && self.is_unsaved();
        if asks {
            self.dialog = Some(Dialog::Unsaved { then: action.clone() });
        }
        asks
    }

    /// Does something although changes are lost.
    pub(crate) fn discard(&mut self, ctx: &Context, then: Action) {
        self.may_lose_tree = true;
        let quits = then == Action::Quit;
        self.act(ctx, then);
        // A file that does not open leaves the tree, and its changes are asked for again.
        self.may_lose_tree = quits;
    }

    /// Saves the tree to its file, or asks for one.
    pub(crate) fn save_tree(&mut self, ctx: &Context, then: Option<Box<Action>>) {
        let Some(document) = &self.model.document else { return };
        match &document.source {
            Source::File(path) if Format::of_name(path).is_some() => self.save_to(ctx, path.clone(), true, then),
            _ => self.save_tree_as(ctx, then),
        }
    }

    /// Asks for a file and saves the tree there.
    pub(crate) fn save_tree_as(&mut self, ctx: &Context, then: Option<Box<Action>>) {
        let Some(document) = self.model.document.as_ref().filter(|document| document.visited.is_none()) else { return };
        let name = match &document.source {
            Source::File(path) => file_name(path),
            _ => "tree.json".into(),
        };
        self.request_file(ctx, FileRequest::Tree { name, then });
    }

    pub(crate) fn save_to(&mut self, ctx: &Context, path: PathBuf, replace: bool, then: Option<Box<Action>>) {
        let savable = |document: &&Document| document.visited.is_none();
        let Some(document) = self.model.document.as_ref().filter(savable).filter(|_| self.saving.is_none()) else {
            return;
        };
        self.model.error = None;
        let (tree, to) = (Arc::clone(&document.tree), path.clone());
        let job = Job::start(ctx, "plyscope save", move |_| {
            if !replace && to.exists() {
                return Ok(Saved::There);
            }
            file::save(&tree, &to, replace).map(|()| Saved::Written).map_err(|error| error.to_string())
        });
        let position = document.history.position();
        self.saving = Some(Saving { job, path, serial: document.serial, position, then });
    }

    /// Takes in what saving came to.
    pub(crate) fn advance_saving(&mut self, ctx: &Context) {
        let Some(result) = self.saving.as_ref().and_then(|saving| saving.job.poll()) else { return };
        let Some(Saving { path, serial, position, then, .. }) = self.saving.take() else { return };
        match result.unwrap_or_else(Err) {
            Ok(Saved::There) => {
                let names = [file_name(&path)];
                self.dialog = Some(Dialog::replace(&names, Action::SaveTo(path, true, then)));
            }
            Ok(Saved::Written) => {
                self.remember(&path);
                if let Some(document) = self.model.document.as_mut().filter(|document| document.serial == serial) {
                    document.history.mark_saved_at(position);
                    document.source = Source::File(path);
                }
                self.set_title(ctx);
                if let Some(then) = then {
                    self.act(ctx, *then);
                }
            }
            Err(error) => self.model.error = Some(error),
        }
    }
}

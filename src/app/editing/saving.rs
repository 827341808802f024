//! Saving the open tree to a file, and asking before something is lost.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::Context;

use super::jobs::{Change, Permit, Saved, Saving};
use crate::app::dialogs::{Dialog, FileRequest};
use crate::app::experiments::is_experiment;
use crate::app::trees::Source;
use crate::app::{Action, FileAction, Job, Plyscope};
use crate::format::file_name;
use crate::tree::edit::Edit;
use crate::tree::file::{Asked, Format, words};

impl Plyscope {
    /// Whether the open tree has unsaved changes.
    pub(crate) fn is_unsaved(&self) -> bool {
        let document = self.model.document.as_ref();
        !self.may_lose_tree && document.is_some_and(|document| document.history.is_unsaved())
    }

    /// Whether the user must be asked before an action that would lose changes of the tree.
    pub(crate) fn asks_before(&mut self, action: &Action) -> bool {
        let opens = match action {
            Action::File(FileAction::Open(path)) => !is_experiment(path),
            Action::File(
                FileAction::OpenAs(..)
                | FileAction::OpenSample(_)
                | FileAction::OpenFound(_)
                | FileAction::OpenSession(_)
                | FileAction::RestoreWork
                | FileAction::Generate(_)
                | FileAction::Unfold(_)
                | FileAction::Create(_),
            ) => true,
            _ => false,
        };
        opens && self.is_unsaved() && self.asks_to_save(action)
    }

    /// Asks whether to save the open tree before an action; whether there is one.
    pub(crate) fn asks_to_save(&mut self, then: &Action) -> bool {
        let question = self.model.document.as_ref().map(|document| Dialog::unsaved(document, then));
        let asks = question.is_some();
        self.dialog = question.or(self.dialog.take());
        asks
    }

    /// Carries out an action although changes are lost.
    pub(crate) fn discard(&mut self, ctx: &Context, then: Action) {
        self.may_lose_tree = true;
        let quits = then == Action::Quit;
        self.act(ctx, then);
        // If a file cannot be opened, the tree stays, and its changes are asked about again.
        self.may_lose_tree = quits;
    }

    /// Saves the tree to its file, or asks for one.
    pub(crate) fn save_tree(&mut self, ctx: &Context, then: Option<Box<Action>>) {
        // A value that is being dragged counts.
        if let Some((node, value, gesture)) = self.what_if.take() {
            self.change(ctx, Change::Edit(Edit::Value(node, Some(value)), Some(gesture)));
        }
        if self.changes.is_busy() || self.saving.is_some() {
            self.save_later = Some(Action::File(FileAction::Save(then)));
            return;
        }
        let Some(document) = &self.model.document else { return };
        match document.file_to_save() {
            Some(path) => self.save_to(ctx, path.to_owned(), Permit::AsItWas(document.on_disk), then),
            None => self.save_tree_as(ctx, then),
        }
    }

    /// Asks for a file and saves the tree there.
    pub(crate) fn save_tree_as(&mut self, ctx: &Context, then: Option<Box<Action>>) {
        let Some(document) = self.model.document.as_ref().filter(|document| document.visited.is_none()) else { return };
        let name = match &document.source {
            Source::File(path, _) if Format::of_name(path).is_some_and(Format::is_written) => file_name(path),
            Source::File(path, _) => file_name(&path.with_extension("json")),
            _ => "tree.json".into(),
        };
        self.request_file(ctx, FileRequest::Tree { name, then });
    }

    pub(crate) fn save_to(&mut self, ctx: &Context, path: PathBuf, permit: Permit, then: Option<Box<Action>>) {
        if self.saving.is_some() {
            self.save_later = Some(match permit {
                Permit::New => Action::File(FileAction::SaveTo { path, replace: false, then }),
                Permit::Replace => Action::File(FileAction::SaveTo { path, replace: true, then }),
                Permit::AsItWas(_) => Action::File(FileAction::Save(then)),
                Permit::Anything => Action::File(FileAction::SaveAnyway(path, then)),
            });
            return;
        }
        let Some(document) = self.model.document.as_ref().filter(|document| document.visited.is_none()) else { return };
        self.model.error = None;
        let (tree, to) = (Arc::clone(&document.tree), path.clone());
        // A file that holds another format than its name says keeps it.
        let kept = match &document.source {
            Source::File(from, asked) if *from == path => asked.format,
            _ => None,
        };
        let format = kept.or(Format::of_name(&path));
        let job = Job::start(ctx, "plyscope save", move |_| permit.write(&tree, &to, format));
        self.saving = Some(Saving { job, path, serial: document.serial, state: document.history.state(), then });
    }

    /// Takes the results of saving.
    pub(crate) fn advance_saving(&mut self, ctx: &Context) {
        if !self.changes.is_busy()
            && self.saving.is_none()
            && self.session_job.is_none()
            && let Some(save) = self.save_later.take()
        {
            self.act(ctx, save);
        }
        let saved = Job::take_with(&mut self.saving, |saving| &saving.job);
        let Some((Saving { path, serial, state, then, .. }, result)) = saved else { return };
        // What waits comes next.
        ctx.request_repaint();
        let name = file_name(&path);
        match result.unwrap_or_else(Saved::Refused) {
            Saved::Written(on_disk) => {
                self.remember(&path);
                let format = Format::of_name(&path).map_or("", |format| format.entry().title);
                self.model.say(format!("Saved {name} as {format}."));
                if let Some(document) = self.model.document.as_mut().filter(|document| document.serial == serial) {
                    document.history.mark_saved(state);
                    let kept = match &document.source {
                        Source::File(from, asked) if *from == path => *asked,
                        _ => Asked::default(),
                    };
                    document.source = Source::File(path, kept);
                    document.on_disk = on_disk;
                }
                self.set_title(ctx);
                if let Some(then) = then {
                    self.act(ctx, *then);
                }
            }
            Saved::There => {
                self.ask(Dialog::replace(&[name], Action::File(FileAction::SaveTo { path, replace: true, then })));
            }
            Saved::Changed => {
                let message = format!("{name} was changed by another program since it was opened.");
                let then = Action::File(FileAction::SaveTo { path, replace: true, then });
                self.ask(Dialog::confirm("Replace the changed file?", message, "Replace", then));
            }
            Saved::LeavesOut(what) => {
                let message = format!("The format of {name} has no room for {}.", words(&what));
                self.ask(Dialog::Choose {
                    question: "Save without part of the tree?".into(),
                    message,
                    choices: vec![
                        ("Save as…", Action::File(FileAction::SaveAs(then.clone()))),
                        ("Save without", Action::File(FileAction::SaveAnyway(path, then))),
                    ],
                    cancel: "Cancel",
                });
            }
            Saved::Refused(error) => self.model.error = Some(error),
        }
    }
}

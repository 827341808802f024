//! Notices that another program has changed the file of the open tree. It looks when the window gets the focus, and never else.

use std::path::Path;
use std::sync::Arc;

use eframe::egui::Context;

use crate::app::dialogs::Dialog;
use crate::app::model::Note;
use crate::app::trees::{Document, Loading, Source};
use crate::app::{Action, FileAction, Job, Plyscope, input};
use crate::fingerprint::Since;
use crate::format::file_name;

impl Document {
    /// The file from which the tree can be read again, which may be that of a session; or why there is none.
    pub(crate) fn file_to_reload(&self) -> Result<&Path, &'static str> {
        match &self.source {
            Source::File(path, _) => Ok(path),
            Source::Session(session) => {
                session.path().ok_or("this tree is in no file yet; save it or its session first")
            }
            _ => Err("this tree is in no file yet; save it first"),
        }
    }
}

impl Plyscope {
    pub(crate) fn advance_on_disk(&mut self, ctx: &Context) {
        let has_focus = input::now(ctx).has_focus;
        let before = std::mem::replace(&mut self.on_disk.had_focus, has_focus);
        if has_focus && !before {
            self.look_at_file(ctx);
        }
        let looked = Job::take_with(&mut self.on_disk.looking, |(job, _)| job);
        let Some(((_, serial), since)) = looked else { return };
        let document = self.model.document.as_ref().filter(|document| document.serial == serial);
        let (Some(document), Ok(since)) = (document, since) else { return };
        let said = Some((since, serial));
        if self.saving.is_some() || self.on_disk.said == said {
            return;
        }
        let Source::File(path, _) = &document.source else { return };
        let name = file_name(path);
        self.on_disk.said = said;
        match since {
            Since::Same => {}
            Since::Changed(_) => {
                let text = format!("{name} was changed by another program.");
                self.model.note = Some(Note::offering(text, "Reload", Action::File(FileAction::Reload)));
            }
            Since::Gone => {
                let text = format!("{name} was moved or deleted by another program.");
                self.model.note = Some(Note::offering(text, "Save as…", Action::File(FileAction::SaveAs(None))));
            }
        }
    }

    fn look_at_file(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        if let (Source::File(path, _), Some(on_disk)) = (&document.source, document.on_disk) {
            let path = path.clone();
            let job = Job::start(ctx, "plyscope look", move |_| on_disk.since(&path));
            self.on_disk.looking = Some((job, document.serial));
        }
    }

    /// Reads the file of the tree again; where changes would be lost that is asked first.
    pub(crate) fn reload(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let path = match document.file_to_reload() {
            Ok(path) => path,
            Err(reason) => {
                self.model.error = Some(reason.into());
                return;
            }
        };
        if self.is_unsaved() {
            let message = format!("Your changes to {} will be lost.", file_name(path));
            let then = Action::File(FileAction::Discard(Box::new(Action::File(FileAction::Reload))));
            self.dialog = Some(Dialog::confirm("Reload the file?", message, "Discard and reload", then));
            return;
        }
        let (source, tree) = (document.source.clone(), Arc::clone(&document.tree));
        (self.model.note, self.model.error) = (None, None);
        self.model.loading = Some(Loading::open(ctx, source, self.model.settings.root, Some(tree)));
    }
}

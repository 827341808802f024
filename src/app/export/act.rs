//! Carries out exports.

use eframe::egui::Context;

use super::{Destination, Done, Export, Exporting};
use crate::app::dialogs::{Dialog, FileRequest};
use crate::app::{Action, Plyscope};
use crate::format::file_name;

impl Plyscope {
    /// Starts an export, or asks for its file.
    pub(crate) fn export(&mut self, ctx: &Context, export: Export, to: Destination) {
        self.model.error = None;
        match &to {
            Destination::Ask => return self.request_file(ctx, FileRequest::Export(export)),
            Destination::File(path, _) => self.model.error = export.check_name(path).err(),
            Destination::Clipboard | Destination::ClipboardPicture => {}
        }
        if self.model.error.is_none() {
            self.model.exports.push(Exporting::start(ctx, export, to));
        }
    }

    /// Takes the results of exports.
    pub(crate) fn advance_exports(&mut self, ctx: &Context) {
        let mut under_way = Vec::new();
        for exporting in std::mem::take(&mut self.model.exports) {
            let Some(result) = exporting.job.poll() else {
                under_way.push(exporting);
                continue;
            };
            match result.unwrap_or_else(Err) {
                Ok(Done::Written(path, notes)) => {
                    let mut said = vec![path.display().to_string()];
                    said.extend(notes);
                    self.model.say(format!("Saved {}", said.join("; ")));
                }
                Ok(Done::There(path)) => {
                    let names = [file_name(&path)];
                    let then = Action::Export(exporting.export, Destination::File(path, true));
                    self.ask(Dialog::replace(&names, then));
                }
                Ok(Done::Text(text)) => ctx.copy_text(text),
                Ok(Done::Picture(image)) => ctx.copy_image(image),
                Err(error) => self.model.error = Some(error),
            }
        }
        self.model.exports = under_way;
    }
}

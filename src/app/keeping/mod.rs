//! What is kept beside tree files: sessions, and work that was not saved; and what others do to the tree's file meanwhile.

mod act;
mod on_disk;
mod recovery;
mod session;

use eframe::egui::Context;

pub(crate) use on_disk::OnDisk;
pub(crate) use recovery::Recovery;
pub(crate) use session::{SessionJob, pasted_session};

use super::model::Note;
use super::plyscope::Plyscope;

impl Plyscope {
    /// Takes in what the jobs came to, and starts those that are due.
    pub(crate) fn advance_keeping(&mut self, ctx: &Context) {
        self.advance_session(ctx);
        self.advance_copying(ctx);
        self.advance_recovery(ctx);
        self.advance_on_disk(ctx);
        if let Some(left) = self.model.note.as_ref().and_then(Note::time_left) {
            if left.is_zero() {
                self.model.note = None;
            } else {
                ctx.request_repaint_after(left);
            }
        }
    }
}

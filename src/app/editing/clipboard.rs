//! The clipboard: long texts are made on a worker, and not pasted into fields.

use std::sync::Arc;

use eframe::egui::{Context, Event};

use super::AT_ONCE;
use super::jobs::{Change, Copying};
use crate::app::input;
use crate::app::job::Job;
use crate::app::page::Page;
use crate::app::plyscope::Plyscope;
use crate::tree::NodeId;
use crate::tree::edit::to_text;

/// The longest text that is pasted into a field, in bytes: a field lays out all of it in one frame.
const MOST_IN_FIELD: usize = 1 << 20;

impl Plyscope {
    /// Puts a node with all below it on the clipboard.
    pub(crate) fn copy_subtree(&mut self, ctx: &Context, node: NodeId) {
        let Some(document) = &self.model.document else { return };
        let size = document.tree.subtree(node).len();
        let tree = document.tree.clone();
        let make = move || to_text(&tree, node).map_err(|error| error.to_string());
        if size > AT_ONCE {
            self.copy_soon(ctx, "The subtree is on the clipboard.", make);
            return;
        }
        match make() {
            Ok(text) => ctx.copy_text(text),
            Err(error) => self.model.error = Some(error),
        }
    }

    /// Pastes a text at a node of the open tree, or says why there is no place for it.
    pub(crate) fn paste(&mut self, ctx: &Context, node: Option<NodeId>, text: Arc<String>) {
        let why_not = if self.model.document.is_none() {
            "nothing was pasted; open a tree and select a node first"
        } else if self.model.page != Page::Trees {
            "nothing was pasted; show the trees and select a node first"
        } else if let Some(node) = node {
            self.change(ctx, Change::Paste(node, text));
            return;
        } else {
            "nothing was pasted; select a node first"
        };
        self.model.error = Some(why_not.into());
    }

    /// Makes a text on a worker and puts it on the clipboard, instead of one that is still being made.
    pub(crate) fn copy_soon(
        &mut self,
        ctx: &Context,
        said: &'static str,
        make: impl FnOnce() -> Result<String, String> + Send + 'static,
    ) {
        self.copying = Some(Copying { job: Job::start(ctx, "plyscope copy", move |_| make()), said });
    }

    /// Refuses a text that is too long for the field into which it is pasted.
    pub(crate) fn refuse_long_paste(&mut self, ctx: &Context) {
        let is_long = |event: &Event| matches!(event, Event::Paste(text) if text.len() > MOST_IN_FIELD);
        if ctx.text_edit_focused() && input::has_event(ctx, &is_long) {
            ctx.input_mut(|input| input.events.retain(|event| !is_long(event)));
            self.model.error = Some("this text is too long for a field; save it to a file and open that".into());
        }
    }

    pub(crate) fn advance_copying(&mut self, ctx: &Context) {
        let Some(result) = self.copying.as_ref().and_then(|copying| copying.job.poll()) else { return };
        let Some(Copying { said, .. }) = self.copying.take() else { return };
        match result.unwrap_or_else(Err) {
            Ok(text) => {
                ctx.copy_text(text);
                self.model.say(said);
            }
            Err(error) => self.model.error = Some(error),
        }
    }
}

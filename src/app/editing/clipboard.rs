//! The clipboard: long texts are made on a worker, and not pasted into fields.

use std::sync::Arc;

use eframe::egui::{Context, Event};

use super::AT_ONCE;
use super::jobs::{Change, Copying};
use crate::app::dialogs::{Dialog, NewTreeForm};
use crate::app::model::Note;
use crate::app::{Action, FileAction, Job, NewTree, Page, Plyscope, input};
use crate::tree::NodeId;
use crate::tree::edit::to_text;
use crate::tree::file::{Asked, Formats};

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

    /// Pastes a text at the selected node, or else opens it as a new tree.
    pub(crate) fn paste(&mut self, ctx: &Context, node: Option<NodeId>, text: Arc<String>) {
        let new_tree = |text: String| Action::File(FileAction::Create(NewTree::Text { text, asked: Asked::default() }));
        match node.filter(|_| self.model.page == Page::Trees && self.model.editable().is_some()) {
            Some(node) => {
                let open = new_tree(text.to_string());
                self.change(ctx, Change::Paste(node, text));
                self.model.note =
                    Some(Note::offering_for_a_while("Pasted at the selected node.".into(), "Open as a new tree", open));
            }
            // Nothing is asked before the text is known to be a tree.
            None if !Formats::BUILT_IN.recognise(&text) => {
                let wrong = "this text is not a tree in any notation that Plyscope reads; see docs/formats.md";
                self.correct(&text, wrong.into());
            }
            None => self.act(ctx, new_tree(Arc::unwrap_or_clone(text))),
        }
    }

    /// Lets the user correct a text that is not a tree; of a text that is too long for a field, only says what is wrong.
    pub(crate) fn correct(&mut self, text: &str, wrong: String) {
        if text.len() <= MOST_IN_FIELD {
            self.ask(Dialog::NewTree(NewTreeForm::correcting(text.to_owned())));
        } else {
            self.model.error = Some(wrong);
        }
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
        let copied = Job::take_with(&mut self.copying, |copying| &copying.job);
        let Some((Copying { said, .. }, result)) = copied else { return };
        match result.unwrap_or_else(Err) {
            Ok(text) => {
                ctx.copy_text(text);
                self.model.say(said);
            }
            Err(error) => self.model.error = Some(error),
        }
    }
}

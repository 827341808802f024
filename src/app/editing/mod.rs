//! Changing the open tree: edits, undo and redo, and the clipboard.

mod saving;

use std::sync::Arc;

use eframe::egui::{Context, ViewportCommand};

pub(crate) use saving::Saving;

use super::Action;
use super::dialogs::Dialog;
use super::dialogs::new_tree::NewTreeForm;
use super::model::Model;
use super::plyscope::Plyscope;
use super::trees::document::{Source, Task};
use crate::draw::Shown;
use crate::game::GameName;
use crate::tree::NodeId;
use crate::tree::edit::{Edit, EditError, Patched, index_of, paste_text, to_text};

impl Plyscope {
    /// Does what an action says about the open tree or a new one.
    pub(crate) fn act_on_tree(&mut self, ctx: &Context, action: Action) {
        match action {
            Action::NewTree => self.dialog = Some(Dialog::NewTree(NewTreeForm::default())),
            Action::Create(tree) => self.load(ctx, Source::New(tree)),
            Action::Edit(edit) => self.edit(ctx, &edit, None),
            Action::WhatIf(node, value, gesture) => self.what_if = Some((node, value, gesture)),
            Action::Undo => self.undo(ctx),
            Action::Redo => self.redo(ctx),
            Action::MoveAmongSiblings(node, forwards) => self.move_among_siblings(ctx, node, forwards),
            Action::TypeValue(text) => self.type_value(&text),
            Action::EditValue => self.edit_value(),
            Action::CopySubtree(node) => self.copy_subtree(ctx, node),
            Action::RequestPaste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Action::PasteText(node, text) => self.paste_text(ctx, node, &text),
            Action::Save(then) => self.save_tree(ctx, then),
            Action::SaveAs => self.save_tree_as(ctx, None),
            Action::SaveTo(path, replace, then) => self.save_to(ctx, path, replace, then),
            Action::Discard(then) => self.discard(ctx, *then),
            _ => {}
        }
    }

    /// Changes the open tree; changes of one gesture are one step of the history.
    pub(crate) fn edit(&mut self, ctx: &Context, edit: &Edit, gesture: Option<u64>) {
        let Some(document) = &mut self.model.document else { return };
        if let Some(reason) = document.why_fixed() {
            self.model.error = Some(reason.into());
            return;
        }
        match edit.apply(&document.tree) {
            Ok(edited) => {
                let node = Some(edited.node).filter(|_| gesture.is_none());
                let patched = document.history.push(edited, gesture);
                self.take(ctx, patched, node);
            }
            Err(EditError::Nothing) => {}
            Err(error) => self.model.error = Some(error.to_string()),
        }
    }

    pub(crate) fn undo(&mut self, ctx: &Context) {
        let Some(document) = &mut self.model.document else { return };
        let undone = document.history.undo(&document.tree);
        self.take_result(ctx, undone);
    }

    pub(crate) fn redo(&mut self, ctx: &Context) {
        let Some(document) = &mut self.model.document else { return };
        let redone = document.history.redo(&document.tree);
        self.take_result(ctx, redone);
    }

    fn take_result(&mut self, ctx: &Context, result: Option<Result<Patched, EditError>>) {
        self.what_if = None;
        match result {
            Some(Ok(patched)) => self.take(ctx, patched, None),
            Some(Err(error)) => self.model.error = Some(error.to_string()),
            None => {}
        }
    }

    /// Shows a changed tree: what was selected, folded and in sight stays so where it is still there.
    fn take(&mut self, ctx: &Context, patched: Patched, select: Option<NodeId>) {
        // A job that changes the player at the root of the tree from before is begun anew.
        if self.model.loading.as_ref().is_some_and(|loading| loading.task == Task::SetRootPlayer) {
            self.model.loading = None;
        }
        let Patched { tree, moved, .. } = patched;
        let after = Arc::new(tree);
        let Model { document: Some(document), folding, runs, settings, selected, .. } = &mut self.model else { return };
        let before = std::mem::replace(&mut document.tree, Arc::clone(&after));
        let root = after.player(NodeId::ROOT);
        if before.player(NodeId::ROOT) != root {
            (document.file_root, settings.root) = (root, None);
        }
        document.game = GameName::of_tree(&after);
        let is_selected = select.is_some();
        *selected = select.or(selected.map(|node| moved.follow_up(&before, node)));
        if moved.is_nothing() {
            runs.restart_soon();
        } else {
            runs.restart();
            let folds = folding.follow(&before, &after, &moved);
            let (old, new) = (Shown { tree: &before, folds: &folds }, folding.shown(&after));
            self.view.follow(&old, &new, |node| moved.follow_up(&before, node));
            self.forget_nodes();
        }
        if let Some(node) = self.model.selected.filter(|_| is_selected) {
            self.select_and_reveal(node);
        }
        self.model.error = None;
        self.may_lose_tree = false;
        self.set_title(ctx);
        self.settle_root(ctx);
    }

    /// Forgets nodes that are others now.
    fn forget_nodes(&mut self) {
        let Model { hovered, difference, .. } = &mut self.model;
        *hovered = None;
        if let Some(bar) = difference {
            bar.compared = None;
        }
    }

    /// Tries the value that is waited for, once every search has caught up with the one before.
    pub(crate) fn advance_what_if(&mut self, ctx: &Context) {
        if self.model.runs.are_recorded()
            && let Some((node, value, gesture)) = self.what_if.take()
        {
            self.edit(ctx, &Edit::Value(node, Some(value)), Some(gesture));
            ctx.request_repaint();
        }
    }

    pub(crate) fn move_among_siblings(&mut self, ctx: &Context, node: NodeId, forwards: bool) {
        let Some(tree) = self.model.tree() else { return };
        let Some(parent) = tree.parent(node) else { return };
        let index = index_of(tree, node);
        let to = if forwards { Some(index + 1) } else { index.checked_sub(1) };
        if let Some(index) = to {
            self.edit(ctx, &Edit::Carry { node, parent, index }, None);
        }
    }

    pub(crate) fn copy_subtree(&mut self, ctx: &Context, node: NodeId) {
        let Some(tree) = self.model.tree() else { return };
        match to_text(tree, node) {
            Ok(text) => ctx.copy_text(text),
            Err(error) => self.model.error = Some(error.to_string()),
        }
    }

    pub(crate) fn paste_text(&mut self, ctx: &Context, node: NodeId, text: &str) {
        match paste_text(node, text) {
            Ok(edit) => self.edit(ctx, &edit, None),
            Err(error) => self.model.error = Some(error.to_string()),
        }
    }

    /// Begins to type the value of the selected node, or goes on.
    pub(crate) fn type_value(&mut self, text: &str) {
        self.model.shows_inspector = true;
        self.inspector.type_value(text);
    }

    /// Goes to the field with the value of the selected node.
    pub(crate) fn edit_value(&mut self) {
        self.model.shows_inspector = true;
        self.inspector.edit_value();
    }

    /// Names the tree in the title of the window, with a mark where changes are not saved.
    pub(crate) fn set_title(&self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let mark = if document.history.is_unsaved() { "• " } else { "" };
        ctx.send_viewport_cmd(ViewportCommand::Title(format!("{mark}{} – Plyscope", document.tree.title())));
    }
}

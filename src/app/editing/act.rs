//! Carries out what changes the open tree.

use eframe::egui::{Context, ViewportCommand};

use super::action::{Direction, EditAction};
use super::jobs::Change;
use crate::app::Plyscope;
use crate::app::dialogs::{Dialog, PropertiesForm};
use crate::format::clipped;
use crate::tree::NodeId;
use crate::tree::edit::Edit;

impl Plyscope {
    /// Changes the open tree, or goes through its history.
    pub(crate) fn act_on_tree(&mut self, ctx: &Context, action: EditAction) {
        match action {
            EditAction::Change(edit) => self.edit(ctx, edit),
            EditAction::WhatIf(node, value, gesture) => self.what_if = Some((node, value, gesture)),
            EditAction::GiveUp(gesture) => self.travel(ctx, Change::GiveUp(gesture)),
            EditAction::Undo => self.travel(ctx, Change::Undo),
            EditAction::Redo => self.travel(ctx, Change::Redo),
            EditAction::GoToStep(position) => self.travel(ctx, Change::GoTo(position)),
            EditAction::MoveAmongSiblings(node, direction) => self.move_among_siblings(ctx, node, direction),
            EditAction::EditValue => self.edit_value(),
            EditAction::CopySubtree(node) => self.copy_subtree(ctx, node),
            EditAction::RequestPaste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            EditAction::PasteText(node, text) => self.paste(ctx, node, text),
            EditAction::AskForProperties => self.ask_for_properties(),
            EditAction::CancelChange => self.cancel_change(),
        }
    }

    fn ask_for_properties(&mut self) {
        if let Some(document) = self.model.editable() {
            self.dialog = Some(Dialog::Properties(PropertiesForm::of(&document.tree)));
        }
    }

    /// Changes the open tree.
    pub(crate) fn edit(&mut self, ctx: &Context, edit: Edit) {
        self.change(ctx, Change::Edit(edit, None));
    }

    /// Goes through the history; a value that waits to be tried is not tried any more.
    fn travel(&mut self, ctx: &Context, change: Change) {
        self.what_if = None;
        self.change(ctx, change);
    }

    /// Tries the next value once every search has caught up with the previous one.
    pub(crate) fn advance_what_if(&mut self, ctx: &Context) {
        if self.model.runs.are_recorded()
            && !self.changes.is_busy()
            && let Some((node, value, gesture)) = self.what_if.take()
        {
            self.change(ctx, Change::Edit(Edit::Value(node, Some(value)), Some(gesture)));
            ctx.request_repaint();
        }
    }

    pub(crate) fn move_among_siblings(&mut self, ctx: &Context, node: NodeId, direction: Direction) {
        let Some(tree) = self.model.tree() else { return };
        let Some(parent) = tree.parent(node) else { return };
        let index = tree.child_index(node).unwrap_or(0);
        let to = match direction {
            Direction::Left => index.checked_sub(1),
            Direction::Right => Some(index + 1),
        };
        if let Some(index) = to {
            self.edit(ctx, Edit::Carry { node, parent, index });
        }
    }

    /// Focuses the field with the value of the selected node; in the lecture hall there is none.
    pub(crate) fn edit_value(&mut self) {
        if !self.model.presents {
            self.model.shows_inspector = true;
            self.inspector.edit_value();
        }
    }

    /// Shows the tree's title in the title of the window, with a mark if there are unsaved changes.
    pub(crate) fn set_title(&self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let mark = if document.history.is_unsaved() { "• " } else { "" };
        // Some systems end a program that sends them a title of megabytes.
        let title = clipped(document.tree.title(), 200);
        ctx.send_viewport_cmd(ViewportCommand::Title(format!("{mark}{title} – Plyscope")));
    }
}

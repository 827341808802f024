//! Taking the results of finished jobs.

use std::sync::Arc;

use eframe::egui::Context;

use super::dialogs::Dialog;
use super::trees::{AlgorithmRun, Document, Task, same_node};
use super::{Model, Plyscope};
use crate::draw::{Folds, Shown};

impl Plyscope {
    /// Takes the results of finished jobs, and starts waiting jobs.
    pub(crate) fn advance(&mut self, ctx: &Context) {
        self.take_chosen(ctx);
        self.take_loaded(ctx);
        self.advance_experiments(ctx);
        self.advance_exports(ctx);
        self.advance_saving(ctx);
        self.advance_changes(ctx);
        self.advance_keeping(ctx);
        self.advance_path();
        self.advance_what_if(ctx);
        if let Some(Dialog::Algorithm(page)) = &mut self.dialog {
            page.advance(ctx);
        }
        // While the root's player is being changed, the open tree is outdated.
        let sets_root_player = self.model.loading.as_ref().is_some_and(|loading| loading.task == Task::SetRootPlayer);
        if let Some(document) = &self.model.document
            && !sets_root_player
        {
            self.model.runs.advance(ctx, &document.subject(self.model.settings), self.model.settings);
            self.advance_visited(ctx);
        }
        self.advance_folding(ctx);
        self.advance_time(ctx);
        self.advance_difference(ctx);
        self.advance_tour(ctx);
        self.advance_fonts(ctx);
    }

    /// Shows the visited part of a game, once it is ready.
    fn advance_visited(&mut self, ctx: &Context) {
        let Model { document, runs, settings, selected, hovered, .. } = &mut self.model;
        let Some(Document { tree, visited: Some(visited), .. }) = document else { return };
        let game = visited.game.limited(settings.depth);
        let Some(part) = visited.advance(ctx, game, runs) else { return };
        *hovered = None;
        *selected = selected.map(|node| same_node(tree, &part, node));
        *tree = Arc::new(part);
        if let Some(node) = *selected {
            let folds = Folds::NONE;
            self.view.reveal(&Shown { tree, folds: &folds }, node);
        }
    }

    /// Updates folds that depend on a search when its result arrives.
    fn advance_folding(&mut self, ctx: &Context) {
        // By the result of another search the view would move in the meantime.
        let waits = self.model.focused_run().is_some_and(AlgorithmRun::is_searching);
        let marked = self.model.marked().filter(|_| !waits);
        let Model { document, runs, folding, .. } = &mut self.model;
        let Some(document) = document else { return };
        if let Some(before) = folding.advance(ctx, &document.tree, runs, marked) {
            self.view.refold(&Shown { tree: &document.tree, folds: &before }, &folding.shown(&document.tree));
            self.follow_step();
        }
    }

    fn advance_difference(&mut self, ctx: &Context) {
        let Some(mut bar) = self.model.difference.take() else { return };
        if let Some(document) = &self.model.document {
            bar.advance(ctx, &self.model.runs, self.model.selected, &document.tree);
        }
        self.model.difference = Some(bar);
    }
}

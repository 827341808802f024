//! What changes the drawings and the runs that they show.

use std::sync::Arc;

use eframe::egui::Context;

use super::action::{RunAction, ViewAction};
use super::{Differing, Folding, Panes, Runs};
use crate::app::{Model, Plyscope, Settings};
use crate::draw::{Folds, Shown};
use crate::search::Algorithm;
use crate::search::hughes::Pipeline;
use crate::tree::{NodeId, Tree};

impl Plyscope {
    /// Changes what the drawings show.
    pub(crate) fn act_on_view(&mut self, action: ViewAction) {
        let model = &mut self.model;
        match action {
            ViewAction::Fit => self.view.fit(),
            ViewAction::Zoom(factor) => self.view.zoom(factor),
            ViewAction::Back => self.view.back(),
            ViewAction::ZoomToSelection => self.zoom_to_selection(),
            ViewAction::ToggleReducedMotion => self.view.is_abrupt = !self.view.is_abrupt,
            ViewAction::SetKind(kind) => self.view.kind = kind,
            ViewAction::SetOptions(options) => model.options = options,
            ViewAction::SetFoldMode(mode) => self.refold(|folding, _| folding.choose(mode)),
            ViewAction::ToggleFold(node) => self.refold(|folding, tree| folding.toggle(tree, node)),
            ViewAction::OpenFold(fold) => self.refold(|folding, tree| folding.open(tree, fold)),
            ViewAction::FoldBelow(depth) => self.refold(|folding, tree| folding.set(Folds::below(tree, depth))),
            ViewAction::Maximise(algorithm) => {
                self.panes.maximise(algorithm);
                // The time line speaks of the pane that is seen.
                model.focused = self.panes.maximised.or(model.focused);
            }
            ViewAction::ResetLayout => self.panes = Panes::new(&model.runs.algorithms()),
            ViewAction::Focus(algorithm) => {
                model.focused = Some(algorithm);
                self.panes.show(algorithm);
            }
            ViewAction::Select(node) => model.selected = node,
            ViewAction::SelectAndReveal(node) => self.select_and_reveal(node),
        }
    }

    /// Changes the runs, or which of them are compared.
    pub(crate) fn act_on_runs(&mut self, ctx: &Context, action: RunAction) {
        let model = &mut self.model;
        match action {
            RunAction::Add(algorithm) => {
                if model.runs.add(algorithm) {
                    self.panes.add(algorithm);
                }
            }
            RunAction::Remove(algorithm) => self.remove(algorithm),
            RunAction::Cancel(algorithm) => model.runs.cancel(algorithm),
            RunAction::ShowOnly(algorithms) => self.show_only(&algorithms),
            RunAction::Rerun => model.runs.restart(),
            RunAction::Set(settings) => self.set(ctx, settings),
            RunAction::TogglePipeline => self.toggle_pipeline(ctx),
            RunAction::SetPipeline(pipeline) => self.set_pipeline(pipeline),
            RunAction::ToggleDifference => {
                model.difference =
                    if model.difference.is_some() { None } else { Differing::new(&model.runs, model.marked()) };
                // The drawings show a step or a difference.
                model.time.take_if(|_| model.difference.is_some());
            }
            RunAction::Compare(chosen) => model.difference.iter_mut().for_each(|bar| bar.chosen = chosen),
            RunAction::GoToDifference(index) => {
                if let Some(node) = model.difference.as_mut().and_then(|bar| bar.go(index)) {
                    self.select_and_reveal(node);
                }
            }
        }
    }

    /// Changes the folds, and keeps the visible nodes in their positions.
    fn refold(&mut self, change: impl FnOnce(&mut Folding, &Tree)) {
        let Model { document: Some(document), folding, .. } = &mut self.model else { return };
        let (tree, before) = (&document.tree, Arc::clone(&folding.folds));
        change(folding, tree);
        self.view.refold(&Shown { tree, folds: &before }, &folding.shown(tree));
    }

    fn zoom_to_selection(&mut self) {
        if let (Some(shown), Some(node)) = (self.model.shown(), self.model.selected) {
            self.view.zoom_to(&shown, node);
        }
    }

    pub(crate) fn select_and_reveal(&mut self, node: NodeId) {
        self.model.selected = Some(node);
        if let Some(document) = &self.model.document {
            self.model.folding.reveal(&document.tree, node);
            self.view.reveal(&self.model.folding.shown(&document.tree), node);
        }
    }

    /// Removes an algorithm with its pane, unless it is the last.
    fn remove(&mut self, algorithm: Algorithm) {
        let model = &mut self.model;
        if model.runs.iter().len() > 1 {
            model.runs.remove(algorithm);
            self.panes.remove(algorithm);
            model.focused = model.focused.filter(|&focused| focused != algorithm);
        }
    }

    /// Shows panes with some algorithms and no others; the first is marked.
    pub(crate) fn show_only(&mut self, algorithms: &[Algorithm]) {
        self.model.runs = Runs::new(algorithms);
        self.panes = Panes::new(&self.model.runs.algorithms());
        self.model.focused = algorithms.first().copied();
    }

    fn set(&mut self, ctx: &Context, settings: Settings) {
        if settings != self.model.settings {
            self.model.settings = settings;
            self.model.runs.restart();
            self.settle_root(ctx);
        }
    }

    fn toggle_pipeline(&mut self, ctx: &Context) {
        let shown = self.model.runs.pipeline().map(|run| run.algorithm);
        let own = Algorithm::of_pipeline(self.model.pipeline);
        self.act_on_runs(ctx, shown.map_or(RunAction::Add(own), RunAction::Remove));
    }

    /// Runs the pipeline with other stages in the same pane.
    fn set_pipeline(&mut self, pipeline: Pipeline) {
        let model = &mut self.model;
        let new = Algorithm::of_pipeline(pipeline);
        if let Some(old) = model.runs.pipeline().map(|run| run.algorithm) {
            model.runs.replace(old, new);
            self.panes.replace(old, new);
            model.focused = model.focused.map(|focused| if focused == old { new } else { focused });
        }
        model.pipeline = pipeline;
    }
}

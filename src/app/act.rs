//! The one place that carries out actions.

use std::sync::Arc;

use eframe::egui::{Context, ViewportCommand};

use super::bars::difference::DifferenceBar;
use super::bars::find::FindBar;
use super::commands::palette::Palette;
use super::commands::sheet::Sheet;
use super::dialogs::Dialog;
use super::dialogs::algorithm_page::AlgorithmPage;
use super::dialogs::file_dialog::FileRequest;
use super::dialogs::new_game::GameForm;
use super::dialogs::number::NumberForm;
use super::dialogs::random_tree::RandomTreeForm;
use super::model::Model;
use super::plyscope::Plyscope;
use super::storage::SIZES;
use super::timeline::TimeState;
use super::trees::document::Source;
use super::trees::folding::Folding;
use super::trees::panes::Panes;
use super::trees::picture;
use super::trees::runs::Runs;
use super::{Action, Settings};
use crate::draw::{Folds, Shown};
use crate::search::Algorithm;
use crate::search::hughes::Pipeline;
use crate::tree::{NodeId, Tree};

impl Plyscope {
    /// Carries out an action.
    #[expect(clippy::too_many_lines, reason = "a line or two for each action")]
    pub fn act(&mut self, ctx: &Context, action: Action) {
        if self.asks_before(&action) {
            return;
        }
        let model = &mut self.model;
        match action {
            Action::ChooseFile => self.request_file(ctx, FileRequest::File),
            Action::TypePath => self.type_path(FileRequest::File, None),
            Action::Open(path) => self.open_file(ctx, path),
            Action::OpenSample(sample) => self.load(ctx, Source::Sample(sample)),
            Action::NewRandomTree => {
                let form = model.random_tree.as_ref().map(RandomTreeForm::of).unwrap_or_default();
                self.dialog = Some(Dialog::RandomTree(form));
            }
            Action::Generate(tree) => {
                model.random_tree = Some(tree.clone());
                self.load(ctx, Source::Random(tree));
            }
            Action::NewGame => {
                let form = model.game_tree.as_ref().map(GameForm::of).unwrap_or_default();
                self.dialog = Some(Dialog::Game(Box::new(form)));
            }
            Action::Unfold(tree) => {
                model.game_tree = Some(tree.clone());
                self.load(ctx, Source::Game(tree));
            }
            Action::OpenSession(session) => self.load(ctx, Source::Session(session)),
            Action::CancelLoading => self.cancel_loading(ctx),
            Action::CancelChange => self.cancel_change(),
            Action::DismissError => model.error = None,
            Action::DismissNote => model.note = None,
            Action::ClearRecent => model.recent.clear(),
            Action::ShowPage(page) => model.page = page,
            Action::Experiment(action) => self.experiment(ctx, action),
            Action::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            Action::QuitAnyway => self.quit_anyway(ctx),
            Action::Fit => self.view.fit(),
            Action::Zoom(factor) => self.view.zoom(factor),
            Action::ToggleFind => self.find = if self.find.is_some() { None } else { Some(FindBar::default()) },
            Action::ToggleTimeline => {
                model.time = if model.time.is_some() { None } else { Some(TimeState::open()) };
                // The drawings show a step or a difference.
                model.difference.take_if(|_| model.time.is_some());
                self.follow_step();
            }
            Action::ToggleDifference => {
                model.difference = if model.difference.is_some() { None } else { DifferenceBar::new(model) };
                model.time.take_if(|_| model.difference.is_some());
            }
            Action::ChoosePicture => self.dialog = Some(Dialog::Picture(Box::new(model.picture.clone()))),
            Action::ExportPicture(request, to) => {
                model.picture = request;
                if let Some(document) = &model.document {
                    let export = picture::of(&model.picture, model, document, &self.view, &self.panes);
                    self.export(ctx, export, to);
                }
            }
            Action::ToggleMachine => model.shows_machine = !model.shows_machine,
            Action::TogglePresenter => self.toggle_presenter(ctx),
            Action::Compare(chosen) => model.difference.iter_mut().for_each(|bar| bar.choose(chosen)),
            Action::GoToDifference(index) => {
                if let Some(node) = model.difference.as_mut().and_then(|bar| bar.go(index)) {
                    self.select_and_reveal(node);
                }
            }
            Action::Jump(jump) => self.jump(jump),
            Action::TogglePlay => self.toggle_play(),
            Action::SetSpeed(speed) => model.time.iter_mut().for_each(|time| time.speed = speed),
            Action::SetRace(race) => model.time.iter_mut().for_each(|time| time.race = race),
            Action::GoToCause => self.go_to_cause(),
            Action::ViewBack => self.view.back(),
            Action::ZoomToSelection => self.zoom_to_selection(),
            Action::ToggleReducedMotion => self.view.is_abrupt = !self.view.is_abrupt,
            Action::SetKind(kind) => self.view.kind = kind,
            Action::SetOptions(options) => model.options = options,
            Action::SetFoldMode(mode) => self.refold(|folding, _| folding.choose(mode)),
            Action::ToggleFold(node) => self.refold(|folding, tree| folding.toggle(tree, node)),
            Action::OpenFold(fold) => self.refold(|folding, tree| folding.open(tree, fold)),
            Action::FoldBelow(depth) => self.refold(|folding, tree| folding.set(Folds::below(tree, depth))),
            Action::Maximise(algorithm) => {
                self.panes.maximise(algorithm);
                // The time line speaks of the pane that is seen.
                model.focused = self.panes.maximised().or(model.focused);
            }
            Action::ResetLayout => self.panes = Panes::new(model.runs.algorithms()),
            Action::SetSize(size) => {
                let size = if size.is_finite() { size.clamp(*SIZES.start(), *SIZES.end()) } else { 1.0 };
                ctx.set_zoom_factor((size * 100.0).round() / 100.0);
            }
            Action::SetTheme(preference) => ctx.set_theme(preference),
            Action::ToggleInspector => model.shows_inspector = !model.shows_inspector,
            Action::ToggleHistory => model.shows_history = !model.shows_history,
            Action::ShowColumns(titles) => self.comparison.show_columns(&titles),
            Action::SortComparison(sort) => self.comparison.sort_by(sort),
            Action::ToggleComparison => model.shows_comparison = !model.shows_comparison,
            Action::TogglePipeline => self.toggle_pipeline(ctx),
            Action::SetPipeline(pipeline) => self.set_pipeline(pipeline),
            Action::Rerun => model.runs.restart(),
            Action::Set(settings) => self.set(ctx, settings),
            Action::Add(algorithm) => {
                if model.runs.add(algorithm) {
                    self.panes.add(algorithm);
                }
            }
            Action::Remove(algorithm) => self.remove(algorithm),
            Action::CancelRun(algorithm) => model.runs.cancel(algorithm),
            Action::Focus(algorithm) => {
                model.focused = Some(algorithm);
                self.panes.show(algorithm);
            }
            Action::Select(node) => model.selected = node,
            Action::SelectAndReveal(node) => self.select_and_reveal(node),
            Action::Copy(text) => ctx.copy_text(text),
            Action::Export(export, to) => self.export(ctx, export, to),
            Action::ChooseNumber(entry) => {
                self.dialog = Some(Dialog::Number(NumberForm::new(entry, model.value_or_zero())));
            }
            Action::ShowAlgorithm(algorithm) => self.show_algorithm(ctx, algorithm),
            Action::StartTour => self.start_tour(),
            Action::DeclineTour => model.offers_tour = false,
            Action::GoOnWithTour => self.go_on_with_tour(ctx),
            Action::EndTour => self.end_tour(),
            Action::ShowOnly(algorithms) => self.show_only(&algorithms),
            Action::ShowPalette => self.dialog = Some(Dialog::Palette(Palette::new(&self.menus(ctx)))),
            Action::ShowShortcuts => self.dialog = Some(Dialog::Shortcuts(Sheet::new(&self.menus(ctx)))),
            Action::ShowAbout => self.dialog = Some(Dialog::About),
            Action::CloseModal => {
                if let Some(Dialog::Path { .. }) = self.dialog.take() {
                    model.error = None;
                }
            }
            action @ (Action::NewTree
            | Action::Create(_)
            | Action::Edit(_)
            | Action::WhatIf(..)
            | Action::GiveUp(_)
            | Action::Undo
            | Action::Redo
            | Action::GoToStep(_)
            | Action::MoveAmongSiblings(..)
            | Action::EditValue
            | Action::CopySubtree(_)
            | Action::RequestPaste
            | Action::PasteText(..)
            | Action::Save(_)
            | Action::SaveAs(_)
            | Action::SaveTo(..)
            | Action::SaveSession
            | Action::SaveSessionTo(..)
            | Action::CopySession
            | Action::AskForProperties
            | Action::RestoreWork
            | Action::DiscardWork
            | Action::SaveAnyway(..)
            | Action::Reload
            | Action::Discard(_)) => self.act_on_tree(ctx, action),
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
        self.panes = Panes::new(self.model.runs.algorithms());
        self.model.focused = algorithms.first().copied();
    }

    fn show_algorithm(&mut self, ctx: &Context, algorithm: Algorithm) {
        let open = self.model.document.as_ref().filter(|document| document.visited.is_none());
        let tree = open.map(|document| Arc::clone(&document.tree));
        self.dialog = Some(Dialog::Algorithm(AlgorithmPage::new(ctx, algorithm, tree)));
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
        self.act(ctx, shown.map_or(Action::Add(own), Action::Remove));
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

    pub(crate) fn select_and_reveal(&mut self, node: NodeId) {
        self.model.selected = Some(node);
        if let Some(document) = &self.model.document {
            self.model.folding.reveal(&document.tree, node);
            self.view.reveal(&self.model.folding.shown(&document.tree), node);
        }
    }
}

//! The one place that carries out actions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{Context, ViewportCommand};

use super::bars::difference::DifferenceBar;
use super::bars::find::FindBar;
use super::commands::palette::Palette;
use super::commands::sheet::Sheet;
use super::dialogs::Dialog;
use super::dialogs::algorithm_page::AlgorithmPage;
use super::dialogs::file_dialog::{self, FileChoice, FileRequest};
use super::dialogs::new_game::GameForm;
use super::dialogs::number::NumberForm;
use super::dialogs::random_tree::RandomTreeForm;
use super::editing::Changes;
use super::experiments::{ExperimentAction, is_experiment};
use super::model::{Model, Page};
use super::plyscope::Plyscope;
use super::storage::{MAX_RECENT, SIZES};
use super::timeline::{Jump, TimeState};
use super::trees::document::{Document, LoadError, Loaded, Loading, Opened, Source, Task};
use super::trees::folding::Folding;
use super::trees::panes::Panes;
use super::trees::picture;
use super::trees::runs::{AlgorithmRun, Runs};
use super::trees::session_source::SessionSource;
use super::trees::visited::same_node;
use super::{Action, Settings};
use crate::draw::{Folds, Shown};
use crate::game::GameName;
use crate::search::Algorithm;
use crate::search::hughes::Pipeline;
use crate::session::is_session_file;
use crate::tree::edit::Moved;
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
                self.follow_step();
            }
            Action::ToggleDifference => {
                model.difference = if model.difference.is_some() { None } else { DifferenceBar::new(model) };
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
            | Action::TypeValue(_)
            | Action::EditValue
            | Action::CopySubtree(_)
            | Action::RequestPaste
            | Action::PasteText(..)
            | Action::Save(_)
            | Action::SaveAs
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
        let marked = self.model.marked();
        let Model { document, runs, folding, .. } = &mut self.model;
        let Some(document) = document else { return };
        if let Some(before) = folding.advance(ctx, &document.tree, runs, marked) {
            self.view.refold(&Shown { tree: &document.tree, folds: &before }, &folding.shown(&document.tree));
            self.follow_step();
        }
    }

    /// Advances the time line.
    fn advance_time(&mut self, ctx: &Context) {
        let marked = self.model.marked();
        let Model { document: Some(document), runs, time: Some(time), selected, shows_machine, .. } = &mut self.model
        else {
            return;
        };
        if time.advance(ctx, &document.tree, runs, marked, *selected, *shows_machine) {
            self.follow_step();
        }
    }

    /// Opens the fold in which the time line stands, closes the one that it has left, and brings the step's node into the panes.
    fn follow_step(&mut self) {
        let marked = self.model.marked();
        let Model { document: Some(document), time, folding, .. } = &mut self.model else { return };
        let (tree, time) = (&document.tree, time.as_ref());
        let moment = time.and_then(|time| Some(&time.now(marked?)?.moment));
        // The first node that a sentence names is the one at which something happens.
        let named = time.and_then(|time| time.sentence.nodes.first().copied());
        let node = moment.and_then(|moment| named.or(moment.node()));
        let is_open = |node| moment.is_some_and(|moment| moment.open(node, tree.depth(node)).is_some());
        if let Some(before) = folding.enter(tree, node, is_open) {
            self.view.refold(&Shown { tree, folds: &before }, &folding.shown(tree));
        }
        if let Some(node) = node.filter(|_| time.is_some_and(|time| !time.is_playing)) {
            self.view.reveal(&folding.shown(tree), node);
        }
    }

    fn advance_difference(&mut self, ctx: &Context) {
        let Some(mut bar) = self.model.difference.take() else { return };
        if let Some(document) = &self.model.document {
            bar.advance(ctx, &self.model, &document.tree);
        }
        self.model.difference = Some(bar);
    }

    fn jump(&mut self, jump: Jump) {
        let Some(marked) = self.model.marked() else { return };
        let Model { document: Some(document), runs, time: Some(time), selected, .. } = &mut self.model else { return };
        if let Some(finished) = runs.get(marked).and_then(AlgorithmRun::finished) {
            time.is_playing = false;
            time.back = None;
            time.jump(jump, &document.tree, finished, marked, *selected);
        }
    }

    fn toggle_presenter(&mut self, ctx: &Context) {
        let model = &mut self.model;
        model.presents = !model.presents;
        model.time.get_or_insert_with(TimeState::open);
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(model.presents));
        ctx.set_zoom_factor(if model.presents { self.size * LECTURE_HALL } else { self.size });
    }

    fn toggle_play(&mut self) {
        let Some(marked) = self.model.marked() else { return };
        let Some(time) = &mut self.model.time else { return };
        let is_at_end = time.now(marked).is_some_and(|now| now.moment.time >= now.timeline.len());
        if is_at_end {
            time.time = Some(0);
        }
        time.is_playing = !time.is_playing;
    }

    fn go_to_cause(&mut self) {
        let Some(time) = &mut self.model.time else { return };
        time.is_playing = false;
        match (time.sentence.cause, time.back.take()) {
            (Some(cause), _) => (time.back, time.time) = (time.time, Some(cause)),
            (None, Some(back)) => time.time = Some(back),
            (None, None) => {}
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

    /// Opens a tree, or an experiment from its file, its folder or a chart of it.
    pub(crate) fn open_file(&mut self, ctx: &Context, path: PathBuf) {
        if is_experiment(&path) {
            self.experiment(ctx, ExperimentAction::OpenSpec { path, discard: false });
        } else if is_session_file(&path) {
            self.remember(&path);
            let source = SessionSource::file(path, &self.model.recent);
            self.load(ctx, Source::Session(source));
        } else {
            self.load(ctx, Source::File(path));
        }
    }

    /// Asks the desktop for a file or folder, or for its path if the desktop has no dialog.
    pub(crate) fn request_file(&mut self, ctx: &Context, request: FileRequest) {
        if self.chooser.is_some() {
            return;
        }
        if !file_dialog::is_available() {
            self.type_path(request, Some(NO_DIALOG));
            return;
        }
        let directory = self.model.recent.first().and_then(|path| path.parent());
        self.chooser = Some((file_dialog::show(ctx, &request, directory), request));
    }

    fn type_path(&mut self, request: FileRequest, reason: Option<&'static str>) {
        self.model.error = None;
        self.dialog = Some(Dialog::Path { text: String::new(), reason, request, is_submitted: false });
    }

    /// Closes the dialog in which a path was typed when that has worked; after an error the dialog and the path stay.
    fn advance_path(&mut self) {
        let model = &self.model;
        let saves = self.saving.is_some() || self.session_job.is_some();
        let is_busy = saves || model.loading.is_some() || model.experiments.is_reading_or_writing();
        if let Some(Dialog::Path { is_submitted: is_submitted @ true, .. }) = &mut self.dialog
            && !is_busy
            && model.exports.is_empty()
        {
            *is_submitted = false;
            if model.error.is_none() {
                self.dialog = None;
            }
        }
    }

    fn take_chosen(&mut self, ctx: &Context) {
        let Some(result) = self.chooser.as_ref().and_then(|(job, _)| job.poll()) else { return };
        let Some((_, request)) = self.chooser.take() else { return };
        match result {
            // The desktop's dialog has already asked whether to replace the file.
            Ok(FileChoice::File(path)) => self.act(ctx, request.action(path, true)),
            Ok(FileChoice::Nothing) => {}
            Ok(FileChoice::NoDialog) | Err(_) => self.type_path(request, Some(NO_DIALOG)),
        }
    }

    pub(crate) fn load(&mut self, ctx: &Context, source: Source) {
        self.model.error = None;
        self.model.loading = Some(Loading::open(ctx, source, self.model.settings.root, None));
    }

    fn cancel_loading(&mut self, ctx: &Context) {
        self.end_restoring(false);
        if let Some(loading) = self.model.loading.take() {
            self.keep_document(ctx, &loading.task);
        }
    }

    /// Keeps the open tree after a task without a new one.
    fn keep_document(&mut self, ctx: &Context, task: &Task) {
        match (task, &self.model.document) {
            // The player at the root may have been changed in the meantime.
            (Task::Open(_), _) => self.settle_root(ctx),
            (Task::SetRootPlayer, Some(document)) => {
                let player = document.tree.player(NodeId::ROOT);
                self.model.settings.root = (player != document.file_root).then_some(player);
            }
            (Task::SetRootPlayer, None) => {}
        }
    }

    fn take_loaded(&mut self, ctx: &Context) {
        let Some(loading) = &self.model.loading else { return };
        let Some(result) = loading.job.poll() else { return };
        let task = loading.task.clone();
        self.model.loading = None;
        let restores = matches!(&task, Task::Open(Source::Session(session)) if session.is_unsaved_work());
        match result.unwrap_or_else(|fault| Err(LoadError::Failed(fault))) {
            Ok(loaded) => {
                self.show(ctx, loaded);
                if restores {
                    self.end_restoring(true);
                }
            }
            Err(error) => {
                if restores {
                    self.end_restoring(false);
                }
                self.keep_document(ctx, &task);
                match error {
                    LoadError::Cancelled => {}
                    LoadError::Failed(error) => self.model.error = Some(error),
                    LoadError::Asks(path, source) => self.ask_to_read(&path, *source),
                }
            }
        }
    }

    fn show(&mut self, ctx: &Context, loaded: Loaded) {
        match loaded {
            Loaded::Opened(opened, file_root) => {
                let Opened { tree, visited, traced, source, history, on_disk, session, moved, note } = *opened;
                let tree = Arc::new(tree);
                let is_traced = traced.is_some();
                self.show_traced(traced);
                let game = GameName::of_tree(&tree);
                let serial = self.model.document.as_ref().map_or(0, |document| document.serial + 1);
                self.open(
                    ctx,
                    Document { tree, visited, source, game, file_root, is_traced, serial, history, on_disk },
                    moved,
                );
                if let Some(session) = session {
                    self.restore(&session);
                }
                if let Some(note) = note {
                    self.model.say(note);
                }
            }
            Loaded::Tree(tree) => {
                if let Some(document) = &mut self.model.document {
                    document.tree = Arc::new(tree);
                }
                self.model.folding.choose(self.model.folding.mode);
                self.model.runs.restart();
            }
        }
        self.settle_root(ctx);
    }

    /// Gives the run of a trace a pane before the others, and removes that of the previous trace.
    fn show_traced(&mut self, traced: Option<AlgorithmRun>) {
        let name = traced.as_ref().map(|run| run.algorithm);
        let before = self.model.runs.set_traced(traced);
        if name.is_some() || before.is_some() {
            self.panes = Panes::new(self.model.runs.algorithms());
            self.model.focused = name;
        }
    }

    /// Shows another tree. If it is another state of the one that was open, what is still there stays selected, folded and in sight.
    fn open(&mut self, ctx: &Context, document: Document, moved: Option<(u64, Moved)>) {
        if let Source::File(path) = &document.source {
            self.remember(path);
        }
        (self.what_if, self.may_lose_tree) = (None, false);
        self.changes = Changes::default();
        let model = &mut self.model;
        model.page = Page::Trees;
        model.error = None;
        let after = Arc::clone(&document.tree);
        let before = model.document.replace(document).map(|document| document.tree);
        match (before, moved) {
            (Some(before), Some((of, moved))) if before.identity() == of => {
                self.follow(&before, &after, &moved, None, false);
            }
            _ => {
                model.folding = model.document.as_ref().map_or_else(Folding::default, Folding::of);
                (model.selected, model.hovered) = (None, None);
                self.view.reset();
            }
        }
        self.model.runs.restart();
        self.set_title(ctx);
        self.look_for_fonts(ctx);
    }

    pub(crate) fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let recent = &mut self.model.recent;
        recent.retain(|other| *other != path);
        recent.insert(0, path);
        recent.truncate(MAX_RECENT);
    }

    fn set(&mut self, ctx: &Context, settings: Settings) {
        if settings != self.model.settings {
            self.model.settings = settings;
            self.model.runs.restart();
            self.settle_root(ctx);
        }
    }

    /// Changes the open tree if another player should move at its root.
    pub(crate) fn settle_root(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let player = document.root_player(self.model.settings.root);
        if self.model.loading.is_none() && document.tree.player(NodeId::ROOT) != player {
            self.model.loading = Some(Loading::set_root_player(ctx, document, player));
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

/// The magnification in the lecture hall.
const LECTURE_HALL: f32 = 1.4;

const NO_DIALOG: &str = "This desktop has neither a file portal nor zenity, so please type the path.";

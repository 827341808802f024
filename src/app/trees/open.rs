//! Opening a tree: its file is chosen, it is loaded by a job, and the window shows it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::Context;

use super::{
    AlgorithmRun, Differing, Document, Folding, LoadError, Loaded, Loading, Opened, Panes, SessionSource, Source, Task,
};
use crate::app::dialogs::file_dialog::{self, FileChoice, FileRequest};
use crate::app::dialogs::{Dialog, Which};
use crate::app::editing::jobs::Changes;
use crate::app::experiments::{ExperimentAction, is_experiment};
use crate::app::model::Note;
use crate::app::storage::MAX_RECENT;
use crate::app::timeline::TimeState;
use crate::app::timeline::findings::verdict;
use crate::app::{Action, FileAction, Job, NewTree, Page, Plyscope};
use crate::format;
use crate::game::GameName;
use crate::search::Algorithm;
use crate::session::is_session_file;
use crate::tree::edit::Moved;
use crate::tree::file::{Asked, Choice, Question, Reading};
use crate::tree::{NodeId, Tree};

const NO_DIALOG: &str = "This desktop has neither a file portal nor zenity, so please type the path.";

/// What a text was read as, if that is worth saying, and a button for another reading.
fn said(reading: &Reading, source: &Source) -> Option<Note> {
    if !reading.is_worth_saying() {
        return None;
    }
    let words = format!("{}.", format::sentence(&reading.to_string()));
    let other =
        reading.others.first().and_then(|&other| Some((other, source.read_as(Asked::default().in_format(other))?)));
    Some(match other {
        Some((other, action)) => {
            let words = format!("{words} As {} it is another tree.", other.entry().title);
            Note::offering_for_a_while(words, "Read it so", action)
        }
        None => Note::passing(words),
    })
}

impl Plyscope {
    /// Opens a tree, or an experiment from its file, its folder or a chart of it.
    pub(crate) fn open_file(&mut self, ctx: &Context, path: PathBuf) {
        if is_experiment(&path) {
            self.experiment(ctx, ExperimentAction::OpenSpec { path, discard: false });
        } else if is_session_file(&path) {
            let source = SessionSource::file(path, &self.model.recent);
            self.load(ctx, Source::Session(source));
        } else {
            self.load(ctx, Source::File(path, Asked::default()));
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
        self.chooser = Some((file_dialog::show(ctx, &request, self.last_directory()), request));
    }

    /// The directory of the file that was opened or saved last.
    fn last_directory(&self) -> Option<&Path> {
        self.model.recent.first()?.parent()
    }

    pub(crate) fn type_path(&mut self, request: FileRequest, reason: Option<&'static str>) {
        self.model.error = None;
        let directory = self.last_directory().map(Path::to_owned).or_else(std::env::home_dir).unwrap_or_default();
        let text = request.suggestion().map(|name| directory.join(name).display().to_string()).unwrap_or_default();
        self.dialog = Some(Dialog::Path { text, reason, request, is_submitted: false });
    }

    /// Closes the dialog in which a path was typed when that has worked; after an error the dialog and the path stay.
    pub(crate) fn advance_path(&mut self) {
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

    pub(crate) fn take_chosen(&mut self, ctx: &Context) {
        let Some(((_, request), result)) = Job::take_with(&mut self.chooser, |(job, _)| job) else { return };
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

    pub(crate) fn cancel_loading(&mut self, ctx: &Context) {
        self.end_restoring(false);
        if let Some(loading) = self.model.loading.take() {
            self.keep_document(ctx, &loading.task);
        }
    }

    /// Keeps the open tree after a task without a new one.
    pub(crate) fn keep_document(&mut self, ctx: &Context, task: &Task) {
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

    pub(crate) fn take_loaded(&mut self, ctx: &Context) {
        let loaded = Job::take_with(&mut self.model.loading, |loading| &loading.job);
        let Some((Loading { task, .. }, result)) = loaded else { return };
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
                    LoadError::Failed(error) => match &task {
                        Task::Open(Source::New(NewTree::Text { text, .. })) => self.correct(text, error),
                        _ => self.model.error = Some(error),
                    },
                    LoadError::Asks(path, source) => self.ask_to_read(&path, *source),
                    LoadError::Which(question, source) => self.ask_which(*question, &source),
                }
            }
        }
    }

    pub(crate) fn show(&mut self, ctx: &Context, loaded: Loaded) {
        match loaded {
            Loaded::Opened(opened, file_root) => {
                let Opened { tree, visited, traced, source, history, on_disk, session, moved, note, reading } = *opened;
                let note =
                    note.map(Note::passing).or_else(|| reading.as_ref().and_then(|reading| said(reading, &source)));
                let tree = Arc::new(tree);
                let checked = traced.as_ref().and_then(|run| run.finished()?.checked());
                let note = note.or_else(|| checked.map(|checked| Note::passing(verdict(&checked.report))));
                let is_traced = traced.is_some();
                self.show_traced(traced);
                let game = GameName::of_tree(&tree);
                let compared = compared(&source);
                let serial = self.model.document.as_ref().map_or(0, |document| document.serial + 1);
                self.open(
                    ctx,
                    Document { tree, visited, source, game, file_root, is_traced, serial, history, on_disk },
                    moved,
                );
                if let Some(session) = session {
                    self.restore(&session);
                } else if let Some(compared) = compared {
                    self.show_difference(compared);
                }
                if note.is_some() {
                    self.model.note = note;
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

    /// Shows two searches and their difference.
    fn show_difference(&mut self, compared: [Algorithm; 2]) {
        // The run of a search under a rule of its own stays.
        self.model.runs.choose(&compared.into_iter().filter(|search| !search.is_traced()).collect::<Vec<_>>());
        self.panes = Panes::new(&self.model.runs.algorithms());
        self.model.focused = Some(compared[0]);
        self.model.difference = Some(Differing::between(compared));
        // The drawings show a step or a difference.
        self.model.time = None;
    }

    /// Asks in which of several ways a text is to be read. What was open before has been asked about already.
    fn ask_which(&mut self, question: Question, source: &Source) {
        let discard = |action| Action::File(FileAction::Discard(Box::new(action)));
        let choice = |choice: Choice| Some((choice.words, discard(source.read_as(choice.asked)?)));
        let choices = question.choices.into_iter().filter_map(choice).collect();
        self.ask(Dialog::Which(Which::new(question.title, choices)));
    }

    /// Gives the run of a trace a pane before the others, and removes that of the previous trace.
    pub(crate) fn show_traced(&mut self, traced: Option<AlgorithmRun>) {
        let name = traced.as_ref().map(|run| run.algorithm);
        let before = self.model.runs.set_traced(traced);
        if name.is_some() || before.is_some() {
            self.panes = Panes::new(&self.model.runs.algorithms());
            self.model.focused = name;
        }
    }

    /// Shows another tree. If it is another state of the one that was open, what is still there stays selected, folded and in sight.
    pub(crate) fn open(&mut self, ctx: &Context, document: Document, moved: Option<(u64, Moved)>) {
        match &document.source {
            Source::File(path, _) => self.remember(path),
            Source::Session(session) => session.path().into_iter().for_each(|path| self.remember(path)),
            _ => {}
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
                model.time = model.time.take().map(TimeState::restarted);
                self.view.reset();
                self.give_up_depth_limit(&after);
                self.model.settings.bounds = None;
                self.choose_applicable(&after);
            }
        }
        self.model.runs.restart();
        self.set_title(ctx);
        self.look_for_fonts(ctx);
    }

    /// Takes back the depth limit that was set for the tree before, if another one has no static values there.
    fn give_up_depth_limit(&mut self, tree: &Tree) {
        let Some(depth) = self.model.settings.depth else { return };
        let mut nodes = tree.level(depth).map(|position| tree.node_in_level_order(position));
        if nodes.any(|node| !tree.is_leaf(node) && tree.value(node).is_none()) {
            self.model.settings.depth = None;
            self.model.say(format!("The depth limit is off: this tree has no static values at depth {depth}."));
        }
    }

    /// Shows the searches of trees with chance nodes, if none of those shown is applicable to another tree, and takes them back for a tree
    /// without chance nodes.
    fn choose_applicable(&mut self, tree: &Tree) {
        let model = &mut self.model;
        let shown = model.runs.own_algorithms();
        let applicable = Algorithm::for_chance();
        let chosen = if tree.has_chance() && !shown.iter().any(|algorithm| algorithm.entry().takes_chance) {
            model.set_aside = Some(shown);
            applicable
        } else if !tree.has_chance() && shown == applicable {
            let Some(before) = model.set_aside.take() else { return };
            before
        } else {
            return;
        };
        model.runs.choose(&chosen);
        model.focused = None;
        self.panes = Panes::new(&model.runs.algorithms());
    }

    pub(crate) fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let recent = &mut self.model.recent;
        recent.retain(|other| *other != path);
        recent.insert(0, path);
        recent.truncate(MAX_RECENT);
    }

    /// Changes the open tree if another player should move at its root.
    pub(crate) fn settle_root(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let player = document.root_player(self.model.settings.root);
        if self.model.loading.is_none() && document.tree.player(NodeId::ROOT) != player {
            self.model.loading = Some(Loading::set_root_player(ctx, document, player));
        }
    }
}

/// The two searches of which a tree shows the difference, if it is about that.
fn compared(source: &Source) -> Option<[Algorithm; 2]> {
    match source {
        Source::Sample(sample) => {
            let [one, other] = sample.compares?;
            Some([one.parse().ok()?, other.parse().ok()?])
        }
        Source::Found(found) => Some(found.shown()),
        _ => None,
    }
}

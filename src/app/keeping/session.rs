//! The session of the window: made of what it shows, saved, copied, pasted, and shown again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::Context;

use super::jobs::SessionJob;
use crate::app::dialogs::{Dialog, FileRequest};
use crate::app::storage::TEXT_SIZES;
use crate::app::timeline::TimeState;
use crate::app::trees::{Document, Panes, SessionSource, Source};
use crate::app::{Action, FileAction, Job, Plyscope, Settings};
use crate::draw::{FoldMode, Folds, Options};
use crate::format;
use crate::format::file_name;
use crate::search::Algorithm;
use crate::session::{EXTENSION, Search, Session, SessionTree, TimeLine, TreeFile, View};
use crate::tree::edit::State;

impl Document {
    /// The tree for a session: where it comes from if that has all of it, or else the tree itself.
    pub(crate) fn session_tree(&self, folder: Option<&Path>) -> SessionTree {
        let is_new = self.history.position() == 0;
        match &self.source {
            Source::File(..) if !self.history.is_unsaved() => self.file(folder).map(SessionTree::File),
            Source::Game(game) if is_new => Some(SessionTree::Game(game.clone())),
            Source::Random(tree) if is_new => Some(SessionTree::Random(tree.clone())),
            _ => None,
        }
        .unwrap_or_else(|| SessionTree::Itself(Arc::clone(&self.tree)))
    }

    /// The tree's file as a session names it; a path that is not Unicode cannot be written.
    pub(crate) fn file(&self, folder: Option<&Path>) -> Option<TreeFile> {
        let Source::File(path, asked) = &self.source else { return None };
        let hash = self.on_disk.map(|file| file.hash);
        let file = TreeFile { path: path.clone(), hash, asked: *asked }.seen_from(folder);
        file.path.to_str().is_some().then_some(file)
    }
}

impl Plyscope {
    /// The session of what is shown, with this tree.
    pub(crate) fn session(&self, document: &Document, tree: SessionTree) -> Session {
        let model = &self.model;
        let Settings { root, cutoff, budget, depth, bounds } = model.settings;
        let (mut algorithms, mut pipeline) = (Vec::new(), None);
        for algorithm in model.runs.own_algorithms() {
            match algorithm.pipeline() {
                Some(found) => pipeline = pipeline.or(Some(found)),
                None => algorithms.push(algorithm),
            }
        }
        let place = |pane: Option<Algorithm>| pane.and_then(|pane| model.runs.place(pane)).map(|place| place as u32);
        let search = Search { algorithms, pipeline, marked: place(model.focused), root, cutoff, budget, depth, bounds };
        // The nodes of a part of a game change with the searches.
        let has_all = document.visited.is_none();
        let Options { text, windows, order, numbers, .. } = model.options;
        let is_by_hand = has_all && model.folding.mode == FoldMode::ByHand;
        let view = View {
            kind: self.view.kind,
            text: Some(text).filter(|&text| text != Options::default().text),
            windows,
            order,
            numbers,
            fold: model.folding.mode,
            folds: if is_by_hand { model.folding.chosen().siblings(&document.tree) } else { Vec::new() },
            selected: model.selected.filter(|_| has_all).map(|node| node.index() as u32),
            maximised: place(self.panes.maximised),
            spot: self.view.spot().filter(|_| has_all),
        };
        let time_line = model.time.as_ref().map(|time| TimeLine { step: time.step(model.marked()) });
        Session { tree, search, view, time_line, changed_from: None }
    }

    /// Shows the open tree as a session says. What the tree does not have is left out.
    pub(crate) fn restore(&mut self, session: &Session) {
        let Session { search, view, time_line, .. } = session;
        let model = &mut self.model;
        let Some(document) = &model.document else { return };
        let mut algorithms = search.algorithms.clone();
        algorithms.extend(search.pipeline.map(Algorithm::of_pipeline));
        if !algorithms.is_empty() {
            model.runs.choose(&algorithms);
            self.panes = Panes::new(&model.runs.algorithms());
        }
        model.pipeline = search.pipeline.unwrap_or(model.pipeline);
        model.focused =
            search.marked.and_then(|marked| model.runs.algorithms().get(marked as usize).copied()).or(model.focused);
        let Search { root, cutoff, budget, depth, bounds, .. } = *search;
        let bounds = bounds.filter(|[low, high]| low <= high);
        model.settings = Settings { root, cutoff, budget: budget.at_least_one(), depth, bounds };
        let View { windows, order, numbers, .. } = *view;
        let text = view.text.filter(|text| TEXT_SIZES.contains(text)).unwrap_or(Options::default().text);
        model.options = Options { text, windows, order, numbers, ..model.options };
        self.view.kind = view.kind;
        if document.visited.is_none() {
            model.folding.set(Folds::of_siblings(&document.tree, &view.folds));
            if view.fold != FoldMode::ByHand {
                model.folding.choose(view.fold);
            }
            model.selected = view.selected.and_then(|node| document.tree.node(node as usize));
            self.view.place(view.spot, view.fold != FoldMode::ByHand);
        }
        let maximised = view.maximised.and_then(|pane| model.runs.algorithms().get(pane as usize).copied());
        if maximised != self.panes.maximised
            && let Some(pane) = maximised
        {
            self.panes.maximise(pane);
        }
        model.time = time_line.map(|TimeLine { step }| TimeState::open_at(step));
    }

    /// Asks for a file and saves the session there.
    pub(crate) fn save_session(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let name = match &document.source {
            Source::Session(source) => source.path().map(file_name),
            Source::File(path, _) => path.file_stem().map(|stem| format!("{}.{EXTENSION}", stem.to_string_lossy())),
            _ => None,
        };
        self.request_file(ctx, FileRequest::Session { name: name.unwrap_or_else(|| format!("session.{EXTENSION}")) });
    }

    pub(crate) fn save_session_to(&mut self, ctx: &Context, mut path: PathBuf, mut replace: bool) {
        if self.session_job.is_some() {
            self.save_later = Some(Action::File(FileAction::SaveSessionTo { path, replace }));
            return;
        }
        let Some(document) = &self.model.document else { return };
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            path.as_mut_os_string().push(format!(".{EXTENSION}"));
            // Nobody was asked about this one.
            replace = false;
        }
        let path = std::path::absolute(&path).unwrap_or(path);
        let session = self.session(document, document.session_tree(path.parent()));
        let (serial, state, to) = (document.serial, document.history.state(), path.clone());
        let job = Job::start(ctx, "plyscope session", move |_| {
            if !replace && to.exists() {
                return Ok(false);
            }
            session.save(&to, replace).map(|()| true).map_err(|error| error.to_string())
        });
        self.model.error = None;
        self.session_job = Some(SessionJob { job, path, serial, state });
    }

    /// Puts the session on the clipboard.
    pub(crate) fn copy_session(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let session = self.session(document, document.session_tree(None));
        self.copy_soon(ctx, "The session is on the clipboard.", move || {
            session.to_text().map_err(|error| error.to_string())
        });
    }

    pub(crate) fn advance_session(&mut self, ctx: &Context) {
        let saved = Job::take_with(&mut self.session_job, |saving| &saving.job);
        let Some((SessionJob { path, serial, state, .. }, result)) = saved else { return };
        // What waits comes next.
        ctx.request_repaint();
        match result.unwrap_or_else(Err) {
            Ok(true) => self.session_was_saved(ctx, path, serial, state),
            Ok(false) => {
                let names = [file_name(&path)];
                self.ask(Dialog::replace(&names, Action::File(FileAction::SaveSessionTo { path, replace: true })));
            }
            Err(error) => self.model.error = Some(error),
        }
    }

    fn session_was_saved(&mut self, ctx: &Context, path: PathBuf, serial: u64, state: State) {
        self.remember(&path);
        self.model.say(format!("Saved the session as {}.", file_name(&path)));
        let document = self.model.document.as_mut().filter(|document| document.serial == serial);
        // A tree without a file of its own is kept by its session.
        if let Some(document) = document.filter(|document| !matches!(document.source, Source::File(..))) {
            document.history.mark_saved(state);
            if !matches!(document.source, Source::Game(_) | Source::Random(_)) || document.history.saved() != Some(0) {
                document.source = Source::Session(SessionSource::file(path, &[]));
            }
        }
        self.set_title(ctx);
    }

    /// Asks whether the file may be read that a session names.
    pub(crate) fn ask_to_read(&mut self, path: &Path, source: Source) {
        let Source::Session(session) = source else { return };
        let open = Action::File(FileAction::OpenSession(session));
        // Changes that are still there now are those that may be lost.
        let then = if self.is_unsaved() { Action::File(FileAction::Discard(Box::new(open))) } else { open };
        let message = format!("The session shows the tree of {}.", format::file(path));
        self.ask(Dialog::confirm("Open the file of the session?", message, "Open", then));
    }
}

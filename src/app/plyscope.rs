//! The application: its state, and what happens in a frame.

use std::collections::VecDeque;
use std::path::PathBuf;

use eframe::CreationContext;
use eframe::egui::{self, Context, Event, Key, Modifiers, Popup, Pos2, Ui};

use super::bars::drop_target;
use super::bars::find::FindBar;
use super::bars::toolbar::Toolbar;
use super::canvas::View;
use super::commands::command::Menu;
use super::commands::{self, State};
use super::comparison::ComparisonPanel;
use super::dialogs::{Dialog, FileChoice, FileRequest};
use super::editing::jobs::{Changes, Copying, Saving};
use super::experiments::{ExperimentAction, ExperimentsView};
use super::focus::{self, Focus};
use super::inspector::Inspector;
use super::job::{Job, REPAINT_INTERVAL};
use super::keeping::jobs::{OnDisk, Recovery, SessionJob};
use super::storage::SettingsFile;
use super::style::fallback::Fallback;
use super::style::theme;
use super::timeline::TimeState;
use super::tour::state::Tour;
use super::trees::{AlgorithmRun, Differing, Panes, Source, Visited};
use super::typed_ahead::TypedAhead;
use super::welcome::Welcome;
use super::{Action, FileAction, Model, Page, Settings, TourAction, ViewAction, asked, dialogs, input, keys, pressed};
use crate::app::prelude::*;
use crate::draw::Options;
use crate::experiment::comparison::Row;
use crate::tree::edit::Gesture;
use crate::tree::samples::Sample;
use crate::tree::{NodeId, Tree, Value};

/// The application.
#[derive(Default)]
pub struct Plyscope {
    pub(crate) model: Model,
    pub(crate) view: View,
    pub(crate) panes: Panes,
    pub(crate) dialog: Option<Dialog>,
    /// What is asked once the dialog is closed.
    questions: VecDeque<Dialog>,
    /// The search bar, while it is open.
    pub(crate) find: Option<FindBar>,
    pub(crate) chooser: Option<(Job<FileChoice>, FileRequest)>,
    pub(crate) experiments: ExperimentsView,
    /// The last action that read or wrote a file of an experiment.
    pub(crate) file_action: Option<ExperimentAction>,
    /// The search for fonts that can show the names of the open tree.
    pub(crate) fonts: Fallback,
    /// Whether the window may close without asking.
    pub(crate) may_close: bool,
    /// Whether the open tree may be lost without asking.
    pub(crate) may_lose_tree: bool,
    /// The save in progress.
    pub(crate) saving: Option<Saving>,
    /// What saves once the changes that are under way are made.
    pub(crate) save_later: Option<Action>,
    /// The session that is being saved.
    pub(crate) session_job: Option<SessionJob>,
    /// The text that is being made for the clipboard.
    pub(crate) copying: Option<Copying>,
    /// What is kept of work that is not saved; nothing where there is no folder for it.
    pub(crate) recovery: Option<Recovery>,
    pub(crate) on_disk: OnDisk,
    /// The value to try at a leaf once the searches have caught up, and its gesture.
    pub(crate) what_if: Option<(NodeId, Value, Gesture)>,
    pub(crate) welcome: Welcome,
    /// The change of the tree that is being made, and those that wait for it.
    pub(crate) changes: Changes,
    pub(crate) toolbar: Toolbar,
    pub(crate) comparison: ComparisonPanel,
    pub(crate) inspector: Inspector,
    focus: Focus,
    typed_ahead: TypedAhead,
    /// The theme in the last frame, for the end, which has no context.
    pub(crate) theme: egui::ThemePreference,
    /// The size of everything, also while the lecture hall has another.
    pub(crate) size: f32,
    /// Where the settings are kept; nothing where there is no folder for it.
    pub(crate) settings_file: Option<SettingsFile>,
}

impl Plyscope {
    /// The window with a file, or with the embedded sample.
    pub fn new(creation: &CreationContext<'_>, file: Option<PathBuf>) -> Plyscope {
        Plyscope::empty(creation).opening(&creation.egui_ctx, file)
    }

    /// Opens a file, or the embedded sample.
    #[must_use]
    pub fn opening(mut self, ctx: &Context, file: Option<PathBuf>) -> Plyscope {
        self.model.page = Page::Trees;
        match file {
            Some(path) => self.open_file(ctx, path),
            None => self.load(ctx, Source::Sample(Sample::first())),
        }
        self
    }

    /// Opens no tree, but the start page.
    pub fn empty(creation: &CreationContext<'_>) -> Plyscope {
        theme::apply(&creation.egui_ctx);
        let mut model = Model::new();
        model.page = Page::Start;
        Plyscope {
            panes: Panes::new(&model.runs.algorithms()),
            model,
            theme: creation.egui_ctx.options(|options| options.theme_preference),
            size: creation.egui_ctx.zoom_factor(),
            ..Plyscope::default()
        }
    }

    /// The open tree.
    pub fn tree(&self) -> Option<&Tree> {
        self.model.tree()
    }

    /// The settings of the runs.
    pub fn settings(&self) -> Settings {
        self.model.settings
    }

    /// The selected node.
    pub fn selected(&self) -> Option<NodeId> {
        self.model.selected
    }

    /// The view of the tree.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Where a node falls in the window, in the pane of the first algorithm.
    pub fn position_of(&self, node: NodeId) -> Option<Pos2> {
        let frame = self.panes.frame(*self.model.runs.algorithms().first()?)?;
        Some(frame.position_of(&self.model.shown()?, node))
    }

    /// What the drawings show.
    pub fn options(&self) -> Options {
        self.model.options
    }

    /// Asks what a job has led to, now or once the dialog that is being filled in is closed.
    pub(crate) fn ask(&mut self, question: Dialog) {
        match self.dialog {
            None | Some(Dialog::Path { is_submitted: true, .. }) => self.dialog = Some(question),
            Some(_) => self.questions.push_back(question),
        }
    }

    /// The error message that is shown.
    pub fn error(&self) -> Option<&str> {
        self.model.error.as_deref()
    }

    /// Whether a tree is being opened, or a search or sweep is running or waiting.
    pub fn is_busy(&self) -> bool {
        let has_tree = self.model.document.is_some();
        let forecasts = matches!(&self.dialog, Some(Dialog::Algorithm(page)) if page.is_busy());
        let visited = self.model.document.as_ref().and_then(|document| document.visited.as_ref());
        let searches = self.model.runs.has_unfinished() || visited.is_some_and(Visited::is_busy);
        let saves = self.saving.is_some() || self.what_if.is_some() || self.changes.is_busy();
        let saves = saves || self.session_job.is_some() || self.copying.is_some() || self.save_later.is_some();
        let looks = self.on_disk.is_busy() || self.recovery.as_ref().is_some_and(Recovery::is_busy);
        let waits = saves || self.model.loading.is_some() || !self.model.exports.is_empty();
        waits
            || looks
            || forecasts
            || (has_tree && searches)
            || self.model.experiments.is_busy()
            || self.model.folding.is_busy()
            || self.model.difference.as_ref().is_some_and(Differing::is_busy)
            || self.model.time.as_ref().is_some_and(TimeState::is_busy)
            || self.find.as_ref().is_some_and(FindBar::is_busy)
            || self.welcome.is_busy()
            || self.model.tour.as_ref().is_some_and(Tour::is_busy)
    }

    /// What the user is told, beside an error.
    pub fn note(&self) -> Option<&str> {
        self.model.note.as_ref().map(|note| note.text.as_str())
    }

    /// Whether the time line is playing.
    pub fn is_playing(&self) -> bool {
        self.model.time.as_ref().is_some_and(|time| time.is_playing)
    }

    /// The changes of the open tree, in order.
    pub fn changes(&self) -> Vec<String> {
        let steps = self.model.document.iter().flat_map(|document| document.history.steps());
        steps.map(str::to_owned).collect()
    }

    /// The name of every command, as in the palette, and its keys.
    pub fn commands(&self, ctx: &Context) -> Vec<(String, String)> {
        let menus = self.menus(ctx);
        let commands = menus.iter().flat_map(Menu::commands);
        commands.map(|command| (command.name.clone(), keys::text(command.keys))).collect()
    }

    /// The number of runs of the sweep shown.
    pub fn sweep_runs(&self) -> u64 {
        self.model.experiments.runs()
    }

    /// The rows of the comparison, in the order in which panes were added.
    pub fn rows(&self) -> Vec<Row> {
        let is_limited = self.model.settings.depth.is_some();
        // The search of a trace knows no depth limit, so its value may be another one.
        let is_other = |run: &AlgorithmRun| is_limited && run.algorithm.is_traced();
        let row = |run: &AlgorithmRun| if is_other(run) { Row { claim: None, ..run.row() } } else { run.row() };
        self.model.runs.iter().map(row).collect()
    }

    /// All commands.
    pub(crate) fn menus(&self, ctx: &Context) -> Vec<Menu> {
        commands::menus(self.state(ctx))
    }

    pub(crate) fn state(&self, ctx: &Context) -> State<'_> {
        let theme = ctx.options(|options| options.theme_preference);
        State {
            model: &self.model,
            view: &self.view,
            comparison: &self.comparison,
            experiments: &self.experiments,
            theme,
            size: ctx.zoom_factor(),
        }
    }

    fn key_actions(&mut self, ctx: &Context) -> Vec<Action> {
        let is_pressed =
            |event: &Event| matches!(event, Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Paste(_));
        // A key that ends a drag does nothing else.
        if self.panes.is_pulling() || !input::has_event(ctx, &is_pressed) {
            return Vec::new();
        }
        let is_typing = self.inspector.is_typing();
        let is_free = !is_typing && !Popup::is_any_open(ctx) && !ctx.text_edit_focused();
        if is_free
            && let Some(closing) = self.closing(ctx)
            && keys::take(ctx, Modifiers::NONE, Key::Escape)
        {
            return vec![closing];
        }
        if is_free && self.goes_on(ctx) && keys::take(ctx, Modifiers::NONE, Key::Enter) {
            return vec![Action::Tour(TourAction::GoOn)];
        }
        let pasted = if is_typing || ctx.text_edit_focused() { None } else { pressed::pasted_session(ctx) };
        let keys = pressed::pressed(ctx, &self.menus(ctx), &self.model, is_typing, self.panes.has_focus(ctx));
        if let Some(ahead) = keys.ahead {
            self.typed_ahead.start(ctx, ahead);
        }
        let mut actions = keys.actions;
        if let Some(pasted) = pasted {
            actions.insert(0, pasted);
        }
        actions
    }

    /// Whether Enter goes on with the tour: nothing has the focus, or only a tree has it in which there is nothing left to do.
    fn goes_on(&self, ctx: &Context) -> bool {
        let Some(tour) = &self.model.tour else { return false };
        focus::is_nowhere(ctx) || tour.is_done() && self.panes.has_focus(ctx)
    }

    /// What Esc does: it ends the first of these that there is. Dialogs, menus and fields take it before.
    fn closing(&self, ctx: &Context) -> Option<Action> {
        let model = &self.model;
        let shows_trees = model.shows_trees();
        let all = [
            (model.error.is_some(), Action::DismissError),
            (self.find.is_some() && shows_trees && !model.presents, Action::CloseFind),
            (model.tour.is_some() && !self.focus.was_in_text(ctx), Action::Tour(TourAction::End)),
            (model.selected.is_some() && shows_trees, Action::View(ViewAction::Select(None))),
            (model.presents, Action::TogglePresenter),
        ];
        all.into_iter().find(|(is_there, _)| *is_there).map(|(_, action)| action)
    }

    /// Takes out what saves or loads while a value is typed: the field gives its value first.
    fn wait_for_typing(&self, ctx: &Context, actions: &mut Vec<Action>) -> Vec<Action> {
        let waits = |action: &mut Action| {
            matches!(action, Action::File(FileAction::Save(_) | FileAction::SaveAs(_) | FileAction::Reload))
        };
        let waiting: Vec<Action> = actions.extract_if(.., waits).collect();
        if !waiting.is_empty() {
            self.end_typing(ctx);
        }
        waiting
    }

    /// Takes the focus from a field in which a value is typed, so that it gives the value in this frame; whether there is one.
    pub(crate) fn end_typing(&self, ctx: &Context) -> bool {
        let focused = ctx.memory(egui::Memory::focused).filter(|_| self.inspector.is_typing());
        if let Some(focused) = focused {
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
        focused.is_some()
    }

    /// Requests another frame while a job is running, and only then.
    fn keep_moving(&self, ctx: &Context) {
        let forecasts = matches!(&self.dialog, Some(Dialog::Algorithm(page)) if page.is_busy());
        let experiments = self.model.experiments.is_busy();
        if self.model.loading.is_some()
            || self.model.runs.count_running() > 0
            || forecasts
            || experiments
            || self.model.folding.is_busy()
            || self.changes.is_busy()
        {
            ctx.request_repaint_after(REPAINT_INTERVAL);
        }
    }
}

impl eframe::App for Plyscope {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        if self.dialog.is_none() {
            self.dialog = self.questions.pop_front();
        }
        self.advance(&ctx);
        self.welcome.advance();
        if self.view.advance(input::now(&ctx).since_last.min(0.05)) {
            ctx.request_repaint();
        }
        self.guard_closing(&ctx);
        self.refuse_long_paste(&ctx);
        self.typed_ahead.advance(&ctx);
        let mut actions = if self.dialog.is_none() { self.key_actions(&ctx) } else { Vec::new() };
        let saves = self.wait_for_typing(&ctx, &mut actions);
        for action in actions {
            ctx.ask(action);
        }
        drop_target::ui(&ctx);
        if self.dialog.is_none() {
            self.focus.navigate(&ctx);
        }
        self.page(ui);
        self.show_tour(&ctx);
        self.preview_picture(&ctx);
        dialogs::ui(&ctx, self.dialog.as_mut(), self.model.error.as_deref());
        for action in saves {
            ctx.ask(action);
        }
        self.focus.finish(&ctx);
        input::describe_node(&ctx, egui::accesskit_root_id(), &mut |window| window.set_label("Plyscope"));
        let actions = asked::take(&ctx);
        if !actions.is_empty() {
            ctx.request_repaint();
        }
        for action in actions {
            self.act(&ctx, action);
        }
        self.theme = ctx.options(|options| options.theme_preference);
        if !self.model.presents {
            self.size = ctx.zoom_factor();
        }
        self.keep_settings(&ctx);
        self.keep_moving(&ctx);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.keep_last_settings();
        if let Some(recovery) = &mut self.recovery {
            recovery.end();
        }
    }
}

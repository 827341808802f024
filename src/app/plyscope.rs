//! The application: its state and the arrangement of its panels.

use std::path::PathBuf;

use eframe::CreationContext;
use eframe::egui::{
    self, CentralPanel, Context, Event, Frame, Id, Key, Modifiers, Panel, Popup, Pos2, ScrollArea, Sense, Ui,
    UiBuilder, Vec2, vec2,
};

use super::bars::difference::DifferenceBar;
use super::bars::find::FindBar;
use super::bars::toolbar::Toolbar;
use super::bars::{drop_target, menu, notices, pipeline};
use super::canvas::View;
use super::commands::{self, Menu, State};
use super::comparison::ComparisonPanel;
use super::dialogs::Dialog;
use super::dialogs::file_dialog::{FileChoice, FileRequest};
use super::editing::{Changes, Copying, Saving};
use super::experiments::{ExperimentAction, ExperimentsView};
use super::focus::{Focus, Part, Region, within};
use super::inspector::Inspector;
use super::job::{Job, REPAINT_INTERVAL};
use super::keeping::{OnDisk, Recovery, SessionJob, pasted_session};
use super::model::{Model, Page};
use super::storage::SettingsFile;
use super::style::fallback::Fallback;
use super::style::theme;
use super::timeline::TimeState;
use super::tour::{Anchor, Tour, mark};
use super::trees::document::Source;
use super::trees::panes::Panes;
use super::trees::runs::AlgorithmRun;
use super::trees::visited::Visited;
use super::welcome::Welcome;
use super::{Action, Settings, dialogs, editing, keys, timeline};
use crate::draw::Options;
use crate::experiment::comparison::Row;
use crate::tree::edit::Gesture;
use crate::tree::samples::Sample;
use crate::tree::{NodeId, Tree, Value};

/// The application.
pub struct Plyscope {
    pub(crate) model: Model,
    pub(crate) view: View,
    pub(crate) panes: Panes,
    pub(crate) dialog: Option<Dialog>,
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
    welcome: Welcome,
    /// The change of the tree that is being made, and those that wait for it.
    pub(crate) changes: Changes,
    toolbar: Toolbar,
    pub(crate) comparison: ComparisonPanel,
    pub(crate) inspector: Inspector,
    focus: Focus,
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
            panes: Panes::new(model.runs.algorithms()),
            model,
            view: View::default(),
            dialog: None,
            find: None,
            chooser: None,
            experiments: ExperimentsView::default(),
            file_action: None,
            fonts: Fallback::default(),
            may_close: false,
            may_lose_tree: false,
            saving: None,
            save_later: None,
            session_job: None,
            copying: None,
            recovery: None,
            on_disk: OnDisk::default(),
            what_if: None,
            welcome: Welcome::default(),
            changes: Changes::default(),
            toolbar: Toolbar::default(),
            comparison: ComparisonPanel::default(),
            inspector: Inspector::default(),
            focus: Focus::default(),
            theme: creation.egui_ctx.options(|options| options.theme_preference),
            size: creation.egui_ctx.zoom_factor(),
            settings_file: None,
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
        let frame = self.panes.frame(self.model.runs.algorithms().next()?)?;
        Some(frame.position_of(&self.model.shown()?, node))
    }

    /// What the drawings show.
    pub fn options(&self) -> Options {
        self.model.options
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
            || self.model.difference.as_ref().is_some_and(DifferenceBar::is_busy)
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
        let steps = self.model.document.as_ref().map(|document| document.history.steps().map(str::to_owned));
        steps.map(Iterator::collect).unwrap_or_default()
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
        self.model.runs.iter().map(AlgorithmRun::row).collect()
    }

    /// Only the drawings and the time line.
    fn presentation(&mut self, ui: &mut Ui, parts: &mut Vec<Part>) -> Vec<Action> {
        let model = &self.model;
        let (Some(document), Some(time)) = (&model.document, &model.time) else { return Vec::new() };
        let bar = Frame::side_top_panel(ui.style()).inner_margin(theme::MARGIN);
        let ctx = &ui.ctx().clone();
        let line = Panel::bottom("time line").frame(bar);
        let mut actions =
            within(ctx, Region::TimeLine, parts, || line.show(ui, |ui| timeline::ui(ui, model, time)).inner);
        let panes = |ui: &mut Ui| self.panes.ui(ui, model, document, &mut self.view);
        let shown = CentralPanel::default().frame(Frame::new().fill(ui.visuals().panel_fill)).show(ui, panes).inner;
        actions.extend(shown.actions);
        parts.extend(shown.parts);
        self.model.hovered = shown.hovered;
        actions
    }

    /// The panels; where the window is too small for them it scrolls.
    fn page(&mut self, ui: &mut Ui, parts: &mut Vec<Part>) -> Vec<Action> {
        let (room, least) = (ui.available_size(), self.least_size(ui.ctx()));
        if room.x >= least.x && room.y >= least.y {
            return self.panels(ui, parts);
        }
        let page = |ui: &mut Ui| {
            let (rect, _) = ui.allocate_exact_size(room.max(least), Sense::hover());
            self.panels(&mut ui.new_child(UiBuilder::new().max_rect(rect)), parts)
        };
        ScrollArea::both().auto_shrink(false).show(ui, page).inner
    }

    /// The least room in which no panel covers another.
    fn least_size(&self, ctx: &Context) -> Vec2 {
        let model = &self.model;
        if model.page != Page::Trees || model.document.is_none() {
            return vec2(460.0, 280.0);
        }
        let bars = [model.difference.is_some(), self.find.is_some(), model.runs.pipeline().is_some()];
        let height = 260.0
            + if model.shows_comparison { 130.0 } else { 0.0 }
            + if model.time.is_some() { timeline::height(ctx) + 2.0 * f32::from(theme::MARGIN) } else { 0.0 }
            + 60.0 * bars.into_iter().filter(|&is_open| is_open).count() as f32;
        let width = 460.0
            + if model.shows_machine && model.time.is_some() { 200.0 } else { 0.0 }
            + if model.shows_history { 160.0 } else { 0.0 };
        if model.presents { vec2(300.0, 300.0) } else { vec2(width, height) }
    }

    fn panels(&mut self, ui: &mut Ui, parts: &mut Vec<Part>) -> Vec<Action> {
        if self.model.presents && self.model.document.is_some() && self.model.page == Page::Trees {
            return self.presentation(ui, parts);
        }
        let rows = self.rows();
        let model = &self.model;
        let ctx = &ui.ctx().clone();
        let state = self.state(ctx);
        let menus = |ui: &mut Ui| menu::ui(ui, state);
        let mut actions = within(ctx, Region::Menus, parts, || Panel::top("menu").show(ui, menus).inner);
        if model.page == Page::Experiments {
            actions.extend(within(ctx, Region::Bars, parts, || notices::ui(ui, model, &self.changes)));
            actions.extend(within(ctx, Region::Page, parts, || self.experiments.ui(ui, &model.experiments)));
            return actions;
        }
        let Some(document) = model.document.as_ref().filter(|_| model.page == Page::Trees) else {
            actions.extend(within(ctx, Region::Bars, parts, || notices::ui(ui, model, &self.changes)));
            let is_reading = matches!(self.file_action, Some(ExperimentAction::OpenSpec { .. }))
                && model.experiments.is_reading_or_writing();
            let is_opening = model.page == Page::Trees && (model.loading.is_some() || is_reading);
            let page = |ui: &mut Ui| if is_opening { opening(ui) } else { self.welcome.ui(ui, model) };
            let panel = CentralPanel::default();
            actions.extend(within(ctx, Region::Page, parts, || panel.show(ui, page).inner));
            return actions;
        };
        let bar = Frame::side_top_panel(ui.style()).inner_margin(theme::MARGIN);
        let tools = Panel::top("toolbar").frame(bar);
        let show = |ui: &mut Ui| self.toolbar.ui(ui, model, &rows);
        actions.extend(within(ctx, Region::Toolbar, parts, || tools.show(ui, show).inner));
        actions.extend(within(ctx, Region::Bars, parts, || notices::ui(ui, model, &self.changes)));
        if let Some(difference) = &model.difference {
            let panel = Panel::top("difference").frame(bar);
            let show = |ui: &mut Ui| difference.ui(ui, model, document);
            actions.extend(within(ctx, Region::Bars, parts, || panel.show(ui, show).inner));
        }
        if let Some(find) = &mut self.find {
            let panel = Panel::top("find").frame(bar);
            let show = |ui: &mut Ui| find.ui(ui, model, document);
            actions.extend(within(ctx, Region::Bars, parts, || panel.show(ui, show).inner));
        }
        if let Some(run) = model.runs.pipeline() {
            let panel = Panel::top("pipeline").frame(bar);
            let show = |ui: &mut Ui| pipeline::ui(ui, model, document, run);
            actions.extend(within(ctx, Region::Bars, parts, || panel.show(ui, show).inner));
        }
        let room = ui.available_size();
        if model.shows_comparison {
            let line = model.time.is_some().then(|| timeline::height(ctx));
            let panel = comparison_panel(rows.len(), room.y, line).frame(bar);
            let show = |ui: &mut Ui| self.comparison.ui(ui, &rows, model.focused);
            let shown = within(ctx, Region::Comparison, parts, || panel.show(ui, show));
            mark(ctx, Anchor::Comparison, shown.response.rect);
            actions.extend(shown.inner);
        }
        if model.shows_history {
            let panel = Panel::right("history").min_size(160.0).default_size(240.0).frame(bar);
            let show = |ui: &mut Ui| editing::history(ui, &document.history);
            actions.extend(within(ctx, Region::History, parts, || panel.show(ui, show).inner));
        }
        if let Some(time) = model.time.as_ref().filter(|_| model.shows_machine) {
            let panel = Panel::right("machine").min_size(200.0).default_size(340.0).frame(bar);
            let show = |ui: &mut Ui| timeline::machine::ui(ui, model, time);
            actions.extend(within(ctx, Region::Machine, parts, || panel.show(ui, show).inner));
        }
        if model.shows_inspector {
            let panel = inspector_panel(room.x).frame(bar);
            let legend = self.panes.legend();
            let show = |ui: &mut Ui| self.inspector.ui(ui, model, &legend);
            let shown = within(ctx, Region::Inspector, parts, || panel.show(ui, show));
            mark(ctx, Anchor::Inspector, shown.response.rect);
            actions.extend(shown.inner);
        }
        if let Some(time) = &model.time {
            let panel = Panel::bottom("time line").frame(bar);
            let show = |ui: &mut Ui| timeline::ui(ui, model, time);
            let shown = within(ctx, Region::TimeLine, parts, || panel.show(ui, show));
            mark(ctx, Anchor::TimeLine, shown.response.rect);
            actions.extend(shown.inner);
        }
        let shown = CentralPanel::default()
            .frame(Frame::new().fill(ui.visuals().panel_fill))
            .show(ui, |ui| self.panes.ui(ui, model, document, &mut self.view))
            .inner;
        actions.extend(shown.actions);
        parts.extend(shown.parts);
        if shown.hovered != self.model.hovered {
            self.model.hovered = shown.hovered;
            // Panes drawn before the one under the pointer show it in the next frame.
            ui.ctx().request_repaint();
        }
        actions
    }

    /// All commands.
    pub(crate) fn menus(&self, ctx: &Context) -> Vec<Menu> {
        commands::menus(self.state(ctx))
    }

    fn state(&self, ctx: &Context) -> State<'_> {
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

    fn key_actions(&self, ctx: &Context) -> Vec<Action> {
        let is_pressed =
            |event: &Event| matches!(event, Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Paste(_));
        // A key that ends a drag does nothing else.
        if self.panes.is_pulling() || !ctx.input(|input| input.events.iter().any(is_pressed)) {
            return Vec::new();
        }
        let is_free = !Popup::is_any_open(ctx) && !ctx.text_edit_focused();
        if is_free
            && self.model.error.is_some()
            && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
        {
            return vec![Action::DismissError];
        }
        let is_typing = self.inspector.is_typing();
        let pasted = if is_typing || ctx.text_edit_focused() { None } else { pasted_session(ctx) };
        let keys = keys::actions(ctx, &self.menus(ctx), &self.model, is_typing, self.panes.has_focus(ctx));
        pasted.into_iter().chain(keys).collect()
    }

    /// Takes out what saves while a value is typed: the field gives its value first, since it loses the focus.
    fn wait_for_typing(&self, ctx: &Context, actions: &mut Vec<Action>) -> Vec<Action> {
        let saves = |action: &mut Action| matches!(action, Action::Save(_) | Action::SaveAs);
        let saves: Vec<Action> = actions.extract_if(.., saves).collect();
        if !saves.is_empty()
            && self.inspector.is_typing()
            && let Some(focused) = ctx.memory(egui::Memory::focused)
        {
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
        saves
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

/// Says that a tree is on its way.
fn opening(ui: &mut Ui) -> Vec<Action> {
    ui.centered_and_justified(|ui| ui.label(egui::RichText::new("Opening…").size(20.0)));
    Vec::new()
}

/// The panel of the comparison. Its height depends on the number of rows, so that a new row is visible. In little room, and while one
/// steps through a search under a time line of the given height, the rows leave the room to the drawings if there is too little for both.
fn comparison_panel(rows: usize, room: f32, line: Option<f32>) -> Panel {
    const WITHOUT_ROWS: f32 = 102.0;
    /// The room for the statement above the table.
    const STATEMENT: f32 = 44.0;
    /// The room that drawings take before rows.
    const DRAWINGS: f32 = 520.0;
    /// Less room than this is little: that of a small window, or of large text.
    const LITTLE: f32 = 420.0;
    let is_little = room < LITTLE;
    let all_rows = WITHOUT_ROWS + theme::ROW_HEIGHT * rows as f32;
    let least = if line.is_some() { STATEMENT } else { 90.0 };
    let left = match line {
        Some(line) => (room - line - DRAWINGS).max(least),
        None if is_little => WITHOUT_ROWS + theme::ROW_HEIGHT,
        None => f32::INFINITY,
    };
    let height = all_rows.min((room * 0.3).max(206.0)).min(room * 0.45).min(left);
    let panel = Panel::bottom(Id::unique(("comparison", rows, line.is_some(), is_little))).resizable(true);
    panel.min_size(least).default_size(height).max_size((room * 0.6).max(90.0))
}

/// The panel of the inspector.
fn inspector_panel(room: f32) -> Panel {
    let panel = Panel::right("inspector").min_size(200.0);
    panel.default_size((room * 0.4).min(320.0)).max_size((room * 0.6).max(200.0))
}

impl eframe::App for Plyscope {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.advance(&ctx);
        self.welcome.advance();
        if self.view.advance(ctx.input(|input| input.stable_dt.min(0.05))) {
            ctx.request_repaint();
        }
        self.guard_closing(&ctx);
        self.refuse_long_paste(&ctx);
        let mut actions = if self.dialog.is_none() { self.key_actions(&ctx) } else { Vec::new() };
        let saves = self.wait_for_typing(&ctx, &mut actions);
        actions.extend(drop_target::ui(&ctx));
        if self.dialog.is_none() {
            self.focus.navigate(&ctx);
        }
        let mut parts = Vec::new();
        actions.extend(self.page(ui, &mut parts));
        actions.extend(self.show_tour(&ctx));
        actions.extend(dialogs::ui(&ctx, self.dialog.as_mut(), self.model.error.as_deref()));
        actions.extend(saves);
        self.focus.finish(&ctx, parts);
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |window| window.set_label("Plyscope"));
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

//! One pane: its title bar, its drawing, and what it leaves out.

use eframe::egui::{self, Align, Id, Label, Layout, Rect, RichText, Sense, Ui, UiBuilder, pos2, vec2};
use egui_tiles::UiResponse;

use super::{AlgorithmRun, Document, Drawing, Drawn, RunState, status_text};
use crate::app::bars::menu;
use crate::app::canvas::{Canvas, Pull, Scene, View};
use crate::app::prelude::*;
use crate::app::style::{accessible_name, compact, on_hover, text_width, theme};
use crate::app::timeline::Now;
use crate::app::{Action, EditAction, Model, RunAction, ViewAction, commands, tour};
use crate::draw::{Figure, Look, Overlay, visited_above};
use crate::format::{count, grouped};
use crate::search::{Algorithm, NEEDS_PLAYERS_ALONE};
use crate::tree::edit::Edit;
use crate::tree::{NodeId, Tree};

/// A pane.
pub(super) struct Pane {
    pub(super) algorithm: Algorithm,
    pub(super) canvas: Canvas,
}

/// The panes during a frame.
pub(super) struct Panel<'a> {
    pub(super) model: &'a Model,
    pub(super) document: &'a Document,
    pub(super) view: &'a mut View,
    /// The node under the pointer.
    pub(super) hovered: Option<NodeId>,
    /// How many panes were shown so far.
    pub(super) count: usize,
    pub(super) maximised: Option<Algorithm>,
    /// Whether the user has moved or resized a pane.
    pub(super) is_arranged: bool,
}

impl Panel<'_> {
    pub(super) fn show(&mut self, ui: &mut Ui, pane: &mut Pane) -> UiResponse {
        let rect = on_pixels(ui.max_rect(), ui.pixels_per_point());
        ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
        let Some(run) = self.model.runs.get(pane.algorithm) else { return UiResponse::None };
        let (title, drawing) = rect.split_top_bottom_at_y(rect.top() + theme::TITLE_HEIGHT);
        let mut bar = ui.new_child(UiBuilder::new().max_rect(title).layout(Layout::right_to_left(Align::Center)));
        let dragged = self.title_bar(&mut bar, run);
        let note = self.note(run);
        let height = if note.is_some() { theme::NOTE_HEIGHT } else { 0.0 };
        let (drawing, below) = drawing.split_top_bottom_at_y(drawing.bottom() - height);
        let mut drawing = ui.new_child(UiBuilder::new().max_rect(drawing));
        drawing.set_clip_rect(drawing.max_rect().intersect(ui.clip_rect()));
        self.drawing(&mut drawing, pane, run);
        if let Some(note) = note {
            let line = UiBuilder::new().max_rect(below.shrink2(vec2(8.0, 0.0)));
            let mut line = ui.new_child(line.layout(Layout::left_to_right(Align::Center)));
            let text = Label::new(RichText::new(&note).small()).selectable(false).truncate();
            line.add(text).tip(&note);
        }
        if dragged { UiResponse::DragStarted } else { UiResponse::None }
    }

    /// From the right: close, the algorithm's page, cancel, then the title and status in the rest. Returns whether a drag began.
    fn title_bar(&mut self, ui: &mut Ui, run: &AlgorithmRun) -> bool {
        let focused = self.model.marked() == Some(run.algorithm);
        let ground = if focused { ui.visuals().selection.bg_fill } else { ui.visuals().faint_bg_color };
        ui.painter().rect_filled(ui.max_rect(), 0.0, ground);
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        let title = run.algorithm.title();
        let last = self.model.runs.iter().len() == 1;
        let why = if last { "The last pane cannot be removed" } else { "Remove this pane" };
        named_button(ui, "×", &format!("Remove {title}"), why, !last).asks_for(RunAction::Remove(run.algorithm));
        let is_maximised = self.maximised == Some(run.algorithm);
        let (sign, what) = if is_maximised { ("❐", "Restore") } else { ("□", "Maximise") };
        let maximise = named_button(ui, sign, &format!("{what} {title}"), &format!("{what} this pane"), !last);
        maximise.asks_for(ViewAction::Maximise(run.algorithm));
        let about = format!("About {}", run.algorithm.name());
        if !run.algorithm.is_traced() {
            named_button(ui, "i", &about, &about, true).asks_for(Action::ShowAlgorithm(run.algorithm));
        }
        if run.is_unfinished() {
            let is_timed = run.finished().is_some();
            let (text, tip) = if is_timed {
                ("timing…", format!("Time and memory of {title} are being measured; click to stop that"))
            } else {
                ("Cancel", format!("Stop {title}"))
            };
            let cancel = ui.add(compact(text)).tip(&tip);
            let what = if is_timed { "Stop timing" } else { "Cancel" };
            accessible_name(&cancel, egui::Role::Button, format_args!("{what} {title}"));
            cancel.asks_for(RunAction::Cancel(run.algorithm));
        }
        let mut answer = false;
        ui.laid_out(Layout::left_to_right(Align::Center), &mut |ui| answer = self.title(ui, run));
        answer
    }

    fn title(&mut self, ui: &mut Ui, run: &AlgorithmRun) -> bool {
        ui.set_clip_rect(ui.max_rect().intersect(ui.clip_rect()));
        let focused = self.model.marked() == Some(run.algorithm);
        let strong = ui.visuals().strong_text_color();
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(8.0);
        let handle = ui.interact(ui.max_rect(), Id::unique(("title", run.algorithm)), Sense::click_and_drag());
        accessible_name(&handle, egui::Role::Button, format_args!("Pane {}", run.algorithm.title()));
        let title = RichText::new(run.algorithm.title()).strong().color(strong);
        ui.add(Label::new(title).selectable(false).truncate());
        let now = self.model.time.as_ref().and_then(|time| time.now(run.algorithm));
        let whole = now.map_or_else(|| status_text::status(run), |now| status_text::at_step(run, now));
        let status = self.model.shortened(&whole);
        let short = now.map_or_else(|| status_text::short_status(run), |now| status_text::short_at_step(run, now));
        let shortest = short.strip_prefix("step ").unwrap_or(&short);
        let fitting = fitting(ui, [&status, &short, shortest]);
        if let Some(text) = fitting {
            let mut text = RichText::new(text);
            if is_troubled(run) {
                text = text.color(theme::bad(ui.visuals()));
            } else if focused {
                text = text.color(strong);
            }
            ui.add(Label::new(text).selectable(false).extend());
        }
        if handle.double_clicked() {
            ui.ask(ViewAction::Maximise(run.algorithm));
        } else if handle.clicked() {
            ui.ask(ViewAction::Focus(run.algorithm));
        }
        let began = handle.drag_started();
        on_hover(handle.on_hover_cursor(egui::CursorIcon::Grab), &mut |ui| {
            ui.strong(format!("{} ({})", run.algorithm.title(), run.algorithm.id()));
            ui.label(run.algorithm.entry().summary);
            ui.label(run.algorithm.entry().citation());
            ui.label(&whole);
            ui.weak("Drag to rearrange panes; double-click to maximise.");
        });
        began
    }

    /// What a pane leaves out, if anything.
    fn note(&self, run: &AlgorithmRun) -> Option<String> {
        self.document.visited.as_ref()?;
        let finished = run.finished()?;
        let Some(drawn) = &finished.drawn else { return Some("collecting visited nodes…".into()) };
        let (shown, visited) = (drawn.record.visits().len() as u64, finished.summary.effort.counts.visited_nodes);
        let ply = grouped(self.document.tree.height().into());
        if shown == visited {
            return Some(format!(
                "All {} are shown, down to ply {ply}",
                count(visited, "visited node", "visited nodes")
            ));
        }
        let (shown, visited) = (grouped(shown), grouped(visited));
        Some(format!(
            "Shown: {shown} of {visited} visited nodes, down to ply {ply}; deeper nodes are counted but not drawn"
        ))
    }

    fn drawing(&mut self, ui: &mut Ui, pane: &mut Pane, run: &AlgorithmRun) {
        if run.is_not_applicable() {
            not_applicable(ui, run.algorithm);
            return;
        }
        let tree = self.document.tree.as_ref();
        let drawing = Drawing::of(self.model, run.algorithm, run.shown());
        let overlay = drawing.overlay(tree);
        let warned = drawing.warned(overlay.as_ref());
        let figure = Figure {
            shown: self.model.folding.shown(tree),
            overlay: warned.as_ref().map_or(overlay.as_ref(), |warned| warned as &dyn Overlay),
            game: self.document.game,
            options: self.model.options,
        };
        let is_marked = self.model.marked() == Some(run.algorithm);
        let sentence = self.model.time.as_ref().map(|time| &time.sentence);
        let explained = sentence.filter(|_| is_marked).map(|sentence| (sentence.nodes.clone(), sentence.bound));
        let drawn = drawing.drawn.as_deref();
        let why_not = || Some(why_not(tree, drawn?, drawing.now.as_deref(), self.model.selected?));
        let (named, bound) = explained.or_else(why_not).unwrap_or_default();
        let menu = |ui: &mut Ui| menu::entries(ui, &commands::of_node(self.model));
        let scene = Scene {
            figure,
            searched: drawn.map(|drawn| drawn.overlay(tree)),
            selected: self.model.selected,
            hovered: self.model.hovered,
            named: &named,
            bound,
            menu: self.document.why_fixed().is_none().then_some(&menu),
        };
        let search = run.algorithm.title();
        let response = ui.push_id(run.algorithm, |ui| pane.canvas.ui(ui, &search, &scene, self.view)).inner;
        if is_marked {
            pane.canvas.announce(ui);
        }
        let place = &mut |node| pane.canvas.place_of(&scene, node);
        tour::mark_nodes(ui.ctx(), self.model, run.algorithm, place);
        self.hovered = self.hovered.or(response.hovered);
        let actions = [
            (response.is_clicked || response.clicked.is_some())
                .then_some(Action::View(ViewAction::Focus(run.algorithm))),
            response.clicked.map(|node| Action::View(ViewAction::Select(Some(node)))),
            response.folded.map(|node| Action::View(ViewAction::ToggleFold(node))),
            response.opened.map(|fold| Action::View(ViewAction::OpenFold(fold))),
            response.pulled.map(|pull| match pull {
                Pull::Carry { node, parent, index } => {
                    Action::Edit(EditAction::Change(Edit::Carry { node, parent, index }))
                }
                Pull::Try(leaf, value, gesture) => Action::Edit(EditAction::WhatIf(leaf, value, gesture)),
                Pull::GiveUp(gesture) => Action::Edit(EditAction::GiveUp(gesture)),
            }),
        ];
        for action in actions.into_iter().flatten() {
            ui.ask(action);
        }
    }
}

/// Why a pane is empty, and what to show instead.
fn not_applicable(ui: &mut Ui, algorithm: Algorithm) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, ui.visuals().extreme_bg_color);
    let applicable = Algorithm::for_chance();
    let room = ui.max_rect().shrink(16.0);
    let room = Rect::from_center_size(room.center(), vec2(room.width().min(360.0), room.height().min(130.0)));
    let layout = Layout::top_down(Align::Center).with_main_align(Align::Center);
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(room).layout(layout));
    let words = format!("{} {NEEDS_PLAYERS_ALONE}.", algorithm.name());
    ui.add(Label::new(words).wrap().halign(Align::Center));
    ui.add_space(8.0);
    ui.button("Show the searches for chance nodes")
        .tip(&Algorithm::titles(&applicable))
        .asks_for(RunAction::ShowOnly(applicable));
}

/// The cutoff that skipped a node: the node that was cut off and the one that set the bound. At a step of the time line it is one that has
/// happened by then.
fn why_not(tree: &Tree, drawn: &Drawn, now: Option<&Now>, selected: NodeId) -> (Vec<NodeId>, Option<[NodeId; 2]>) {
    if selected.index() >= tree.len() {
        return Default::default();
    }
    let (look, cut) = if let Some(now) = now {
        let look = now.overlay(tree, drawn).map(|moment| moment.look(selected));
        let mut above = tree.ancestors(selected).skip(1);
        let cut = above.find_map(|above| now.timeline.cut(above, now.moment.time));
        (look, cut.and_then(|cut| Some((cut.node, cut.cut.witness?))))
    } else {
        let cut = drawn.record.cutoff(visited_above(tree, &drawn.record, selected));
        (Some(drawn.overlay(tree).look(selected)), cut.and_then(|cut| Some((cut.node, cut.witness?))))
    };
    let is_pruned = matches!(look, Some(Look::Pruned | Look::PrunedDeep));
    let Some((cut, witness)) = cut.filter(|_| is_pruned) else { return Default::default() };
    (vec![cut, witness], Some([witness, cut]))
}

/// The whole pixels of a rectangle, the same number for equal rectangles, so that equal searches look the same to the pixel.
fn on_pixels(room: Rect, scale: f32) -> Rect {
    // Rectangles of the same size differ in the last bits.
    let up = |at: f32| (at * scale - 0.01).ceil() / scale;
    let down = |length: f32| (length * scale + 0.01).floor() / scale;
    Rect::from_min_size(pos2(up(room.left()), up(room.top())), vec2(down(room.width()), down(room.height())))
}

/// Whether the run has no value.
fn is_troubled(run: &AlgorithmRun) -> bool {
    match &run.state {
        RunState::Failed(_) => true,
        RunState::Done(finished) => !finished.summary.outcome.is_finished(),
        RunState::Waiting | RunState::Running(_) => false,
    }
}

/// The first of some texts that fits.
fn fitting<'t>(ui: &Ui, texts: [&'t str; 3]) -> Option<&'t str> {
    texts.into_iter().find(|text| text_width(ui, text) <= ui.available_width())
}

fn named_button(ui: &mut Ui, text: &str, name: &str, tip: &str, enabled: bool) -> egui::Response {
    let button = ui.add_enabled(enabled, compact(text).frame_when_inactive(false));
    accessible_name(&button, egui::Role::Button, name);
    button.tip(tip).disabled_tip(tip)
}

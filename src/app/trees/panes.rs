//! The panes: a title bar and a drawing for each algorithm, in a layout that the user can rearrange.

use std::cell::RefCell;

use eframe::egui::accesskit::Role;
use eframe::egui::{
    self, Align, Id, Label, Layout, Rect, RichText, Sense, Ui, UiBuilder, Vec2, WidgetRect, pos2, vec2,
};
use egui_tiles::{Behavior, Container, EditAction, Tile, TileId, Tiles, UiResponse};

use super::document::Document;
use super::runs::{AlgorithmRun, Drawn, RunState};
use super::status_text;
use crate::app::bars::menu;
use crate::app::canvas::{Canvas, Pull, Scene, View};
use crate::app::focus::{Part, Region, within};
use crate::app::model::Model;
use crate::app::style::theme;
use crate::app::style::widgets::{accessible_name, on_hover, text_width};
use crate::app::{Action, commands};
use crate::draw::{Figure, Frame, Legend, Overlay, Plain, visited_above};
use crate::format::{count, grouped, shortened};
use crate::search::Algorithm;
use crate::sorting;
use crate::tree::edit::Edit;
use crate::tree::{NodeId, Tree};

/// The size of a slot and a level in a comfortable drawing, in points, including margins.
const SLOT: Vec2 = vec2(72.0, 92.0);
/// The same for the boards of a game.
const BOARD: Vec2 = vec2(120.0, 140.0);
const PADDING: f32 = 12.0;
/// The preferred aspect ratio of a pane.
const BROAD: f32 = 2.5;
/// The slot width, in points, below which leaves are drawn as cells in any grid.
const LEAST_SLOT: f32 = 3.0;

/// A pane.
pub(crate) struct Pane {
    algorithm: Algorithm,
    canvas: Canvas,
}

/// All panes in their layout.
pub(crate) struct Panes {
    layout: egui_tiles::Tree<Pane>,
    /// The number of panes per row, and in total; `None` once the user has rearranged them.
    grid: Option<[usize; 2]>,
    /// The maximised pane.
    maximised: Option<Algorithm>,
}

/// The actions of the panes, and the node under the pointer.
pub(crate) struct PanesResponse {
    pub(crate) actions: Vec<Action>,
    pub(crate) hovered: Option<NodeId>,
    /// The controls of each pane.
    pub(crate) parts: Vec<Part>,
}

impl Panes {
    pub(crate) fn new(algorithms: impl Iterator<Item = Algorithm>) -> Panes {
        let panes = algorithms.map(|algorithm| Pane { algorithm, canvas: Canvas::default() }).collect();
        Panes { layout: rows(panes, usize::MAX), grid: Some([0, 0]), maximised: None }
    }

    /// Adds a pane after the others.
    pub(crate) fn add(&mut self, algorithm: Algorithm) {
        let pane = self.layout.tiles.insert_pane(Pane { algorithm, canvas: Canvas::default() });
        let Some(root) = self.layout.root else {
            self.layout.root = Some(pane);
            return;
        };
        if let Some(Tile::Container(container)) = self.layout.tiles.get_mut(root) {
            container.add_child(pane);
        } else {
            self.layout.root = Some(self.layout.tiles.insert_vertical_tile(vec![root, pane]));
        }
        self.forget_grid();
        self.maximised = None;
        self.show(algorithm);
    }

    /// Maximises a pane, or restores it.
    pub(crate) fn maximise(&mut self, algorithm: Algorithm) {
        self.maximised = if self.maximised == Some(algorithm) { None } else { Some(algorithm) };
    }

    /// The maximised pane.
    pub(crate) fn maximised(&self) -> Option<Algorithm> {
        self.maximised
    }

    /// Arranges the panes in the grid in which the tree is largest, unless the user has rearranged them.
    fn arrange(&mut self, room: Vec2, model: &Model, document: &Document) {
        let count = self.panes().count();
        let Some(grid) = &mut self.grid else { return };
        let shown = model.folding.shown(&document.tree);
        let size = vec2(shown.slot_count() as f32, shown.height() as f32 + 1.0);
        let slot = if document.game.is_some() { BOARD } else { SLOT };
        let best = [columns(count, room, size, slot), count];
        if *grid == best {
            return;
        }
        *grid = best;
        let tiles = &mut self.layout.tiles;
        let ids: Vec<TileId> = tiles.tile_ids().collect();
        let mut panes: Vec<Pane> = ids.into_iter().filter_map(|id| pane_of(tiles.remove(id)?)).collect();
        sorting::sort_by_key(&mut panes, |pane| {
            model.runs.algorithms().position(|algorithm| algorithm == pane.algorithm)
        });
        self.layout = rows(panes, best[0]);
    }

    /// Arranges the panes anew before they are shown, also where one came for each that went.
    fn forget_grid(&mut self) {
        self.grid = self.grid.map(|_| [0, 0]);
    }

    fn panes(&self) -> impl Iterator<Item = &Pane> {
        self.layout.tiles.tiles().filter_map(|tile| if let Tile::Pane(pane) = tile { Some(pane) } else { None })
    }

    /// Replaces an algorithm by another one in its pane.
    pub(crate) fn replace(&mut self, old: Algorithm, new: Algorithm) {
        for tile in self.layout.tiles.tiles_mut() {
            if let Tile::Pane(pane) = tile
                && pane.algorithm == old
            {
                pane.algorithm = new;
            }
        }
    }

    pub(crate) fn remove(&mut self, algorithm: Algorithm) {
        let found = self.layout.tiles.iter().find(|(_, tile)| is_of(tile, algorithm)).map(|(&id, _)| id);
        if let Some(id) = found {
            self.layout.remove_recursively(id);
        }
        self.forget_grid();
        self.maximised = self.maximised.filter(|&maximised| maximised != algorithm);
    }

    /// Brings a pane to the front of its tabs.
    pub(crate) fn show(&mut self, algorithm: Algorithm) {
        self.maximised = self.maximised.map(|_| algorithm);
        self.layout.make_active(|_, tile| is_of(tile, algorithm));
    }

    /// Whether a drawing has the focus.
    pub(crate) fn has_focus(&self, ctx: &egui::Context) -> bool {
        self.panes().any(|pane| pane.canvas.has_focus(ctx))
    }

    /// The frame of an algorithm's pane.
    pub(crate) fn frame(&self, algorithm: Algorithm) -> Option<Frame> {
        self.panes().find(|pane| pane.algorithm == algorithm)?.canvas.frame()
    }

    /// Whether a part of the tree, or a value, is being dragged.
    pub(crate) fn is_pulling(&self) -> bool {
        self.panes().any(|pane| pane.canvas.is_pulling())
    }

    /// The symbols in all drawings that show.
    pub(crate) fn legend(&self) -> Legend {
        let mut all = Legend::default();
        let is_shown = |pane: &&Pane| self.maximised.is_none_or(|maximised| pane.algorithm == maximised);
        for legend in self.panes().filter(is_shown).filter_map(|pane| pane.canvas.legend()) {
            all.merge(legend);
        }
        all
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model, document: &Document, view: &mut View) -> PanesResponse {
        self.arrange(ui.available_size(), model, document);
        let response = PanesResponse { actions: Vec::new(), hovered: None, parts: Vec::new() };
        let maximised = self.maximised;
        let mut behavior = Panel { model, document, view, response, maximised, is_arranged: false };
        let found =
            self.layout.tiles.iter().find(|(_, tile)| maximised.is_some_and(|algorithm| is_of(tile, algorithm)));
        let found = found.map(|(&id, _)| id);
        if let Some((id, Tile::Pane(pane))) = found.and_then(|id| Some((id, self.layout.tiles.get_mut(id)?))) {
            let _ = behavior.pane_ui(ui, id, pane);
        } else {
            self.layout.ui(&mut behavior, ui);
            name_borders(ui);
        }
        if behavior.is_arranged {
            self.grid = None;
            ui.ctx().request_repaint();
        }
        behavior.response
    }
}

/// Gives the borders between panes, which are dragged, a name for screen readers.
fn name_borders(ui: &Ui) {
    // Without a screen reader there are no names.
    if ui.ctx().accesskit_node_builder(egui::accesskit_root_id(), |_| ()).is_none() {
        return;
    }
    let width = 2.0 * ui.style().interaction.resize_grab_radius_side;
    let room = ui.max_rect().shrink(width);
    let is_border = |widget: &&WidgetRect| {
        let size = widget.rect.size().min_elem();
        widget.sense.senses_drag() && (size - width).abs() < 0.1 && room.contains(widget.rect.center())
    };
    let borders: Vec<Id> = ui.ctx().viewport(|viewport| {
        let widgets = viewport.this_pass.widgets.get_layer(ui.layer_id());
        widgets.filter(is_border).map(|widget| widget.id).collect()
    });
    for border in borders {
        ui.ctx().accesskit_node_builder(border, |node| {
            node.set_role(Role::Splitter);
            node.set_label("Resize panes");
        });
    }
}

/// Panes in rows, with this many columns.
fn rows(panes: Vec<Pane>, columns: usize) -> egui_tiles::Tree<Pane> {
    let mut tiles = Tiles::default();
    let ids: Vec<TileId> = panes.into_iter().map(|pane| tiles.insert_pane(pane)).collect();
    let rows: Vec<TileId> =
        ids.chunks(columns.clamp(1, ids.len().max(1))).map(|row| tiles.insert_horizontal_tile(row.to_vec())).collect();
    let root = tiles.insert_vertical_tile(rows);
    egui_tiles::Tree::new(Id::unique("panes"), root, tiles)
}

/// The number of columns for `count` panes in which a tree of a size in slots and levels is drawn largest.
fn columns(count: usize, room: Vec2, size: Vec2, slot: Vec2) -> usize {
    let tree = size * slot;
    let scale = |columns: usize| {
        let rows = count.div_ceil(columns);
        let pane =
            vec2(room.x / columns as f32, room.y / rows as f32 - theme::TITLE_HEIGHT) - Vec2::splat(2.0 * PADDING);
        // More than the comfortable size does not count.
        let scale = (pane.x / tree.x).min(pane.y / tree.y).min(1.0);
        (scale, pane.x.min(pane.y * BROAD), columns)
    };
    // If leaves cannot be distinguished in any grid, only the shape of the panes counts.
    let is_crowded = room.x / size.x < LEAST_SLOT;
    let has_titles = |&columns: &usize| columns == 1 || room.x / columns as f32 >= LEAST_PANE;
    let best = (1..=count).filter(has_titles).map(scale).max_by(|a, b| {
        let is_even = is_crowded || (a.0 - b.0).abs() < 0.02 * a.0.max(b.0);
        let order = if is_even { a.1.total_cmp(&b.1) } else { a.0.total_cmp(&b.0) };
        order.then(b.2.cmp(&a.2))
    });
    best.map_or(1, |(.., columns)| columns)
}

/// The least width of one of several columns of panes, in points: narrower ones have no room for a title.
const LEAST_PANE: f32 = 120.0;

/// The whole pixels of a rectangle, the same number for equal rectangles, so that equal searches look the same to the pixel.
fn on_pixels(room: Rect, scale: f32) -> Rect {
    // Rectangles of the same size differ in the last bits.
    let up = |at: f32| (at * scale - 0.01).ceil() / scale;
    let down = |length: f32| (length * scale + 0.01).floor() / scale;
    Rect::from_min_size(pos2(up(room.left()), up(room.top())), vec2(down(room.width()), down(room.height())))
}

fn pane_of(tile: Tile<Pane>) -> Option<Pane> {
    if let Tile::Pane(pane) = tile { Some(pane) } else { None }
}

fn is_of(tile: &Tile<Pane>, algorithm: Algorithm) -> bool {
    matches!(tile, Tile::Pane(pane) if pane.algorithm == algorithm)
}

/// The panes during a frame.
struct Panel<'a> {
    model: &'a Model,
    document: &'a Document,
    view: &'a mut View,
    response: PanesResponse,
    maximised: Option<Algorithm>,
    /// Whether the user has moved or resized a pane.
    is_arranged: bool,
}

impl Behavior<Pane> for Panel<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let mut parts = std::mem::take(&mut self.response.parts);
        let response = within(&ui.ctx().clone(), Region::Pane(parts.len()), &mut parts, || self.show(ui, pane));
        self.response.parts = parts;
        response
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.algorithm.title().into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, tile: TileId) -> egui::WidgetText {
        match tiles.get(tile) {
            Some(Tile::Pane(pane)) => pane.algorithm.title().into(),
            Some(Tile::Container(container)) => container_title(tiles, container).into(),
            None => "".into(),
        }
    }

    fn min_size(&self) -> f32 {
        96.0
    }

    fn on_edit(&mut self, edit: EditAction) {
        self.is_arranged |= matches!(edit, EditAction::TileDropped | EditAction::TileResized);
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        3.0
    }
}

impl Panel<'_> {
    fn show(&mut self, ui: &mut Ui, pane: &mut Pane) -> UiResponse {
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
            line.add(text).on_hover_text(note);
        }
        if dragged { UiResponse::DragStarted } else { UiResponse::None }
    }

    /// From the right: close, the algorithm's page, cancel, then the title and status in the rest. Returns whether a drag began.
    fn title_bar(&mut self, ui: &mut Ui, run: &AlgorithmRun) -> bool {
        let focused = self.model.focused == Some(run.algorithm);
        let ground = if focused { ui.visuals().selection.bg_fill } else { ui.visuals().faint_bg_color };
        ui.painter().rect_filled(ui.max_rect(), 0.0, ground);
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.x = 2.0;
        let title = run.algorithm.title();
        let last = self.model.runs.iter().len() == 1;
        let why = if last { "The last pane cannot be removed" } else { "Remove this pane" };
        if named_button(ui, "×", &format!("Remove {title}"), why, !last) {
            self.response.actions.push(Action::Remove(run.algorithm));
        }
        let is_maximised = self.maximised == Some(run.algorithm);
        let (sign, what) = if is_maximised { ("❐", "Restore") } else { ("□", "Maximise") };
        if named_button(ui, sign, &format!("{what} {title}"), &format!("{what} this pane"), !last) {
            self.response.actions.push(Action::Maximise(run.algorithm));
        }
        let about = format!("About {}", run.algorithm.name());
        if !run.algorithm.is_traced() && named_button(ui, "i", &about, &about, true) {
            self.response.actions.push(Action::ShowAlgorithm(run.algorithm));
        }
        if run.is_unfinished() {
            let is_timed = run.finished().is_some();
            let (text, tip) = if is_timed {
                ("timing…", format!("Time and memory of {title} are being measured; click to stop that"))
            } else {
                ("Cancel", format!("Stop {title}"))
            };
            let cancel = ui.small_button(text).on_hover_text(tip);
            let what = if is_timed { "Stop timing" } else { "Cancel" };
            accessible_name(&cancel, egui::Role::Button, format_args!("{what} {title}"));
            if cancel.clicked() {
                self.response.actions.push(Action::CancelRun(run.algorithm));
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.title(ui, run)).inner
    }

    fn title(&mut self, ui: &mut Ui, run: &AlgorithmRun) -> bool {
        ui.set_clip_rect(ui.max_rect().intersect(ui.clip_rect()));
        let focused = self.model.focused == Some(run.algorithm);
        let strong = ui.visuals().strong_text_color();
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(8.0);
        let handle = ui.interact(ui.max_rect(), Id::unique(("title", run.algorithm)), Sense::click_and_drag());
        accessible_name(&handle, egui::Role::Button, format_args!("Pane {}", run.algorithm.title()));
        let title = RichText::new(run.algorithm.title()).strong().color(strong);
        ui.add(Label::new(title).selectable(false).truncate());
        let whole = self.step(run).unwrap_or_else(|| status_text::status(run));
        let status = shortened(&whole);
        let short = self.step(run).map_or_else(|| status_text::short_status(run), |step| first_part(&step));
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
            self.response.actions.push(Action::Maximise(run.algorithm));
        } else if handle.clicked() {
            self.response.actions.push(Action::Focus(run.algorithm));
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

    /// The step of a search, if it is being stepped through.
    fn step(&self, run: &AlgorithmRun) -> Option<String> {
        let now = self.model.time.as_ref()?.now(run.algorithm)?;
        let (time, len) = (now.moment.time, now.timeline.len());
        if time >= len {
            return Some(format!("done, {}", status_text::status(run)));
        }
        let evaluations = now.timeline.evaluations(time) as u64;
        let [time, len] = [time, len].map(|time| grouped(time as u64));
        Some(format!("step {time} of {len}, {}", count(evaluations, "evaluation", "evaluations")))
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
        let [shown, visited] = [shown, visited].map(grouped);
        Some(format!(
            "Shown: {shown} of {visited} visited nodes, down to ply {ply}; deeper nodes are counted but not drawn"
        ))
    }

    fn drawing(&mut self, ui: &mut Ui, pane: &mut Pane, run: &AlgorithmRun) {
        let tree = self.document.tree.as_ref();
        let drawn = run.shown().and_then(|finished| finished.drawn.as_deref());
        let searched = drawn.map(|drawn| drawn.overlay(tree));
        let now = self.model.time.as_ref().and_then(|time| time.now(run.algorithm));
        let moment = drawn.and_then(|drawn| now?.overlay(tree, drawn));
        let compared = self.model.difference.as_ref().and_then(|bar| bar.compared.as_ref());
        let compared = compared.filter(|compared| drawn.is_some() && compared.is_about(run.algorithm));
        let difference = compared.map(|compared| compared.overlay(tree));
        let overlay = difference.as_ref().map(|difference| difference as &dyn Overlay);
        let overlay = overlay.or(moment.as_ref().map(|moment| moment as &dyn Overlay));
        let overlay = overlay.or(searched.as_ref().map(|searched| searched as &dyn Overlay));
        let plain = Plain(tree);
        let figure = Figure {
            shown: self.model.folding.shown(tree),
            overlay: overlay.unwrap_or(&plain),
            game: self.document.game,
            dropped: drawn.map_or(&[], |drawn| drawn.dropped.as_slice()),
            options: self.model.options,
        };
        let is_marked = self.model.marked() == Some(run.algorithm);
        let sentence = self.model.time.as_ref().map(|time| &time.sentence);
        let explained = sentence.filter(|_| is_marked).map(|sentence| (sentence.nodes.clone(), sentence.bound));
        let (named, bound) =
            explained.or_else(|| Some(why_not(tree, drawn?, self.model.selected?))).unwrap_or_default();
        let asked = RefCell::new(Vec::new());
        let menu = |ui: &mut Ui| menu::entries(ui, &commands::of_node(self.model), &mut asked.borrow_mut());
        let scene = Scene {
            figure,
            record: drawn.map(|drawn| &drawn.record),
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
        self.response.hovered = self.response.hovered.or(response.hovered);
        let actions = [
            response.clicked.map(|node| Action::Select(Some(node))),
            response.folded.map(Action::ToggleFold),
            response.opened.map(Action::OpenFold),
            response.pulled.map(|pull| match pull {
                Pull::Carry { node, parent, index } => Action::Edit(Edit::Carry { node, parent, index }),
                Pull::Try(leaf, value, gesture) => Action::WhatIf(leaf, value, gesture),
                Pull::GiveUp(gesture) => Action::GiveUp(gesture),
            }),
        ];
        self.response.actions.extend(actions.into_iter().flatten());
        self.response.actions.append(&mut asked.borrow_mut());
    }
}

/// The cutoff that skipped a node: the node that was cut off and the one that set the bound.
fn why_not(tree: &Tree, drawn: &Drawn, selected: NodeId) -> (Vec<NodeId>, Option<[NodeId; 2]>) {
    if selected.index() >= tree.len() || drawn.record.is_visited(selected) {
        return Default::default();
    }
    let cut = drawn.record.cutoff(visited_above(tree, &drawn.record, selected));
    let Some((cut, witness)) = cut.and_then(|cut| Some((cut.node, cut.witness?))) else { return Default::default() };
    (vec![cut, witness], Some([witness, cut]))
}

/// The text before the first comma that separates parts.
fn first_part(text: &str) -> String {
    text.split(", ").next().unwrap_or(text).to_owned()
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

fn named_button(ui: &mut Ui, text: &str, name: &str, tip: &str, enabled: bool) -> bool {
    let button = ui.add_enabled(enabled, egui::Button::new(text).frame_when_inactive(false).small());
    accessible_name(&button, egui::Role::Button, name);
    let button = button.on_hover_text(tip).on_disabled_hover_text(tip);
    button.clicked()
}

fn container_title(tiles: &Tiles<Pane>, container: &Container) -> String {
    let names: Vec<_> =
        (container.children()).filter_map(|child| tiles.get_pane(child)).map(|pane| pane.algorithm.title()).collect();
    if names.is_empty() { "Panes".into() } else { names.join(", ") }
}

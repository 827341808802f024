//! The panes: an algorithm's title bar and drawing each, in a layout that the user arranges.

use eframe::egui::{self, Align, Id, Label, Layout, RichText, Sense, Ui, UiBuilder, vec2};
use egui_tiles::{Behavior, Container, EditAction, Grid, Tile, TileId, Tiles, UiResponse};

use super::runs::{AlgorithmRun, RunState};
use super::status_text;
use crate::app::Action;
use crate::app::canvas::{Canvas, Scene, View};
use crate::app::model::Model;
use crate::app::style::theme;
use crate::app::style::widgets::{accessible_name, text_width};
use crate::format::{count, grouped};
use crate::search::Algorithm;
use crate::tree::{NodeId, Tree};

/// A pane.
pub(crate) struct Pane {
    algorithm: Algorithm,
    canvas: Canvas,
}

/// All panes in their layout.
pub(crate) struct Panes {
    layout: egui_tiles::Tree<Pane>,
}

/// What the panes ask for, and the node under the pointer.
pub(crate) struct PanesResponse {
    pub(crate) actions: Vec<Action>,
    pub(crate) hovered: Option<NodeId>,
}

impl Panes {
    pub(crate) fn new(algorithms: impl Iterator<Item = Algorithm>) -> Panes {
        let panes = algorithms.map(|algorithm| Pane { algorithm, canvas: Canvas::default() }).collect();
        Panes { layout: egui_tiles::Tree::new_grid(Id::unique("panes"), panes) }
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
            self.layout.root = Some(self.layout.tiles.insert_grid_tile(vec![root, pane]));
        }
        self.show(algorithm);
    }

    /// Puts an algorithm in the place of another.
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
        self.fill_holes();
    }

    /// Brings a pane to the front of its tabs.
    pub(crate) fn show(&mut self, algorithm: Algorithm) {
        self.layout.make_active(|_, tile| is_of(tile, algorithm));
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model, tree: &Tree, view: &mut View) -> PanesResponse {
        let response = PanesResponse { actions: Vec::new(), hovered: None };
        let mut behavior = Panel { model, tree, view, response, was_dropped: false };
        self.layout.ui(&mut behavior, ui);
        let Panel { response, was_dropped, .. } = behavior;
        if was_dropped {
            self.fill_holes();
            ui.ctx().request_repaint();
        }
        response
    }

    /// Moves the panes of a grid up to where one was taken away.
    fn fill_holes(&mut self) {
        for tile in self.layout.tiles.tiles_mut() {
            if let Tile::Container(Container::Grid(grid)) = tile {
                let mut filled = Grid::new(grid.children().copied().collect());
                filled.layout = grid.layout;
                filled.col_shares = std::mem::take(&mut grid.col_shares);
                filled.row_shares = std::mem::take(&mut grid.row_shares);
                *grid = filled;
            }
        }
    }
}

fn is_of(tile: &Tile<Pane>, algorithm: Algorithm) -> bool {
    matches!(tile, Tile::Pane(pane) if pane.algorithm == algorithm)
}

/// The panes for the time of a frame.
struct Panel<'a> {
    model: &'a Model,
    tree: &'a Tree,
    view: &'a mut View,
    response: PanesResponse,
    /// Whether a pane was dropped at another place.
    was_dropped: bool,
}

impl Behavior<Pane> for Panel<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let rect = ui.max_rect();
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
        self.was_dropped |= edit == EditAction::TileDropped;
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        3.0
    }
}

impl Panel<'_> {
    /// From the right: close, the algorithm's page, cancel, then the title and status in what is left. Says whether a drag began.
    fn title_bar(&mut self, ui: &mut Ui, run: &AlgorithmRun) -> bool {
        let focused = self.model.focused == Some(run.algorithm);
        let ground = if focused { ui.visuals().selection.bg_fill } else { ui.visuals().faint_bg_color };
        ui.painter().rect_filled(ui.max_rect(), 0.0, ground);
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.x = 2.0;
        let title = run.algorithm.title();
        let last = self.model.runs.iter().len() == 1;
        let why = if last { "The last pane stays" } else { "Remove this pane" };
        if named_button(ui, "×", &format!("Remove {title}"), why, !last) {
            self.response.actions.push(Action::Remove(run.algorithm));
        }
        let about = format!("About {}", run.algorithm.name());
        if named_button(ui, "i", &about, &about, true) {
            self.response.actions.push(Action::ShowAlgorithm(run.algorithm));
        }
        if run.is_unfinished() {
            let cancel = ui.small_button("Cancel").on_hover_text(format!("Stop {title}"));
            accessible_name(&cancel, egui::Role::Button, format_args!("Cancel {title}"));
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
        let status = status_text::status(run);
        if let Some(text) = fitting(ui, [&status, &status_text::short_status(run)]) {
            let mut text = RichText::new(text);
            if is_troubled(run) {
                text = text.color(theme::bad(ui.visuals()));
            } else if focused {
                text = text.color(strong);
            }
            ui.add(Label::new(text).selectable(false).extend());
        }
        if handle.clicked() {
            self.response.actions.push(Action::Focus(run.algorithm));
        }
        let began = handle.drag_started();
        handle.on_hover_cursor(egui::CursorIcon::Grab).on_hover_ui(|ui| {
            ui.strong(format!("{} ({})", run.algorithm.title(), run.algorithm.id()));
            ui.label(run.algorithm.entry().summary);
            ui.label(run.algorithm.entry().citation());
            ui.label(status);
            ui.weak("Drag to rearrange the panes.");
        });
        began
    }

    /// What a pane leaves out, if it does.
    fn note(&self, run: &AlgorithmRun) -> Option<String> {
        self.model.document.as_ref()?.visited.as_ref()?;
        let finished = run.finished()?;
        let Some(drawn) = &finished.drawn else { return Some("putting together what was visited…".into()) };
        let (shown, visited) = (drawn.record.visits().len() as u64, finished.summary.effort.counts.visited_nodes);
        let ply = grouped(self.tree.height().into());
        if shown == visited {
            return Some(format!(
                "All {} are shown, down to ply {ply}",
                count(visited, "visited node", "visited nodes")
            ));
        }
        let [shown, visited] = [shown, visited].map(grouped);
        Some(format!(
            "Shown: {shown} of {visited} visited nodes, down to ply {ply}; what is below is counted, not drawn"
        ))
    }

    fn drawing(&mut self, ui: &mut Ui, pane: &mut Pane, run: &AlgorithmRun) {
        let drawn = run.finished().and_then(|finished| finished.drawn.as_ref());
        let scene = Scene {
            tree: self.tree,
            game: self.model.document.as_ref().and_then(|document| document.game),
            record: drawn.map(|drawn| &drawn.record),
            line: drawn.map_or(&[], |drawn| drawn.line.as_slice()),
            dropped: drawn.map_or(&[], |drawn| drawn.dropped.as_slice()),
            selected: self.model.selected,
            hovered: self.model.hovered,
        };
        let name = format!("Tree searched by {}", run.algorithm.title());
        let response = ui.push_id(run.algorithm, |ui| pane.canvas.ui(ui, &name, &scene, self.view)).inner;
        self.response.hovered = self.response.hovered.or(response.hovered);
        if let Some(node) = response.clicked {
            self.response.actions.push(Action::Select(Some(node)));
        }
    }
}

/// Whether the run came to no value.
fn is_troubled(run: &AlgorithmRun) -> bool {
    match &run.state {
        RunState::Failed(_) => true,
        RunState::Done(finished) => !finished.summary.outcome.is_finished(),
        RunState::Waiting | RunState::Running(_) => false,
    }
}

/// The first of some texts for which there is room.
fn fitting<'t>(ui: &Ui, texts: [&'t str; 2]) -> Option<&'t str> {
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

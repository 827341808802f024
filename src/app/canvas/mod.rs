//! The tree canvas: draws one game tree with what one search did on it.
//!
//! [`View`] says which part of the tree shows, [`Marks`] walks that part and no more, `paint` makes of the marks one mesh and
//! some texts, which are kept while nothing changes, and `hit` finds the node under the pointer without either.

pub(crate) mod board;
mod card;
mod frame;
mod hit;
mod ink;
mod labels;
mod marks;
mod nearest;
mod paint;
mod shape;
mod tooltip;
mod view;

use std::sync::Arc;

use eframe::egui::{self, Event, EventFilter, FontId, Key, Mesh, Painter, Pos2, Rect, Sense, Shape, Ui, Vec2};

pub use frame::Frame;
pub use marks::{Bar, Edge, Marks, NodeMark};
pub use tooltip::describe;
pub(crate) use tooltip::{kind_and_cause, visited_above};
pub use view::View;

use super::style::theme::Palette;
use crate::app::style::widgets::accessible_name;
use crate::game::GameName;
use crate::search::Record;
use crate::tree::{NodeId, Tree};
use board::Brush;
use card::{Boards, Card};
use hit::{Step, beside, hit};
use paint::Drawing;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// What a search did on it, if one has.
    pub record: Option<&'a Record>,
    /// The game whose positions the labels are.
    pub game: Option<GameName>,
    /// The principal variation from the root on.
    pub line: &'a [NodeId],
    /// What a pipeline's `taketree` dropped, in preorder.
    pub dropped: &'a [NodeId],
    /// The selected node.
    pub selected: Option<NodeId>,
    /// The node under the pointer, in whichever pane that is.
    pub hovered: Option<NodeId>,
}

/// What the user did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The node under the pointer.
    pub hovered: Option<NodeId>,
    /// The node that was clicked or gone to with an arrow key.
    pub clicked: Option<NodeId>,
}

/// One drawing of a tree. Keeps what it drew while nothing changes.
#[derive(Default)]
pub struct Canvas {
    kept: Option<Kept>,
    boards: Boards,
}

struct Kept {
    key: DrawnFrom,
    mesh: Arc<Mesh>,
    drawing: Drawing,
    marks: usize,
}

/// Everything that a drawing is made from.
#[derive(Clone, PartialEq)]
struct DrawnFrom {
    tree: u64,
    record: Option<u64>,
    line: Option<NodeId>,
    frame: Frame,
    palette: Palette,
    pixels_per_point: f32,
}

impl Canvas {
    /// Shows the canvas in all the room there is, under the accessible name `name`.
    pub fn ui(&mut self, ui: &mut Ui, name: &str, scene: &Scene<'_>, view: &mut View) -> Response {
        let (rect, area) = ui.allocate_exact_size(ui.available_size().max(Vec2::ZERO), Sense::click_and_drag());
        accessible_name(&area, egui::Role::Canvas, name);
        if !(rect.is_finite() && rect.is_positive()) {
            return Response::default();
        }
        let mut response = Response::default();
        navigate(ui, &area, scene, view);
        if area.has_focus() {
            response.clicked = keys(ui, &area, scene, view);
        }
        let frame = view.frame(scene.tree, rect);
        response.hovered = area.hover_pos().and_then(|pointer| hit(scene.tree, scene.game, &frame, pointer));
        if area.clicked() {
            area.request_focus();
            response.clicked =
                area.interact_pointer_pos().and_then(|pointer| hit(scene.tree, scene.game, &frame, pointer));
        }
        view.remember(&frame);
        if ui.is_rect_visible(rect) {
            self.draw(&ui.painter_at(rect), scene, frame, &Palette::of(ui.visuals()), area.has_focus());
        }
        if let Some(node) = response.hovered.filter(|_| !area.dragged()) {
            area.on_hover_ui_at_pointer(|ui| {
                for (i, line) in describe(scene, node).into_iter().enumerate() {
                    if i == 0 {
                        ui.strong(line)
                    } else {
                        ui.label(line)
                    };
                }
                board_of(ui, scene, node);
            });
        }
        response
    }

    /// How many marks were drawn.
    pub fn mark_count(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.marks)
    }

    /// How many boards were drawn.
    pub fn board_count(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.drawing.boards.len())
    }

    fn draw(&mut self, painter: &Painter, scene: &Scene<'_>, frame: Frame, palette: &Palette, has_focus: bool) {
        painter.rect_filled(frame.pane, 0.0, palette.background);
        let key = DrawnFrom {
            tree: scene.tree.identity(),
            record: scene.record.map(Record::identity),
            line: scene.line.last().copied(),
            frame,
            palette: *palette,
            pixels_per_point: painter.pixels_per_point(),
        };
        if self.kept.as_ref().is_none_or(|kept| kept.key != key) {
            let measure = |text: &str, size: f32| {
                painter.layout_no_wrap(text.to_string(), FontId::proportional(size), palette.text).size()
            };
            let marks = Marks::new(scene.tree, &frame);
            let (mesh, drawing) = paint::paint(scene, &frame, &marks, palette, &measure, &mut self.boards);
            self.kept = Some(Kept { key, mesh: Arc::new(mesh), drawing, marks: marks.count() });
        }
        let Some(kept) = &self.kept else { return };
        painter.add(Shape::Mesh(Arc::clone(&kept.mesh)));
        let mut brush = Brush::new(painter, palette);
        for shown in &kept.drawing.boards {
            if shown.is_faded {
                brush.paint_faded(shown.rect, &shown.board, palette.background);
            } else {
                brush.paint(shown.rect, &shown.board);
            }
        }
        rings(painter, scene, &frame, palette, &mut self.boards);
        for label in &kept.drawing.labels {
            let galley = painter.layout_no_wrap(label.text.clone(), FontId::proportional(label.size), label.color);
            painter.galley(label.middle - galley.size() / 2.0, galley, label.color);
        }
        if has_focus {
            let stroke = egui::Stroke::new(1.5, palette.visited);
            painter.rect_stroke(frame.pane, 0.0, stroke, egui::StrokeKind::Inside);
        }
    }
}

/// The side of the board of the node under the pointer.
const BOARD_SIDE: f32 = 120.0;

/// Shows the board of a node of a game's tree.
fn board_of(ui: &mut Ui, scene: &Scene<'_>, node: NodeId) {
    let label = scene.tree.label(node);
    if let Some(board) = scene.game.zip(label).and_then(|(game, label)| game.board_of(label)) {
        board::show(ui, &board, BOARD_SIDE);
    }
}

/// Rings around the selected node and the one under the pointer.
fn rings(painter: &Painter, scene: &Scene<'_>, frame: &Frame, palette: &Palette, boards: &mut Boards) {
    let hovered = scene.hovered.filter(|_| scene.hovered != scene.selected);
    for (node, is_selected) in [(scene.selected, true), (hovered, false)] {
        let Some(node) = node.filter(|node| node.index() < scene.tree.len()) else { continue };
        let at = frame.position_of(scene.tree, node);
        if let Some((card, _)) = Card::of(scene, frame, boards, node) {
            painter.add(Shape::mesh(paint::frame_mesh(card.rect.expand(5.0), palette, is_selected)));
            continue;
        }
        let radius = marks::radius(frame, frame.width(&scene.tree.slots(node)));
        let reach = marks::ring_reach(radius);
        if frame.pane.expand(reach).contains(at) {
            painter.add(Shape::mesh(paint::ring_mesh(at, reach, palette, is_selected)));
        }
    }
}

/// How much a step of zooming magnifies.
pub(crate) const ZOOM_STEP: f32 = 1.4;

/// Pans and zooms as the pointer says.
fn navigate(ui: &Ui, area: &egui::Response, scene: &Scene<'_>, view: &mut View) {
    let frame = view.frame(scene.tree, area.rect);
    if area.dragged() {
        view.pan(&frame, area.drag_delta());
        ui.set_cursor_icon(egui::CursorIcon::Grabbing);
    }
    if area.double_clicked() {
        view.fit();
    }
    let Some(pointer) = area.hover_pos().filter(|_| area.contains_pointer()) else { return };
    let (wheel, pinch) = ui.input_mut(|input| (std::mem::take(&mut input.smooth_scroll_delta), input.zoom_delta()));
    if wheel.x != 0.0 {
        view.pan(&frame, Vec2::new(wheel.x, 0.0));
    }
    let factor = pinch * (wheel.y / 200.0).exp();
    if factor != 1.0 {
        view.zoom_about(scene.tree, &view.frame(scene.tree, area.rect), factor, pointer);
    }
}

/// Does what keys say; the node that an arrow key goes to is returned.
fn keys(ui: &Ui, area: &egui::Response, scene: &Scene<'_>, view: &mut View) -> Option<NodeId> {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(area.id, filter));
    let mut gone = None;
    for event in ui.input(|input| input.filtered_events(&filter)) {
        let Event::Key { key, pressed: true, modifiers, .. } = event else { continue };
        if modifiers.command || modifiers.alt {
            continue;
        }
        match key {
            Key::Plus | Key::Equals => view.zoom(ZOOM_STEP),
            Key::Minus => view.zoom(1.0 / ZOOM_STEP),
            Key::Num0 | Key::Home => view.fit(),
            _ => gone = neighbour(scene.tree, gone.or(scene.selected), key).or(gone),
        }
    }
    if let Some(node) = gone {
        view.reveal(scene.tree, node);
    }
    gone
}

/// Where an arrow key leads from a node: to the parent, the first child or a sibling; from nowhere to the root.
pub(crate) fn neighbour(tree: &Tree, from: Option<NodeId>, key: Key) -> Option<NodeId> {
    let step = match key {
        Key::ArrowUp => Step::Up,
        Key::ArrowDown => Step::Down,
        Key::ArrowLeft => Step::Left,
        Key::ArrowRight => Step::Right,
        _ => return None,
    };
    from.map_or(Some(NodeId::ROOT), |node| beside(tree, node, step))
}

/// The node at a point of a pane: one that is drawn there, or the top of the narrow subtrees there.
pub fn node_at(tree: &Tree, view: &View, pane: Rect, at: Pos2) -> Option<NodeId> {
    hit(tree, None, &view.frame(tree, pane), at)
}

/// Makes the drawing of a scene from nothing, as a frame after a change does; how many marks and vertices it has.
/// For benchmarks: texts are not measured but guessed.
pub fn build(scene: &Scene<'_>, view: &View, pane: Rect) -> (usize, usize) {
    let frame = view.frame(scene.tree, pane);
    let marks = Marks::new(scene.tree, &frame);
    let guess = |text: &str, size: f32| Vec2::new(text.chars().count() as f32 * 0.6, 1.2) * size;
    let (mesh, _) = paint::paint(scene, &frame, &marks, &Palette::LIGHT, &guess, &mut Boards::default());
    (marks.count(), mesh.vertices.len())
}

//! The tree canvas: shows a picture of a tree and one search on it.
//!
//! [`View`] determines which part of the tree is visible and how; the picture is made by [`draw`](crate::draw) and cached while nothing
//! changes; `screen` puts it on the screen, and `minimap` shows the position in the tree.

mod accessible;
pub(crate) mod board;
mod ink;
mod minimap;
mod nearest;
mod pull;
pub(crate) mod screen;
mod tooltip;
mod view;

use eframe::egui::{self, Event, Key, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Tooltip, Ui, Vec2};

pub use crate::draw::Kind;
pub use pull::Pull;
pub use tooltip::describe;
pub(crate) use tooltip::kind_and_cause;
pub use view::View;

use super::{focus, input};
use crate::app::keys::take;
use crate::app::style::{accessible_name, show_tooltip};
use crate::draw::node_link::{self, Drawing};
use crate::draw::{Boards, Figure, Frame, Ink, Legend, Options, Palette, Searched, Shown, Thing, icicle};
use crate::tree::{NodeId, Tree};
use accessible::Accessible;
use minimap::Minimap;
use pull::{Pulling, TriedAt};
use screen::Screen;

/// The contents of a drawing.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The picture.
    pub figure: Figure<'a>,
    /// The search as it is when it is over, if there is one.
    pub searched: Option<Searched<'a>>,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// The node under the pointer, in any of the panes.
    pub hovered: Option<NodeId>,
    /// Nodes that are named in an explanation.
    pub named: &'a [NodeId],
    /// A node that set a bound, and the node that it cuts off.
    pub bound: Option<[NodeId; 2]>,
    /// What a right click offers for the selected node; without it the tree cannot be changed.
    pub menu: Option<&'a dyn Fn(&mut Ui)>,
}

impl Scene<'_> {
    fn shown(&self) -> &Shown<'_> {
        &self.figure.shown
    }

    fn tree(&self) -> &Tree {
        self.figure.shown.tree
    }
}

/// A scene as it is laid out in a pane.
#[derive(Clone, Copy)]
struct Laid<'a> {
    scene: &'a Scene<'a>,
    frame: &'a Frame,
    kind: Kind,
}

/// The user's input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The node under the pointer.
    pub hovered: Option<NodeId>,
    /// Whether the drawing was clicked, at a node or beside all of them.
    pub is_clicked: bool,
    /// The node that was clicked, or reached with an arrow key.
    pub clicked: Option<NodeId>,
    /// The index of the fold that was clicked.
    pub opened: Option<usize>,
    /// The node that was double-clicked.
    pub folded: Option<NodeId>,
    /// What was done to the tree.
    pub pulled: Option<Pull>,
}

/// One drawing of a tree, with a cache of what it drew.
#[derive(Default)]
pub struct Canvas {
    kept: Option<Kept>,
    boards: Boards,
    minimap: Minimap,
    /// What is being dragged, and what the wheel tries.
    pulling: Option<Pulling>,
    wheel: Option<TriedAt>,
    /// Whether the last right click was on a node.
    has_menu: bool,
    accessible: Accessible,
    /// The control that it is.
    area: Option<egui::Id>,
    /// Whether a key was pressed since the pointer moved.
    is_quiet: bool,
}

struct Kept {
    key: DrawnFrom,
    screen: Screen,
    shapes: usize,
    boards: usize,
    legend: Legend,
}

/// Everything that a drawing depends on.
#[derive(Clone, PartialEq)]
struct DrawnFrom {
    tree: u64,
    overlay: u64,
    line: Option<NodeId>,
    folds: u64,
    slots: usize,
    frame: Frame,
    kind: Kind,
    options: Options,
    palette: Palette,
}

impl DrawnFrom {
    fn new(Laid { scene, frame, kind }: Laid<'_>, palette: Palette) -> DrawnFrom {
        let Figure { shown, overlay, options, .. } = scene.figure;
        DrawnFrom {
            tree: shown.tree.identity(),
            overlay: overlay.identity(),
            line: overlay.line().last().copied(),
            folds: shown.folds.identity(),
            slots: shown.slot_count(),
            frame: *frame,
            kind,
            options,
            palette,
        }
    }
}

/// The picture of a figure.
fn drawing(figure: &Figure<'_>, frame: &Frame, kind: Kind, boards: &mut Boards) -> Drawing {
    match kind {
        Kind::NodeLink => node_link::node_link(figure, frame, boards),
        Kind::Icicle => icicle::icicle(figure, frame),
    }
}

impl Canvas {
    /// Shows the canvas in all the room there is; `search` is the name of the search.
    pub fn ui(&mut self, ui: &mut Ui, search: &str, scene: &Scene<'_>, view: &mut View) -> Response {
        let (rect, area) = ui.allocate_exact_size(ui.available_size().max(Vec2::ZERO), Sense::click_and_drag());
        self.area = Some(area.id);
        accessible_name(&area, egui::Role::Tree, format_args!("Tree searched by {search}"));
        if !(rect.is_finite() && rect.is_positive()) {
            return Response::default();
        }
        let mut scene = *scene;
        scene.figure.options.cell = 1.0 / ui.pixels_per_point();
        let scene = &scene;
        let mut response = Response::default();
        let on_map = self.minimap.navigate(&area, view);
        let before = view.frame(&scene.figure, rect);
        if !on_map {
            let laid = Laid { scene, frame: &before, kind: view.kind };
            response.pulled = self.pull(ui, &area, laid);
            let over = area.hover_pos().and_then(|pointer| self.at(laid, pointer));
            response.pulled = response.pulled.or_else(|| self.wheel(ui, scene, over));
            if self.pulling.is_none() {
                navigate(ui, &area, scene, view);
            }
            response.clicked = self.tried_leaf().filter(|_| area.drag_started());
        }
        if area.has_focus() {
            response.clicked = response.clicked.or(keys(ui, &area, scene, view));
            let is_pressed = take(ui.ctx(), egui::Modifiers::NONE, Key::Space);
            response.folded = scene.selected.filter(|_| is_pressed);
        }
        let frame = view.frame(&scene.figure, rect);
        let laid = Laid { scene, frame: &frame, kind: view.kind };
        let mut accessible = std::mem::take(&mut self.accessible);
        let asked = accessible.ui(ui, &area, search, scene, &mut |node| self.rect_of(laid, node));
        self.accessible = accessible;
        response.clicked = asked.selected.or(response.clicked);
        response.folded = asked.folded.or(response.folded);
        let thing = |canvas: &mut Canvas, point| canvas.at(laid, point);
        let under = area.hover_pos().filter(|_| !on_map).and_then(|pointer| thing(self, pointer));
        response.hovered = under.map(|thing| scene.shown().node_of(thing));
        if area.clicked() && !on_map {
            area.request_focus();
            response.is_clicked = true;
            match area.interact_pointer_pos().and_then(|pointer| thing(self, pointer)) {
                Some(Thing::Node(node)) if area.double_clicked() => response.folded = Some(node),
                Some(Thing::Node(node)) => response.clicked = Some(node),
                Some(Thing::Fold(fold)) => response.opened = Some(fold),
                None if area.double_clicked() => view.fit(),
                None => {}
            }
        }
        self.menu(&area, scene, under, &mut response);
        view.remember(&frame);
        if ui.is_rect_visible(rect) {
            let palette = screen::palette(ui.visuals().dark_mode);
            let painter = ui.painter_at(rect);
            self.draw(&painter, laid, palette);
            self.show_pull(ui, &painter, laid);
            self.minimap.ui(&painter, &scene.figure, &frame, palette);
        }
        // Who goes on by keys looks elsewhere, and the tip would cover it.
        self.is_quiet = (self.is_quiet || input::is_any_key_pressed(ui.ctx())) && !input::is_pointer_moving(ui.ctx());
        let is_shown = !self.is_quiet && !area.dragged() && !area.context_menu_opened();
        if let Some(thing) = under.filter(|_| is_shown) {
            show_tooltip(Tooltip::for_enabled(&area).at_pointer().gap(12.0), &mut |ui| hover(ui, scene, thing));
        }
        response
    }

    /// The menu of the node under the pointer, which is selected with it.
    fn menu(&mut self, area: &egui::Response, scene: &Scene<'_>, under: Option<Thing>, response: &mut Response) {
        let Some(menu) = scene.menu else { return };
        if area.secondary_clicked() {
            self.has_menu = under.is_some();
            response.clicked = response.clicked.or(under.map(|thing| scene.shown().node_of(thing)));
        }
        if self.has_menu {
            let menu: &mut dyn FnMut(&mut Ui) = &mut |ui| menu(ui);
            area.context_menu(menu);
        }
    }

    /// Whether it has the focus.
    pub(crate) fn has_focus(&self, ctx: &egui::Context) -> bool {
        self.area.is_some_and(|area| input::has_focus(ctx, area))
    }

    /// Takes the focus where another node was selected, a screen reader listens, and nothing else has the focus, so that the node is read.
    pub(crate) fn announce(&mut self, ui: &Ui) {
        let is_free = focus::is_nowhere(ui.ctx()) && input::is_in_front(ui);
        let Some(area) = self.area.filter(|_| self.accessible.take_selection() && is_free) else { return };
        if !egui::Popup::is_any_open(ui.ctx()) {
            input::request_focus(ui.ctx(), area);
        }
    }

    /// The number of shapes drawn.
    pub fn shape_count(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.shapes)
    }

    /// The number of boards drawn.
    pub fn board_count(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.boards)
    }

    /// The frame of the last drawing.
    pub fn frame(&self) -> Option<Frame> {
        self.kept.as_ref().map(|kept| kept.key.frame)
    }

    /// Where a node is in the last drawing.
    pub(crate) fn place_of(&mut self, scene: &Scene<'_>, node: NodeId) -> Option<Rect> {
        let (frame, kind) = self.kept.as_ref().map(|kept| (kept.key.frame, kept.key.kind))?;
        let laid = Laid { scene, frame: &frame, kind };
        (node.index() < scene.tree().len()).then(|| self.rect_of(laid, node))
    }

    /// The legend of the last drawing.
    pub fn legend(&self) -> Option<&Legend> {
        self.kept.as_ref().map(|kept| &kept.legend)
    }

    fn at(&mut self, laid: Laid<'_>, point: Pos2) -> Option<Thing> {
        at(&laid.scene.figure, laid.frame, laid.kind, &mut self.boards, point)
    }

    fn draw(&mut self, painter: &Painter, laid: Laid<'_>, palette: Palette) {
        let Laid { scene, frame, kind } = laid;
        painter.rect_filled(frame.pane, 0.0, screen::color(palette.color(Ink::Background)));
        let key = DrawnFrom::new(laid, palette);
        if self.kept.as_ref().is_none_or(|kept| kept.key != key) {
            let Drawing { picture, legend, boards, unwritten: _ } =
                drawing(&scene.figure, frame, kind, &mut self.boards);
            let shapes = picture.shapes.len();
            self.minimap.settle(frame.pane, &picture);
            if self.legend() != Some(&legend) {
                // It may have been shown before this in this frame.
                painter.ctx().request_repaint();
            }
            self.kept = Some(Kept { key, screen: Screen::new(picture, palette), shapes, boards, legend });
        }
        let rings = self.rings(laid);
        let show = |is_below: bool| {
            rings.iter().filter(|ring| ring.is_below == is_below).for_each(|ring| ring.show(painter, palette));
        };
        show(true);
        let Some(kept) = &self.kept else { return };
        kept.screen.show(painter);
        self.bound(painter, laid, palette);
        show(false);
        self.names(painter, laid);
    }

    /// The names of the nodes that are named in an explanation, where the drawing does not say them.
    fn names(&mut self, painter: &Painter, laid: Laid<'_>) {
        let Laid { scene, frame, .. } = laid;
        let tree = scene.tree();
        let is_there = |node: &NodeId| node.index() < tree.len();
        // Labels are in the drawing, the root is on top, and so are numbers if they are shown.
        let is_said = |node: NodeId| {
            tree.label(node).is_some() || node == NodeId::ROOT || scene.figure.options.numbers && !tree.is_end(node)
        };
        let visuals = &painter.ctx().global_style().visuals;
        let mut placed = Vec::new();
        for &node in scene.named.iter().filter(|node| is_there(node) && !is_said(**node)) {
            let rect = self.rect_of(laid, node);
            if !frame.pane.intersects(rect) {
                continue;
            }
            let font = egui::FontId::proportional(NAME_SIZE);
            // An inner node has its number at a corner of its frame, where it covers neither its parent nor a value.
            let is_leaf = tree.is_end(node);
            let name = if is_leaf { tree.node_name(node) } else { format!("#{}", node.index()) };
            let text = painter.layout_no_wrap(name, font, visuals.text_color());
            let size = text.size() + Vec2::new(6.0, 1.0);
            let corner = rect.right_top() + Vec2::new(size.x / 2.0, 0.0);
            let above = rect.center_top() - Vec2::new(0.0, AROUND_NODE + 2.0 + size.y / 2.0);
            let middle = if is_leaf { above } else { corner };
            let room = frame.pane.shrink2(size / 2.0);
            let at = if room.is_positive() { room.clamp(middle) } else { middle };
            let mut tag = Rect::from_center_size(at, size);
            // Of two nodes that are close to each other, one has its name above that of the other.
            while placed.iter().any(|other: &Rect| other.intersects(tag)) {
                tag = tag.translate(Vec2::new(0.0, -size.y));
            }
            placed.push(tag);
            let stroke = Stroke::new(1.0, screen::color(screen::palette(visuals.dark_mode).color(Ink::Cutoff)));
            painter.rect(tag, 3.0, visuals.window_fill, stroke, StrokeKind::Inside);
            painter.galley(tag.center() - text.size() / 2.0, text, visuals.text_color());
        }
    }

    /// The rectangle of a node.
    fn rect_of(&mut self, laid: Laid<'_>, node: NodeId) -> Rect {
        match laid.kind {
            Kind::NodeLink => node_link::rect_of(&laid.scene.figure, laid.frame, &mut self.boards, node),
            Kind::Icicle => icicle::rect_of(&laid.scene.figure, laid.frame, node),
        }
    }

    /// An arrow from the node that set a bound to the node that it cuts off.
    fn bound(&mut self, painter: &Painter, laid: Laid<'_>, palette: Palette) {
        let len = laid.scene.tree().len();
        let Some(ends) = laid.scene.bound.filter(|ends| ends.iter().all(|node| node.index() < len)) else { return };
        let from = self.rect_of(laid, ends[0]);
        let to = self.rect_of(laid, ends[1]);
        let (start, end) = (from.center(), to.center());
        let way = end - start;
        if way.length() < 1.0 {
            return;
        }
        // Curved, to avoid the edges.
        let bend = start + way / 2.0 - way.rot90().normalized() * (way.length() * 0.18).min(60.0);
        let reach = |gap: f32| [from, to].map(|rect| rect.expand(gap).clamp(bend));
        // Between nodes that are close to each other there is only room for a short arrow, up to their rings.
        let [wide, close] = [reach(7.0), reach(AROUND_NODE + 1.0)];
        let [start, end] = if wide[0].distance(wide[1]) < LEAST_ARROW { close } else { wide };
        let length = start.distance(end);
        if length < LEAST_HEAD {
            return;
        }
        let color = screen::color(palette.color(Ink::Cutoff));
        let curve = egui::epaint::QuadraticBezierShape::from_points_stroke(
            [start, bend, end],
            false,
            egui::Color32::TRANSPARENT,
            Stroke::new(2.0, color),
        );
        painter.add(curve);
        let along = (end - bend).normalized() * (length * 0.5).min(9.0);
        let across = along.rot90() * 0.45;
        let head = vec![end, end - along + across, end - along - across];
        painter.add(egui::Shape::convex_polygon(head, color, Stroke::NONE));
    }

    /// Rings around the selected node, the node under the pointer, and the named nodes.
    fn rings(&mut self, laid: Laid<'_>) -> Vec<Ring> {
        let Laid { scene, frame, kind } = laid;
        let hovered = scene.hovered.filter(|_| scene.hovered != scene.selected);
        let named = scene.named.iter().filter(|&&node| Some(node) != scene.selected);
        let rings = named.map(|&node| (node, Ink::Cutoff, 2.0));
        let rings = rings.chain(scene.selected.map(|node| (node, Ink::Selected, 2.4)));
        let mut placed = Vec::new();
        for (node, ink, width) in rings.chain(hovered.map(|node| (node, Ink::Selected, 1.2))) {
            if node.index() >= scene.tree().len() {
                continue;
            }
            let rect = self.rect_of(laid, node);
            // A triangle does not fill its rectangle.
            let is_full = scene.tree().is_leaf(node) && scene.figure.overlay.line().contains(&node);
            let around = if is_full { AROUND_LINE } else { AROUND_NODE };
            let rect = if kind == Kind::NodeLink { rect.expand(around) } else { rect.intersect(frame.pane) };
            let is_below = kind == Kind::NodeLink && rect.size().min_elem() >= LEAST_RING;
            let visible = Rect::from_center_size(rect.center(), rect.size().max(Vec2::splat(LEAST_RING)));
            if frame.pane.intersects(rect) {
                placed.push(Ring { ink, width, rect: visible, is_below });
            }
        }
        placed
    }
}

/// How far the middle of a ring is from its node: the texts beside the node begin 4 points away.
const AROUND_NODE: f32 = 2.0;
/// The same around a leaf of the principal variation, whose outline is thicker.
const AROUND_LINE: f32 = 4.5;

/// The length of an arrow below which it reaches closer to its nodes, and below which there is none.
const LEAST_ARROW: f32 = 18.0;
const LEAST_HEAD: f32 = 6.0;
/// The size of the name of a node that an explanation names.
const NAME_SIZE: f32 = 11.0;

/// The least width and height of a ring, so that it is visible.
const LEAST_RING: f32 = 12.0;

/// A ring around a node.
struct Ring {
    ink: Ink,
    width: f32,
    rect: Rect,
    /// Whether it lies below the drawing, so that it covers no edge and no stroke. Nodes without space around them would hide it there.
    is_below: bool,
}

impl Ring {
    fn show(&self, painter: &Painter, palette: Palette) {
        let &Ring { ink, width, rect, .. } = self;
        let ground = screen::color(palette.color(Ink::Background));
        painter.rect_stroke(rect, 4.0, Stroke::new(width + 1.5, ground), StrokeKind::Middle);
        painter.rect_stroke(rect, 4.0, Stroke::new(width, screen::color(palette.color(ink))), StrokeKind::Middle);
    }
}

/// The size of the board of the node under the pointer.
const BOARD_SIDE: f32 = 120.0;

/// The tooltip of what is under the pointer.
fn hover(ui: &mut Ui, scene: &Scene<'_>, thing: Thing) {
    let lines = match thing {
        Thing::Node(node) => describe(scene, node),
        Thing::Fold(fold) => tooltip::describe_fold(scene, fold),
    };
    for (i, line) in lines.into_iter().enumerate() {
        if i == 0 {
            ui.strong(line)
        } else {
            ui.label(line)
        };
    }
    let Thing::Node(node) = thing else { return };
    let label = scene.tree().label(node);
    if let Some(board) = scene.figure.game.zip(label).and_then(|(game, label)| game.board_of(label)) {
        board::show(ui, &board, BOARD_SIDE);
    }
}

/// The magnification of one zoom step.
pub(crate) const ZOOM_STEP: f32 = 1.4;

/// Pans and zooms with the pointer.
fn navigate(ui: &Ui, area: &egui::Response, scene: &Scene<'_>, view: &mut View) {
    let frame = view.frame(&scene.figure, area.rect);
    if area.dragged() {
        view.pan(&frame, area.drag_delta());
        ui.set_cursor_icon(egui::CursorIcon::Grabbing);
    }
    let Some(pointer) = area.hover_pos().filter(|_| area.contains_pointer()) else { return };
    let (wheel, pinch) = ui.input_mut(|input| (std::mem::take(&mut input.smooth_scroll_delta), input.zoom_delta()));
    if wheel.x != 0.0 {
        view.pan(&frame, Vec2::new(wheel.x, 0.0));
    }
    let factor = pinch * (wheel.y / 200.0).exp();
    if factor != 1.0 {
        view.zoom_about(&scene.figure, &view.frame(&scene.figure, area.rect), factor, pointer);
    }
}

/// Handles keys; returns the node that an arrow key leads to.
fn keys(ui: &Ui, area: &egui::Response, scene: &Scene<'_>, view: &mut View) -> Option<NodeId> {
    let filter = input::keep_arrows(ui, area.id);
    let mut gone = None;
    for event in ui.input(|input| input.filtered_events(&filter)) {
        let Event::Key { key, pressed: true, modifiers, .. } = event else { continue };
        if modifiers.command || modifiers.alt || modifiers.shift && key != Key::Plus {
            continue;
        }
        match key {
            Key::Plus | Key::Equals => view.zoom(ZOOM_STEP),
            Key::Minus => view.zoom(1.0 / ZOOM_STEP),
            Key::Num0 => view.fit(),
            _ => gone = neighbour(scene.shown(), gone.or(scene.selected), key).or(gone),
        }
    }
    if let Some(node) = gone {
        view.reveal(scene.shown(), node);
    }
    gone
}

/// The target of an arrow key: the parent, the first child or a shown sibling; without a node, the root.
pub(crate) fn neighbour(shown: &Shown<'_>, from: Option<NodeId>, key: Key) -> Option<NodeId> {
    let Some(node) = from else {
        let is_arrow = matches!(key, Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight);
        return is_arrow.then_some(NodeId::ROOT);
    };
    let tree = shown.tree;
    let is_shown = |node: &NodeId| shown.folds.over(*node).is_none();
    match key {
        Key::ArrowUp => tree.parent(node),
        Key::ArrowDown => tree.children(node).find(is_shown),
        Key::ArrowRight => tree.next_sibling(node).filter(is_shown),
        Key::ArrowLeft => tree.previous_sibling(node).filter(is_shown),
        _ => None,
    }
}

/// The node at a point of a pane: one drawn separately, or the first of the narrow nodes there.
pub fn node_at(figure: &Figure<'_>, view: &View, pane: Rect, point: Pos2) -> Option<NodeId> {
    let thing = at(figure, &view.frame(figure, pane), view.kind, &mut Boards::default(), point)?;
    Some(figure.shown.node_of(thing))
}

fn at(figure: &Figure<'_>, frame: &Frame, kind: Kind, boards: &mut Boards, point: Pos2) -> Option<Thing> {
    match kind {
        Kind::NodeLink => node_link::at(figure, frame, boards, point),
        Kind::Icicle => icicle::at(figure, frame, point),
    }
}

/// Draws a figure without a cache, as after a change, and returns the number of shapes. For benchmarks.
pub fn build(figure: &Figure<'_>, view: &View, pane: Rect) -> usize {
    let frame = view.frame(figure, pane);
    let Drawing { picture, .. } = drawing(figure, &frame, view.kind, &mut Boards::default());
    let shapes = picture.shapes.len();
    std::hint::black_box(Screen::new(picture, Palette::Light));
    shapes
}

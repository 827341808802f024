//! Changing the tree with the pointer: the selected node is dragged to another place, and the value of a leaf up and down.

use eframe::egui::{
    self, CursorIcon, Event, FontId, MouseWheelUnit, Painter, PointerButton, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2,
    pos2, vec2,
};

use super::{Canvas, Kind, Laid, Scene};
use crate::app::editing::tried::Tried;
use crate::app::input::{self, Now};
use crate::app::style::theme;
use crate::draw::{Frame, Ink, Shown, Thing};
use crate::tree::edit::Gesture;
use crate::tree::{NodeId, Tree, Value};

/// The points that a pointer goes for the whole range of values.
const DRAG: f32 = 240.0;
/// Points of scrolling for a step of the wheel.
const NOTCH: f32 = 50.0;
/// The seconds within which steps of the wheel belong together.
const PAUSE: f64 = 1.0;
/// Points around a node within which a subtree is dropped on it and not beside it.
const REACH: f32 = 8.0;

/// What was done to the tree with the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pull {
    /// A subtree was dropped in another place.
    Carry {
        /// Its root.
        node: NodeId,
        /// The parent afterwards.
        parent: NodeId,
        /// The index among the children afterwards.
        index: usize,
    },
    /// A value is tried at a leaf.
    Try(NodeId, Value, Gesture),
    /// What was tried is given up.
    GiveUp(Gesture),
}

/// What is being dragged.
pub(super) enum Pulling {
    /// A subtree of a tree.
    Subtree {
        tree: u64,
        node: NodeId,
    },
    Value(TriedAt),
}

/// The values that are tried at a leaf.
pub(super) struct TriedAt {
    leaf: NodeId,
    gesture: Gesture,
    tried: Tried,
    first: Value,
    last: Value,
    /// When the wheel was turned last.
    time: f64,
}

impl TriedAt {
    fn new(tree: &Tree, leaf: NodeId, time: f64) -> Option<TriedAt> {
        let value = tree.value(leaf).filter(|_| tree.is_leaf(leaf))?;
        Some(TriedAt { leaf, gesture: Gesture::new(), tried: Tried::of(tree), first: value, last: value, time })
    }

    /// Tries a value, if it is another one.
    fn set(&mut self, value: Option<Value>) -> Option<Pull> {
        let value = value.filter(|&value| value != self.last)?;
        self.last = value;
        Some(Pull::Try(self.leaf, value, self.gesture))
    }
}

/// Where a subtree lands.
struct Landing {
    parent: NodeId,
    index: usize,
    /// The siblings to the left and to the right.
    between: [Option<NodeId>; 2],
}

impl Canvas {
    /// Whether something of the tree is being dragged.
    pub(crate) fn is_pulling(&self) -> bool {
        self.pulling.is_some()
    }

    /// Begins to drag what is under the pointer, goes on, or drops it.
    pub(super) fn pull(&mut self, ui: &Ui, area: &egui::Response, laid: Laid<'_>) -> Option<Pull> {
        let scene = laid.scene;
        scene.menu?;
        if area.drag_started_by(PointerButton::Primary) {
            self.pulling = self.begin(ui, laid);
        }
        if area.dragged() {
            return self.follow(area, scene);
        }
        let is_dropped = input::now(ui.ctx()).is_released;
        match self.pulling.take()? {
            Pulling::Value(TriedAt { gesture, .. }) => (!is_dropped).then_some(Pull::GiveUp(gesture)),
            Pulling::Subtree { tree, node } => {
                let point = area.interact_pointer_pos().or_else(|| input::now(ui.ctx()).pointer);
                let is_same = scene.tree().identity() == tree;
                let at = point.filter(|_| is_dropped && is_same)?;
                let Landing { parent, index, .. } = self.landing(laid, node, at)?;
                Some(Pull::Carry { node, parent, index })
            }
        }
    }

    fn begin(&mut self, ui: &Ui, laid: Laid<'_>) -> Option<Pulling> {
        let scene = laid.scene;
        let Now { pressed_at, shift, time, .. } = input::now(ui.ctx());
        let Thing::Node(node) = self.at(laid, pressed_at?)? else { return None };
        if shift {
            return TriedAt::new(scene.tree(), node, time).map(Pulling::Value);
        }
        let is_carried = scene.selected == Some(node) && node != NodeId::ROOT;
        is_carried.then_some(Pulling::Subtree { tree: scene.tree().identity(), node })
    }

    fn follow(&mut self, area: &egui::Response, scene: &Scene<'_>) -> Option<Pull> {
        let Some(Pulling::Value(at)) = &mut self.pulling else { return None };
        if at.leaf.index() >= scene.tree().len() || !scene.tree().is_leaf(at.leaf) {
            self.pulling = None;
            return None;
        }
        let gone = area.total_drag_delta()?.y;
        at.set(at.tried.away(at.first, f64::from(-gone / DRAG)))
    }

    /// The leaf whose value is being dragged.
    pub(super) fn tried_leaf(&self) -> Option<NodeId> {
        if let Some(Pulling::Value(at)) = &self.pulling { Some(at.leaf) } else { None }
    }

    /// Tries values at the leaf under the pointer where the wheel is turned with Shift, which scrolls nothing then.
    pub(super) fn wheel(&mut self, ui: &Ui, scene: &Scene<'_>, under: Option<Thing>) -> Option<Pull> {
        let Some(Thing::Node(leaf)) = under.filter(|_| scene.menu.is_some()) else { return None };
        let Now { shift, time, .. } = input::now(ui.ctx());
        if !shift || !scene.tree().is_leaf(leaf) {
            return None;
        }
        let steps: f32 = ui.input_mut(|input| {
            input.smooth_scroll_delta = Vec2::ZERO;
            input.events.iter().map(steps_of).sum()
        });
        if steps == 0.0 {
            return None;
        }
        let goes_on = |at: &TriedAt| at.leaf == leaf && time - at.time < PAUSE;
        if !self.wheel.as_ref().is_some_and(goes_on) {
            self.wheel = TriedAt::new(scene.tree(), leaf, time);
        }
        let at = self.wheel.as_mut()?;
        at.time = time;
        at.set(at.tried.stepped(at.last, f64::from(steps)))
    }

    /// Where a subtree lands when it is dropped at a point; `None` where nothing would change.
    fn landing(&mut self, laid: Laid<'_>, node: NodeId, point: Pos2) -> Option<Landing> {
        let Laid { scene, frame, kind } = laid;
        let (shown, tree) = (scene.shown(), scene.tree());
        let at = node_near(shown, frame, point)?;
        if tree.subtree(node).contains(&at.index()) {
            return None;
        }
        let rect = self.rect_of(laid, at);
        let on = match kind {
            Kind::NodeLink => rect.expand(REACH),
            Kind::Icicle => rect.shrink2(vec2(rect.width() / 4.0, 0.0)),
        };
        let is_on = at == NodeId::ROOT || !tree.is_leaf(at) && on.x_range().contains(point.x);
        let parent = if is_on { at } else { tree.parent(at)? };
        let others: Vec<NodeId> = tree.children(parent).filter(|&child| child != node).collect();
        let index = if is_on {
            others.len()
        } else {
            let is_after = point.x > rect.center().x;
            others.iter().position(|&child| child == at)? + usize::from(is_after)
        };
        if tree.parent(node) == Some(parent) && tree.child_index(node) == Some(index) {
            return None;
        }
        let before = index.checked_sub(1).and_then(|before| others.get(before));
        Some(Landing { parent, index, between: [before.copied(), others.get(index).copied()] })
    }

    /// Shows what is dragged, and where it would land.
    pub(super) fn show_pull(&mut self, ui: &Ui, painter: &Painter, laid: Laid<'_>) {
        let Some(Pulling::Subtree { tree, node }) = self.pulling else { return };
        let Laid { scene, frame, .. } = laid;
        let latest = input::now(ui.ctx()).pointer;
        let Some(point) = latest.filter(|_| scene.tree().identity() == tree) else { return };
        let color = theme::ink(ui.visuals(), Ink::Selected);
        let room = room_of(scene.shown(), frame, node).intersect(frame.pane);
        let ground = theme::ink(ui.visuals(), Ink::Background);
        painter.rect_filled(room, 4.0, ground.gamma_multiply(0.6));
        painter.rect_stroke(room, 4.0, Stroke::new(1.0, color), StrokeKind::Inside);
        let landing = self.landing(laid, node, point);
        let text = match &landing {
            Some(landing) => {
                self.mark(painter, laid, landing, color);
                format!("Child {} of {}", landing.index, scene.tree().node_name(landing.parent))
            }
            None => "Drop it on a node or beside one; Esc cancels".into(),
        };
        let icon = if landing.is_some() { CursorIcon::Grabbing } else { CursorIcon::NoDrop };
        ui.set_cursor_icon(icon);
        note(ui, painter, frame.pane, point, text);
    }

    /// A bar where a subtree lands, and a line from its parent to there.
    fn mark(
        &mut self,
        painter: &Painter,
        laid: Laid<'_>,
        Landing { parent, between, .. }: &Landing,
        color: egui::Color32,
    ) {
        let Laid { frame, kind, .. } = laid;
        let above = self.rect_of(laid, *parent);
        let mut rect_of = |node: Option<NodeId>| node.map(|node| self.rect_of(laid, node));
        let (left, right) = (rect_of(between[0]), rect_of(between[1]));
        let Some(beside) = left.or(right) else { return };
        let gap = if kind == Kind::NodeLink { 12.0 } else { 0.0 };
        let x = match (left, right) {
            (Some(left), Some(right)) => f32::midpoint(left.right(), right.left()),
            (Some(left), None) => left.right() + gap,
            (None, Some(right)) => right.left() - gap,
            (None, None) => return,
        };
        let ends = [pos2(x, beside.top() - 4.0), pos2(x, beside.bottom() + 4.0)];
        if kind == Kind::NodeLink {
            painter.line_segment([above.center_bottom(), ends[0]], Stroke::new(2.0, color));
        }
        painter.rect_stroke(above.expand(3.0).intersect(frame.pane), 4.0, Stroke::new(2.0, color), StrokeKind::Middle);
        painter.line_segment(ends, Stroke::new(5.0, color));
    }
}

/// The node whose band and slots a point is in, or the nearest.
fn node_near(shown: &Shown<'_>, frame: &Frame, point: Pos2) -> Option<NodeId> {
    if !frame.pane.contains(point) {
        return None;
    }
    let slot = (frame.x.world(point.x).max(0.0) as usize).min(shown.slot_count().checked_sub(1)?);
    let depth = (frame.y.world(point.y).max(0.0) as u32).min(shown.height());
    match shown.at(slot, depth) {
        Thing::Node(node) => Some(node),
        Thing::Fold(_) => None,
    }
}

/// The room of a node with all that is below it.
fn room_of(shown: &Shown<'_>, frame: &Frame, node: NodeId) -> Rect {
    let slots = shown.slots(node);
    let half = frame.y.scale as f32 / 2.0;
    let top = frame.level(shown.tree.depth(node)) - half;
    let bottom = frame.level(shown.deepest(slots.clone())) + half;
    Rect::from_min_max(pos2(frame.side(slots.start), top), pos2(frame.side(slots.end), bottom))
}

/// How many steps up an event turns the wheel.
fn steps_of(event: &Event) -> f32 {
    let Event::MouseWheel { unit, delta, .. } = event else { return 0.0 };
    // Some systems turn the wheel to the side where Shift is held.
    let turned = if delta.y == 0.0 { delta.x } else { delta.y };
    match unit {
        MouseWheelUnit::Point => turned / NOTCH,
        MouseWheelUnit::Line => turned,
        MouseWheelUnit::Page => turned * 10.0,
    }
}

/// A short text beside the pointer; in a narrow pane it has several lines.
fn note(ui: &Ui, painter: &Painter, pane: Rect, point: Pos2, text: String) {
    let (visuals, margin) = (ui.visuals(), vec2(6.0, 3.0));
    let (font, color) = (FontId::proportional(12.0), visuals.strong_text_color());
    let galley = painter.layout(text, font, color, pane.width() - 2.0 * margin.x);
    let size = galley.size() + 2.0 * margin;
    let corner = (point + vec2(14.0, 18.0)).min(pane.max - size).max(pane.min);
    painter.rect(
        Rect::from_min_size(corner, size),
        3.0,
        visuals.window_fill,
        visuals.window_stroke,
        StrokeKind::Inside,
    );
    painter.galley(corner + margin, galley, color);
}

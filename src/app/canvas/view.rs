//! The view of a tree: the kind of drawing, and the pan and zoom that all panes share.

use eframe::egui::{Pos2, Rect, Vec2};

use super::nearest;
use crate::draw::{Axis, Figure, Frame, Kind, Shown, Thing, icicle};
use crate::session::Spot;
use crate::tree::NodeId;

/// The number of previous views that are remembered.
const MOST_BEFORE: usize = 64;
/// The time constant of animated movements, in seconds.
const SMOOTH: f32 = 0.045;
/// The share of a pane that a node's subtree fills when the view zooms to it.
const FILLED: f64 = 0.86;

const WHOLE: Spot = Spot { zoom: 1.0, centre: [0.5; 2] };

/// The kind of drawing, pan and zoom.
#[derive(Clone, Debug)]
pub struct View {
    /// How trees are drawn.
    pub kind: Kind,
    /// Whether movements are not animated.
    pub is_abrupt: bool,
    spot: Spot,
    /// The target of an animated movement.
    goal: Option<Spot>,
    /// Where to go once the tree is folded as it was when this was seen.
    awaited: Option<Spot>,
    /// The previous views, the last one last.
    before: Vec<Spot>,
    /// Whether the view was last moved by dragging or the wheel, all of which is one step back.
    is_dragged: bool,
    /// The axes of the pane drawn last.
    axes: Option<[Axis; 2]>,
    /// The zoom beyond which nothing grows.
    limit: f64,
}

impl Default for View {
    fn default() -> View {
        View {
            kind: Kind::NodeLink,
            is_abrupt: false,
            spot: WHOLE,
            goal: None,
            awaited: None,
            before: Vec::new(),
            is_dragged: false,
            axes: None,
            limit: 1e9,
        }
    }
}

/// Two views are equal if they show the same part of a tree in the same way.
impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        (self.kind, self.target()) == (other.kind, other.target())
    }
}

impl View {
    /// The whole tree, as one kind of drawing.
    pub fn new(kind: Kind, is_abrupt: bool) -> View {
        View { kind, is_abrupt, ..View::default() }
    }

    /// Starts again with the whole of another tree.
    pub fn reset(&mut self) {
        *self = View::new(self.kind, self.is_abrupt);
    }

    /// Shows the whole tree.
    pub fn fit(&mut self) {
        self.go(WHOLE);
    }

    /// Whether the whole tree is shown.
    pub fn is_fit(&self) -> bool {
        self.target().zoom <= 1.0
    }

    /// The part of the tree in sight; `None` for all of it.
    pub(crate) fn spot(&self) -> Option<Spot> {
        (!self.is_fit()).then(|| self.target())
    }

    /// Shows a part of the tree at once, or as soon as the folds have changed.
    pub(crate) fn place(&mut self, spot: Option<Spot>, once_folded: bool) {
        let is_part = spot.is_some_and(|spot| spot.zoom.is_finite() && spot.zoom > 1.0);
        let spot = if is_part { spot.unwrap_or(WHOLE) } else { WHOLE };
        let inside = |share: f64| if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 };
        let centre = [inside(spot.centre[0]), inside(spot.centre[1])];
        let spot = Spot { zoom: spot.zoom.min(self.limit), centre };
        if once_folded {
            self.awaited = Some(spot);
        } else {
            (self.spot, self.goal, self.awaited) = (spot, None, None);
        }
    }

    /// Zooms about the middle of the panes.
    pub fn zoom(&mut self, factor: f32) {
        if !factor.is_finite() {
            return;
        }
        let at = self.target();
        let zoom = (at.zoom * f64::from(factor)).clamp(1.0, self.limit);
        self.go(if zoom <= 1.0 { WHOLE } else { Spot { zoom, ..at } });
    }

    /// Zooms until a node's subtree fills the panes.
    pub fn zoom_to(&mut self, shown: &Shown<'_>, node: NodeId) {
        let tree = shown.tree;
        let slots = shown.slots(node);
        let deepest = shown.deepest(slots.clone());
        let levels = f64::from(deepest.saturating_sub(tree.depth(node)) + 1);
        let size = size(shown);
        let taken = [slots.len() as f64, levels];
        let zoom = |axis: usize| match self.axes {
            Some(axes) => axes[axis].zoom_to(taken[axis], FILLED),
            None => size[axis] * FILLED / taken[axis],
        };
        let middle = [(slots.start + slots.end) as f64 / 2.0, f64::from(tree.depth(node)) + levels / 2.0];
        let zoom = zoom(0).min(zoom(1)).clamp(1.0, self.limit);
        self.go(Spot { zoom, centre: [middle[0] / size[0], middle[1] / size[1]] });
    }

    /// Returns to the previous view.
    pub fn back(&mut self) {
        self.is_dragged = false;
        let now = self.target();
        while let Some(spot) = self.before.pop() {
            if spot == now {
                continue;
            }
            self.goal = Some(spot);
            self.settle_if_abrupt();
            break;
        }
    }

    /// Pans just far enough to bring a node into the panes.
    pub fn reveal(&mut self, shown: &Shown<'_>, node: NodeId) {
        let (position, size) = (self.position(shown, node), size(shown));
        let mut at = self.target();
        for axis in 0..2 {
            let share = position[axis] / size[axis];
            let reach = 0.4 * self.axes.map_or(1.0 / at.zoom, |axes| axes[axis].shown_at(at.zoom));
            if reach < 0.5 {
                at.centre[axis] = at.centre[axis].clamp(share - reach, share + reach);
            }
        }
        if at != self.target() {
            self.go(at);
        }
    }

    /// Keeps the visible nodes in place after folds changed: what was in the middle stays there.
    pub fn refold(&mut self, before: &Shown<'_>, after: &Shown<'_>) {
        match self.awaited.take() {
            Some(spot) => (self.spot, self.goal) = (spot, None),
            None => self.follow(before, after, |node| node),
        }
    }

    /// Keeps the visible nodes in place after the tree changed; the function gives the new index of a node.
    pub fn follow(&mut self, before: &Shown<'_>, after: &Shown<'_>, now: impl FnOnce(NodeId) -> NodeId) {
        if self.is_fit() || before.slot_count() == 0 {
            return;
        }
        let at = self.target();
        let (old, new) = (size(before), size(after));
        let middle = [at.centre[0] * old[0], at.centre[1] * old[1]];
        let slot = (middle[0] as usize).min(before.slot_count() - 1);
        let thing = before.at(slot, middle[1] as u32);
        let [from, to] = [place(before, thing), place(after, after.thing(now(before.node_of(thing))))];
        // Where in it the middle is: as a share of its width, and in levels.
        let across = ((middle[0] - from.slots[0]) / (from.slots[1] - from.slots[0]).max(1.0)).clamp(0.0, 1.0);
        let x = to.slots[0] + across * (to.slots[1] - to.slots[0]);
        let y = to.depth + (middle[1] - from.depth);
        let zoom = match self.axes {
            Some([x, _]) => x.zoom_for(x.scale_at(at.zoom, old[0]), new[0]),
            None => at.zoom * new[0] / old[0],
        };
        self.spot = Spot { zoom: zoom.max(1.0), centre: [x / new[0], y / new[1]] };
        self.goal = None;
    }

    /// Advances an animated movement by the seconds that passed; returns whether it is unfinished.
    pub fn advance(&mut self, seconds: f32) -> bool {
        let Some(goal) = self.goal else { return false };
        let share = f64::from(1.0 - (-seconds.max(0.001) / SMOOTH).exp());
        let between = |from: f64, to: f64| from + (to - from) * share;
        let zoom = (between(self.spot.zoom.ln(), goal.zoom.ln())).exp();
        let (from, to) = (self.spot.centre, goal.centre);
        let centre = [between(from[0], to[0]), between(from[1], to[1])];
        let far = |axis: usize| (centre[axis] - goal.centre[axis]).abs() * zoom > 5e-4;
        if (zoom / goal.zoom).ln().abs() < 2e-3 && !far(0) && !far(1) {
            (self.spot, self.goal) = (goal, None);
            return false;
        }
        self.spot = Spot { zoom, centre };
        true
    }

    fn target(&self) -> Spot {
        self.goal.unwrap_or(self.spot)
    }

    fn go(&mut self, to: Spot) {
        let from = self.target();
        if from == to {
            return;
        }
        self.keep(from);
        self.is_dragged = false;
        self.goal = Some(to);
        self.settle_if_abrupt();
    }

    /// Keeps a view to go back to.
    fn keep(&mut self, spot: Spot) {
        if self.before.len() >= MOST_BEFORE {
            self.before.remove(0);
        }
        self.before.push(spot);
    }

    /// Begins a movement by dragging or the wheel, or goes on with it.
    fn drag(&mut self) {
        if !self.is_dragged {
            self.keep(self.target());
            self.is_dragged = true;
        }
        self.goal = None;
    }

    fn settle_if_abrupt(&mut self) {
        if self.is_abrupt
            && let Some(goal) = self.goal.take()
        {
            self.spot = goal;
        }
    }

    /// The frame of a pane. If the pane would be empty, the nearest node is moved into it.
    pub fn frame(&self, figure: &Figure<'_>, pane: Rect) -> Frame {
        let frame = self.frame_anywhere(figure, pane);
        frame.moved(nearest::way_to_tree(figure, &frame, self.kind))
    }

    fn frame_anywhere(&self, figure: &Figure<'_>, pane: Rect) -> Frame {
        let spacing = match self.kind {
            Kind::NodeLink => figure.spacing(),
            Kind::Icicle => icicle::spacing(figure),
        };
        Frame::zoomed(&figure.shown, pane, spacing, self.spot.zoom, self.spot.centre)
    }

    /// The position of a node in a pane, possibly outside of it.
    pub fn position_of(&self, figure: &Figure<'_>, node: NodeId, pane: Rect) -> Pos2 {
        let frame = self.frame(figure, pane);
        let [across, down] = self.position(&figure.shown, node);
        eframe::egui::pos2(frame.x.at(across) as f32, frame.y.at(down) as f32)
    }

    /// The position of a node in slots and levels: in the icicle a bar is over all of its leaves.
    fn position(&self, shown: &Shown<'_>, node: NodeId) -> [f64; 2] {
        let thing = shown.thing(node);
        let Place { slots: [start, end], depth } = place(shown, thing);
        let across = match self.kind {
            Kind::NodeLink => shown.centre_of(thing),
            Kind::Icicle => f64::midpoint(start, end),
        };
        [across, depth + 0.5]
    }

    /// Moves the contents of a pane by some points.
    pub(super) fn pan(&mut self, frame: &Frame, delta: Vec2) {
        if delta == Vec2::ZERO {
            return;
        }
        self.drag();
        self.spot.centre = [frame.x.panned(delta.x), frame.y.panned(delta.y)];
    }

    /// Centres the panes on a point of the tree, given as shares of its width and height.
    pub(super) fn centre_on(&mut self, share: [f64; 2]) {
        self.drag();
        self.spot.centre = share.map(|share| share.clamp(0.0, 1.0));
    }

    /// Zooms about a point of a pane.
    pub(super) fn zoom_about(&mut self, figure: &Figure<'_>, frame: &Frame, factor: f32, pointer: Pos2) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        self.drag();
        let held = [frame.x.world(pointer.x), frame.y.world(pointer.y)];
        // Starts from what was shown, not from what another pane's zoom would be here.
        self.spot.centre = [frame.x.centre, frame.y.centre];
        self.limit = frame.limit();
        self.spot.zoom = (self.spot.zoom.min(self.limit) * f64::from(factor)).clamp(1.0, self.limit);
        let zoomed = self.frame(figure, frame.pane);
        let moved = [zoomed.x.at(held[0]) - f64::from(pointer.x), zoomed.y.at(held[1]) - f64::from(pointer.y)];
        self.spot.centre = [zoomed.x.panned(-moved[0] as f32), zoomed.y.panned(-moved[1] as f32)];
        if self.is_fit() {
            self.spot = WHOLE;
        }
    }

    /// Remembers the axes of a pane, for methods that are not given a pane.
    pub(super) fn remember(&mut self, frame: &Frame) {
        self.axes = Some([frame.x, frame.y]);
        self.limit = frame.limit();
    }
}

/// The width and height of a tree in slots and levels.
fn size(shown: &Shown<'_>) -> [f64; 2] {
    [shown.slot_count() as f64, f64::from(shown.height()) + 1.0]
}

/// Where something begins and ends in slots, and its depth.
struct Place {
    slots: [f64; 2],
    depth: f64,
}

fn place(shown: &Shown<'_>, thing: Thing) -> Place {
    let slots = shown.slots_of(thing);
    Place { slots: [slots.start as f64, slots.end as f64], depth: f64::from(shown.depth_of(thing)) }
}

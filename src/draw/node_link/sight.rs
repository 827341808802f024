//! What is at a point, and what shows in a pane.

use super::super::walk::{first_row, is_separate, least};
use super::{Boards, Figure, Frame, Layout, NodeId, Pos2, Rect, Thing, Vec2, clip};

/// Points by which a pointer may miss a node.
const SLACK: f32 = 3.0;
/// What shows only this near to the side of a pane counts as hardly seen: in points, and at most as a share of the pane.
const RIM: (f32, f32) = (48.0, 0.3);

/// What is at a point: something drawn by itself, or the top of what is shown as cells there.
pub fn at(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards, point: Pos2) -> Option<Thing> {
    let shown = &figure.shown;
    let across = frame.x.world(point.x);
    if !(frame.pane.contains(point) && across >= 0.0 && across < shown.slot_count() as f64) {
        return None;
    }
    let layout = Layout::new(figure, frame, boards);
    let slot = across as usize;
    let leaf = shown.at(slot, u32::MAX);
    let last = frame.levels().end.min(shown.depth_of(leaf)).div_ceil(layout.step);
    let mut nearest: Option<((f32, f32), Thing)> = None;
    for row in first_row(frame)..=last {
        let depth = row.saturating_mul(layout.step);
        // A node may reach over the slots of its neighbours.
        let under = shown.slots_of(shown.at(slot, depth));
        for &beside in &[slot, under.start.saturating_sub(1), under.end.min(shown.slot_count() - 1)] {
            let thing = shown.at(beside, depth);
            let (middle, slots) = (frame.middle_of(shown, thing), shown.slots_of(thing));
            let row = shown.depth_of(thing).next_multiple_of(layout.step);
            let is_cell = !is_separate(shown, frame, thing, row, least(frame, layout.narrow(row)));
            let distance = layout.rect_of(figure, frame, boards, thing).distance_to_pos(point);
            let over_cells = is_cell && slots.contains(&slot) && point.y >= middle.y - 6.0;
            // Of two that are drawn at the point, the one whose middle is nearer.
            let away = (if over_cells { distance.min(SLACK) } else { distance }, middle.distance(point));
            if away.0 <= SLACK && nearest.is_none_or(|(least, _)| away < least) {
                nearest = Some((away, thing));
            }
        }
    }
    nearest.map(|(_, thing)| thing)
}

/// Says whether more than the rim of a node or mark, which is drawn in the row of a depth, shows in the pane, or the edge to it from the row above.
pub fn sight<'a>(figure: &'a Figure<'a>, frame: &'a Frame) -> impl FnMut(Thing, u32) -> bool + 'a {
    let mut boards = Boards::default();
    let layout = Layout::new(figure, frame, &mut boards);
    let (shown, inside) = (&figure.shown, frame.pane.shrink2((frame.pane.size() * RIM.1).min(Vec2::splat(RIM.0))));
    move |thing, row| {
        let mut rect = |thing| layout.rect_of(figure, frame, &mut boards, thing);
        if rect(thing).intersect(inside).is_positive() {
            return true;
        }
        // The edges to what is narrow lead to the middle of many.
        let depth = shown.depth_of(thing);
        if frame.width(&shown.slots_of(thing)) < layout.narrow(depth) {
            return false;
        }
        let Some(above) = row.checked_sub(layout.step).filter(|&above| above < depth) else { return false };
        let parent = Thing::Node(shown.tree.ancestor_at(shown.node_of(thing), above));
        clip([rect(parent).center_bottom(), rect(thing).center_top()], inside).is_some()
    }
}

/// The room that a node takes in the picture, or the mark that it is folded in.
pub fn rect_of(figure: &Figure<'_>, frame: &Frame, boards: &mut Boards, node: NodeId) -> Rect {
    let thing = figure.shown.thing(node);
    Layout::new(figure, frame, boards).rect_of(figure, frame, boards, thing)
}

//! Edges, and the strokes of cutoffs across them.

use super::super::Cut;
use super::{DASHED, Edge, Ink, Look, NodeId, Paint, Pattern, Pos2, Shape, Strokes, Symbol, Thing, Vec2, clip, pos2};

/// Where on an edge the stroke of a cutoff stands: this many points below the parent, and no further than this share; among close edges, which
/// part on their way down, as far as the second share.
const STROKE_AT: (f32, [f32; 2]) = (13.0, [0.34, 0.7]);
/// Half the length of the stroke of a cutoff: at most, where an edge is flat, and the least that is seen.
const STROKE: [f32; 3] = [7.0, 3.5, 1.5];
/// How much of the distance to the next edge half a stroke may take.
const TO_NEXT: f32 = 0.6;
/// From the middle of one of two strokes to that of the other: usually, and the least that tells them from one.
const BETWEEN: [f32; 2] = [5.0, 3.8];

/// An edge in the picture.
pub(super) struct Placed<'a> {
    pub(super) edge: &'a Edge,
    /// Where it begins and ends.
    pub(super) ends: [Pos2; 2],
    /// The same for the edges of its level to the left and to the right.
    beside: [Option<[Pos2; 2]>; 2],
}

impl Paint<'_> {
    pub(super) fn placed<'a>(&mut self, edges: &'a [Edge]) -> Vec<Placed<'a>> {
        let mut placed: Vec<Placed<'a>> = Vec::with_capacity(edges.len());
        for edge in edges {
            let mut here = Placed { edge, ends: self.ends(edge), beside: [None; 2] };
            if let Some(left) = placed.last_mut().filter(|left| left.edge.depth == edge.depth) {
                here.beside[0] = Some(left.ends);
                left.beside[1] = Some(here.ends);
            }
            placed.push(here);
        }
        placed
    }

    pub(super) fn edges(&mut self, edges: &[Placed<'_>]) {
        // The line of best play lies over the other edges.
        for is_on_line in [false, true] {
            for &Placed { edge, ends, .. } in edges {
                if self.is_line(edge) == is_on_line {
                    self.edge(edge, ends, is_on_line);
                }
            }
        }
    }

    fn is_line(&self, edge: &Edge) -> bool {
        let depth = self.figure.tree().depth(edge.parent) as usize;
        let line = self.figure.overlay.line();
        line.get(depth) == Some(&edge.parent)
            && line.get(edge.depth as usize).is_some_and(|node| edge.nodes.contains(&node.index()))
    }

    fn edge(&mut self, edge: &Edge, all: [Pos2; 2], is_on_line: bool) {
        let Some(ends) = clip(all, self.frame.pane.expand(2.0)) else { return };
        let look = self.look_below(edge);
        let has_room = edge.gap >= DASHED;
        let is_dropped = edge.to.is_some() && self.figure.overlay.is_dropped(NodeId::at(edge.nodes.start));
        let (width, ink, pattern) = if is_on_line {
            self.drawing.legend.add(Symbol::Line);
            (if has_room { self.thick() } else { 2.0 }, Ink::Line, Pattern::Solid)
        } else {
            let pattern = match look {
                _ if !has_room => Pattern::Solid,
                _ if is_dropped => Pattern::Dotted,
                look => look.pattern(),
            };
            let thin = look.is_passed_over() || look == Look::Ahead;
            let width = match (has_room, thin) {
                (true, false) => 1.6,
                (true, true) => 1.1,
                (false, false) => 0.9,
                (false, true) => 0.4,
            };
            (width, look.outline(), pattern)
        };
        if is_dropped && has_room {
            self.drawing.legend.add(Symbol::Dropped);
        }
        let node = self.figure.tree().node(edge.nodes.start);
        self.drawing.picture.shapes.push((node, Shape::Line { ends, width, ink, pattern }));
    }

    /// What a search did with what an edge leads to: something, if it visited any of it.
    fn look_below(&self, edge: &Edge) -> Look {
        let overlay = self.figure.overlay;
        if let Some(Thing::Node(node)) = edge.to {
            return overlay.look(node);
        }
        let rank = |look: Look| (look.is_passed_over(), look == Look::Ahead);
        let looks = overlay.shares_in(&edge.nodes).looks().map(|(look, _)| look);
        looks.min_by_key(|&look| rank(look)).unwrap_or(Look::Unsearched)
    }

    /// Where an edge leaves its parent and where it meets what it leads to.
    fn ends(&mut self, edge: &Edge) -> [Pos2; 2] {
        let [from, to] = edge.middles;
        let parent_depth = self.figure.tree().depth(edge.parent);
        let parent = self.rect(Thing::Node(edge.parent), parent_depth, from);
        let top = if let Some(thing) = edge.to {
            self.rect(thing, edge.depth, to).center_top()
        } else {
            let tall = self.frame.y.scale as f32 * self.layout.step as f32;
            let middle = to.y + tall / 2.0 - self.frame.y.scale as f32 / 2.0;
            pos2(to.x, middle - (tall / 2.0).min(6.0))
        };
        [parent.center_bottom(), top]
    }

    /// A stroke across the edge to the first child that was not visited; two for a deep cutoff.
    pub(super) fn strokes(&mut self, edges: &[Placed<'_>]) {
        let mut known: Option<(NodeId, Option<Cut>)> = None;
        for placed in edges {
            let edge = placed.edge;
            let cut = match known {
                Some((parent, cut)) if parent == edge.parent => cut,
                _ => self.figure.overlay.cut(edge.parent),
            };
            known = Some((edge.parent, cut));
            if let Some(cut) = cut.filter(|cut| edge.nodes.contains(&cut.first.index())) {
                for ends in self.stroke(placed, cut.strokes) {
                    self.drawing.legend.add(Symbol::Cut(cut.strokes));
                    let shape = Shape::Line { ends, width: 2.6, ink: Ink::Cutoff, pattern: Pattern::Solid };
                    self.drawing.picture.add(edge.parent, shape);
                }
            }
        }
    }

    /// Where the strokes of a cutoff are on an edge; none where they would cross the next edge. They stay between the level of the parent and
    /// that of the child, where no value is.
    pub(super) fn stroke(
        &self,
        &Placed { edge, ends: [from, to], beside }: &Placed<'_>,
        strokes: Strokes,
    ) -> Vec<[Pos2; 2]> {
        let (along, length) = ((to - from).normalized(), from.distance(to));
        let bottom = to.y.min(self.frame.level(edge.depth) - self.layout.at(edge.depth).radius);
        let tall = (bottom - from.y).max(0.0);
        let apart = (tall * 0.4).clamp(BETWEEN[1], BETWEEN[0]) / 2.0;
        let offsets: &[f32] = match strokes {
            Strokes::Single => &[0.0],
            Strokes::Double => &[-apart, apart],
        };
        let usual = (STROKE_AT.0 / along.y.max(0.3)).min(length * STROKE_AT.1[0]);
        let among_close = length * (STROKE[1] / (TO_NEXT * edge.gap)).min(STROKE_AT.1[1]) - offsets[0];
        let wanted = usual.max(among_close);
        // By how much a stroke rises for its length, and two of them for what is between them.
        let (rise, between) = (along.x.abs().max(0.01), offsets[offsets.len() - 1] * along.y);
        let mut reach = ((wanted * along.y - between) / rise).clamp(STROKE[1], STROKE[0]).min(length * 0.3);
        reach = reach.min((tall / 2.0 - between).max(0.0) / rise);
        let half = reach * rise + between;
        let middle = (wanted * along.y).min(tall - half).max(half) / along.y.max(1e-6);
        let at = |offset: f32| from + along * (middle + offset);
        let across = along.rot90();
        for &offset in offsets {
            for other in beside.into_iter().flatten() {
                reach = reach.min(TO_NEXT * away(at(offset), across, other));
            }
        }
        let stroke = |&offset: &f32| [at(offset) - across * reach, at(offset) + across * reach];
        if reach >= STROKE[2] { offsets.iter().map(stroke).collect() } else { Vec::new() }
    }
}

/// How far a line is from a point in a direction or in the opposite one.
fn away(point: Pos2, direction: Vec2, [from, to]: [Pos2; 2]) -> f32 {
    let (way, to_line) = (to - from, from - point);
    let cross = |a: Vec2, b: Vec2| a.x * b.y - a.y * b.x;
    let across = cross(direction, way);
    // How far along the line the two meet.
    let share = cross(to_line, direction) / across;
    if (0.0..=1.0).contains(&share) { (cross(to_line, way) / across).abs() } else { f32::INFINITY }
}

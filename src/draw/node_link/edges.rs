//! Edges, and the strokes of cutoffs across them.

use super::super::Cut;
use super::{DASHED, Edge, Ink, Look, NodeId, Paint, Pattern, Pos2, Shape, Strokes, Symbol, Thing, clip, pos2};

/// What is shorter, or lower, is not dashed.
const SHORT: f32 = 15.0;
/// Where on an edge the stroke of a cutoff stands: this many points below the parent, and no further than this share.
const STROKE_AT: (f32, f32) = (13.0, 0.34);
/// Half the length of the stroke of a cutoff, at most and where an edge is flat, and what is between two strokes.
const STROKE: [f32; 2] = [7.0, 3.5];
const BETWEEN: f32 = 5.0;

impl Paint<'_> {
    pub(super) fn edges(&mut self, edges: &[Edge], ends: &[[Pos2; 2]]) {
        // The line of best play lies over the other edges.
        for is_on_line in [false, true] {
            for (edge, &ends) in edges.iter().zip(ends) {
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
        let has_room = edge.width >= DASHED;
        let is_dropped = edge.to.is_some() && self.is_dropped(edge.nodes.start);
        let (width, ink, pattern) = if is_on_line {
            self.drawing.legend.add(Symbol::Line);
            (if has_room { self.thick() } else { 2.0 }, Ink::Line, Pattern::Solid)
        } else {
            let is_short = all[0].distance(all[1]) < SHORT;
            let pattern = match look {
                _ if !has_room || is_short => Pattern::Solid,
                _ if is_dropped => Pattern::Dotted,
                look => look.pattern(),
            };
            let thin = look.is_pruned() || look == Look::Ahead;
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
        let most =
            overlay.shares_in(&edge.nodes).looks().min_by_key(|&(look, _)| (look.is_pruned(), look == Look::Ahead));
        most.map_or(Look::Unsearched, |(look, _)| look)
    }

    /// Where an edge leaves its parent and where it meets what it leads to.
    pub(super) fn ends(&mut self, edge: &Edge) -> [Pos2; 2] {
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

    /// Whether `taketree` dropped the node at an index in preorder.
    fn is_dropped(&self, index: usize) -> bool {
        self.figure.dropped.binary_search_by_key(&index, |node| node.index()).is_ok()
    }

    /// A stroke across the edge to the first child that was not visited; two for a deep cutoff.
    pub(super) fn strokes(&mut self, edges: &[Edge], ends: &[[Pos2; 2]]) {
        let mut known: Option<(NodeId, Option<Cut>)> = None;
        for (edge, &ends) in edges.iter().zip(ends).filter(|(edge, _)| edge.width >= DASHED) {
            let cut = match known {
                Some((parent, cut)) if parent == edge.parent => cut,
                _ => self.figure.overlay.cut(edge.parent),
            };
            known = Some((edge.parent, cut));
            if let Some(cut) = cut.filter(|cut| edge.nodes.contains(&cut.first.index())) {
                self.drawing.legend.add(Symbol::Cut(cut.strokes));
                for ends in self.stroke(edge, ends, cut.strokes) {
                    let shape = Shape::Line { ends, width: 2.6, ink: Ink::Cutoff, pattern: Pattern::Solid };
                    self.drawing.picture.add(edge.parent, shape);
                }
            }
        }
    }

    /// Where the strokes of a cutoff are on an edge. They stay between the level of the parent and that of the child, where no value is.
    pub(super) fn stroke(
        &self,
        edge: &Edge,
        [from, to]: [Pos2; 2],
        strokes: Strokes,
    ) -> impl Iterator<Item = [Pos2; 2]> + use<> {
        let (along, length) = ((to - from).normalized(), from.distance(to));
        let offsets: &[f32] = match strokes {
            Strokes::Single => &[0.0],
            Strokes::Double => &[-BETWEEN / 2.0, BETWEEN / 2.0],
        };
        let bottom = to.y.min(self.frame.level(edge.depth) - self.layout.at(edge.depth).radius);
        let tall = (bottom - from.y).max(0.0);
        let wanted = (STROKE_AT.0 / along.y.max(0.3)).min(length * STROKE_AT.1);
        // By how much a stroke rises for its length, and two of them for what is between them.
        let (rise, between) = (along.x.abs().max(0.01), offsets[offsets.len() - 1] * along.y);
        let reach = ((wanted * along.y - between) / rise).clamp(STROKE[1], STROKE[0]).min(length * 0.3);
        let reach = reach.min((tall / 2.0 - between).max(0.0) / rise);
        let half = reach * rise + between;
        let middle = (wanted * along.y).min(tall - half).max(half) / along.y.max(1e-6);
        offsets.iter().map(move |&offset| {
            let at = from + along * (middle + offset);
            [at - along.rot90() * reach, at + along.rot90() * reach]
        })
    }
}

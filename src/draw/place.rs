//! Finding room for texts: what is occupied, and the first free position.

use std::collections::HashMap;

use super::{Pos2, Rect, Vec2, vec2, walk};
use crate::tree::NodeId;

/// The size of the squares of the grid into which obstacles are sorted.
const SQUARE: f32 = 48.0;
/// The maximum number of squares of an obstacle; larger ones are ignored.
const MOST_SQUARES: usize = 4096;

/// How far a text beside a node is from those of others, across and down.
pub(super) const APART: Vec2 = vec2(12.0, 6.0);

/// Half the width of a thick edge.
pub(super) const HALF_EDGE: f32 = 1.5;

/// Something that texts must not cover.
#[derive(Clone, Copy, Debug)]
enum Obstacle {
    Rect(Rect),
    Line([Pos2; 2]),
    /// A text beside a node.
    Text(Rect, NodeId),
}

impl Obstacle {
    fn bounds(self) -> Rect {
        match self {
            Obstacle::Rect(rect) | Obstacle::Text(rect, _) => rect,
            Obstacle::Line([a, b]) => Rect::from_two_pos(a, b),
        }
    }
}

/// The occupied areas of a picture.
#[derive(Default)]
pub(super) struct Taken {
    /// Whether there are texts to place.
    matters: bool,
    obstacles: Vec<Obstacle>,
    grid: HashMap<(i32, i32), Vec<u32>>,
    levels: Vec<Level>,
}

impl Taken {
    /// Nothing is taken. If there are no texts to place, nothing will be kept.
    pub(super) fn new(matters: bool) -> Taken {
        Taken { matters, ..Taken::default() }
    }

    /// Whether it knows what is occupied.
    pub(super) fn matters(&self) -> bool {
        self.matters
    }

    /// Occupies a rectangle.
    pub(super) fn rect(&mut self, rect: Rect) {
        self.add(Obstacle::Rect(rect));
    }

    /// Takes what a short line covers.
    pub(super) fn line(&mut self, ends: [Pos2; 2]) {
        self.add(Obstacle::Line(ends));
    }

    /// Takes the edges of a level, from left to right and each downwards. However long they are, this takes no more time.
    pub(super) fn level(&mut self, edges: Vec<[Pos2; 2]>) {
        let (mut top, mut bottom) = (f32::INFINITY, f32::NEG_INFINITY);
        for [from, to] in &edges {
            top = top.min(from.y);
            bottom = bottom.max(to.y);
        }
        self.levels.push(Level { edges, top, bottom });
    }

    fn add(&mut self, obstacle: Obstacle) {
        if !self.matters {
            return;
        }
        let index = self.obstacles.len() as u32;
        self.obstacles.push(obstacle);
        all_squares(obstacle.bounds(), &mut |square| {
            self.grid.entry(square).or_default().push(index);
            true
        });
    }

    /// How much was taken beside the edges, for [`Taken::forget_after`].
    pub(super) fn len(&self) -> usize {
        self.obstacles.len()
    }

    /// Gives back what was taken since there was so much.
    pub(super) fn forget_after(&mut self, len: usize) {
        for obstacle in self.obstacles.drain(len..) {
            all_squares(obstacle.bounds(), &mut |square| {
                if let Some(indices) = self.grid.get_mut(&square) {
                    indices.retain(|&index| (index as usize) < len);
                }
                true
            });
        }
    }

    /// Whether a rectangle is free.
    fn is_free(&self, rect: Rect) -> bool {
        self.levels.iter().all(|level| !level.crosses(rect.expand(HALF_EDGE)))
            && self.all_near(rect, &|obstacle| match obstacle {
                Obstacle::Rect(taken) | Obstacle::Text(taken, _) => !overlaps(taken, rect),
                Obstacle::Line(ends) => walk::clip(ends, rect).is_none(),
            })
    }

    /// Whether something is true of all obstacles in the squares of a rectangle.
    fn all_near(&self, rect: Rect, is_true: &dyn Fn(Obstacle) -> bool) -> bool {
        all_squares(rect, &mut |square| {
            let Some(indices) = self.grid.get(&square) else { return true };
            indices.iter().all(|&index| is_true(self.obstacles[index as usize]))
        })
    }

    /// Whether a text of a node is far enough from those of others that each is read with its own node.
    fn is_apart(&self, rect: Rect, node: NodeId, apart: Vec2) -> bool {
        let wide = rect.expand2(apart);
        self.all_near(wide, &|obstacle| match obstacle {
            Obstacle::Text(taken, of) => of == node || !overlaps(taken, wide),
            Obstacle::Rect(_) | Obstacle::Line(_) => true,
        })
    }

    /// Occupies the first free rectangle of a size, of those given by their middles, inside of `bounds`.
    pub(super) fn first_free(&mut self, size: Vec2, middles: &[Pos2], bounds: Rect) -> Option<Pos2> {
        for &middle in middles {
            let rect = around(middle, size);
            if bounds.contains_rect(rect) && self.is_free(rect) {
                self.rect(rect);
                return Some(middle);
            }
        }
        None
    }

    /// The same for a text of a node at `shape`: to its left and right it keeps away from the texts of other nodes.
    pub(super) fn first_free_beside(
        &mut self,
        (node, shape): (NodeId, Rect),
        size: Vec2,
        middles: &[Pos2],
        bounds: Rect,
        apart: Vec2,
    ) -> Option<Pos2> {
        for &middle in middles {
            let rect = around(middle, size);
            let is_beside = !shape.x_range().contains(middle.x);
            if bounds.contains_rect(rect) && self.is_free(rect) && (!is_beside || self.is_apart(rect, node, apart)) {
                self.add(Obstacle::Text(rect, node));
                return Some(middle);
            }
        }
        None
    }
}

/// The room of a text around its middle.
fn around(middle: Pos2, size: Vec2) -> Rect {
    Rect::from_center_size(middle, size + vec2(2.0, 0.0))
}

/// The edges of a level, from left to right. They do not cross each other, so that at every height they have this order.
struct Level {
    edges: Vec<[Pos2; 2]>,
    top: f32,
    bottom: f32,
}

impl Level {
    /// Whether an edge goes through a rectangle.
    fn crosses(&self, rect: Rect) -> bool {
        if rect.bottom() <= self.top || rect.top() >= self.bottom {
            return false;
        }
        let sides = |edge: &[Pos2; 2]| {
            let (a, b) = (across(edge, rect.top()), across(edge, rect.bottom()));
            [a.min(b), a.max(b)]
        };
        let first = self.edges.partition_point(|edge| sides(edge)[1] < f64::from(rect.left()));
        self.edges.get(first).is_some_and(|edge| sides(edge)[0] <= f64::from(rect.right()))
    }
}

/// Where an edge is at a height. Counts in `f64`, since its ends may be millions of points away.
fn across([from, to]: &[Pos2; 2], y: f32) -> f64 {
    let [top, tall] = [f64::from(from.y), f64::from(to.y) - f64::from(from.y)];
    let share = if tall > 0.0 { ((f64::from(y) - top) / tall).clamp(0.0, 1.0) } else { 1.0 };
    f64::from(from.x) + (f64::from(to.x) - f64::from(from.x)) * share
}

/// Whether something is true of all squares of a rectangle, or of the first [`MOST_SQUARES`] of them.
fn all_squares(bounds: Rect, is_true: &mut dyn FnMut((i32, i32)) -> bool) -> bool {
    let square = |at: f32| (at / SQUARE).floor().clamp(-1e6, 1e6) as i32;
    let (left, right) = (square(bounds.left()), square(bounds.right()));
    let (top, bottom) = (square(bounds.top()), square(bounds.bottom()));
    let mut squares = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y))).take(MOST_SQUARES);
    squares.all(is_true)
}

/// Whether two rectangles overlap.
fn overlaps(a: Rect, b: Rect) -> bool {
    let common = a.intersect(b);
    common.width() > 0.01 && common.height() > 0.01
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::draw::pos2;

    proptest! {
        #[test]
        fn an_edge_is_found_wherever_it_goes(
            ends in vec((-1e2_f32..1e2, -1e6_f32..1e6), 1..30),
            corner in (-1e3_f32..1e3, -20.0_f32..120.0),
            size in (1.0_f32..300.0, 1.0_f32..40.0),
        ) {
            let (mut from, mut to): (Vec<f32>, Vec<f32>) = ends.into_iter().unzip();
            from.sort_by(f32::total_cmp);
            to.sort_by(f32::total_cmp);
            let edges: Vec<[Pos2; 2]> = from.into_iter().zip(to).map(|(a, b)| [pos2(a, 0.0), pos2(b, 90.0)]).collect();
            let rect = Rect::from_min_size(pos2(corner.0, corner.1), vec2(size.0, size.1));
            let is_crossed = edges.iter().any(|&edge| walk::clip(edge, rect).is_some());
            let mut taken = Taken::new(true);
            taken.level(edges);
            prop_assert_eq!(taken.levels[0].crosses(rect), is_crossed);
        }
    }

    #[test]
    fn a_text_beside_a_node_keeps_away_from_the_texts_of_others() {
        let everywhere = Rect::EVERYTHING;
        let shape = |x: f32| Rect::from_center_size(pos2(x, 0.0), vec2(20.0, 20.0));
        let (left, right) = ((NodeId::ROOT, shape(0.0)), (NodeId::at(1), shape(200.0)));
        let (size, near, far) = (vec2(50.0, 10.0), pos2(100.0, 14.0), pos2(170.0, 14.0));
        let mut taken = Taken::new(true);
        let mut first = |shape, middles: &[Pos2]| taken.first_free_beside(shape, size, middles, everywhere, APART);
        assert_eq!(first(left, &[pos2(100.0, 0.0)]), Some(pos2(100.0, 0.0)));
        assert_eq!(first(right, &[near, far]), Some(far));
        assert_eq!(first(left, &[near]), Some(near), "its own texts are close");
    }
}

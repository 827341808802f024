//! Room for texts: what is taken already, and the first of some places that is free.

use std::collections::HashMap;

use super::{Pos2, Rect, Vec2, vec2};

/// The side of a square of the grid that obstacles are sorted into.
const SQUARE: f32 = 48.0;
/// How many squares an obstacle is sorted into at most; what is larger is not looked at.
const MOST_SQUARES: usize = 4096;

/// Something that a text must not cover.
#[derive(Clone, Copy, Debug)]
enum Obstacle {
    Rect(Rect),
    Line([Pos2; 2]),
}

/// What is taken of a picture.
#[derive(Default)]
pub(super) struct Taken {
    /// Whether anybody asks.
    matters: bool,
    obstacles: Vec<Obstacle>,
    grid: HashMap<(i32, i32), Vec<u32>>,
}

impl Taken {
    /// Nothing is taken; where nobody asks, nothing is kept.
    pub(super) fn new(matters: bool) -> Taken {
        Taken { matters, ..Taken::default() }
    }

    /// Takes a rectangle.
    pub(super) fn rect(&mut self, rect: Rect) {
        self.add(Obstacle::Rect(rect), rect);
    }

    /// Takes what a line covers.
    pub(super) fn line(&mut self, ends: [Pos2; 2]) {
        if !self.matters {
            return;
        }
        // In pieces, so that a long slanted line does not take every square of its bounds.
        let [a, b] = ends;
        let pieces = (a.distance(b) / SQUARE).ceil().clamp(1.0, 256.0) as usize;
        let at = |i: usize| a + (b - a) * (i as f32 / pieces as f32);
        for i in 0..pieces {
            let piece = [at(i), at(i + 1)];
            self.add(Obstacle::Line(piece), Rect::from_two_pos(piece[0], piece[1]));
        }
    }

    fn add(&mut self, obstacle: Obstacle, bounds: Rect) {
        if !self.matters {
            return;
        }
        let index = self.obstacles.len() as u32;
        self.obstacles.push(obstacle);
        for square in squares(bounds) {
            self.grid.entry(square).or_default().push(index);
        }
    }

    /// Whether nothing is in a rectangle.
    pub(super) fn is_free(&self, rect: Rect) -> bool {
        squares(rect).flat_map(|square| self.grid.get(&square).into_iter().flatten()).all(|&index| {
            match self.obstacles[index as usize] {
                Obstacle::Rect(taken) => !overlaps(taken, rect),
                Obstacle::Line(ends) => !crosses(ends, rect),
            }
        })
    }

    /// Takes the first of some rectangles of a size, given by their middles, that is free and inside of `bounds`.
    pub(super) fn first_free(&mut self, size: Vec2, middles: &[Pos2], bounds: Rect) -> Option<Pos2> {
        let rect = |middle: Pos2| Rect::from_center_size(middle, size + vec2(2.0, 0.0));
        let found = middles.iter().copied().find(|&middle| {
            let rect = rect(middle);
            bounds.contains_rect(rect) && self.is_free(rect)
        })?;
        self.rect(rect(found));
        Some(found)
    }
}

fn squares(bounds: Rect) -> impl Iterator<Item = (i32, i32)> {
    let square = |at: f32| (at / SQUARE).floor().clamp(-1e6, 1e6) as i32;
    let (left, right) = (square(bounds.left()), square(bounds.right()));
    let (top, bottom) = (square(bounds.top()), square(bounds.bottom()));
    (top..=bottom).flat_map(move |y| (left..=right).map(move |x| (x, y))).take(MOST_SQUARES)
}

/// Whether two rectangles have an area in common.
fn overlaps(a: Rect, b: Rect) -> bool {
    let common = a.intersect(b);
    common.width() > 0.01 && common.height() > 0.01
}

/// Whether a line goes through a rectangle.
fn crosses(ends: [Pos2; 2], rect: Rect) -> bool {
    super::walk::clip(ends, rect).is_some()
}

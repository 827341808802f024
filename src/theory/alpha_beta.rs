//! The expected number of leaves that alpha-beta with deep cutoffs evaluates.
//!
//! Source: Fuller, Gaschnig & Gillogly, *Analysis of the Alpha-Beta Pruning Algorithm* (1973); Baudet, *On the Branching
//! Factor of the Alpha-Beta Pruning Algorithm* (1978). With x the distribution of the value of a leaf, G_0 = x and G_h = 1 − G_(h−1)^b,
//! the distribution of the value of a node of height h is G_h for even h and 1 − G_h for odd h. With g(y) = 1 + y + … + y^(b−1),
//!
//! ```text
//! R(x) = product of g(G_h) over even h < d
//! S(x) = product of g(G_h) over odd  h < d
//! E    = R(0) S(0) + integral over [0, 1] of S dR
//! ```
//!
//! The map y ↦ 1 − y^b leaves ξ, with ξ^b = 1 − ξ, where it is, and takes points near it away from it by the factor λ = b (1 − ξ) / ξ.
//! So R and S rise and fall within λ^(−d) of ξ, which soon is less than the spacing of floating point numbers there. Therefore a point
//! is given by its distance from ξ instead, as y = ξ (1 + e), and [`Map::next`] computes the distance of the next one without y. The integral
//! is over u with e = λ^(−d) sinh u, in which the curve changes at about the same rate everywhere.

use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::LeafValues;
use super::minimal::geometric;
use crate::parallel::{in_parallel, locked};
use crate::search::CutoffRule;

/// The tolerance of a panel of the integral, relative to the result.
const TOLERANCE: f64 = 1e-13;
/// The panels at first.
const PANELS: u32 = 64;
/// The steps in a panel.
const STEPS: usize = 8;
/// The most halvings of a panel.
const MAX_HALVINGS: u32 = 20;

/// The expected number of leaves that alpha-beta evaluates, with a relative error of at most 1e-9, for trees of up to 1e100 leaves.
/// The rule matters only if values can be equal.
///
/// For integers the time is linear in their number, on all threads: about ten levels above the leaves nearly all of them are either
/// never the value of a node or always beaten, so that greater depth and branching cost little more.
pub fn expected_alpha_beta(branching: u32, depth: u32, values: LeafValues, cutoff: CutoffRule) -> f64 {
    // There is only one leaf.
    if branching == 1 || depth == 0 {
        return 1.0;
    }
    let curve = Curve { map: Map::new(branching), depth };
    match values {
        LeafValues::Continuous => curve.known_or_expected(),
        LeafValues::Integers(count) => {
            let at = |k: u32| curve.at(curve.map.distance(k, count));
            let step = |from: Point, to: Point| match cutoff {
                CutoffRule::NonStrict => (to.r - from.r) * to.s,
                CutoffRule::Strict => (to.r - from.r) * from.s,
            };
            // Pieces of a fixed size, so that the sum does not depend on the number of threads.
            let sum = |piece: u32| {
                let (first, last) = (piece * PIECE, (piece + 1).saturating_mul(PIECE).min(count));
                let (mut sum, mut from) = (0.0, at(first));
                for k in first..last {
                    let to = at(k + 1);
                    sum += step(from, to);
                    from = to;
                }
                sum
            };
            let start = at(0);
            start.r * start.s + sum_of(count.div_ceil(PIECE), &sum)
        }
    }
}

/// The sum of the pieces with the numbers below `pieces`, which are computed on all threads and added in their order.
fn sum_of(pieces: u32, piece: &(dyn Fn(u32) -> f64 + Sync)) -> f64 {
    let sums: Vec<AtomicU64> = std::iter::repeat_with(AtomicU64::default).take(pieces as usize).collect();
    let Ok(()) = in_parallel::<Infallible>(sums.len(), &|number| {
        sums[number].store(piece(number as u32).to_bits(), Ordering::Relaxed);
        Ok(())
    });
    sums.into_iter().map(|sum| f64::from_bits(sum.into_inner())).sum()
}

/// The asymptotic growth factor of the expected number per level: ξ / (1 − ξ) with ξ^b + ξ − 1 = 0.
///
/// Source: Baudet (1978); Pearl, *The Solution for the Branching Factor of the Alpha-Beta Pruning Algorithm* (1982).
pub fn growth_alpha_beta(branching: u32) -> f64 {
    1.0 / Map::new(branching).end
}

/// Integers per parallel piece of the sum.
const PIECE: u32 = 1 << 14;

/// The map y ↦ 1 − y^b in terms of e, where y = ξ (1 + e).
struct Map {
    branching: u32,
    /// ξ, and what is missing in it because it is rounded.
    xi: f64,
    missing: f64,
    /// 1 − ξ.
    rest: f64,
    /// (1 − ξ) / ξ: the largest e, where y = 1. The smallest is −1.
    end: f64,
}

impl Map {
    fn new(branching: u32) -> Map {
        let (mut low, mut high) = (0.5f64, 1.0f64);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if middle.powi(branching as i32) + middle > 1.0 { high = middle } else { low = middle }
        }
        let xi = low;
        let missing = missing(xi, branching);
        let rest = (1.0 - xi) - missing;
        Map { branching, xi, missing, rest, end: rest / xi }
    }

    /// Maps the distance of y to that of 1 − y^b: with y^b = (1 − ξ) (1 + e)^b there is no difference of nearly equal numbers.
    fn next(&self, e: f64) -> f64 {
        let change = (f64::from(self.branching) * e.ln_1p()).exp_m1();
        (-self.end * change).clamp(-1.0, self.end)
    }

    /// The distance of the point k / count.
    fn distance(&self, k: u32, count: u32) -> f64 {
        let (k, count) = (f64::from(k), f64::from(count));
        let difference = (-self.xi).mul_add(count, k) - count * self.missing;
        (difference / (count * self.xi)).clamp(-1.0, self.end)
    }

    /// 1 + y + … + y^(b−1).
    fn geometric(&self, e: f64) -> f64 {
        geometric(self.xi * (1.0 + e), (self.rest - self.xi * e).max(0.0), self.branching)
    }

    /// λ^(−d).
    fn scale(&self, depth: u32) -> f64 {
        (f64::from(self.branching) * self.end).powi(-(depth as i32))
    }
}

/// What is missing in a rounded solution of ξ^b + ξ − 1 = 0, by Newton's method.
fn missing(xi: f64, branching: u32) -> f64 {
    // The power and the sum of its rounding errors.
    let (mut power, mut errors) = (1.0f64, 0.0f64);
    for _ in 0..branching {
        let next = power * xi;
        errors = errors * xi + power.mul_add(xi, -next);
        power = next;
    }
    let slope = f64::from(branching) * power / xi + 1.0;
    // 1 − ξ is exact, and so is its difference to the power, because the two are nearly equal.
    -((power - (1.0 - xi)) + errors) / slope
}

/// The curve (R(x), S(x)) for a tree.
struct Curve {
    map: Map,
    depth: u32,
}

#[derive(Clone, Copy)]
struct Point {
    r: f64,
    s: f64,
}

impl Curve {
    /// The point at a distance.
    fn at(&self, mut e: f64) -> Point {
        let (mut r, mut s) = (1.0, 1.0);
        for height in 0..self.depth {
            let factor = if height % 2 == 0 { &mut r } else { &mut s };
            // From here on G is 1 and 0 in turn, so g is b and 1.
            if e == self.map.end {
                *factor *= f64::from(self.map.branching).powi((self.depth - height).div_ceil(2) as i32);
                break;
            }
            *factor *= self.map.geometric(e);
            e = self.map.next(e);
        }
        Point { r, s }
    }

    /// The point at the coordinate u.
    fn at_coordinate(&self, u: f64) -> Point {
        self.at((self.map.scale(self.depth) * u.sinh()).clamp(-1.0, self.map.end))
    }

    /// The expectation for continuous values. A sweep asks for it many times, as that of visited nodes is a sum over all depths.
    fn known_or_expected(&self) -> f64 {
        static KNOWN: Mutex<Vec<(u32, u32, f64)>> = Mutex::new(Vec::new());
        let known = || locked(&KNOWN);
        for &(branching, depth, number) in known().iter() {
            if branching == self.map.branching && depth == self.depth {
                return number;
            }
        }
        let number = self.expected();
        known().push((self.map.branching, self.depth, number));
        number
    }

    /// The expectation for continuous values.
    fn expected(&self) -> f64 {
        let scale = self.map.scale(self.depth);
        let (first, last) = ((-1.0 / scale).asinh(), (self.map.end / scale).asinh());
        let width = (last - first) / f64::from(PANELS);
        let end = |panel: u32| first + f64::from(panel) * width;
        // S falls while R rises, so the result is at least R S at every point.
        let mut size = 0.0_f64;
        for panel in 0..=PANELS {
            let Point { r, s } = self.at_coordinate(end(panel));
            size = size.max(r * s);
        }
        let mut sum = 0.0;
        for panel in 0..PANELS {
            sum += self.integral(end(panel), end(panel + 1), size * TOLERANCE, MAX_HALVINGS);
        }
        let start = self.at(-1.0);
        start.r * start.s + sum
    }

    /// The integral of S dR between two coordinates by Romberg's method, on halves where that is not yet precise.
    fn integral(&self, from: f64, to: f64, tolerance: f64, halvings: u32) -> f64 {
        let width = (to - from) / STEPS as f64;
        let mut points = [Point { r: 0.0, s: 0.0 }; STEPS + 1];
        for (i, point) in points.iter_mut().enumerate() {
            *point = self.at_coordinate(from + i as f64 * width);
        }
        let (integral, error) = romberg(&points);
        if halvings == 0 || error <= tolerance {
            return integral;
        }
        let middle = f64::midpoint(from, to);
        self.integral(from, middle, tolerance, halvings - 1) + self.integral(middle, to, tolerance, halvings - 1)
    }
}

/// The integral of S dR over points with equally spaced coordinates, extrapolated from trapezoids of 8, 4, 2 and 1 steps, and its
/// difference to the extrapolation before the last, which is more than its error.
fn romberg(points: &[Point; STEPS + 1]) -> (f64, f64) {
    let trapezoid = |from: Point, to: Point| (to.r - from.r) * f64::midpoint(from.s, to.s);
    let trapezoids = |step: usize| {
        let mut sum = 0.0;
        for i in (0..STEPS).step_by(step) {
            sum += trapezoid(points[i], points[i + step]);
        }
        sum
    };
    let finer = |a: f64, b: f64, order: f64| b + (b - a) / (order - 1.0);
    let [a, b, c, d] = [trapezoids(8), trapezoids(4), trapezoids(2), trapezoids(1)];
    let [a, b, c] = [finer(a, b, 4.0), finer(b, c, 4.0), finer(c, d, 4.0)];
    let [a, b] = [finer(a, b, 16.0), finer(b, c, 16.0)];
    let integral = finer(a, b, 64.0);
    (integral, (integral - b).abs())
}

//! The expected number of leaves that alpha-beta with deep cutoffs evaluates.
//!
//! Source: Fuller, Gaschnig & Gillogly, *Analysis of the Alpha-Beta Pruning Algorithm* (1973); Baudet, *On the Branching
//! Factor of the Alpha-Beta Pruning Algorithm* (1978). F_h is the distribution of the value of a node of height h in terms of that of a
//! leaf: F_0 = x, F_h = F_(h−1)^b for odd h and 1 − (1 − F_(h−1))^b for even h. With g(y) = 1 + y + … + y^(b−1),
//!
//! ```text
//! R(x) = product of g(F_h)     over even h < d
//! S(x) = product of g(1 - F_h) over odd  h < d
//! E    = R(0) S(0) + integral over [0, 1] of S dR
//! ```

use rayon::prelude::*;

use super::LeafValues;
use super::minimal::geometric;
use crate::search::CutoffRule;

/// Tolerance of the integration, relative to the result.
const TOLERANCE: f64 = 1e-13;
/// The most halvings of an interval.
const MAX_HALVINGS: u32 = 48;

/// The expected number of leaves that alpha-beta evaluates, with a relative error of about 1e-9. The rule matters only if values can be equal.
///
/// For integers the time is linear in their number, on all threads: about ten levels above the leaves nearly all of them are either
/// never the value of a node or always beaten, so that greater depth and branching cost little more.
pub fn expected_alpha_beta(branching: u32, depth: u32, values: LeafValues, cutoff: CutoffRule) -> f64 {
    let curve = Curve { branching, depth };
    match values {
        LeafValues::Continuous => {
            let (start, end) = (curve.at(0.0), curve.at(1.0));
            let scale = start.r * start.s + (end.r - start.r) * start.s;
            // Start from a grid, so that equal end points do not stop the recursion by chance.
            let grid: Vec<Point> = (0..=256).map(|i| curve.at(f64::from(i) / 256.0)).collect();
            let pieces = grid.windows(2).map(|ends| curve.integral(ends[0], ends[1], scale * TOLERANCE, MAX_HALVINGS));
            start.r * start.s + pieces.sum::<f64>()
        }
        // There is only one leaf.
        LeafValues::Integers(_) if branching == 1 => 1.0,
        LeafValues::Integers(count) => {
            let at = |k: u32| curve.at(f64::from(k) / f64::from(count));
            let step = |from: Point, to: Point| match cutoff {
                CutoffRule::NonStrict => (to.r - from.r) * to.s,
                CutoffRule::Strict => (to.r - from.r) * from.s,
            };
            // Pieces of a fixed size, so that the sum does not depend on the number of threads.
            let sum = |piece: u32| {
                let (first, last) = (piece * PIECE, (piece + 1).saturating_mul(PIECE).min(count));
                let walk = |(sum, from): (f64, Point), k: u32| {
                    let to = at(k);
                    (sum + step(from, to), to)
                };
                (first + 1..=last).fold((0.0, at(first)), walk).0
            };
            let sums: Vec<f64> = (0..count.div_ceil(PIECE)).into_par_iter().map(sum).collect();
            let start = at(0);
            start.r * start.s + sums.iter().sum::<f64>()
        }
    }
}

/// The asymptotic growth factor of the expected number per level: ξ / (1 − ξ) with ξ^b + ξ − 1 = 0.
///
/// Source: Baudet (1978); Pearl, *The Solution for the Branching Factor of the Alpha-Beta Pruning Algorithm* (1982).
pub fn growth_alpha_beta(branching: u32) -> f64 {
    let (mut low, mut high) = (0.0f64, 1.0f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if middle.powi(branching as i32) + middle > 1.0 { high = middle } else { low = middle }
    }
    low / (1.0 - low)
}

/// Integers per parallel piece of the sum.
const PIECE: u32 = 1 << 14;

/// The curve (R(x), S(x)) for a tree.
struct Curve {
    branching: u32,
    depth: u32,
}

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    r: f64,
    s: f64,
}

impl Curve {
    fn at(&self, x: f64) -> Point {
        // F and 1 − F are kept separately: near the ends one of them would be lost to rounding.
        let (mut f, mut rest) = (x, 1.0 - x);
        let (mut r, mut s) = (1.0, 1.0);
        for height in 0..self.depth {
            if height > 0 {
                (f, rest) = if height % 2 == 1 {
                    (self.power(f), self.one_minus_power(rest))
                } else {
                    (self.one_minus_power(f), self.power(rest))
                };
                // 0 and 1 are fixed points, so from here on g is 1 or b.
                if f == 0.0 && rest == 1.0 || f == 1.0 && rest == 0.0 {
                    let even = (self.depth.div_ceil(2) - height.div_ceil(2)) as i32;
                    let odd = (self.depth / 2 - height / 2) as i32;
                    let b = f64::from(self.branching);
                    return if f == 0.0 {
                        Point { x, r, s: s * b.powi(odd) }
                    } else {
                        Point { x, r: r * b.powi(even), s }
                    };
                }
            }
            if height % 2 == 0 {
                r *= geometric(f, rest, self.branching);
            } else {
                s *= geometric(rest, f, self.branching);
            }
        }
        Point { x, r, s }
    }

    fn power(&self, y: f64) -> f64 {
        y.powi(self.branching as i32)
    }

    /// 1 − (1 − y)^b.
    fn one_minus_power(&self, y: f64) -> f64 {
        -(f64::from(self.branching) * (-y).ln_1p()).exp_m1()
    }

    /// The integral of S dR between two points, by the trapezoid rule on halves and extrapolation.
    fn integral(&self, from: Point, to: Point, tolerance: f64, halvings: u32) -> f64 {
        let middle = self.at(f64::midpoint(from.x, to.x));
        let trapezoid = |a: Point, b: Point| (b.r - a.r) * f64::midpoint(a.s, b.s);
        let whole = trapezoid(from, to);
        let halves = trapezoid(from, middle) + trapezoid(middle, to);
        if halvings == 0 || (halves - whole).abs() <= tolerance {
            return halves + (halves - whole) / 3.0;
        }
        self.integral(from, middle, tolerance, halvings - 1) + self.integral(middle, to, tolerance, halvings - 1)
    }
}

//! The expected number of leaves that a search without deep cutoffs evaluates: Hughes' lazy alpha-beta, Knuth and Moore's F1.
//!
//! For continuous values, with g(y) = 1 + y + … + y^(b−1),
//!
//! ```text
//! phi_0(s) = 1
//! phi_h(s) = phi_(h-1)(1) + integral from 0 to s of phi_(h-1)((1-v)^(1/b)) g'(v) dv
//! E        = phi_d(1)
//! ```
//!
//! For integers the integral becomes a sum over the values; see `Discrete`.
//!
//! s is the probability that a node of height h is worth less to its own player than its parent's bound allows;
//! with w = (1 − v)^(1/b) the integral is over a smooth function of w, which is how it is computed.

use std::sync::Mutex;

use super::LeafValues;
use super::minimal::geometric;
use crate::parallel::locked;
use crate::search::CutoffRule;

/// Steps of the grid on which functions are tabulated.
const STEPS: usize = 2048;

/// The expected number of leaves, with a relative error of about 1e-9. The rule matters only if values can be equal.
///
/// The time is linear in the depth for continuous values, and linear in their number for integers: a few levels above the leaves
/// nearly all of them are never the value of a node, and are dropped.
pub fn expected_shallow(branching: u32, depth: u32, values: LeafValues, cutoff: CutoffRule) -> f64 {
    match values {
        // There is only one leaf.
        _ if branching == 1 => 1.0,
        LeafValues::Continuous => continuous(branching, depth),
        LeafValues::Integers(count) => Discrete::new(count).grown(branching, depth, cutoff),
    }
}

/// The expected numbers for trees of a branching, from depth 0 on, and the function of the last of these depths.
struct Known {
    branching: u32,
    numbers: Vec<f64>,
    last: Phi,
}

/// A sweep asks for all depths up to the deepest, in several tables; each follows from the one before.
fn continuous(branching: u32, depth: u32) -> f64 {
    static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());
    let mut known = locked(&KNOWN);
    let place = known.iter().position(|known| known.branching == branching).unwrap_or(known.len());
    if place == known.len() {
        known.push(Known { branching, numbers: vec![Phi::one().at_one()], last: Phi::one() });
    }
    let Known { numbers, last, .. } = &mut known[place];
    while numbers.len() <= depth as usize {
        *last = last.next(branching);
        numbers.push(last.at_one());
    }
    numbers[depth as usize]
}

/// The asymptotic growth factor of the expected number per level: the spectral radius of the recurrence.
pub fn growth_shallow(branching: u32) -> f64 {
    let mut phi = Phi::one();
    let mut growth = 1.0;
    for _ in 0..60 {
        let next = phi.next(branching);
        growth = next.at_one() / phi.at_one();
        // Only the shape matters; without scaling the numbers would overflow.
        phi = next.scaled(1.0 / growth);
    }
    growth
}

/// A function on [0, 1], tabulated at points that are dense at both ends, where its higher derivatives may be unbounded.
struct Phi {
    values: Vec<f64>,
}

/// Maps a parameter `t` in [0, 1] to a point in [0, 1].
fn point(t: f64) -> f64 {
    t * t * t * (10.0 + t * (6.0 * t - 15.0))
}

/// The derivative of [`point`].
fn speed(t: f64) -> f64 {
    30.0 * t * t * (1.0 - t) * (1.0 - t)
}

/// The inverse of [`point`].
fn parameter(x: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    let mut t = 0.5;
    for _ in 0..60 {
        if point(t) > x {
            high = t;
        } else {
            low = t;
        }
        let newton = t - (point(t) - x) / speed(t);
        t = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
    }
    t
}

impl Phi {
    fn one() -> Phi {
        Phi { values: vec![1.0; STEPS + 1] }
    }

    fn at_one(&self) -> f64 {
        self.values[STEPS]
    }

    fn scaled(mut self, factor: f64) -> Phi {
        for value in &mut self.values {
            *value *= factor;
        }
        self
    }

    /// The recurrence. With w = (1 − v)^(1/b), so that v = 1 − w^b and dv = −b w^(b−1) dw, the integral from 0 to s is
    /// that of phi(w) g'(1 − w^b) b w^(b−1) from (1 − s)^(1/b) to 1.
    fn next(&self, branching: u32) -> Phi {
        let below = self.sums(branching);
        let whole = below[STEPS];
        let root = 1.0 / f64::from(branching);
        let value = |i: usize| {
            let s = point(i as f64 / STEPS as f64);
            let start = parameter((1.0 - s).powf(root));
            self.at_one() + whole - interpolate(&below, start)
        };
        let inner = (1..STEPS).map(value);
        Phi { values: [self.at_one()].into_iter().chain(inner).chain([self.at_one() + whole]).collect() }
    }

    /// The integral from 0 to each grid point, by Simpson's rule.
    fn sums(&self, branching: u32) -> Vec<f64> {
        let step = 1.0 / STEPS as f64;
        let b = f64::from(branching);
        let integrand = |t: f64| {
            let w = point(t);
            let w_to_the_b = w.powi(branching as i32);
            let mut slope = 0.0;
            for k in (1..branching).rev() {
                slope = slope * (1.0 - w_to_the_b) + f64::from(k);
            }
            interpolate(&self.values, t) * slope * b * w.powi(branching as i32 - 1) * speed(t)
        };
        let mut sums = vec![0.0];
        let mut sum = 0.0;
        for i in 0..STEPS {
            let t = i as f64 * step;
            sum += (integrand(t) + 4.0 * integrand(t + step / 2.0) + integrand(t + step)) * step / 6.0;
            sums.push(sum);
        }
        sums
    }
}

/// Interpolates a function given at equally spaced parameters, by the cubic through the four nearest.
fn interpolate(values: &[f64], t: f64) -> f64 {
    let scaled = (t * STEPS as f64).clamp(0.0, STEPS as f64);
    let first = (scaled.floor() as usize).saturating_sub(1).min(STEPS - 3);
    let x = scaled - first as f64;
    let [a, b, c, d] = [values[first], values[first + 1], values[first + 2], values[first + 3]];
    -a * (x - 1.0) * (x - 2.0) * (x - 3.0) / 6.0 + b * x * (x - 2.0) * (x - 3.0) / 2.0
        - c * x * (x - 1.0) * (x - 3.0) / 2.0
        + d * x * (x - 1.0) * (x - 2.0) / 6.0
}

/// Nodes of one height when leaf values are integers.
///
/// A node searches its children with its best value so far, M, as their bound, and stops when M reaches the parent's bound. So the
/// leaves below it are those of its first child, searched without a bound, and for each further child j the sum over the values m that
/// do not stop it of P(best of the j before = m) times the leaves of a child with the bound m.
struct Discrete {
    /// Probability that the node's value is at most each integer, from the view of its player (larger is better).
    at_most: Vec<f64>,
    /// Expected leaves with each integer as the bound, and without one.
    bounded: Vec<f64>,
    unbounded: f64,
}

impl Discrete {
    fn new(count: u32) -> Discrete {
        let at_most = (1..=count).map(|k| f64::from(k) / f64::from(count)).collect();
        Discrete { at_most, bounded: vec![1.0; count as usize], unbounded: 1.0 }
    }

    fn grown(mut self, branching: u32, depth: u32, cutoff: CutoffRule) -> f64 {
        for _ in 0..depth {
            self = self.parent(branching, cutoff);
        }
        self.unbounded
    }

    /// The two players have opposite preferences, so the order of the integers is reversed at every level.
    fn parent(&self, branching: u32, cutoff: CutoffRule) -> Discrete {
        let count = self.at_most.len();
        // Integer i is count − 1 − i to the parent; at most i there is at least count − 1 − i here.
        let below = |i: usize| if i == 0 { 0.0 } else { self.at_most[i - 1] };
        let mut parent = Discrete { at_most: Vec::new(), bounded: Vec::new(), unbounded: 0.0 };
        let (mut sum_below, mut at_most_below, mut of_some_below) = (0.0, 0.0, 1.0);
        for i in 0..count {
            let child_at_most = 1.0 - below(count - 1 - i);
            // 1 + p + … + p^(b−1), where p is the probability that a child is worth at most each integer.
            let of_some = geometric(child_at_most, 1.0 - child_at_most, branching);
            // The leaves of the further children that are searched with a best value so far, for all of these up to this integer.
            let sum = sum_below + self.bounded[count - 1 - i] * (of_some - of_some_below);
            let at_most = child_at_most.powi(branching as i32);
            // An integer that is never the value of a node here is never a value further up, so its bound is not needed.
            if at_most != at_most_below {
                parent.at_most.push(at_most);
                parent.bounded.push(match cutoff {
                    CutoffRule::NonStrict => self.unbounded + sum_below,
                    CutoffRule::Strict => self.unbounded + sum,
                });
            }
            (sum_below, at_most_below, of_some_below) = (sum, at_most, of_some);
        }
        parent.unbounded = self.unbounded + sum_below;
        parent
    }
}

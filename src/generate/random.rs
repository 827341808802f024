//! Random numbers that belong to a node.

use std::fmt;
use std::str::FromStr;

use crate::format::quoted;
use crate::game::Path;

/// What a random number is used for. Children have indices below 2³², so these differ from every child.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(super) enum Purpose {
    /// Whether a node above the full depth is a leaf.
    Leaf = 1 << 40,
    /// The number of children.
    Children,
    /// The order of the children.
    Order,
    /// The value of the edge that leads to the node.
    Edge,
    /// The node's quantile among its siblings.
    Quantile,
    /// The noise of the static value, which needs two numbers.
    Noise,
    NoiseAngle,
    /// The error of the estimate by which the node is ordered, which needs two numbers.
    Error,
    ErrorAngle,
    /// Whether an inner node is a chance node.
    Chance,
    /// The probabilities of the children of a chance node.
    Probabilities,
}

/// The number of a node for a purpose.
#[inline]
pub(super) fn draw(path: Path, purpose: Purpose) -> Path {
    path.child(purpose as u64)
}

/// Maps a number to a multiple of 2⁻⁵³ in [0, 1).
#[inline]
pub(super) fn unit(Path(bits): Path) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// Maps a number to one of `0..count`, all about equally likely.
#[inline]
pub(super) fn below(Path(bits): Path, count: u64) -> u64 {
    ((u128::from(bits) * u128::from(count)) >> 64) as u64
}

/// A number of the standard normal distribution for the noise of a node's static value.
pub(super) fn noise(path: Path) -> f64 {
    normal(draw(path, Purpose::Noise), draw(path, Purpose::NoiseAngle))
}

/// The same for the error of the estimate by which the node is ordered.
pub(super) fn error(path: Path) -> f64 {
    normal(draw(path, Purpose::Error), draw(path, Purpose::ErrorAngle))
}

/// From two random numbers one of the standard normal distribution (Box & Muller, 1958).
fn normal(radius: Path, angle: Path) -> f64 {
    let (u, v) = (1.0 - unit(radius), unit(angle));
    (-2.0 * libm::log(u)).sqrt() * libm::cos(std::f64::consts::TAU * v)
}

/// A random permutation of `0..count`.
pub(super) fn shuffled(path: Path, count: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, below(path.child(last as u64), last as u64 + 1) as usize);
    }
    order
}

/// The image of `index` under a permutation of `0..count` determined by `path`, computed without storing the permutation.
///
/// A Feistel network of six rounds permutes the numbers of the next even count of bits; it is applied again while the result is
/// too large (Black & Rogaway, *Ciphers with Arbitrary Finite Domains*, 2002).
pub(super) fn permuted(path: Path, index: u64, count: u64) -> u64 {
    let half = (u64::BITS - (count - 1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1 << half) - 1;
    let mut image = index;
    loop {
        let (mut left, mut right) = (image >> half, image & mask);
        for round in 0..6 {
            (left, right) = (right, left ^ (path.child(round).child(right).0 & mask));
        }
        image = left << half | right;
        if image < count {
            return image;
        }
    }
}

/// A probability: a number from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Probability(f64);

impl Probability {
    /// Probability 1.
    pub const ONE: Probability = Probability(1.0);

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0 == 0.0
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// The text is not a probability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a probability; expected a number from 0 to 1", quoted(.0))]
pub struct ProbabilityError(String);

impl TryFrom<f64> for Probability {
    type Error = ProbabilityError;

    fn try_from(number: f64) -> Result<Probability, ProbabilityError> {
        // A negative zero becomes zero, so that equal values are written in the same way.
        (0.0..=1.0)
            .contains(&number)
            .then_some(Probability(number + 0.0))
            .ok_or_else(|| ProbabilityError(number.to_string()))
    }
}

impl From<Probability> for f64 {
    fn from(probability: Probability) -> f64 {
        probability.0
    }
}

impl FromStr for Probability {
    type Err = ProbabilityError;

    fn from_str(text: &str) -> Result<Probability, ProbabilityError> {
        let number: f64 = text.parse().map_err(|_| ProbabilityError(text.to_string()))?;
        Probability::try_from(number).map_err(|_| ProbabilityError(text.to_string()))
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_gives_each_index_once() {
        for count in (1..70).chain([255, 256, 257, 1000]) {
            let mut images: Vec<u64> = (0..count).map(|index| permuted(Path(count), index, count)).collect();
            assert!(count <= 30 || !images.is_sorted(), "{count} are in order");
            images.sort_unstable();
            assert!(images.iter().copied().eq(0..count), "{count}");
        }
    }

    #[test]
    fn normal_numbers_have_the_mean_0_and_the_deviation_1() {
        let numbers: Vec<f64> = (0..40_000).map(|index| noise(Path::ROOT.child(index))).collect();
        let mean = numbers.iter().sum::<f64>() / 40_000.0;
        let variance = numbers.iter().map(|x| x * x).sum::<f64>() / 40_000.0;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.04, "{mean}, {variance}");
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut seen = std::collections::HashMap::new();
        for index in 0..24_000 {
            *seen.entry(shuffled(Path(7).child(index), 4)).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }
}

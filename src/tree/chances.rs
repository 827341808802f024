//! The chances at a chance node of a game.

use super::Probability;

/// The probabilities of the positions after a chance node, in the game's own order, over a common denominator: so the mean of three whole
/// numbers that are equally likely is their sum over 3, without rounding a third.
#[derive(Clone, Copy, Debug)]
pub struct Chances<'g> {
    all: Outcomes<'g>,
    denominator: f64,
}

#[derive(Clone, Copy, Debug)]
enum Outcomes<'g> {
    /// This many are equally likely.
    Equal(usize),
    /// The probability of each.
    Given(&'g [Probability]),
    /// This many, with weights that a function draws from a number and the index.
    Drawn(usize, u64, fn(u64, usize) -> f64),
}

/// Chances are equal if the probabilities are, as they are written.
impl PartialEq for Chances<'_> {
    fn eq(&self, other: &Chances<'_>) -> bool {
        self.len() == other.len() && (0..self.len()).all(|index| self.written(index) == other.written(index))
    }
}

impl<'g> Chances<'g> {
    /// This many positions are equally likely.
    pub fn equal(count: usize) -> Chances<'g> {
        Chances { all: Outcomes::Equal(count), denominator: count as f64 }
    }

    /// The probability of each position.
    pub fn given(all: &'g [Probability]) -> Chances<'g> {
        Chances::over(all, Probability::common_denominator(all))
    }

    /// This many positions with probabilities in proportion to weights, which a function draws from a number and the index.
    pub(crate) fn drawn(count: usize, number: u64, weight: fn(u64, usize) -> f64) -> Chances<'g> {
        let denominator = (0..count).map(|index| weight(number, index)).sum();
        Chances { all: Outcomes::Drawn(count, number, weight), denominator }
    }

    /// The same with the [common denominator](Probability::common_denominator) found before.
    #[inline]
    pub(crate) fn over(all: &'g [Probability], denominator: f64) -> Chances<'g> {
        Chances { all: Outcomes::Given(all), denominator }
    }

    /// The number of positions.
    #[inline]
    pub fn len(self) -> usize {
        match self.all {
            Outcomes::Equal(count) | Outcomes::Drawn(count, ..) => count,
            Outcomes::Given(all) => all.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The common denominator of the probabilities, a whole number; 1 if there is none.
    #[inline]
    pub fn denominator(self) -> f64 {
        self.denominator
    }

    /// The sum of all numerators: the common denominator, but for rounding where there is none.
    #[inline]
    pub(crate) fn total(self) -> f64 {
        match self.all {
            Outcomes::Given(all) if self.denominator == 1.0 => all.iter().map(|probability| probability.get()).sum(),
            _ => self.denominator,
        }
    }

    /// The numerator of the position with an index over the common denominator; 0 if there is no such position.
    #[inline]
    pub fn numerator(self, index: usize) -> f64 {
        match self.all {
            Outcomes::Equal(_) => 1.0,
            Outcomes::Drawn(_, number, weight) => weight(number, index),
            Outcomes::Given(all) => all.get(index).map_or(0.0, |probability| probability.over(self.denominator)),
        }
    }

    /// The probability of the position with an index, as it is written; `None` if there is no such position.
    pub fn written(self, index: usize) -> Option<Probability> {
        match self.all {
            Outcomes::Equal(count) => (index < count).then(|| Probability::one_of(count)),
            Outcomes::Given(all) => all.get(index).copied(),
            Outcomes::Drawn(count, ..) if index >= count => None,
            Outcomes::Drawn(_, number, weight) => Probability::fraction(weight(number, index), self.denominator).ok(),
        }
    }

    /// The mean of the values of all positions, in their order.
    pub fn mean(self, values: impl IntoIterator<Item = f64>) -> f64 {
        let mut mean = Mean::over(self.denominator);
        for (index, value) in values.into_iter().enumerate() {
            mean.add(self.numerator(index), value);
        }
        mean.get()
    }
}

/// A sum of numerators times values, which becomes a mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mean {
    denominator: f64,
    sum: f64,
    /// The same divided before adding, as the sum may be too large a number.
    divided: f64,
    /// One over the denominator.
    unit: f64,
}

impl Mean {
    /// The mean of nothing yet.
    #[inline]
    pub(crate) fn over(denominator: f64) -> Mean {
        Mean { denominator, sum: 0.0, divided: 0.0, unit: 1.0 / denominator }
    }

    #[inline]
    pub(crate) fn add(&mut self, numerator: f64, value: f64) {
        self.sum += numerator * value;
        self.divided += numerator * self.unit * value;
    }

    /// The mean.
    #[inline]
    pub(crate) fn get(self) -> f64 {
        if self.sum.is_finite() { self.sum / self.denominator } else { self.divided }
    }
}

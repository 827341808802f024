//! Means over the trees of a cell, and how precise they are.

use crate::theory;

/// Below this share of a number a difference is a rounding error.
const ROUNDING: f64 = 1e-12;

/// The mean and spread of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The number of values, at least one.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean; `None` for a single number.
    pub standard_error: Option<f64>,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Statistics {
    /// The statistics of some numbers; `None` if there are none. Deterministic to the last bit for a given order.
    pub fn of(numbers: &[f64]) -> Option<Statistics> {
        let &first = numbers.first()?;
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let (mut squares, mut min, mut max) = (0.0, first, first);
        for &x in numbers {
            squares += (x - mean) * (x - mean);
            (min, max) = (min.min(x), max.max(x));
        }
        let standard_error = (numbers.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        Some(Statistics { count: numbers.len() as u64, mean, standard_error, min, max })
    }
}

/// A ratio of two means over the same trees, as an estimate of the ratio over all trees of the distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The number of trees, at least one.
    pub count: u64,
    /// The ratio.
    pub ratio: f64,
    /// Its standard error; `None` for a single tree.
    pub standard_error: Option<f64>,
}

impl Ratio {
    /// The ratio of the means of y and x over pairs (y, x), one for each tree; `None` if there are none, or if the mean of x is 0. If x is
    /// constant, this is the mean of y in units of x.
    ///
    /// The variance is that of the ratio estimator, by the delta method: the mean square of y − R x over n x̄², in which R is the ratio.
    /// So it depends on how y and x vary together from tree to tree. Source: Cochran, *Sampling Techniques* (1977), section 2.11.
    pub fn of(pairs: &[(f64, f64)]) -> Option<Ratio> {
        let n = pairs.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
        let (y, x) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let ratio = Some(y / x).filter(|ratio| ratio.is_finite())?;
        let rest = |&(y, x): &(f64, f64)| if (y - ratio * x).abs() <= ROUNDING * y.abs() { 0.0 } else { y - ratio * x };
        let squares: f64 = pairs.iter().map(|pair| rest(pair) * rest(pair)).sum();
        let standard_error = (pairs.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt() / x);
        Some(Ratio { count: pairs.len() as u64, ratio, standard_error })
    }

    /// The ends of the 95% confidence interval, from 0 on; both are the ratio itself if there is a single tree.
    pub fn interval(&self) -> (f64, f64) {
        let half = self.standard_error.map_or(0.0, |error| theory::student_95(self.count - 1) * error);
        ((self.ratio - half).max(0.0), self.ratio + half)
    }
}

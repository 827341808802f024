//! The results of a sweep, cell by cell.

use serde::Serialize;

use super::{Ending, Measure, Results, Start, Sweep};
use crate::generate::{Generator, Leaves, Ordering, Probability};
use crate::search::{Algorithm, CutoffRule};

/// The mean of some numbers and how far they are from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// How many numbers there are, at least one.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// The standard error of the mean; `None` for a single number.
    pub standard_error: Option<f64>,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Statistics {
    /// The statistics of numbers; `None` where there are none. The same order gives the same result to the last bit.
    pub fn of(numbers: impl Iterator<Item = f64> + Clone) -> Option<Statistics> {
        let count = numbers.clone().count() as u64;
        let n = count as f64;
        let mean = numbers.clone().sum::<f64>() / n;
        let squares: f64 = numbers.clone().map(|x| (x - mean) * (x - mean)).sum();
        let standard_error = (count > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        let (min, max) = (numbers.clone().reduce(f64::min)?, numbers.reduce(f64::max)?);
        Some(Statistics { count, mean, standard_error, min, max })
    }
}

/// A row of the summary: a measure of a cell. The first columns are a contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// How the leaves of random trees got their values.
    pub leaves: Option<Leaves>,
    /// Children of an inner node of random trees.
    pub branching: Option<u32>,
    /// Levels below the root.
    pub depth: u32,
    /// What searched.
    pub algorithm: Algorithm,
    /// When it cut.
    pub cutoff: CutoffRule,
    /// What was measured.
    pub measure: Measure,
    /// Of how many trees.
    pub trees: u64,
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: Option<f64>,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// The exact expectation, where the theory knows it.
    pub expected: Option<f64>,
    /// The fewest leaves that such an algorithm needs on a full tree, for the measures that count leaves.
    pub minimal: Option<f64>,
    /// In which order the children of random trees stood.
    pub ordering: Option<Ordering>,
    /// The fewest children of an inner node, where they differed.
    pub min_branching: Option<u32>,
    /// How likely a node of random trees was a leaf before its time.
    pub leaf_probability: Option<Probability>,
    /// The game, where it was one.
    pub game: Option<Start>,
    /// How many of the runs stopped at their budget; then the mean is too small.
    pub stopped: u64,
    /// The mean by the expectation, where no run stopped.
    pub measured_to_expected: Option<f64>,
    /// By how many standard errors the mean is larger than the expectation.
    pub deviation: Option<f64>,
}

/// The summary of a sweep: for each cell the measures that it has, in the order of both.
pub fn summarise(sweep: &Sweep, results: &Results) -> Vec<SummaryRow> {
    let mut rows = Vec::new();
    for (place, cell) in sweep.cells().iter().enumerate() {
        let random = cell.source.random();
        let shape = random.map(Generator::shape);
        let stopped = results.of_cell(place).filter(|run| run.ending == Ending::Budget).count() as u64;
        for measure in Measure::all() {
            let numbers = results.of_cell(place).filter_map(|run| run.measure(measure));
            let Some(statistics) = Statistics::of(numbers) else { continue };
            let Statistics { count, mean, standard_error, min, max } = statistics;
            let expected = cell.expected(measure);
            let comparable = expected.filter(|_| stopped == 0);
            rows.push(SummaryRow {
                leaves: random.map(Generator::leaves),
                branching: cell.source.branching(),
                depth: cell.source.depth(),
                algorithm: cell.algorithm,
                cutoff: cell.cutoff,
                measure,
                trees: count,
                mean,
                standard_error,
                min,
                max,
                expected,
                minimal: if measure.counts_leaves() { cell.minimal_leaves() } else { None },
                ordering: random.map(Generator::ordering),
                min_branching: shape.and_then(|shape| shape.min_branching),
                leaf_probability: shape.map(|shape| shape.leaf_probability),
                game: cell.source.game().map(|played| played.start.clone()),
                stopped,
                measured_to_expected: comparable.map(|expected| mean / expected),
                deviation: comparable
                    .zip(standard_error)
                    .and_then(|(expected, error)| deviation(mean - expected, error)),
            });
        }
    }
    rows
}

/// A difference in standard errors; a mean that cannot err is either right or has no deviation that could be told.
fn deviation(difference: f64, error: f64) -> Option<f64> {
    if error > 0.0 { Some(difference / error) } else { (difference.abs() < 1e-6).then_some(0.0) }
}

//! The results of a sweep, cell by cell.

use serde::Serialize;

use super::{Measure, Results, Start, Statistics, Sweep};
use crate::generate::{Chance, Generator, Leaves, Ordering, Probabilities, Probability};
use crate::search::{Algorithm, CutoffRule};

/// A row of the summary: a measure of a cell. The first columns are part of the file format.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// The distribution of the leaf values of random trees.
    pub leaves: Option<Leaves>,
    /// The number of children of an inner node of random trees.
    pub branching: Option<u32>,
    /// The depth of the trees.
    pub depth: u32,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The cutoff rule.
    pub cutoff: CutoffRule,
    /// The measure.
    pub measure: Measure,
    /// The number of trees.
    pub trees: u64,
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: Option<f64>,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// The exact expectation, if the theory provides it.
    pub expected: Option<f64>,
    /// The smallest value on any full tree of this size, for measures that count leaves and if it is known.
    pub minimal: Option<f64>,
    /// The order of the children of random trees.
    pub ordering: Option<Ordering>,
    /// The minimum number of children of an inner node, if it varies.
    pub min_branching: Option<u32>,
    /// The probability that a node above the last level of random trees is a leaf.
    pub leaf_probability: Option<Probability>,
    /// The game, if the trees are not random.
    pub game: Option<Start>,
    /// The number of runs that reached their budget; if there are any, the mean is too small.
    pub stopped: u64,
    /// The mean divided by the expectation, if no run reached its budget.
    pub measured_to_expected: Option<f64>,
    /// The mean minus the expectation, in standard errors.
    pub deviation: Option<f64>,
    /// Which inner nodes of random trees are chance nodes, if there are some.
    pub chance: Option<Chance>,
    /// The probabilities of the children of chance nodes.
    pub probabilities: Option<Probabilities>,
}

/// The summary of a sweep: the measures of each cell, in order.
pub fn summarise(sweep: &Sweep, results: &Results) -> Vec<SummaryRow> {
    let mut rows = Vec::new();
    for (index, cell) in sweep.cells().iter().enumerate() {
        let random = cell.source.random();
        let shape = random.map(Generator::shape);
        let chancy = random.filter(|generator| generator.has_chance());
        let stopped = results.stopped(index);
        for measure in Measure::all() {
            let Some(statistics) = Statistics::of(&results.measures(index, measure)) else { continue };
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
                minimal: cell.minimal(measure),
                ordering: random.map(Generator::ordering),
                min_branching: shape.and_then(|shape| shape.min_branching),
                leaf_probability: shape.map(|shape| shape.leaf_probability),
                game: cell.source.game().map(|played| played.start.clone()),
                stopped,
                measured_to_expected: comparable.filter(|&expected| expected > 0.0).map(|expected| mean / expected),
                deviation: comparable
                    .zip(standard_error)
                    .and_then(|(expected, error)| deviation(mean - expected, error)),
                chance: chancy.map(Generator::chance),
                probabilities: chancy.map(Generator::probabilities),
            });
        }
    }
    rows
}

/// A difference in standard errors. If the standard error is 0, the deviation is 0 or undefined.
fn deviation(difference: f64, error: f64) -> Option<f64> {
    if error > 0.0 { Some(difference / error) } else { (difference.abs() < 1e-6).then_some(0.0) }
}

//! Sweeps in memory, and what they are made of.

use plyscope::chart::{Chart, of_sweep};
use plyscope::experiment::sweep::{Games, RandomTrees, Results, Spec, SummaryRow, Sweep, summarise};
use plyscope::generate::{Probability, Shape};
use plyscope::progress::Progress;

pub(crate) fn spec(branching: &str, depth: &str) -> Spec {
    Spec::new(branching.parse().unwrap(), depth.parse().unwrap())
}

pub(crate) fn random(branching: &str, depth: &str) -> RandomTrees {
    RandomTrees::full(branching.parse().unwrap(), depth.parse().unwrap())
}

pub(crate) fn games(from: &str, depth: &str) -> Games {
    Games { from: from.parse().unwrap(), depth: depth.parse().unwrap() }
}

/// A shape of trees with one child or more, and leaves at any depth.
pub(crate) fn irregular(branching: u32, depth: u32) -> Shape {
    let leaf_probability = Probability::try_from(0.2).unwrap();
    Shape { min_branching: Some(1), leaf_probability, ..Shape::full(branching, depth) }
}

pub(crate) fn run(spec: Spec) -> (Sweep, Results) {
    let (sweep, mut results) = (spec.sweep().unwrap(), Results::default());
    sweep.run(&mut results, &Progress::new(), &|_| {}).unwrap();
    (sweep, results)
}

pub(crate) fn charts(spec: Spec) -> Vec<Chart> {
    let (sweep, results) = run(spec);
    of_sweep(&sweep, &results)
}

/// The rows of the summary.
pub(crate) fn summarised(spec: Spec) -> Vec<SummaryRow> {
    let (sweep, results) = run(spec);
    summarise(&sweep, &results)
}

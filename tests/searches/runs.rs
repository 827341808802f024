//! Runs of every algorithm on small trees, for properties.

use plyscope::search::catalogue::{LeafClass, Revisits};
use plyscope::search::{Algorithm, CutoffRule, Outcome};
use plyscope::tree::{Tree, Value};

use crate::families::RULES;
use crate::told::{self, Ran, limits};

/// More than any algorithm except J needs on these trees.
pub(crate) const BUDGET: u64 = 2_000;

pub(crate) fn run_within(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule, budget: Option<u64>) -> Ran {
    told::ran(algorithm, tree, tree, limits(cutoff, budget))
}

pub(crate) fn run(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> Ran {
    run_within(algorithm, tree, cutoff, Some(BUDGET))
}

/// Whether an algorithm visits each node at most once.
pub(crate) fn visits_once(algorithm: Algorithm) -> bool {
    algorithm.entry().revisits == Revisits::Never
}

/// Every algorithm under every rule that finishes within the budget.
pub(crate) fn finished_runs(tree: &Tree) -> impl Iterator<Item = (Algorithm, CutoffRule, Ran)> + '_ {
    let runs = Algorithm::ALL.into_iter().flat_map(|algorithm| RULES.map(|rule| (algorithm, rule)));
    runs.map(|(algorithm, rule)| (algorithm, algorithm.rule(rule), run(algorithm, tree, rule)))
        .filter(|(algorithm, _, ran)| visits_once(*algorithm) || ran.report.outcome != Outcome::Budget)
}

/// Those that visit nodes again and evaluate no leaf that alpha-beta prunes; a first guess, if they have one, is `guess`.
pub(crate) fn searching_again(guess: i32) -> impl Iterator<Item = Algorithm> {
    let guessing = move |algorithm: Algorithm| {
        if algorithm.entry().parameters.is_empty() { algorithm } else { algorithm.with_number(Value::from(guess)) }
    };
    let is_one = |algorithm: &Algorithm| {
        let entry = algorithm.entry();
        entry.leaves == LeafClass::WithinAlphaBeta && entry.revisits != Revisits::Never
    };
    Algorithm::ALL.into_iter().filter(is_one).map(guessing)
}

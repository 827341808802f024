//! The algorithms by the leaves that they evaluate, and the cutoff rules.

use plyscope::search::catalogue::{LeafClass, Revisits};
use plyscope::search::{Algorithm, CutoffRule};

pub(crate) const RULES: [CutoffRule; 2] = [CutoffRule::NonStrict, CutoffRule::Strict];

/// Those that evaluate the leaves of alpha-beta with deep cutoffs, each once.
pub(crate) fn deep() -> impl Iterator<Item = Algorithm> {
    once(LeafClass::AlphaBeta)
}

/// Those that evaluate every leaf once.
pub(crate) fn exhaustive() -> impl Iterator<Item = Algorithm> {
    once(LeafClass::All)
}

fn once(leaves: LeafClass) -> impl Iterator<Item = Algorithm> {
    let is_one = move |algorithm: &Algorithm| {
        let entry = algorithm.entry();
        entry.leaves == leaves && entry.revisits == Revisits::Never
    };
    Algorithm::ALL.into_iter().filter(is_one)
}

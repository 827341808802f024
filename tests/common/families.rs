//! The algorithms by the leaves that they look at, and the rules by which they cut.

use plyscope::search::{Algorithm, CutoffRule};

pub(crate) const RULES: [CutoffRule; 2] = [CutoffRule::NonStrict, CutoffRule::Strict];

/// Those that look at the leaves of alpha-beta with deep cutoffs.
pub(crate) const DEEP: [Algorithm; 4] = [
    Algorithm::AlphaBeta,
    Algorithm::LatticePruning,
    Algorithm::SelectionGkAlphaBeta,
    Algorithm::TailRecursiveAlphaBeta,
];

/// Those that look at every leaf once.
pub(crate) const EXHAUSTIVE: [Algorithm; 4] =
    [Algorithm::Minimax, Algorithm::LazyMinimax, Algorithm::SelectionGk, Algorithm::TailRecursive];

//! The algorithms by the leaves that they evaluate, and the cutoff rules.

use plyscope::search::{Algorithm, CutoffRule};

pub(crate) const RULES: [CutoffRule; 2] = [CutoffRule::NonStrict, CutoffRule::Strict];

/// Those that evaluate the leaves of alpha-beta with deep cutoffs.
pub(crate) const DEEP: [Algorithm; 4] = [
    Algorithm::ALPHA_BETA,
    Algorithm::LATTICE_PRUNING,
    Algorithm::SELECTION_GK_ALPHA_BETA,
    Algorithm::TAIL_RECURSIVE_ALPHA_BETA,
];

/// Those that evaluate every leaf once.
pub(crate) const EXHAUSTIVE: [Algorithm; 4] =
    [Algorithm::MINIMAX, Algorithm::LAZY_MINIMAX, Algorithm::SELECTION_GK, Algorithm::TAIL_RECURSIVE];

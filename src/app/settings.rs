//! What the runs have in common.

use crate::search::CutoffRule;
use crate::tree::Player;

/// The evaluations that a run may use unless somebody chose otherwise.
pub(super) const DEFAULT_BUDGET: u64 = 10_000_000;

/// How the algorithms run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Who moves at the root; `None` leaves it to the file.
    pub root: Option<Player>,
    /// When to cut.
    pub cutoff: CutoffRule,
    /// The most evaluations of a run; `None` is no limit.
    pub budget: Option<u64>,
    /// The most moves from the root; `None` is no limit.
    pub depth: Option<u32>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { root: None, cutoff: CutoffRule::default(), budget: Some(DEFAULT_BUDGET), depth: None }
    }
}

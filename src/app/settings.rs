//! What the runs have in common.

use crate::experiment::{self, DEFAULT_BUDGET};
use crate::search::CutoffRule;
use crate::tree::Player;

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

impl Settings {
    /// The same for a run. The default budget grows with the tree, so that every leaf can be evaluated once.
    pub(super) fn of_run(self) -> experiment::Settings {
        let budget = match self.budget {
            None => Some(u64::MAX),
            Some(DEFAULT_BUDGET) => None,
            some => some,
        };
        experiment::Settings { cutoff: self.cutoff, depth: self.depth, budget, repeat: 1 }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { root: None, cutoff: CutoffRule::default(), budget: Some(DEFAULT_BUDGET), depth: None }
    }
}

//! What the runs have in common.

use crate::experiment;
use crate::search::{Budget, CutoffRule};
use crate::tree::Player;

/// How the algorithms run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Who moves at the root; `None` leaves it to the file.
    pub root: Option<Player>,
    /// When to cut.
    pub cutoff: CutoffRule,
    /// The most evaluations of a run.
    pub budget: Budget,
    /// The depth limit; `None` for the whole tree.
    pub depth: Option<u32>,
}

impl Settings {
    /// The settings of a run.
    pub(crate) fn of_run(self) -> experiment::Settings {
        experiment::Settings { cutoff: self.cutoff, depth: self.depth, budget: self.budget, repeat: 1 }
    }
}

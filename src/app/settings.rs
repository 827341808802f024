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
    pub(crate) fn of_run(self) -> experiment::Settings {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::samples::Sample;

    #[test]
    fn no_budget_is_no_limit_and_the_default_grows_with_the_tree() {
        let tree = Sample::first().open(&crate::progress::Progress::new()).unwrap();
        let of = |budget| Settings { budget, ..Settings::default() }.of_run();
        assert_eq!(of(None).budget_for(&tree), u64::MAX);
        assert_eq!(of(Some(7)).budget_for(&tree), 7);
        assert_eq!(of(Some(DEFAULT_BUDGET)).budget, None);
    }
}

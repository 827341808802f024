//! The settings shared by all runs.

use crate::experiment;
use crate::game::Stages;
use crate::search::{Budget, CutoffRule};
use crate::tree::{Player, Value};

/// The cutoff rules, with their names.
pub(crate) const CUTOFF_RULES: [(CutoffRule, &str); 2] =
    [(CutoffRule::NonStrict, "non-strict: alpha ≥ beta"), (CutoffRule::Strict, "strict: alpha > beta")];

/// The settings of the algorithms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The player at the root; `None` for the default.
    pub root: Option<Player>,
    /// The cutoff rule.
    pub cutoff: CutoffRule,
    /// The maximum number of evaluations of a run.
    pub budget: Budget,
    /// The depth limit; `None` for the whole tree.
    pub depth: Option<u32>,
    /// The smallest and largest value that a leaf can have; `None` for those of the tree.
    pub bounds: Option<[Value; 2]>,
}

impl Settings {
    /// The settings of a run.
    pub(crate) fn of_run(self) -> experiment::Settings {
        let stages = Stages { prune: self.depth, ..Stages::default() };
        experiment::Settings {
            cutoff: self.cutoff,
            stages,
            budget: self.budget,
            repeats: experiment::Repeats::Automatic,
            bounds: self.bounds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Progress;
    use crate::search::DEFAULT_BUDGET;

    #[test]
    fn the_automatic_budget_grows_with_the_tree_and_ten_million_are_ten_million() {
        let progress = Progress::new();
        let most = |budget: Budget, leaves| {
            let settings = Settings { budget, ..Settings::default() };
            settings.of_run().limits(Some(leaves), &progress).budget.most(None)
        };
        assert_eq!(most(Budget::Automatic, 14), Some(DEFAULT_BUDGET));
        assert_eq!(most(Budget::Automatic, 20_000_000), Some(20_000_000));
        assert_eq!(most(Budget::Evaluations(10_000_000), 20_000_000), Some(10_000_000));
        assert_eq!(most(Budget::Unlimited, 20_000_000), None);
    }
}

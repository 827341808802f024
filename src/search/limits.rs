//! What a run may do, and how much of it.

use std::fmt;
use std::str::FromStr;

use super::CutoffRule;
use crate::progress::Progress;

/// The automatic budget on trees with fewer leaves than this. It is there for the searches that repeat evaluations exponentially.
pub const DEFAULT_BUDGET: u64 = 10_000_000;

/// The most evaluations of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Budget {
    /// [`DEFAULT_BUDGET`], or the number of leaves where that is known and larger.
    #[default]
    Automatic,
    /// This many.
    Evaluations(u64),
    /// As many as it takes.
    Unlimited,
}

impl Budget {
    /// The number of evaluations, given the number of leaves where it is known; `None` means no limit.
    pub fn most(self, leaves: Option<u64>) -> Option<u64> {
        match self {
            Budget::Automatic => Some(DEFAULT_BUDGET.max(leaves.unwrap_or(0))),
            Budget::Evaluations(most) => Some(most),
            Budget::Unlimited => None,
        }
    }

    /// The same budget as a number, where it depends on the number of leaves.
    #[must_use]
    pub fn resolve(self, leaves: Option<u64>) -> Budget {
        self.most(leaves).map_or(Budget::Unlimited, Budget::Evaluations)
    }
}

/// `automatic`, `unlimited` or the number.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Automatic => f.write_str("automatic"),
            Budget::Evaluations(most) => most.fmt(f),
            Budget::Unlimited => f.write_str("unlimited"),
        }
    }
}

/// The text is not a budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a budget; write a number of evaluations, automatic or unlimited")]
pub struct BudgetError(String);

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        match text {
            "automatic" => Ok(Budget::Automatic),
            "unlimited" => Ok(Budget::Unlimited),
            number => number.parse().map(Budget::Evaluations).map_err(|_| BudgetError(text.to_string())),
        }
    }
}

/// What a run may do. By default it cuts where alpha >= beta and has no limit.
///
/// ```
/// use plyscope::search::Limits;
///
/// let limits = Limits::default().strict().budget(1_000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'p> {
    /// When to cut.
    pub cutoff: CutoffRule,
    /// The most evaluations.
    pub budget: Budget,
    /// Asks the run to stop, and is told how many evaluations there were so far.
    pub progress: Option<&'p Progress>,
    /// Whether the run is to say how much of the call stack it took.
    pub watch_stack: bool,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { cutoff: CutoffRule::NonStrict, budget: Budget::Unlimited, progress: None, watch_stack: false }
    }
}

impl<'p> Limits<'p> {
    /// Limits with a progress and without a budget.
    pub fn new(progress: &'p Progress) -> Limits<'p> {
        Limits { progress: Some(progress), ..Limits::default() }
    }

    /// With a cutoff rule.
    #[must_use]
    pub fn cutoff(self, cutoff: CutoffRule) -> Limits<'p> {
        Limits { cutoff, ..self }
    }

    /// With cutoffs only where alpha > beta.
    #[must_use]
    pub fn strict(self) -> Limits<'p> {
        self.cutoff(CutoffRule::Strict)
    }

    /// With at most this many evaluations.
    #[must_use]
    pub fn budget(self, evaluations: u64) -> Limits<'p> {
        Limits { budget: Budget::Evaluations(evaluations), ..self }
    }

    /// With the call stack watched.
    #[must_use]
    pub fn watching_stack(self) -> Limits<'p> {
        Limits { watch_stack: true, ..self }
    }
}

//! The limits and options of a run.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::CutoffRule;
use crate::format::quoted;
use crate::progress::Progress;
use crate::tree::Value;

/// The automatic budget on trees with fewer leaves than this. It stops searches that repeat evaluations exponentially often.
pub const DEFAULT_BUDGET: u64 = 10_000_000;

/// The maximum number of evaluations of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Budget {
    /// [`DEFAULT_BUDGET`]; [experiments](crate::experiment) on trees take the number of leaves if that is larger.
    #[default]
    Automatic,
    /// At most this many evaluations.
    Evaluations(u64),
    /// No limit.
    Unlimited,
}

impl Budget {
    /// The number of evaluations, given the number of leaves if it is known; `None` means no limit.
    pub fn most(self, leaves: Option<u64>) -> Option<u64> {
        match self {
            Budget::Automatic => Some(DEFAULT_BUDGET.max(leaves.unwrap_or(0))),
            Budget::Evaluations(most) => Some(most),
            Budget::Unlimited => None,
        }
    }

    /// Whether it is [`Budget::Automatic`].
    pub fn is_automatic(&self) -> bool {
        *self == Budget::Automatic
    }

    /// Replaces a budget of no evaluations by one evaluation.
    #[must_use]
    pub fn at_least_one(self) -> Budget {
        if self == Budget::Evaluations(0) { Budget::Evaluations(1) } else { self }
    }

    /// Replaces [`Budget::Automatic`] by the number it stands for.
    #[must_use]
    pub fn resolve(self, leaves: Option<u64>) -> Budget {
        self.most(leaves).map_or(Budget::Unlimited, Budget::Evaluations)
    }
}

/// Writes `automatic`, `unlimited` or the number.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Automatic => f.write_str("automatic"),
            Budget::Evaluations(most) => most.fmt(f),
            Budget::Unlimited => f.write_str("unlimited"),
        }
    }
}

/// The error for a text that is not a budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a budget; write a number of evaluations, automatic or unlimited", quoted(.0))]
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

/// As [displayed](fmt::Display), a number as a number.
impl Serialize for Budget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // Numbers in TOML have a sign.
            Budget::Evaluations(most) if i64::try_from(*most).is_ok() => serializer.serialize_u64(*most),
            budget => serializer.collect_str(budget),
        }
    }
}

impl<'de> Deserialize<'de> for Budget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Budget, D::Error> {
        deserializer.deserialize_any(BudgetVisitor)
    }
}

struct BudgetVisitor;

impl de::Visitor<'_> for BudgetVisitor {
    type Value = Budget;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of evaluations, \"automatic\" or \"unlimited\"")
    }

    fn visit_i64<E: de::Error>(self, most: i64) -> Result<Budget, E> {
        let most = u64::try_from(most).map_err(|_| E::invalid_value(de::Unexpected::Signed(most), &self))?;
        Ok(Budget::Evaluations(most))
    }

    fn visit_u64<E: de::Error>(self, most: u64) -> Result<Budget, E> {
        Ok(Budget::Evaluations(most))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Budget, E> {
        text.parse().map_err(E::custom)
    }
}

/// The limits and options of a run. By default it cuts off if alpha >= beta and has no budget.
///
/// ```
/// use plyscope::search::Limits;
///
/// let limits = Limits::default().strict().budget(1_000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'p> {
    /// The cutoff rule.
    pub cutoff: CutoffRule,
    /// The maximum number of evaluations.
    pub budget: Budget,
    /// Receives the number of evaluations so far, and can cancel the run.
    pub progress: Option<&'p Progress>,
    /// Whether to measure the peak of the call stack.
    pub watch_stack: bool,
    /// The smallest and largest value that a leaf can have, for searches that cut at chance nodes; `None` for those that the
    /// [game](crate::game::Game::value_range) knows.
    pub bounds: Option<[Value; 2]>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            cutoff: CutoffRule::NonStrict,
            budget: Budget::Unlimited,
            progress: None,
            watch_stack: false,
            bounds: None,
        }
    }
}

impl<'p> Limits<'p> {
    /// The default limits with a progress.
    pub fn new(progress: &'p Progress) -> Limits<'p> {
        Limits { progress: Some(progress), ..Limits::default() }
    }

    /// With a cutoff rule.
    #[must_use]
    pub fn cutoff(self, cutoff: CutoffRule) -> Limits<'p> {
        Limits { cutoff, ..self }
    }

    /// With the strict cutoff rule: only if alpha > beta.
    #[must_use]
    pub fn strict(self) -> Limits<'p> {
        self.cutoff(CutoffRule::Strict)
    }

    /// With at most this many evaluations.
    #[must_use]
    pub fn budget(self, evaluations: u64) -> Limits<'p> {
        Limits { budget: Budget::Evaluations(evaluations), ..self }
    }

    /// With known bounds of the values of all leaves.
    #[must_use]
    pub fn bounds(self, bounds: [Value; 2]) -> Limits<'p> {
        Limits { bounds: Some(bounds), ..self }
    }

    /// With the peak of the call stack measured.
    #[must_use]
    pub fn watching_stack(self) -> Limits<'p> {
        Limits { watch_stack: true, ..self }
    }
}

//! What a finished run says about the value of a tree.

use std::fmt;

use super::Summary;
use crate::search::{Bound, Outcome, Score as _};
use crate::tree::Value;

/// What a finished run says about the tree's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value is this.
    Is(Value),
    /// The value is at least this.
    AtLeast(Value),
    /// The value is at most this.
    AtMost(Value),
    /// The value is less than this.
    LessThan(Value),
}

impl Claim {
    /// The claim of a run, if it finished.
    pub fn of(run: &Summary) -> Option<Claim> {
        match (&run.outcome, run.algorithm.asks_at()) {
            (Outcome::Finished(value), _) => Some(match run.bound {
                Bound::Exact => Claim::Is(*value),
                Bound::Lower => Claim::AtLeast(*value),
                Bound::Upper => Claim::AtMost(*value),
            }),
            (Outcome::Answered(true), Some(at)) => Some(Claim::AtLeast(at)),
            (Outcome::Answered(false), Some(at)) => Some(Claim::LessThan(at)),
            _ => None,
        }
    }

    /// The number in it.
    pub fn bound(self) -> Value {
        let (Claim::Is(value) | Claim::AtLeast(value) | Claim::AtMost(value) | Claim::LessThan(value)) = self;
        value
    }

    /// The value, unless the claim is only a bound.
    pub fn value(self) -> Option<Value> {
        if let Claim::Is(value) = self { Some(value) } else { None }
    }

    /// Whether there is a value for which both are true.
    pub fn agrees_with(self, other: Claim) -> bool {
        let ([low, high], [other_low, other_high]) = (self.ends(), other.ends());
        low.max(other_low) <= high.min(other_high)
    }

    /// The least and the largest value for which it is true.
    fn ends(self) -> [Value; 2] {
        match self {
            Claim::Is(value) => [value, value],
            Claim::AtLeast(least) => [least, Value::OPEN_ABOVE],
            Claim::AtMost(most) => [Value::OPEN_BELOW, most],
            Claim::LessThan(bound) => [Value::OPEN_BELOW, bound.next_down()],
        }
    }
}

/// Writes `6`, `≥ 5` or `< 7`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self {
            Claim::Is(_) => "",
            Claim::AtLeast(_) => "≥ ",
            Claim::AtMost(_) => "≤ ",
            Claim::LessThan(_) => "< ",
        };
        write!(f, "{sign}{}", self.bound().grouped())
    }
}

//! The order of the children of a node.

use std::fmt;
use std::str::FromStr;

use super::Probability;
use crate::fields::written_as_text;
use crate::format::quoted;

/// The position of the best child among its siblings, from the view of the player to move.
///
/// The leaf values are still independent of each other; only the order of the children changes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Ordering {
    /// `random`: any position.
    #[default]
    Random,
    /// `best-first:P`: first with probability P, otherwise at any other position. With `best-first` it is always first, so
    /// alpha-beta searches the minimal tree.
    BestFirst(Probability),
    /// `strongly-ordered`: first with probability 0.7, and in the first quarter of the children with probability 0.9 (T. A. Marsland & Murray
    /// Campbell, *Parallel search of strongly ordered game trees*, Computing Surveys 14, 1982). Up to four children the first quarter is the first
    /// child, so that all others are equally likely.
    StronglyOrdered,
    /// `estimated:S`: children from best to worst by an estimate, which is the value of the child plus a normal error with the standard
    /// deviation S in units of leaf values. With S = 0 the order is perfect, and for a large S random.
    Estimated(Deviation),
    /// `worst-first`: children from worst to best, so that alpha-beta cuts off little.
    WorstFirst,
}

/// A standard deviation: a number that is at least 0 and finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation(f64);

impl Deviation {
    /// A tenth: where leaves lie between 0 and 1, a useful estimate that is often wrong.
    pub const SMALL: Deviation = Deviation(0.1);

    /// The deviation of this size; `None` for a number that is none.
    pub fn new(number: f64) -> Option<Deviation> {
        // A negative zero becomes zero, so that equal values are written in the same way.
        (number >= 0.0 && number.is_finite()).then_some(Deviation(number + 0.0))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Ordering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ordering::Random => "random",
            Ordering::BestFirst(Probability::ONE) => "best-first",
            Ordering::BestFirst(p) => return write!(f, "best-first:{p}"),
            Ordering::StronglyOrdered => "strongly-ordered",
            Ordering::Estimated(Deviation(s)) => return write!(f, "estimated:{s}"),
            Ordering::WorstFirst => "worst-first",
        })
    }
}

/// The text is not an ordering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown ordering {}; expected random, best-first, best-first:P (P from 0 to 1), strongly-ordered, \
         estimated:S (S at least 0) or worst-first", quoted(.0))]
pub struct OrderingError(String);

impl FromStr for Ordering {
    type Err = OrderingError;

    fn from_str(text: &str) -> Result<Ordering, OrderingError> {
        match text {
            "random" => Ok(Ordering::Random),
            "best-first" => Ok(Ordering::BestFirst(Probability::ONE)),
            "strongly-ordered" => Ok(Ordering::StronglyOrdered),
            "worst-first" => Ok(Ordering::WorstFirst),
            _ => {
                let p = text.strip_prefix("best-first:").and_then(|p| p.parse().ok()).map(Ordering::BestFirst);
                let s = || text.strip_prefix("estimated:").and_then(|s| s.parse().ok()).and_then(Deviation::new);
                p.or_else(|| s().map(Ordering::Estimated)).ok_or_else(|| OrderingError(text.to_string()))
            }
        }
    }
}

written_as_text!(Ordering);

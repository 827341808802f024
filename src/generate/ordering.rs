//! In which order the children of a node stand.

use std::fmt;
use std::str::FromStr;

use super::Probability;

/// Where the best child of a node stands among its siblings, as seen by the player who moves.
///
/// The values are those of independent leaves all the same: only the order in which children stand is not left to chance.
#[derive(Clone, Copy, Debug, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Ordering {
    /// `random`: anywhere.
    #[default]
    Random,
    /// `best-first:P`: with probability P first, otherwise anywhere but first. `best-first` is always first, which lets
    /// alpha-beta do with the minimal tree.
    BestFirst(Probability),
    /// `worst-first`: last, and the others from the worst on, so that alpha-beta cuts little off.
    WorstFirst,
}

impl fmt::Display for Ordering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ordering::Random => write!(f, "random"),
            Ordering::BestFirst(Probability::ONE) => write!(f, "best-first"),
            Ordering::BestFirst(p) => write!(f, "best-first:{p}"),
            Ordering::WorstFirst => write!(f, "worst-first"),
        }
    }
}

/// The text is no ordering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no ordering; the orderings are random, best-first, best-first:P (P from 0 to 1) and worst-first")]
pub struct OrderingError(String);

impl FromStr for Ordering {
    type Err = OrderingError;

    fn from_str(text: &str) -> Result<Ordering, OrderingError> {
        match text {
            "random" => Ok(Ordering::Random),
            "best-first" => Ok(Ordering::BestFirst(Probability::ONE)),
            "worst-first" => Ok(Ordering::WorstFirst),
            _ => {
                let p = text.strip_prefix("best-first:").and_then(|p| p.parse().ok());
                p.map(Ordering::BestFirst).ok_or_else(|| OrderingError(text.to_string()))
            }
        }
    }
}

impl TryFrom<String> for Ordering {
    type Error = OrderingError;

    fn try_from(text: String) -> Result<Ordering, OrderingError> {
        text.parse()
    }
}

impl From<Ordering> for String {
    fn from(ordering: Ordering) -> String {
        ordering.to_string()
    }
}

//! The order of the children of a node.

use std::fmt;
use std::str::FromStr;

use super::Probability;
use crate::format::quoted;

/// The position of the best child among its siblings, from the view of the player to move.
///
/// The leaf values are still independent of each other; only the order of the children changes.
#[derive(Clone, Copy, Debug, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Ordering {
    /// `random`: any position.
    #[default]
    Random,
    /// `best-first:P`: first with probability P, otherwise at any other position. With `best-first` it is always first, so
    /// alpha-beta searches the minimal tree.
    BestFirst(Probability),
    /// `worst-first`: children from worst to best, so that alpha-beta cuts off little.
    WorstFirst,
}

impl fmt::Display for Ordering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ordering::Random => "random",
            Ordering::BestFirst(Probability::ONE) => "best-first",
            Ordering::BestFirst(p) => return write!(f, "best-first:{p}"),
            Ordering::WorstFirst => "worst-first",
        })
    }
}

/// The text is not an ordering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown ordering {}; expected random, best-first, best-first:P (P from 0 to 1) or worst-first", quoted(.0))]
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

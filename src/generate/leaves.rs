//! How leaves get their values.

use std::fmt;
use std::str::FromStr;

use super::Probability;

/// The law of the leaves' values, known to files and commands by its text, such as `integers:10`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Leaves {
    /// `continuous`: each on its own, uniform from 0 to 1, so that no two are equal.
    Continuous,
    /// `integers:M`: each on its own, one of 0 … M − 1, all equally likely.
    Integers(u32),
    /// `permutation`: the numbers from 0 on, one a leaf, in an order as good as any other.
    Permutation,
    /// `two-valued:P`: each on its own, 1 with probability P and 0 otherwise. `two-valued` takes the P that makes a search hardest:
    /// ξ with ξ^b + ξ = 1 where MIN moves last, 1 − ξ where MAX does, so that the root is as likely to be won as a leaf,
    /// however deep the tree (Pearl, *Asymptotic Properties of Minimax Trees and Game-Searching Procedures*, 1980).
    TwoValued(Option<Probability>),
    /// `growth` and others: the sum of the values of the edges that lead to the leaf, each drawn on its own, so that siblings resemble
    /// each other (Newborn, *The Efficiency of the Alpha-Beta Search on Trees with Branch-Dependent Terminal Node Scores*, 1977).
    Growth(Edges),
    /// `dependent`: at every node all leaves below one child precede all leaves below another, the children being in any order
    /// (the totally dependent leaves of Knuth & Moore, *An Analysis of Alpha-Beta Pruning*, 1975, section 8).
    Dependent,
}

/// The values of edges whose sums are the values of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// `growth`: uniform from 0 to 1.
    Continuous,
    /// `growth:A..B`: one of the integers from A to B, all equally likely.
    Integers(i32, i32),
    /// `n-game`: +1 or −1 (Nau, *An Investigation of the Causes of Pathology in Games*, 1982).
    Signs,
}

impl Leaves {
    /// Whether each leaf is drawn on its own.
    pub fn are_independent(self) -> bool {
        matches!(self, Leaves::Continuous | Leaves::Integers(_) | Leaves::TwoValued(_))
    }

    /// The value of a leaf that is drawn on its own, for a uniform number from 0 to 1; `one` is how likely the larger of two values is.
    #[inline]
    pub(super) fn of_uniform(self, uniform: f64, one: f64) -> f64 {
        match self {
            Leaves::Integers(count) => f64::from(((uniform * f64::from(count)) as u32).min(count - 1)),
            Leaves::TwoValued(_) => f64::from(u8::from(uniform >= 1.0 - one)),
            _ => uniform,
        }
    }

    /// How many different values there can be; `None` where no two are equal, or their number depends on the tree.
    pub fn distinct_values(self) -> Option<u32> {
        match self {
            Leaves::Integers(count) => Some(count),
            Leaves::TwoValued(_) => Some(2),
            Leaves::Continuous | Leaves::Permutation | Leaves::Growth(_) | Leaves::Dependent => None,
        }
    }
}

impl fmt::Display for Leaves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaves::Continuous => write!(f, "continuous"),
            Leaves::Integers(count) => write!(f, "integers:{count}"),
            Leaves::Permutation => write!(f, "permutation"),
            Leaves::TwoValued(None) => write!(f, "two-valued"),
            Leaves::TwoValued(Some(p)) => write!(f, "two-valued:{p}"),
            Leaves::Growth(Edges::Continuous) => write!(f, "growth"),
            Leaves::Growth(Edges::Integers(low, high)) => write!(f, "growth:{low}..{high}"),
            Leaves::Growth(Edges::Signs) => write!(f, "n-game"),
            Leaves::Dependent => write!(f, "dependent"),
        }
    }
}

/// The text is no law of leaves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” is no way to draw leaves; the ways are continuous, integers:M (M from 1 on), permutation, two-valued, two-valued:P \
     (P from 0 to 1), growth, growth:A..B (A up to B), n-game and dependent"
)]
pub struct LeavesError(String);

impl FromStr for Leaves {
    type Err = LeavesError;

    fn from_str(text: &str) -> Result<Leaves, LeavesError> {
        let (name, argument) = text.split_once(':').map_or((text, None), |(name, argument)| (name, Some(argument)));
        let leaves = match (name, argument) {
            ("continuous", None) => Some(Leaves::Continuous),
            ("integers", Some(count)) => count.parse().ok().filter(|&count| count > 0).map(Leaves::Integers),
            ("permutation", None) => Some(Leaves::Permutation),
            ("two-valued", None) => Some(Leaves::TwoValued(None)),
            ("two-valued", Some(p)) => p.parse().ok().map(|p| Leaves::TwoValued(Some(p))),
            ("growth", None) => Some(Leaves::Growth(Edges::Continuous)),
            ("growth", Some(range)) => range_of(range).map(|(low, high)| Leaves::Growth(Edges::Integers(low, high))),
            ("n-game", None) => Some(Leaves::Growth(Edges::Signs)),
            ("dependent", None) => Some(Leaves::Dependent),
            _ => None,
        };
        leaves.ok_or_else(|| LeavesError(text.to_string()))
    }
}

fn range_of(text: &str) -> Option<(i32, i32)> {
    let (low, high) = text.split_once("..")?;
    let (low, high) = (low.parse().ok()?, high.parse().ok()?);
    (low <= high).then_some((low, high))
}

impl TryFrom<String> for Leaves {
    type Error = LeavesError;

    fn try_from(text: String) -> Result<Leaves, LeavesError> {
        text.parse()
    }
}

impl From<Leaves> for String {
    fn from(leaves: Leaves) -> String {
        leaves.to_string()
    }
}

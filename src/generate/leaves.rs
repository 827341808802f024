//! Distributions of leaf values.

use std::fmt;
use std::str::FromStr;

use super::Probability;
use crate::fields::written_as_text;
use crate::format::quoted;

/// The distribution of the leaf values, written in files and commands as, for example, `integers:10`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaves {
    /// `continuous`: independent and uniform in [0, 1), so that no two are equal.
    Continuous,
    /// `integers:M`: independent and uniform over 0 … M − 1.
    Integers(u32),
    /// `permutation`: the numbers 0, 1, 2 …, one per leaf, in random order.
    Permutation,
    /// `two-valued:P`: independent, 1 with probability P and 0 otherwise. `two-valued` uses the critical probability:
    /// ξ with ξ^b + ξ = 1 if MIN moves last, 1 − ξ if MAX does, so that the root is as likely to be won as a leaf
    /// at every depth (Pearl, *Asymptotic Properties of Minimax Trees and Game-Searching Procedures*, 1980).
    TwoValued(Option<Probability>),
    /// `growth` and others: the sum of independent values of the edges on the path to the leaf, so that siblings have similar
    /// values (Newborn, *The Efficiency of the Alpha-Beta Search on Trees with Branch-Dependent Terminal Node Scores*, 1977).
    Growth(Edges),
    /// `dependent`: at every node all leaves below one child are smaller than all leaves below another, with the children in random order
    /// (the totally dependent leaves of Knuth & Moore, *An Analysis of Alpha-Beta Pruning*, 1975, section 8).
    Dependent,
}

/// The values of edges whose sums are the leaf values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// `growth`: uniform from 0 to 1.
    Continuous,
    /// `growth:A..B`: uniform over the integers from A to B.
    Integers(i32, i32),
    /// `n-game`: +1 or −1 (Nau, *An Investigation of the Causes of Pathology in Games*, 1982).
    Signs,
}

impl Leaves {
    /// Whether leaf values are independent.
    pub fn are_independent(self) -> bool {
        matches!(self, Leaves::Continuous | Leaves::Integers(_) | Leaves::TwoValued(_))
    }

    /// The value of an independent leaf for a uniform number from 0 to 1; `one` is the probability of the larger of two values.
    #[inline]
    pub(super) fn of_uniform(self, uniform: f64, one: f64) -> f64 {
        match self {
            Leaves::Integers(count) => f64::from(((uniform * f64::from(count)) as u32).min(count - 1)),
            Leaves::TwoValued(_) => f64::from(u8::from(uniform >= 1.0 - one)),
            _ => uniform,
        }
    }

    /// The smallest and largest possible value, if leaves have from the one to the other number of edges above them, and a full tree has
    /// this many leaves.
    pub(super) fn range(self, [fewest, most]: [u32; 2], full_leaves: f64) -> [f64; 2] {
        let [fewest, most] = [fewest, most].map(f64::from);
        let of_edges = |low: f64, high: f64| [(fewest * low).min(most * low), (fewest * high).max(most * high)];
        match self {
            Leaves::Continuous | Leaves::TwoValued(_) => [0.0, 1.0],
            Leaves::Integers(count) => [0.0, f64::from(count - 1)],
            Leaves::Growth(Edges::Continuous) => of_edges(0.0, 1.0),
            Leaves::Growth(Edges::Integers(low, high)) => of_edges(low.into(), high.into()),
            Leaves::Growth(Edges::Signs) => of_edges(-1.0, 1.0),
            Leaves::Permutation | Leaves::Dependent => [0.0, full_leaves - 1.0],
        }
    }

    /// The number of different values; `None` if no two are equal, or if it depends on the tree.
    pub fn distinct_values(self) -> Option<u32> {
        match self {
            Leaves::Integers(count) => Some(count),
            Leaves::TwoValued(Some(p)) if [0.0, 1.0].contains(&p.get()) => Some(1),
            Leaves::TwoValued(_) => Some(2),
            Leaves::Continuous | Leaves::Permutation | Leaves::Growth(_) | Leaves::Dependent => None,
        }
    }
}

impl fmt::Display for Leaves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Leaves::Continuous => "continuous",
            Leaves::Integers(count) => return write!(f, "integers:{count}"),
            Leaves::Permutation => "permutation",
            Leaves::TwoValued(None) => "two-valued",
            Leaves::TwoValued(Some(p)) => return write!(f, "two-valued:{p}"),
            Leaves::Growth(Edges::Continuous) => "growth",
            Leaves::Growth(Edges::Integers(low, high)) => return write!(f, "growth:{low}..{high}"),
            Leaves::Growth(Edges::Signs) => "n-game",
            Leaves::Dependent => "dependent",
        })
    }
}

/// The text is not a distribution of leaf values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown distribution of leaf values {}; expected continuous, integers:M (M from 1 to 4,294,967,295), permutation, two-valued, \
     two-valued:P (P from 0 to 1), growth, growth:A..B (A at most B, both from -2,147,483,648 to 2,147,483,647), n-game or dependent",
    quoted(.0)
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

written_as_text!(Leaves);

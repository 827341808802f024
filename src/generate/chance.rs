//! Chance nodes of random trees, and the probabilities of their children.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Probability;
use crate::format::quoted;

/// Which inner nodes are chance nodes. A chance node takes no turn: the player who moves below it is the one who would have moved there.
///
/// Leaves are the same with and without chance nodes, if they do not depend on who moves.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Chance {
    /// `none`.
    #[default]
    None,
    /// `every-other`: those at odd depth, so that the levels are MAX, chance, MIN, chance, MAX and so on.
    EveryOther,
    /// A number P: each inner node other than the root, with probability P and independently of the others.
    Share(Probability),
}

impl Chance {
    /// Those with this share of the inner nodes.
    pub fn share(share: Probability) -> Chance {
        if share.is_zero() { Chance::None } else { Chance::Share(share) }
    }

    /// Whether there can be chance nodes: a share of 0 has none.
    pub(super) fn has_nodes(self) -> bool {
        !self.is_none() && self != Chance::Share(Probability::default())
    }

    /// Whether it is [`Chance::None`].
    pub fn is_none(&self) -> bool {
        *self == Chance::None
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::None => f.write_str("none"),
            Chance::EveryOther => f.write_str("every-other"),
            Chance::Share(share) => share.fmt(f),
        }
    }
}

/// The text does not say which nodes are chance nodes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown chance nodes {}; expected every-other, none, or a share of the inner nodes from 0 to 1", quoted(.0))]
pub struct ChanceError(String);

impl FromStr for Chance {
    type Err = ChanceError;

    fn from_str(text: &str) -> Result<Chance, ChanceError> {
        match text {
            "none" => Ok(Chance::None),
            "every-other" => Ok(Chance::EveryOther),
            _ => text.parse().map(Chance::share).map_err(|_| ChanceError(text.to_string())),
        }
    }
}

/// A text, or a number if it is a share.
impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Chance::Share(share) => share.serialize(serializer),
            Chance::None | Chance::EveryOther => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chance, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Chance;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("every-other, none, or a share from 0 to 1")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Chance, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_f64<E: Error>(self, share: f64) -> Result<Chance, E> {
                Probability::try_from(share).map(Chance::share).map_err(E::custom)
            }

            fn visit_i64<E: Error>(self, share: i64) -> Result<Chance, E> {
                self.visit_f64(share as f64)
            }

            fn visit_u64<E: Error>(self, share: u64) -> Result<Chance, E> {
                self.visit_f64(share as f64)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The probabilities of the children of chance nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Probabilities {
    /// All children of a node are equally likely.
    #[default]
    Equal,
    /// Each child has a whole number from 1 to 6, as of a die, over the sum of those of its siblings and its own.
    Random,
}

impl Probabilities {
    /// Whether they are equal.
    pub fn are_equal(&self) -> bool {
        *self == Probabilities::Equal
    }
}

impl fmt::Display for Probabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Probabilities::Equal => "equal",
            Probabilities::Random => "random",
        })
    }
}

//! A random tree: a generator and a seed, and how files write them.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Chance, Generator, Leaves, Ordering, Probabilities, Probability, Shape};

/// A tree drawn at random: everything that says which.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "RandomTreeFields")]
pub struct RandomTree {
    /// What the tree is drawn from.
    pub generator: Generator,
    /// With it the generator gives one tree.
    pub seed: u64,
    /// The standard deviation of the noise on the static values of inner nodes; without it they have none.
    pub static_noise: Option<f64>,
}

/// The fields of a random tree in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct RandomTreeFields {
    leaves: Leaves,
    #[serde(default)]
    ordering: Ordering,
    branching: u32,
    depth: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    min_branching: Option<u32>,
    #[serde(default, skip_serializing_if = "Probability::is_zero")]
    leaf_probability: Probability,
    #[serde(default, skip_serializing_if = "Chance::is_none")]
    chance: Chance,
    #[serde(default, skip_serializing_if = "Probabilities::are_equal")]
    probabilities: Probabilities,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    static_noise: Option<f64>,
    seed: Seed,
}

impl RandomTreeFields {
    /// The tree, or the field that is wrong, after the name of the table, and why.
    pub(crate) fn tree(self) -> Result<RandomTree, (&'static [&'static str], String)> {
        let RandomTreeFields { branching, depth, min_branching, leaf_probability, static_noise, .. } = self;
        let shape = Shape { branching, depth, min_branching, leaf_probability };
        let generator = Generator::new(self.leaves, self.ordering, shape);
        let generator = generator.and_then(|generator| generator.with_chance(self.chance, self.probabilities));
        let generator = generator.map_err(|error| (error.field(), error.to_string()))?;
        if static_noise.is_some_and(|noise| !noise.is_finite() || noise < 0.0) {
            let message = "the static noise is a standard deviation; write a finite number of at least 0";
            return Err((&["random", "static-noise"], message.into()));
        }
        Ok(RandomTree { generator, seed: self.seed.0, static_noise })
    }
}

impl From<RandomTree> for RandomTreeFields {
    fn from(RandomTree { generator, seed, static_noise }: RandomTree) -> RandomTreeFields {
        let Shape { branching, depth, min_branching, leaf_probability } = generator.shape();
        let (leaves, ordering, seed) = (generator.leaves(), generator.ordering(), Seed(seed));
        RandomTreeFields {
            leaves,
            ordering,
            branching,
            depth,
            min_branching,
            leaf_probability,
            chance: generator.chance(),
            probabilities: generator.probabilities(),
            static_noise,
            seed,
        }
    }
}

/// A number, or its digits as a text where files have no numbers as large.
struct Seed(u64);

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(seed) => serializer.serialize_i64(seed),
            Err(_) => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Seed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 0 to 18,446,744,073,709,551,615")
            }

            fn visit_u64<E: Error>(self, seed: u64) -> Result<Seed, E> {
                Ok(Seed(seed))
            }

            fn visit_i64<E: Error>(self, seed: i64) -> Result<Seed, E> {
                let unexpected = Unexpected::Signed(seed);
                u64::try_from(seed).map(Seed).map_err(|_| E::invalid_value(unexpected, &self))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Seed, E> {
                let unexpected = Unexpected::Str(text);
                text.parse().map(Seed).map_err(|_| E::invalid_value(unexpected, &self))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

//! `plyscope generate`: writes a random tree to a file.

use std::path::{Path, PathBuf};

use super::{Failure, choice, number_from_zero, save, whole_number, wrong};
use crate::generate::{
    Chance, Generator, Leaves, MAX_BRANCHING, MAX_DEPTH, Ordering, Probabilities, Probability, Shape,
};
use crate::progress::Progress;
use crate::tree::file::Formats;

/// Writes a random tree to a file; the same seed gives the same tree everywhere.
#[derive(clap::Args, Debug)]
pub struct GenerateArguments {
    #[command(flatten)]
    tree: RandomTree,
    /// Give inner nodes static values: their value plus normal noise with this standard deviation
    #[arg(long, value_name = "DEVIATION", value_parser = number_from_zero)]
    static_noise: Option<f64>,
    #[arg(short, long, value_name = "FILE", help = file_to_write())]
    output: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

fn file_to_write() -> String {
    format!("The file to write: {}; - writes JSON to standard output", Formats::BUILT_IN.endings())
}

/// A random tree: its distribution and its seed.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct RandomTree {
    /// Distribution of the leaf values: continuous, integers:M, permutation, two-valued, two-valued:P, growth, growth:A..B,
    /// n-game or dependent
    #[arg(long, value_name = "LEAVES", default_value = "continuous")]
    leaves: Leaves,
    /// Children per inner node
    #[arg(short, long, value_name = "B", default_value = "4", value_parser = whole_number(1..=MAX_BRANCHING))]
    branching: u32,
    /// Depth of the leaves
    #[arg(short, long, value_name = "D", default_value = "6", value_parser = whole_number(0..=MAX_DEPTH))]
    depth: u32,
    /// Move ordering: random, best-first, best-first:P (the best child is first with probability P), strongly-ordered, estimated:S (sorted by values with an error of standard deviation S) or worst-first
    #[arg(long, value_name = "ORDERING", default_value = "random")]
    ordering: Ordering,
    #[command(flatten)]
    irregular: Irregular,
    #[command(flatten)]
    chance: ChanceArguments,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole_number(0..=u64::MAX))]
    pub seed: u64,
}

impl RandomTree {
    /// The generator, if its parts go together.
    pub(super) fn generator(&self) -> Result<Generator, Failure> {
        let RandomTree { leaves, branching, depth, ordering, .. } = *self;
        let Irregular { min_branching, leaf_probability } = self.irregular;
        let leaf_probability = leaf_probability.unwrap_or_default();
        let shape = Shape { branching, depth, min_branching, leaf_probability };
        let ChanceArguments { chance, probabilities } = self.chance;
        Generator::new(leaves, ordering, shape)
            .and_then(|generator| generator.with_chance(chance.unwrap_or_default(), probabilities.unwrap_or_default()))
            .map_err(wrong)
    }
}

/// Chance nodes, for one tree and for a sweep.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct ChanceArguments {
    /// Chance nodes: every-other (the inner nodes at odd depth), none, or the share of the inner nodes below the root, drawn at random,
    /// such as 0.3 [default: none]
    #[arg(long, value_name = "CHANCE")]
    pub chance: Option<Chance>,
    /// Probabilities of the children of a chance node: `equal`, or `random`, which are whole numbers from 1 to 6 over their sum
    /// [default: equal]
    #[arg(long, value_name = "PROBABILITIES", value_parser = choice::<Probabilities>())]
    pub probabilities: Option<Probabilities>,
}

/// What makes trees irregular, for one tree and for a sweep.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct Irregular {
    /// Fewest children per inner node; the number is uniform between this and --branching
    #[arg(long, value_name = "A", value_parser = whole_number(1..=MAX_BRANCHING))]
    pub min_branching: Option<u32>,
    /// Probability that a node above --depth, other than the root, is a leaf [default: 0]
    #[arg(long, value_name = "P")]
    pub leaf_probability: Option<Probability>,
}

/// Writes the tree and returns a line about it.
pub(super) fn run(arguments: &GenerateArguments) -> Result<String, Failure> {
    write(&arguments.tree, arguments.static_noise, &arguments.output, arguments.force)
}

/// Writes a random tree to a file and returns a line about it.
pub(super) fn write(tree: &RandomTree, static_noise: Option<f64>, path: &Path, force: bool) -> Result<String, Failure> {
    let tree = tree.generator()?.build(tree.seed, static_noise, &Progress::new());
    save(&tree.map_err(wrong)?, path, force)
}

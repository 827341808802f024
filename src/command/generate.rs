//! `plyscope generate`: writes a random tree to a file.

use std::path::{Path, PathBuf};

use super::{Failure, number_from_zero, save, whole_number};
use crate::generate::{Generator, Leaves, MAX_BRANCHING, MAX_DEPTH, Ordering, Probability, Shape};
use crate::progress::Progress;

/// Writes a random tree to a file; the same seed gives the same tree everywhere.
#[derive(clap::Args, Debug)]
pub struct GenerateArguments {
    #[command(flatten)]
    tree: RandomTree,
    /// Give inner nodes their true value as static value, and normal noise of this standard deviation
    #[arg(long, value_name = "DEVIATION", value_parser = number_from_zero)]
    static_noise: Option<f64>,
    /// The file to write, .json or .tree
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace the file if it is there already
    #[arg(long)]
    force: bool,
}

/// A random tree: its law and its seed.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct RandomTree {
    /// How leaves get their values: continuous, integers:M, permutation, two-valued, two-valued:P, growth, growth:A..B, n-game
    /// or dependent
    #[arg(long, value_name = "LAW", default_value = "continuous")]
    leaves: Leaves,
    /// Children of each inner node
    #[arg(short, long, value_name = "B", default_value_t = 4, value_parser = whole_number(1..=MAX_BRANCHING))]
    branching: u32,
    /// Levels below the root
    #[arg(short, long, value_name = "D", default_value_t = 6, value_parser = whole_number(0..=MAX_DEPTH))]
    depth: u32,
    /// Where the best child stands: random, best-first, best-first:P (with probability P first) or worst-first
    #[arg(long, value_name = "ORDERING", default_value = "random")]
    ordering: Ordering,
    #[command(flatten)]
    irregular: Irregular,
    /// What the tree is drawn from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole_number(0..=u64::MAX))]
    pub seed: u64,
}

impl RandomTree {
    /// The law, if its parts go together.
    pub(super) fn generator(&self) -> Result<Generator, Failure> {
        let RandomTree { leaves, branching, depth, ordering, .. } = *self;
        let Irregular { min_branching, leaf_probability } = self.irregular;
        let leaf_probability = leaf_probability.unwrap_or_default();
        let shape = Shape { branching, depth, min_branching, leaf_probability };
        Generator::new(leaves, ordering, shape).map_err(|error| Failure::Arguments(error.to_string()))
    }
}

/// What makes trees irregular, alike for one tree and for a sweep.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct Irregular {
    /// Inner nodes have from this many children to the branching, all numbers equally likely
    #[arg(long, value_name = "A", value_parser = whole_number(1..=MAX_BRANCHING))]
    pub min_branching: Option<u32>,
    /// How likely a node above the last level is a leaf already [default: 0]
    #[arg(long, value_name = "P")]
    pub leaf_probability: Option<Probability>,
}

/// Writes the tree and returns a line on it.
pub(super) fn run(arguments: &GenerateArguments) -> Result<String, Failure> {
    write(&arguments.tree, arguments.static_noise, &arguments.output, arguments.force)
}

/// Writes a random tree to a file and returns a line on it.
pub(super) fn write(tree: &RandomTree, static_noise: Option<f64>, path: &Path, force: bool) -> Result<String, Failure> {
    let tree = tree.generator()?.build(tree.seed, static_noise, &Progress::new());
    save(&tree.map_err(|error| Failure::Arguments(error.to_string()))?, path, force)
}

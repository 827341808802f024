//! A distribution of random trees: leaf values, ordering, shape and chance nodes, checked to go together.

use std::fmt::{self, Write as _};

use super::{Chance, Leaves, Ordering, Probabilities, Probability};
use crate::game::Path;
use crate::tree::{BYTES_PER_NODE, MAX_NODES, Value};

/// The largest count that floating point numbers represent exactly.
const LARGEST_RANK: f64 = 9_007_199_254_740_992.0;
/// The most children that a node may have.
pub const MAX_BRANCHING: u32 = 10_000;
/// The most that chance nodes add to the memory of a node: its probability, and where those of its children are.
const BYTES_OF_CHANCE: u64 = 40;
/// The most levels that a tree may have.
pub const MAX_DEPTH: u32 = 1_000_000;

/// How many children nodes have, and how deep the leaves lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Children per inner node; the most, if `min_branching` is set.
    pub branching: u32,
    /// The depth of the leaves; the largest, if `leaf_probability` is not 0.
    pub depth: u32,
    /// The fewest children per inner node; the number is uniform between this and `branching`.
    pub min_branching: Option<u32>,
    /// The probability that a node above `depth`, other than the root, is a leaf.
    pub leaf_probability: Probability,
}

impl Shape {
    /// The full tree.
    pub fn full(branching: u32, depth: u32) -> Shape {
        Shape { branching, depth, min_branching: None, leaf_probability: Probability::default() }
    }

    /// Whether all leaves have the same depth and all inner nodes the same number of children.
    pub fn is_full(self) -> bool {
        self.fewest_children() == self.branching && self.leaf_probability.get() == 0.0
    }

    pub(super) fn fewest_children(self) -> u32 {
        self.min_branching.unwrap_or(self.branching)
    }

    /// The number of leaves below a node of the full tree.
    pub(super) fn leaves_below(self, depth: u32) -> f64 {
        power(f64::from(self.branching), self.depth - depth)
    }

    /// The number of leaves of the full tree.
    pub(super) fn full_leaves(self) -> f64 {
        self.leaves_below(0)
    }
}

/// A distribution of random trees. With a seed it gives a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generator {
    leaves: Leaves,
    ordering: Ordering,
    shape: Shape,
    chance: Chance,
    probabilities: Probabilities,
}

/// Why leaves, ordering and shape do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorError {
    /// Too many children, or none.
    #[error("the branching must be between 1 and 10,000")]
    Branching,
    /// Too large a depth.
    #[error("the depth must be at most 1,000,000")]
    Depth,
    /// The fewest children are more than the most.
    #[error("the smallest branching must be between 1 and the branching")]
    MinBranching,
    /// Too many leaves for exact ranks.
    #[error("{0} leaves allow at most 2^53 leaves, and this tree can have more; choose a smaller depth or branching")]
    TooManyRanks(&'static str),
    /// The distribution is defined for full trees only.
    #[error("{what} needs a full tree; remove the smallest branching and the leaf probability, or {remedy}")]
    NotFull {
        /// What needs it.
        what: &'static str,
        /// What to choose instead.
        remedy: &'static str,
    },
    /// The ordering needs independent leaf values.
    #[error(
        "an ordering other than random needs independent leaf values: continuous, integers or two-valued; \
         choose one of them, or the ordering random"
    )]
    NotIndependent,
    /// Best and worst children are those of players alone.
    #[error(
        "trees with chance nodes have their children in random order; choose the ordering random, or leave out chance"
    )]
    OrderedChance,
    /// The critical probability is that of players alone.
    #[error(
        "the critical probability of two-valued leaves is that of trees without chance nodes; give a probability, such as \
         two-valued:0.5, or leave out chance"
    )]
    CriticalChance,
    /// There are probabilities, and no chance nodes.
    #[error("random probabilities are those of chance nodes; add chance nodes, such as every-other, or leave them out")]
    ProbabilitiesAlone,
}

impl GeneratorError {
    /// The field to correct in a file, after the name of its table; the table alone if it is not a single one.
    pub fn field(self) -> &'static [&'static str] {
        match self {
            GeneratorError::Branching => &["random", "branching"],
            GeneratorError::Depth => &["random", "depth"],
            GeneratorError::MinBranching => &["random", "min-branching"],
            GeneratorError::NotIndependent | GeneratorError::OrderedChance => &["random", "ordering"],
            GeneratorError::CriticalChance => &["random", "leaves"],
            GeneratorError::ProbabilitiesAlone => &["random", "probabilities"],
            GeneratorError::TooManyRanks(_) | GeneratorError::NotFull { .. } => &["random"],
        }
    }
}

/// The average size of a tree; exact for a full tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Nodes.
    pub nodes: f64,
    /// Leaves.
    pub leaves: f64,
    /// Memory of the tree when built, in bytes.
    pub bytes: f64,
}

impl Estimate {
    /// Whether a tree of this size can be built in memory.
    pub fn can_be_built(self) -> bool {
        self.nodes <= MAX_NODES as f64
    }
}

/// For example `integers:10, b = 4, d = 6`.
impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { branching, depth, min_branching, leaf_probability } = self.shape;
        write!(f, "{}, ", self.leaves)?;
        if self.ordering != Ordering::Random {
            write!(f, "{}, ", self.ordering)?;
        }
        match min_branching {
            Some(fewest) => write!(f, "b = {fewest} to {branching}, d = {depth}")?,
            None => write!(f, "b = {branching}, d = {depth}")?,
        }
        if leaf_probability.get() > 0.0 {
            write!(f, ", leaf probability {leaf_probability}")?;
        }
        if self.has_chance() {
            write!(f, ", chance {}", self.chance)?;
        }
        if !self.probabilities.are_equal() {
            write!(f, ", probabilities {}", self.probabilities)?;
        }
        Ok(())
    }
}

impl Generator {
    /// Combines the parts, if they go together.
    pub fn new(leaves: Leaves, ordering: Ordering, shape: Shape) -> Result<Generator, GeneratorError> {
        if !(1..=MAX_BRANCHING).contains(&shape.branching) {
            return Err(GeneratorError::Branching);
        }
        if shape.depth > MAX_DEPTH {
            return Err(GeneratorError::Depth);
        }
        if !(1..=shape.branching).contains(&shape.fewest_children()) {
            return Err(GeneratorError::MinBranching);
        }
        if ordering != Ordering::Random && !leaves.are_independent() {
            return Err(GeneratorError::NotIndependent);
        }
        let needs_full = match leaves {
            Leaves::Permutation => Some(("a permutation of leaf values", "choose other leaf values")),
            Leaves::TwoValued(None) => {
                Some(("the critical probability of two-valued leaves", "give a probability, such as two-valued:0.5"))
            }
            _ if ordering != Ordering::Random => Some(("an ordering other than random", "choose the ordering random")),
            _ => None,
        };
        if let Some((what, remedy)) = needs_full.filter(|_| !shape.is_full()) {
            return Err(GeneratorError::NotFull { what, remedy });
        }
        let has_ranks = match leaves {
            Leaves::Permutation => Some("permuted"),
            Leaves::Dependent => Some("dependent"),
            _ => None,
        };
        if let Some(what) = has_ranks.filter(|_| shape.full_leaves() > LARGEST_RANK) {
            return Err(GeneratorError::TooManyRanks(what));
        }
        Ok(Generator { leaves, ordering, shape, chance: Chance::None, probabilities: Probabilities::Equal })
    }

    /// The same distribution with chance nodes, if they go together.
    pub fn with_chance(self, chance: Chance, probabilities: Probabilities) -> Result<Generator, GeneratorError> {
        if !chance.has_nodes() {
            return if probabilities.are_equal() {
                Ok(Generator { chance: Chance::None, probabilities, ..self })
            } else {
                Err(GeneratorError::ProbabilitiesAlone)
            };
        }
        if self.ordering != Ordering::Random {
            return Err(GeneratorError::OrderedChance);
        }
        if self.leaves == Leaves::TwoValued(None) {
            return Err(GeneratorError::CriticalChance);
        }
        Ok(Generator { chance, probabilities, ..self })
    }

    /// The same with the children in random order.
    #[must_use]
    pub fn in_random_order(self) -> Generator {
        Generator { ordering: Ordering::Random, ..self }
    }

    /// The distribution of the leaf values.
    pub fn leaves(&self) -> Leaves {
        self.leaves
    }

    /// The order of the children.
    pub fn ordering(&self) -> Ordering {
        self.ordering
    }

    /// The branching and the depth.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Which nodes are chance nodes.
    pub fn chance(&self) -> Chance {
        self.chance
    }

    /// The probabilities of the children of chance nodes.
    pub fn probabilities(&self) -> Probabilities {
        self.probabilities
    }

    /// Whether trees can have chance nodes.
    pub fn has_chance(&self) -> bool {
        !self.chance.is_none()
    }

    /// The smallest and largest value that a leaf of any of its trees can have.
    pub fn value_range(&self) -> Option<[Value; 2]> {
        let Shape { depth, leaf_probability, .. } = self.shape;
        let fewest_edges = if leaf_probability.is_zero() { depth } else { depth.min(1) };
        let [low, high] = self.leaves.range([fewest_edges, depth], self.shape.full_leaves());
        Some([Value::new(low)?, Value::new(high)?])
    }

    /// Whether leaf values are independent of each other and in random order, as in the theory.
    pub(super) fn is_plain(&self) -> bool {
        self.leaves.are_independent() && self.ordering == Ordering::Random
    }

    /// The path of the root, from which all random numbers derive.
    pub(super) fn root(&self, seed: u64) -> Path {
        let Shape { branching, depth, .. } = self.shape;
        Path(seed).child(u64::from(branching)).child(u64::from(depth))
    }

    /// The command line that writes the tree of a seed to a file.
    pub fn command(&self, seed: u64, static_noise: Option<f64>) -> String {
        let Shape { branching, depth, min_branching, leaf_probability } = self.shape;
        let mut command = format!("plyscope generate --leaves {} --branching {branching} --depth {depth}", self.leaves);
        let mut flag = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(command, " --{name} {value}");
            }
        };
        flag("ordering", (self.ordering != Ordering::Random).then(|| self.ordering.to_string()));
        flag("min-branching", min_branching.map(|fewest| fewest.to_string()));
        flag("leaf-probability", (leaf_probability.get() > 0.0).then(|| leaf_probability.to_string()));
        flag("chance", self.has_chance().then(|| self.chance.to_string()));
        flag("probabilities", (!self.probabilities.are_equal()).then(|| self.probabilities.to_string()));
        flag("static-noise", static_noise.map(|noise| noise.to_string()));
        command + &format!(" --seed {seed}")
    }

    /// How large its trees are.
    pub fn estimate(&self) -> Estimate {
        let Shape { branching, depth, leaf_probability, .. } = self.shape;
        let children = f64::from(self.shape.fewest_children() + branching) / 2.0;
        let stays = 1.0 - leaf_probability.get();
        let (mut nodes, mut leaves, mut level) = (1.0, 0.0, 1.0);
        for k in 0..depth {
            let inner = if k == 0 { level } else { level * stays };
            leaves += level - inner;
            level = inner * children;
            nodes += level;
            // Too many nodes to count, or none left.
            if !(1e-9..1e300).contains(&level) {
                break;
            }
        }
        leaves += level;
        let bytes_per_node = BYTES_PER_NODE + if self.has_chance() { BYTES_OF_CHANCE } else { 0 };
        Estimate { nodes, leaves, bytes: nodes * bytes_per_node as f64 }
    }

    /// The probability of the value 1 for two-valued leaves.
    pub(super) fn probability_of_one(&self) -> f64 {
        match self.leaves {
            Leaves::TwoValued(Some(p)) => p.get(),
            _ => critical_probability(self.shape.branching, self.shape.depth),
        }
    }
}

/// Pearl's critical probability: ξ with ξ^b + ξ = 1 if MIN moves last, 1 − ξ if MAX does.
pub(super) fn critical_probability(branching: u32, depth: u32) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if power(middle, branching) + middle > 1.0 { high = middle } else { low = middle }
    }
    if depth.is_multiple_of(2) { low } else { 1.0 - low }
}

/// x^n by multiplications in a fixed order, which the standard library does not guarantee.
fn power(mut x: f64, mut n: u32) -> f64 {
    let mut result = 1.0;
    while n > 0 {
        if n % 2 == 1 {
            result *= x;
        }
        x *= x;
        n /= 2;
    }
    result
}

//! The trees on which a program is judged: those of files, and random ones, the small ones first.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::change::{Change, changed};
use super::program::JudgeError;
use crate::format;
use crate::generate::{Generator, GeneratorError, Leaves, Ordering, Probability, Shape};
use crate::progress::Progress;
use crate::tree::edit::Edit;
use crate::tree::{Tree, Value};

/// The most nodes that a tree may have.
pub const MOST_NODES: usize = 1_000_000;
/// The probability that a node above the largest depth is a leaf.
const EARLY_LEAF: f64 = 0.25;
/// The most pairs of nodes from which one is chosen.
const MOST_PAIRS: usize = 1_000;

/// Random trees.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// How many.
    pub count: usize,
    /// The seed of the first; each further one has the next seed.
    pub seed: u64,
    /// The fewest and the most children of an inner node.
    pub branching: RangeInclusive<u32>,
    /// The smallest and the largest depth of a leaf.
    pub depth: RangeInclusive<u32>,
    /// The leaf values.
    pub leaves: Leaves,
}

/// Trees without names.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    given: Vec<Tree>,
    /// The distributions of the random trees, the small ones first.
    shapes: Vec<Generator>,
    count: usize,
    seed: u64,
}

impl Trees {
    /// No trees yet.
    pub fn new() -> Trees {
        Trees::default()
    }

    /// Adds a tree, before the random ones.
    pub fn add(&mut self, tree: &Tree) -> Result<(), JudgeError> {
        if tree.len() > MOST_NODES {
            let nodes = format::grouped(tree.len() as u64);
            return Err(JudgeError::new(format!(
                "the tree has {nodes} nodes, and a program is judged on trees of at most 1,000,000"
            )));
        }
        let unknown = tree.nodes().find(|&node| tree.is_leaf(node) && tree.value(node).is_none());
        if let Some(node) = unknown {
            let name = crate::experiment::explain::name(tree, node);
            return Err(JudgeError::new(format!("{name} has no value; enter the missing values")));
        }
        self.given.extend(changed(tree, Change::Nothing, |value| value));
        Ok(())
    }

    /// Adds random trees, which come after the others.
    pub fn draw(&mut self, drawn: Drawn) -> Result<(), JudgeError> {
        let mut shapes = Vec::new();
        for depth in drawn.depth.clone() {
            // Chains alone would be many and tell little.
            let has_more = *drawn.branching.end() > 1;
            for branching in drawn.branching.clone().filter(|&branching| branching > 1 || !has_more) {
                shapes.push(generator(&drawn, branching, depth)?);
            }
        }
        shapes.sort_by(|a, b| a.estimate().nodes.total_cmp(&b.estimate().nodes));
        let most = shapes.last().map_or(0.0, |largest| full_size(largest.shape()));
        if most > MOST_NODES as f64 {
            let nodes = format::rounded(most);
            return Err(JudgeError::new(format!(
                "random trees would have up to {nodes} nodes; choose a smaller --depth or --branching, with at most 1,000,000 nodes"
            )));
        }
        let Drawn { count, seed, .. } = drawn;
        *self = Trees { given: std::mem::take(&mut self.given), shapes, count, seed };
        Ok(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.given.len() + if self.shapes.is_empty() { 0 } else { self.count }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tree with an index; a random one is drawn again each time.
    pub fn get(&self, index: usize) -> Result<Option<Tree>, JudgeError> {
        if let Some(tree) = self.given.get(index) {
            return Ok(Some(tree.clone()));
        }
        let number = index - self.given.len();
        let Some(generator) = self.shapes.get(number * self.shapes.len() / self.count.max(1)) else { return Ok(None) };
        let tree = generator.build(self.seed.wrapping_add(number as u64), None, &Progress::new());
        let tree = tree.map_err(JudgeError::new)?;
        // Programs that go wrong only below zero would be right on most distributions.
        let down = if number % 2 == 1 { middle(generator) } else { 0.0 };
        let tree = changed(&tree, Change::Nothing, |value| Value::new(value.get() - down).unwrap_or(value));
        // And those that go wrong where a position comes again, as with a transposition table, on trees without equal parts.
        Ok(tree.map(|tree| if number % 3 == 2 { repeated(&tree, number).unwrap_or(tree) } else { tree }))
    }

    /// Where a tree comes from, in words.
    pub fn origin(&self, index: usize) -> String {
        match index.checked_sub(self.given.len()) {
            None => format!("tree {} of the files", index + 1),
            Some(number) => format!("random tree of seed {}", self.seed.wrapping_add(number as u64)),
        }
    }
}

/// The tree with one of its inner parts once more in the place of a later node at the same depth; `None` if it has no such parts. The number
/// chooses among them.
fn repeated(tree: &Tree, number: usize) -> Option<Tree> {
    let mut pairs = Vec::new();
    for node in tree.nodes().skip(1).filter(|&node| !tree.is_leaf(node)) {
        let later = tree.nodes().skip(tree.subtree(node).end);
        pairs.extend(later.filter(|&other| tree.depth(other) == tree.depth(node)).map(|other| (node, other)));
        if pairs.len() > MOST_PAIRS {
            break;
        }
    }
    let (node, other) = *pairs.get(number.checked_rem(pairs.len())?)?;
    let part = changed(tree, Change::Root(node), |value| value)?;
    let without = changed(tree, Change::Leaf(other, Value::default()), |value| value)?;
    let edited = Edit::Paste(other, Arc::new(part)).apply(&without).ok()?;
    changed(&edited.patched.tree, Change::Nothing, |value| value)
}

/// A whole number in the middle of the values that leaves can have.
fn middle(generator: &Generator) -> f64 {
    generator.value_range().map_or(0.0, |[low, high]| f64::midpoint(low.get(), high.get()).ceil())
}

/// The number of nodes of the full tree.
fn full_size(shape: Shape) -> f64 {
    let (mut nodes, mut level) = (1.0, 1.0);
    for _ in 0..shape.depth {
        level *= f64::from(shape.branching);
        nodes += level;
        if nodes > MOST_NODES as f64 {
            break;
        }
    }
    nodes
}

/// Irregular trees, unless the leaves need full ones.
fn generator(drawn: &Drawn, branching: u32, depth: u32) -> Result<Generator, JudgeError> {
    let full = Shape::full(branching, depth);
    let early = if *drawn.depth.start() <= 1 { EARLY_LEAF } else { 0.0 };
    let irregular = Shape {
        min_branching: Some(*drawn.branching.start()),
        leaf_probability: Probability::try_from(early).unwrap_or_default(),
        ..full
    };
    match Generator::new(drawn.leaves, Ordering::Random, irregular) {
        Err(GeneratorError::NotFull { .. }) => Generator::new(drawn.leaves, Ordering::Random, full),
        made => made,
    }
    .map_err(JudgeError::new)
}

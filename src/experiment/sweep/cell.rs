//! A cell of the sweep's grid.

use crate::experiment::single::bytes_to_search;
use crate::generate::{Edges, Estimate, Generator, Leaves, Ordering, Probability, Shape};
use crate::search::catalogue::{Entry, LeafClass, Revisits};
use crate::search::{Algorithm, CutoffRule};
use crate::theory::{self, LeafValues};

use super::{Measure, Source};

/// Expectations for more integers than this take too long.
const MOST_INTEGERS: u32 = 100_000;
/// There is no expectation for larger trees.
const MOST_LEAVES: f64 = 1e100;

/// A distribution of trees, or a game, and an algorithm with a cutoff rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Where the trees come from.
    pub source: Source,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The cutoff rule.
    pub cutoff: CutoffRule,
}

impl Cell {
    /// Which leaves the algorithm evaluates.
    pub fn leaves(&self) -> LeafClass {
        self.algorithm.leaves()
    }

    /// Whether the trees must be in memory for the search, so that equal subtrees are found and visited nodes can be marked.
    pub(super) fn needs_memory(&self) -> bool {
        let Entry { has_table, revisits, .. } = *self.algorithm.entry();
        self.source.random().is_some() && (has_table || matches!(revisits, Revisits::Evaluating | Revisits::Recalling))
    }

    /// The memory of a run, in bytes: for the tree, twice while it grows, and for the search. 0 if the tree need not be in memory.
    pub(super) fn bytes(&self) -> u64 {
        let Some(generator) = self.source.random().filter(|_| self.needs_memory()) else { return 0 };
        let Estimate { nodes, bytes, .. } = generator.estimate();
        bytes_to_search(self.algorithm, nodes as u64).saturating_add(2 * bytes as u64)
    }

    /// The generator, if the trees are random and full.
    fn full(&self) -> Option<&Generator> {
        self.source.random().filter(|generator| generator.shape().is_full())
    }

    /// Whether the trees can have chance nodes, of which the theory knows no more than the number of leaves.
    fn has_chance(&self) -> bool {
        self.source.random().is_some_and(Generator::has_chance)
    }

    /// The same with the children in random order, if the trees are random.
    pub fn in_random_order(&self) -> Option<Cell> {
        let source = Source::Random(self.source.random()?.in_random_order());
        Some(Cell { source, ..self.clone() })
    }

    /// The number of leaves, if the trees are random and full; that of other trees differs from tree to tree.
    pub fn all_leaves(&self) -> Option<f64> {
        let shape = self.full()?.shape();
        Some(theory::leaves(shape.branching, shape.depth))
    }

    /// The smallest value of a measure that counts leaves on any full random tree of this size; `None` if it is not known.
    pub fn minimal(&self, measure: Measure) -> Option<f64> {
        let generator = self.full().filter(|_| measure.counts_leaves())?;
        let (shape, entry) = (generator.shape(), self.algorithm.entry());
        if measure == Measure::evaluations() && entry.repeats_evaluations() {
            // Without cutoffs the number is always the same; with cutoffs the minimum is not known.
            return entry.evaluations.map(|evaluations| evaluations(shape.branching, shape.depth));
        }
        if self.evaluates_nothing(shape) {
            return Some(0.0);
        }
        let minimal = match self.leaves() {
            LeafClass::All => return self.all_leaves(),
            _ if self.has_chance() => return None,
            LeafClass::WithoutDeepCutoffs => theory::minimal_shallow,
            LeafClass::AlphaBeta => theory::minimal,
            // A proof of a full tree takes as many leaves whatever they are worth.
            LeafClass::Minimal => return Some(theory::minimal(shape.branching, shape.depth)),
            LeafClass::WithinAlphaBeta | LeafClass::Other | LeafClass::Threshold => return None,
        };
        let distinct_values = match generator.leaves() {
            Leaves::Growth(Edges::Integers(low, high)) if low == high => Some(1),
            leaves => leaves.distinct_values(),
        };
        let is_attained = theory::is_minimum_attained(shape.branching, shape.depth, distinct_values, self.cutoff);
        is_attained.then(|| minimal(shape.branching, shape.depth))
    }

    /// Whether it is known that no leaf is evaluated: J plays no move if the root is a leaf.
    fn evaluates_nothing(&self, shape: Shape) -> bool {
        let evaluations = self.algorithm.entry().evaluations;
        evaluations.is_some_and(|evaluations| evaluations(shape.branching, shape.depth) == 0.0)
    }

    /// The exact expectation of a measure, if the theory provides it.
    pub fn expected(&self, measure: Measure) -> Option<f64> {
        let generator = self.full().filter(|_| self.all_leaves().is_some_and(|leaves| leaves <= MOST_LEAVES))?;
        let shape = generator.shape();
        let entry = self.algorithm.entry();
        match measure.id() {
            "evaluations" if let Some(evaluations) = entry.evaluations => {
                Some(evaluations(shape.branching, shape.depth))
            }
            "distinct_leaves" if self.evaluates_nothing(shape) => Some(0.0),
            "evaluations" if entry.repeats_evaluations() => None,
            "evaluations" | "distinct_leaves" => self.expected_leaves(generator, shape.depth),
            // The nodes of a level are the leaves of the tree down to that level, but their values have the same distribution only if
            // no two values are equal.
            "visited_nodes" if !self.leaves().prunes() || has_no_ties(generator) => {
                (0..=shape.depth).map(|depth| self.expected_leaves(generator, depth)).sum()
            }
            _ => None,
        }
    }

    /// Whether no two leaves have equal values and the order is random: the trees for which the theory knows the most.
    pub fn is_classical(&self) -> bool {
        !self.has_chance()
            && self.full().is_some_and(|generator| generator.ordering() == Ordering::Random && has_no_ties(generator))
    }

    fn expected_leaves(&self, generator: &Generator, depth: u32) -> Option<f64> {
        let branching = generator.shape().branching;
        let values = match generator.leaves() {
            Leaves::Continuous | Leaves::Permutation => Some(LeafValues::Continuous),
            Leaves::Integers(count) if count <= MOST_INTEGERS => Some(LeafValues::Integers(count)),
            Leaves::Integers(_) | Leaves::TwoValued(_) | Leaves::Growth(_) | Leaves::Dependent => None,
        };
        let always_best_first = |p: Probability| p.get() == 1.0 && has_no_ties(generator);
        match (self.leaves(), generator.ordering()) {
            (LeafClass::All, _) => Some(theory::leaves(branching, depth)),
            _ if generator.has_chance() => None,
            (LeafClass::Minimal, _) => Some(theory::minimal(branching, depth)),
            (LeafClass::WithoutDeepCutoffs, Ordering::BestFirst(p)) if always_best_first(p) => {
                Some(theory::minimal_shallow(branching, depth))
            }
            (LeafClass::AlphaBeta, Ordering::BestFirst(p)) if always_best_first(p) => {
                Some(theory::minimal(branching, depth))
            }
            (LeafClass::AlphaBeta, Ordering::Random) => {
                values.map(|values| theory::expected_alpha_beta(branching, depth, values, self.cutoff))
            }
            (LeafClass::WithoutDeepCutoffs, Ordering::Random) => {
                values.map(|values| theory::expected_shallow(branching, depth, values, self.cutoff))
            }
            _ => None,
        }
    }

    /// The estimated number of evaluations of a run on a tree with this many leaves, for the remaining time.
    pub(super) fn estimated_evaluations(&self, leaves: f64) -> f64 {
        let depth = f64::from(self.source.depth().max(1));
        let b = self.source.branching().map_or_else(|| leaves.powf(1.0 / depth), f64::from);
        // Pruning reduces the depth by about a quarter (Pearl, 1982); J has 2b − 1 branches where the tree has b.
        let share = if self.leaves().prunes() { 0.75 } else { 1.0 };
        let repeats = if self.algorithm.entry().revisits == Revisits::Replays {
            (2.0 * b - 1.0).ln() / b.ln().max(0.1)
        } else {
            1.0
        };
        (leaves.ln() * share * repeats).exp()
    }
}

fn has_no_ties(generator: &Generator) -> bool {
    matches!(generator.leaves(), Leaves::Continuous | Leaves::Permutation)
}

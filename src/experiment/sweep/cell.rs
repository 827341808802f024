//! A cell of the grid.

use crate::generate::{Generator, Leaves, Ordering};
use crate::search::{Algorithm, CutoffRule};
use crate::theory::{self, LeafValues};

use super::{Measure, Source};

/// Among more integers than these the expectation takes too long.
const MOST_INTEGERS: u32 = 100_000;
/// On larger trees nothing is expected.
const MOST_LEAVES: f64 = 1e100;

/// One law of trees, or a game, and one way to search it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Where the trees come from.
    pub source: Source,
    /// What searches them.
    pub algorithm: Algorithm,
    /// When to cut.
    pub cutoff: CutoffRule,
}

/// What a kind of algorithms looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Every leaf, once.
    Exhaustive,
    /// Every leaf, again and again: (2b − 1)^d − 1 evaluations.
    Repeating,
    /// The leaves that are left without deep cutoffs.
    Shallow,
    /// The leaves of alpha-beta.
    Deep,
    /// Those of them that are not below subtrees equal to earlier ones.
    Remembering,
}

impl Kind {
    /// The kind of an algorithm.
    pub fn of(algorithm: Algorithm) -> Kind {
        match algorithm {
            Algorithm::Minimax | Algorithm::LazyMinimax | Algorithm::SelectionGk | Algorithm::TailRecursive => {
                Kind::Exhaustive
            }
            Algorithm::SelectionJ => Kind::Repeating,
            Algorithm::LazyAlphaBeta => Kind::Shallow,
            Algorithm::LatticePruning
            | Algorithm::AlphaBeta
            | Algorithm::SelectionJAlphaBeta
            | Algorithm::SelectionGkAlphaBeta
            | Algorithm::TailRecursiveAlphaBeta
            | Algorithm::Threshold { .. }
            | Algorithm::Pipeline(_) => Kind::Deep,
            Algorithm::TailRecursiveMemo => Kind::Remembering,
        }
    }

    /// Whether it leaves anything out.
    pub fn prunes(self) -> bool {
        matches!(self, Kind::Shallow | Kind::Deep | Kind::Remembering)
    }
}

impl Cell {
    /// What its algorithm looks at.
    pub fn kind(&self) -> Kind {
        Kind::of(self.algorithm)
    }

    /// Whether its trees are searched in memory, where equal subtrees are known. Games know equal positions by themselves.
    pub(super) fn needs_memory(&self) -> bool {
        self.algorithm == Algorithm::TailRecursiveMemo && self.source.random().is_some()
    }

    /// The law of its trees where they are random and full.
    fn full(&self) -> Option<&Generator> {
        self.source.random().filter(|generator| generator.shape().is_full())
    }

    /// The number of leaves of a full random tree of this size; nobody knows that of a game.
    pub fn all_leaves(&self) -> Option<f64> {
        let shape = self.source.random()?.shape();
        Some(theory::leaves(shape.branching, shape.depth))
    }

    /// The fewest leaves that an algorithm of this kind needs on a full random tree of this size.
    pub fn minimal_leaves(&self) -> Option<f64> {
        let shape = self.full()?.shape();
        let minimal = match self.kind() {
            Kind::Exhaustive | Kind::Repeating => theory::leaves,
            Kind::Shallow => theory::minimal_shallow,
            Kind::Deep => theory::minimal,
            Kind::Remembering => return None,
        };
        Some(minimal(shape.branching, shape.depth))
    }

    /// The exact expectation of a measure, where the theory knows it.
    pub fn expected(&self, measure: Measure) -> Option<f64> {
        let generator = self.full().filter(|_| self.all_leaves().is_some_and(|leaves| leaves <= MOST_LEAVES))?;
        let shape = generator.shape();
        match (measure, self.algorithm) {
            (Measure::Evaluations, Algorithm::SelectionJ) => {
                Some((2.0 * f64::from(shape.branching) - 1.0).powi(shape.depth as i32) - 1.0)
            }
            (Measure::Evaluations, algorithm) if algorithm.repeats_evaluations() => None,
            (Measure::Evaluations | Measure::DistinctLeaves, _) => self.expected_leaves(generator, shape.depth),
            // The nodes of a level are the leaves of the tree down to there; but only where no two values are equal have they the
            // same law.
            (Measure::VisitedNodes, _) if !self.kind().prunes() || has_no_ties(generator) => {
                (0..=shape.depth).map(|depth| self.expected_leaves(generator, depth)).sum()
            }
            _ => None,
        }
    }

    /// Whether no two leaves have the same value, in random order: the law of which the theory knows the most.
    pub fn is_classical(&self) -> bool {
        self.full().is_some_and(|generator| generator.ordering() == Ordering::Random && has_no_ties(generator))
    }

    fn expected_leaves(&self, generator: &Generator, depth: u32) -> Option<f64> {
        let branching = generator.shape().branching;
        let values = match generator.leaves() {
            Leaves::Continuous | Leaves::Permutation => Some(LeafValues::Continuous),
            Leaves::Integers(count) if count <= MOST_INTEGERS => Some(LeafValues::Integers(count)),
            Leaves::Integers(_) | Leaves::TwoValued(_) | Leaves::Growth(_) | Leaves::Dependent => None,
        };
        match (self.kind(), generator.ordering()) {
            (Kind::Exhaustive | Kind::Repeating, _) => Some(theory::leaves(branching, depth)),
            (Kind::Remembering, _) => None,
            (_, Ordering::BestFirst(p)) if p.get() == 1.0 && has_no_ties(generator) => Some(match self.kind() {
                Kind::Shallow => theory::minimal_shallow(branching, depth),
                _ => theory::minimal(branching, depth),
            }),
            (Kind::Deep, Ordering::Random) => {
                values.map(|values| theory::expected_alpha_beta(branching, depth, values, self.cutoff))
            }
            (Kind::Shallow, Ordering::Random) => {
                values.map(|values| theory::expected_shallow(branching, depth, values, self.cutoff))
            }
            _ => None,
        }
    }

    /// About how many evaluations a run needs on a tree with so many leaves, for the time that is left.
    pub(super) fn estimated_evaluations(&self, leaves: f64) -> f64 {
        let depth = f64::from(self.source.depth().max(1));
        let b = self.source.branching().map_or_else(|| leaves.powf(1.0 / depth), f64::from);
        // Pruning takes away about a quarter of the depth (Pearl, 1982); J has 2b − 1 branches where the tree has b.
        let share = if self.kind().prunes() { 0.75 } else { 1.0 };
        let repeats = if self.algorithm.repeats_evaluations() { (2.0 * b - 1.0).ln() / b.ln().max(0.1) } else { 1.0 };
        (leaves.ln() * share * repeats).exp()
    }
}

fn has_no_ties(generator: &Generator) -> bool {
    matches!(generator.leaves(), Leaves::Continuous | Leaves::Permutation)
}

//! A run as a row of a table.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::super::{Memory, Resources, Seconds};
use super::{Cell, Ending, Run, Source, Start, Sweep};
use crate::generate::{Generator, Leaves, Ordering, Probability};
use crate::search::{Algorithm, Counts, CutoffRule, Effort, Extras, Laziness};

/// A run with the parameters of its cell. The first columns are part of the file format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    /// The distribution of the leaf values of a random tree.
    pub leaves: Option<Leaves>,
    /// The number of children of an inner node of a random tree.
    pub branching: Option<u32>,
    /// The depth of the tree.
    pub depth: u32,
    /// The seed of a random tree.
    pub seed: Option<u64>,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The cutoff rule.
    pub cutoff: CutoffRule,
    /// How it ended.
    pub outcome: RowOutcome,
    /// The value of the root, if the run finished.
    pub value: Option<String>,
    /// Evaluations.
    pub evaluations: u64,
    /// Leaves evaluated at least once.
    pub distinct_leaves: u64,
    /// Nodes entered at least once.
    pub visited_nodes: u64,
    /// Cutoffs by a bound that the parent set.
    pub shallow_cutoffs: u64,
    /// Cutoffs with a bound from further up.
    pub deep_cutoffs: u64,
    /// Cutoffs for another reason.
    pub other_cutoffs: u64,
    /// The median time.
    pub seconds: Option<f64>,
    /// The peak heap memory.
    pub peak_heap_bytes: Option<u64>,
    /// The peak call-stack memory.
    pub peak_stack_bytes: Option<u64>,
    /// The order of the children of a random tree.
    pub ordering: Option<Ordering>,
    /// The minimum number of children of an inner node, if it varies.
    pub min_branching: Option<u32>,
    /// The probability that a node above the last level of a random tree is a leaf.
    pub leaf_probability: Option<Probability>,
    /// The game, if it is not a random tree.
    pub game: Option<Start>,
    /// The shortest time.
    pub seconds_min: Option<f64>,
    /// Nodes built by a lazy search.
    pub nodes_built: Option<u64>,
    /// The largest number of those alive at a time.
    pub peak_nodes_alive: Option<u64>,
    /// Computed elements of its lists.
    pub thunks_forced: Option<u64>,
    /// How often a computed element was used again.
    pub thunks_reused: Option<u64>,
    /// Hits in the transposition table.
    pub table_hits: Option<u64>,
}

/// How a run ended, in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowOutcome {
    /// With a value.
    Finished,
    /// The budget was reached.
    Budget,
}

/// Why a row is not a run of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The row belongs to another sweep.
    #[error("this row does not belong to this sweep; remove it, or choose another folder")]
    NotInSweep,
    /// A number is missing or invalid.
    #[error("the value of this run cannot be read; remove the row to repeat the run")]
    Value,
}

/// The cells of a sweep by some of their parameters. Runs come in the order in which threads end them.
pub(super) struct CellsOf<'s> {
    sweep: &'s Sweep,
    cells: HashMap<Parameters, Vec<usize>>,
}

/// The algorithm, the cutoff rule, the depth and the branching.
type Parameters = (Algorithm, CutoffRule, u32, Option<u32>);

impl<'s> CellsOf<'s> {
    pub(super) fn new(sweep: &'s Sweep) -> CellsOf<'s> {
        let mut cells: HashMap<Parameters, Vec<usize>> = HashMap::new();
        for (index, Cell { source, algorithm, cutoff }) in sweep.cells().iter().enumerate() {
            cells.entry((*algorithm, *cutoff, source.depth(), source.branching())).or_default().push(index);
        }
        CellsOf { sweep, cells }
    }
}

impl RunRow {
    /// The row of a run.
    pub fn new(sweep: &Sweep, run: &Run) -> RunRow {
        let cell = &sweep.cells()[run.cell];
        let random = cell.source.random();
        let shape = random.map(Generator::shape);
        let (outcome, value) = match run.ending {
            Ending::Finished(value) => (RowOutcome::Finished, Some(value.to_string())),
            Ending::Budget => (RowOutcome::Budget, None),
        };
        let Effort { counts, extras } = run.effort;
        let Resources { seconds, memory } = run.resources;
        RunRow {
            leaves: random.map(Generator::leaves),
            branching: cell.source.branching(),
            depth: cell.source.depth(),
            seed: random.map(|_| sweep.seed(run.tree)),
            algorithm: cell.algorithm,
            cutoff: cell.cutoff,
            outcome,
            value,
            evaluations: counts.evaluations,
            distinct_leaves: counts.distinct_leaves,
            visited_nodes: counts.visited_nodes,
            shallow_cutoffs: counts.shallow_cutoffs,
            deep_cutoffs: counts.deep_cutoffs,
            other_cutoffs: counts.other_cutoffs,
            seconds: seconds.map(|seconds| seconds.median),
            peak_heap_bytes: memory.and_then(|memory| memory.heap),
            peak_stack_bytes: memory.map(|memory| memory.stack),
            ordering: random.map(Generator::ordering),
            min_branching: shape.and_then(|shape| shape.min_branching),
            leaf_probability: shape.map(|shape| shape.leaf_probability),
            game: cell.source.game().map(|played| played.start.clone()),
            seconds_min: seconds.map(|seconds| seconds.min),
            nodes_built: extras.laziness.map(|laziness| laziness.nodes_built),
            peak_nodes_alive: extras.laziness.map(|laziness| laziness.peak_nodes_alive),
            thunks_forced: extras.laziness.map(|laziness| laziness.thunks_forced),
            thunks_reused: extras.laziness.map(|laziness| laziness.thunks_reused),
            table_hits: extras.table_hits,
        }
    }

    /// The run of a row.
    pub(super) fn run(&self, CellsOf { sweep, cells }: &CellsOf<'_>) -> Result<Run, RowError> {
        let alike = cells.get(&(self.algorithm, self.cutoff, self.depth, self.branching)).into_iter().flatten();
        let cell = alike.copied().find(|&cell| self.is_from(&sweep.cells()[cell].source));
        let cell = cell.ok_or(RowError::NotInSweep)?;
        let tree = self.seed.map_or(Some(0), |seed| seed.checked_sub(sweep.seed(0)));
        let trees = u64::from(sweep.cells()[cell].source.trees(sweep.spec().trees));
        let tree = tree.filter(|&tree| tree < trees).ok_or(RowError::NotInSweep)? as u32;
        let ending = match (self.outcome, &self.value) {
            (RowOutcome::Finished, Some(value)) => Ending::Finished(value.parse().map_err(|_| RowError::Value)?),
            (RowOutcome::Budget, None) => Ending::Budget,
            _ => return Err(RowError::Value),
        };
        let counts = Counts {
            evaluations: self.evaluations,
            distinct_leaves: self.distinct_leaves,
            visited_nodes: self.visited_nodes,
            shallow_cutoffs: self.shallow_cutoffs,
            deep_cutoffs: self.deep_cutoffs,
            other_cutoffs: self.other_cutoffs,
        };
        let seconds = self.seconds.zip(self.seconds_min).map(|(median, min)| Seconds { min, median });
        let memory = self.peak_stack_bytes.map(|stack| Memory { heap: self.peak_heap_bytes, stack });
        let extras = Extras { laziness: self.laziness(), table_hits: self.table_hits, static_values: None };
        let (effort, resources) = (Effort { counts, extras }, Resources { seconds, memory });
        Ok(Run { cell, tree, ending, effort, resources })
    }

    /// Whether a source of the same depth and branching is that of the row.
    fn is_from(&self, source: &Source) -> bool {
        match source {
            Source::Game(played) => self.game.as_ref() == Some(&played.start),
            Source::Random(generator) => {
                let shape = generator.shape();
                self.seed.is_some()
                    && (self.leaves, self.ordering) == (Some(generator.leaves()), Some(generator.ordering()))
                    && (self.min_branching, self.leaf_probability)
                        == (shape.min_branching, Some(shape.leaf_probability))
            }
        }
    }

    fn laziness(&self) -> Option<Laziness> {
        Some(Laziness {
            nodes_built: self.nodes_built?,
            peak_nodes_alive: self.peak_nodes_alive?,
            thunks_forced: self.thunks_forced?,
            thunks_reused: self.thunks_reused?,
        })
    }
}

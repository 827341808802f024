//! The plan of a sweep: which runs belong to it, when a cell has enough trees, and how much work is left.

use super::super::Resources;
use super::{Cell, Games, Measure, Played, Results, Run, Source, Spec, SpecError, Statistics};
use crate::format;
use crate::memory::{self, Shortage};
use crate::progress::Progress;
use crate::search::{Budget, Limits, NEEDS_PLAYERS_ALONE};

/// Trees of a cell before the stopping rule is first checked.
const FIRST_BATCH: u32 = 50;

/// A grid of cells, ready to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    spec: Spec,
    cells: Vec<Cell>,
    /// For each cell, the index of the first one with the same source; cells with the same source are adjacent.
    first: Vec<usize>,
    /// For each cell, the estimated number of leaves of a tree.
    leaves: Vec<f64>,
}

impl Spec {
    /// Checks the description and makes the grid. Cells are in the order of leaves, ordering, branching, depth, algorithm and cutoff rule,
    /// random trees before games.
    pub fn sweep(self) -> Result<Sweep, SpecError> {
        self.check()?;
        let mut sources = Vec::new();
        if let Some(random) = &self.random {
            sources.extend(random.generators()?.into_iter().map(Source::Random));
        }
        for Games { from, depth } in &self.games {
            sources.extend(depth.iter().map(|depth| Source::Game(Played { start: from.clone(), depth })));
        }
        let mut cells = Vec::new();
        for source in sources {
            for &algorithm in &self.algorithm {
                for &cutoff in &self.cutoff {
                    cells.push(Cell { source: source.clone(), algorithm, cutoff });
                }
            }
        }
        if let Some(cell) = cells.iter().find(|cell| cell.needs_memory() && !cell.source.can_be_measured()) {
            let message = format!(
                "{} searches trees in memory, which can have at most 100,000,000 nodes; choose a smaller depth or branching",
                cell.algorithm
            );
            return Err(SpecError::new(&[], message));
        }
        let chancy = cells.iter().filter(|cell| cell.source.has_chance());
        if let Some(cell) = chancy.clone().find(|cell| !cell.algorithm.entry().takes_chance) {
            let message = format!(
                "not applicable: {} {NEEDS_PLAYERS_ALONE}; choose expectiminimax, star1 or star2, or leave out chance",
                cell.algorithm
            );
            return Err(SpecError::new(&["algorithm"], message));
        }
        if let Some([low, high]) = self.bounds {
            if chancy.clone().next().is_none() {
                let message = "bounds are for trees with chance nodes; add chance, or leave them out";
                return Err(SpecError::new(&["bounds"], message));
            }
            let ranges = chancy.filter_map(|cell| cell.source.random()?.value_range());
            if let Some([least, most]) = { ranges }.find(|&[least, most]| least < low || high < most) {
                let message = format!(
                    "leaves can lie between {least} and {most}, outside the bounds {low}..{high}; choose wider bounds, or leave them out"
                );
                return Err(SpecError::new(&["bounds"], message));
            }
        }
        if let Some(view) = self.chart.iter().find(|view| !cells.iter().any(|cell| view.has_place(cell))) {
            return Err(SpecError::EmptyChart(view.measure));
        }
        Ok(Sweep::new(self, cells))
    }
}

impl Sweep {
    fn new(spec: Spec, cells: Vec<Cell>) -> Sweep {
        let (mut first, mut leaves) = (Vec::with_capacity(cells.len()), Vec::with_capacity(cells.len()));
        for (index, cell) in cells.iter().enumerate() {
            let before = index.checked_sub(1).filter(|&before| cells[before].source == cell.source);
            first.push(before.map_or(index, |before| first[before]));
            leaves.push(before.map_or_else(|| cell.source.estimated_leaves(), |before| leaves[before]));
        }
        Sweep { spec, cells, first, leaves }
    }

    /// The description of the sweep.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The cells; a run refers to its cell by its index in this list.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The first cell with the same source as a cell.
    pub(super) fn first_with_source(&self, cell: usize) -> usize {
        self.first[cell]
    }

    /// The seed of a random tree.
    pub fn seed(&self, tree: u32) -> u64 {
        self.spec.seed + u64::from(tree)
    }

    /// Refuses a sweep whose largest tree would not fit in memory, if trees must be there for an algorithm or for measuring time and
    /// memory. If fewer fit than there are threads, some threads wait.
    pub fn room(&self) -> Result<(), Shortage> {
        let to_measure = |cell: &Cell| match cell.source.random() {
            Some(generator) if self.is_measured() && cell.source.can_be_measured() => generator.estimate().bytes as u64,
            _ => 0,
        };
        let most = self.cells.iter().map(|cell| cell.bytes().max(to_measure(cell))).max();
        memory::room_for(most.unwrap_or_default())
    }

    /// Whether time or memory is measured too.
    pub(super) fn is_measured(&self) -> bool {
        self.spec.time || self.spec.memory
    }

    /// Whether all runs of the sweep are present.
    pub fn is_complete(&self, results: &Results) -> bool {
        (0..self.cells.len()).all(|cell| self.is_cell_complete(cell, results))
    }

    /// Whether every run is there that belongs to a cell.
    pub fn is_cell_complete(&self, cell: usize, results: &Results) -> bool {
        let is_measured = |run: &Run| !self.is_to_be_measured(run) || !self.lacks_measures(run);
        let trees = self.trees_of(cell, results);
        self.belonging(cell, 0..trees).all(|tree| results.get(cell, tree).is_some_and(is_measured))
    }

    /// How many of its runs the sweep has, in words, such as `90,758 of 105,000 runs`.
    pub fn extent(&self, runs: u64) -> String {
        let of_cell =
            |(index, cell): (usize, &Cell)| self.belonging(index, 0..cell.source.trees(self.spec.trees)).count();
        let most: usize = self.cells.iter().enumerate().map(of_cell).sum();
        let up_to = if self.spec.standard_error.is_some() { "up to " } else { "" };
        let unmeasured = if runs == most as u64 && self.is_measured() { ", not all of them measured" } else { "" };
        format!("{} of {up_to}{}{unmeasured}", format::grouped(runs), format::count(most as u64, "run", "runs"))
    }

    /// A sentence for a sweep without all of its runs, such as `Incomplete: has 90,758 of 105,000 runs.`
    pub fn incomplete(&self, results: &Results) -> Option<String> {
        let extent = || self.extent(results.runs().len() as u64);
        (!self.is_complete(results)).then(|| format!("Incomplete: has {}.", extent()))
    }

    /// In how many cells all trees were not enough for the requested standard error.
    pub fn imprecise(&self, results: &Results) -> u64 {
        let Spec { standard_error, trees, .. } = self.spec;
        let has_all = |cell: usize| results.of_cell(cell).count() as u64 == u64::from(trees);
        let is_imprecise = |(index, cell): &(usize, &Cell)| {
            cell.source.random().is_some() && has_all(*index) && !self.is_precise(*index, trees, results)
        };
        if standard_error.is_none() { 0 } else { self.cells.iter().enumerate().filter(is_imprecise).count() as u64 }
    }

    /// The number of trees of a cell to search, according to the results so far.
    fn trees_of(&self, cell: usize, results: &Results) -> u32 {
        let mut trees = 0;
        while let Some(batch) = self.batch_after(cell, trees) {
            if trees > 0 && self.is_precise(cell, trees, results) {
                break;
            }
            trees = batch;
            if self.belonging(cell, 0..trees).any(|tree| results.get(cell, tree).is_none()) {
                break;
            }
        }
        trees
    }

    /// The trees of this shard in the batch that starts at `trees`.
    pub(super) fn next_batch(&self, cell: usize, trees: u32) -> impl Iterator<Item = u32> + '_ {
        self.belonging(cell, trees..self.batch_after(cell, trees).unwrap_or(trees))
    }

    /// End of the batch that starts at `trees`; batches grow. `None` if there are no more.
    pub(super) fn batch_after(&self, cell: usize, trees: u32) -> Option<u32> {
        let wanted = self.cells[cell].source.trees(self.spec.trees);
        let end = match self.spec.standard_error {
            None => wanted,
            Some(_) => trees.saturating_add(FIRST_BATCH.max(trees / 4)).min(wanted),
        };
        (trees < end).then_some(end)
    }

    pub(super) fn is_precise(&self, cell: usize, trees: u32, results: &Results) -> bool {
        let Some(wanted) = self.spec.standard_error else { return false };
        let runs = results.of_cell(cell).take_while(|run| run.tree < trees);
        let evaluations: Vec<f64> = runs.filter_map(|run| run.measure(Measure::evaluations())).collect();
        Statistics::of(&evaluations).is_some_and(|s| s.standard_error.is_some_and(|error| error <= wanted * s.mean))
    }

    /// The trees of a range that belong to this shard. If the number of trees depends on the results, a shard has whole
    /// cells.
    fn belonging(&self, cell: usize, trees: std::ops::Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let by_cell = self.spec.standard_error.is_some();
        trees.filter(move |&tree| {
            let index = if by_cell { cell as u64 } else { u64::from(tree) };
            self.spec.shard.is_none_or(|shard| shard.has(index))
        })
    }

    pub(super) fn limits<'p>(&self, cell: usize, progress: &'p Progress) -> Limits<'p> {
        let Cell { source, cutoff, .. } = &self.cells[cell];
        // Those of the distribution, also for trees in memory, which would know those of their own leaves.
        let of_leaves = || source.random().filter(|generator| generator.has_chance())?.value_range();
        let bounds = self.spec.bounds.or_else(of_leaves);
        Limits { budget: self.budget(cell), bounds, ..Limits::new(progress).cutoff(*cutoff) }
    }

    fn budget(&self, cell: usize) -> Budget {
        // The number of leaves of a game is not known exactly enough for a budget.
        let random = self.cells[cell].source.random();
        self.spec.budget.resolve(random.map(|generator| generator.estimate().leaves as u64))
    }

    /// Whether a run has not been measured although it should be.
    pub(super) fn lacks_measures(&self, run: &Run) -> bool {
        let Resources { seconds, memory } = run.resources;
        self.spec.time && seconds.is_none() || self.spec.memory && memory.is_none()
    }

    pub(super) fn is_to_be_measured(&self, run: &Run) -> bool {
        run.tree < self.spec.measured_trees && self.cells[run.cell].source.can_be_measured()
    }

    /// The share of a run in the total work, in evaluations.
    pub(super) fn work(&self, cell: usize) -> u64 {
        let evaluations = self.cells[cell].estimated_evaluations(self.leaves[cell]);
        (evaluations as u64).min(self.budget(cell).most(None).unwrap_or(u64::MAX)).max(1)
    }

    /// The same for measuring a run.
    pub(super) fn measuring_work(&self, cell: usize) -> u64 {
        let timed = if self.spec.time { self.spec.repeat } else { 0 };
        let runs = u64::from(timed + u32::from(self.spec.memory));
        // On a tree in memory, a run takes about a third of the time that counting takes.
        runs.saturating_mul(self.work(cell).div_ceil(3))
    }

    pub(super) fn total_work(&self) -> u64 {
        let mut total: u64 = 0;
        for (index, Cell { source, .. }) in self.cells.iter().enumerate() {
            let trees = source.trees(self.spec.trees);
            let measured = if source.can_be_measured() { self.spec.measured_trees.min(trees) } else { 0 };
            let count = |trees: u32| self.belonging(index, 0..trees).count() as u64;
            total = total.saturating_add(count(trees).saturating_mul(self.work(index)));
            total = total.saturating_add(count(measured).saturating_mul(self.measuring_work(index)));
        }
        total
    }
}

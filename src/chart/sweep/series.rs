//! The measurements of a chart: a mean for each cell, in the unit of the chart's scale.

use super::Facet;
use crate::chart::{Mean, Series};
use crate::experiment::sweep::{Cell, Ending, Ratio, Run, Scale};
use crate::sorting;

impl Facet<'_> {
    /// A series for each algorithm, or for several with the same numbers.
    pub(super) fn series(&self) -> Vec<Series> {
        let mut all: Vec<Series> = Vec::new();
        for &algorithm in &self.sweep.spec().algorithm {
            let mut points: Vec<(f64, Option<Mean>)> = Vec::new();
            let mut runs = Vec::new();
            for (number, cell) in self.cells().filter(|(_, cell)| cell.algorithm == algorithm) {
                points.extend(self.against.coordinate(cell).map(|x| (x, self.mean(x, number, cell))));
                if self.view.points {
                    runs.extend(self.dots(number, cell));
                }
            }
            sorting::sort_by(&mut points, |a, b| a.0.total_cmp(&b.0));
            let means = with_gaps(&points);
            if means.is_empty() {
                continue;
            }
            match all.iter_mut().find(|series| are_same(&series.means, &means) && series.runs == runs) {
                Some(same) => same.algorithms.push(algorithm),
                None => all.push(Series { algorithms: vec![algorithm], means, runs }),
            }
        }
        all
    }

    fn mean(&self, x: f64, number: usize, cell: &Cell) -> Option<Mean> {
        let pairs: Vec<_> = self.sample(number, cell).into_iter().map(|(_, pair)| pair).collect();
        let found = Ratio::of(&pairs)?;
        let (low, high) = found.interval();
        let scaled = |number| self.scaled(cell, number);
        let unit = self.units(number, cell);
        let is_cut = |run: &Run| run.ending == Ending::Budget && unit(run.tree).is_some();
        let is_stopped = self.results.stopped(number) > 0 && self.results.of_cell(number).any(is_cut);
        Some(Mean {
            x,
            y: scaled(found.ratio)?,
            band: (scaled(low)?, scaled(high)?),
            is_stopped,
            follows_gap: false,
            cell: number,
        })
    }

    /// A dot for each run, on a scale of ratios that of its own tree.
    fn dots(&self, number: usize, cell: &Cell) -> Vec<(f64, f64)> {
        let Some(x) = self.against.coordinate(cell) else { return Vec::new() };
        let ratios = self.sample(number, cell).into_iter().map(|(_, (y, unit))| y / unit);
        let dot = |ratio| self.scaled(cell, ratio).map(|y| (x, y));
        ratios.filter(|ratio| ratio.is_finite()).filter_map(dot).collect()
    }

    /// The trees of a cell in their order, each with the measure of its run and the unit in which the scale of the chart expresses it;
    /// without trees for which one of them is not known.
    pub(super) fn sample(&self, number: usize, cell: &Cell) -> Vec<(u32, (f64, f64))> {
        let unit = self.units(number, cell);
        let measured = |run: &Run| Some((run.tree, (run.measure(self.view.measure)?, unit(run.tree)?)));
        self.results.of_cell(number).filter_map(measured).collect()
    }

    /// The unit of each tree of a cell on the scale of the chart.
    pub(super) fn units<'f>(&'f self, number: usize, cell: &Cell) -> Box<dyn Fn(u32) -> Option<f64> + 'f> {
        match self.view.scale {
            Scale::Absolute | Scale::BranchingFactor => Box::new(|_| Some(1.0)),
            Scale::Share => {
                let leaves = self.sweep.leaf_counts(number, self.results);
                Box::new(move |tree| leaves.of_tree(tree))
            }
            Scale::Ratio(algorithm) => {
                let reference = Cell { algorithm, ..cell.clone() };
                let reference = self.sweep.cells().iter().position(|cell| *cell == reference);
                // What a stopped run would have needed is not known.
                let finished =
                    move |tree| self.results.get(reference?, tree).filter(|run| run.ending != Ending::Budget);
                Box::new(move |tree| finished(tree)?.measure(self.view.measure))
            }
        }
    }

    /// A number in its unit on the scale of the chart.
    pub(super) fn scaled(&self, cell: &Cell, number: f64) -> Option<f64> {
        let depth = cell.source.depth();
        match self.view.scale {
            Scale::Absolute | Scale::Share | Scale::Ratio(_) => Some(number),
            Scale::BranchingFactor => (depth > 0).then(|| number.powf(1.0 / f64::from(depth))),
        }
    }
}

/// The means that there are, each with whether one is missing before it.
fn with_gaps(means: &[(f64, Option<Mean>)]) -> Vec<Mean> {
    let mut found: Vec<Mean> = Vec::new();
    let mut is_missing = false;
    for (_, mean) in means {
        if let Some(mean) = *mean {
            found.push(Mean { follows_gap: is_missing && !found.is_empty(), ..mean });
        }
        is_missing = mean.is_none();
    }
    found
}

/// Whether two series show the same, whatever their cells.
fn are_same(some: &[Mean], others: &[Mean]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(a, b)| Mean { cell: b.cell, ..*a } == *b)
}

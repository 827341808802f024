//! The curves of the theory in a chart.

use super::Facet;
use crate::chart::{Curve, Theory};
use crate::experiment::sweep::{Against, Cell, Measure, Scale};
use crate::search::catalogue::LeafClass;
use crate::sorting;
use crate::theory;

impl Facet<'_> {
    /// The theory for these cells, each curve once.
    pub(super) fn curves(&self) -> Vec<Curve> {
        let mut curves: Vec<Curve> = Vec::new();
        for (_, cell) in self.cells() {
            let Some(x) = self.against.coordinate(cell) else { continue };
            for (kind, number) in self.theory(cell) {
                match curves.iter_mut().find(|curve| curve.kind == kind) {
                    None => curves.push(Curve { kind, points: vec![(x, number)] }),
                    Some(curve) if curve.points.iter().all(|point| point.0 != x) => curve.points.push((x, number)),
                    Some(_) => {}
                }
            }
        }
        for curve in &mut curves {
            sorting::sort_by(&mut curve.points, |a, b| a.0.total_cmp(&b.0));
        }
        curves
    }

    fn theory(&self, cell: &Cell) -> Vec<(Theory, f64)> {
        let measure = self.view.measure;
        if matches!(self.view.scale, Scale::Ratio(_)) {
            return Vec::new();
        }
        let leaves = cell.leaves();
        let expected = match cell.algorithm.entry().evaluations {
            Some(_) if measure == Measure::evaluations() => Theory::Repeated,
            _ => Theory::Expected(leaves),
        };
        let mut said: Vec<(Theory, f64)> = Vec::new();
        // Theory covers random and best-first order only, so orders between them have no curve.
        if !matches!(self.against, Against::Ordering | Against::Error) || !leaves.prunes() {
            said.extend(cell.expected(measure).map(|number| (expected, number)));
        } else if let Some(cell) = cell.in_random_order() {
            said.extend(cell.expected(measure).map(|number| (Theory::RandomOrder(leaves), number)));
        }
        // A minimal tree is its own minimum.
        if leaves.prunes() && leaves != LeafClass::Minimal {
            said.extend(cell.minimal(measure).map(|number| (Theory::Minimal(leaves), number)));
        }
        if measure.counts_leaves() {
            said.extend(cell.all_leaves().map(|leaves| (Theory::Expected(LeafClass::All), leaves)));
        }
        let unit = if self.view.scale == Scale::Share { cell.all_leaves() } else { Some(1.0) };
        let scale = |(kind, number): (Theory, f64)| Some((kind, self.scaled(cell, number / unit?)?));
        let mut scaled: Vec<(Theory, f64)> = said.into_iter().filter_map(scale).collect();
        if self.view.scale == Scale::BranchingFactor
            && measure.counts_leaves()
            && let Some(branching) = cell.source.branching().filter(|_| cell.is_classical())
        {
            match leaves {
                LeafClass::AlphaBeta => scaled.push((Theory::Growth(leaves), theory::growth_alpha_beta(branching))),
                LeafClass::WithoutDeepCutoffs => {
                    scaled.push((Theory::Growth(leaves), theory::growth_shallow(branching)));
                }
                LeafClass::All
                | LeafClass::WithinAlphaBeta
                | LeafClass::Other
                | LeafClass::Minimal
                | LeafClass::Threshold => {}
            }
        }
        scaled
    }
}

//! Makes the charts of a sweep: one for each view and each combination of the parameters that are not on an axis.

mod curves;
mod facets;
mod series;
mod words;

use std::collections::HashSet;

use self::facets::{axes, facets, varying};
use super::{Axis, Chart, Numbering};
use crate::experiment::sweep::{Against, Cell, Results, Scale, Sweep, View};

/// Above this ratio of the largest to the smallest number the axis is logarithmic.
const FAR_APART: f64 = 20.0;

/// The charts in the spec of a sweep, without empty ones.
pub fn of_sweep(sweep: &Sweep, results: &Results) -> Vec<Chart> {
    let spec = sweep.spec().to_toml().unwrap_or_default();
    let incomplete = sweep.incomplete(results);
    let incomplete = incomplete.as_deref();
    let mut charts: Vec<Chart> = Vec::new();
    for view in &sweep.spec().views() {
        for is_random in [true, false] {
            for against in axes(sweep, view, is_random) {
                let varying = varying(sweep, against);
                for indices in facets(sweep, view, is_random, against) {
                    let chart = Facet { sweep, results, view, against, varying, indices, incomplete }.chart();
                    if !chart.series.is_empty() {
                        charts.push(Chart { spec: spec.clone(), ..chart });
                    }
                }
            }
        }
    }
    tell_apart(&mut charts);
    charts
}

/// The cells of one chart.
struct Facet<'s> {
    sweep: &'s Sweep,
    results: &'s Results,
    view: &'s View,
    against: Against,
    /// Which of the [`Traits`](facets::Traits) vary within the sweep.
    varying: [bool; 5],
    /// The cells, by their indices in the sweep.
    indices: Vec<usize>,
    /// A sentence if the sweep lacks runs.
    incomplete: Option<&'s str>,
}

impl Facet<'_> {
    fn chart(&self) -> Chart {
        let series = self.series();
        let curves = self.curves();
        let means = series.iter().flat_map(|series| &series.means);
        let (xs, mut ys): (Vec<f64>, Vec<f64>) = means.map(|mean| (mean.x, mean.y)).unzip();
        ys.extend(curves.iter().flat_map(|curve| &curve.points).map(|point| point.1));
        let is_log = !self.view.linear && self.view.scale != Scale::BranchingFactor && are_far_apart(&ys);
        let y = Axis { title: self.y_title(), is_log, numbers: self.y_numbers() };
        let x_is_log = self.against == Against::Values && are_far_apart(&xs);
        let x = Axis {
            title: self.against.title().into(),
            is_log: x_is_log,
            numbers: match self.against {
                Against::Depth | Against::Branching => Numbering::Whole,
                Against::Ordering | Against::Error | Against::Values => Numbering::Plain,
            },
        };
        Chart {
            name: self.name(),
            title: self.title(),
            caption: self.caption(&series, is_log),
            x,
            y,
            series,
            curves,
            spec: String::new(),
            view: self.view.clone(),
        }
    }

    /// The cells, each with its index in the sweep.
    fn cells(&self) -> impl Iterator<Item = (usize, &Cell)> {
        self.indices.iter().map(|&index| (index, &self.sweep.cells()[index]))
    }
}

/// Numbers charts of the same name, so that every chart has its own file.
fn tell_apart(charts: &mut [Chart]) {
    let mut taken = HashSet::new();
    for chart in charts {
        let (name, mut number) = (chart.name.clone(), 1);
        while !taken.insert(chart.name.clone()) {
            number += 1;
            chart.name = format!("{name}-{number}");
        }
    }
}

/// Whether numbers are so far apart that an axis for them is logarithmic.
pub(crate) fn are_far_apart(numbers: &[f64]) -> bool {
    let positive = || numbers.iter().copied().filter(|&number| number > 0.0);
    positive().fold(0.0, f64::max) > FAR_APART * positive().fold(f64::INFINITY, f64::min)
}

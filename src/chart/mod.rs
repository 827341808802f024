//! Charts of sweeps, as pictures (SVG, PNG, PDF), as numbers (CSV) and as LaTeX (pgfplots).
//!
//! A [`Chart`] is data: axes, a series for each algorithm, and curves of the theory. [`of_sweep`] makes the charts of a sweep;
//! [`CHART_FORMATS`] has one entry for each file format. Pictures contain the whole spec of the sweep, and [`spec_of`]
//! reads it back.

mod carried;
mod draw;
mod formats;
mod layout;
mod page;
mod present;
pub mod report;
mod style;
mod sweep;
mod ticks;

pub use carried::{ChartError, shown_in, spec_of};
#[cfg(feature = "window")]
pub(crate) use draw::even;
pub use formats::{CHART_FORMATS, ChartFiles, ChartFormat, Heeds, csv, latex, pdf, png, svg};
pub use page::{Page, PageSize, PageSizeError};
pub use present::{PresentError, present, presented};
pub use report::{drawn, imprecise_cells};
pub use style::{CurveLook, Dash, Look, Mark, curve_look, look, looks, pattern};
#[cfg(feature = "window")]
pub(crate) use style::{corners, strokes};
#[cfg(feature = "window")]
pub(crate) use sweep::are_far_apart;
pub use sweep::of_sweep;

use crate::experiment::sweep::View;
use crate::search::Algorithm;
use crate::search::catalogue::LeafClass;
use crate::sorting;

/// A chart, ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name of the file, without its extension.
    pub name: String,
    /// The title.
    pub title: String,
    /// The sample, the seeds, and how to read the chart.
    pub caption: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The measurements.
    pub series: Vec<Series>,
    /// The curves of the theory.
    pub curves: Vec<Curve>,
    /// The spec of the sweep, as in its file.
    pub spec: String,
    /// The view of the sweep to which the chart belongs.
    pub view: View,
}

impl Chart {
    /// The series with their looks in the order of their right ends, the highest first, as legends list them.
    pub(crate) fn top_down(&self) -> Vec<(&Series, Look)> {
        let mut series: Vec<(&Series, Look)> = self.series.iter().zip(looks(self)).collect();
        let end = |series: &Series| series.means.last().map_or(f64::NEG_INFINITY, |mean| mean.y);
        sorting::sort_by(&mut series, |(one, _), (other, _)| end(other).total_cmp(&end(one)));
        series
    }
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The title, with the unit.
    pub title: String,
    /// Whether the axis is logarithmic.
    pub is_log: bool,
    /// How numbers are written on it.
    pub numbers: Numbering,
}

/// How numbers are written on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Whole numbers, each of them.
    Whole,
    /// Numbers, with the prefixes k, M and so on from a thousand.
    Plain,
    /// Times.
    Seconds,
    /// Shares in percent.
    Percent,
}

/// The measurements of one algorithm, or of several with equal measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The means, from left to right.
    pub means: Vec<Mean>,
    /// All runs, if they are drawn.
    pub runs: Vec<(f64, f64)>,
}

impl Series {
    /// The means without a gap between them, part by part.
    pub fn parts(&self) -> impl Iterator<Item = &[Mean]> {
        self.means.chunk_by(|_, next| !next.follows_gap)
    }

    /// The text in the legend.
    pub fn name(&self) -> String {
        Algorithm::titles(&self.algorithms)
    }

    /// Whether some of its means are 0, but not all.
    fn is_partly_zero(&self) -> bool {
        let zeros = self.means.iter().filter(|mean| mean.y <= 0.0).count();
        (1..self.means.len()).contains(&zeros)
    }

    /// A note for the legend if the axis cannot show the series.
    pub fn remark(&self, y: &Axis) -> &'static str {
        if y.is_log && self.means.iter().all(|mean| mean.y <= 0.0) { " (always 0)" } else { "" }
    }
}

/// A mean on a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The horizontal coordinate.
    pub x: f64,
    /// The mean.
    pub y: f64,
    /// The confidence band.
    pub band: (f64, f64),
    /// Whether some runs hit the budget, so that the mean is too small.
    pub is_stopped: bool,
    /// Whether a point is missing between this one and the one to its left, so that no line joins them.
    pub follows_gap: bool,
    /// The index of the cell in the sweep; of several algorithms that share the series, that of the first.
    pub cell: usize,
}

/// Where means stand on a chart.
fn points(means: &[Mean]) -> Vec<(f64, f64)> {
    means.iter().map(|mean| (mean.x, mean.y)).collect()
}

/// A curve of the theory.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What the curve shows.
    pub kind: Theory,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// The kinds of theory curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// The exact number of evaluations of an algorithm that evaluates leaves repeatedly.
    Repeated,
    /// The exact expectation for algorithms with these leaves.
    Expected(LeafClass),
    /// The same with the children in random order, where the order is on the axis.
    RandomOrder(LeafClass),
    /// The minimum number of leaves for such algorithms.
    Minimal(LeafClass),
    /// The asymptotic growth factor of the expectation per level.
    Growth(LeafClass),
}

impl Theory {
    /// Which leaves the algorithms evaluate to which it applies; `None` for those that evaluate leaves repeatedly.
    fn leaves(self) -> Option<LeafClass> {
        match self {
            Theory::Repeated => None,
            Theory::Expected(leaves)
            | Theory::RandomOrder(leaves)
            | Theory::Minimal(leaves)
            | Theory::Growth(leaves) => Some(leaves),
        }
    }

    /// The text in the legend.
    pub fn name(self) -> &'static str {
        match self {
            Theory::Repeated => "Theory: (2b − 1)ᵈ − 1",
            Theory::Expected(LeafClass::Minimal) | Theory::RandomOrder(LeafClass::Minimal) => {
                "Theory: the minimal tree"
            }
            Theory::Expected(LeafClass::All) => "Theory: the whole tree",
            Theory::Expected(LeafClass::WithoutDeepCutoffs) => "Theory: expected, shallow cutoffs",
            Theory::Expected(_) => "Theory: expected, alpha-beta",
            Theory::RandomOrder(LeafClass::WithoutDeepCutoffs) => "Theory: expected in random order, shallow cutoffs",
            Theory::RandomOrder(_) => "Theory: expected in random order, alpha-beta",
            Theory::Minimal(LeafClass::WithoutDeepCutoffs) => "Theory: minimum, shallow cutoffs",
            Theory::Minimal(_) => "Theory: minimum, alpha-beta",
            Theory::Growth(LeafClass::WithoutDeepCutoffs) => "Theory: growth per level, shallow cutoffs",
            Theory::Growth(_) => "Theory: growth per level, alpha-beta",
        }
    }
}

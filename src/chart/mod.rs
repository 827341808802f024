//! Charts of sweeps, as pictures (SVG, PNG, PDF), as numbers (CSV) and as LaTeX (pgfplots).
//!
//! A [`Chart`] is data: axes, a series for each algorithm, curves of the theory. [`of_sweep`] makes the charts that a sweep asks
//! for; [`CHART_FORMATS`] has an entry for each format that one is written in. The pictures carry the whole spec of the sweep, and [`spec_of`]
//! takes it out again.

mod carried;
mod draw;
mod formats;
mod layout;
mod present;
pub mod report;
mod style;
mod sweep;
mod ticks;

pub use carried::{ChartError, spec_of};
pub use formats::{CHART_FORMATS, ChartFiles, ChartFormat, Resolution, csv, latex, pdf, png, svg};
pub use present::{PresentError, present, presented};
pub use report::drawn;
pub use style::{CurveLook, Look, Mark, curve_look, look};
pub use sweep::of_sweep;

use crate::search::Algorithm;
use crate::search::catalogue::LeafClass;

/// A chart, ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name for a file, without an ending.
    pub name: String,
    /// What is shown.
    pub title: String,
    /// Of what, from which seeds, and how to read it.
    pub caption: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What was measured.
    pub series: Vec<Series>,
    /// What the theory says.
    pub curves: Vec<Curve>,
    /// The spec of the sweep, as in its file.
    pub spec: String,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What stands beside it, with the unit.
    pub title: String,
    /// Whether equal steps are equal ratios.
    pub is_log: bool,
    /// How numbers are written on it.
    pub numbers: Numbering,
}

/// How numbers are written on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Whole numbers, each of them.
    Whole,
    /// Numbers, from a thousand on with the prefixes k, M and so on.
    Plain,
    /// Times.
    Seconds,
    /// Shares in percent.
    Percent,
}

/// What was measured of one algorithm, or of several of which the same was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Whose it is.
    pub algorithms: Vec<Algorithm>,
    /// The means, from left to right.
    pub means: Vec<Mean>,
    /// All runs, where they are to be seen.
    pub runs: Vec<(f64, f64)>,
}

impl Series {
    /// What the legend says.
    pub fn name(&self) -> String {
        let titles: Vec<_> = self.algorithms.iter().map(|algorithm| algorithm.title()).collect();
        titles.join(", ")
    }

    /// What the legend adds where the axis cannot show the series.
    pub fn remark(&self, y: &Axis) -> &'static str {
        if y.is_log && self.means.iter().all(|mean| mean.y <= 0.0) { " (always 0)" } else { "" }
    }
}

/// A mean on a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// Where it stands.
    pub x: f64,
    /// The mean.
    pub y: f64,
    /// The confidence band.
    pub band: (f64, f64),
    /// Whether some of its runs stopped at their budget, so that it is too small.
    pub is_stopped: bool,
}

/// A curve of the theory.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it says, and of which algorithms.
    pub kind: Theory,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// What a curve of the theory says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// The exact evaluations of an algorithm that evaluates every leaf again and again.
    Repeated,
    /// The exact expectation for algorithms that evaluate such leaves.
    Expected(LeafClass),
    /// The fewest leaves that such algorithms need.
    Minimal(LeafClass),
    /// By what the expectation grows per level in the long run.
    Growth(LeafClass),
}

impl Theory {
    /// What the legend says.
    pub fn name(self) -> &'static str {
        match self {
            Theory::Repeated => "Theory: (2b − 1)^d − 1",
            Theory::Expected(LeafClass::All) => "Theory: the whole tree",
            Theory::Expected(LeafClass::WithoutDeepCutoffs) => "Theory: expected, shallow cutoffs",
            Theory::Expected(_) => "Theory: expected, alpha-beta",
            Theory::Minimal(LeafClass::WithoutDeepCutoffs) => "Theory: minimal, shallow cutoffs",
            Theory::Minimal(_) => "Theory: minimal, alpha-beta",
            Theory::Growth(LeafClass::WithoutDeepCutoffs) => "Theory: growth per level, shallow cutoffs",
            Theory::Growth(_) => "Theory: growth per level, alpha-beta",
        }
    }
}

//! Colours and marks that are easy to tell apart, also in print and for colour-blind readers.
//!
//! Algorithms of one family share a colour and differ in mark and dash. Algorithms that prune have filled marks, the others hollow marks.
//! Curves of the theory have no marks; they are dashed lines in the colour of an algorithm to which they apply.

use plotters::style::RGBColor;

use super::{Chart, Theory};
use crate::search::Algorithm;
use crate::search::catalogue::{self, LeafClass};
pub use crate::search::catalogue::{Dash, Mark};

pub(super) const INK: RGBColor = RGBColor(30, 30, 30);
pub(super) const GRID: RGBColor = RGBColor(225, 225, 225);
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);

/// The look of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The colour of its line and marks.
    pub colour: RGBColor,
    /// The shape of its marks.
    pub mark: Mark,
    /// Whether marks are filled.
    pub is_filled: bool,
    /// How its line is broken.
    pub dash: Dash,
}

/// The look of an algorithm on every chart.
pub fn look(algorithm: Algorithm) -> Look {
    let catalogue::Look { colour: [red, green, blue], mark, dash } = algorithm.entry().look;
    Look { colour: RGBColor(red, green, blue), mark, is_filled: algorithm.leaves().prunes(), dash }
}

/// The looks of the series of a chart, all different: an algorithm that is there with several settings has the next mark each time.
pub fn looks(chart: &Chart) -> Vec<Look> {
    let mut looks: Vec<Look> = Vec::new();
    for series in &chart.series {
        let mut look = look(series.algorithms.first().copied().unwrap_or(Algorithm::MINIMAX));
        let own = Mark::ALL.iter().position(|mark| *mark == look.mark).unwrap_or_default();
        for &mark in Mark::ALL[own..].iter().chain(&Mark::ALL[..own]) {
            look.mark = mark;
            if !looks.contains(&look) {
                break;
            }
        }
        looks.push(look);
    }
    looks
}

/// The lengths in points of the strokes of a line and of the gaps between them, in turn; empty if it is not broken.
pub fn pattern(dash: Dash) -> &'static [i32] {
    match dash {
        Dash::Solid => &[],
        Dash::Long => &[11, 4],
        Dash::Short => &[5, 3],
        Dash::DashDot => &[9, 3, 2, 3],
        Dash::Dotted => &[2, 3],
    }
}

/// The corners of a mark, to the right and down, in radii; empty for a circle.
pub(crate) fn corners(mark: Mark) -> &'static [(f64, f64)] {
    match mark {
        Mark::Circle => &[],
        Mark::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        Mark::Diamond => &[(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)],
        Mark::Up => &[(0.0, -1.4), (1.3, 0.9), (-1.3, 0.9)],
        Mark::Down => &[(0.0, 1.4), (1.3, -0.9), (-1.3, -0.9)],
        Mark::Tall => &[(-0.6, -1.4), (0.6, -1.4), (0.6, 1.4), (-0.6, 1.4)],
        Mark::Wide => &[(-1.4, -0.6), (1.4, -0.6), (1.4, 0.6), (-1.4, 0.6)],
        Mark::Cross => &CROSS,
        Mark::Plus => &PLUS,
    }
}

/// The corners of an upright cross, and of a slanted one.
const PLUS: [(f64, f64); 12] = [
    (-0.45, -1.4),
    (0.45, -1.4),
    (0.45, -0.45),
    (1.4, -0.45),
    (1.4, 0.45),
    (0.45, 0.45),
    (0.45, 1.4),
    (-0.45, 1.4),
    (-0.45, 0.45),
    (-1.4, 0.45),
    (-1.4, -0.45),
    (-0.45, -0.45),
];
const CROSS: [(f64, f64); 12] = [
    (0.0, -0.64),
    (0.67, -1.3),
    (1.3, -0.67),
    (0.64, 0.0),
    (1.3, 0.67),
    (0.67, 1.3),
    (0.0, 0.64),
    (-0.67, 1.3),
    (-1.3, 0.67),
    (-0.64, 0.0),
    (-1.3, -0.67),
    (-0.67, -1.3),
];

/// The strokes of a broken line: the parts of a path that are drawn, by the lengths of [`pattern`] in units of this length.
pub(crate) fn strokes(path: &[(f64, f64)], pattern: &[i32], unit: f64) -> Vec<Vec<(f64, f64)>> {
    let Some(&first) = pattern.first() else { return vec![path.to_vec()] };
    let (mut strokes, mut stroke) = (Vec::new(), Vec::from_iter(path.first().copied()));
    let (mut index, mut left) = (0, f64::from(first) * unit);
    for ends in path.windows(2) {
        let (mut from, to) = (ends[0], ends[1]);
        let mut rest = (to.0 - from.0).hypot(to.1 - from.1);
        while rest > left {
            let share = left / rest;
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            stroke.push(from);
            let is_drawn = index % 2 == 0;
            if is_drawn {
                strokes.push(std::mem::take(&mut stroke));
            } else {
                stroke = vec![from];
            }
            rest -= left;
            index = (index + 1) % pattern.len();
            left = f64::from(pattern[index]) * unit;
        }
        left -= rest;
        stroke.push(to);
    }
    if index % 2 == 0 {
        strokes.push(stroke);
    }
    strokes
}

/// The look of a curve of the theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveLook {
    /// The colour of the line: that of an algorithm it applies to, if possible one on the chart.
    pub colour: RGBColor,
    /// Whether the line is wide and pale, so that it shows below a measurement that agrees with it, and does not hide its strokes.
    pub is_wide: bool,
    /// The lengths in points of a dash and of the gap after it: dashes for expectations, dots for minima, and long dashes for asymptotic
    /// growth; longer dashes where two curves on a chart would look the same.
    pub pattern: [i32; 2],
}

impl CurveLook {
    /// How much of the line hides what is behind it, at most 1.
    pub fn opacity(&self) -> f64 {
        if self.is_wide { 0.5 } else { 1.0 }
    }
}

/// The look of a curve of the theory on a chart, which no other curve on it has.
pub fn curve_look(chart: &Chart, theory: Theory) -> CurveLook {
    let mut looks: Vec<CurveLook> = Vec::new();
    for kind in chart.curves.iter().map(|curve| curve.kind).take_while(|kind| *kind != theory).chain([theory]) {
        let mut look = own_look(chart, kind);
        while looks.contains(&look) {
            look.pattern[0] *= 2;
        }
        looks.push(look);
    }
    looks[looks.len() - 1]
}

/// The look of a curve if it is the only one.
fn own_look(chart: &Chart, theory: Theory) -> CurveLook {
    let (is_wide, pattern) = match theory {
        Theory::Repeated | Theory::Expected(_) | Theory::RandomOrder(_) => (true, [6, 6]),
        Theory::Minimal(_) => (false, [2, 3]),
        Theory::Growth(_) => (false, [14, 4]),
    };
    let applies = |algorithm: &Algorithm| match theory.leaves() {
        None => algorithm.entry().evaluations.is_some(),
        // Evaluations that are repeated do not follow the theory of leaves.
        Some(leaves) => algorithm.leaves() == leaves && !algorithm.entry().repeats_evaluations(),
    };
    let on_chart = chart.series.iter().find(|series| series.algorithms.iter().any(applies));
    let algorithm = on_chart.map_or_else(|| example(theory), |series| series.algorithms[0]);
    CurveLook { colour: look(algorithm).colour, is_wide, pattern }
}

/// An algorithm to which a curve applies.
fn example(theory: Theory) -> Algorithm {
    match theory.leaves() {
        None => Algorithm::SELECTION_J,
        Some(LeafClass::All) => Algorithm::MINIMAX,
        Some(LeafClass::Minimal) => Algorithm::MINIMAL_TREE,
        Some(LeafClass::WithoutDeepCutoffs) => Algorithm::LAZY_ALPHA_BETA,
        Some(LeafClass::AlphaBeta | LeafClass::WithinAlphaBeta | LeafClass::Other | LeafClass::Threshold) => {
            Algorithm::ALPHA_BETA
        }
    }
}

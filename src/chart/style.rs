//! Colours and marks that are easy to tell apart, also in print and for colour-blind readers.
//!
//! Colours are those of Okabe & Ito, *Color Universal Design* (2008), two of them darkened for contrast with paper, and a grey and a brown. Algorithms of one family share a colour and a mark. Algorithms that
//! prune have filled marks, the others hollow marks. Measurements are solid lines, curves of the theory dashed lines of the same colour.

use plotters::style::RGBColor;

use super::{Chart, Theory};
use crate::search::Algorithm;
pub use crate::search::catalogue::Mark;
use crate::search::catalogue::{self, LeafClass};

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
}

/// The look of an algorithm on every chart.
pub fn look(algorithm: Algorithm) -> Look {
    let catalogue::Look { colour: [red, green, blue], mark } = algorithm.entry().look;
    Look { colour: RGBColor(red, green, blue), mark, is_filled: algorithm.leaves().prunes() }
}

/// The look of a curve of the theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveLook {
    /// The colour of the line: that of an algorithm it applies to, if possible one on the chart.
    pub colour: RGBColor,
    /// Whether the line is wide, so that it shows below a measurement that agrees with it.
    pub is_wide: bool,
    /// The length of a dash in points: dashes for expectations, dots for minima, and long dashes for asymptotic growth; longer where two
    /// curves on a chart would look the same.
    pub stroke: i32,
    /// The gap between two dashes in points.
    pub gap: i32,
}

/// The look of a curve of the theory on a chart, which no other curve on it has.
pub fn curve_look(chart: &Chart, theory: Theory) -> CurveLook {
    let mut looks: Vec<CurveLook> = Vec::new();
    for kind in chart.curves.iter().map(|curve| curve.kind).take_while(|kind| *kind != theory).chain([theory]) {
        let mut look = own_look(chart, kind);
        while looks.contains(&look) {
            look.stroke *= 2;
        }
        looks.push(look);
    }
    looks[looks.len() - 1]
}

/// The look of a curve if it is the only one.
fn own_look(chart: &Chart, theory: Theory) -> CurveLook {
    let (is_wide, stroke, gap) = match theory {
        Theory::Repeated | Theory::Expected(_) | Theory::RandomOrder(_) => (true, 6, 6),
        Theory::Minimal(_) => (false, 2, 3),
        Theory::Growth(_) => (false, 14, 4),
    };
    let applies = |algorithm: &Algorithm| match theory {
        Theory::Repeated => algorithm.entry().evaluations.is_some(),
        // Evaluations that are repeated do not follow the theory of leaves.
        Theory::Expected(leaves) | Theory::RandomOrder(leaves) | Theory::Minimal(leaves) | Theory::Growth(leaves) => {
            algorithm.leaves() == leaves && !algorithm.entry().repeats_evaluations()
        }
    };
    let on_chart = chart.series.iter().find(|series| series.algorithms.iter().any(applies));
    let algorithm = on_chart.map_or_else(|| example(theory), |series| series.algorithms[0]);
    CurveLook { colour: look(algorithm).colour, is_wide, stroke, gap }
}

/// An algorithm to which a curve applies.
fn example(theory: Theory) -> Algorithm {
    match theory {
        Theory::Repeated => Algorithm::SELECTION_J,
        Theory::Expected(leaves) | Theory::RandomOrder(leaves) | Theory::Minimal(leaves) | Theory::Growth(leaves) => {
            match leaves {
                LeafClass::All => Algorithm::MINIMAX,
                LeafClass::Minimal => Algorithm::MINIMAL_TREE,
                LeafClass::WithoutDeepCutoffs => Algorithm::LAZY_ALPHA_BETA,
                LeafClass::AlphaBeta | LeafClass::WithinAlphaBeta | LeafClass::Other | LeafClass::Threshold => {
                    Algorithm::ALPHA_BETA
                }
            }
        }
    }
}

//! Colours and marks that everybody can tell apart, also in print.
//!
//! Colours are those of Okabe & Ito, *Color Universal Design* (2008). Algorithms of one family share a colour and a mark; what prunes
//! has a filled mark and a solid line, what does not a hollow mark and a broken line.

use plotters::style::RGBColor;

use super::Theory;
use crate::search::Algorithm;
pub use crate::search::catalogue::Mark;
use crate::search::catalogue::{self, LeafClass};

pub(super) const INK: RGBColor = RGBColor(30, 30, 30);
pub(super) const GRID: RGBColor = RGBColor(225, 225, 225);
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);

/// How a series looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Of lines and marks.
    pub colour: RGBColor,
    /// The shape of its marks.
    pub mark: Mark,
    /// Whether marks are filled and lines solid.
    pub is_filled: bool,
}

/// How an algorithm looks on every chart.
pub fn look(algorithm: Algorithm) -> Look {
    let catalogue::Look { colour: [red, green, blue], mark } = algorithm.entry().look;
    Look { colour: RGBColor(red, green, blue), mark, is_filled: algorithm.leaves().prunes() }
}

/// How a curve of the theory looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveLook {
    /// The colour of the line: that of an algorithm it applies to.
    pub colour: RGBColor,
    /// The length of a stroke in points. Expectations have strokes, minima dots, and growth in the long run long strokes.
    pub stroke: i32,
    /// The gap between two strokes in points.
    pub gap: i32,
}

/// How a curve of the theory looks on every chart.
pub fn curve_look(theory: Theory) -> CurveLook {
    let (algorithm, (stroke, gap)) = match theory {
        Theory::Repeated => (Algorithm::SELECTION_J, (6, 3)),
        Theory::Expected(leaves) => (example(leaves), (6, 3)),
        Theory::Minimal(leaves) => (example(leaves), (2, 3)),
        Theory::Growth(leaves) => (example(leaves), (14, 4)),
    };
    CurveLook { colour: look(algorithm).colour, stroke, gap }
}

/// An algorithm that evaluates these leaves.
fn example(leaves: LeafClass) -> Algorithm {
    match leaves {
        LeafClass::All => Algorithm::MINIMAX,
        LeafClass::WithoutDeepCutoffs => Algorithm::LAZY_ALPHA_BETA,
        LeafClass::AlphaBeta | LeafClass::WithinAlphaBeta | LeafClass::Threshold => Algorithm::LATTICE_PRUNING,
    }
}

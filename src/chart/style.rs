//! Colours and marks that are easy to tell apart, also in print and for colour-blind readers.
//!
//! Colours are those of Okabe & Ito, *Color Universal Design* (2008). Algorithms of one family share a colour and a mark. Algorithms that
//! prune have filled marks and solid lines, the others hollow marks and dashed lines.

use plotters::style::RGBColor;

use super::Theory;
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
    /// Whether marks are filled and lines solid.
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
    /// The colour of the line: that of an algorithm it applies to.
    pub colour: RGBColor,
    /// The length of a dash in points: dashes for expectations, dots for minima, and long dashes for asymptotic growth.
    pub stroke: i32,
    /// The gap between two dashes in points.
    pub gap: i32,
}

/// The look of a curve of the theory on every chart.
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

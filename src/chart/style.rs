//! Colours and marks that are told apart by everybody, in print too.
//!
//! Colours are those of Okabe & Ito, *Color Universal Design* (2008). Algorithms of one family share a colour and a mark; what prunes
//! has a filled mark and a solid line, what does not a hollow mark and a broken line.

use plotters::style::RGBColor;

use super::Theory;
use crate::experiment::sweep::Kind;
use crate::search::Algorithm;

pub(super) const INK: RGBColor = RGBColor(30, 30, 30);
pub(super) const GRID: RGBColor = RGBColor(225, 225, 225);
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);

/// The shape of a mark.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Tall,
}

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
    let (colour, mark) = match algorithm {
        Algorithm::Minimax => (RGBColor(0, 0, 0), Mark::Circle),
        Algorithm::AlphaBeta => (RGBColor(230, 159, 0), Mark::Circle),
        Algorithm::LatticePruning => (RGBColor(0, 114, 178), Mark::Square),
        Algorithm::LazyMinimax | Algorithm::LazyAlphaBeta => (RGBColor(0, 158, 115), Mark::Up),
        Algorithm::SelectionJ | Algorithm::SelectionJAlphaBeta => (RGBColor(213, 94, 0), Mark::Diamond),
        Algorithm::SelectionGk | Algorithm::SelectionGkAlphaBeta => (RGBColor(204, 121, 167), Mark::Down),
        Algorithm::TailRecursive | Algorithm::TailRecursiveAlphaBeta => (RGBColor(86, 180, 233), Mark::Tall),
        Algorithm::TailRecursiveMemo => (RGBColor(86, 180, 233), Mark::Square),
        // A sweep has neither threshold tests nor pipelines.
        Algorithm::Threshold { .. } | Algorithm::Pipeline(_) => (INK, Mark::Circle),
    };
    Look { colour, mark, is_filled: Kind::of(algorithm).prunes() }
}

/// How a curve of the theory looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveLook {
    /// Of the line: that of an algorithm of which it speaks.
    pub colour: RGBColor,
    /// The length of a stroke in points. Expectations have strokes, minima dots, and growth in the long run long strokes.
    pub stroke: i32,
    /// The gap between two strokes in points.
    pub gap: i32,
}

/// How a curve of the theory looks on every chart.
pub fn curve_look(theory: Theory) -> CurveLook {
    let (kind, (stroke, gap)) = match theory {
        Theory::Expected(kind) => (kind, (6, 3)),
        Theory::Minimal(kind) => (kind, (2, 3)),
        Theory::Growth(kind) => (kind, (14, 4)),
    };
    let algorithm = match kind {
        Kind::Exhaustive => Algorithm::Minimax,
        Kind::Repeating => Algorithm::SelectionJ,
        Kind::Shallow => Algorithm::LazyAlphaBeta,
        Kind::Deep | Kind::Remembering => Algorithm::LatticePruning,
    };
    CurveLook { colour: look(algorithm).colour, stroke, gap }
}

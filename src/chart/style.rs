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
        // A sweep has no threshold tests.
        Algorithm::Threshold { .. } => (INK, Mark::Circle),
    };
    Look { colour, mark, is_filled: Kind::of(algorithm).prunes() }
}

/// The lengths of the strokes and of the gaps between them of a curve of the theory, in points.
pub fn dash(theory: Theory) -> (i32, i32) {
    match theory {
        Theory::Expected(Kind::Exhaustive | Kind::Repeating) => (1, 3),
        Theory::Expected(Kind::Shallow) => (4, 2),
        Theory::Expected(Kind::Deep | Kind::Remembering) => (8, 3),
        Theory::Minimal(Kind::Shallow) => (2, 2),
        Theory::Minimal(_) => (2, 5),
        Theory::Growth(Kind::Shallow) => (12, 2),
        Theory::Growth(_) => (12, 6),
    }
}

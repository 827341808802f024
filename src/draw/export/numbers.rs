//! Shared by the formats: lengths, dashes, areas, and the number of shapes on a page.

use std::fmt;

use crate::draw::page::{Page, Sheet};
use crate::draw::{Fill, Hatch, Pattern, Pos2, Shape};
use crate::sorting;

/// A length with at most two digits after the point.
#[derive(Clone, Copy)]
pub(super) struct Length(pub(super) f32);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (f64::from(self.0) * 100.0).round() as i64;
        let (sign, rest) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
        match (rest / 100, rest % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
            (whole, part) => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// The number of shapes of a page in a file: each area of a row of cells is one.
pub(super) fn shapes(page: &Page) -> usize {
    let mut shapes = 0;
    for (_, shape) in &page.picture.shapes {
        shapes += if let Shape::Cells(cells) = shape { cells.areas(page.palette).len() } else { 1 };
    }
    shapes
}

/// The number of nodes and folds that figures show.
pub(super) fn nodes(sheet: &Sheet<'_>) -> usize {
    let mut nodes = 0;
    for panel in &sheet.panels {
        nodes += panel.figure.tree().len();
        for fold in panel.figure.shown.folds.as_slice() {
            nodes -= fold.nodes.len() - 1;
        }
    }
    nodes
}

/// The lengths of dashes and gaps on a line of a page; `None` if it is solid.
pub(super) fn dashes_on(page: &Page, pattern: Pattern, [a, b]: [Pos2; 2]) -> Option<[Length; 2]> {
    let [on, off] = pattern.dashes_on(a.distance(b) / page.unit)?;
    Some([Length(on * page.unit), Length(off * page.unit)])
}

/// The lengths of dashes and gaps in an outline; `None` if it is solid.
pub(super) fn dashes_around(page: &Page, pattern: Pattern) -> Option<[Length; 2]> {
    let [on, off] = pattern.dashes()?;
    Some([Length(on * page.unit), Length(off * page.unit)])
}

/// The hatchings used on a page, in order.
pub(super) fn hatches(page: &Page) -> Vec<Hatch> {
    let mut hatches = Vec::new();
    let mut add = |fill: Fill| {
        if let Fill::Hatched(hatch) = fill {
            sorting::insert(&mut hatches, hatch);
        }
    };
    for (_, shape) in &page.picture.shapes {
        match shape {
            Shape::Polygon { fill: Some(ink), .. } | Shape::Circle { fill: Some(ink), .. } => {
                add(page.palette.fill(*ink));
            }
            Shape::Cells(cells) => {
                for (_, fill) in cells.areas(page.palette) {
                    add(fill);
                }
            }
            _ => {}
        }
    }
    hatches
}

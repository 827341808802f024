//! Shared by the formats: lengths, dashes, areas, and the number of shapes on a page.

use std::fmt;

use crate::draw::page::{Page, Sheet};
use crate::draw::{Figure, Fill, Hatch, Pattern, Pos2, Shape};
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
    let count = |shape: &Shape| if let Shape::Cells(cells) = shape { cells.areas(page.palette).len() } else { 1 };
    page.picture.shapes.iter().map(|(_, shape)| count(shape)).sum()
}

/// The number of nodes and folds that figures show.
pub(super) fn nodes(sheet: &Sheet<'_>) -> usize {
    let folded =
        |figure: &Figure<'_>| figure.shown.folds.as_slice().iter().map(|fold| fold.nodes.len() - 1).sum::<usize>();
    sheet.panels.iter().map(|panel| panel.figure.tree().len() - folded(&panel.figure)).sum()
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

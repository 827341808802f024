//! A chart as PDF, which contains the spec of its sweep.

use super::super::{Chart, ChartError};
use super::svg::picture;
use super::with_about;
use crate::render;

/// A chart as a PDF of one page, 6 inches wide.
pub fn pdf(chart: &Chart) -> Result<Vec<u8>, ChartError> {
    let picture = picture(chart)?;
    Ok(with_about(chart, |about| render::pdf(&picture, about))?)
}

//! A chart as PDF, which contains the spec of its sweep.

use super::super::{Chart, ChartError, Page};
use super::svg::picture;
use super::with_about;
use crate::render;

/// A chart as a PDF of one page.
pub fn pdf(chart: &Chart, page: &Page) -> Result<Vec<u8>, ChartError> {
    let picture = picture(chart, page)?;
    Ok(with_about(chart, |about| render::pdf(&picture, about))?)
}

//! A chart as PNG, which contains the spec of its sweep.

use super::super::{Chart, ChartError, Page};
use super::svg::picture;
use super::with_about;
use crate::render;

/// A chart as PNG.
pub fn png(chart: &Chart, page: &Page) -> Result<Vec<u8>, ChartError> {
    let picture = picture(chart, page)?;
    Ok(with_about(chart, |about| render::png(&picture, page.dpi, about))?)
}

//! A page as PNG, from its SVG.

use super::{ExportError, svg};
use crate::draw::page::Page;
use crate::render::{self, About};

/// A picture at a number of dots per inch.
pub(super) fn png(page: &Page, dpi: u32) -> Result<Vec<u8>, ExportError> {
    // Before the picture is read, which takes longer.
    render::fits_png([page.size.x, page.size.y], dpi)?;
    Ok(render::png(&svg(page), dpi, &About { title: &page.title, texts: &[] })?)
}

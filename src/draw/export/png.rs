//! A page as PNG, from its SVG.

use super::{ExportError, svg};
use crate::draw::page::Page;
use crate::render::{self, About};

/// A picture at a number of dots per inch.
pub(super) fn png(page: &Page, dpi: u32) -> Result<Vec<u8>, ExportError> {
    Ok(render::png(&svg(page), dpi, &About { title: &page.title, texts: &[] })?)
}

//! A page as PDF, from its SVG.

use super::{ExportError, svg};
use crate::draw::page::Page;
use crate::render::{self, About};

/// A PDF page of the size of the picture, with the font embedded.
pub(super) fn pdf(page: &Page) -> Result<Vec<u8>, ExportError> {
    Ok(render::pdf(&svg(page), &About { title: &page.title, texts: &[] })?)
}

//! What is chosen in the dialogs that export drawings and charts.

use crate::chart::{CHART_FORMATS, ChartFormat, Heeds, Page, PageSize, PageSizeError};
use crate::draw::export::{PICTURE_FORMATS, PictureFormat, USUAL_DPI};
use crate::draw::page::Style;

/// What is exported, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureRequest {
    /// Whether to export all panes side by side, or only the marked one.
    pub(crate) all: bool,
    /// Whether to export the visible part, or the whole tree.
    pub(crate) seen: bool,
    /// The format, as an index of [`PICTURE_FORMATS`].
    pub(crate) format: usize,
    pub(crate) style: Style,
    pub(crate) dpi: u32,
}

impl PictureRequest {
    /// The format.
    pub(crate) fn format(&self) -> &'static PictureFormat {
        &PICTURE_FORMATS[self.format.min(PICTURE_FORMATS.len() - 1)]
    }
}

impl Default for PictureRequest {
    fn default() -> PictureRequest {
        PictureRequest { all: false, seen: false, format: 0, style: Style::default(), dpi: USUAL_DPI }
    }
}

/// The settings of an exported chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartRequest {
    /// The format, as an index of [`CHART_FORMATS`].
    pub(crate) format: usize,
    /// The width in millimetres; `None` for the usual one.
    pub(crate) width: Option<f64>,
    /// The size of texts in points; `None` for one in proportion to the width.
    pub(crate) font_size: Option<f64>,
    pub(crate) dpi: u32,
    pub(crate) has_title: bool,
    pub(crate) has_legend: bool,
    pub(crate) has_caption: bool,
}

impl ChartRequest {
    /// The format.
    pub(crate) fn format(&self) -> &'static ChartFormat {
        &CHART_FORMATS[self.format.min(CHART_FORMATS.len() - 1)]
    }

    /// The page.
    ///
    /// # Errors
    ///
    /// If the texts do not fit into the width.
    pub(crate) fn page(&self) -> Result<Page, PageSizeError> {
        let heeds = self.format().heeds;
        let width = self.width.filter(|_| heeds >= Heeds::Frame);
        let font_size = self.font_size.filter(|_| heeds >= Heeds::Texts);
        let ChartRequest { dpi, has_title, has_legend, has_caption, .. } = *self;
        Ok(Page { size: PageSize::of(width, font_size)?, dpi, has_title, has_legend, has_caption })
    }
}

impl Default for ChartRequest {
    fn default() -> ChartRequest {
        let Page { dpi, has_title, has_legend, has_caption, .. } = Page::default();
        ChartRequest { format: 0, width: None, font_size: None, dpi, has_title, has_legend, has_caption }
    }
}

//! The page of a chart: its size in print, and what is written on it.

use super::layout::TEXT;

/// The page of a chart: its size, and what is written around the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Page {
    /// The size in print; `None` for 6 inches, or 12 cm in LaTeX, whose text is usually that wide.
    pub size: Option<PageSize>,
    /// Dots per inch of a PNG.
    pub dpi: u32,
    /// Whether it has a title.
    pub has_title: bool,
    /// Whether it has a legend.
    pub has_legend: bool,
    /// Whether it has a caption.
    pub has_caption: bool,
}

/// The page of the charts of a sweep.
impl Default for Page {
    fn default() -> Page {
        Page { size: None, dpi: 300, has_title: true, has_legend: true, has_caption: true }
    }
}

impl Page {
    /// The usual page with PNGs of a resolution in dots per inch.
    pub fn of_dpi(dpi: u32) -> Page {
        Page { dpi, ..Page::default() }
    }

    /// The size of a picture.
    pub(super) fn picture_size(&self) -> PageSize {
        self.size.unwrap_or_default()
    }
}

/// The size of a chart in print: a width for which its texts are not too large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageSize {
    /// In millimetres.
    width: f64,
    /// In points.
    font_size: f64,
}

/// The texts of a chart would not fit.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("texts of {font_size} points do not fit into a chart {width} mm wide; choose {}", self.remedy())]
pub struct PageSizeError {
    width: f64,
    font_size: f64,
}

/// The width of the charts of a sweep in millimetres: 6 inches.
const USUAL_WIDTH: f64 = 152.4;
/// Their width in multiples of the font size. Printed as wide as a column of 85 mm, they have texts of 6.4 points.
const USUAL_EMS: f64 = 37.5;
/// The smallest width in multiples of the font size, in which the titles and labels of all axes fit.
const LEAST_WIDTH: f64 = 28.0;
/// The smallest font size that can be read, in points.
const LEAST_POINTS: f64 = 3.0;
/// Points, 1/72 inch, per millimetre.
const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// The height of the part with the axes as a share of the width.
const HEIGHT: f64 = 0.55;

impl PageSizeError {
    fn remedy(&self) -> String {
        let points = (self.width / LEAST_WIDTH * POINTS_PER_MM * 10.0).floor() / 10.0;
        let width = (self.font_size * LEAST_WIDTH / POINTS_PER_MM).ceil();
        let smaller = if points >= LEAST_POINTS { format!("at most {points:.1} points, or ") } else { String::new() };
        format!("{smaller}at least {width:.0} mm")
    }
}

impl Default for PageSize {
    fn default() -> PageSize {
        PageSize { width: USUAL_WIDTH, font_size: usual_font_size(USUAL_WIDTH) }
    }
}

impl PageSize {
    /// A width in millimetres, and the size in points of the texts beside the axes and in the legend; by default in proportion to the width.
    /// The title is slightly larger, the caption slightly smaller.
    ///
    /// # Errors
    ///
    /// If texts of this size do not fit, or if one of the numbers is not positive and finite.
    pub fn new(width: f64, font_size: Option<f64>) -> Result<PageSize, PageSizeError> {
        let font_size = font_size.unwrap_or_else(|| usual_font_size(width));
        let is_possible = width.is_finite() && font_size > 0.0;
        if is_possible && width * POINTS_PER_MM >= font_size * LEAST_WIDTH {
            return Ok(PageSize { width, font_size });
        }
        Err(PageSizeError { width, font_size })
    }

    /// The size for a width and a font size of which one or both may be given; `None` if neither is.
    ///
    /// # Errors
    ///
    /// As of [`new`](PageSize::new).
    pub fn of(width: Option<f64>, font_size: Option<f64>) -> Result<Option<PageSize>, PageSizeError> {
        let is_given = width.is_some() || font_size.is_some();
        is_given.then(|| PageSize::new(width.unwrap_or(USUAL_WIDTH), font_size)).transpose()
    }

    /// The width in millimetres.
    pub fn width(self) -> f64 {
        self.width
    }

    /// The width in pixels.
    pub(super) fn dots(self) -> i32 {
        (self.width * POINTS_PER_MM / self.font_size * f64::from(TEXT)).round() as i32
    }

    /// The height of the part with the axes, in pixels.
    pub(super) fn plot_height(self) -> i32 {
        (f64::from(self.dots()) * HEIGHT).round() as i32
    }
}

/// The font size in points of a chart of a width in millimetres with the proportions of the charts of a sweep.
fn usual_font_size(width: f64) -> f64 {
    width * POINTS_PER_MM / USUAL_EMS
}

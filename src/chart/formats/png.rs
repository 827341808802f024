//! A chart as PNG, which contains the spec of its sweep.

use super::super::{Chart, ChartError};
use super::svg::picture;
use super::with_about;
use crate::render;

/// The resolution of a PNG. A chart is 6 inches wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Resolution {
    /// 100 dots per inch, for a screen.
    #[value(name = "100")]
    Dpi100,
    /// 150 dots per inch.
    #[value(name = "150")]
    Dpi150,
    /// 300 dots per inch, for print.
    #[default]
    #[value(name = "300")]
    Dpi300,
    /// 600 dots per inch.
    #[value(name = "600")]
    Dpi600,
}

impl Resolution {
    /// Dots per inch.
    pub fn dpi(self) -> u32 {
        match self {
            Resolution::Dpi100 => 100,
            Resolution::Dpi150 => 150,
            Resolution::Dpi300 => 300,
            Resolution::Dpi600 => 600,
        }
    }
}

/// A chart as PNG.
pub fn png(chart: &Chart, resolution: Resolution) -> Result<Vec<u8>, ChartError> {
    let picture = picture(chart)?;
    Ok(with_about(chart, |about| render::png(&picture, resolution.dpi(), about))?)
}

//! The catalogue of chart formats, one entry each. To add a format, write a file here and add an entry.

mod csv;
mod latex;
mod pdf;
mod png;
mod svg;

pub use self::csv::csv;
pub use latex::latex;
pub use pdf::pdf;
pub use png::png;
pub use svg::svg;

use super::carried::{CHART_KEYWORD, KEYWORD, shown};
use super::{Chart, ChartError, Page};
use crate::format;
use crate::render::About;

/// A format of charts.
pub struct ChartFormat {
    /// The file extension, without the dot; also the identifier in commands.
    pub extension: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// The purpose, in a few words.
    pub purpose: &'static str,
    /// Whether every sweep writes this format; others are written on request.
    pub is_usual: bool,
    /// Whether it is text, so that it can be copied to the clipboard.
    pub is_text: bool,
    /// What of a [`Page`] applies to it.
    pub heeds: Heeds,
    /// Writes a chart.
    pub draw: fn(&Chart, &Page) -> Result<Vec<u8>, ChartError>,
}

/// What of a [`Page`] applies to a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heeds {
    /// Nothing: it contains numbers.
    Nothing,
    /// Width and legend; another program sets the texts.
    Frame,
    /// All but the dots per inch.
    Texts,
    /// All.
    Dots,
}

impl std::fmt::Debug for ChartFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.extension)
    }
}

impl ChartFormat {
    /// The name of the file of a chart with this name.
    pub fn file(&self, name: &str) -> String {
        format!("{name}.{}", self.extension)
    }

    /// The format with a file extension in lower case.
    pub fn of_extension(extension: &str) -> Option<&'static ChartFormat> {
        CHART_FORMATS.iter().find(|format| format.extension == extension)
    }

    /// The extensions as a list, such as `.svg, .pdf or .png`.
    pub fn endings() -> String {
        format::endings(CHART_FORMATS.iter().map(|format| format.extension).collect())
    }

    /// The formats that a sweep writes on request.
    pub fn further() -> impl Iterator<Item = &'static ChartFormat> {
        CHART_FORMATS.iter().filter(|format| !format.is_usual)
    }
}

/// The formats of the charts of a sweep.
#[derive(Clone, Debug, Default)]
pub struct ChartFiles {
    /// The page.
    pub page: Page,
    /// The formats in addition to SVG and PNG.
    pub also: Vec<&'static ChartFormat>,
}

impl ChartFiles {
    /// All formats, without repetition.
    pub fn formats(&self) -> impl Iterator<Item = &'static ChartFormat> + '_ {
        let is_wanted =
            |format: &&ChartFormat| format.is_usual || self.also.iter().any(|also| also.extension == format.extension);
        CHART_FORMATS.iter().filter(is_wanted)
    }
}

/// The formats in which charts are written.
pub static CHART_FORMATS: &[ChartFormat] = &[
    ChartFormat {
        extension: "svg",
        title: "SVG",
        purpose: "for web pages and drawing programs",
        is_usual: true,
        is_text: true,
        heeds: Heeds::Texts,
        draw: |chart, page| svg(chart, page).map(String::into_bytes),
    },
    ChartFormat {
        extension: "png",
        title: "PNG",
        purpose: "for slides and messages",
        is_usual: true,
        is_text: false,
        heeds: Heeds::Dots,
        draw: png,
    },
    ChartFormat {
        extension: "pdf",
        title: "PDF",
        purpose: "for papers, with selectable text",
        is_usual: false,
        is_text: false,
        heeds: Heeds::Texts,
        draw: pdf,
    },
    ChartFormat {
        extension: "csv",
        title: "CSV",
        purpose: "the plotted numbers, for a spreadsheet",
        is_usual: false,
        is_text: true,
        heeds: Heeds::Nothing,
        draw: |chart, _| Ok(csv(chart).into_bytes()),
    },
    ChartFormat {
        extension: "tex",
        title: "LaTeX",
        purpose: "pgfplots, stand-alone or for \\input",
        is_usual: false,
        is_text: true,
        heeds: Heeds::Frame,
        draw: |chart, page| latex(chart, page).map(String::into_bytes),
    },
];

/// Renders a picture with the title of its chart, and the spec of its sweep for programs.
fn with_about<R>(chart: &Chart, render: impl FnOnce(&About<'_>) -> R) -> R {
    let shown = shown(chart);
    render(&About { title: &chart.title, texts: &[(KEYWORD, &chart.spec), (CHART_KEYWORD, &shown)] })
}

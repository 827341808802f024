//! A chart as SVG, which contains the spec of its sweep.

use std::sync::Once;

use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use super::super::carried::shown;
use super::super::draw::{draw, height};
use super::super::{Chart, ChartError, Page};
use crate::chart::carried::{CHART_KEYWORD, KEYWORD};
use crate::escape;
use crate::font;

/// Fallback fonts for viewers without the font.
const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// A chart as SVG.
pub fn svg(chart: &Chart, page: &Page) -> Result<String, ChartError> {
    let metadata = format!(
        "<title>{}</title>\n<metadata id=\"{KEYWORD}\">{}</metadata>\n<metadata id=\"{CHART_KEYWORD}\">{}</metadata>",
        escape::xml(&chart.title),
        escape::xml(&chart.spec),
        escape::xml(&shown(chart))
    );
    let text = picture(chart, page)?;
    let (start, rest) = parts(&text)?;
    Ok(format!("{start}>\n{metadata}{rest}"))
}

/// The picture without metadata, from which PNG and PDF files are made.
pub(super) fn picture(chart: &Chart, page: &Page) -> Result<String, ChartError> {
    with_font();
    let size = (page.picture_size().dots() as u32, height(chart, page) as u32);
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(chart, page, &area).map_err(failed)?;
        area.present().map_err(failed)?;
    }
    let (start, rest) = parts(&text)?;
    let length = |dots: u32| format!("{}mm", page.picture_size().width() * f64::from(dots) / f64::from(size.0));
    let start = start
        .replace(format!("width=\"{}\"", size.0).as_str(), &format!("width=\"{}\"", length(size.0)))
        .replace(format!("height=\"{}\"", size.1).as_str(), &format!("height=\"{}\"", length(size.1)));
    // A transparent shape has a stroke or a fill. With an opacity of that only, a PDF needs no layer for each of them.
    let rest = rest
        .replace(" opacity=\"1\"", "")
        .replace("fill=\"none\" opacity=\"", "fill=\"none\" stroke-opacity=\"")
        .replace(" opacity=\"", " fill-opacity=\"");
    let family = |names: &str| format!("font-family=\"{names}\"");
    let rest = rest.replace(family(font::NAME).as_str(), &family(FAMILIES));
    Ok(format!("{start}>{rest}"))
}

/// The first tag without its end, and the rest.
fn parts(svg: &str) -> Result<(&str, &str), ChartError> {
    svg.split_once('>').ok_or_else(|| failed("there is no picture"))
}

fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Drawing(error.to_string())
}

/// Registers the bundled font.
fn with_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // This fails only if the data is not a font.
        let _ = register_font(font::NAME, FontStyle::Normal, font::dejavu_sans());
    });
}

//! Charts as files: SVG and PNG, each with the spec of its sweep.

use std::sync::Once;

use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use super::Chart;
use super::draw::{FONT, draw, height};
use super::layout::{DOTS, WIDTH};
use crate::experiment::sweep::{Spec, SpecError};
use crate::font;
use crate::format;

/// Where the spec stands in a file.
const KEYWORD: &str = "plyscope-sweep";
/// The longest text that is taken from a picture, unpacked, in bytes.
const MOST_TEXT: usize = 1 << 20;
/// How much a decoder may take for what else is in a PNG file, in bytes.
const MOST_CHUNKS: usize = 64 << 20;
/// What a viewer takes that has no such font.
const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// Why a chart was not drawn, or none of its spec found.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// The picture cannot be drawn.
    #[error("the chart cannot be drawn: {0}")]
    Drawing(String),
    /// The file is neither SVG nor PNG.
    #[error("is neither an SVG nor a PNG file; choose a chart that Plyscope made")]
    Format,
    /// The file is a picture of something else.
    #[error("carries no sweep; choose a chart that Plyscope made")]
    NoSpec,
    /// The text is longer than any that Plyscope writes, or cannot be unpacked.
    #[error("carries a text that does not unpack to at most {}; open the sweep.toml that it was made with", format::bytes(MOST_TEXT as u64))]
    TooLarge,
    /// The spec is none.
    #[error("carries a sweep that cannot be read: {0}")]
    Spec(#[from] SpecError),
}

/// A format of charts: how one is drawn.
pub struct ChartFormat {
    /// How the names of its files end, without the dot.
    pub extension: &'static str,
    /// Draws a chart; the resolution is for pictures made of dots.
    pub draw: fn(&Chart, Resolution) -> Result<Vec<u8>, ChartError>,
}

impl ChartFormat {
    /// The name of a chart's file.
    pub fn file(&self, chart: &Chart) -> String {
        format!("{}.{}", chart.name, self.extension)
    }
}

/// The formats in which charts are written.
pub static CHART_FORMATS: &[ChartFormat] = &[
    ChartFormat { extension: "svg", draw: |chart, _| svg(chart).map(String::into_bytes) },
    ChartFormat { extension: "png", draw: png },
];

fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Drawing(error.to_string())
}

/// Makes the font known that comes with Plyscope.
fn with_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // It fails for what is no font, and this is one.
        let _ = register_font(FONT, FontStyle::Normal, font::DEJAVU_SANS);
    });
}

/// A chart as SVG.
pub fn svg(chart: &Chart) -> Result<String, ChartError> {
    with_font();
    let size = (WIDTH as u32, height(chart) as u32);
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(chart, &area).map_err(failed)?;
        area.present().map_err(failed)?;
    }
    let (start, rest) = text.split_once('>').ok_or_else(|| failed("there is no picture"))?;
    let points = (size.0 / DOTS as u32, size.1 / DOTS as u32);
    let start = start
        .replace(&format!("width=\"{}\"", size.0), &format!("width=\"{}\"", points.0))
        .replace(&format!("height=\"{}\"", size.1), &format!("height=\"{}\"", points.1));
    let metadata = format!(
        "<title>{}</title>\n<metadata id=\"{KEYWORD}\">{}</metadata>",
        escaped(&chart.title),
        escaped(&chart.spec)
    );
    let rest = rest.replace(&format!("font-family=\"{FONT}\""), &format!("font-family=\"{FAMILIES}\""));
    Ok(format!("{start}>\n{metadata}{rest}"))
}

/// How fine a PNG is. A chart is 6 inches wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Resolution {
    /// 100 dots an inch, for a screen.
    #[value(name = "100")]
    Dpi100,
    /// 150 dots an inch.
    #[value(name = "150")]
    Dpi150,
    /// 300 dots an inch, for print.
    #[default]
    #[value(name = "300")]
    Dpi300,
    /// 600 dots an inch.
    #[value(name = "600")]
    Dpi600,
}

impl Resolution {
    /// Dots an inch.
    pub fn dpi(self) -> u32 {
        match self {
            Resolution::Dpi100 => 100,
            Resolution::Dpi150 => 150,
            Resolution::Dpi300 => 300,
            Resolution::Dpi600 => 600,
        }
    }

    /// Each dot of the PNG is the mean of so many dots of the drawing in each direction, so that edges are smooth.
    fn samples(self) -> u32 {
        WIDTH as u32 / (WIDTH_IN_INCHES * self.dpi())
    }

    fn dots_per_metre(self) -> u32 {
        (f64::from(self.dpi()) / 0.0254).round() as u32
    }
}

const WIDTH_IN_INCHES: u32 = 6;

/// A chart as PNG.
pub fn png(chart: &Chart, resolution: Resolution) -> Result<Vec<u8>, ChartError> {
    with_font();
    let (drawn, side) = ((WIDTH as u32, height(chart) as u32), resolution.samples());
    let mut samples = vec![255; (drawn.0 * drawn.1 * 3) as usize];
    {
        let area = BitMapBackend::with_buffer(&mut samples, drawn).into_drawing_area();
        draw(chart, &area).map_err(failed)?;
        area.present().map_err(failed)?;
    }
    let (width, height) = (drawn.0 / side, drawn.1 / side);
    let dots = smoothed(&samples, width as usize, side as usize);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let density = resolution.dots_per_metre();
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: density, yppu: density, unit: png::Unit::Meter }));
    encoder.add_itxt_chunk("Title".into(), chart.title.clone()).map_err(failed)?;
    encoder.add_itxt_chunk(KEYWORD.into(), chart.spec.clone()).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&dots).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The means of the samples of each dot, in pictures whose dots have three colours.
fn smoothed(samples: &[u8], width: usize, side: usize) -> Vec<u8> {
    let row = width * side * 3;
    let dot = |rows: &[u8], x: usize, colour: usize| {
        let indices = (0..side * side).map(|index| index / side * row + (x * side + index % side) * 3 + colour);
        let sum: usize = indices.map(|index| usize::from(rows[index])).sum();
        (sum / (side * side)) as u8
    };
    let dots = |rows: &[u8]| (0..width * 3).map(|index| dot(rows, index / 3, index % 3)).collect::<Vec<u8>>();
    samples.chunks_exact(row * side).flat_map(dots).collect()
}

/// The spec of the sweep that an SVG or a PNG file shows.
pub fn spec_of(file: &[u8]) -> Result<Spec, ChartError> {
    let text = if file.starts_with(&[0x89, b'P', b'N', b'G']) { of_png(file)? } else { of_svg(file)? };
    Ok(Spec::from_toml(&text)?)
}

fn of_png(file: &[u8]) -> Result<String, ChartError> {
    let limits = png::Limits { bytes: MOST_CHUNKS };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(file), limits);
    decoder.set_ignore_iccp_chunk(true);
    let reader = decoder.read_info().map_err(|_| ChartError::Format)?;
    let chunks = &reader.info().utf8_text;
    let mut chunk = chunks.iter().find(|chunk| chunk.keyword == KEYWORD).ok_or(ChartError::NoSpec)?.clone();
    // A few bytes can unpack to gigabytes.
    chunk.decompress_text_with_limit(MOST_TEXT).map_err(|_| ChartError::TooLarge)?;
    let text = chunk.get_text().map_err(|_| ChartError::NoSpec)?;
    if text.len() > MOST_TEXT { Err(ChartError::TooLarge) } else { Ok(text) }
}

fn of_svg(file: &[u8]) -> Result<String, ChartError> {
    let text = std::str::from_utf8(file).map_err(|_| ChartError::Format)?;
    if !text.contains("<svg") {
        return Err(ChartError::Format);
    }
    let found = || {
        let (_, rest) = text.split_once(&format!("id=\"{KEYWORD}\""))?;
        let (_, rest) = rest.split_once('>')?;
        rest.split_once("</metadata>").map(|(spec, _)| spec)
    };
    let spec = found().ok_or(ChartError::NoSpec)?;
    if spec.len() > MOST_TEXT { Err(ChartError::TooLarge) } else { Ok(unescaped(spec)) }
}

/// What stands for the letters that have a meaning in XML.
const ENTITIES: [(&str, &str); 5] = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;")];

/// A text as XML has it.
pub(super) fn escaped(text: &str) -> String {
    ENTITIES.iter().fold(text.to_string(), |text, (letter, entity)| text.replace(letter, entity))
}

fn unescaped(text: &str) -> String {
    // The ampersand last, so that nothing is taken for an entity that was none.
    ENTITIES.iter().rev().fold(text.to_string(), |text, (letter, entity)| text.replace(entity, letter))
}

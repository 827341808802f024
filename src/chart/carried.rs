//! The spec of a sweep that is embedded in the pictures of its charts.

use super::Chart;
use crate::escape;
use crate::experiment::sweep::{Spec, SpecError, View};
use crate::fields;
use crate::format;
use crate::render::{self, RenderError};

/// The keyword of the sweep's spec in a file.
pub(super) const KEYWORD: &str = "plyscope-sweep";
/// The keyword of which chart of the sweep it is.
pub(super) const CHART_KEYWORD: &str = "plyscope-chart";
/// The longest embedded text that is read, in bytes when unpacked.
const MOST_TEXT: usize = 1 << 20;
/// Memory limit of the PNG decoder, in bytes.
const MOST_CHUNKS: usize = 64 << 20;

/// Why a chart was not drawn, or its spec not found.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// The picture cannot be drawn.
    #[error("the chart cannot be drawn: {0}")]
    Drawing(String),
    /// More runs are drawn as dots than a format can hold.
    #[error("has {} dots, more than the {} that LaTeX can draw; leave the individual runs out, or choose another format", format::grouped(*.0 as u64), format::grouped(*.1 as u64))]
    TooManyDots(usize, usize),
    /// The drawing cannot be converted.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The file is not SVG, PNG or PDF.
    #[error("is not an SVG, PNG or PDF file; choose a chart that Plyscope made")]
    Format,
    /// The file is a picture that is not a chart of Plyscope.
    #[error("does not contain a sweep; choose a chart that Plyscope made")]
    NoSpec,
    /// The text is longer than any that Plyscope writes, or cannot be unpacked.
    #[error("contains a text that does not unpack to at most {}; open the sweep.toml of the sweep instead", format::bytes(MOST_TEXT as u64))]
    TooLarge,
    /// The spec is invalid.
    #[error("contains a sweep that cannot be read: {0}")]
    Spec(#[from] SpecError),
}

/// The spec of the sweep that is embedded in an SVG, PNG or PDF file.
pub fn spec_of(file: &[u8]) -> Result<Spec, ChartError> {
    Ok(Spec::from_toml(&text_of(file, KEYWORD)?)?)
}

/// Which chart of a sweep a picture is.
#[derive(serde::Serialize, serde::Deserialize)]
struct Shown {
    name: String,
    view: View,
}

/// What a picture says of which chart of its sweep it is, for [`shown_in`].
pub(super) fn shown(chart: &Chart) -> String {
    fields::to_text(&Shown { name: chart.name.clone(), view: chart.view.clone() }).unwrap_or_default()
}

/// The name of the chart in an SVG, PNG or PDF file and the view to which it belongs; `None` if the file does not say.
pub fn shown_in(file: &[u8]) -> Option<(String, View)> {
    let Shown { name, view } = fields::from_text(&text_of(file, CHART_KEYWORD).ok()?).ok()?;
    Some((name, view))
}

/// The text that a picture has under a keyword.
fn text_of(file: &[u8], keyword: &str) -> Result<String, ChartError> {
    let text = if file.starts_with(&[0x89, b'P', b'N', b'G']) {
        of_png(file, keyword)?
    } else if file.starts_with(b"%PDF") {
        render::text_of_pdf(file, keyword).ok_or(ChartError::NoSpec)?
    } else {
        of_svg(file, keyword)?
    };
    if text.len() > MOST_TEXT { Err(ChartError::TooLarge) } else { Ok(text) }
}

fn of_png(file: &[u8], keyword: &str) -> Result<String, ChartError> {
    let limits = png::Limits { bytes: MOST_CHUNKS };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(file), limits);
    decoder.set_ignore_iccp_chunk(true);
    let reader = decoder.read_info().map_err(|_| ChartError::Format)?;
    let chunks = &reader.info().utf8_text;
    let mut chunk = chunks.iter().find(|chunk| chunk.keyword == keyword).ok_or(ChartError::NoSpec)?.clone();
    // A few bytes can unpack to gigabytes.
    chunk.decompress_text_with_limit(MOST_TEXT).map_err(|_| ChartError::TooLarge)?;
    chunk.get_text().map_err(|_| ChartError::NoSpec)
}

fn of_svg(file: &[u8], keyword: &str) -> Result<String, ChartError> {
    let text = std::str::from_utf8(file).map_err(|_| ChartError::Format)?;
    if !text.contains("<svg") {
        return Err(ChartError::Format);
    }
    let found = || {
        let (_, rest) = text.split_once(&format!("id=\"{keyword}\""))?;
        let (_, rest) = rest.split_once('>')?;
        rest.split_once("</metadata>").map(|(spec, _)| spec)
    };
    let spec = found().ok_or(ChartError::NoSpec)?;
    if spec.len() > MOST_TEXT { Err(ChartError::TooLarge) } else { Ok(escape::from_xml(spec)) }
}

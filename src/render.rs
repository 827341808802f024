//! Renders SVG to PNG and PDF with the bundled font, so that every machine gives the same picture.
//!
//! A length without a unit is a CSS pixel, 1/96 inch. The size of a PNG in pixels follows from its resolution; the page of a PDF is as large as the
//! picture. For characters that the bundled font lacks, such as Chinese ones, a font of the system is used; where there is none, they show as boxes.

use std::sync::{Arc, LazyLock};

use pdf_writer::{Chunk, Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Size, Tree};
use svg2pdf::ConversionOptions;

use crate::font;
use crate::font::system::{add_lacking, fonts_for};
use crate::memory::{self, Shortage};
use crate::sorting;

/// CSS pixels in an inch.
const PIXELS_PER_INCH: f32 = 96.0;
/// Points in an inch.
const POINTS_PER_INCH: f32 = 72.0;
/// The most pixels of a PNG; a poster of 1 m² has 140 million at 300 per inch.
const MOST_DOTS: f32 = 200e6;

/// The metadata of a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'a> {
    /// The title; none if it is empty.
    pub title: &'a str,
    /// Texts for programs, each under a keyword of ASCII letters, digits and hyphens.
    pub texts: &'a [(&'a str, &'a str)],
}

/// Why a picture was not rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The SVG cannot be read.
    #[error("the picture is not readable SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The PNG would have too many pixels.
    #[error("the picture would have {0} by {1} pixels; choose fewer dots per inch, a smaller picture, or SVG or PDF")]
    TooLarge(u64, u64),
    /// There is not enough memory.
    #[error(transparent)]
    Shortage(#[from] Shortage),
    /// The PNG cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Png(#[from] png::EncodingError),
    /// The PDF cannot be made.
    #[error("the picture cannot be converted: {0}")]
    Pdf(svg2pdf::ConversionError),
}

/// Parses SVG with the bundled font, whatever fonts the SVG names.
fn read(svg: &str) -> Result<Tree, RenderError> {
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| Arc::new(bundled()));
    let mut lacking = Vec::new();
    add_lacking(svg, &mut lacking);
    let fonts = if lacking.is_empty() { FONTS.clone() } else { Arc::new(with_system_fonts(&lacking)) };
    let options = Options { dpi: PIXELS_PER_INCH, font_family: font::NAME.into(), fontdb: fonts, ..Options::default() };
    Ok(Tree::from_str(svg, &options)?)
}

fn bundled() -> Database {
    let mut fonts = Database::new();
    fonts.load_font_data(font::dejavu_sans().to_vec());
    // Text whose families are not known falls back to these.
    fonts.set_serif_family(font::NAME);
    fonts.set_sans_serif_family(font::NAME);
    fonts.set_monospace_family(font::NAME);
    fonts
}

fn with_system_fonts(characters: &[char]) -> Database {
    let mut fonts = bundled();
    for font in &fonts_for(characters).fonts {
        fonts.load_font_data(font.file.clone());
    }
    fonts
}

/// Renders SVG to PNG on a white background at a resolution in dots per inch. Equal input gives equal bytes.
pub fn png(svg: &str, dpi: u32, about: &About<'_>) -> Result<Vec<u8>, RenderError> {
    let tree = read(svg)?;
    let scale = dpi as f32 / PIXELS_PER_INCH;
    let (width, height) = dots(tree.size(), scale)?;
    let mut paper = Pixmap::new(width, height).ok_or(RenderError::TooLarge(width.into(), height.into()))?;
    paper.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut paper.as_mut());
    let mut colours = Vec::with_capacity(paper.data().len() / 4 * 3);
    for dot in paper.data().chunks_exact(4) {
        colours.extend_from_slice(&dot[..3]);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // These pictures consist of areas of one colour, which compress better and faster without a filter.
    encoder.set_filter(png::FilterType::NoFilter);
    encoder.set_compression(png::Compression::Default);
    let density = (f64::from(dpi) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: density, yppu: density, unit: png::Unit::Meter }));
    if !about.title.is_empty() {
        encoder.add_itxt_chunk("Title".into(), about.title.into())?;
    }
    for (keyword, text) in about.texts {
        encoder.add_itxt_chunk((*keyword).into(), (*text).into())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(bytes)
}

/// Whether a picture of a width and height in points, 1/72 inch, can be a PNG.
///
/// # Errors
///
/// If it would have too many pixels, or there is not enough memory for them.
pub fn fits_png([width, height]: [f32; 2], dpi: u32) -> Result<(), RenderError> {
    let pixels = PIXELS_PER_INCH / POINTS_PER_INCH;
    let size = Size::from_wh(width * pixels, height * pixels);
    size.map_or(Ok(()), |size| dots(size, dpi as f32 / PIXELS_PER_INCH).map(drop))
}

/// The size of a picture in pixels, unless it is too large.
fn dots(size: Size, scale: f32) -> Result<(u32, u32), RenderError> {
    let scaled = |pixels: f32| (pixels * scale).round().max(1.0);
    let (width, height) = (scaled(size.width()), scaled(size.height()));
    if width * height > MOST_DOTS {
        return Err(RenderError::TooLarge(width as u64, height as u64));
    }
    // Four bytes per pixel while it is drawn, three of them again while it is encoded.
    memory::room_for((width * height * 8.0) as u64)?;
    Ok((width as u32, height as u32))
}

/// Renders SVG to a PDF of one page, with selectable text and the font embedded. Equal input gives equal bytes.
pub fn pdf(svg: &str, about: &About<'_>) -> Result<Vec<u8>, RenderError> {
    pdf_of_pages(&[svg], about)
}

/// The same with several pages, one for each SVG.
pub fn pdf_of_pages<S: AsRef<str>>(svgs: &[S], about: &About<'_>) -> Result<Vec<u8>, RenderError> {
    let (catalog, pages, info) = (Ref::new(1), Ref::new(2), Ref::new(5));
    // A page and its content come before the picture on it; those of the first are around the numbers above.
    let mut leaves = Vec::new();
    let mut next = info.get() + 1;
    for svg in svgs {
        let (page, content) = if leaves.is_empty() { (3, 4) } else { (next, next + 1) };
        next = next.max(content + 1);
        let leaf = Leaf::new(svg.as_ref(), [page, content].map(Ref::new), next - 1)?;
        next = leaf.last + 1;
        leaves.push(leaf);
    }
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids(leaves.iter().map(|leaf| leaf.page)).count(leaves.len() as i32);
    for leaf in &leaves {
        leaf.write(pages, &mut pdf);
    }
    let mut facts = pdf.document_info(info);
    facts.producer(TextStr(concat!("Plyscope ", env!("CARGO_PKG_VERSION"))));
    if !about.title.is_empty() {
        facts.title(TextStr(about.title));
    }
    for (keyword, text) in about.texts {
        // Hexadecimal digits can be found and read without a PDF library.
        facts.pair(Name(keyword.as_bytes()), Str(hexadecimal(text).as_bytes()));
    }
    facts.finish();
    Ok(with_sorted_resources(&pdf.finish()))
}

/// A page of a PDF with its picture.
struct Leaf {
    page: Ref,
    content: Ref,
    size: [f32; 2],
    picture: Chunk,
    place: Ref,
    /// The largest number of an object.
    last: i32,
}

impl Leaf {
    /// The page of an SVG, whose objects have numbers above `before`.
    fn new(svg: &str, [page, content]: [Ref; 2], before: i32) -> Result<Leaf, RenderError> {
        let tree = read(svg)?;
        let (picture, place) = svg2pdf::to_chunk(&tree, ConversionOptions::default()).map_err(RenderError::Pdf)?;
        let points = POINTS_PER_INCH / PIXELS_PER_INCH;
        let size = [tree.size().width() * points, tree.size().height() * points];
        let behind = |old: Ref| Ref::new(old.get() + before);
        let picture = picture.renumber(behind);
        let last = picture.refs().map(Ref::get).max().unwrap_or(before);
        Ok(Leaf { page, content, size, picture, place: behind(place), last })
    }

    fn write(&self, pages: Ref, pdf: &mut Pdf) {
        const PICTURE: Name<'_> = Name(b"picture");
        let [width, height] = self.size;
        let mut page = pdf.page(self.page);
        page.parent(pages).media_box(Rect::new(0.0, 0.0, width, height)).contents(self.content);
        page.resources().x_objects().pair(PICTURE, self.place);
        page.finish();
        // The picture itself is one point wide and high.
        let mut drawing = Content::new();
        drawing.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(PICTURE);
        pdf.stream(self.content, &drawing.finish());
        pdf.extend(&self.picture);
    }
}

/// Sorts the entries of each resource dictionary, whose order changes from run to run. No object moves or changes its length.
fn with_sorted_resources(pdf: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = pdf.split(|&byte| byte == b'\n').collect();
    for entries in lines.chunk_by_mut(|one, next| is_resource(one) && is_resource(next)) {
        sorting::sort_by(entries, Ord::cmp);
    }
    lines.join(&b'\n')
}

/// Whether a line is an entry of a resource dictionary, such as `   /gs12 34 0 R`.
fn is_resource(line: &[u8]) -> bool {
    let entry = line.trim_ascii_start();
    let kinds: [&[u8]; 6] = [b"/xo", b"/gs", b"/cs", b"/po", b"/sh", b"/fo"];
    entry.len() < line.len() && kinds.iter().any(|kind| entry.starts_with(kind))
}

fn hexadecimal(text: &str) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or_default();
    let mut digits = String::with_capacity(2 * text.len());
    for byte in text.bytes() {
        digits.push(digit(byte >> 4));
        digits.push(digit(byte & 15));
    }
    digits
}

/// Finds the text that [`pdf`] wrote under a keyword; `None` if there is none, or if another program has rewritten the file.
pub fn text_of_pdf(file: &[u8], keyword: &str) -> Option<String> {
    let key = format!("/{keyword} (");
    let start = file.windows(key.len()).position(|window| window == key.as_bytes())? + key.len();
    let length = file[start..].iter().position(|byte| !byte.is_ascii_hexdigit())?;
    let mut text = Vec::with_capacity(length / 2);
    for pair in file[start..start + length].chunks(2) {
        text.push(u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?);
    }
    String::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: About<'_> = About { title: "A picture", texts: &[("plyscope-test", "ξ ≤ 3")] };

    fn svg(text: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2in\" height=\"1in\" viewBox=\"0 0 200 100\">\
             <rect x=\"10\" y=\"10\" width=\"50\" height=\"30\" fill=\"#0072b2\"/>\
             <rect x=\"90\" y=\"10\" width=\"9\" height=\"30\" fill=\"#0072b2\" opacity=\"0.5\"/>\
             <rect x=\"99\" y=\"10\" width=\"9\" height=\"30\" fill=\"#0072b2\" fill-opacity=\"0.4\"/>\
             <rect x=\"120\" y=\"10\" width=\"9\" height=\"30\" fill=\"#0072b2\" opacity=\"0.3\"/>\
             <text x=\"10\" y=\"80\" font-size=\"20\" font-family=\"No such font\">{text}</text></svg>"
        )
    }

    fn dots(png: &[u8]) -> (u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut dots = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut dots).unwrap();
        (info.width, dots)
    }

    #[test]
    fn a_png_has_its_resolution_and_text_in_the_bundled_font() {
        let drawn = png(&svg("Depth"), 150, &ABOUT).unwrap();
        let (width, dots_of_text) = dots(&drawn);
        assert_eq!(width, 300);
        let colour = (30 * 300 + 30) * 3;
        assert_eq!(dots_of_text[colour..colour + 3], [0x00, 0x72, 0xb2]);
        assert_eq!(dots_of_text[..3], [255, 255, 255]);
        assert_ne!(dots(&png(&svg(""), 150, &ABOUT).unwrap()).1, dots_of_text, "the text is drawn");
    }

    #[test]
    fn a_png_takes_a_small_part_of_its_dots() {
        let drawn = png(&svg("Depth"), 300, &ABOUT).unwrap();
        let (_, dots) = dots(&drawn);
        assert!(drawn.len() * 40 < dots.len(), "{} bytes for {}", drawn.len(), dots.len());
    }

    #[test]
    fn equal_input_gives_equal_bytes() {
        let svg = svg("Alpha ≤ β, 3/8");
        assert_eq!(png(&svg, 100, &ABOUT).unwrap(), png(&svg, 100, &ABOUT).unwrap());
        for _ in 0..10 {
            assert_eq!(pdf(&svg, &ABOUT).unwrap(), pdf(&svg, &ABOUT).unwrap());
        }
    }

    #[test]
    fn a_pdf_is_as_large_as_the_picture_and_embeds_the_font() {
        let bytes = pdf(&svg("Depth"), &ABOUT).unwrap();
        assert!(bytes.starts_with(b"%PDF"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("[0 0 144 72]"), "{text}");
        assert!(text.contains("DejaVuSans") && text.contains("/FontFile"), "{text}");
        assert_eq!(text_of_pdf(&bytes, "plyscope-test").as_deref(), Some("ξ ≤ 3"));
        assert_eq!(text_of_pdf(&bytes, "plyscope-other"), None);
    }

    #[test]
    fn invalid_and_too_large_pictures_are_refused() {
        assert!(matches!(png("<svg", 100, &ABOUT), Err(RenderError::Svg(_))));
        assert!(matches!(pdf("", &ABOUT), Err(RenderError::Svg(_))));
        let poster = svg("").replace("2in", "200in").replace("1in", "100in");
        assert!(matches!(png(&poster, 600, &ABOUT), Err(RenderError::TooLarge(120_000, 60_000))));
    }
}

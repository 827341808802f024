//! The catalogue of picture formats, one entry each. To add a format, write a file here and add an
//! entry.
//!
//! [`export`] is all that a caller needs: it takes the contents of the page, its style, and the format.

mod dot;
mod numbers;
mod pdf;
mod png;
mod svg;
mod tikz;
mod web;

use super::page::{POINTS_PER_MM, Page, Sheet, Style, compose};
use crate::font::system::{add_lacking, fonts_for};
use crate::format;
use crate::memory::{self, Shortage};
use crate::render::RenderError;

pub use svg::svg;
pub(crate) use tikz::fragment;
pub(crate) use web::{Document, Still, Stills, asset};

/// The most characters without a font that are named.
const MOST_NAMED: usize = 20;
/// The default resolution, in dots per inch.
pub const USUAL_DPI: u32 = 300;

/// The facts about a format.
pub struct PictureFormat {
    /// The identifier.
    pub id: &'static str,
    /// The file extension, without the dot.
    pub extension: &'static str,
    /// Its name in menus and messages.
    pub title: &'static str,
    /// The purpose, in a few words.
    pub purpose: &'static str,
    /// Whether it is text, which can be copied to the clipboard.
    pub is_text: bool,
    /// Whether it consists of pixels, so that it needs a resolution.
    pub has_dots: bool,
    /// The most shapes or nodes that it takes.
    pub most: usize,
    write: Write,
}

impl PictureFormat {
    /// Whether the places of nodes are those of a page; otherwise another program finds them.
    pub fn is_laid_out_here(&self) -> bool {
        !matches!(self.write, Write::Nodes(_))
    }
}

/// What a format is written from, and how.
enum Write {
    /// The shapes of a page, at a number of dots per inch.
    Shapes(fn(&Page, u32) -> Result<Vec<u8>, ExportError>),
    /// The nodes of figures and the folds between them.
    Nodes(fn(&Sheet<'_>, &Style) -> String),
    /// The figures and their searches, step by step.
    Steps(fn(&Sheet<'_>, &Style) -> Result<Exported, ExportError>),
}

impl std::fmt::Debug for PictureFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// The picture formats. A file name belongs to the first one with its extension.
pub static PICTURE_FORMATS: &[PictureFormat] = &[
    PictureFormat {
        id: "svg",
        extension: "svg",
        title: "SVG",
        purpose: "for web pages and drawing programs",
        is_text: true,
        has_dots: false,
        most: 1_000_000,
        write: Write::Shapes(|page, _| Ok(svg(page).into_bytes())),
    },
    PictureFormat {
        id: "pdf",
        extension: "pdf",
        title: "PDF",
        purpose: "for papers, with selectable text",
        is_text: false,
        has_dots: false,
        most: 200_000,
        write: Write::Shapes(|page, _| pdf::pdf(page)),
    },
    PictureFormat {
        id: "png",
        extension: "png",
        title: "PNG",
        purpose: "for slides and messages",
        is_text: false,
        has_dots: true,
        most: 200_000,
        write: Write::Shapes(png::png),
    },
    PictureFormat {
        id: "tikz",
        extension: "tex",
        title: "TikZ",
        purpose: "a stand-alone LaTeX document, in LaTeX's font",
        is_text: true,
        has_dots: false,
        most: 20_000,
        write: Write::Shapes(|page, _| Ok(tikz::document(page).into_bytes())),
    },
    PictureFormat {
        id: "tikz-fragment",
        extension: "tex",
        title: "TikZ fragment",
        purpose: "a picture to \\input in a LaTeX document, in the document's font",
        is_text: true,
        has_dots: false,
        most: 20_000,
        write: Write::Shapes(|page, _| Ok(tikz::fragment(page).into_bytes())),
    },
    PictureFormat {
        id: "dot",
        extension: "dot",
        title: "DOT",
        purpose: "the nodes with their values and states, for Graphviz",
        is_text: true,
        has_dots: false,
        most: 200_000,
        write: Write::Nodes(dot::dot),
    },
    PictureFormat {
        id: "html",
        extension: "html",
        title: "Web page",
        purpose: "one file for any browser, in which readers step through the searches",
        is_text: true,
        has_dots: false,
        most: 20_000,
        write: Write::Steps(web::page),
    },
];

impl PictureFormat {
    /// Whether it has the steps of the searches, and not only a picture of one.
    pub fn has_steps(&self) -> bool {
        matches!(self.write, Write::Steps(_))
    }

    /// The format with this identifier.
    pub fn of_id(id: &str) -> Option<&'static PictureFormat> {
        PICTURE_FORMATS.iter().find(|format| format.id == id)
    }

    /// The format for a file's extension.
    pub fn of_name(path: &std::path::Path) -> Option<&'static PictureFormat> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        PICTURE_FORMATS.iter().find(|format| format.extension == extension)
    }

    /// The extensions as a list, such as `.svg, .pdf or .png`.
    pub fn endings() -> String {
        format::endings(PICTURE_FORMATS.iter().map(|format| format.extension).collect())
    }
}

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// It has too many shapes.
    #[error(
        "the picture has {} shapes, but {format} allows at most {}; fold more of the tree, make the picture narrower, or choose the icicle",
        format::grouped(*.shapes as u64), format::grouped(*.most as u64)
    )]
    TooManyShapes {
        /// The name of the format.
        format: &'static str,
        /// The number of shapes.
        shapes: usize,
        /// The maximum.
        most: usize,
    },
    /// It has too many nodes.
    #[error(
        "the picture has {} nodes, but {format} allows at most {}; fold more of the tree, or choose SVG, which summarises",
        format::grouped(*.nodes as u64), format::grouped(*.most as u64)
    )]
    TooManyNodes {
        /// The name of the format.
        format: &'static str,
        /// The number of nodes.
        nodes: usize,
        /// The maximum.
        most: usize,
    },
    /// Its searches have too many steps.
    #[error(
        "the searches have {} steps, but {format} allows at most {}; choose fewer algorithms or a smaller tree, or choose SVG, which shows one step",
        format::grouped(*.steps as u64), format::grouped(*.most as u64)
    )]
    TooManySteps {
        /// The name of the format.
        format: &'static str,
        /// The number of steps.
        steps: usize,
        /// The maximum.
        most: usize,
    },
    /// Its steps change too much.
    #[error(
        "the steps of the searches change nodes more than {} times, which is what {format} allows; choose fewer algorithms or a smaller tree, or \
         choose SVG, which shows one step",
        format::grouped(*.most as u64)
    )]
    TooManyChanges {
        /// The name of the format.
        format: &'static str,
        /// The maximum.
        most: usize,
    },
    /// It has nodes that are too narrow to be drawn one by one.
    #[error(
        "the tree is too large to draw each node, which {format} needs; fold more of the tree, or choose SVG, which summarises"
    )]
    TooNarrow {
        /// The name of the format.
        format: &'static str,
    },
    /// It could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// There is not enough memory.
    #[error(transparent)]
    Shortage(#[from] Shortage),
}

/// An estimate of the largest size of a shape in a file, in bytes.
const BYTES_PER_SHAPE: u64 = 200;

/// A picture in a format.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The file.
    pub bytes: Vec<u8>,
    /// What is missing from it, as a clause each.
    pub notes: Vec<String>,
}

/// How many texts of a page found no room, and what would leave more.
fn without_room(page: &Page, style: &Style) -> Option<String> {
    let texts = format::count(page.unwritten as u64, "text does", "texts do");
    let width = (page.size.x / POINTS_PER_MM).round();
    let remedy = if style.width.is_some() { "a larger width or a smaller font" } else { "a larger width" };
    (page.unwritten > 0).then(|| format!("{texts} not fit in a width of {width} mm, and {remedy} leaves more room"))
}

/// Writes a sheet in a format; `dpi` is for formats that consist of dots. Equal input gives equal bytes.
///
/// # Errors
///
/// If the picture has more shapes or nodes than the format allows, does not fit in memory, or would have too many pixels.
pub fn export(sheet: &Sheet<'_>, style: &Style, dpi: u32, format: &PictureFormat) -> Result<Exported, ExportError> {
    let exported = |bytes: Vec<u8>, without_room: Option<String>| {
        let mut notes = Vec::from_iter(without_room);
        notes.extend(boxes(sheet, format));
        Exported { bytes, notes }
    };
    let room_for_nodes = |name: &'static str| {
        let (nodes, most) = (numbers::nodes(sheet), format.most);
        if nodes > most {
            return Err(ExportError::TooManyNodes { format: name, nodes, most });
        }
        Ok(memory::room_for(nodes as u64 * BYTES_PER_SHAPE)?)
    };
    match format.write {
        Write::Shapes(write) => {
            let page = compose(sheet, style);
            let shapes = numbers::shapes(&page);
            if shapes > format.most {
                return Err(ExportError::TooManyShapes { format: format.title, shapes, most: format.most });
            }
            memory::room_for(shapes as u64 * BYTES_PER_SHAPE)?;
            write(&page, dpi).map(|bytes| exported(bytes, without_room(&page, style)))
        }
        Write::Nodes(write) => {
            room_for_nodes(format.title)?;
            Ok(exported(write(sheet, style).into_bytes(), None))
        }
        Write::Steps(write) => {
            room_for_nodes(web::FORMAT)?;
            write(sheet, style)
        }
    }
}

/// Says which characters of a picture show as boxes, since no font of this system has them; `None` if there are none, and for formats
/// whose viewers choose the fonts.
fn boxes(sheet: &Sheet<'_>, format: &PictureFormat) -> Option<String> {
    if format.is_text {
        return None;
    }
    let mut lacking = Vec::new();
    add_lacking(&sheet.caption, &mut lacking);
    for panel in &sheet.panels {
        add_lacking(&panel.title, &mut lacking);
        for name in panel.figure.tree().names() {
            add_lacking(name, &mut lacking);
        }
    }
    let missing: String = fonts_for(&lacking).missing.iter().take(MOST_NAMED).collect();
    let missing = format::visible(&missing);
    (!missing.is_empty()).then(|| format!("no font of this system has {missing}, so boxes are drawn instead"))
}

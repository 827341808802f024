//! A page for LaTeX, drawn by the package TikZ in the font of the document.

use std::fmt::Write;
use std::ops::Range;

use super::numbers::{Length, dashes_around, dashes_on, hatches};
use crate::draw::page::Page;
use crate::draw::{Corners, Fill, Hatch, Ink, Pattern, Pos2, Rect, Rgb, Shape, Text, text, vec2};
use crate::{escape, font, format, sorting};

/// A stand-alone document.
pub(super) fn document(page: &Page) -> String {
    let mut text = about(page);
    // The default font in every size, from packages that every installation has.
    text += "\\RequirePackage{fix-cm}\n\\documentclass[border=0pt]{standalone}\n\\usepackage{textcomp}\n";
    text += "\\usepackage{tikz}\n\\usetikzlibrary{patterns}\n\\begin{document}\n";
    text += &picture(page);
    text + "\\end{document}\n"
}

/// A fragment of a document.
pub(crate) fn fragment(page: &Page) -> String {
    let libraries = if hatches(page).is_empty() { "" } else { " and \\usetikzlibrary{patterns}" };
    format!("{}% Needs \\usepackage{{tikz}}{libraries} in the preamble.\n{}", about(page), picture(page))
}

/// A macro for a text that must not be wider than it was measured with the bundled font: in a wider font it is narrowed.
const FIT: &str = "\\def\\plyscopefit#1#2{\\setbox4\\hbox{#2}\\ifdim\\wd4>#1\\relax\\resizebox{#1}{\\height}{\\copy4}\\else\\box4\\fi}%\n";

fn about(page: &Page) -> String {
    let mut comments = String::new();
    for line in &[&page.title, &page.description] {
        if !line.is_empty() {
            let _ = writeln!(comments, "% {}", format::visible(line));
        }
    }
    comments + "% Characters that pdfLaTeX does not know, such as those of other scripts, need LuaLaTeX or XeLaTeX.\n"
}

fn picture(page: &Page) -> String {
    let mut writer = Writer { page, colors: Vec::new(), text: String::new() };
    for area in &page.areas {
        if let Some(clip) = area.clip {
            let _ = writeln!(writer.text, "\\begin{{scope}}\\clip {};", place(clip));
        }
        writer.shapes(area.shapes.clone(), true);
        if area.clip.is_some() {
            writer.text += "\\end{scope}\n";
        }
    }
    writer.shapes(page.furniture(), false);
    // A line break without a comment would add a space next to the picture.
    let mut text = format!("\\begingroup%\n{FIT}");
    for color in &writer.colors {
        let (Rgb(red, green, blue), name) = (color, name_of_color(*color));
        let _ = writeln!(text, "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}%");
    }
    // Sizes of a page are in points of 1/72 inch, called bp in TeX, and count downwards.
    let (width, height) = (Length(page.size.x), Length(page.size.y));
    let _ = writeln!(text, "\\begin{{tikzpicture}}[x=1bp, y=-1bp, every node/.style={{inner sep=0pt, outer sep=0pt}}]");
    let _ = writeln!(text, "\\useasboundingbox (0,0) rectangle ({width},{height});");
    text + &writer.text + "\\end{tikzpicture}%\n\\endgroup\n"
}

/// The distance from the middle of the page within which a text is in the middle, in points.
const IN_MIDDLE: f32 = 0.05;

struct Writer<'a> {
    page: &'a Page,
    /// The colours used, in order.
    colors: Vec<Rgb>,
    text: String,
}

impl Writer<'_> {
    fn shapes(&mut self, range: Range<usize>, is_centred: bool) {
        let page = self.page;
        for (_, shape) in &page.picture.shapes[range] {
            // A caption of one line is in the middle, whatever the font.
            let is_in_middle =
                matches!(shape, Shape::Text(text) if (text.middle.x - page.size.x / 2.0).abs() < IN_MIDDLE);
            self.shape(shape, is_centred || is_in_middle);
        }
    }

    fn shape(&mut self, shape: &Shape, is_centred: bool) {
        match shape {
            Shape::Line { ends: [a, b], width, ink, pattern } => {
                let stroke = self.stroke(*ink, *width, dashes_on(self.page, *pattern, [*a, *b]));
                let _ = writeln!(self.text, "\\draw[{stroke}] {} -- {};", at(*a), at(*b));
            }
            Shape::Polygon { corners, fill, outline } => {
                let path = match corners {
                    Corners::Three([a, b, c]) => format!("{} -- {} -- {} -- cycle", at(*a), at(*b), at(*c)),
                    Corners::Four(corners) => place(Rect::from_points(corners)),
                };
                self.path(&path, *fill, *outline);
            }
            Shape::Circle { centre, radius, fill, outline } => {
                let path = format!("{} circle[radius={}bp]", at(*centre), Length(*radius));
                self.path(&path, *fill, *outline);
            }
            Shape::Cells(cells) => {
                for (rect, fill) in cells.areas(self.page.palette) {
                    self.area(&place(rect), fill);
                }
            }
            Shape::Text(text) => self.words(text, is_centred),
        }
    }

    fn path(&mut self, path: &str, ink: Option<Ink>, outline: Option<(Ink, f32, Pattern)>) {
        if let Some(ink) = ink {
            self.area(path, self.page.palette.fill(ink));
        }
        if let Some((ink, width, pattern)) = outline {
            let stroke = self.stroke(ink, width, dashes_around(self.page, pattern));
            let _ = writeln!(self.text, "\\draw[{stroke}] {path};");
        }
    }

    fn area(&mut self, path: &str, fill: Fill) {
        let _ = match fill {
            Fill::Solid(color) => {
                let color = self.color(color);
                writeln!(self.text, "\\fill[{color}] {path};")
            }
            Fill::Hatched(hatch) => {
                writeln!(self.text, "\\path[fill=white, postaction={{pattern={}}}] {path};", name_of(hatch))
            }
        };
    }

    fn words(&mut self, text: &Text, is_centred: bool) {
        let color = self.page.palette.color(text.ink);
        let color = self.color(color);
        if let Some(outline) = outline(text) {
            let _ = writeln!(self.text, "\\fill[{color}] {outline};");
            return;
        }
        let from = text.baseline();
        let (anchor, place) = if is_centred { ("base", Pos2::new(text.middle.x, from.y)) } else { ("base west", from) };
        let (size, line) = (Length(text.size), Length(text.size * 1.2));
        let (words, width) = (escape::latex(&text.words), Length(text::width(&text.words, text.size)));
        let _ = writeln!(
            self.text,
            "\\node[anchor={anchor}, text={color}, font=\\fontsize{{{size}bp}}{{{line}bp}}\\selectfont] at {} {{\\plyscopefit{{{width}bp}}{{{words}}}}};",
            at(place)
        );
    }

    fn stroke(&mut self, ink: Ink, width: f32, dashes: Option<[Length; 2]>) -> String {
        let color = self.page.palette.color(ink);
        let color = self.color(color);
        let dashes = dashes.map(|[on, off]| format!(", dash pattern=on {on}bp off {off}bp"));
        format!("{color}, line width={}bp{}", Length(width), dashes.unwrap_or_default())
    }

    fn color(&mut self, color: Rgb) -> String {
        sorting::insert(&mut self.colors, color);
        name_of_color(color)
    }
}

fn name_of_color(color: Rgb) -> String {
    format!("plyscope{}", &color.to_string()[1..])
}

/// The outline of a chess piece in the bundled font, as few fonts of LaTeX have one; `None` for other texts.
fn outline(text: &Text) -> Option<String> {
    let piece = text.words.parse::<char>().ok().filter(|piece| ('♔'..='♟').contains(piece))?;
    let face = font::face()?;
    let scale = text.size / f32::from(face.units_per_em());
    let mut outline = Outline { from: text.baseline(), scale, last: Pos2::ZERO, path: String::new() };
    face.outline_glyph(face.glyph_index(piece)?, &mut outline)?;
    Some(outline.path)
}

/// Writes the outline of a glyph as a path.
struct Outline {
    /// The origin of the glyph on the page.
    from: Pos2,
    scale: f32,
    /// The last point of the path, in units of the glyph.
    last: Pos2,
    path: String,
}

impl Outline {
    fn place(&self, x: f32, y: f32) -> String {
        at(self.from + vec2(x, -y) * self.scale)
    }

    fn add(&mut self, part: &str, x: f32, y: f32) {
        self.path += part;
        self.path += &self.place(x, y);
        self.last = Pos2::new(x, y);
    }
}

impl ttf_parser::OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add(" ", x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(" -- ", x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        // The same curve with two control points.
        let towards = |end: Pos2| end + (Pos2::new(x1, y1) - end) * (2.0 / 3.0);
        let (first, second) = (towards(self.last), towards(Pos2::new(x, y)));
        self.curve_to(first.x, first.y, second.x, second.y, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let controls = format!(" .. controls {} and {} .. ", self.place(x1, y1), self.place(x2, y2));
        self.add(&controls, x, y);
    }

    fn close(&mut self) {
        self.path += " -- cycle";
    }
}

fn at(point: Pos2) -> String {
    format!("({},{})", Length(point.x), Length(point.y))
}

fn place(rect: Rect) -> String {
    format!("{} rectangle {}", at(rect.min), at(rect.max))
}

/// The most similar pattern of TikZ.
fn name_of(hatch: Hatch) -> &'static str {
    match hatch {
        Hatch::Dense => "north east lines",
        Hatch::Sparse => "north west lines",
        Hatch::Crossed => "crosshatch",
        Hatch::Upright => "vertical lines",
        Hatch::Flat => "horizontal lines",
        Hatch::Dots => "dots",
    }
}

//! A page as SVG, with real text. The shapes of a node have the class `n` followed by the node's number; its form has an id.

use std::fmt::Write;
use std::ops::Range;

use super::numbers::{Length, dashes_around, dashes_on, hatches};
use crate::draw::page::Page;
use crate::draw::{Cells, Corners, Fill, Hatch, Ink, Pattern, Pos2, Rect, Shape, Text};
use crate::escape;
use crate::tree::{Bits, NodeId};

/// Fallback fonts for viewers without the font.
const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";
/// How far, in points, an area extends under its neighbour to the right, so that no viewer shows the paper between them.
const OVERLAP: f32 = 0.1;

/// A page as SVG.
pub fn svg(page: &Page) -> String {
    let (width, height) = (Length(page.size.x), Length(page.size.y));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FAMILIES}\" text-anchor=\"middle\">\n"
    );
    for (tag, words) in &[("title", &page.title), ("desc", &page.description)] {
        if !words.is_empty() {
            let _ = writeln!(text, "<{tag}>{}</{tag}>", escape::xml(words));
        }
    }
    let mut writer = Writer { page, text, panel: 0, known: Bits::default() };
    writer.definitions();
    let ground = page.palette.color(Ink::Background);
    let _ = writeln!(writer.text, "<rect class=\"ground\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>");
    for (index, area) in page.areas.iter().enumerate() {
        (writer.panel, writer.known) = (index + 1, Bits::default());
        let _ = write!(writer.text, "<g id=\"drawing-{}\"", index + 1);
        if area.clip.is_some() {
            let _ = write!(writer.text, " clip-path=\"url(#seen-{})\"", index + 1);
        }
        writer.text += ">\n";
        writer.shapes(area.shapes.clone());
        writer.text += "</g>\n";
    }
    writer.panel = 0;
    if !page.furniture().is_empty() {
        writer.text += "<g id=\"legend\" text-anchor=\"start\">\n";
        writer.shapes(page.furniture());
        writer.text += "</g>\n";
    }
    writer.text + "</svg>\n"
}

struct Writer<'a> {
    page: &'a Page,
    text: String,
    /// The number of the current drawing, from 1; 0 outside of drawings.
    panel: usize,
    /// The nodes whose forms have been written in this drawing, by their indices.
    known: Bits,
}

impl Writer<'_> {
    /// Writes hatchings and clips.
    fn definitions(&mut self) {
        let mut definitions = String::new();
        for hatch in hatches(self.page) {
            definitions += &pattern(hatch, self.page.unit);
        }
        for (index, area) in self.page.areas.iter().enumerate() {
            if let Some(clip) = area.clip {
                let _ = writeln!(definitions, "<clipPath id=\"seen-{}\"><rect {}/></clipPath>", index + 1, place(clip));
            }
        }
        if !definitions.is_empty() {
            let _ = write!(self.text, "<defs>\n{definitions}</defs>\n");
        }
    }

    /// Writes shapes; adjacent shapes of one node are grouped.
    fn shapes(&mut self, range: Range<usize>) {
        let page = self.page;
        for group in page.picture.shapes[range].chunk_by(|a, b| a.0 == b.0) {
            let name = group[0].0.map_or_else(String::new, |node| self.name(node, group));
            if let [(_, shape)] = group {
                self.shape(shape, &name);
                continue;
            }
            if !name.is_empty() {
                let _ = writeln!(self.text, "<g{name}>");
            }
            for (_, shape) in group {
                self.shape(shape, "");
            }
            if !name.is_empty() {
                self.text += "</g>\n";
            }
        }
    }

    /// The attributes that identify a node.
    fn name(&mut self, node: NodeId, group: &[(Option<NodeId>, Shape)]) -> String {
        let number = node.index();
        let has_form = group.iter().any(|(_, shape)| matches!(shape, Shape::Polygon { .. } | Shape::Circle { .. }));
        if has_form && self.known.insert(number) {
            return format!(" id=\"drawing-{}-n{number}\" class=\"n{number}\"", self.panel);
        }
        format!(" class=\"n{number}\"")
    }

    fn shape(&mut self, shape: &Shape, name: &str) {
        match shape {
            Shape::Line { ends, width, ink, pattern } => {
                let stroke = self.stroke(*ink, *width, dashes_on(self.page, *pattern, *ends));
                self.line(*ends, stroke, name);
            }
            Shape::Polygon { corners, fill, outline } => {
                self.polygon(corners, &self.paint(*fill, *outline), name);
            }
            Shape::Circle { centre, radius, fill, outline } => {
                let paint = self.paint(*fill, *outline);
                let (x, y, radius) = (Length(centre.x), Length(centre.y), Length(*radius));
                let _ = writeln!(self.text, "<circle{name} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>");
            }
            Shape::Cells(cells) => self.cells(cells),
            Shape::Text(text) => self.words(text, name),
        }
    }

    fn line(&mut self, [a, b]: [Pos2; 2], stroke: String, name: &str) {
        let (x1, y1, x2, y2) = (Length(a.x), Length(a.y), Length(b.x), Length(b.y));
        let _ = writeln!(self.text, "<line{name} x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{stroke}/>");
    }

    fn polygon(&mut self, corners: &Corners, paint: &str, name: &str) {
        let _ = match corners {
            Corners::Four(corners) => writeln!(self.text, "<rect{name} {}{paint}/>", place(Rect::from_points(corners))),
            Corners::Three([a, b, c]) => {
                let (a, b, c) = (corner(*a), corner(*b), corner(*c));
                writeln!(self.text, "<polygon{name} points=\"{a} {b} {c}\"{paint}/>")
            }
        };
    }

    /// Writes a row of cells; equal neighbours are one rectangle.
    fn cells(&mut self, cells: &Cells) {
        for (mut rect, fill) in cells.areas(self.page.palette) {
            if let Fill::Solid(_) = fill {
                rect.max.x = (rect.max.x + OVERLAP).min(cells.rect.max.x);
            }
            let _ = writeln!(self.text, "<rect {}{}/>", place(rect), paint(fill));
        }
    }

    fn words(&mut self, text: &Text, name: &str) {
        // Texts in columns begin at the same position in every font.
        let x = Length(if self.panel == 0 { text.baseline().x } else { text.middle.x });
        let (y, size) = (Length(text.baseline().y), Length(text.size));
        let color = self.page.palette.color(text.ink);
        let space = if text.words.contains("  ") { " xml:space=\"preserve\"" } else { "" };
        let words = escape::xml(&text.words);
        let _ = writeln!(
            self.text,
            "<text{name} x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\"{space}>{words}</text>"
        );
    }

    /// The inside of a form and its outline.
    fn paint(&self, fill: Option<Ink>, outline: Option<(Ink, f32, Pattern)>) -> String {
        let inside = fill.map_or_else(|| " fill=\"none\"".to_owned(), |ink| paint(self.page.palette.fill(ink)));
        let outline = outline.map(|(ink, width, pattern)| self.stroke(ink, width, dashes_around(self.page, pattern)));
        inside + &outline.unwrap_or_default()
    }

    fn stroke(&self, ink: Ink, width: f32, dashes: Option<[Length; 2]>) -> String {
        let color = self.page.palette.color(ink);
        let dashes = dashes.map(|[on, off]| format!(" stroke-dasharray=\"{on} {off}\""));
        format!(" stroke=\"{color}\" stroke-width=\"{}\"{}", Length(width), dashes.unwrap_or_default())
    }
}

fn paint(fill: Fill) -> String {
    match fill {
        Fill::Solid(color) => format!(" fill=\"{color}\""),
        Fill::Hatched(hatch) => format!(" fill=\"url(#{})\"", name_of(hatch)),
    }
}

fn corner(at: Pos2) -> String {
    format!("{},{}", Length(at.x), Length(at.y))
}

fn place(rect: Rect) -> String {
    let (x, y) = (Length(rect.left()), Length(rect.top()));
    let (width, height) = (Length(rect.width()), Length(rect.height()));
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

pub(super) fn name_of(hatch: Hatch) -> &'static str {
    match hatch {
        Hatch::Dense => "dense",
        Hatch::Sparse => "sparse",
        Hatch::Crossed => "crossed",
        Hatch::Upright => "upright",
        Hatch::Flat => "flat",
        Hatch::Dots => "dots",
    }
}

/// A hatching, in units of the page.
pub(super) fn pattern(hatch: Hatch, unit: f32) -> String {
    let (side, turned, marks) = match hatch {
        Hatch::Dense => (2.4, 45, "<rect width=\"1.1\" height=\"2.4\"/>"),
        Hatch::Sparse => (3.6, -45, "<rect width=\"0.6\" height=\"3.6\"/>"),
        Hatch::Crossed => (4.0, 45, "<rect width=\"0.9\" height=\"4\"/><rect width=\"4\" height=\"0.9\"/>"),
        Hatch::Upright => (3.2, 0, "<rect width=\"1\" height=\"3.2\"/>"),
        Hatch::Flat => (4.0, 0, "<rect width=\"4\" height=\"0.7\"/>"),
        Hatch::Dots => (4.5, 45, "<rect width=\"1\" height=\"1\"/>"),
    };
    format!(
        "<pattern id=\"{}\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"scale({unit}) rotate({turned})\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#ffffff\"/>{marks}</pattern>\n",
        name_of(hatch)
    )
}

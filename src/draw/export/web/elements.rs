//! Shapes as elements of SVG, in tables: what is the same in many steps and many searches is in the page once.
//!
//! An element is a geometry, a style, and for a text its words. A geometry is a letter and numbers; the script of the page reads it in the same
//! way. A style is a list of classes: the inks, in the colours of the reader's theme, the width in tenths of a point, and the pattern.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use super::super::numbers::Length;
use crate::draw::{Corners, Ink, Outline, Pattern, Pos2, Rect, Shape, Text};
use crate::{escape, format};

/// Different texts with their numbers.
#[derive(Default)]
pub(super) struct Table {
    numbers: HashMap<String, usize>,
    pub(super) items: Vec<String>,
}

impl Table {
    pub(super) fn number(&mut self, item: String) -> usize {
        if let Some(&number) = self.numbers.get(&item) {
            return number;
        }
        self.numbers.insert(item.clone(), self.items.len());
        self.items.push(item);
        self.items.len() - 1
    }
}

/// All elements of a page.
#[derive(Default)]
pub(super) struct Elements {
    pub(super) geometries: Table,
    pub(super) styles: Table,
    pub(super) words: Table,
    /// The inks of insides and of texts, and those of outlines and lines.
    pub(super) fills: BTreeSet<Ink>,
    pub(super) strokes: BTreeSet<Ink>,
    /// The widths of lines, in tenths of a point.
    pub(super) widths: BTreeSet<u32>,
}

/// The name of an ink in a style.
pub(super) fn name(ink: Ink) -> String {
    kebab(&format!("{ink:?}"))
}

/// `VisitedFill` as `visited-fill`.
pub(super) fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

/// A length in points with at most one digit after the point.
fn length(length: f32) -> Length {
    Length((length * 10.0).round() / 10.0)
}

impl Elements {
    /// Adds a shape of a node with a room to a list: the numbers of its geometry and its style, and of its words.
    pub(super) fn add(&mut self, shape: &Shape, room: Rect, is_switched: bool, list: &mut Vec<usize>) {
        let (geometry, style) = match shape {
            Shape::Line { ends: [a, b], width, ink, pattern } => {
                let geometry = format!("l {} {} {} {}", length(a.x), length(a.y), length(b.x), length(b.y));
                (geometry, self.line((*ink, *width, *pattern)))
            }
            Shape::Polygon { corners, fill, outline } => (polygon(corners), self.area(*fill, *outline)),
            Shape::Circle { centre, radius, fill, outline } => {
                let geometry = format!("c {} {} {}", length(centre.x), length(centre.y), length(*radius));
                (geometry, self.area(*fill, *outline))
            }
            Shape::Text(text) => (place(text, room), self.ink_of_text(text, is_switched)),
            // Cells are refused before.
            Shape::Cells(_) => return,
        };
        list.push(self.geometries.number(geometry));
        list.push(self.styles.number(style));
        if let Shape::Text(text) = shape {
            list.push(self.words.number(format::visible(&text.words)));
        }
    }

    /// The style of an area.
    fn area(&mut self, fill: Option<Ink>, outline: Option<Outline>) -> String {
        let fill = fill.map_or_else(|| "f-none".to_owned(), |ink| self.fill(ink));
        outline.map_or_else(|| fill.clone(), |outline| format!("{fill} {}", self.line(outline)))
    }

    /// The style of a line or an outline.
    fn line(&mut self, (ink, width, pattern): Outline) -> String {
        let width = (width * 10.0).round() as u32;
        self.strokes.insert(ink);
        self.widths.insert(width);
        let pattern = match pattern {
            Pattern::Solid => "",
            Pattern::Dashed => " dashed",
            Pattern::Dotted => " dotted",
        };
        format!("s-{} w{width}{pattern}", name(ink))
    }

    fn fill(&mut self, ink: Ink) -> String {
        self.fills.insert(ink);
        format!("f-{}", name(ink))
    }

    fn ink_of_text(&mut self, text: &Text, is_switched: bool) -> String {
        self.fill(text.ink) + if is_switched { " window" } else { "" }
    }

    /// A list of elements as markup.
    pub(super) fn markup(&self, list: &[usize]) -> String {
        let mut markup = String::new();
        let mut rest = list.iter().copied();
        while let (Some(geometry), Some(style)) = (rest.next(), rest.next()) {
            let (geometry, style) = (&self.geometries.items[geometry], &self.styles.items[style]);
            let words = if geometry.starts_with('t') { rest.next() } else { None };
            let words = words.map(|words| self.words.items[words].as_str());
            element(geometry, style, words, &mut markup);
        }
        markup
    }
}

/// The names of the attributes of a geometry's numbers, and the name of the element.
fn element(geometry: &str, style: &str, words: Option<&str>, markup: &mut String) {
    let (letter, rest) = geometry.split_at(1);
    let (name, attributes): (&str, &[&str]) = match letter {
        "l" => ("line", &["x1", "y1", "x2", "y2"]),
        "r" => ("rect", &["x", "y", "width", "height"]),
        "c" => ("circle", &["cx", "cy", "r"]),
        "p" => ("polygon", &[]),
        _ => ("text", &["x", "y", "font-size", "text-anchor"]),
    };
    let _ = write!(markup, "<{name} class=\"{style}\"");
    if attributes.is_empty() {
        let _ = write!(markup, " points=\"{}\"", rest.trim_start());
    }
    for (attribute, number) in attributes.iter().zip(rest.split_whitespace()) {
        let _ = write!(markup, " {attribute}=\"{number}\"");
    }
    match words {
        Some(words) => _ = write!(markup, ">{}</{name}>", escape::xml(words)),
        None => markup.push_str("/>"),
    }
}

fn polygon(corners: &Corners) -> String {
    let corner = |at: &Pos2| format!("{},{}", length(at.x), length(at.y));
    match corners {
        Corners::Three([a, b, c]) => format!("p {} {} {}", corner(a), corner(b), corner(c)),
        Corners::Four(corners) => {
            let rect = Rect::from_points(corners);
            let (x, y) = (length(rect.left()), length(rect.top()));
            format!("r {x} {y} {} {}", length(rect.width()), length(rect.height()))
        }
    }
}

/// The place of a text. Beside its node it begins or ends there, whatever the font of the reader is.
fn place(text: &Text, room: Rect) -> String {
    let rect = text.rect();
    let (x, anchor) = if rect.left() > room.center().x {
        (rect.left(), "start")
    } else if rect.right() < room.center().x {
        (rect.right(), "end")
    } else {
        (text.middle.x, "middle")
    };
    format!("t {} {} {} {anchor}", length(x), length(text.baseline().y), length(text.size))
}

//! Pictures on the screen: shapes as one mesh, with texts over it.

use std::sync::Arc;

use eframe::egui::{Color32, FontFamily, FontId, Mesh, Painter, Pos2, Shape as EguiShape, Vec2, vec2};

use super::ink::Ink as Pen;
use crate::app::style::theme::PICTURE_FONT;
use crate::draw::{Fill, Ink, Palette, Pattern, Picture, Rgb, Shape, Text};

/// The distance from the top of a line of text to the middle of its capitals, as a multiple of its size.
const TO_MIDDLE: f32 = 0.928 - 0.729 / 2.0;

/// A picture prepared for the screen.
pub(crate) struct Screen {
    mesh: Arc<Mesh>,
    texts: Vec<Text>,
    palette: Palette,
}

/// The colour on the screen.
pub(crate) fn color(Rgb(r, g, b): Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// The palette for the window's visuals.
pub(crate) fn palette(is_dark: bool) -> Palette {
    if is_dark { Palette::Dark } else { Palette::Light }
}

impl Screen {
    /// Prepares a picture.
    pub(crate) fn new(picture: Picture, palette: Palette) -> Screen {
        let mut pen = Pen::default();
        let mut texts = Vec::new();
        for (_, shape) in picture.shapes {
            match shape {
                Shape::Text(text) => texts.push(text),
                other => draw(&mut pen, &other, palette),
            }
        }
        Screen { mesh: Arc::new(pen.into_mesh()), texts, palette }
    }

    /// Shows it at another place.
    pub(crate) fn show_moved(&self, painter: &Painter, by: Vec2) {
        let mut mesh = Mesh::clone(&self.mesh);
        mesh.translate(by);
        painter.add(EguiShape::mesh(mesh));
        for text in &self.texts {
            let moved = Text { middle: text.middle + by, ..text.clone() };
            write(painter, &moved, color(self.palette.color(text.ink)));
        }
    }

    /// Shows it.
    pub(crate) fn show(&self, painter: &Painter) {
        painter.add(EguiShape::Mesh(Arc::clone(&self.mesh)));
        for text in &self.texts {
            write(painter, text, color(self.palette.color(text.ink)));
        }
    }
}

/// Prepares and shows a picture.
pub(crate) fn show(painter: &Painter, picture: Picture, palette: Palette) {
    Screen::new(picture, palette).show(painter);
}

fn write(painter: &Painter, text: &Text, color: Color32) {
    let font = FontId::new(text.size, FontFamily::Name(PICTURE_FONT.into()));
    let galley = painter.layout_no_wrap(text.words.clone(), font, color);
    let is_sign = text.words.chars().all(|sign| ('♔'..='♟').contains(&sign));
    let at = if is_sign {
        text.middle - galley.mesh_bounds.center().to_vec2()
    } else {
        text.middle - vec2(galley.size().x / 2.0, text.size * TO_MIDDLE)
    };
    painter.galley(at, galley, color);
}

fn draw(pen: &mut Pen, shape: &Shape, palette: Palette) {
    let of = |ink: Ink| color(palette.color(ink));
    match shape {
        Shape::Line { ends, width, ink, pattern } => line(pen, *ends, *width, of(*ink), *pattern),
        Shape::Polygon { corners, fill, outline } => {
            let corners = corners.as_slice();
            if let Some((ink, width, pattern)) = form(pen, corners, *fill, *outline, palette) {
                for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                    line(pen, [a, b], width, of(ink), pattern);
                }
            }
        }
        Shape::Circle { centre, radius, fill, outline } => {
            if let Some((ink, width, pattern)) = form(pen, &circle(*centre, *radius), *fill, *outline, palette) {
                for ends in arcs(*centre, *radius, pattern) {
                    pen.line(ends, width, of(ink));
                }
            }
        }
        Shape::Cells(cells) => {
            for (area, fill) in cells.areas(palette) {
                // No palette of the screen has hatching.
                if let Fill::Solid(ink) = fill {
                    pen.rect(area, color(ink));
                }
            }
        }
        Shape::Text(_) => {}
    }
}

/// An ink, a width and a pattern.
type Outline = (Ink, f32, Pattern);

/// Fills a form and draws its outline; returns one that is broken, which each kind of form draws in its own way.
fn form(
    pen: &mut Pen,
    corners: &[Pos2],
    fill: Option<Ink>,
    outline: Option<Outline>,
    palette: Palette,
) -> Option<Outline> {
    if let Some(fill) = fill {
        pen.fill(corners, color(palette.color(fill)));
    }
    if let Some((ink, width, Pattern::Solid)) = outline {
        pen.outline(corners, width, color(palette.color(ink)));
    }
    outline.filter(|(.., pattern)| *pattern != Pattern::Solid)
}

/// Takes the texts out of a picture.
pub(crate) fn drop_texts(picture: &mut Picture) {
    picture.shapes.retain(|(_, shape)| !matches!(shape, Shape::Text(_)));
}

/// The corners of a circle, clockwise on the screen.
fn circle(centre: Pos2, radius: f32) -> Vec<Pos2> {
    const CORNERS: u32 = 24;
    (0..CORNERS)
        .map(|corner| centre + Vec2::angled(std::f32::consts::TAU * corner as f32 / CORNERS as f32) * radius)
        .collect()
}

/// The dashes around a circle, as short straight lines.
fn arcs(centre: Pos2, radius: f32, pattern: Pattern) -> Vec<[Pos2; 2]> {
    let around = std::f32::consts::TAU * radius;
    let Some([dash, gap]) = pattern.dashes_on(around) else { return Vec::new() };
    let count = (around / (dash + gap)).round().max(3.0);
    let (step, share) = (std::f32::consts::TAU / count, dash / (dash + gap));
    let at = |turn: f32| centre + Vec2::angled(turn) * radius;
    (0..count as u32).map(|nth| [at(step * nth as f32), at(step * (nth as f32 + share))]).collect()
}

fn line(pen: &mut Pen, ends: [Pos2; 2], width: f32, color: Color32, pattern: Pattern) {
    let width = if pattern == Pattern::Dotted { width.max(1.4) } else { width };
    match pattern.dashes_on(ends[0].distance(ends[1])) {
        Some(dashes) => pen.dashes(ends, dashes, width, color),
        None => pen.line(ends, width, color),
    }
}

//! A page: drawings side by side, each with its title, a legend of their symbols, and a caption.
//!
//! A page is composed in the units of the drawings, in which values have a size of 13 points, and then scaled to the size of its font. Lines,
//! gaps and nodes are scaled with the text, so that a figure for a narrow column is the same figure, only smaller. If a page has a width,
//! trees are laid out for it; otherwise they take the comfortable width. A page depends only on figures and drawings, not on what
//! they show: a finished run, a step of it or the difference of two.

mod columns;
mod legend;
mod paragraph;
mod transform;

use std::ops::Range;

use super::figure::MARGIN;
use super::node_link::{Drawing, node_link};
use super::{
    Boards, Figure, Frame, Ink, Options, Palette, Picture, Pos2, Rect, Shape, Spacing, Steps, Text, Vec2, icicle, pos2,
    vec2,
};
use columns::Columns;
pub(crate) use paragraph::paragraph;
pub(crate) use transform::transformed;
use transform::with_plates;

use transform::bounds;
pub(super) use transform::bounds_of;

/// The size of values in a drawing before scaling.
const TEXT: f32 = 13.0;
/// The size of texts in a legend and beside nodes.
const SMALL: f32 = TEXT * 0.85;
/// The margin of a page.
const EDGE: f32 = 6.0;
/// The gap between drawings, and between them and what is below.
const GAP: f32 = 22.0;
/// The gap between a title and its drawing.
const BELOW_TITLE: f32 = 8.0;
/// The maximum width of the drawings on a page without a width, and the minimum for legend and caption.
const NATURAL_WIDTH: Range<f32> = 300.0..1400.0;
/// The maximum height of a drawing, as a multiple of the width of its page; a journal page has about this shape.
const TALLEST: f32 = 1.4;
/// No drawing is limited to less than this height, however narrow its page.
const LOW: f32 = 700.0;
/// The width of a cell on paper, in points.
const CELL: f32 = 0.5;
/// Points in a millimetre.
pub(super) const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// How a tree is drawn.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// Nodes linked by edges.
    #[default]
    NodeLink,
    /// Bars as wide as the leaves below them.
    Icicle,
}

/// A figure on a page.
#[derive(Clone)]
pub struct Panel<'a> {
    /// Its title; may be empty.
    pub title: String,
    /// The figure. The sizes in its options are set by the page.
    pub figure: Figure<'a>,
    /// The visible part, as on the screen; `None` for the whole figure.
    pub seen: Option<Frame>,
    /// The search, for formats that step through it.
    pub steps: Option<Steps<'a>>,
}

/// The contents of a page.
#[derive(Clone, Default)]
pub struct Sheet<'a> {
    /// The title of the file's metadata.
    pub title: String,
    /// The caption below the drawings.
    pub caption: String,
    /// The drawings.
    pub panels: Vec<Panel<'a>>,
}

/// The style of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// How trees are drawn.
    pub view: View,
    /// The width of the page in millimetres; `None` for the comfortable width.
    pub width: Option<f32>,
    /// The size of values, titles and the caption in points; other texts are slightly smaller.
    pub font_size: f32,
    /// The colours. Pages are light, so [`Palette::Dark`] becomes [`Palette::Light`].
    pub palette: Palette,
    /// Whether there is a legend.
    pub has_legend: bool,
    /// Whether there is a caption.
    pub has_caption: bool,
    /// Whether drawings have their titles.
    pub has_titles: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            view: View::NodeLink,
            width: None,
            font_size: 9.0,
            palette: Palette::Light,
            has_legend: true,
            has_caption: true,
            has_titles: true,
        }
    }
}

impl Style {
    /// The colours on paper.
    pub fn paper(&self) -> Palette {
        if self.palette == Palette::Dark { Palette::Light } else { self.palette }
    }
}

/// The part of a page with one drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The shapes of the drawing and its title.
    pub shapes: Range<usize>,
    /// The part that is seen; `None` if all of it is.
    pub clip: Option<Rect>,
}

/// A composed page, in points from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The drawings, and after them the legend and the caption.
    pub picture: Picture,
    /// The parts of the picture with the drawings.
    pub areas: Vec<Area>,
    /// Its size.
    pub size: Vec2,
    /// Its colours.
    pub palette: Palette,
    /// The size of its font.
    pub font_size: f32,
    /// The size on the page of one point of the drawings; dashes and hatchings are scaled with it.
    pub unit: f32,
    /// The title of the picture.
    pub title: String,
    /// Its description, whether or not it is written on the page.
    pub description: String,
    /// How many texts found no room: values, windows and numbers of nodes that are drawn separately.
    pub unwritten: usize,
}

impl Page {
    /// The shapes after those of the drawings: legend and caption, whose texts are in columns.
    pub fn furniture(&self) -> Range<usize> {
        self.areas.last().map_or(0, |area| area.shapes.end)..self.picture.shapes.len()
    }
}

/// Composes a page.
pub fn compose(sheet: &Sheet<'_>, style: &Style) -> Page {
    let unit = style.font_size / TEXT;
    let width = style.width.map(|mm| (mm * POINTS_PER_MM / unit - 2.0 * EDGE).max(1.0));
    let slots = sheet.panels.iter().map(|panel| columns::slot(&panel.figure, style.view));
    let slot = slots.fold(0.0, f32::max);
    let paper = Paper { style, width, unit, slot, palette: style.paper() };
    let columns = Columns::new(&sheet.panels, &paper);
    let (mut drawn, mut natural, mut unwritten) = (Vec::new(), f32::INFINITY..1.0_f32, 0);
    for panel in &sheet.panels {
        let drawing = paper.draw(panel, columns.width);
        natural.start = natural.start.min(drawing.bounds.left());
        natural.end = natural.end.max(drawing.bounds.right());
        unwritten += drawing.drawing.unwritten;
        drawn.push(drawing);
    }
    let mut page = Composed::default();
    // All drawings have the same position in their columns, so that what is the same in two looks the same.
    let sides = if paper.width.is_some() { 0.0..columns.width } else { natural };
    let column = if sides.start < sides.end { sides.end - sides.start } else { 0.0 };
    let drawings = column * columns.count as f32 + GAP * (columns.count as f32 - 1.0);
    let width = paper.width.unwrap_or_else(|| drawings.max(NATURAL_WIDTH.start));
    let left = ((width - drawings) / 2.0).max(0.0);
    for (panels, drawn) in sheet.panels.chunks(columns.count).zip(drawn.chunks(columns.count)) {
        // A title alone in its row may be wider than its drawing.
        let titles = style.has_titles.then_some(if columns.count == 1 { column.max(width) } else { column });
        page.row(panels, drawn, left, sides.start, column, titles);
    }
    if style.has_legend {
        let names = sheet.panels.iter().find_map(|panel| panel.figure.overlay.names());
        page.legend(&drawn, names, width);
    }
    if style.has_caption && !sheet.caption.is_empty() {
        page.caption(&sheet.caption, width);
    }
    Page { unwritten, ..page.finish(sheet, &paper, width) }
}

/// The width and the measures of a page, in units of its drawings.
struct Paper<'a> {
    style: &'a Style,
    /// The width.
    width: Option<f32>,
    unit: f32,
    /// The width of a slot with room for the texts of every drawing, so that what is the same in two has the same place.
    slot: f32,
    palette: Palette,
}

/// A drawing and its size in its pane.
struct Drawn {
    drawing: Drawing,
    bounds: Rect,
    clip: Option<Rect>,
}

impl Paper<'_> {
    /// The preferred size of a slot and a level.
    fn spacing(&self, figure: &Figure<'_>) -> Spacing {
        let comfort = match self.style.view {
            View::NodeLink if figure.game.is_some() => vec2(100.0, 140.0),
            View::NodeLink => vec2(self.slot, if figure.options.windows { 88.0 } else { 82.0 }),
            View::Icicle => vec2(self.slot, 30.0),
        };
        Spacing { comfort, roomy: comfort, margin: Vec2::splat(MARGIN) }
    }

    /// Draws a figure for a column.
    fn draw(&self, panel: &Panel<'_>, width: f32) -> Drawn {
        let figure = Figure { options: self.options(panel), ..panel.figure };
        if let Some(frame) = panel.seen {
            return self.draw_seen(&figure, &frame, width);
        }
        let spacing = self.spacing(&figure);
        let levels = figure.shown.height() as f32 + 1.0;
        let tallest = (TALLEST * self.width.unwrap_or(NATURAL_WIDTH.end)).max(LOW);
        let height = (levels * spacing.comfort.y + 2.0 * spacing.margin.y).min(tallest);
        // A small tree may spread over the requested width.
        let comfort =
            if self.width.is_some() { vec2(spacing.comfort.x * 1.7, spacing.comfort.y) } else { spacing.comfort };
        let pane = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        let frame = Frame::fitting(&figure.shown, pane, Spacing { comfort, roomy: comfort, ..spacing });
        let drawing = self.drawing(&figure, &frame);
        let bounds = bounds(&drawing.picture).unwrap_or(pane);
        Drawn { drawing, bounds, clip: None }
    }

    /// Draws the visible part of a figure, in the size of its column.
    fn draw_seen(&self, figure: &Figure<'_>, frame: &Frame, width: f32) -> Drawn {
        let drawing = self.drawing(figure, frame);
        let scale = (width / frame.pane.width().max(1.0)).min(if self.width.is_some() { f32::INFINITY } else { 1.0 });
        let by = -frame.pane.min.to_vec2() * scale;
        let pane = Rect::from_min_size(pos2(0.0, 0.0), frame.pane.size() * scale);
        Drawn {
            drawing: Drawing { picture: transformed(drawing.picture, scale, by), ..drawing },
            bounds: pane,
            clip: Some(pane),
        }
    }

    fn options(&self, panel: &Panel<'_>) -> Options {
        let options = panel.figure.options;
        // Hatching is not recognisable in narrower cells.
        let cell = if self.palette == Palette::BlackAndWhite { 2.0 * CELL } else { CELL } / self.unit;
        if panel.seen.is_some() { Options { cell, ..options } } else { Options { cell, ..sized(options) } }
    }

    fn drawing(&self, figure: &Figure<'_>, frame: &Frame) -> Drawing {
        let drawing = match self.style.view {
            View::NodeLink => node_link(figure, frame, &mut Boards::default()),
            View::Icicle => icicle::icicle(figure, frame),
        };
        Drawing { picture: with_plates(drawing.picture, self.palette), ..drawing }
    }
}

/// The width of a slot with room for the texts of a figure.
pub(super) fn comfortable_slot(figure: &Figure<'_>, view: View) -> f32 {
    columns::slot(figure, view)
}

/// The frame of a drawing that has all the room it needs, on a page that can be scrolled.
pub(super) fn comfortable_frame(figure: &Figure<'_>, slot: f32, view: View) -> Frame {
    let style = Style { view, ..Style::default() };
    let spacing = Paper { style: &style, width: None, unit: 1.0, slot, palette: Palette::Light }.spacing(figure);
    let count = vec2(figure.shown.slot_count() as f32, figure.shown.height() as f32 + 1.0);
    let pane = Rect::from_min_size(pos2(0.0, 0.0), count * spacing.comfort + 2.0 * spacing.margin);
    Frame::fitting(&figure.shown, pane, spacing)
}

/// Options with the sizes of paper.
pub(super) fn sized(options: Options) -> Options {
    Options { text: 1.0, points: Some(TEXT), cell: CELL, ..options }
}

/// A page during composition, in units of the drawings.
#[derive(Default)]
struct Composed {
    picture: Picture,
    areas: Vec<Area>,
    /// The bottom of what has been placed.
    bottom: f32,
}

impl Composed {
    /// Adds drawings side by side from a position on, with their titles of at most a width. Drawings begin at `side` of their pane.
    fn row(&mut self, panels: &[Panel<'_>], drawn: &[Drawn], left: f32, side: f32, column: f32, titles: Option<f32>) {
        if self.bottom > 0.0 {
            self.bottom += GAP;
        }
        let titles = |panel: &Panel<'_>| titles.map_or_else(Vec::new, |width| paragraph(&panel.title, TEXT, width));
        let lines = panels.iter().map(|panel| titles(panel).len()).max().unwrap_or(0);
        let top = self.bottom + paragraph::height(lines, TEXT) + if lines > 0 { BELOW_TITLE } else { 0.0 };
        let mut bottom = top;
        for (i, (panel, drawn)) in panels.iter().zip(drawn).enumerate() {
            let left = left + i as f32 * (column + GAP);
            let start = self.picture.shapes.len();
            let words = titles(panel);
            // The last line of a title is next to its drawing, however many lines its neighbours have.
            let first = top - BELOW_TITLE - paragraph::height(words.len(), TEXT);
            for (line, words) in words.into_iter().enumerate() {
                let middle = pos2(left + column / 2.0, first + paragraph::middle(line, TEXT));
                self.picture.add_loose(Shape::Text(Text { words, middle, size: TEXT, ink: Ink::Text }));
            }
            let by = vec2(left - side, top - drawn.bounds.top());
            self.picture.shapes.append(&mut transformed(drawn.drawing.picture.clone(), 1.0, by).shapes);
            self.areas.push(Area {
                shapes: start..self.picture.shapes.len(),
                clip: drawn.clip.map(|clip| clip.translate(by)),
            });
            bottom = f32::max(bottom, top + drawn.bounds.height());
        }
        self.bottom = bottom;
    }

    fn legend(&mut self, drawn: &[Drawn], names: Option<&[String; 2]>, width: f32) {
        let mut legend = super::Legend::default();
        legend.set_names(names);
        for drawn in drawn {
            legend.merge(&drawn.drawing.legend);
        }
        let top = self.bottom + GAP;
        self.bottom = legend::add(&legend, &mut self.picture, top, width).unwrap_or(self.bottom);
    }

    fn caption(&mut self, words: &str, width: f32) {
        let top = self.bottom + GAP * 0.7;
        let lines = paragraph(words, TEXT, width);
        self.bottom = top + paragraph::height(lines.len(), TEXT);
        // A single line is centred; several lines are left-aligned.
        let is_single = lines.len() == 1;
        for (line, words) in lines.into_iter().enumerate() {
            let long = super::text::width(&words, TEXT);
            let x = if is_single { width / 2.0 } else { long / 2.0 };
            let middle = pos2(x, top + paragraph::middle(line, TEXT));
            self.picture.add_loose(Shape::Text(Text { words, middle, size: TEXT, ink: Ink::Text }));
        }
    }

    /// The page in its final size.
    fn finish(mut self, sheet: &Sheet<'_>, paper: &Paper<'_>, width: f32) -> Page {
        let (unit, palette) = (paper.unit, paper.palette);
        let by = Vec2::splat(EDGE) * unit;
        let moved = |point: Pos2| (point.to_vec2() * unit + by).to_pos2();
        for clip in self.areas.iter_mut().filter_map(|area| area.clip.as_mut()) {
            *clip = Rect::from_min_max(moved(clip.min), moved(clip.max));
        }
        Page {
            picture: transformed(self.picture, unit, by),
            areas: self.areas,
            size: (vec2(width, self.bottom) + Vec2::splat(2.0 * EDGE)) * unit,
            palette,
            font_size: paper.style.font_size,
            unit,
            title: sheet.title.clone(),
            description: sheet.caption.clone(),
            unwritten: 0,
        }
    }
}

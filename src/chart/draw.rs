//! Draws a chart on any backend of plotters.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::layout::{CAPTION, DOTS, Frame, GAP, LINE, MARGIN, MARK, SAMPLE, TEXT, THIN, TITLE, WIDE, wrap};
use super::style::{CurveLook, GRID, INK, Look, Mark, PAPER, corners, curve_look, looks, pattern, strokes};
use super::ticks::{Range, label, ranges};
use super::{Chart, Mean, Page, Series, points};
use crate::font::NAME as FONT;

/// What plotters calls the size of a font, in font sizes: the height of a line.
const PLOTTERS_SIZE: f64 = 1.24;
/// The size of the paper around a mark among dots, in sizes of the mark.
const RIM: f64 = 1.2;
/// The width over which the dots of runs are spread, so that equal ones are seen.
const SPREAD: i32 = 14 * DOTS;

type Dot = (i32, i32);
type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// The height of a chart, which depends on the text below it. At the usual width, PNGs of 50, 100, 150, 300 or 600 dots per inch have a whole
/// number of pixels.
pub(super) fn height(chart: &Chart, page: &Page) -> i32 {
    const WHOLE: i32 = 12;
    (Words::of(chart, page).bottom() + WHOLE - 1) / WHOLE * WHOLE
}

/// The text below the axes.
struct Words {
    /// Where it begins.
    top: i32,
    /// The left edges of the two columns of the legend.
    columns: [i32; 2],
    /// The rows of the legend; a row has two short entries or one long one.
    legend: Vec<Vec<Entry>>,
    caption: Vec<String>,
}

/// A line of the legend.
struct Entry {
    sample: Sample,
    lines: Vec<String>,
}

enum Sample {
    Series(Look),
    Curve(CurveLook),
}

impl Words {
    fn of(chart: &Chart, page: &Page) -> Words {
        let width = page.picture_size().dots();
        let columns = [2 * MARGIN, 2 * MARGIN + (width - 2 * MARGIN) / 2];
        let legend = if page.has_legend { legend(chart, width) } else { Vec::new() };
        let caption = if page.has_caption { chart.caption.as_str() } else { "" };
        let caption = wrap(caption, width - 2 * MARGIN, &|text| text_width(text, CAPTION));
        Words { top: page.picture_size().plot_height(), columns, legend, caption }
    }

    fn bottom(&self) -> i32 {
        let legend: i32 = self.legend.iter().map(|row| row[0].height()).sum();
        self.top + legend + GAP + self.caption.len() as i32 * line_height(CAPTION) + MARGIN
    }

    fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let mut top = self.top;
        for row in &self.legend {
            for (entry, &left) in row.iter().zip(&self.columns) {
                entry.draw(pen, (left, top))?;
            }
            top += row[0].height();
        }
        top += GAP;
        for line in &self.caption {
            pen.write(line, (MARGIN, top), CAPTION, (HPos::Left, VPos::Top))?;
            top += line_height(CAPTION);
        }
        Ok(())
    }
}

/// The rows of the legend of a chart of a width; short entries stand side by side.
fn legend(chart: &Chart, width: i32) -> Vec<Vec<Entry>> {
    let entry = |sample, name: &str| {
        let width = width - 3 * MARGIN - SAMPLE - GAP;
        Entry { sample, lines: wrap(name, width, &|text| text_width(text, TEXT)) }
    };
    let mut entries = Vec::new();
    for (series, look) in chart.top_down() {
        entries.push(entry(Sample::Series(look), &(series.name() + series.remark(&chart.y))));
    }
    for curve in &chart.curves {
        entries.push(entry(Sample::Curve(curve_look(chart, curve.kind)), curve.kind.name()));
    }
    let column = (width - 2 * MARGIN) / 2 - MARGIN - SAMPLE - GAP;
    let mut rows: Vec<Vec<Entry>> = Vec::new();
    for entry in entries {
        match rows.last_mut() {
            Some(row) if row.len() == 1 && row[0].is_within(column) && entry.is_within(column) => row.push(entry),
            _ => rows.push(vec![entry]),
        }
    }
    rows
}

impl Entry {
    /// Whether its text is one line of at most this width.
    fn is_within(&self, width: i32) -> bool {
        matches!(self.lines.as_slice(), [line] if text_width(line, TEXT) <= width)
    }

    fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, (left, top): Dot) -> Drawn<DB> {
        let middle = top + line_height(TEXT) / 2;
        let (start, end) = ((left, middle), (left + SAMPLE, middle));
        match self.sample {
            Sample::Series(look) => {
                pen.line(&[start, end], look)?;
                pen.mark((i32::midpoint(start.0, end.0), middle), look)?;
            }
            Sample::Curve(look) => pen.curve(&[start, end], look)?,
        }
        for (line, text) in self.lines.iter().enumerate() {
            let dot = (end.0 + GAP, middle + line as i32 * line_height(TEXT));
            pen.write(text, dot, TEXT, (HPos::Left, VPos::Center))?;
        }
        Ok(())
    }

    fn height(&self) -> i32 {
        self.lines.len() as i32 * line_height(TEXT)
    }
}

fn font(size: i32) -> FontDesc<'static> {
    (FONT, f64::from(size) * PLOTTERS_SIZE).into_font()
}

fn line_height(size: i32) -> i32 {
    size * 13 / 10
}

/// An upper bound of the width of a text. A viewer without the font substitutes another one, which may be wider.
fn text_width(text: &str, size: i32) -> i32 {
    font(size).box_size(text).map_or(0, |(width, _)| width as i32 * 21 / 20)
}

/// Draws a chart on an area as wide as its page and of its [`height`].
pub(super) fn draw<DB: DrawingBackend>(chart: &Chart, page: &Page, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
    area.fill(&PAPER)?;
    let pen = Pen { area };
    let axes = Axes::of(chart, page);
    for (line, text) in axes.title.iter().enumerate() {
        let top = MARGIN + line as i32 * line_height(TITLE);
        pen.write(text, (axes.frame.left, top), TITLE, (HPos::Left, VPos::Top))?;
    }
    axes.draw(&pen, chart)?;
    let looks = looks(chart);
    for (series, &look) in chart.series.iter().zip(&looks) {
        axes.band(&pen, series, look)?;
    }
    for curve in &chart.curves {
        for part in axes.parts(&curve.points) {
            pen.curve(&with_dash(part), curve_look(chart, curve.kind))?;
        }
    }
    for (series, &look) in chart.series.iter().zip(&looks) {
        axes.runs(&pen, series, look)?;
    }
    for (series, &look) in chart.series.iter().zip(&looks) {
        axes.series(&pen, series, look)?;
    }
    Words::of(chart, page).draw(&pen)
}

/// The points of a part of a curve; a single point becomes a short line.
fn with_dash(dots: Vec<Dot>) -> Vec<Dot> {
    match dots[..] {
        [(x, y)] => vec![(x - SAMPLE / 2, y), (x + SAMPLE / 2, y)],
        _ => dots,
    }
}

/// The two axes and the frame between them, and the lines of the title above.
struct Axes {
    title: Vec<String>,
    frame: Frame,
    x: Range,
    y: Range,
    x_ticks: Vec<f64>,
    y_ticks: Vec<f64>,
}

impl Axes {
    fn of(chart: &Chart, page: &Page) -> Axes {
        let (x, y) = ranges(chart);
        let (x_label, y_label) = (
            |tick| text_width(&label(tick, chart.x.numbers), TEXT),
            |tick| text_width(&label(tick, chart.y.numbers), TEXT),
        );
        let widest = y.ticks(chart.y.numbers).into_iter().map(y_label).max();
        let left = MARGIN + line_height(TEXT) + GAP + widest.unwrap_or(0) + GAP;
        let right = page.picture_size().dots() - 2 * MARGIN;
        let title = if page.has_title { chart.title.as_str() } else { "" };
        let title = wrap(title, right - left, &|text| text_width(text, TITLE));
        let frame = Frame {
            left,
            top: MARGIN + title.len() as i32 * line_height(TITLE) + GAP,
            right,
            bottom: page.picture_size().plot_height() - 2 * line_height(TEXT) - 2 * GAP,
        };
        let x_ticks = x.ticks_with_room(chart.x.numbers, &|[(one, at), (next, at_next)]| {
            f64::from(right - left) * (at_next - at) >= f64::from(i32::midpoint(x_label(one), x_label(next)) + GAP)
        });
        let y_ticks = y.ticks_with_room(chart.y.numbers, &|[(_, at), (_, at_next)]| {
            f64::from(frame.bottom - frame.top) * (at_next - at) >= f64::from(line_height(TEXT))
        });
        Axes { title, frame, x, y, x_ticks, y_ticks }
    }

    fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, chart: &Chart) -> Drawn<DB> {
        let Frame { left, top, right, bottom } = self.frame;
        let grid = GRID.stroke_width(THIN);
        for &tick in &self.x_ticks {
            let Some(position) = self.x.position(tick) else { continue };
            let (x, _) = self.frame.dot(position, 0.0);
            pen.path([(x, top), (x, bottom)], &grid)?;
            pen.write(&label(tick, chart.x.numbers), (x, bottom + GAP), TEXT, (HPos::Center, VPos::Top))?;
        }
        for &tick in &self.y_ticks {
            let Some(position) = self.y.position(tick) else { continue };
            let (_, y) = self.frame.dot(0.0, position);
            pen.path([(left, y), (right, y)], &grid)?;
            pen.write(&label(tick, chart.y.numbers), (left - GAP, y), TEXT, (HPos::Right, VPos::Center))?;
        }
        pen.path([(left, top), (left, bottom), (right, bottom)], &INK.stroke_width(THIN))?;
        pen.write(
            &chart.x.title,
            (i32::midpoint(left, right), bottom + GAP + line_height(TEXT)),
            TEXT,
            (HPos::Center, VPos::Top),
        )?;
        pen.write_upwards(&chart.y.title, (MARGIN, i32::midpoint(top, bottom)), TEXT)
    }

    /// Where a point is drawn; `None` if the axes cannot show it.
    fn dot(&self, (x, y): (f64, f64)) -> Option<Dot> {
        Some(self.frame.dot(self.x.position(x)?, self.y.position(y)?.clamp(0.0, 1.0)))
    }

    /// The parts of a line that can be drawn.
    fn parts(&self, points: &[(f64, f64)]) -> Vec<Vec<Dot>> {
        let (mut parts, mut part) = (Vec::new(), Vec::new());
        for &point in points {
            match self.dot(point) {
                Some(dot) => part.push(dot),
                None => parts.push(std::mem::take(&mut part)),
            }
        }
        parts.push(part);
        parts
    }

    fn band<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, series: &Series, look: Look) -> Drawn<DB> {
        let fill = look.colour.mix(0.2).filled();
        let ends = |mean: &Mean| {
            let low =
                self.dot((mean.x, mean.band.0)).or_else(|| Some(self.frame.dot(self.x.position(mean.x)?, 0.0)))?;
            Some((low, self.dot((mean.x, mean.band.1))?))
        };
        for part in series.parts() {
            let (mut outline, back): (Vec<Dot>, Vec<Dot>) = part.iter().filter_map(ends).unzip();
            outline.extend(back.iter().rev());
            match outline[..] {
                // A single point has an error bar.
                [low, high] => pen.path([low, high], &fill.stroke_width(WIDE))?,
                _ => pen.area.draw(&Polygon::new(outline, fill))?,
            }
        }
        Ok(())
    }

    /// The runs of a series as dots.
    fn runs<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, series: &Series, look: Look) -> Drawn<DB> {
        for (index, &run) in series.runs.iter().enumerate() {
            if let Some((x, y)) = self.dot(run) {
                let aside = f64::from(SPREAD) * (even(index) - 0.5);
                pen.area.draw(&Circle::new((x + aside as i32, y), 2 * DOTS, look.colour.mix(0.35).filled()))?;
            }
        }
        Ok(())
    }

    fn series<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, series: &Series, look: Look) -> Drawn<DB> {
        for part in series.parts() {
            for part in self.parts(&points(part)) {
                pen.line(&part, look)?;
            }
        }
        for mean in &series.means {
            let Some(dot) = self.dot((mean.x, mean.y)) else { continue };
            if !series.runs.is_empty() {
                // Among dots of its colour the mark would not be seen.
                pen.shape(dot, look.mark, f64::from(MARK) * RIM, PAPER)?;
            }
            pen.mark(dot, look)?;
            if mean.is_stopped {
                pen.arrow_up(dot, look)?;
            }
        }
        Ok(())
    }
}

/// Numbers that are evenly distributed between 0 and 1: multiples of the golden ratio.
pub(crate) fn even(index: usize) -> f64 {
    (index as f64 * 0.618_033_988_75).fract()
}

/// Draws primitive shapes.
struct Pen<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    fn write(&self, text: &str, dot: Dot, size: i32, (h_pos, v_pos): (HPos, VPos)) -> Drawn<DB> {
        let style = font(size).color(&INK).pos(Pos::new(h_pos, v_pos));
        self.area.draw(&Text::new(text.to_string(), dot, style))
    }

    fn write_upwards(&self, text: &str, dot: Dot, size: i32) -> Drawn<DB> {
        let font = font(size).transform(FontTransform::Rotate270);
        let style = font.color(&INK).pos(Pos::new(HPos::Center, VPos::Top));
        self.area.draw(&Text::new(text.to_string(), dot, style))
    }

    fn path(&self, dots: impl Into<Vec<Dot>>, style: &ShapeStyle) -> Drawn<DB> {
        self.area.draw(&PathElement::new(dots, *style))
    }

    /// A line of strokes and gaps of these lengths.
    fn dashed(&self, dots: &[Dot], style: &ShapeStyle, pattern: &[i32]) -> Drawn<DB> {
        let path: Vec<(f64, f64)> = dots.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect();
        for stroke in strokes(&path, pattern, f64::from(DOTS)) {
            let dots: Vec<Dot> = stroke.into_iter().map(|(x, y)| (x.round() as i32, y.round() as i32)).collect();
            self.path(dots, style)?;
        }
        Ok(())
    }

    fn curve(&self, dots: &[Dot], look: CurveLook) -> Drawn<DB> {
        let width = if look.is_wide { WIDE } else { THIN };
        self.dashed(dots, &look.colour.mix(look.opacity()).stroke_width(width), &look.pattern)
    }

    fn line(&self, dots: &[Dot], look: Look) -> Drawn<DB> {
        self.dashed(dots, &look.colour.stroke_width(LINE), pattern(look.dash))
    }

    fn mark(&self, dot: Dot, look: Look) -> Drawn<DB> {
        self.shape(dot, look.mark, f64::from(MARK), look.colour)?;
        if look.is_filled { Ok(()) } else { self.shape(dot, look.mark, f64::from(MARK) * 0.5, PAPER) }
    }

    fn shape(&self, (x, y): Dot, mark: Mark, size: f64, colour: RGBColor) -> Drawn<DB> {
        let corners = corners(mark);
        if corners.is_empty() {
            return self.area.draw(&Circle::new((x, y), size as i32, colour.filled()));
        }
        let corner = |&(right, down): &(f64, f64)| (x + (right * size) as i32, y + (down * size) as i32);
        let outline: Vec<Dot> = corners.iter().map(corner).collect();
        self.area.draw(&Polygon::new(outline, colour.filled()))
    }

    /// An arrow: the true mean is higher.
    fn arrow_up(&self, (x, y): Dot, look: Look) -> Drawn<DB> {
        let tip = y - 4 * MARK;
        let style = look.colour.stroke_width(LINE);
        self.path([(x, y - MARK), (x, tip)], &style)?;
        self.path([(x - MARK, tip + MARK), (x, tip), (x + MARK, tip + MARK)], &style)
    }
}

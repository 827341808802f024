//! A chart on the screen: the same series, curves, colours and marks as in its files.

use std::collections::HashSet;

use eframe::egui::{AsIdSalt, Color32, Rangef, RichText, Role, Stroke, Ui, Visuals};
use egui_plot::{
    AxisHints, FilledArea, GridInput, GridMark, HoverPosition, Line, LineStyle, MarkerShape, Plot, PlotPoint,
    PlotPoints, PlotUi, Points, Text,
};

use plotters::style::RGBColor;

use crate::app::style::theme;
use crate::app::style::widgets::accessible_name;
use crate::chart::{Axis, Chart, Curve, Look, Mark, Mean, Numbering, Series, Theory, curve_look, look};
use crate::draw::Ink;
use crate::format;

/// The width of the lines of series, and of most curves of the theory.
pub(super) const LINE: f32 = 2.0;
const THIN: f32 = 1.6;
/// The width of an expectation, which is seen below a measurement that agrees with it.
const WIDE: f32 = 5.0;
/// The radius of a mark.
const MARK: f32 = 5.0;
/// The radius of a run's dot.
const DOT: f32 = 1.6;

/// The look of a series, in a colour that contrasts with the background.
pub(super) fn look_of(series: &Series, visuals: &Visuals) -> (Look, Color32) {
    let look =
        series.algorithms.first().map_or_else(|| look(crate::search::Algorithm::MINIMAX), |&first| self::look(first));
    (look, seen(look.colour, visuals))
}

/// A colour of the files on the screen, on which the background may be black.
fn seen(colour: RGBColor, visuals: &Visuals) -> Color32 {
    let colour = Color32::from_rgb(colour.0, colour.1, colour.2);
    let is_ink = colour.intensity() < 0.2;
    if is_ink { theme::ink(visuals, Ink::Text) } else { colour }
}

/// The line of a theory curve, and its dashes.
pub(super) fn curve_style(chart: &Chart, theory: Theory, visuals: &Visuals) -> (Stroke, LineStyle) {
    let look = curve_look(chart, theory);
    let style = match (look.stroke, look.gap) {
        (stroke, gap) if stroke < 3 => LineStyle::Dotted { spacing: (stroke + gap) as f32 },
        (stroke, _) => LineStyle::Dashed { length: stroke as f32 },
    };
    let width = if look.is_wide { WIDE } else { THIN };
    (Stroke::new(width, seen(look.colour, visuals)), style)
}

/// The largest distance of a click from a data point, in screen points.
const NEAR: f32 = 14.0;

/// Shows a chart without what is hidden. Returns the series and the mean that was clicked.
pub(super) fn ui<'c>(
    ui: &mut Ui,
    id: impl AsIdSalt,
    chart: &'c Chart,
    hidden: &HashSet<String>,
) -> Option<(&'c Series, &'c Mean)> {
    let visuals = ui.visuals().clone();
    let plot = Plot::new(id)
        .custom_x_axes(vec![hints(AxisHints::new_x(), &chart.x).label_spacing(Rangef::new(24.0, 40.0))])
        .custom_y_axes(vec![hints(AxisHints::new_y(), &chart.y).label_spacing(Rangef::new(14.0, 20.0))])
        .x_grid_spacer(|input| marks(&chart.x, &input))
        .y_grid_spacer(|input| marks(&chart.y, &input))
        .grid_spacing(Rangef::new(8.0, 60.0))
        .grid_color(visuals.widgets.noninteractive.bg_stroke.color)
        .grid_fade(0.0)
        .label_formatter(|position| hover_text(chart, position))
        .set_margin_fraction([0.05, 0.08].into());
    let plot = if chart.y.is_log { plot } else { plot.include_y(0.0) };
    let response = plot.show(ui, |plot| {
        let shown = || chart.series.iter().filter(|series| !hidden.contains(&series.name()));
        shown().for_each(|series| band(plot, chart, series, &visuals));
        for curve in chart.curves.iter().filter(|curve| !hidden.contains(curve.kind.name())) {
            theory(plot, chart, curve, &visuals);
        }
        shown().for_each(|series| measured(plot, chart, series, &visuals));
    });
    accessible_name(&response.response, Role::Image, format_args!("Chart: {}", chart.title));
    let clicked = response.response.interact_pointer_pos().filter(|_| response.response.clicked())?;
    let is_shown = |series: &&Series| !hidden.contains(&series.name());
    let means =
        chart.series.iter().filter(is_shown).flat_map(|series| series.means.iter().map(move |mean| (series, mean)));
    let distance = |(_, mean): &(&Series, &Mean)| {
        let [x, y] = plot_point(chart, (mean.x, mean.y))?;
        Some(response.transform.position_from_point(&PlotPoint::new(x, y)).distance(clicked))
    };
    let near = means.filter_map(|point| Some((distance(&point)?, point))).filter(|(distance, _)| *distance <= NEAR);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, point)| point)
}

fn hints<'a>(hints: AxisHints<'a>, axis: &'a Axis) -> AxisHints<'a> {
    hints.label(RichText::new(&axis.title)).formatter(|mark, _| axis.label(mark.value))
}

/// The tick marks of an axis in the visible part.
fn marks(axis: &Axis, input: &GridInput) -> Vec<GridMark> {
    let (start, end) = input.bounds;
    let marks = axis.marks(start, end);
    let step = |index: usize| {
        let next = marks.get(index + 1).map(|next| next - marks[index]);
        next.or_else(|| Some(marks[index] - marks.get(index.checked_sub(1)?)?)).unwrap_or(end - start)
    };
    (0..marks.len()).map(|index| GridMark { value: marks[index], step_size: step(index) }).collect()
}

/// The position of a point.
fn plot_point(chart: &Chart, (x, y): (f64, f64)) -> Option<[f64; 2]> {
    Some([chart.x.position(x)?, chart.y.position(y)?])
}

fn band(plot: &mut PlotUi<'_>, chart: &Chart, series: &Series, visuals: &Visuals) {
    let ends = |mean: &Mean| {
        let low = chart.y.position(mean.band.0).or_else(|| chart.y.position(mean.y))?;
        Some((chart.x.position(mean.x)?, low, chart.y.position(mean.band.1)?))
    };
    for part in series.parts() {
        let ends: Vec<(f64, f64, f64)> = part.iter().filter_map(ends).collect();
        let column = |of: fn(&(f64, f64, f64)) -> f64| ends.iter().map(of).collect::<Vec<f64>>();
        let (xs, low, high) = (column(|end| end.0), column(|end| end.1), column(|end| end.2));
        if xs.len() > 1 {
            let fill = look_of(series, visuals).1.gamma_multiply(0.2);
            plot.add(FilledArea::new("", &xs, &low, &high).fill_color(fill).allow_hover(false));
        }
    }
}

fn theory(plot: &mut PlotUi<'_>, chart: &Chart, curve: &Curve, visuals: &Visuals) {
    let points: Vec<[f64; 2]> = curve.points.iter().filter_map(|&point| plot_point(chart, point)).collect();
    let (stroke, style) = curve_style(chart, curve.kind, visuals);
    plot.line(Line::new(curve.kind.name(), PlotPoints::from(points)).stroke(stroke).style(style));
}

fn measured(plot: &mut PlotUi<'_>, chart: &Chart, series: &Series, visuals: &Visuals) {
    let (look, colour) = look_of(series, visuals);
    let name = series.name();
    let dots: Vec<[f64; 2]> = series.runs.iter().filter_map(|&run| plot_point(chart, run)).collect();
    if !dots.is_empty() {
        let dots = Points::new("", PlotPoints::from(dots)).radius(DOT).color(colour.gamma_multiply(0.35));
        plot.points(dots.shape(MarkerShape::Circle).allow_hover(false));
    }
    let points = |means: &[Mean]| -> Vec<[f64; 2]> {
        means.iter().filter_map(|mean| plot_point(chart, (mean.x, mean.y))).collect()
    };
    for part in series.parts() {
        let line = Line::new("", PlotPoints::from(points(part))).stroke(Stroke::new(LINE, colour));
        plot.line(line.allow_hover(false));
    }
    let means = points(&series.means);
    if !look.is_filled {
        // The line must not show through a hollow mark.
        let ground = Points::new("", PlotPoints::from(means.clone())).color(visuals.extreme_bg_color);
        plot.points(ground.shape(marker(look.mark)).radius(MARK).allow_hover(false));
    }
    let marks = Points::new(name, PlotPoints::from(means)).color(colour).filled(look.is_filled);
    plot.points(marks.shape(marker(look.mark)).radius(MARK));
    for mean in series.means.iter().filter(|mean| mean.is_stopped) {
        if let Some([x, y]) = plot_point(chart, (mean.x, mean.y)) {
            // The true mean is higher.
            let arrow = Text::new("", PlotPoint::new(x, y), RichText::new("⬆").size(18.0)).color(colour);
            plot.text(arrow.anchor(eframe::egui::Align2::CENTER_BOTTOM).allow_hover(false));
        }
    }
}

/// The mark most similar to that of the files.
pub(super) fn marker(mark: Mark) -> MarkerShape {
    match mark {
        Mark::Circle => MarkerShape::Circle,
        Mark::Square => MarkerShape::Square,
        Mark::Diamond => MarkerShape::Diamond,
        Mark::Up => MarkerShape::Up,
        Mark::Down => MarkerShape::Down,
        Mark::Tall => MarkerShape::Right,
    }
}

/// The tooltip of the point under the pointer.
fn hover_text(chart: &Chart, position: &HoverPosition<'_>) -> Option<String> {
    let HoverPosition::NearDataPoint { plot_name, position, .. } = position else { return None };
    if plot_name.is_empty() {
        return None;
    }
    let (x, y) = (chart.x.number(position.x), chart.y.number(position.y));
    let near = |mean: &&Mean| (mean.x - x).abs() <= 1e-9 * x.abs() && (mean.y - y).abs() <= 1e-9 * y.abs();
    let series = chart.series.iter().find(|series| series.name() == *plot_name);
    let mean = series.and_then(|series| series.means.iter().find(near));
    let mut text = format!("{plot_name}\n{}: {}\n{}: ", chart.x.title, exact(x, chart.x.numbers), chart.y.title);
    text += &exact(y, chart.y.numbers);
    if let Some(mean) = mean {
        let (low, high) = mean.band;
        if low < high {
            let [low, high] = [low, high].map(|end| exact(end, chart.y.numbers));
            text = format!("{text}\n95% confidence: {low} to {high}");
        }
        if mean.is_stopped {
            text += "\nSome runs hit the budget, so the true mean is higher";
        }
        text += "\nClick to list its trees";
    }
    Some(text)
}

/// A number with enough digits.
fn exact(number: f64, numbers: Numbering) -> String {
    match numbers {
        Numbering::Whole => format!("{number:.0}"),
        Numbering::Seconds => format::duration(number),
        Numbering::Percent => format!("{:.3}%", number * 100.0),
        Numbering::Plain => format::four_digits(number),
    }
}

//! A chart on the screen: the same series, curves, colours and marks as in its files.

use std::collections::HashSet;

use eframe::egui::{
    AsIdSalt, Color32, Key, Modifiers, Pos2, Rangef, Response, RichText, Role, Stroke, TextStyle, Tooltip, Ui, Vec2,
    Visuals, WidgetInfo, vec2,
};
use egui_plot::{
    AxisHints, FilledArea, GridInput, GridMark, HoverPosition, MarkerShape, Plot, PlotPoint, PlotPoints, PlotTransform,
    PlotUi, Points, Text,
};

use plotters::style::RGBColor;

use super::line::{self, MARK};
use crate::app::style::{describe, show_tooltip, theme};
use crate::app::{input, keys};
use crate::chart::{Axis, Chart, Curve, Look, Mean, Numbering, Series, Theory, curve_look, even, looks, pattern};
use crate::draw::Ink;
use crate::format;

/// The width of the lines of series, and of most curves of the theory.
pub(super) const LINE: f32 = 2.0;
const THIN: f32 = 1.6;
/// The width of an expectation, which is seen below a measurement that agrees with it.
const WIDE: f32 = 5.0;
/// The radius of the ground of a mark among dots, in radii of the mark.
const RIM: f32 = 1.2;
/// The width over which the dots of runs are spread, as a share of the distance to the next place.
const SPREAD: f64 = 0.14;
/// The radius of a run's dot.
const DOT: f32 = 1.6;

/// A colour of the files on the screen, on which the background may be black.
pub(super) fn seen(colour: RGBColor, visuals: &Visuals) -> Color32 {
    let colour = Color32::from_rgb(colour.0, colour.1, colour.2);
    let is_ink = colour.intensity() < 0.2;
    if is_ink { theme::ink(visuals, Ink::Text) } else { colour }
}

/// The line of a theory curve, and the lengths of its strokes and gaps.
pub(super) fn curve_style(chart: &Chart, theory: Theory, visuals: &Visuals) -> (Stroke, [i32; 2]) {
    let look = curve_look(chart, theory);
    let width = if look.is_wide { WIDE } else { THIN };
    let colour = seen(look.colour, visuals).gamma_multiply(look.opacity() as f32);
    (Stroke::new(width, colour), look.pattern)
}

/// The thickness of an axis with numbers and a title, in lines of text.
const AXIS_LINES: f32 = 2.3;

/// The largest distance of a click from a data point, in screen points.
const NEAR: f32 = 14.0;

/// The horizontal coordinate, if everything in a chart has the same.
fn single(chart: &Chart) -> Option<f64> {
    let means = chart.series.iter().flat_map(|series| &series.means).map(|mean| mean.x);
    let mut xs = means.chain(chart.curves.iter().flat_map(|curve| &curve.points).map(|point| point.0));
    let single = xs.next()?;
    xs.all(|x| x == single).then_some(single)
}

/// A mean of a chart: the indices of its series and of itself there.
pub(super) type Point = [usize; 2];

/// Shows a chart without what is hidden, and the point `at` that the keyboard has reached. Returns the mean that was clicked, or on which
/// Enter was pressed.
pub(super) fn ui<'c>(
    ui: &mut Ui,
    id: impl AsIdSalt,
    chart: &'c Chart,
    hidden: &HashSet<String>,
    at: &mut Option<Point>,
) -> Option<&'c Mean> {
    let visuals = ui.visuals().clone();
    // Axes that were scrolled out of sight come back with this thickness, which has room for numbers and title.
    let line = ui.text_style_height(&TextStyle::Body);
    let x = hints(AxisHints::new_x(), &chart.x).min_thickness(AXIS_LINES * line);
    let y = hints(AxisHints::new_y(), &chart.y).min_thickness(2.0 * AXIS_LINES * line - line);
    let plot = Plot::new(id)
        .custom_x_axes(vec![x.label_spacing(Rangef::new(24.0, 40.0))])
        .custom_y_axes(vec![y.label_spacing(Rangef::new(14.0, 20.0))])
        .x_grid_spacer(|input| marks(&chart.x, &input))
        .y_grid_spacer(|input| marks(&chart.y, &input))
        .grid_spacing(Rangef::new(8.0, 60.0))
        .grid_color(visuals.widgets.noninteractive.bg_stroke.color)
        .grid_fade(0.0)
        // The wheel scrolls the page, also where the pointer meets a chart on its way.
        .allow_scroll(false)
        .label_formatter(|position| hover_text(chart, position))
        .set_margin_fraction([0.05, 0.08].into());
    let plot = if chart.y.is_log { plot } else { plot.include_y(0.0) };
    // The axis of a single number would reach thousands to both sides.
    let plot = match single(chart) {
        Some(x) => plot.include_x(x - 1.0).include_x(x + 1.0),
        None => plot,
    };
    let response = plot.show(ui, |plot| {
        let mut shown: Vec<(&Series, Look)> = chart.series.iter().zip(looks(chart)).collect();
        shown.retain(|(series, _)| !hidden.contains(&series.name()));
        for &(series, look) in &shown {
            band(plot, chart, series, seen(look.colour, &visuals));
        }
        for curve in &chart.curves {
            if !hidden.contains(curve.kind.name()) {
                theory(plot, chart, curve, &visuals);
            }
        }
        for &(series, look) in &shown {
            runs(plot, chart, series, seen(look.colour, &visuals));
        }
        for &(series, look) in &shown {
            measured(plot, chart, series, look, &visuals);
        }
    });
    let means = placed(chart, hidden, &response.transform);
    let response = response.response;
    let is_entered = keyboard(ui, &response, chart, &means, at);
    let told = at.filter(|_| response.has_focus()).map(|at| point_text(chart, at));
    describe(&response, &|| {
        let mut info = WidgetInfo::labeled(Role::Image, true, format!("Chart: {}", chart.title));
        info.current_text_value.clone_from(&told);
        info
    });
    let chosen = if is_entered {
        *at
    } else {
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked())?;
        let near = means.iter().map(|&(point, place)| (place.distance(clicked), point));
        let near = near.filter(|&(distance, _)| distance <= NEAR);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, point)| point)
    };
    chosen.map(|[series, mean]| &chart.series[series].means[mean])
}

/// The shown means, and where they are on the screen.
fn placed(chart: &Chart, hidden: &HashSet<String>, transform: &PlotTransform) -> Vec<(Point, Pos2)> {
    let mut means = Vec::new();
    for (index, series) in chart.series.iter().enumerate() {
        if hidden.contains(&series.name()) {
            continue;
        }
        for (place, mean) in series.means.iter().enumerate() {
            let Some([x, y]) = plot_point(chart, (mean.x, mean.y)) else { continue };
            means.push(([index, place], transform.position_from_point(&PlotPoint::new(x, y))));
        }
    }
    means
}

/// Moves along the points by arrow keys while the chart has the focus, and marks the one that is reached; whether Enter was pressed there.
fn keyboard(ui: &Ui, response: &Response, chart: &Chart, means: &[(Point, Pos2)], at: &mut Option<Point>) -> bool {
    if !response.has_focus() {
        return false;
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    input::keep_arrows(ui, response.id);
    let here = means.iter().find(|(point, _)| Some(*point) == *at).or(means.first());
    let Some(&(mut here)) = here else {
        *at = None;
        return false;
    };
    for &(key, step) in &[
        (Key::ArrowLeft, vec2(-1.0, 0.0)),
        (Key::ArrowRight, vec2(1.0, 0.0)),
        (Key::ArrowUp, vec2(0.0, -1.0)),
        (Key::ArrowDown, vec2(0.0, 1.0)),
    ] {
        if keys::take(ui.ctx(), Modifiers::NONE, key) {
            here = neighbour(means, here, step).unwrap_or(here);
        }
    }
    *at = Some(here.0);
    let ring = Stroke::new(2.0, ui.visuals().selection.stroke.color);
    ui.painter().with_clip_rect(response.rect).circle_stroke(here.1, MARK + 4.0, ring);
    let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), response.id, here.1 + vec2(10.0, 10.0));
    show_tooltip(tooltip, &mut |ui| {
        ui.label(format!("{}\nEnter: list its trees", point_text(chart, here.0)));
    });
    keys::take(ui.ctx(), Modifiers::NONE, Key::Enter)
}

/// The next point in a direction: along its own line, or above or below it on another one.
fn neighbour(means: &[(Point, Pos2)], from: (Point, Pos2), step: Vec2) -> Option<(Point, Pos2)> {
    // Points that coincide are met one after the other.
    let order =
        |&(point, place): &(Point, Pos2)| (place.x * step.x + place.y * step.y, point[0] as f32 * (step.x + step.y));
    let is_in_line = |&(point, place): &(Point, Pos2)| {
        if step.x == 0.0 { (place.x - from.1.x).abs() < 1.0 } else { point[0] == from.0[0] }
    };
    let beyond = means.iter().copied().filter(|mean| is_in_line(mean) && order(mean) > order(&from));
    beyond.reduce(|next, mean| if order(&mean) < order(&next) { mean } else { next })
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
    marks.iter().enumerate().map(|(index, &value)| GridMark { value, step_size: step(index) }).collect()
}

/// The position of a point.
fn plot_point(chart: &Chart, (x, y): (f64, f64)) -> Option<[f64; 2]> {
    Some([chart.x.position(x)?, chart.y.position(y)?])
}

/// The positions of means.
fn mean_points(chart: &Chart, means: &[Mean]) -> Vec<[f64; 2]> {
    means.iter().filter_map(|mean| plot_point(chart, (mean.x, mean.y))).collect()
}

fn band(plot: &mut PlotUi<'_>, chart: &Chart, series: &Series, colour: Color32) {
    for part in series.parts() {
        let (mut xs, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
        for mean in part {
            let bottom = chart.y.position(mean.band.0).or_else(|| chart.y.position(mean.y));
            if let (Some(x), Some(bottom), Some(top)) =
                (chart.x.position(mean.x), bottom, chart.y.position(mean.band.1))
            {
                xs.push(x);
                low.push(bottom);
                high.push(top);
            }
        }
        if xs.len() > 1 {
            let fill = colour.gamma_multiply(0.2);
            plot.add(FilledArea::new("", &xs, &low, &high).fill_color(fill).allow_hover(false));
        }
    }
}

fn theory(plot: &mut PlotUi<'_>, chart: &Chart, curve: &Curve, visuals: &Visuals) {
    let points: Vec<_> = curve.points.iter().filter_map(|&point| plot_point(chart, point)).collect();
    let (stroke, pattern) = curve_style(chart, curve.kind, visuals);
    plot.add(line::Drawn::line(curve.kind.name(), points, stroke, &pattern));
}

/// The runs of a series as dots, spread around their place on the horizontal axis.
fn runs(plot: &mut PlotUi<'_>, chart: &Chart, series: &Series, colour: Color32) {
    let means = mean_points(chart, &series.means);
    let gap = means.windows(2).map(|pair| (pair[1][0] - pair[0][0]).abs()).fold(f64::INFINITY, f64::min);
    let spread = if gap.is_finite() { gap * SPREAD } else { 0.0 };
    let dot = |(index, &run)| plot_point(chart, run).map(|[x, y]| [x + spread * (even(index) - 0.5), y]);
    let dots: Vec<_> = series.runs.iter().enumerate().filter_map(dot).collect();
    if !dots.is_empty() {
        let dots = Points::new("", PlotPoints::from(dots)).radius(DOT).color(colour.gamma_multiply(0.35));
        plot.points(dots.shape(MarkerShape::Circle).allow_hover(false));
    }
}

fn measured(plot: &mut PlotUi<'_>, chart: &Chart, series: &Series, look: Look, visuals: &Visuals) {
    let (colour, ground) = (seen(look.colour, visuals), visuals.extreme_bg_color);
    for part in series.parts() {
        plot.add(line::Drawn::line("", mean_points(chart, part), Stroke::new(LINE, colour), pattern(look.dash)));
    }
    let means = mean_points(chart, &series.means);
    if !series.runs.is_empty() {
        // Among dots of its colour a mark would not be seen.
        plot.add(line::Drawn::marks("", means.clone(), look, RIM, [ground; 2]));
    }
    plot.add(line::Drawn::marks(&series.name(), means, look, 1.0, [colour, ground]));
    for mean in &series.means {
        if mean.is_stopped
            && let Some([x, y]) = plot_point(chart, (mean.x, mean.y))
        {
            // The true mean is higher.
            let arrow = Text::new("", PlotPoint::new(x, y), RichText::new("⬆").size(18.0)).color(colour);
            plot.text(arrow.anchor(eframe::egui::Align2::CENTER_BOTTOM).allow_hover(false));
        }
    }
}

/// A mean in words: its line, and its numbers.
fn point_text(chart: &Chart, [series, mean]: Point) -> String {
    let series = &chart.series[series];
    let mean = &series.means[mean];
    numbers_text(chart, &series.name(), (mean.x, mean.y), Some(mean))
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
    let mut text = numbers_text(chart, plot_name, (x, y), mean);
    if mean.is_some() {
        text += "\nClick to list its trees";
    }
    Some(text)
}

/// The numbers of a point, which may be a mean of runs.
fn numbers_text(chart: &Chart, name: &str, (x, y): (f64, f64), mean: Option<&Mean>) -> String {
    let mut text = format!("{name}\n{}: {}\n{}: ", chart.x.title, exact(x, chart.x.numbers), chart.y.title);
    text += &exact(y, chart.y.numbers);
    if let Some(mean) = mean {
        let (low, high) = mean.band;
        if low < high {
            let (low, high) = (exact(low, chart.y.numbers), exact(high, chart.y.numbers));
            text = format!("{text}\n95% confidence: {low} to {high}");
        }
        if mean.is_stopped {
            text += "\nSome runs hit the budget, so the true mean is higher";
        }
    }
    text
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

//! The legend of a chart, in which a click hides a line.

use std::collections::HashSet;

use eframe::egui::{Color32, Painter, Pos2, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};
use egui_plot::LineStyle;

use super::plot::{self, LINE};
use crate::app::style::contents::Lines as _;
use crate::app::style::widgets::{Tips as _, describe, keep_on_one_line};
use crate::chart::{Chart, Look, Mark, Theory};
use crate::search::catalogue::LeafClass;

/// The length of a line sample.
const SAMPLE: f32 = 36.0;
/// The radius of a mark.
const MARK: f32 = 4.0;

/// Shows a box for each line, which is checked while the line is shown.
pub(super) fn ui(ui: &mut Ui, chart: &Chart, hidden: &mut HashSet<String>) {
    let visuals = ui.visuals().clone();
    ui.lines(&mut |ui| {
        for series in &chart.series {
            let (look, colour) = plot::look_of(series, &visuals);
            let mut about = Vec::new();
            for algorithm in &series.algorithms {
                about.push(format!("{}: {}", algorithm.title(), algorithm.entry().summary));
            }
            entry(ui, &series.name(), series.remark(&chart.y), &about.join("\n"), hidden, &|painter, start, end| {
                line(painter, [start, end], Stroke::new(LINE, colour), LineStyle::Solid);
                mark(painter, start + (end - start) / 2.0, look, colour, visuals.panel_fill);
            });
        }
        for curve in &chart.curves {
            entry(ui, curve.kind.name(), "", explanation(curve.kind), hidden, &|painter, start, end| {
                let (stroke, style) = plot::curve_style(chart, curve.kind, &visuals);
                line(painter, [start, end], stroke, style);
            });
        }
    });
}

/// What a curve of the theory says, in a sentence.
fn explanation(theory: Theory) -> &'static str {
    match theory {
        Theory::Repeated => "The exact number of evaluations of a search that evaluates leaves again and again",
        Theory::Expected(LeafClass::All) => "Every leaf is evaluated",
        Theory::Expected(_) => "The mean over all random trees of this kind, according to theory",
        Theory::RandomOrder(_) => "The mean over all random trees of this kind with their children in random order",
        Theory::Minimal(_) => "The fewest leaves that prove the value, with the best move first everywhere",
        Theory::Growth(_) => "By how much the expectation grows with each level, in very deep trees",
    }
}

fn entry(
    ui: &mut Ui,
    name: &str,
    remark: &str,
    about: &str,
    hidden: &mut HashSet<String>,
    sample: &dyn Fn(&Painter, Pos2, Pos2),
) {
    keep_on_one_line(ui, name, &mut |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let mut is_shown = !hidden.contains(name);
        let text = format!("{name}{remark}");
        let shown = ui.checkbox(&mut is_shown, "").tip("Show or hide this line");
        describe(&shown, &|| WidgetInfo::selected(Role::CheckBox, true, is_shown, format!("Show {name}")));
        if shown.changed() {
            if is_shown {
                hidden.remove(name)
            } else {
                hidden.insert(name.to_owned())
            };
        }
        let (rect, _) = ui.allocate_exact_size(vec2(SAMPLE, 16.0), Sense::hover());
        sample(ui.painter(), rect.left_center(), rect.right_center());
        ui.label(text).tip(about);
        ui.add_space(8.0);
    });
}

fn line(painter: &Painter, ends: [Pos2; 2], stroke: Stroke, style: LineStyle) {
    match style {
        LineStyle::Solid => {
            painter.line_segment(ends, stroke);
        }
        LineStyle::Dashed { length } => {
            painter.extend(Shape::dashed_line(&ends, stroke, length, length * 0.62));
        }
        LineStyle::Dotted { spacing } => {
            painter.extend(Shape::dotted_line(&ends, stroke.color, spacing, stroke.width));
        }
    }
}

fn cross(painter: &Painter, middle: Pos2, arms: [Vec2; 2], stroke: Stroke) {
    for arm in &arms {
        let arm = *arm * MARK;
        painter.line_segment([middle - arm, middle + arm], stroke);
    }
}

fn mark(painter: &Painter, middle: Pos2, look: Look, colour: Color32, ground: Color32) {
    let fill = if look.is_filled { colour } else { ground };
    let stroke = Stroke::new(1.0, colour);
    let corners: &[(f32, f32)] = match look.mark {
        Mark::Circle => {
            painter.circle(middle, MARK, fill, stroke);
            return;
        }
        Mark::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        Mark::Diamond => &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
        Mark::Up => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
        Mark::Down => &[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)],
        Mark::Tall => &[(1.2, 0.0), (-0.8, 1.1), (-0.8, -1.1)],
        Mark::Wide => &[(-1.2, 0.0), (0.8, 1.1), (0.8, -1.1)],
        Mark::Cross => return cross(painter, middle, [vec2(1.0, 1.0), vec2(1.0, -1.0)], stroke),
        Mark::Plus => return cross(painter, middle, [vec2(1.2, 0.0), vec2(0.0, 1.2)], stroke),
    };
    let mut polygon = Vec::new();
    for (right, down) in corners {
        polygon.push(pos2(middle.x + right * MARK, middle.y + down * MARK));
    }
    painter.add(Shape::convex_polygon(polygon, fill, stroke));
}

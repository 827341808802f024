//! The legend of a chart, in which a click hides a line.

use std::collections::HashSet;

use eframe::egui::{Label, Painter, Pos2, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use super::line;
use super::plot::{self, LINE};
use crate::app::prelude::*;
use crate::app::style::{describe, keep_on_one_line};
use crate::chart::{Chart, Theory, pattern};
use crate::search::Algorithm;
use crate::search::catalogue::LeafClass;

/// The length of a line sample.
const SAMPLE: f32 = 46.0;
/// The least height of an entry in a column.
const HEIGHT: f32 = 20.0;

/// Shows a box for each line, which is checked while the line is shown: in a column, or side by side on lines that wrap.
pub(super) fn ui(ui: &mut Ui, chart: &Chart, hidden: &mut HashSet<String>) {
    let visuals = ui.visuals().clone();
    for (series, look) in chart.top_down() {
        let colour = plot::seen(look.colour, &visuals);
        let about = |algorithm: &Algorithm| format!("{}: {}", algorithm.title(), algorithm.entry().summary);
        let about: Vec<String> = series.algorithms.iter().map(about).collect();
        entry(ui, &series.name(), series.remark(&chart.y), &about.join("\n"), hidden, &|painter, start, end| {
            painter.extend(line::broken(&[start, end], Stroke::new(LINE, colour), pattern(look.dash)));
            painter.extend(line::mark(start + (end - start) / 2.0, look, 1.0, colour, visuals.panel_fill));
        });
    }
    for curve in &chart.curves {
        entry(ui, curve.kind.name(), "", explanation(curve.kind), hidden, &|painter, start, end| {
            let (stroke, pattern) = plot::curve_style(chart, curve.kind, &visuals);
            painter.extend(line::broken(&[start, end], stroke, &pattern));
        });
    }
}

/// What a curve of the theory says, in a sentence.
fn explanation(theory: Theory) -> &'static str {
    match theory {
        Theory::Repeated => "The exact number of evaluations of a search that evaluates leaves again and again",
        Theory::Expected(LeafClass::All) => "Every leaf is evaluated",
        Theory::Expected(LeafClass::Minimal) | Theory::RandomOrder(LeafClass::Minimal) => {
            "The leaves of a smallest proof of the value"
        }
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
    let is_column = ui.layout().is_vertical();
    let add = &mut |ui: &mut Ui| {
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
        ui.add_space(2.0);
        let label = Label::new(text);
        ui.add(if is_column { label.wrap() } else { label }).tip(about);
        ui.add_space(if is_column { 0.0 } else { 8.0 });
    };
    if is_column {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = HEIGHT;
        ui.line(add);
    } else {
        keep_on_one_line(ui, name, add);
    }
}

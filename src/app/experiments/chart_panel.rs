//! The chart of a sweep, and its settings.

use std::collections::HashSet;

use eframe::egui::vec2;
use eframe::egui::{self, CentralPanel, ComboBox, Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};

use super::chart_export::ShownChart;
use super::experiment::fitting;
use super::plot::Point;
use super::{Experiment, ExperimentAction, ExperimentsModel, legend, plot};
use crate::app::Action;
use crate::app::commands::command::Menu;
use crate::app::export::menu::{self, Choice};
use crate::app::prelude::*;
use crate::app::style::{accessible_name, capitalised, pick};
use crate::chart::Chart;
use crate::experiment::sweep::{Against, Measure, Scale, Spec, View};
use crate::format::grouped;

/// With less height than this, the chart is scrolled.
const LEAST_HEIGHT: f32 = 380.0;
/// Less width than this counts as narrow: the legend stands below the plot, not beside it.
const NARROW: f32 = 640.0;
/// The widest legend beside a plot, as a share of the width.
const LEGEND: f32 = 0.36;
/// The entries of a legend for which the least height has room below the plot, and the height of each further one.
const USUAL_ENTRIES: usize = 6;
const ENTRY: f32 = 30.0;
/// The chart panel; it keeps the index of the shown chart and its hidden lines.
#[derive(Default)]
pub(super) struct ChartPanel {
    /// The index of the shown chart.
    index: usize,
    /// The names of hidden lines.
    hidden: HashSet<String>,
    /// The number of requests for the whole chart; a plot with another number starts with a new zoom.
    resets: u64,
    /// The name of the chart to show once it has been made.
    wanted: Option<String>,
    /// The point that the keyboard has reached.
    at: Option<Point>,
}

impl ChartPanel {
    /// Shows the chart with this name once it has been made.
    pub(super) fn show_named(&mut self, name: Option<String>) {
        (self.index, self.wanted) = (0, name);
    }

    /// Shows the chart with this index.
    pub(super) fn show(&mut self, index: usize) {
        (self.index, self.wanted, self.at) = (index, None, None);
    }

    /// Shows all of the chart again.
    pub(super) fn show_whole(&mut self) {
        self.resets += 1;
    }

    /// Shows or hides the line with this name.
    pub(super) fn toggle_line(&mut self, name: String) {
        if !self.hidden.remove(&name) {
            self.hidden.insert(name);
        }
    }

    /// The commands for the chart.
    pub(super) fn commands(&self, menu: &mut Menu, view: &View, experiment: &Experiment) {
        let show = |view: View| Action::Experiment(ExperimentAction::Show(view));
        menu.menu("Measure", "Chart of", &mut |menu| {
            for measure in measures(&experiment.spec) {
                let action = show(View { measure, ..view.clone() });
                menu.add(measure.title(), action).choice(measure == view.measure);
            }
        });
        menu.menu("Scale", "Scale of the chart", &mut |menu| {
            for scale in scales(&experiment.spec, view.measure) {
                let action = show(View { scale, ..view.clone() });
                menu.add(capitalised(&scale_title(scale)), action).choice(scale == view.scale);
            }
        });
        menu.menu("Horizontal axis", "Axis of the chart", &mut |menu| {
            for against in axes() {
                let action = show(View { against, ..view.clone() });
                menu.add(capitalised(axis_title(against)), action).choice(against == view.against);
            }
        });
        let linear = show(View { linear: !view.linear, ..view.clone() });
        menu.add("Linear axis", linear).switch(view.linear);
        let points = show(View { points: !view.points, ..view.clone() });
        menu.add("Individual runs", points).switch(view.points);
        menu.add("Whole chart", ExperimentAction::WholeChart);
        let charts = &experiment.picture.charts;
        menu.menu("Trees", "Chart of the trees", &mut |menu| {
            for (index, chart) in charts.iter().enumerate() {
                let action = Action::Experiment(ExperimentAction::ShowChart(index));
                menu.add(trees(chart).to_owned(), action).choice(index == self.index);
            }
        });
        let Some(chart) = charts.get(self.index) else { return };
        menu.menu("Lines", "Line of the chart", &mut |menu| {
            let mut add = |name: String| {
                let action = Action::Experiment(ExperimentAction::ToggleLine(name.clone()));
                let is_shown = !self.hidden.contains(&name);
                menu.add(name, action).switch(is_shown);
            };
            for series in &chart.series {
                add(series.name());
            }
            for curve in &chart.curves {
                add(curve.kind.name().to_owned());
            }
        });
        menu.menu("Copy or save", "Chart", &mut |menu| {
            let shown = ShownChart::new(experiment, view, chart, &self.hidden);
            menu::commands(menu, shown.choices());
        });
    }

    /// The chart on the screen, to be exported.
    pub(super) fn shown(&self, experiment: &Experiment, view: &View) -> Option<ShownChart> {
        let chart = experiment.picture.charts.get(self.index)?;
        Some(ShownChart::new(experiment, view, chart, &self.hidden))
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, model: &ExperimentsModel, experiment: &Experiment) {
        let width = ui.available_width();
        // On a narrow panel the text below the chart needs more lines.
        let shown = experiment.picture.charts.get(self.index);
        let entries = shown.map_or(0, |chart| chart.series.len() + chart.curves.len());
        let further = if width < NARROW { ENTRY * entries.saturating_sub(USUAL_ENTRIES) as f32 } else { 0.0 };
        let least = LEAST_HEIGHT + (NARROW - width).max(0.0) + further;
        let size = vec2(width, ui.available_height().max(least));
        let scrolled = ScrollArea::vertical().auto_shrink([false, false]);
        scrolled.show_in(ui, &mut |ui| {
            ui.allocate_ui(size, |ui| self.contents(ui, model, experiment));
        });
    }

    fn contents(&mut self, ui: &mut Ui, model: &ExperimentsModel, experiment: &Experiment) {
        let view = fitting(&model.view, &experiment.spec);
        ui.lines(&mut |ui| {
            let chosen = controls(ui, &view, &experiment.spec);
            if chosen != view {
                ui.ask(ExperimentAction::Show(chosen));
            }
            self.choice(ui, &experiment.picture.charts);
            let whole = ui
                .button("Whole chart")
                .tip("Show all of the chart again. To zoom, turn the wheel with Ctrl or drag with the right button; to pan, drag.");
            self.resets += u64::from(whole.clicked());
            if let Some(chart) = experiment.picture.charts.get(self.index) {
                menu(ui, || ShownChart::new(experiment, &view, chart, &self.hidden));
            }
        });
        ui.add_space(4.0);
        match experiment.picture.charts.get(self.index) {
            Some(chart) => self.chart(ui, chart, experiment, &view),
            None => empty(ui, experiment),
        }
    }

    /// Chooses one of several charts.
    fn choice(&mut self, ui: &mut Ui, charts: &[Chart]) {
        if let Some(index) = charts.iter().position(|chart| self.wanted.as_ref() == Some(&chart.name)) {
            (self.index, self.wanted) = (index, None);
        }
        self.index = self.index.min(charts.len().saturating_sub(1));
        if charts.len() < 2 {
            return;
        }
        let before = self.index;
        let titles: Vec<(usize, &str)> = (0..).zip(charts.iter().map(trees)).collect();
        let combo = ComboBox::from_id_salt("trees").width(220.0).truncate();
        let combo = pick(ui, combo, &mut self.index, &titles);
        accessible_name(&combo, egui::Role::ComboBox, "Trees");
        if self.index != before {
            self.at = None;
        }
    }

    fn chart(&mut self, ui: &mut Ui, chart: &Chart, experiment: &Experiment, view: &View) {
        ui.add(Label::new(RichText::new(&chart.title).strong()).wrap());
        let width = ui.available_width();
        let is_narrow = width < NARROW;
        Panel::bottom("words of the chart").frame(Frame::NONE).show_separator_line(false).show_in(ui, &mut |ui| {
            if is_narrow {
                ui.lines(&mut |ui| legend::ui(ui, chart, &mut self.hidden));
            }
            let mut caption = chart.caption.clone();
            if experiment.picture.thinned > 1 {
                let thinned = grouped(experiment.picture.thinned as u64);
                caption = format!("{caption} On the screen, one run in {thinned} is drawn.");
            }
            ui.add(Label::new(RichText::new(caption).small()).wrap());
        });
        if !is_narrow {
            // Beside the plot, in the order of the right ends of its lines; below it, a legend of many lines would take its height.
            let side = Panel::right("legend").frame(Frame::NONE.inner_margin(Margin { left: 8, ..Margin::ZERO }));
            let side = side.show_separator_line(false).resizable(false).exact_size(width * LEGEND);
            side.show_in(ui, &mut |ui| {
                let scrolled = ScrollArea::vertical().auto_shrink([false, false]);
                scrolled.show_in(ui, &mut |ui| legend::ui(ui, chart, &mut self.hidden));
            });
        }
        // The number at the upper end of the vertical axis stands half above the plot, and the title of that axis a little to its left.
        let frame = Frame::NONE.inner_margin(Margin { top: 8, left: 6, ..Margin::ZERO });
        CentralPanel::default().frame(frame).show_in(ui, &mut |ui| {
            // Another view has its own zoom.
            let of = (experiment.serial, self.index, self.resets, view.measure, view.scale.to_string());
            let id = (of, view.against.map(Against::title), chart.y.is_log, chart.x.is_log);
            let ChartPanel { hidden, at, .. } = &mut *self;
            if let Some(mean) = plot::ui(ui, id, chart, hidden, at) {
                ui.ask(ExperimentAction::ListTrees(mean.cell));
            }
        });
    }
}

/// Copies or saves the shown chart.
fn menu(ui: &mut Ui, shown: impl Fn() -> ShownChart) {
    let further = || Choice {
        title: "Export chart…".into(),
        tip: "Choose the width, the size of texts, and what is written beside the chart",
        action: Action::Experiment(ExperimentAction::ChooseChart),
    };
    menu::menu(ui, "Chart as", &|| {
        let [copied, saved] = shown().choices();
        vec![copied, saved, vec![further()]]
    });
}

/// What the trees of a chart have in common; its caption begins with it.
fn trees(chart: &Chart) -> &str {
    chart.caption.split_once(';').map_or(chart.caption.as_str(), |(trees, _)| trees)
}

/// The settings of the view.
fn controls(ui: &mut Ui, view: &View, spec: &Spec) -> View {
    let mut view = view.clone();
    choose(ui, "Measure", 140.0, &mut view.measure, &measures(spec), &|measure| measure.title().to_owned());
    let measure = view.measure;
    choose(ui, "Scale", 190.0, &mut view.scale, &scales(spec, measure), &scale_title);
    choose(ui, "Against", 150.0, &mut view.against, &axes(), &|axis| axis_title(axis).to_owned());
    ui.checkbox(&mut view.linear, "Linear axis").tip("Use a linear instead of a logarithmic vertical axis");
    ui.checkbox(&mut view.points, "Individual runs").tip("Draw every run as a dot, besides the means");
    view
}

/// The measures of a sweep.
fn measures(spec: &Spec) -> Vec<Measure> {
    Measure::all().filter(|&measure| spec.has(measure)).collect()
}

/// The scales on which a measure means something.
fn scales(spec: &Spec, measure: Measure) -> Vec<Scale> {
    let ratios = spec.algorithm.iter().map(|&algorithm| Scale::Ratio(algorithm));
    let scales = [Scale::Absolute, Scale::Share, Scale::BranchingFactor].into_iter().chain(ratios);
    scales.filter(|scale| scale.fits(measure)).collect()
}

fn axes() -> Vec<Option<Against>> {
    [None].into_iter().chain(Against::ALL.map(Some)).collect()
}

pub(super) fn scale_title(scale: Scale) -> String {
    match scale {
        Scale::Absolute => "absolute".into(),
        Scale::Share => "share of all leaves".into(),
        Scale::BranchingFactor => "effective branching".into(),
        Scale::Ratio(to) => format!("ratio to {}", to.title()),
    }
}

fn axis_title(against: Option<Against>) -> &'static str {
    match against {
        None => "against: automatic",
        Some(Against::Depth) => "against depth",
        Some(Against::Branching) => "against branching",
        Some(Against::Ordering) => "against ordering",
        Some(Against::Error) => "against the error of the order",
        Some(Against::Values) => "against values",
    }
}

fn choose<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    chosen: &mut T,
    choices: &[T],
    title: &dyn Fn(T) -> String,
) {
    let choices: Vec<(T, String)> = choices.iter().map(|&value| (value, title(value))).collect();
    let combo = pick(ui, ComboBox::from_id_salt(name).width(width).truncate(), chosen, &choices);
    accessible_name(&combo, egui::Role::ComboBox, name);
}

/// What stands in place of a chart without points.
fn empty(ui: &mut Ui, experiment: &Experiment) {
    // Near the top, where it shows in a small window, too.
    ui.add_space(48.0);
    ui.vertical_centered(|ui| {
        ui.weak(match (experiment.picture.runs, experiment.shared.runs()) {
            (0, 0) if experiment.is_running() => "Waiting for the first runs…",
            (0, 0) => "No runs yet. Press Run to run this sweep.",
            (0, _) => "Drawing the chart…",
            _ => "This combination has no points. Choose another measure, scale or axis.",
        });
    });
}

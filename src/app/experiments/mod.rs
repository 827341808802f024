//! The page of experiments: a form for the grid of a sweep, its chart during and after the run, and its summary.
//!
//! An [`Experiment`] is a sweep with its results so far. Its results stay with the worker threads; the window gets
//! a [`Picture`](experiment::Picture) of them, at most a few times per second.

mod act;
mod action;
mod chart_export;
mod chart_panel;
mod experiment;
mod export;
mod form;
mod legend;
mod line;
mod opened;
mod plot;
mod point_trees;
mod preset_cards;
mod shared;
mod status;
mod summary_table;

use eframe::egui::{CentralPanel, Frame, Id, Panel, Ui};

pub use action::ExperimentAction;
pub(crate) use experiment::{Experiment, ExperimentsModel};
pub(crate) use export::is_experiment;
pub(crate) use point_trees::PointTrees;

use super::Action;
use super::commands::command::Menu;
use super::focus::{Part, Region};
use super::region::shown;
use super::style::theme;
use super::tour::anchor::{Anchor, mark};
use crate::app::style::contents::Container as _;
use chart_panel::ChartPanel;
use experiment::fitting;
use form::Form;
use preset_cards::PresetCards;
use summary_table::SummaryTable;

/// The width of the form, if there is room.
const FORM_WIDTH: f32 = 370.0;

/// The page, with its panels and their own state.
#[derive(Default)]
pub(crate) struct ExperimentsView {
    pub(crate) form: Form,
    chart: ChartPanel,
    table: SummaryTable,
    presets: PresetCards,
}

impl ExperimentsView {
    /// The commands for the chart and the table of the sweep, if there is one.
    pub(crate) fn chart_commands(&self, menu: &mut Menu, model: &ExperimentsModel) {
        let Some(experiment) = &model.experiment else { return };
        self.chart.commands(menu, &fitting(&model.view, &experiment.spec), experiment);
        menu.menu("Copy or save the table", "Summary of the sweep", &mut |menu| {
            self.table.commands(menu, model, experiment);
        });
    }

    /// Shows the page; what belongs to which region is noted in `parts`.
    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &ExperimentsModel, parts: &mut Vec<Part>) -> Vec<Action> {
        let bar = Frame::side_top_panel(ui.style()).inner_margin(theme::MARGIN);
        let room = ui.available_size();
        let form = Panel::left("grid").resizable(true).min_size(200.0);
        let form = form.default_size(FORM_WIDTH.min(room.x * 0.5)).max_size(room.x * 0.6);
        let mut actions = Vec::new();
        form.frame(bar).show_in(ui, &mut |ui| actions = wrapped(self.form.ui(ui, model, parts)));
        let Some(experiment) = &model.experiment else {
            let presets = &mut |ui: &mut Ui| actions.extend(wrapped(self.presets.ui(ui, model.message.as_deref())));
            let frame = Frame::central_panel(ui.style()).inner_margin(preset_cards::MARGINS);
            CentralPanel::default().frame(frame).show_in(ui, presets);
            return actions;
        };
        let status = Panel::top("sweep").frame(bar);
        let show = &mut |ui: &mut Ui| wrapped(status::ui(ui, model, experiment));
        actions.extend(shown(ui, Region::Results, parts, status, show).0);
        let table = Panel::bottom(Id::unique("summary")).resizable(true).min_size(90.0).default_size(room.y * 0.3);
        let table = table.max_size(room.y * 0.6).frame(bar);
        let show = &mut |ui: &mut Ui| self.table.ui(ui, model, experiment);
        actions.extend(shown(ui, Region::Summary, parts, table, show).0);
        let chart = CentralPanel::default().frame(bar);
        let show = &mut |ui: &mut Ui| self.chart.ui(ui, model, experiment);
        let (asked, rect) = shown(ui, Region::Chart, parts, chart, show);
        mark(ui.ctx(), Anchor::Chart, rect);
        actions.extend(asked);
        actions
    }
}

fn wrapped(actions: Vec<ExperimentAction>) -> Vec<Action> {
    actions.into_iter().map(Action::Experiment).collect()
}

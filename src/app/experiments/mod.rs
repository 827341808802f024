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

use super::commands::command::Menu;
use super::focus::{Region, shown};
use super::style::theme;
use super::tour::anchor::{Anchor, mark};
use crate::app::prelude::*;
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

    /// Shows the page.
    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &ExperimentsModel) {
        let bar = theme::bar(ui);
        let room = ui.available_size();
        let form = Panel::left("grid").resizable(true).min_size(200.0);
        let form = form.default_size(FORM_WIDTH.min(room.x * 0.5)).max_size(room.x * 0.6);
        form.frame(bar).show_in(ui, &mut |ui| self.form.ui(ui, model));
        let Some(experiment) = &model.experiment else {
            let frame = Frame::central_panel(ui.style()).inner_margin(preset_cards::MARGINS);
            let page = CentralPanel::default().frame(frame);
            page.show_in(ui, &mut |ui| self.presets.ui(ui, model.message.as_deref()));
            return;
        };
        let status = Panel::top("sweep").frame(bar);
        shown(ui, Region::Results, status, &mut |ui| status::ui(ui, model, experiment));
        let table = Panel::bottom(Id::unique("summary")).resizable(true).min_size(90.0).default_size(room.y * 0.3);
        let table = table.max_size(room.y * 0.6).frame(bar);
        shown(ui, Region::Summary, table, &mut |ui| self.table.ui(ui, model, experiment));
        let chart = CentralPanel::default().frame(bar);
        let rect = shown(ui, Region::Chart, chart, &mut |ui| self.chart.ui(ui, model, experiment));
        mark(ui.ctx(), Anchor::Chart, rect);
    }
}

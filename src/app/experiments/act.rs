//! Carries out actions on experiments.

use std::path::PathBuf;

use eframe::egui::{Context, ViewportCommand};

use super::ExperimentAction;
use super::experiment::{Experiment, fitting};
use super::export::{FileJob, FileOutcome};
use super::form::Form;
use super::opened::Read;
use super::point_trees::PointTrees;
use crate::app::action::Action;
use crate::app::dialogs::{Dialog, FileRequest};
use crate::app::export::ChartRequest;
use crate::app::{Destination, Page, Plyscope};
use crate::experiment::sweep::{Spec, View};
use crate::format::count;

impl Plyscope {
    /// Carries out an action on experiments.
    pub(crate) fn experiment(&mut self, ctx: &Context, action: ExperimentAction) {
        let experiments = &mut self.model.experiments;
        match action {
            ExperimentAction::Run { spec, folder, discard } => self.run_sweep(ctx, spec, folder, discard),
            ExperimentAction::RunForm => match self.experiments.form.checked() {
                Ok(spec) => {
                    let folder = self.experiments.form.folder.clone();
                    self.run_sweep(ctx, Box::new(spec), folder, false);
                }
                Err(error) => self.model.error = Some(error),
            },
            ExperimentAction::Cancel => {
                if let Some(experiment) = &experiments.experiment {
                    experiment.cancel();
                }
            }
            ExperimentAction::Show(view) => self.show_results(view),
            ExperimentAction::ShowChart(index) => self.experiments.chart.show(index),
            ExperimentAction::WholeChart => self.experiments.chart.show_whole(),
            ExperimentAction::ToggleLine(name) => self.experiments.chart.toggle_line(name),
            ExperimentAction::ChooseChart => self.dialog = Some(Dialog::Chart(experiments.chart.clone())),
            ExperimentAction::ExportChart(request, to) => self.export_chart(ctx, request, to),
            ExperimentAction::ChooseSpec => self.request_file(ctx, FileRequest::Spec),
            ExperimentAction::ChooseSweep => self.request_file(ctx, FileRequest::Sweep),
            ExperimentAction::TakePreset(preset) => match preset.spec() {
                Ok(spec) => self.take_spec(spec, None, None),
                Err(error) => self.model.error = Some(error.to_string()),
            },
            ExperimentAction::ListTrees(cell) => {
                let trees = experiments.experiment.as_ref();
                let trees = trees.map(|experiment| PointTrees::new(ctx, experiment, cell, experiments.view.measure));
                self.dialog = trees.map(Dialog::Trees);
            }
            ExperimentAction::ChooseSpecFile(spec) => self.request_file(ctx, FileRequest::SpecFile(spec)),
            ExperimentAction::ChooseFolder => self.request_file(ctx, FileRequest::SweepFolder),
            ExperimentAction::KeepIn(folder) => self.experiments.form.folder = folder,
            ExperimentAction::ChooseExport => self.request_file(ctx, FileRequest::ExportFolder),
            ExperimentAction::OpenSpec { .. } | ExperimentAction::SaveSpec { .. } | ExperimentAction::Export { .. } => {
                self.file(ctx, action);
            }
        }
    }

    /// Exports the shown chart, and keeps the settings for the next one.
    fn export_chart(&mut self, ctx: &Context, request: ChartRequest, to: Destination) {
        let page = request.page();
        let format = request.format();
        let experiments = &mut self.model.experiments;
        experiments.chart = request;
        let Some(experiment) = &experiments.experiment else { return };
        let view = fitting(&experiments.view, &experiment.spec);
        match (self.experiments.chart.shown(experiment, &view), page) {
            (Some(shown), Ok(page)) => self.export(ctx, shown.export(format, page), to),
            (None, _) => {}
            (_, Err(error)) => self.model.error = Some(error.to_string()),
        }
    }

    fn run_sweep(&mut self, ctx: &Context, spec: Box<Spec>, folder: Option<PathBuf>, discard: bool) {
        self.model.error = None;
        let experiments = &mut self.model.experiments;
        if experiments.experiment.as_ref().is_some_and(Experiment::is_running) {
            return;
        }
        let earlier = experiments.experiment.as_ref().filter(|earlier| !discard && !earlier.has_part_of(&spec));
        if let Some(at_risk) = earlier.and_then(Experiment::at_risk) {
            let then = Action::Experiment(ExperimentAction::Run { spec, folder, discard: true });
            self.dialog = Some(lose(at_risk, "Discard and run", then));
            return;
        }
        experiments.message = None;
        experiments.experiment = Some(Experiment::start(ctx, *spec, folder, experiments.experiment.take()));
    }

    /// Keeps the window open if results would be lost, and asks.
    pub(crate) fn guard_closing(&mut self, ctx: &Context) {
        if self.may_close || !ctx.input(|input| input.viewport().close_requested()) {
            return;
        }
        if self.end_typing(ctx) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            ctx.send_viewport_cmd(ViewportCommand::Close);
            return;
        }
        if self.is_unsaved() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.asks_to_save(&Action::Quit);
            return;
        }
        if let Some(at_risk) = self.model.experiments.experiment.as_ref().and_then(Experiment::at_risk) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.dialog = Some(lose(at_risk, "Discard and close", Action::QuitAnyway));
        }
    }

    /// Closes the window whatever is lost.
    pub(crate) fn quit_anyway(&mut self, ctx: &Context) {
        self.may_close = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    fn show_results(&mut self, view: View) {
        let experiments = &mut self.model.experiments;
        if view != experiments.view {
            experiments.view = view;
            if let Some(experiment) = &mut experiments.experiment {
                experiment.outdate();
            }
        }
    }

    /// Starts to read or write what an action requires, and keeps the action in case something must be replaced.
    fn file(&mut self, ctx: &Context, action: ExperimentAction) {
        self.model.error = None;
        let experiments = &mut self.model.experiments;
        let job = match action.clone() {
            ExperimentAction::OpenSpec { path, .. } => FileJob::read(ctx, path),
            ExperimentAction::SaveSpec { spec, path, replace } => FileJob::save(ctx, *spec, path, replace),
            ExperimentAction::Export { folder, replace } => {
                let Some(experiment) = &experiments.experiment else { return };
                let view = fitting(&experiments.view, &experiment.spec);
                FileJob::export(ctx, experiment.shared.clone(), view, folder, replace)
            }
            _ => return,
        };
        experiments.file_job = Some(job);
        self.file_action = Some(action);
    }

    /// Takes the results of the jobs of experiments.
    pub(crate) fn advance_experiments(&mut self, ctx: &Context) {
        let experiments = &mut self.model.experiments;
        if let Some(experiment) = &mut experiments.experiment
            && let Err(error) = experiment.advance(ctx, &experiments.view)
        {
            self.model.error = Some(error);
        }
        let Some(result) = experiments.file_job.as_ref().and_then(|file_job| file_job.job.poll()) else { return };
        experiments.file_job = None;
        match result.unwrap_or_else(Err) {
            Ok(FileOutcome::Read(read)) => self.open_sweep(*read),
            Ok(FileOutcome::Written(message)) => {
                self.model.say(message);
                let experiments = &mut self.model.experiments;
                if let (Some(ExperimentAction::Export { .. }), Some(experiment)) =
                    (&self.file_action, &mut experiments.experiment)
                {
                    experiment.set_exported();
                }
            }
            Ok(FileOutcome::There(names)) => self.ask_to_replace(names),
            Err(error) => self.model.error = Some(error),
        }
    }

    /// Takes over a sweep that was read, with its runs unless another sweep is running.
    fn open_sweep(&mut self, read: Read) {
        let Read { spec, path, folder, chart, runs, error } = read;
        let discards = matches!(self.file_action, Some(ExperimentAction::OpenSpec { discard: true, .. }));
        let experiments = &mut self.model.experiments;
        let at_risk = experiments.experiment.as_ref().filter(|_| runs.is_some() && !discards);
        let is_running = experiments.experiment.as_ref().is_some_and(Experiment::is_running);
        if !is_running && let Some(at_risk) = at_risk.and_then(Experiment::at_risk) {
            let then = Action::Experiment(ExperimentAction::OpenSpec { path, discard: true });
            let question = lose(at_risk, "Discard and open", then);
            self.ask(question);
            return;
        }
        self.take_spec(spec, folder, chart);
        let experiments = &mut self.model.experiments;
        if is_running {
            experiments.message =
                Some("Another sweep is running; open this one again afterwards to see its runs".into());
        } else if let Some(runs) = runs {
            let serial = experiments.experiment.as_ref().map_or(0, |before| before.serial + 1);
            experiments.experiment = Some(Experiment::opened(runs, serial));
            experiments.message = None;
        }
        self.model.error = error;
        self.remember(&path);
    }

    /// Takes a sweep into the form, and shows the chart that was opened or the first one that the sweep asks for.
    fn take_spec(&mut self, spec: Spec, folder: Option<PathBuf>, chart: Option<(String, View)>) {
        self.model.page = Page::Experiments;
        let (name, asked) = chart.map_or((None, None), |(name, view)| (Some(name), Some(view)));
        if let Some(asked) = asked.or_else(|| spec.chart.first().cloned()) {
            let mut view = View::of(asked.measure);
            (view.scale, view.against, view.linear, view.points) =
                (asked.scale, asked.against, asked.linear, asked.points);
            self.show_results(view);
        }
        self.experiments.chart.show_named(name);
        self.model.experiments.message = Some("Press Run to run this sweep.".into());
        self.experiments.form = Form::of(spec, folder);
    }

    fn ask_to_replace(&mut self, names: Vec<String>) {
        let then = match self.file_action.take() {
            Some(ExperimentAction::SaveSpec { spec, path, .. }) => {
                ExperimentAction::SaveSpec { spec, path, replace: true }
            }
            Some(ExperimentAction::Export { folder, .. }) => ExperimentAction::Export { folder, replace: true },
            _ => return,
        };
        self.ask(Dialog::replace(&names, Action::Experiment(then)));
    }
}

/// Asks whether this many runs may be lost.
fn lose(runs: u64, verb: &'static str, then: Action) -> Dialog {
    let runs = count(runs, "run is", "runs are");
    let message = format!("{runs} in memory only. To keep them, press Cancel, then Export…");
    Dialog::confirm("Discard the results of the sweep?", message, verb, then)
}

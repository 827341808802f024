//! Acts on what the panels of experiments ask for.

use std::path::PathBuf;

use eframe::egui::{Context, ViewportCommand};

use super::ExperimentAction;
use super::experiment::{Experiment, fitting};
use super::export::{Filed, Filing};
use super::form::Form;
use crate::app::Plyscope;
use crate::app::action::Action;
use crate::app::dialogs::Dialog;
use crate::app::dialogs::file_dialog::Ask;
use crate::app::model::Page;
use crate::experiment::sweep::{RUNS, SPEC, Spec, View};
use crate::format::count;

impl Plyscope {
    /// Does what an action on experiments says.
    pub(crate) fn experiment(&mut self, ctx: &Context, action: ExperimentAction) {
        let laboratory = &mut self.model.laboratory;
        match action {
            ExperimentAction::Run { spec, folder, discard } => self.run_sweep(ctx, spec, folder, discard),
            ExperimentAction::Cancel => {
                if let Some(experiment) = &laboratory.experiment {
                    experiment.cancel();
                }
            }
            ExperimentAction::Show(view) => self.show_results(view),
            ExperimentAction::ChooseSpec => self.ask_for(ctx, Ask::Spec),
            ExperimentAction::OpenSpec(path) => self.file(ctx, ExperimentAction::OpenSpec(path)),
            ExperimentAction::RunPreset(preset) => match preset.spec() {
                Ok(spec) => {
                    self.take_spec(spec.clone(), None);
                    self.run_sweep(ctx, Box::new(spec), None, false);
                }
                Err(error) => self.model.error = Some(error.to_string()),
            },
            ExperimentAction::ChooseSpecFile(spec) => self.ask_for(ctx, Ask::SpecFile(spec)),
            ExperimentAction::ChooseFolder => self.ask_for(ctx, Ask::SweepFolder),
            ExperimentAction::KeepIn(folder) => self.experiments.form.folder = folder,
            ExperimentAction::ChooseExport => self.ask_for(ctx, Ask::ExportFolder),
            ExperimentAction::SaveSpec { .. } | ExperimentAction::Export { .. } => self.file(ctx, action),
        }
    }

    fn run_sweep(&mut self, ctx: &Context, spec: Box<Spec>, folder: Option<PathBuf>, discard: bool) {
        self.model.error = None;
        let laboratory = &mut self.model.laboratory;
        if laboratory.experiment.as_ref().is_some_and(Experiment::is_running) {
            return;
        }
        let earlier = laboratory.experiment.as_ref().filter(|earlier| !discard && !earlier.has_part_of(&spec));
        if let Some(at_risk) = earlier.and_then(Experiment::at_risk) {
            let then = Action::Experiment(ExperimentAction::Run { spec, folder, discard: true });
            self.dialog = Some(lose(at_risk, "Run and lose them", then));
            return;
        }
        laboratory.said = None;
        laboratory.experiment = Some(Experiment::start(ctx, *spec, folder, laboratory.experiment.take()));
    }

    /// Keeps the window open where results would be lost, and asks.
    pub(crate) fn guard_closing(&mut self, ctx: &Context) {
        if self.may_close || !ctx.input(|input| input.viewport().close_requested()) {
            return;
        }
        if let Some(at_risk) = self.model.laboratory.experiment.as_ref().and_then(Experiment::at_risk) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.dialog = Some(lose(at_risk, "Close and lose them", Action::QuitAnyway));
        }
    }

    /// Closes the window whatever is lost.
    pub(crate) fn quit_anyway(&mut self, ctx: &Context) {
        self.may_close = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    fn show_results(&mut self, view: View) {
        let laboratory = &mut self.model.laboratory;
        if view != laboratory.view {
            laboratory.view = view;
            if let Some(experiment) = &mut laboratory.experiment {
                experiment.outdate();
            }
        }
    }

    /// Starts to read or write what an action says, and keeps the action for when something is to be replaced.
    fn file(&mut self, ctx: &Context, action: ExperimentAction) {
        self.model.error = None;
        let laboratory = &mut self.model.laboratory;
        let job = match action.clone() {
            ExperimentAction::OpenSpec(path) => Filing::read(ctx, path),
            ExperimentAction::SaveSpec { spec, path, replace } => Filing::save(ctx, *spec, path, replace),
            ExperimentAction::Export { folder, replace } => {
                let Some(experiment) = &laboratory.experiment else { return };
                let view = fitting(&laboratory.view, &experiment.spec);
                Filing::export(ctx, experiment.shared.clone(), view, folder, replace)
            }
            _ => return,
        };
        laboratory.filing = Some(job);
        self.filed = Some(action);
    }

    /// Takes in what the jobs of experiments came to.
    pub(crate) fn advance_experiments(&mut self, ctx: &Context) {
        let laboratory = &mut self.model.laboratory;
        if let Some(experiment) = &mut laboratory.experiment
            && let Err(error) = experiment.advance(ctx, &laboratory.view)
        {
            self.model.error = Some(error);
        }
        let Some(result) = laboratory.filing.as_ref().and_then(|filing| filing.job.poll()) else { return };
        laboratory.filing = None;
        match result.unwrap_or_else(Filed::Failed) {
            Filed::Read(spec, path) => {
                // A sweep that is taken from its folder goes on there.
                let is_kept = path.file_name().is_some_and(|name| name == SPEC) && path.with_file_name(RUNS).exists();
                let folder = path.parent().filter(|_| is_kept).map(ToOwned::to_owned);
                self.take_spec(*spec, folder);
                self.remember(&path);
            }
            Filed::Written(said) => {
                laboratory.said = Some(said);
                if let (Some(ExperimentAction::Export { .. }), Some(experiment)) =
                    (&self.filed, &mut laboratory.experiment)
                {
                    experiment.set_exported();
                }
            }
            Filed::There(names) => self.ask_to_replace(names),
            Filed::Failed(error) => self.model.error = Some(error),
        }
    }

    fn take_spec(&mut self, spec: Spec, folder: Option<PathBuf>) {
        self.model.page = Page::Experiments;
        if let Some(asked) = spec.chart.first() {
            let mut view = View::of(asked.measure);
            (view.scale, view.against, view.linear, view.points) =
                (asked.scale, asked.against, asked.linear, asked.points);
            self.show_results(view);
        }
        self.model.laboratory.said = Some("Press Run to run the sweep that was opened".into());
        self.experiments.form = Form::of(spec, folder);
    }

    fn ask_to_replace(&mut self, names: Vec<String>) {
        let then = match self.filed.take() {
            Some(ExperimentAction::SaveSpec { spec, path, .. }) => {
                ExperimentAction::SaveSpec { spec, path, replace: true }
            }
            Some(ExperimentAction::Export { folder, .. }) => ExperimentAction::Export { folder, replace: true },
            _ => return,
        };
        self.dialog = Some(Dialog::replace(&names, Action::Experiment(then)));
    }
}

/// Asks whether so many runs may be lost.
fn lose(runs: u64, verb: &'static str, then: Action) -> Dialog {
    let runs = count(runs, "run is", "runs are");
    let said = format!("{runs} in memory only. Cancel, and Export… or Run in a folder keeps them.");
    Dialog::Confirm { question: "Lose the results of the sweep?".into(), said, verb, then }
}

//! The state of the shown sweep, and its actions.

use std::time::Duration;

use eframe::egui::{self, ProgressBar, RichText, Sides, Ui};

use super::experiment::State;
use super::{Experiment, ExperimentAction, ExperimentsModel};
use crate::app::prelude::*;
use crate::app::style::sides;
use crate::format::{count, grouped};

/// A job that ends within this time shows no progress.
const PATIENCE: Duration = Duration::from_millis(300);

/// The least room in which the number of runs is shown, in points: in less it would be nothing but dots.
const LEAST: f32 = 80.0;

/// Shows the state on the left and the export on the right.
pub(super) fn ui(ui: &mut Ui, model: &ExperimentsModel, experiment: &Experiment) {
    let bar_width = (ui.available_width() * 0.3).min(220.0);
    sides(
        ui,
        Sides::new().shrink_left().truncate(),
        &mut |ui| {
            ui.label(RichText::new(state(experiment)).strong());
            if ui.available_width() >= LEAST {
                ui.label(runs(experiment));
            }
            let repairs = experiment.shared.notes();
            let message = model.message.as_ref().filter(|_| !experiment.is_running());
            for message in message.into_iter().chain(Some(&repairs).filter(|repairs| !repairs.is_empty())) {
                ui.label(message).tip(message);
            }
        },
        &mut |ui| {
            let tip = "Write the charts as SVG and PNG, all runs, the summary and the sweep into a folder";
            let export =
                ui.add_enabled(model.file_job.is_none() && experiment.picture.runs > 0, egui::Button::new("Export…"));
            export.tip(tip).asks_for(ExperimentAction::ChooseExport);
            if let Some(file_job) = model.file_job.as_ref().filter(|file_job| file_job.job.elapsed() >= PATIENCE) {
                ui.label(&file_job.words);
                ui.spinner();
            }
            if let State::Running(job) = &experiment.state {
                let bar = match job.progress().fraction() {
                    Some(fraction) => ProgressBar::new(fraction).show_percentage(),
                    None => ProgressBar::new(0.0).text("preparing"),
                };
                ui.add(bar.desired_width(bar_width));
            }
        },
    );
}

fn state(experiment: &Experiment) -> String {
    let title = if experiment.spec.title.is_empty() { "Sweep" } else { &experiment.spec.title };
    match &experiment.state {
        State::Running(job) if job.progress().is_cancelled() => format!("{title}: stopping…"),
        State::Running(_) => {
            let left = experiment.time_left().map(|left| format!(", {} left", clock(left))).unwrap_or_default();
            format!("{title}: running{left}")
        }
        State::Complete => format!("{title}: complete"),
        State::Stopped => format!("{title}: stopped"),
    }
}

fn runs(experiment: &Experiment) -> String {
    let picture = &experiment.picture;
    let extent = match experiment.state {
        State::Stopped if picture.runs == experiment.shared.runs() => picture.extent.clone(),
        // Until the chart has all runs their number does not go back.
        State::Stopped | State::Complete | State::Running(_) => count(experiment.shared.runs(), "run", "runs"),
    };
    let mut parts = Vec::new();
    if !extent.is_empty() {
        parts.push(extent);
    }
    if picture.stopped > 0 {
        parts.push(format!("{} hit the budget", grouped(picture.stopped)));
    }
    parts.extend(experiment.folder.as_ref().map(|folder| format!("kept in {}", folder.display())));
    parts.join(", ")
}

/// The remaining time in the unit that suits it.
fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..60 => format!("{} s", seconds.max(1)),
        60..3600 => format!("{} min", seconds.div_ceil(60)),
        3600..86_400 => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
        _ => format!("{} days", grouped(seconds.div_ceil(86_400))),
    }
}

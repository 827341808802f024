//! Hughes' pipeline as composed by the user: written as in the paper, with optional stages. What it does is
//! shown in its pane.

use std::ops::RangeInclusive;

use eframe::egui::{Button, DragValue, Label, RichText, Role, Ui};

use crate::app::prelude::*;
use crate::app::style::{accessible_name, compact, number_field, theme, whole};
use crate::app::trees::{AlgorithmRun, Document, RunState, status_text};
use crate::app::{Model, RunAction};
use crate::format::shortened;
use crate::game::{GameName, Stages};
use crate::search::hughes::Pipeline;
use crate::search::{Algorithm, Outcome};

/// The initial parameters of stages.
const FIRST_PRUNE: u32 = 8;
const FIRST_TAKETREE: usize = 3;

/// Shows the bar.
pub(crate) fn ui(ui: &mut Ui, model: &Model, document: &Document, run: &AlgorithmRun) {
    ui.lines(&mut |ui| {
        ui.label(RichText::new("Hughes' pipeline").strong())
            .tip("Why Functional Programming Matters, section 5. Read from right to left.");
        let Some(mut pipeline) = run.algorithm.pipeline() else { return };
        composition(ui, &mut pipeline, model, document);
        if run.algorithm != Algorithm::of_pipeline(pipeline) {
            ui.ask(RunAction::SetPipeline(pipeline));
        }
    });
    ui.lines(&mut |ui| result(ui, run));
}

/// The stages from left to right, as they are written.
fn composition(ui: &mut Ui, pipeline: &mut Pipeline, model: &Model, document: &Document) {
    let Pipeline { stages: Stages { prune, dynamic, highfirst, taketree, .. }, alpha_beta } = pipeline;
    let most = model.height().unwrap_or(u32::MAX).max(FIRST_PRUNE);
    stage(
        ui,
        alpha_beta,
        "max . maximise'",
        "Alpha-beta: the maximum of a list of minima that leaves out what cannot matter",
    );
    let mut is_plain = !*alpha_beta;
    stage(ui, &mut is_plain, "maximise", "Minimax: every leaf is evaluated");
    *alpha_beta = !is_plain;
    fixed(ui, ".");
    numbered(ui, taketree, FIRST_TAKETREE, 1..=1000, "taketree", "Only the first subtrees of each node");
    fixed(ui, ".");
    stage(ui, highfirst, "highfirst", "The most promising subtrees first, by static value");
    fixed(ui, ". maptree static .");
    numbered(ui, prune, FIRST_PRUNE, 0..=most, "prune", "Search to this depth and use static values there");
    let why_not = if !document.game.is_some_and(GameName::has_dynamic_positions) {
        Some("Available for chess only")
    } else if prune.is_none() {
        Some("Available with prune only")
    } else {
        None
    };
    ui.available_if(why_not.is_none(), &mut |ui| {
        let tip = "Extends positions that are not quiet: in check, or a piece attacked by a less valuable one";
        stage(ui, dynamic, "dynamic", why_not.unwrap_or(tip));
    });
    fixed(ui, ". gametree");
}

/// The result, or the button to stop it.
fn result(ui: &mut Ui, run: &AlgorithmRun) {
    let Some(pipeline) = run.algorithm.pipeline() else { return };
    ui.monospace(pipeline.to_string());
    ui.label("=");
    let bad = theme::bad(ui.visuals());
    match &run.state {
        RunState::Waiting | RunState::Running(_) => {
            ui.weak(status_text::status(run));
            let cancel = ui.add(compact("Cancel")).tip("Stop the pipeline");
            accessible_name(&cancel, Role::Button, "Stop the pipeline");
            cancel.asks_for(RunAction::Cancel(run.algorithm));
        }
        RunState::Failed(why) => {
            ui.label(RichText::new(why).color(bad));
        }
        RunState::Done(finished) => {
            match finished.summary.outcome.value() {
                Some(value) => {
                    let text = value.grouped();
                    let short = shortened(&text);
                    let label = ui.strong(&*short);
                    whole(label, &short, &text)
                }
                None => ui.label(RichText::new(finished.summary.outcome_in_words()).color(bad)),
            };
            let values = finished.summary.effort.extras.static_values;
            match (&finished.summary.outcome, values) {
                (Outcome::Undefined(_), _) if pipeline.stages.prune.is_some() || pipeline.stages.highfirst => {
                    ui.label(
                        "prune and highfirst need static values at inner nodes; the samples “From games” have them",
                    );
                }
                (Outcome::Undefined(_), _) | (_, None) => {}
                (_, Some(values)) => {
                    ui.label(format!("from {}", status_text::static_values(values)));
                }
            }
        }
    }
}

/// A part that is always there.
fn fixed(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).monospace()).extend());
}

/// A stage without a parameter.
fn stage(ui: &mut Ui, is_there: &mut bool, name: &str, tip: &str) {
    let text = RichText::new(name).monospace();
    let button = Button::selectable(*is_there, if *is_there { text } else { text.weak() }).frame_when_inactive(true);
    let button = ui.add(button).tip(tip).disabled_tip(tip);
    *is_there ^= button.clicked();
}

/// A stage with a parameter.
fn numbered<N: eframe::emath::Numeric>(
    ui: &mut Ui,
    number: &mut Option<N>,
    first: N,
    range: RangeInclusive<N>,
    name: &str,
    tip: &str,
) {
    let mut is_there = number.is_some();
    stage(ui, &mut is_there, name, tip);
    if is_there != number.is_some() {
        *number = is_there.then_some(first);
    }
    if let Some(number) = number {
        let field = DragValue::new(number).range(range).speed(0.1).update_while_editing(false);
        number_field(ui, field, format_args!("Number of {name}"));
    }
}

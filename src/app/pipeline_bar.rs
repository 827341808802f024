//! Hughes' pipeline as the user puts it together: the composition as the paper writes it, each stage at will, and what it
//! finds of the open tree.

use std::sync::Arc;

use eframe::egui::{Button, DragValue, Label, RichText, Role, Ui, WidgetInfo};

use super::Settings;
use super::job::Newest;
use super::tones;
use crate::search::hughes::{Evaluated, Pipeline};
use crate::search::{Limits, Outcome};
use crate::tree::{NodeId, Tree};
use crate::words::{self, grouped};

/// The numbers with which stages begin.
const FIRST_PRUNE: u32 = 8;
const FIRST_TAKETREE: usize = 3;

/// The bar with the composition and its run.
#[derive(Default)]
pub(super) struct PipelineBar {
    pipeline: Pipeline,
    run: Newest<(u64, Settings, Pipeline), (Outcome<NodeId>, Evaluated)>,
}

impl PipelineBar {
    /// Whether it waits for its run.
    pub(super) fn is_busy(&self) -> bool {
        self.run.is_waiting()
    }

    /// Stops its run, since nobody sees it.
    pub(super) fn rest(&mut self) {
        self.run.forget();
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, tree: &Arc<Tree>, settings: Settings) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Hughes' pipeline").strong()).on_hover_text(
                "Why Functional Programming Matters, section 5: from the right to the left, what is done with the tree of the game",
            );
            self.composition(ui, tree);
        });
        ui.horizontal_wrapped(|ui| self.result(ui, tree, settings));
    }

    /// The stages from left to right, as they are written.
    fn composition(&mut self, ui: &mut Ui, tree: &Tree) {
        let Pipeline { prune, highfirst, taketree, alpha_beta, .. } = &mut self.pipeline;
        let most = tree.height().max(FIRST_PRUNE);
        stage(
            ui,
            alpha_beta,
            "max . maximise'",
            "Alpha-beta: the maximum of a list of minima that leaves out what cannot matter",
        );
        let mut is_plain = !*alpha_beta;
        stage(ui, &mut is_plain, "maximise", "Minimax: every leaf is looked at");
        *alpha_beta = !is_plain;
        fixed(ui, ".");
        numbered(ui, taketree, FIRST_TAKETREE, 1..=1000, "taketree", "Only the first subtrees of each node");
        fixed(ui, ".");
        stage(ui, highfirst, "highfirst", "The subtrees that look best first, by their static values");
        fixed(ui, ". maptree static .");
        numbered(ui, prune, FIRST_PRUNE, 0..=most, "prune", "Cut the tree off after so many moves");
        fixed(ui, ". gametree");
    }

    fn result(&mut self, ui: &mut Ui, tree: &Arc<Tree>, settings: Settings) {
        let pipeline = self.pipeline;
        let (cutoff, budget) = (settings.cutoff, settings.of_run().budget_for(tree));
        let searched = Arc::clone(tree);
        let run = self.run.answer(ui.ctx(), (tree.identity(), settings, pipeline), move |progress| {
            let limits = Limits { cutoff, budget: Some(budget), progress };
            let (report, evaluated) = pipeline.evaluate(searched.as_ref(), limits, &mut ());
            (report.outcome, evaluated)
        });
        let bad = tones::bad(ui.visuals());
        ui.monospace(pipeline.to_string());
        ui.label("=");
        match run {
            None => {
                ui.weak("running…");
            }
            Some(Err(fault)) => {
                ui.label(RichText::new(fault).color(bad));
            }
            Some(Ok((outcome, evaluated))) => {
                match outcome_in_words(outcome, tree) {
                    Ok(value) => ui.strong(value),
                    Err(why) => ui.label(RichText::new(why).color(bad)),
                };
                ui.label(in_words(*evaluated));
            }
        }
    }
}

/// What is always there.
fn fixed(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).monospace()).extend());
}

/// A stage that is there or not.
fn stage(ui: &mut Ui, is_there: &mut bool, name: &str, tip: &str) {
    let text = RichText::new(name).monospace();
    let button = Button::selectable(*is_there, if *is_there { text } else { text.weak() }).frame_when_inactive(true);
    let button = ui.add(button).on_hover_text(tip);
    *is_there ^= button.clicked();
}

/// A stage with a number.
fn numbered<N: eframe::emath::Numeric>(
    ui: &mut Ui,
    number: &mut Option<N>,
    first: N,
    range: std::ops::RangeInclusive<N>,
    name: &str,
    tip: &str,
) {
    let mut is_there = number.is_some();
    stage(ui, &mut is_there, name, tip);
    if is_there != number.is_some() {
        *number = is_there.then_some(first);
    }
    if let Some(number) = number {
        let field = ui.add(DragValue::new(number).range(range).speed(0.1).update_while_editing(false));
        field.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, format!("Number of {name}")));
    }
}

/// The value, or why there is none.
fn outcome_in_words(outcome: &Outcome<NodeId>, tree: &Tree) -> Result<String, String> {
    match outcome {
        Outcome::Finished(value) => Ok(words::value(*value)),
        Outcome::Undefined(node) => Err(format!("undefined: {}", words::without_value(tree, *node))),
        Outcome::Budget => Err("budget reached".into()),
        Outcome::Cancelled | Outcome::Answered(_) => Err("cancelled".into()),
    }
}

/// What was evaluated for what.
fn in_words(evaluated: Evaluated) -> String {
    let Evaluated { leaves, ordering, shared } = evaluated;
    let [leaves, ordering, shared] = [leaves, ordering, shared].map(grouped);
    if evaluated.ordering == 0 {
        return format!("{leaves} static values at leaves");
    }
    format!("{leaves} static values at leaves and {ordering} for ordering, {shared} of them the same")
}

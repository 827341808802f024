//! What the check of a trace found: a list beside the time line, the way from one finding to the next, and what is said at a step.

use std::sync::Arc;

use eframe::egui::{Button, Response, RichText, Role, ScrollArea, Ui, vec2};

use super::state::TimeState;
use crate::app::prelude::*;
use crate::app::style::{accessible_name, theme};
use crate::app::trees::Finished;
use crate::app::{Model, Plyscope, TimeAction};
use crate::draw::Warnings;
use crate::experiment::check::{Finding, Report, Severity, Verdict};
use crate::format::{self, grouped};
use crate::search::Algorithm;

/// A finding to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoTo {
    /// The next one along the time line.
    Next,
    /// The one before.
    Previous,
    /// One of the list, by its place.
    Place(usize),
}

/// The check of a trace, as it is drawn.
pub(crate) struct Checked {
    pub(crate) report: Arc<Report>,
    pub(crate) warnings: Warnings,
}

impl Checked {
    pub(crate) fn new(report: &Arc<Report>) -> Checked {
        Checked { report: Arc::clone(report), warnings: Warnings::new(report.warnings()) }
    }

    /// The findings at a step, with their places in the list.
    pub(crate) fn at(&self, step: usize) -> impl Iterator<Item = (usize, &Finding)> {
        self.report.findings.iter().enumerate().filter(move |(_, finding)| finding.step == step)
    }
}

/// The sign before a finding in a text.
fn sign(finding: &Finding) -> &'static str {
    match (finding.is_consequence, finding.severity) {
        (true, _) => "↳",
        (false, Severity::Error) => "⚠",
        (false, Severity::Waste) => "△",
    }
}

/// What was found in the open trace, if one is open.
pub(crate) fn checked(model: &Model) -> Option<(Algorithm, &Arc<Checked>)> {
    let traced = model.runs.iter().find(|run| run.algorithm.is_traced())?;
    Some((traced.algorithm, traced.finished().and_then(Finished::checked)?))
}

/// Whether there is a list to show.
pub(crate) fn has_findings(model: &Model) -> bool {
    checked(model).is_some_and(|(_, checked)| !checked.report.findings.is_empty())
}

/// The finding at which the time line stands.
fn current(model: &Model, state: Option<&TimeState>) -> Option<usize> {
    let (algorithm, checked) = checked(model)?;
    let now = state?.now(algorithm)?;
    checked.at(now.timeline.step(now.moment.time)).next().map(|(place, _)| place)
}

/// Shows the list. What is said of a finding in full stands on the time line.
pub(crate) fn ui(ui: &mut Ui, model: &Model) {
    let Some((_, checked)) = checked(model) else { return };
    let (report, current) = (&*checked.report, current(model, model.time.as_ref()));
    ui.heading("Findings");
    let counts = format!("{}.", format::sentence(&report.counts()));
    ui.label(counts).tip("What the check of the trace found");
    if let (None, Some(first)) = (current, report.first().filter(|first| first.severity == Severity::Error)) {
        ui.weak(format!("Begin with the first error, in line {}.", grouped(first.line.into())));
    }
    ui.add_space(4.0);
    let height = ui.spacing().interact_size.y;
    let list = ScrollArea::vertical().id_salt("findings").auto_shrink([false, report.notes.is_empty()]);
    list.show_rows(ui, height, report.findings.len(), |ui, rows| {
        for place in rows {
            let row = row(ui, &report.findings[place], current == Some(place), height);
            row.asks_for(TimeAction::GoToFinding(GoTo::Place(place)));
        }
    });
    for note in &report.notes {
        ui.weak(format!("Not checked: {note}"));
    }
}

/// A row of the list.
fn row(ui: &mut Ui, finding: &Finding, is_current: bool, height: f32) -> Response {
    let Finding { line, kind, sentence, .. } = finding;
    let sign = sign(finding);
    let mut text = RichText::new(format!("{sign} {}  {sentence}", kind.id()));
    if finding.is_consequence {
        text = text.weak();
    } else if finding.severity == Severity::Error {
        text = text.color(theme::bad(ui.visuals()));
    }
    let place = RichText::new(format!("line {}", grouped((*line).into()))).small().weak();
    let button = Button::selectable(is_current, text).truncate().right_text(place);
    let button = ui.add(button.min_size(vec2(ui.available_width(), height)));
    accessible_name(&button, Role::Button, format_args!("{}, line {line}: {sentence}", words(finding)));
    button.tip(&format!("{sentence} Click to go there."))
}

/// `error (value)`, `error (end), a consequence`, `waste (late)`.
fn words(finding: &Finding) -> String {
    let consequence = if finding.is_consequence { ", a consequence" } else { "" };
    format!("{} ({}){consequence}", finding.severity.id(), finding.kind.id())
}

/// What was found at the step, before what happens there is told. At most two findings; the list has the others.
pub(super) fn at_step(ui: &mut Ui, checked: &Checked, step: usize, size: f32) {
    const MOST: usize = 2;
    let mut found = checked.at(step);
    for (_, finding) in found.by_ref().take(MOST) {
        let text = RichText::new(format!("{} {}", sign(finding), finding.sentence)).size(size);
        let is_bad = finding.severity == Severity::Error && !finding.is_consequence;
        ui.label(if is_bad { text.color(theme::bad(ui.visuals())) } else { text });
        if let Some(hint) = &finding.hint {
            ui.weak(hint);
        }
    }
    let others = found.count();
    if others > 0 {
        ui.weak(format!("{} more at this step", grouped(others as u64)));
    }
}

/// What is said when a trace was opened.
pub(crate) fn verdict(report: &Report) -> String {
    match report.verdict() {
        Verdict::Clean if report.is_cut_short => {
            "The trace was checked: it ends early, and nothing is wrong up to there.".into()
        }
        Verdict::Clean => {
            "The trace was checked: everything that it claims is proved, and nothing was done in vain.".into()
        }
        Verdict::Waste => format!("The trace was checked: no error, {}.", report.counts()),
        Verdict::Error => format!("The trace was checked: {}.", report.counts()),
    }
}

impl Plyscope {
    /// Goes to a finding: the time line opens there, with the search of the trace marked and the node selected.
    pub(super) fn go_to_finding(&mut self, to: GoTo) {
        let model = &mut self.model;
        let Some((algorithm, checked)) = checked(model) else { return };
        let report = Arc::clone(&checked.report);
        let now = model.time.as_ref().and_then(|time| time.now(algorithm));
        let step = now.map(|now| now.timeline.step(now.moment.time));
        let Some(finding) = target(&report, to, step) else { return };
        let (step, node) = (finding.step, finding.node);
        model.focused = Some(algorithm);
        model.difference = None;
        model.selected = Some(node);
        model.time.get_or_insert_with(TimeState::open).go_to_step(step);
    }
}

/// The finding to go to from a step; without one from where the time line is closed, and then the first error is next.
fn target(report: &Report, to: GoTo, step: Option<usize>) -> Option<&Finding> {
    let findings = &report.findings;
    match (to, step) {
        (GoTo::Place(place), _) => findings.get(place),
        (_, None) => report.first(),
        (GoTo::Next, Some(step)) => {
            findings.iter().filter(|finding| finding.step > step).min_by_key(|finding| finding.step)
        }
        (GoTo::Previous, Some(step)) => {
            findings.iter().rev().filter(|finding| finding.step < step).max_by_key(|finding| finding.step)
        }
    }
}

/// Why there is no finding to go to.
pub(crate) fn blocked(model: &Model, to: GoTo) -> Option<&'static str> {
    let Some((algorithm, checked)) = checked(model) else {
        return Some("open the trace of another program's search first");
    };
    if checked.report.findings.is_empty() {
        return Some("nothing is wrong with this search");
    }
    let now = model.time.as_ref().and_then(|time| time.now(algorithm));
    let step = now.map(|now| now.timeline.step(now.moment.time));
    target(&checked.report, to, step).is_none().then_some("there is no finding in this direction")
}

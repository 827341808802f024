//! The card of one algorithm for the selected node.

use eframe::egui::{self, Frame, Grid, RichText, Sides, Ui};

use super::link_to;
use crate::app::Model;
use crate::app::canvas::kind_and_cause;
use crate::app::prelude::*;
use crate::app::style::{fact, sentence, sides, theme};
use crate::app::timeline::Now;
use crate::app::trees::{AlgorithmRun, Drawn, Finished, RunState, status_text};
use crate::draw::{Ink, Look, Overlay as _, visited_above};
use crate::experiment::Claim;
use crate::experiment::comparison::{COLUMNS, Cell};
use crate::experiment::explain::NodeWindows;
use crate::format::grouped;
use crate::search::story::Cause;
use crate::search::{Algorithm, Bound, Cutoff, NEEDS_PLAYERS_ALONE, Origin, Record, Visit};
use crate::tree::{NodeId, Tree};

/// The least width of what a fact is called, so that facts of one card are below each other.
const FACT: f32 = 118.0;
/// The space between what a fact is called and the fact.
const GAP: f32 = 12.0;

/// A run at the selected node.
pub(super) struct At<'a> {
    pub(super) tree: &'a Tree,
    pub(super) run: &'a AlgorithmRun,
    pub(super) node: NodeId,
    /// With a time line, the step at which the run stands.
    now: Option<&'a Now>,
    /// With a time line, the windows of the node's visit then.
    pub(super) windows: Option<&'a NodeWindows>,
}

impl<'a> At<'a> {
    pub(super) fn of(model: &'a Model, tree: &'a Tree, run: &'a AlgorithmRun, node: NodeId) -> At<'a> {
        let time = model.time.as_ref();
        let now = time.and_then(|time| time.now(run.algorithm));
        let windows = time.and_then(|time| time.windows(run.algorithm));
        At { tree, run, node, now, windows }
    }

    /// What the run visited, if that is shown.
    pub(super) fn record(&self) -> Option<&'a Record> {
        if self.run.is_not_applicable() {
            return None;
        }
        Some(&self.run.shown()?.drawn.as_ref()?.record)
    }
}

/// Shows the card of a run.
pub(super) fn ui(ui: &mut Ui, at: &At<'_>) {
    let At { run, node, windows, .. } = *at;
    Frame::group(ui.style()).show_in(ui, &mut |ui| {
        ui.set_width(ui.available_width());
        let (state, is_weak) = state(at);
        let color = if is_weak { ui.visuals().weak_text_color() } else { ui.visuals().text_color() };
        let (title, state) = (RichText::new(run.algorithm.title()).strong(), RichText::new(state).color(color));
        let show = |text: &RichText, ui: &mut Ui| {
            ui.label(text.clone());
        };
        sides(ui, Sides::new().shrink_left().truncate(), &mut |ui| show(&title, ui), &mut |ui| show(&state, ui));
        if run.is_not_applicable() {
            ui.add(egui::Label::new(format!("It {NEEDS_PLAYERS_ALONE}.")).wrap());
        } else if let Some(finished) = run.shown()
            && let Some(drawn) = &finished.drawn
        {
            if let Some(windows) = windows {
                facts(ui, (run.algorithm, "windows"), |ui| window_facts(ui, windows));
            }
            if state_at_step(at).is_some() {
                ui.weak("When the search is over:");
            }
            match drawn.record.visit(node) {
                Some(visit) => visited(ui, at, finished, drawn, &visit),
                None => passed_over(ui, at, finished, drawn),
            }
        }
    });
}

/// The state of a node with which the search is not done at a step.
pub(super) fn state_at_step(At { tree, run, node, now, .. }: &At<'_>) -> Option<&'static str> {
    let (now, node) = ((*now)?, *node);
    let drawn = run.shown()?.drawn.as_ref()?;
    let look = now.overlay(tree, drawn)?.look(node);
    let is_to_be_visited = now.timeline.next_visit(node, now.moment.time).is_some();
    match look {
        Look::Ahead => Some("not reached"),
        Look::Open => Some("being searched"),
        Look::Pruned | Look::PrunedDeep if is_to_be_visited => Some("pruned, visited later"),
        Look::LeftOut if is_to_be_visited => Some("left out, visited later"),
        _ if is_to_be_visited => Some("visited, and again later"),
        _ => None,
    }
}

/// Whether the node was visited, in a word or two, and whether it was passed over.
pub(super) fn state(at: &At<'_>) -> (String, bool) {
    let At { tree, run, node, .. } = *at;
    if let Some(state) = state_at_step(at) {
        return (state.into(), false);
    }
    let finished = match (&run.state, run.shown()) {
        (_, Some(finished)) => finished,
        (RunState::Waiting, None) => return ("waiting".into(), false),
        (RunState::Running(_), None) => return ("running".into(), false),
        (RunState::Failed(_) | RunState::Done(_), None) => return ("failed".into(), false),
    };
    if run.is_not_applicable() {
        return ("not applicable".into(), true);
    }
    let Some(drawn) = &finished.drawn else { return ("not shown yet".into(), false) };
    match drawn.record.visit(node) {
        Some(visit) if visit.visits == 1 => (if visit.is_evaluated() { "evaluated" } else { "visited" }.into(), false),
        Some(visit) => (format!("visited {} times", grouped(visit.visits.into())), false),
        None => (drawn.overlay(tree).state_of_unvisited(node).into(), true),
    }
}

fn visited(ui: &mut Ui, at: &At<'_>, finished: &Finished, drawn: &Drawn, visit: &Visit) {
    let (&At { tree, run, windows, .. }, Drawn { record, line, .. }) = (at, drawn);
    let is_again = visit.visits > 1;
    facts(ui, (run.algorithm, "facts"), |ui| {
        if windows.is_none() {
            let (first, aim) = (if is_again { "first " } else { "" }, visit.aim());
            fact(ui, &format!("{first}{}", aim.noun()), &aim.to_string());
        }
        fact(ui, "value", &value(record, visit));
        let evaluations = record.evaluations_in(&tree.subtree(visit.node));
        let (where_, whether_shown) = match visit.origin {
            Origin::Unrecorded(_) => ("evaluations below", ", not drawn"),
            _ if tree.is_leaf(visit.node) => ("evaluations", ""),
            _ => ("evaluations below", ""),
        };
        fact(ui, where_, &format!("{}{whether_shown}", grouped(evaluations)));
        if visit.node == NodeId::ROOT {
            // What is below the root is the whole run.
            fact(ui, "story", &status_text::story(&finished.story));
            if let Some(values) = finished.summary.effort.extras.static_values {
                fact(ui, "static values", &status_text::static_values(values));
            }
            for (column, cell) in COLUMNS.iter().zip(&finished.row.cells).filter(|(column, _)| column.is_cost()) {
                if *cell != Cell::Missing {
                    fact(ui, &column.title.to_lowercase(), &cell.to_string());
                }
            }
        }
    });
    if let Some(cutoff) = record.cutoff(visit.node) {
        cutoff_line(ui, tree, cutoff, if is_again { "Last left early" } else { "Left early" });
    }
    if line.binary_search(&visit.node).is_ok() {
        let color = theme::ink(ui.visuals(), Ink::Line);
        let words =
            if windows.is_some() { "on the principal variation at the end" } else { "on the principal variation" };
        ui.label(RichText::new(words).color(color));
    }
}

/// Facts below each other.
fn facts(ui: &mut Ui, id: (Algorithm, &str), add: impl FnOnce(&mut Ui)) {
    // In a narrow inspector columns are only as wide as what is in them.
    let column = if ui.available_width() < 2.0 * FACT + GAP { 0.0 } else { FACT };
    let grid = Grid::new(id).num_columns(2).min_row_height(0.0).min_col_width(column).spacing([GAP, 4.0]);
    grid.show(ui, add);
}

/// The windows of a visit, with who set their ends, and what a trace says of it.
fn window_facts(ui: &mut Ui, NodeWindows { entered, last, note, is_open }: &NodeWindows) {
    fact(ui, "window on entry", &entered.to_string());
    if let Some(last) = last {
        fact(ui, if *is_open { "window now" } else { "window when left" }, &last.to_string());
    }
    if let Some(note) = note {
        fact(ui, "in the trace", note);
    }
}

/// The returned value, and what is proven about it.
fn value(record: &Record, visit: &Visit) -> String {
    let Some(value) = visit.value() else { return "none; the run was stopped".into() };
    let bound = record.bound(visit.node).unwrap_or(Bound::Exact);
    let value = value.grouped();
    let from = if visit.recalled().is_some() { ", from the table" } else { "" };
    match bound {
        Bound::Exact => format!("{value}, exact{from}"),
        Bound::Lower => format!("≥ {value}, a lower bound{from}"),
        Bound::Upper => format!("≤ {value}, an upper bound{from}"),
    }
}

/// Why the run did not visit the node.
fn passed_over(ui: &mut Ui, at: &At<'_>, finished: &Finished, drawn: &Drawn) {
    let (&At { tree, node, .. }, record) = (at, &drawn.record);
    let ancestor = visited_above(tree, record, node);
    let evaluated = record.visit(ancestor).is_some_and(|visit| visit.is_evaluated());
    if drawn.overlay(tree).is_dropped(tree.ancestor_at(node, tree.depth(ancestor) + 1)) {
        ui.label("Dropped by taketree: others look better, so its value does not count.");
        return;
    }
    match record.cutoff(ancestor) {
        Some(cutoff) => {
            cutoff_line(ui, tree, cutoff, "Pruned");
            let unchanged = Claim::of(&finished.summary).map(|claim| match claim {
                Claim::Is(_) => "the root's value or move",
                Claim::AtLeast(_) | Claim::AtMost(_) | Claim::LessThan(_) => "the answer",
            });
            if let Some(unchanged) = unchanged.filter(|_| cutoff.cause != Cause::Untold) {
                ui.weak(format!("No value of what a cutoff skips changes {unchanged}."));
            }
        }
        None if evaluated => {
            ui.label("Below the depth limit, so its values do not count.");
        }
        None => {
            ui.label(if drawn.states.is_unreached(node) {
                "The run ended before it reached this node."
            } else {
                "The value was known without it."
            });
        }
    }
}

/// `Pruned by a deep cutoff at node 6 because alpha is 5, set by leaf 3`, with links to the nodes.
fn cutoff_line(ui: &mut Ui, tree: &Tree, cutoff: &Cutoff, how: &str) {
    let link = |ui: &mut Ui, node: NodeId| link_to(ui, tree.node_name(node), node);
    let (kind, cause) = kind_and_cause(tree, cutoff);
    ui.lines(&mut |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 2.0);
        ui.spacing_mut().interact_size.y = 0.0;
        let is_told = cutoff.cause != Cause::Untold;
        ui.label(if is_told { format!("{how} by a {kind} cutoff at") } else { format!("{how} at") });
        link(ui, cutoff.node);
        let end = if cutoff.witness.is_none() { "." } else { "" };
        sentence(ui, &if is_told { format!("because {cause}{end}") } else { format!("{cause}{end}") });
        if let Some(witness) = cutoff.witness {
            link(ui, witness);
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(-4.0);
            ui.label(".");
        }
    });
}

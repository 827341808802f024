//! What the algorithms did at the selected node, as a table: a row for each, and one for all that did the same.

use eframe::egui::{Align, Button, Label, Layout, RichText, Role, Sense, Ui, vec2};

use super::card::{self, At};
use crate::app::canvas::kind_and_cause;
use crate::app::prelude::*;
use crate::app::style::accessible_name;
use crate::app::{Model, ViewAction};
use crate::format::{count, grouped, shortened};
use crate::search::{Algorithm, Bound};
use crate::tree::{NodeId, Tree};

/// The size of texts.
const TEXT: f32 = 12.5;
/// The gap between columns.
const GAP: f32 = 8.0;
/// The widths of the columns with the window, the value and the evaluations, and the least of that with the names.
const COLUMNS: [f32; 3] = [62.0, 40.0, 66.0];
const NAME: f32 = 90.0;
/// The width of a name beyond which the window has what is left, up to a most.
const MOST_OF_NAME: f32 = 104.0;
const MOST_OF_WINDOW: f32 = 60.0;
/// The least width of the column that says what happened; in less room that is said below the name.
const HAPPENED: f32 = 60.0;
/// Less room than this has no column with evaluations.
const NARROW: f32 = 280.0;
/// What is said where there is nothing to say.
const NOTHING: &str = "–";

/// What an algorithm did at the node, in the words of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Facts {
    entered: String,
    value: String,
    evaluations: String,
    happened: String,
}

/// Algorithms that did the same.
struct Row {
    algorithms: Vec<Algorithm>,
    facts: Facts,
}

/// The widths of the columns: the names, the numbers, and what happened if there is room for it.
struct Widths<'a> {
    name: f32,
    numbers: &'a [f32],
    happened: Option<f32>,
}

/// Whether rows that are the same are shown one by one.
#[derive(Default)]
pub(super) struct Table {
    is_unfolded: bool,
}

impl Table {
    /// Shows the table. A click on a row marks its algorithm, whose card stands below.
    pub(super) fn ui(&mut self, ui: &mut Ui, model: &Model, tree: &Tree, node: NodeId) {
        let (rows, can_fold) = self.rows(model, tree, node);
        let room = ui.available_width();
        // In little room the evaluations are only on the card.
        let numbers = if room < NARROW { &COLUMNS[..2] } else { &COLUMNS[..] };
        let fixed = numbers.iter().sum::<f32>() + GAP * (numbers.len() + 1) as f32;
        // The names take what is left, or share it with what happened.
        let happened = Some((room - fixed - NAME).min(150.0)).filter(|&wide| wide >= HAPPENED);
        let name = (room - fixed - happened.unwrap_or(-GAP)).max(60.0);
        // A name needs no more than this; a window with fractions does.
        let spare = (name - MOST_OF_NAME).clamp(0.0, MOST_OF_WINDOW);
        let mut numbers = numbers.to_vec();
        numbers[0] += spare;
        let (name, numbers) = (name - spare, numbers.as_slice());
        ui.spacing_mut().item_spacing = vec2(GAP, 3.0);
        heading(ui, name, numbers, happened);
        for row in &rows {
            ui.separator();
            let widths = Widths { name, numbers, happened };
            self.row(ui, row, model.marked(), &widths);
        }
        ui.separator();
        if can_fold && self.is_unfolded && ui.link("Put equal rows together").clicked() {
            self.is_unfolded = false;
        }
    }

    /// The rows, and whether some algorithms did the same.
    fn rows(&self, model: &Model, tree: &Tree, node: NodeId) -> (Vec<Row>, bool) {
        let (mut rows, mut can_fold): (Vec<Row>, bool) = (Vec::new(), false);
        for run in model.runs.iter() {
            let facts = facts(&At::of(model, tree, run, node));
            let equal = rows.iter_mut().find(|row| row.facts == facts);
            can_fold |= equal.is_some();
            match equal.filter(|_| !self.is_unfolded) {
                Some(row) => row.algorithms.push(run.algorithm),
                None => rows.push(Row { algorithms: vec![run.algorithm], facts }),
            }
        }
        (rows, can_fold)
    }

    fn row(
        &mut self,
        ui: &mut Ui,
        row: &Row,
        marked: Option<Algorithm>,
        &Widths { name: wide, numbers, happened }: &Widths<'_>,
    ) {
        let Row { algorithms, facts } = row;
        let is_marked = marked.is_some_and(|marked| algorithms.contains(&marked));
        let Some(shown) = marked.filter(|_| is_marked).or(algorithms.first().copied()) else { return };
        let others = algorithms.len() - 1;
        // Texts stand on the line of the name, which is a button.
        ui.side_by_side(&mut |ui| {
            cell(ui, wide, Align::Min, &mut |ui| {
                let text = RichText::new(shown.title()).size(TEXT);
                let text = if is_marked { text.strong() } else { text };
                let button = Button::selectable(is_marked, text).wrap().min_size(vec2(wide, 0.0));
                let button = ui.add(button);
                let said = if others == 0 { String::new() } else { format!(" and {}", rest(others)) };
                accessible_name(&button, Role::Button, format_args!("{}{said}: {}", shown.title(), facts.happened));
                button.tip("Show what it did here").asks_for(ViewAction::Focus(shown));
                if others > 0 {
                    let others_shown = algorithms.iter().filter(|&&other| other != shown);
                    let names: Vec<_> = others_shown.map(|other| other.title()).collect();
                    let link = ui.link(RichText::new(format!("and {}", rest(others))).size(TEXT));
                    self.is_unfolded |= link.tip(&format!("{} did the same here", names.join(", "))).clicked();
                }
                if happened.is_none() {
                    ui.weak(RichText::new(&facts.happened).size(TEXT));
                }
            });
            for (text, width) in [&facts.entered, &facts.value, &facts.evaluations].into_iter().zip(numbers) {
                cell(ui, *width, Align::Max, &mut |ui| {
                    ui.add_space(ui.spacing().button_padding.y);
                    let short = shortened(text);
                    let label = ui.add(Label::new(RichText::new(&*short).size(TEXT)).truncate());
                    if *short != **text {
                        label.tip(text);
                    }
                });
            }
            if let Some(happened) = happened {
                cell(ui, happened, Align::Min, &mut |ui| {
                    ui.add_space(ui.spacing().button_padding.y);
                    ui.add(Label::new(RichText::new(&facts.happened).size(TEXT)).wrap());
                });
            }
        });
    }
}

/// `2 others`.
fn rest(others: usize) -> String {
    count(others as u64, "other", "others")
}

/// A cell, of as many lines as it needs.
fn cell(ui: &mut Ui, width: f32, align: Align, add: &mut dyn FnMut(&mut Ui)) {
    let height = ui.spacing().interact_size.y;
    ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(align), |ui| {
        ui.set_width(width);
        add(ui);
    });
}

fn heading(ui: &mut Ui, name: f32, numbers: &[f32], happened: Option<f32>) {
    const HEADINGS: [(&str, &str); 3] = [
        ("entered", "The window with which the node was first entered, or is at the step of the time line"),
        ("value", "The returned value, or the bound that was proven"),
        ("evaluations", "Evaluations of the node and below it; repeated ones count again"),
    ];
    let head = |ui: &mut Ui, text: &str, tip: &str| {
        ui.add(Label::new(RichText::new(text).small().weak()).sense(Sense::hover())).tip(tip);
    };
    ui.side_by_side(&mut |ui| {
        cell(ui, name, Align::Min, &mut |ui| head(ui, "search", "A click shows all that it did here"));
        for ((text, tip), width) in HEADINGS.into_iter().zip(numbers) {
            cell(ui, *width, Align::Max, &mut |ui| head(ui, text, tip));
        }
        if let Some(width) = happened {
            cell(ui, width, Align::Min, &mut |ui| head(ui, "here", "What happened at the node"));
        }
    });
}

/// What an algorithm did at the node.
fn facts(at: &At<'_>) -> Facts {
    let nothing = || NOTHING.to_owned();
    let happened = card::state(at).0;
    let mut facts = Facts { entered: nothing(), value: nothing(), evaluations: nothing(), happened };
    let Some(record) = at.record() else { return facts };
    let visit = record.visit(at.node);
    let is_over = card::state_at_step(at).is_none();
    if let Some(windows) = at.windows {
        facts.entered = windows.entered.aim.to_string();
    } else if let Some(visit) = visit.as_ref().filter(|_| is_over) {
        facts.entered = visit.aim().to_string();
    }
    if !is_over {
        return facts;
    }
    let Some(visit) = visit else { return facts };
    if let Some(value) = visit.value() {
        facts.value = match record.bound(at.node).unwrap_or(Bound::Exact) {
            Bound::Exact => value.grouped(),
            Bound::Lower => format!("≥ {}", value.grouped()),
            Bound::Upper => format!("≤ {}", value.grouped()),
        };
    }
    facts.evaluations = grouped(record.evaluations_in(&at.tree.subtree(at.node)));
    let end = match record.cutoff(at.node) {
        Some(cutoff) => format!("{} cutoff", kind_and_cause(at.tree, cutoff).0),
        None if visit.recalled().is_some() => "from the table".into(),
        None if visit.is_evaluated() => "evaluated".into(),
        None if visit.value().is_none() => "stopped".into(),
        None if record.bound(at.node).unwrap_or(Bound::Exact) == Bound::Exact => "exact".into(),
        None => "a bound".into(),
    };
    facts.happened = if visit.visits == 1 { end } else { format!("{end}, {} visits", grouped(visit.visits.into())) };
    facts
}

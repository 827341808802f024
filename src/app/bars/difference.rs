//! The bar that compares what two searches visited, node by node.

use eframe::egui::{self, Align, ComboBox, Layout, RichText, Ui};

use crate::app::prelude::*;
use crate::app::style::{accessible_name, cross, keep_on_one_line, theme};
use crate::app::trees::Differing;
use crate::app::{Model, RunAction};
use crate::draw::Ink;
use crate::format::{self, grouped};

/// Shows the bar.
pub(crate) fn ui(ui: &mut Ui, differing: &Differing, model: &Model) {
    ui.laid_out(Layout::right_to_left(Align::TOP), &mut |ui| {
        cross(ui, "Close", "Close the difference").asks_for(RunAction::ToggleDifference);
        ui.column(&mut |ui| {
            ui.lines(&mut |ui| {
                ui.label("Difference of");
                algorithms(ui, differing, model);
                counts(ui, differing);
            });
        });
    });
    if let Some((node, Some(why))) = &differing.why
        && model.selected == Some(*node)
    {
        ui.label(why);
    }
}

/// The two searches, each of which can be another one.
fn algorithms(ui: &mut Ui, differing: &Differing, model: &Model) {
    for &(which, ink) in &[(0, Ink::FirstOnly), (1, Ink::SecondOnly)] {
        if which == 1 {
            ui.label("and");
        }
        let text = RichText::new(differing.chosen[which].title()).color(theme::ink(ui.visuals(), ink));
        let combo = ComboBox::from_id_salt(("difference", which)).selected_text(text).list(ui, &mut |ui| {
            for algorithm in model.runs.algorithms() {
                let is_chosen = differing.chosen[which] == algorithm;
                if ui.selectable_label(is_chosen, algorithm.title()).clicked() {
                    let mut chosen = differing.chosen;
                    chosen[which] = algorithm;
                    ui.ask(RunAction::Compare(chosen));
                    ui.close();
                }
            }
        });
        accessible_name(&combo, egui::Role::ComboBox, if which == 0 { "First" } else { "Second" });
    }
}

fn counts(ui: &mut Ui, differing: &Differing) {
    let compared = match differing.comparison.last() {
        Some((_, Ok(compared))) => compared,
        Some((_, Err(error))) => {
            ui.label(format!("no comparison: {error}"));
            return;
        }
        None => {
            ui.label("comparing…");
            return;
        }
    };
    let [both, first, second, none] = compared.counts;
    let [first_name, second_name] = differing.names();
    for &(who, count, ink, tip) in &[
        ("both", both, Ink::Text, "Nodes that both searches visited"),
        (&format!("only {first_name}"), first, Ink::FirstOnly, "Nodes that only the first search visited"),
        (&format!("only {second_name}"), second, Ink::SecondOnly, "Nodes that only the second search visited"),
        ("neither", none, Ink::FaintText, "Nodes that neither search visited"),
    ] {
        let words = format!("{who} {}", grouped(count as u64));
        ui.label(RichText::new(words).color(theme::ink(ui.visuals(), ink))).tip(tip);
    }
    keep_on_one_line(ui, "places", &mut |ui| places(ui, differing, compared.tops.len() as u64));
}

/// The buttons that go from one place where the two differ to the next.
fn places(ui: &mut Ui, differing: &Differing, count: u64) {
    for &(name, tip, forward) in
        &[("Previous", "Go to the previous difference", false), ("Next", "Go to the next difference", true)]
    {
        let next = differing.next(forward);
        let button = ui.add_enabled(next.is_some(), egui::Button::new(name)).tip(tip);
        let button = button.disabled_tip("Both visited the same nodes");
        if let Some(next) = next {
            button.asks_for(RunAction::GoToDifference(next));
        }
    }
    ui.label(match differing.at {
        Some(at) => format!("{} of {}", grouped(at as u64 + 1), grouped(count)),
        None => format::count(count, "place", "places"),
    });
}

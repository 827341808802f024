//! The machine of the moment: what a search holds at its step, in the terms of its source.

use eframe::egui::{Grid, RichText, ScrollArea, Ui};

use super::state::{Now, TimeState};
use crate::app::Action;
use crate::app::model::Model;
use crate::experiment::explain::name;
use crate::search::story::follow::Open;
use crate::search::{Algorithm, Score as _, Told};
use crate::tree::{NodeId, Player, Tree};

/// At most this many open nodes are listed: the innermost ones.
const MOST_LISTED: usize = 60;

/// What the open nodes of a search are in its source, and what is kept at each.
struct Terms {
    title: &'static str,
    hint: &'static str,
    /// What the number of children begun is called.
    begun: &'static str,
}

fn terms(algorithm: Algorithm) -> Terms {
    let id = algorithm.id();
    match id {
        _ if id.starts_with("tail-recursive") => Terms {
            title: "Node records",
            hint: "One loop over explicit records instead of a call stack; the last one is worked on.",
            begun: "children done",
        },
        _ if id.starts_with("lazy") => Terms {
            title: "Lazy lists",
            hint: "Each open node consumes the list of its children's numbers; a number that is not forced is never computed.",
            begun: "numbers forced",
        },
        _ if id.starts_with("selection") => Terms {
            title: "History and continuation",
            hint: "The moves chosen so far lead down this path; the selection function of each node waits for its continuation.",
            begun: "moves judged",
        },
        "mtd-f" | "negascout" => Terms {
            title: "Call stack",
            hint: "The window asks a question; a table or a second search answers what it leaves open.",
            begun: "children begun",
        },
        _ if id.starts_with("lattice") || id == "threshold" => Terms {
            title: "Pending meets and joins",
            hint: "Each open node is a function of an interval, applied to the window beside it.",
            begun: "arguments taken",
        },
        _ => Terms { title: "Call stack", hint: "The calls that have not returned.", begun: "children begun" },
    }
}

/// Shows the machine of the marked search.
pub(crate) fn ui(ui: &mut Ui, model: &Model, state: &TimeState) -> Vec<Action> {
    let mut actions = Vec::new();
    let Some((algorithm, now)) = model.marked().and_then(|algorithm| Some((algorithm, state.now(algorithm)?))) else {
        ui.weak("No search is stepped through.");
        return actions;
    };
    let Some(tree) = model.tree() else { return actions };
    let Terms { title, hint, begun } = terms(algorithm);
    ui.heading(title);
    ui.label(RichText::new(algorithm.title()).weak());
    ui.label(hint);
    ui.add_space(6.0);
    ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
        Grid::new("machine").num_columns(4).striped(true).spacing([14.0, 4.0]).show(ui, |ui| {
            for heading in ["node", "window", "best", begun] {
                ui.weak(heading);
            }
            ui.end_row();
            rows(ui, tree, now, &mut actions);
        });
        if now.moment.open.is_empty() {
            ui.weak("Nothing is open.");
        }
    });
    actions
}

fn rows(ui: &mut Ui, tree: &Tree, now: &Now, actions: &mut Vec<Action>) {
    let open = &now.moment.open;
    let first = open.len().saturating_sub(MOST_LISTED);
    for (depth, open) in open.iter().enumerate().skip(first) {
        let is_inner = depth + 1 == now.moment.open.len();
        let label = format!("{} {}", name(tree, open.node), open.player.name());
        let label = if is_inner { RichText::new(label).strong() } else { RichText::new(label) };
        if ui.link(label).on_hover_text("Select this node").clicked() {
            actions.push(Action::SelectAndReveal(open.node));
        }
        ui.label(open.window.to_string());
        ui.label(best(tree, open));
        let begun = open.last.map_or(0, |(index, _)| index + 1);
        ui.label(format!("{begun} of {}", tree.children(open.node).count()));
        ui.end_row();
    }
}

/// The best value of an open node, and the child that it is from.
fn best(tree: &Tree, open: &Open<NodeId, u32>) -> String {
    let worst = if open.player == Player::Max { Told::OPEN_BELOW } else { Told::OPEN_ABOVE };
    if open.best.value() == worst.value() {
        return "none yet".to_owned();
    }
    let value = open.best.value().grouped();
    let from = match open.best.by() {
        crate::search::Setter::Child { index, .. } => tree.children(open.node).nth(index as usize),
        _ => None,
    };
    from.map_or_else(|| value.clone(), |child| format!("{value}, from {}", name(tree, child)))
}

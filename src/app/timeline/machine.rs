//! The state of the machine: the open nodes of a search at its step, in the terms of its source.

use eframe::egui::{Grid, RichText, ScrollArea, Ui, WidgetText};

use super::state::Held;
use crate::app::prelude::*;
use crate::app::style::fact;
use crate::app::{Model, ViewAction};
use crate::draw::words;
use crate::experiment::explain::{
    Frame, LazyList, Machinery, OpenState, PassOfBounds, ProofNumbers, Remembered, TableOfBounds, name,
};
use crate::format::{count, grouped, shortened};
use crate::search::catalogue::Holds;
use crate::tree::{NodeId, Player, Role, Tree, Value};

/// Shows the machine of the marked search.
pub(crate) fn ui(ui: &mut Ui, model: &Model) {
    let held = model.time.as_ref().and_then(|time| time.held.as_ref());
    let Some(Held { tree, algorithm, machinery, .. }) = held else {
        ui.weak("Nothing to step through.");
        return;
    };
    let machine = algorithm.entry().machine;
    ui.heading(machine.title);
    ui.label(RichText::new(algorithm.title()).weak());
    ui.label(machine.summary);
    ui.add_space(6.0);
    ScrollArea::both().auto_shrink([false, false]).show_in(ui, &mut |ui| {
        // After an edit its nodes may be others until the search has run again.
        let is_open = model.tree().is_some_and(|open| std::ptr::eq(open, tree.as_ref()));
        let shown = Shown { tree, machinery, is_open };
        if let Some(table) = &machinery.table {
            shown.table(ui, table);
        }
        shown.remembered(ui);
        shown.frames(ui, machine.children);
        if !machinery.lists.is_empty() {
            ui.add_space(10.0);
            ui.strong("Lists");
            for list in &machinery.lists {
                shown.list(ui, list);
            }
        }
        if machine.holds == Holds::History {
            shown.history(ui);
        }
    });
}

/// The machine for the time of a frame.
struct Shown<'a> {
    tree: &'a Tree,
    machinery: &'a Machinery,
    /// Whether it is a machine of the open tree, whose nodes can be selected.
    is_open: bool,
}

impl Shown<'_> {
    fn link(&self, ui: &mut Ui, text: impl Into<WidgetText>, node: NodeId) {
        let link = ui.link(text).tip("Select this node");
        if self.is_open {
            link.asks_for(ViewAction::SelectAndReveal(node));
        }
    }

    fn frames(&self, ui: &mut Ui, children: &'static str) {
        let Machinery { frames, unlisted, table, .. } = self.machinery;
        if frames.is_empty() {
            ui.weak("No node is open.");
            return;
        }
        if *unlisted > 0 {
            ui.weak(format!("{} further out are not listed.", count(*unlisted as u64, "node", "nodes")));
        }
        Grid::new("machine").num_columns(5).striped(true).spacing([6.0, 4.0]).show_in(ui, &mut |ui| {
            for heading in &["node", "window", "best", children] {
                ui.weak(*heading);
            }
            if table.is_some() {
                ui.weak("table");
            }
            ui.end_row();
            for frame in frames {
                self.frame(ui, frame);
            }
        });
    }

    fn frame(&self, ui: &mut Ui, frame: &Frame) {
        let label = format!("{} {}", name(self.tree, frame.node), frame.role.name());
        self.link(ui, label, frame.node);
        let window = frame.window();
        ui.label(&*shortened(&window)).tip(&window);
        match frame.best {
            None => ui.label("–").tip("no child has returned a value"),
            Some((value, from)) => {
                let from = from.map_or_else(String::new, |child| format!(", from {}", name(self.tree, child)));
                ui.label(words::short(self.tree, value)).tip(&(value.grouped() + &from))
            }
        };
        let [begun, children] = frame.begun;
        let text = format!("{} of {}", grouped(begun.into()), grouped(children.into()));
        ui.label(if children > 0 { text } else { String::new() });
        if let Some(table) = &self.machinery.table {
            let entry = table.nodes.iter().find(|(node, _)| *node == frame.node);
            ui.label(entry.map_or_else(String::new, |(_, entry)| entry.to_string()));
        }
        ui.end_row();
    }

    /// `node 3 = 6 : 4 : … not forced yet`.
    fn list(&self, ui: &mut Ui, list: &LazyList) {
        ui.lines(&mut |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            self.link(ui, name(self.tree, list.node), list.node);
            ui.monospace(numbers(self.tree, list));
            ui.weak(remainder(list));
        });
    }

    fn table(&self, ui: &mut Ui, table: &TableOfBounds) {
        Grid::new("bounds").num_columns(2).spacing([14.0, 4.0]).show_in(ui, &mut |ui| {
            for (parameter, value) in &table.parameters {
                fact(ui, &parameter.title.to_lowercase(), &parameter.in_words(*value));
            }
            if let Some(PassOfBounds { number, question, entries }) = &table.pass {
                match question {
                    Some((question, root)) => {
                        fact(ui, &format!("pass {number}"), &format!("Is the value of the root {question}?"));
                        fact(ui, "the root's value is in", &root.to_string());
                    }
                    None => fact(ui, "pass", &grouped(u64::from(*number))),
                }
                if !matches!(self.machinery.remembered, Some(Remembered::Open { .. } | Remembered::Proof(_))) {
                    fact(ui, "entries in the table", &grouped(*entries as u64));
                }
            }
            let is_listed = |node: NodeId| self.machinery.frames.iter().any(|frame| frame.node == node);
            for (node, entry) in table.nodes.iter().filter(|(node, _)| !is_listed(*node)) {
                fact(ui, &name(self.tree, *node), &entry.to_string());
            }
        });
        ui.add_space(8.0);
    }

    /// What it remembers beside the open nodes.
    fn remembered(&self, ui: &mut Ui) {
        match &self.machinery.remembered {
            None => return,
            Some(Remembered::Open { states, unlisted }) => self.open(ui, states, *unlisted),
            Some(Remembered::Proof(numbers)) => self.proof(ui, numbers),
            Some(Remembered::Order { killers, history }) => self.order(ui, killers, history),
            Some(Remembered::TooLarge) => {
                ui.weak("The tree or the story is too large to list at each step what is remembered.");
            }
        }
        ui.add_space(10.0);
        ui.strong("Open nodes");
    }

    /// The states of OPEN, the best first.
    fn open(&self, ui: &mut Ui, states: &[OpenState], unlisted: usize) {
        Grid::new("open").num_columns(3).striped(true).spacing([10.0, 4.0]).show_in(ui, &mut |ui| {
            for heading in ["node", "state", "merit"] {
                ui.weak(heading);
            }
            ui.end_row();
            for &OpenState { node, is_solved, merit } in states {
                self.link(ui, name(self.tree, node), node);
                ui.label(if is_solved { "SOLVED" } else { "LIVE" });
                ui.label(self.merit(merit));
                ui.end_row();
            }
        });
        if unlisted > 0 {
            ui.weak(format!("{} of less merit are not listed.", count(unlisted as u64, "state", "states")));
        }
    }

    /// A merit; before anything is known it is infinite.
    fn merit(&self, merit: Value) -> String {
        match merit {
            Value::LARGEST => "+∞".into(),
            Value::SMALLEST => "−∞".into(),
            _ => words::short(self.tree, merit),
        }
    }

    fn proof(&self, ui: &mut Ui, numbers: &[(NodeId, ProofNumbers)]) {
        Grid::new("proof").num_columns(2).striped(true).spacing([10.0, 4.0]).show_in(ui, &mut |ui| {
            for (node, numbers) in numbers {
                self.link(ui, name(self.tree, *node), *node);
                ui.label(numbers.to_string());
                ui.end_row();
            }
        });
    }

    /// Killer moves by depth, and the moves of the most credit; a move is an index among siblings, counted from 1.
    fn order(&self, ui: &mut Ui, killers: &[[Option<u32>; 2]], history: &[((Player, u32), u64)]) {
        let options = self.machinery.table.iter().flat_map(|table| &table.parameters);
        let is_on = |flag: &str| options.clone().any(|(parameter, value)| parameter.flag == flag && value.get() != 0.0);
        if is_on("killers") {
            ui.strong("Killer moves");
            Grid::new("killers").num_columns(2).striped(true).spacing([10.0, 4.0]).show_in(ui, &mut |ui| {
                for (depth, moves) in killers.iter().enumerate().filter(|(_, moves)| moves[0].is_some()) {
                    ui.weak(format!("at depth {depth}"));
                    let moves: Vec<String> =
                        moves.iter().flatten().map(|index| format!("child {}", index + 1)).collect();
                    ui.label(moves.join(", then "));
                    ui.end_row();
                }
            });
        }
        if is_on("history") {
            ui.strong("History");
            Grid::new("history").num_columns(2).striped(true).spacing([10.0, 4.0]).show_in(ui, &mut |ui| {
                for ((player, index), credit) in history {
                    ui.weak(format!("{}, child {}", Role::Player(*player).name(), index + 1));
                    ui.label(grouped(*credit));
                    ui.end_row();
                }
            });
        }
    }

    /// The moves chosen so far, and whose value the innermost selection function waits for.
    fn history(&self, ui: &mut Ui) {
        let Some((inner, above)) = self.machinery.frames.split_last() else { return };
        ui.add_space(10.0);
        ui.lines(&mut |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.strong("History");
            for (place, frame) in above.iter().enumerate() {
                if place > 0 {
                    ui.weak("›");
                }
                let Some(child) = frame.child else { continue };
                self.link(ui, name(self.tree, child), child);
            }
            if above.is_empty() {
                ui.weak("empty");
            }
        });
        ui.lines(&mut |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.strong("Continuation");
            ui.label(format!("from a move at {} to the value of the game after it", name(self.tree, inner.node)));
        });
    }
}

/// `= 6 : 4 :` and what follows.
fn numbers(tree: &Tree, list: &LazyList) -> String {
    let mut text = String::from(if list.before > 0 { "= … :" } else { "=" });
    for number in &list.numbers {
        text.extend([" ", &words::short(tree, *number), " :"]);
    }
    if list.is_left && list.rest == 0 {
        text.push_str(" nil");
    }
    text
}

/// What became of the children that gave no number.
fn remainder(list: &LazyList) -> String {
    let mut parts = Vec::new();
    if list.is_forcing {
        parts.push("a number being computed".to_owned());
    }
    if list.rest > 0 {
        let ever = if list.is_left { "never forced" } else { "not forced yet" };
        parts.push(format!("{} {ever}", count(list.rest as u64, "subtree", "subtrees")));
    }
    if list.omitted > 0 {
        parts.push(format!("{} omitted", list.omitted));
    }
    parts.join(", ")
}

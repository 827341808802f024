//! The trees of a point of a chart, each of which can be opened.

use std::sync::Arc;

use eframe::egui::{self, Align, Layout, Ui};
use egui_extras::{Column, TableBuilder, TableRow};

use super::Experiment;
use crate::app::dialogs::footer;
use crate::app::prelude::*;
use crate::app::style::widgets::{self, accessible_name};
use crate::app::style::{table, theme};
use crate::app::{Action, FileAction, Job, RandomTree, RunAction};
use crate::experiment::Measure;
use crate::experiment::sweep::{Cell, Ending, Results, Source, Sweep};
use crate::format::{self, MISSING, grouped};
use crate::game::GameTree;
use crate::search::Algorithm;

/// The most trees that are listed.
const MOST_LISTED: usize = 1000;
/// The height of the list where there is room.
const HEIGHT: f32 = 360.0;

/// The list.
pub(crate) struct PointTrees {
    measure: Measure,
    job: Job<Option<List>>,
    list: Option<Result<List, String>>,
}

struct List {
    /// What was searched and how.
    title: String,
    algorithm: Algorithm,
    branching: Option<u32>,
    depth: u32,
    trees: Vec<ListedTree>,
    /// How many there are altogether.
    total: u64,
}

struct ListedTree {
    /// The seed of a random tree.
    seed: Option<u64>,
    measured: String,
    value: String,
    /// What opens it, or why it cannot be opened.
    open: Result<Action, &'static str>,
}

impl List {
    fn new(sweep: &Sweep, results: &Results, index: usize, measure: Measure) -> Option<List> {
        let cell = sweep.cells().get(index)?;
        let mut trees = Vec::new();
        for run in results.of_cell(index).take(MOST_LISTED) {
            let seed = cell.source.random().map(|_| sweep.seed(run.tree));
            let value = match run.ending {
                Ending::Finished(value) => value.grouped(),
                Ending::Budget => "budget reached".into(),
            };
            let measured = run.measure(measure).map_or_else(|| MISSING.into(), |number| measure.format(number));
            trees.push(ListedTree { seed, measured, value, open: open(cell, seed) });
        }
        let (title, depth) = (format!("{}: {}", cell.algorithm.title(), cell.source), cell.source.depth());
        Some(List {
            title,
            algorithm: cell.algorithm,
            branching: cell.source.branching(),
            depth,
            trees,
            total: results.of_cell(index).count() as u64,
        })
    }
}

/// The action that opens a tree of a cell.
fn open(cell: &Cell, seed: Option<u64>) -> Result<Action, &'static str> {
    match &cell.source {
        Source::Random(generator) if !generator.estimate().can_be_built() => Err("This tree is too large to be opened"),
        Source::Random(generator) => Ok(Action::File(FileAction::Generate(RandomTree {
            generator: *generator,
            seed: seed.unwrap_or_default(),
            static_noise: None,
        }))),
        Source::Game(played) => {
            Ok(Action::File(FileAction::Unfold(GameTree::new(played.start.game().clone(), Some(played.depth)))))
        }
    }
}

impl PointTrees {
    /// The trees of a cell of a sweep, by its index.
    pub(super) fn new(ctx: &egui::Context, experiment: &Experiment, cell: usize, measure: Measure) -> PointTrees {
        let shared = Arc::clone(&experiment.shared);
        let job = Job::start(ctx, "plyscope trees", move |_| {
            shared.with(|sweep, results| List::new(sweep, results, cell, measure)).flatten()
        });
        PointTrees { measure, job, list: None }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        if self.list.is_none() {
            let none = || "the sweep was replaced by another one".to_owned();
            self.list = self.job.poll().map(|result| result.and_then(|list| list.ok_or_else(none)));
        }
        match &self.list {
            Some(Err(error)) => {
                ui.label(format!("The trees cannot be listed: {error}"));
            }
            Some(Ok(list)) => {
                ui.heading(&list.title);
                let (trees, most) = (format::count(list.total, "tree", "trees"), MOST_LISTED as u64);
                let shown = if list.total > most {
                    format!("{trees}, of which the first {} are listed", grouped(most))
                } else {
                    trees
                };
                ui.label(shown);
                ui.add_space(8.0);
                self.table(ui, list);
            }
            None => {
                ui.label("Listing the trees…");
            }
        }
        footer(ui, &mut |ui| ui.button("Close").asks_for(Action::CloseModal));
    }

    fn table(&self, ui: &mut Ui, list: &List) {
        let height = HEIGHT.min(ui.ctx().content_rect().height() - 220.0).max(80.0);
        let table = TableBuilder::new(ui)
            .striped(true)
            .auto_shrink([false, true])
            .min_scrolled_height(height)
            .max_scroll_height(height)
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::exact(90.0))
            .columns(Column::exact(36.0), 2)
            .column(Column::exact(130.0))
            .column(Column::remainder())
            .column(Column::exact(64.0));
        let heading = &mut |line: &mut TableRow<'_, '_>| {
            for title in &["Seed", "b", "d", self.measure.title(), "Value", ""] {
                table::cell(line, &mut |ui| {
                    ui.strong(*title);
                });
            }
        };
        let branching = list.branching.map_or_else(|| MISSING.into(), |branching| branching.to_string());
        table::show(table, theme::ROW_HEIGHT, heading, list.trees.len(), &mut |row| {
            let tree = &list.trees[row.index()];
            let seed = tree.seed.map_or_else(|| MISSING.into(), |seed| seed.to_string());
            for text in &[&seed, &branching, &list.depth.to_string(), &tree.measured, &tree.value] {
                table::cell(row, &mut |ui| {
                    widgets::sentence(ui, text);
                });
            }
            table::cell(row, &mut |ui| {
                let button = ui.add_enabled(tree.open.is_ok(), widgets::compact("Open"));
                accessible_name(&button, egui::Role::Button, format_args!("Open the tree with seed {seed}"));
                let tip = tree.open.as_ref().err().copied().unwrap_or("Open this tree on the Trees page");
                if let (true, Ok(open)) = (button.tip(tip).disabled_tip(tip).clicked(), &tree.open) {
                    ui.close_and_ask(RunAction::Add(list.algorithm));
                    ui.ask(open.clone());
                }
            });
        });
    }
}

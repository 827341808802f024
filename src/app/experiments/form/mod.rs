//! The form for the grid of a sweep.

mod games;
mod random_trees;

use std::path::PathBuf;

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{self, DragValue, Grid, ScrollArea, TextEdit, Ui, WidgetInfo};

use super::{Experiment, ExperimentAction, ExperimentsModel};
use crate::app::dialogs::form::{optional, row, seed};
use crate::app::focus::{Region, within};
use crate::app::prelude::*;
use crate::app::settings::CUTOFF_RULES;
use crate::app::style::{
    accessible_name, budget, cross, describe, fault, icons, menu_button, number_field, primary_of_size,
};
use crate::app::tour::anchor::{Anchor, mark};
use crate::experiment::sweep::{MAX_RUNS, Numbers, NumbersError, Preset, Spec};
use crate::format::{count, grouped, ungrouped};
use crate::search::Algorithm;
use games::GamesFields;
use random_trees::RandomTreesFields;

/// Larger grids are checked only when they are run.
const MOST_CHECKED: u64 = 20_000;
/// The maximum number of runs of a sweep.
const MOST_TREES: u32 = MAX_RUNS as u32;
/// The least width of the labels of fields, and that of the longest, “Standard deviation”, which not every sweep has.
const LABELS: f32 = 100.0;
const LONGEST_LABEL: f32 = 126.0;
/// The space between labels and fields.
const GAP: f32 = 12.0;
/// The room for a button beside a field, and for the scroll bar.
const BESIDE: f32 = 40.0;
/// The width of a field, if there is room.
const FIELD: f32 = 210.0;
/// The maximum first seed, so that the seeds of all trees fit in a file.
const MOST_SEED: u64 = i64::MAX as u64 - MOST_TREES as u64;

/// The choices, which may contradict each other.
pub(crate) struct Form {
    /// Everything except the trees.
    spec: Spec,
    random: RandomTreesFields,
    games: GamesFields,
    /// The folder for runs, if any.
    pub(super) folder: Option<PathBuf>,
    /// The last sweep checked, and its error.
    checked: Option<(Spec, Option<String>)>,
}

impl Default for Form {
    fn default() -> Form {
        let algorithm = vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA];
        Form {
            spec: Spec { algorithm, ..Spec::default() },
            random: RandomTreesFields::default(),
            games: GamesFields::default(),
            folder: None,
            checked: None,
        }
    }
}

impl Form {
    /// The form with the choices of a sweep.
    pub(super) fn of(mut spec: Spec, folder: Option<PathBuf>) -> Form {
        let random = RandomTreesFields::of(spec.random.take());
        let games = GamesFields::of(&std::mem::take(&mut spec.games));
        Form { spec, random, games, folder, checked: None }
    }

    fn spec(&self) -> Result<Spec, String> {
        Ok(Spec { random: self.random.trees()?, games: self.games.games()?, ..self.spec.clone() })
    }

    /// The sweep, or the error in the choices.
    pub(super) fn checked(&mut self) -> Result<Spec, String> {
        let spec = self.spec()?;
        if self.checked.as_ref().is_none_or(|(of, _)| *of != spec) {
            let is_large = spec.random_cells().saturating_add(spec.game_cells()) > MOST_CHECKED;
            let wrong = if is_large && spec.runs() <= MAX_RUNS { None } else { spec.clone().sweep().err() };
            let wrong = wrong.map(|error| error.to_string());
            self.checked = Some((spec.clone(), wrong));
        }
        match &self.checked {
            Some((_, Some(wrong))) => Err(wrong.clone()),
            _ => Ok(spec),
        }
    }

    /// Shows the form, with the buttons that run its sweep below.
    pub(super) fn ui(&mut self, ui: &mut Ui, model: &ExperimentsModel) {
        let ctx = &ui.ctx().clone();
        let checked = self.checked();
        let run = &mut |ui: &mut Ui| {
            ui.add_space(8.0);
            self.run(ui, checked.as_ref(), model.experiment.as_ref());
        };
        let panel = egui::Panel::bottom("run").frame(egui::Frame::NONE);
        within(ctx, Region::Run, || panel.show_in(ui, run));
        let form = &mut |ui: &mut Ui| {
            ui.lines(&mut |ui| files(ui, checked.as_ref().ok()));
            ui.separator();
            ScrollArea::both().auto_shrink([false, false]).show_in(ui, &mut |ui| self.fields(ui));
        };
        let panel = egui::CentralPanel::default().frame(egui::Frame::NONE);
        within(ctx, Region::Form, || panel.show_in(ui, form));
    }

    fn fields(&mut self, ui: &mut Ui) {
        let width = field_width(ui, if self.random.has_deviations() { LONGEST_LABEL } else { LABELS });
        ui.spacing_mut().combo_width = width;
        ui.spacing_mut().slider_width = (width - BESIDE).min(120.0);
        grid("title of the sweep").show_in(ui, &mut |ui| {
            row(ui, "Title", &mut |ui| {
                text(ui, "Title", &mut self.spec.title, width);
            });
        });
        self.random.ui(ui);
        if self.random.is_on {
            grid("trees of the sweep").show_in(ui, &mut |ui| self.trees(ui));
        }
        self.games.ui(ui);
        heading(ui, "Algorithms");
        for &algorithm in &Algorithm::ALL {
            let (title, tip) = (algorithm.title(), algorithm.entry().summary);
            member(ui, &mut self.spec.algorithm, &Algorithm::ALL, algorithm, &title, tip);
        }
        heading(ui, "Cutoff rules");
        for (rule, name) in CUTOFF_RULES {
            let tip = "When the search leaves a node before its last child";
            member(ui, &mut self.spec.cutoff, &CUTOFF_RULES.map(|(rule, _)| rule), rule, name, tip);
        }
        heading(ui, "Limits");
        self.limits(ui);
        heading(ui, "Time and memory");
        self.measures(ui);
    }

    fn trees(&mut self, ui: &mut Ui) {
        row(ui, "Trees", &mut |ui| {
            whole_number(ui, "Trees per cell", &mut self.spec.trees, 1..=MOST_TREES);
            ui.label("per cell");
        });
        row(ui, "First seed", &mut |ui| {
            let field = seed(ui, "First seed", &mut self.spec.seed, MOST_SEED);
            field.tip("Each further tree has the next seed");
        });
    }

    fn limits(&mut self, ui: &mut Ui) {
        ui.lines(&mut |ui| {
            let tip = "Stop adding trees to a cell once the standard error of its mean evaluations is small enough";
            optional(ui, "Stop at a standard error of", tip, &mut self.spec.standard_error, 0.01, |ui, error| {
                let mut percent = *error * 100.0;
                let field = DragValue::new(&mut percent).range(0.001..=100.0).speed(0.01).suffix("%");
                if number_field(ui, field, "Standard error in percent of the mean").changed() {
                    *error = percent / 100.0;
                }
            });
        });
        ui.lines(&mut |ui| {
            budget(ui, &mut self.spec.budget);
        });
    }

    fn measures(&mut self, ui: &mut Ui) {
        let Spec { time, memory, measured_trees, repeat, .. } = &mut self.spec;
        ui.lines(&mut |ui| {
            ui.checkbox(time, "Time").tip("Measured one run at a time, after all runs have been counted");
            ui.checkbox(memory, "Peak heap and call stack");
        });
        if !*time && !*memory {
            return;
        }
        ui.lines(&mut |ui| {
            ui.label("on the first");
            whole_number(ui, "Trees measured", measured_trees, 1..=MOST_TREES);
            ui.label("trees of each cell");
        });
        if *time {
            ui.lines(&mut |ui| {
                ui.label("each timed");
                whole_number(ui, "Repeats of a timed run", repeat, 1..=10_000);
                ui.label("times");
            });
        }
    }

    /// The number of runs, and the buttons.
    fn run(&self, ui: &mut Ui, checked: Result<&Spec, &String>, experiment: Option<&Experiment>) {
        ui.line(&mut |ui| {
            ui.label("Keep in");
            let kept_in =
                self.folder.as_ref().map_or_else(|| "memory only".into(), |folder| folder.display().to_string());
            let choose = ui
                .button("Folder…")
                .tip("Save each run to a folder as it ends, and resume from the runs that are already there");
            choose.asks_for(ExperimentAction::ChooseFolder);
            if self.folder.is_some() {
                ui.button("Memory").tip("Keep the runs in memory only").asks_for(ExperimentAction::KeepIn(None));
            }
            ui.add(egui::Label::new(&kept_in).truncate()).tip(&kept_in);
        });
        match checked {
            Ok(spec) => {
                ui.label(size(spec));
            }
            Err(error) => fault(ui, error),
        }
        ui.line(&mut |ui| {
            let is_running = experiment.is_some_and(Experiment::is_running);
            let goes_on = checked.is_ok_and(|spec| experiment.is_some_and(|experiment| experiment.has_part_of(spec)));
            let text = if goes_on { "Resume" } else { "Run" };
            let button = primary_of_size(ui, checked.is_ok() && !is_running, text, egui::vec2(96.0, 30.0));
            mark(ui.ctx(), Anchor::Run, button.rect);
            if let (true, Ok(spec)) = (button.clicked(), checked) {
                let (spec, folder) = (Box::new(spec.clone()), self.folder.clone());
                ui.ask(ExperimentAction::Run { spec, folder, discard: false });
            }
            let cancel = egui::Button::new("Cancel").min_size(egui::vec2(72.0, 30.0));
            let cancel = ui.add_enabled(is_running, cancel).tip("Stop the sweep and keep the runs so far");
            accessible_name(&cancel, egui::Role::Button, "Cancel the sweep");
            cancel.asks_for(ExperimentAction::Cancel);
        });
    }
}

fn size(spec: &Spec) -> String {
    let most = if spec.standard_error.is_some() { "up to " } else { "" };
    let (random, games) = (spec.random_cells(), spec.game_cells());
    let trees = count(spec.trees.into(), "tree", "trees");
    let random = (random > 0).then(|| format!("{} of {most}{trees}", count(random, "cell", "cells")));
    let games = (games > 0).then(|| count(games, "search of a game", "searches of games"));
    let cells: Vec<String> = random.into_iter().chain(games).collect();
    format!("{most}{}: {}", count(spec.runs(), "run", "runs"), cells.join(", "))
}

fn files(ui: &mut Ui, spec: Option<&Spec>) {
    let folder = ui.button("Open folder…");
    folder.tip("Open the folder of a sweep, with its runs").asks_for(ExperimentAction::ChooseSweep);
    ui.button("Open sweep…")
        .tip("Open the .toml file of a sweep, or a chart of it as SVG, PNG or PDF")
        .asks_for(ExperimentAction::ChooseSpec);
    let save = ui.add_enabled(spec.is_some(), egui::Button::new("Save sweep…"));
    if let (true, Some(spec)) =
        (save.tip("Save the sweep as a .toml file, which the command “plyscope sweep FILE” runs").clicked(), spec)
    {
        ui.ask(ExperimentAction::ChooseSpecFile(Box::new(spec.clone())));
    }
    menu_button(ui, MenuButton::new(("Presets", icons::triangle(true))), &mut |ui| {
        for preset in Preset::ALL {
            if ui.button(preset.name()).tip(preset.summary()).clicked() {
                ui.ask(ExperimentAction::TakePreset(preset));
                ui.close();
            }
        }
    });
}

/// A grid of labels and fields, aligned with the other grids.
fn grid(name: &str) -> Grid {
    Grid::new(name).num_columns(2).min_col_width(LABELS).spacing([GAP, 6.0])
}

/// The width of a field that leaves room for its label and for a button beside it.
fn field_width(ui: &Ui, labels: f32) -> f32 {
    (ui.available_width() - labels - GAP - BESIDE).clamp(FIELD / 3.0, FIELD)
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.strong(text);
}

/// A checkbox for whether an item is in a list. The list keeps the order of all items.
fn member<T: Copy + PartialEq>(ui: &mut Ui, list: &mut Vec<T>, all: &[T], item: T, text: &str, tip: &str) {
    let mut is_in = list.contains(&item);
    if ui.checkbox(&mut is_in, text).tip(tip).changed() {
        let before = std::mem::take(list);
        for &other in all {
            let is_chosen = if other == item { is_in } else { before.contains(&other) };
            if is_chosen {
                list.push(other);
            }
        }
    }
}

/// Rows for a list of distributions or orderings, with a button that adds one.
fn list<T: Copy>(
    ui: &mut Ui,
    label: &str,
    list: &mut Vec<T>,
    another: T,
    kind: fn(&mut Ui, &str, &mut T),
    parameters: fn(&mut Ui, &mut T),
) {
    let several = list.len() > 1;
    let mut removed = None;
    for (index, item) in list.iter_mut().enumerate() {
        let label = if index == 0 { label.to_owned() } else { format!("{label} {}", index + 1) };
        row(ui, &label, &mut |ui| {
            kind(ui, &label, item);
            if several && cross(ui, "Remove", format_args!("Remove {label}")).clicked() {
                removed = removed.or(Some(index));
            }
        });
        parameters(ui, item);
    }
    row(ui, "", &mut |ui| {
        let add = ui.button("Add").tip("Add another one");
        accessible_name(&add, egui::Role::Button, format_args!("Add to {label}"));
        if add.clicked() {
            list.push(another);
        }
    });
    if let Some(index) = removed {
        list.remove(index);
    }
}

/// The numbers of a typed range.
fn numbers(what: &str, text: &str) -> Result<Numbers, String> {
    text.trim().parse().map_err(|error: NumbersError| format!("{what}: {error}"))
}

fn range(ui: &mut Ui, label: &str, text: &mut String, examples: &str) {
    self::text(ui, label, text, 120.0).tip(&format!("Whole numbers, such as {examples}"));
}

fn text(ui: &mut Ui, label: &str, text: &mut String, width: f32) -> egui::Response {
    let before = text.clone();
    let field = ui.add(TextEdit::singleline(text).desired_width(width));
    let info = || WidgetInfo { label: Some(label.into()), ..WidgetInfo::text_edit(true, &before, &*text, "") };
    describe(&field, &info);
    field
}

/// A number with thousands separators.
fn whole_number<N: egui::emath::Numeric>(ui: &mut Ui, label: &str, number: &mut N, range: std::ops::RangeInclusive<N>) {
    let speed = (number.to_f64() / 100.0).max(0.1);
    let field = DragValue::new(number).range(range).speed(speed).custom_parser(ungrouped);
    number_field(ui, field.custom_formatter(|number, _| grouped(number as u64)), label);
}

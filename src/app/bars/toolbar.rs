//! The row of settings under the menus.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{self, DragValue, RichText, Ui};

use super::menu;
use crate::app::dialogs::MAX_DEPTH;
use crate::app::prelude::*;
use crate::app::settings::CUTOFF_RULES;
use crate::app::style::{budget, choice, icons, keep_on_one_line, menu_button, number_field, pick, theme};
use crate::app::tour::anchor::{Anchor, mark};
use crate::app::trees::{Document, Source};
use crate::app::{Model, RunAction, Settings, commands};
use crate::experiment::agreement::{Agreement, statement};
use crate::experiment::comparison::Row;
use crate::tree::{Player, Value};

/// The space between groups of controls.
const GROUP_GAP: f32 = 24.0;

/// The toolbar; it keeps a setting that is being changed until the user releases it.
#[derive(Default)]
pub(crate) struct Toolbar {
    draft: Option<Settings>,
}

impl Toolbar {
    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model, rows: &[Row]) {
        let mut settings = self.draft.unwrap_or(model.settings);
        let mut held = false;
        ui.lines(&mut |ui| {
            ui.spacing_mut().item_spacing.x = GROUP_GAP;
            keep_on_one_line(ui, "root", &mut |ui| root(ui, model, &mut settings));
            keep_on_one_line(ui, "cutoff", &mut |ui| cutoff(ui, &mut settings));
            keep_on_one_line(ui, "depth", &mut |ui| held |= depth(ui, model, &mut settings));
            if model.document.as_ref().is_some_and(|document| document.tree.has_chance()) {
                keep_on_one_line(ui, "bounds", &mut |ui| held |= bounds(ui, model, &mut settings));
            }
            keep_on_one_line(ui, "budget", &mut |ui| held |= budget(ui, &mut settings.budget));
            keep_on_one_line(ui, "add", &mut |ui| add_algorithm(ui, model));
            keep_on_one_line(ui, "agreement", &mut |ui| badge(ui, model, rows));
        });
        self.draft = held.then_some(settings);
        if !held && settings != model.settings {
            ui.ask(RunAction::Set(settings));
        }
    }
}

fn root(ui: &mut Ui, model: &Model, settings: &mut Settings) {
    let of_file = model.document.as_ref().map_or_else(
        || "as in the file".to_owned(),
        |document| {
            let is_file = matches!(document.source, Source::File(..) | Source::Sample(_));
            format!("{} ({})", if is_file { "as in the file" } else { "by default" }, document.file_root.name())
        },
    );
    let name = |player: Option<Player>| player.map_or_else(|| of_file.clone(), |player| player.name().to_owned());
    let label = ui.label("Root").tip("The player to move at the root");
    // Searches of a game too large to unfold begin at its position.
    let is_free = model.document.as_ref().is_none_or(Document::has_free_root);
    let mut shown = settings.root.filter(|_| is_free);
    let players = [None, Some(Player::Max), Some(Player::Min)].map(|player| (player, name(player)));
    ui.add_enabled_ui(is_free, |ui| pick(ui, egui::ComboBox::from_id_salt("root player"), &mut shown, &players))
        .inner
        .labelled_by(label.id)
        .tip("The player to move at the root")
        .disabled_tip("The position of the game determines who moves");
    if is_free {
        settings.root = shown;
    }
}

fn cutoff(ui: &mut Ui, settings: &mut Settings) {
    let label = ui.label("Cutoff").tip("When a node is left before its last child");
    egui::ComboBox::from_id_salt("cutoff rule")
        .width(90.0)
        .selected_text(settings.cutoff.id())
        .list(ui, &mut |ui| {
            for (rule, name) in CUTOFF_RULES {
                choice(ui, &mut settings.cutoff, rule, name);
            }
        })
        .labelled_by(label.id)
        .tip("When a node is left before its last child");
}

/// Returns whether the user is still changing the setting.
fn depth(ui: &mut Ui, model: &Model, settings: &mut Settings) -> bool {
    let height = model.height().unwrap_or(MAX_DEPTH);
    let mut limited = settings.depth.is_some();
    let tip = "Search to this depth and use static values there";
    if ui.checkbox(&mut limited, "Depth limit").tip(tip).changed() {
        settings.depth = limited.then_some(height);
    }
    let Some(depth) = &mut settings.depth else { return false };
    let most = height.max(*depth);
    let field = DragValue::new(depth).range(0..=most).speed(0.1).update_while_editing(false);
    number_field(ui, field, "Depth limit in plies").dragged()
}

/// Returns whether the user is still changing the setting.
fn bounds(ui: &mut Ui, model: &Model, settings: &mut Settings) -> bool {
    let mut is_given = settings.bounds.is_some();
    let tip = "The smallest and largest value that a leaf can have, which Star1 and Star2 take as known; without these, those of the tree";
    if ui.checkbox(&mut is_given, "Bounds").tip(tip).changed() {
        let of_tree = || model.document.as_ref().and_then(|document| document.tree.leaf_range());
        settings.bounds = if is_given { Some(of_tree().unwrap_or_default()) } else { None };
    }
    let Some([low, high]) = &mut settings.bounds else { return false };
    let (least, most) = (low.get(), high.get());
    let mut is_dragged = false;
    for (end, range, name) in
        [(low, f64::MIN..=most, "Smallest value of a leaf"), (high, least..=f64::MAX, "Largest value of a leaf")]
    {
        let mut number = end.get();
        let field = DragValue::new(&mut number).range(range).speed(0.1).max_decimals(6).update_while_editing(false);
        let field = number_field(ui, field, name);
        *end = Value::new(number).unwrap_or(*end);
        is_dragged |= field.dragged();
    }
    is_dragged
}

fn add_algorithm(ui: &mut Ui, model: &Model) {
    let button = MenuButton::new(("Add algorithm", icons::triangle(true)));
    let button = menu_button(ui, button, &mut |ui| {
        menu::entries(ui, &commands::add_algorithm(model));
    });
    mark(ui.ctx(), Anchor::AddAlgorithm, button.rect);
    button.tip("Show what another algorithm does, in a pane of its own");
}

/// Whether the algorithms agree, in two words, if there are at least two.
fn badge(ui: &mut Ui, model: &Model, rows: &[Row]) {
    let (good, bad) = (theme::good(ui.visuals()), theme::bad(ui.visuals()));
    let (text, color) = match Agreement::of(rows) {
        Agreement::Nothing | Agreement::Alone(_) => return,
        Agreement::Same(value) => {
            icons::check(ui, good);
            (model.shortened(&format!("value {}", value.grouped())).into_owned(), good)
        }
        Agreement::Different(_) => {
            icons::cross(ui, bad);
            ("DISAGREE".to_owned(), bad)
        }
    };
    ui.label(RichText::new(text).strong().color(color)).tip(&statement(rows));
}

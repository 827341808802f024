//! The menu bar.

use eframe::egui::{self, Button, KeyboardShortcut, Modifiers, ThemePreference, Ui};

use crate::app::canvas::{Kind, View, ZOOM_STEP};
use crate::app::model::{Model, Page};
use crate::app::style::widgets::capitalised;
use crate::app::trees::document::file_name;
use crate::app::trees::folding::FoldMode;
use crate::app::{Action, Settings, keys};
use crate::draw::Options;
use crate::format::{count, evaluations};
use crate::search::{Budget, CutoffRule};
use crate::tree::edit::{ChildOrder, Edit};
use crate::tree::{NodeId, Tree, samples};

const BUDGETS: [u64; 5] = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
/// The width of the menus that name shortcuts.
const MENU_WIDTH: f32 = 200.0;
/// The depth limits that the menu offers; the toolbar has them all.
const DEPTHS: u32 = 12;

/// The depths below which the menu folds.
const FOLD_DEPTHS: u32 = 8;
const TEXT_SIZES: [(f32, &str); 5] =
    [(0.85, "Small"), (1.0, "Normal"), (1.25, "Large"), (1.6, "Very large"), (2.0, "Twice as large")];

const PAGES: [(Page, &str); 2] = [(Page::Trees, "Trees"), (Page::Experiments, "Experiments")];

/// Shows the menus, and the tabs beside them.
pub(crate) fn ui(ui: &mut Ui, model: &Model, shown: &View) -> Vec<Action> {
    let mut actions = Vec::new();
    egui::MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| file(ui, model, &mut actions));
        ui.menu_button("Edit", |ui| edit(ui, model, &mut actions));
        ui.menu_button("View", |ui| view(ui, model, shown, &mut actions));
        ui.menu_button("Search", |ui| search(ui, model, &mut actions));
        ui.menu_button("Help", |ui| help(ui, model, &mut actions));
        ui.separator();
        for (page, text) in PAGES {
            if ui.selectable_label(model.page == page, text).clicked() {
                actions.push(Action::ShowPage(page));
            }
        }
        if let (Page::Trees, Some(document)) = (model.page, &model.document) {
            let tree = &document.tree;
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let mark = if document.history.is_unsaved() { "• " } else { "" };
                let text = format!("{mark}{}: {}", tree.title(), document.size());
                let label = ui.add(egui::Label::new(egui::RichText::new(&text).weak()).truncate());
                label.on_hover_ui(|ui| {
                    ui.label(&text);
                    ui.label(document.source.location());
                    if !tree.source().is_empty() && tree.source() != document.source.location() {
                        ui.label(format!("Source: {}", tree.source()));
                    }
                });
            });
        }
    });
    actions
}

fn item(ui: &mut Ui, text: &str, shortcut: Option<&KeyboardShortcut>, action: Action, actions: &mut Vec<Action>) {
    let mut button = Button::new(text);
    if let Some(shortcut) = shortcut {
        let text = match shortcut.modifiers {
            Modifiers::NONE => shortcut.logical_key.symbol_or_name().to_owned(),
            _ => ui.ctx().format_shortcut(shortcut),
        };
        button = button.shortcut_text(text);
    }
    if ui.add(button).clicked() {
        actions.push(action);
        ui.close();
    }
}

fn choice(ui: &mut Ui, chosen: bool, text: &str, action: Action, actions: &mut Vec<Action>) {
    if ui.radio(chosen, text).clicked() {
        actions.push(action);
        ui.close();
    }
}

fn switch(ui: &mut Ui, on: bool, text: &str, action: Action, actions: &mut Vec<Action>) {
    let mut state = on;
    if ui.checkbox(&mut state, text).clicked() {
        actions.push(action);
        ui.close();
    }
}

fn file(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    ui.set_min_width(MENU_WIDTH);
    item(ui, "New tree…", Some(&keys::NEW_TREE), Action::NewTree, actions);
    item(ui, "New random tree…", Some(&keys::NEW_RANDOM_TREE), Action::NewRandomTree, actions);
    item(ui, "New from game…", Some(&keys::NEW_GAME), Action::NewGame, actions);
    ui.separator();
    item(ui, "Open…", Some(&keys::OPEN), Action::ChooseFile, actions);
    item(ui, "Open path…", Some(&keys::TYPE_PATH), Action::TypePath, actions);
    ui.add_enabled_ui(!model.recent.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            for path in &model.recent {
                let button = ui.button(file_name(path)).on_hover_text(path.display().to_string());
                if button.clicked() {
                    actions.push(Action::Open(path.clone()));
                    ui.close();
                }
            }
            ui.separator();
            item(ui, "Clear this list", None, Action::ClearRecent, actions);
        });
    });
    ui.menu_button("Open sample", |ui| {
        for group in &samples::GROUPS {
            ui.menu_button(group.title, |ui| {
                for sample in group.samples {
                    item(ui, sample.title, None, Action::OpenSample(sample), actions);
                }
            });
        }
    });
    ui.separator();
    ui.add_enabled_ui(model.document.as_ref().is_some_and(|document| document.visited.is_none()), |ui| {
        item(ui, "Save", Some(&keys::SAVE), Action::Save(None), actions);
        item(ui, "Save as…", Some(&keys::SAVE_AS), Action::SaveAs, actions);
    });
    ui.separator();
    ui.add_enabled_ui(model.document.is_some(), |ui| {
        item(ui, "Export picture…", Some(&keys::EXPORT_PICTURE), Action::ChoosePicture, actions);
    });
    ui.separator();
    item(ui, "Quit", Some(&keys::QUIT), Action::Quit, actions);
}

fn edit(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    ui.set_min_width(MENU_WIDTH);
    let Some(document) = model.document.as_ref().filter(|document| document.why_fixed().is_none()) else {
        ui.weak("There is no tree that can be changed");
        return;
    };
    let history = &document.history;
    for (what, key, name, action) in [
        ("Undo", &keys::UNDO, history.undo_name(), Action::Undo),
        ("Redo", &keys::REDO, history.redo_name(), Action::Redo),
    ] {
        let text = name.map_or_else(|| what.to_owned(), |name| format!("{what}: {name}"));
        ui.add_enabled_ui(name.is_some(), |ui| item(ui, &text, Some(key), action, actions));
    }
    ui.separator();
    ui.add_enabled_ui(model.selected.is_some(), |ui| {
        edit_node(ui, &document.tree, model.selected.unwrap_or(NodeId::ROOT), actions);
    });
    ui.separator();
    item(ui, "Add a level below all leaves", None, Action::Edit(Edit::AddLevel(2)), actions);
}

/// What can be done with a node.
fn edit_node(ui: &mut Ui, tree: &Tree, node: NodeId, actions: &mut Vec<Action>) {
    let is_root = node == NodeId::ROOT;
    item(ui, "Copy subtree", Some(&keys::COPY), Action::CopySubtree(node), actions);
    item(ui, "Paste subtree", Some(&keys::PASTE), Action::RequestPaste, actions);
    ui.separator();
    item(ui, "Change value", Some(&keys::EDIT_VALUE), Action::EditValue, actions);
    item(ui, "Add child", Some(&keys::ADD_CHILD), Action::Edit(Edit::AddChild(node, usize::MAX)), actions);
    ui.add_enabled_ui(!is_root, |ui| {
        item(ui, "Add sibling", Some(&keys::ADD_SIBLING), Action::Edit(Edit::AddSibling(node)), actions);
        item(ui, "Delete subtree", Some(&keys::DELETE), Action::Edit(Edit::Delete(node)), actions);
        item(ui, "Move left", Some(&keys::MOVE_LEFT), Action::MoveAmongSiblings(node, false), actions);
        item(ui, "Move right", Some(&keys::MOVE_RIGHT), Action::MoveAmongSiblings(node, true), actions);
    });
    ui.add_enabled_ui(!tree.is_leaf(node), |ui| {
        ui.menu_button("Sort children", |ui| {
            for (order, title) in ChildOrder::ALL {
                item(ui, &capitalised(title), None, Action::Edit(Edit::Sort(node, order)), actions);
            }
        });
    });
}

fn view(ui: &mut Ui, model: &Model, shown: &View, actions: &mut Vec<Action>) {
    ui.set_min_width(MENU_WIDTH);
    for (page, text) in PAGES {
        choice(ui, model.page == page, text, Action::ShowPage(page), actions);
    }
    ui.separator();
    for (kind, text) in Kind::ALL {
        choice(ui, kind == shown.kind, text, Action::SetKind(kind), actions);
    }
    item(ui, "Switch between them", Some(&keys::OTHER_KIND), Action::SetKind(shown.kind.other()), actions);
    ui.separator();
    item(ui, "Fit the whole tree", Some(&keys::FIT), Action::Fit, actions);
    item(ui, "Zoom in", Some(&keys::ZOOM_IN), Action::Zoom(ZOOM_STEP), actions);
    item(ui, "Zoom out", Some(&keys::ZOOM_OUT), Action::Zoom(1.0 / ZOOM_STEP), actions);
    switch(ui, model.time.is_some(), "Time line", Action::ToggleTimeline, actions);
    ui.add_enabled_ui(model.time.is_some(), |ui| {
        switch(ui, model.shows_machine, "Machine of the moment", Action::ToggleMachine, actions);
    });
    item(ui, "Lecture hall", Some(&keys::PRESENT), Action::TogglePresenter, actions);
    switch(ui, model.difference.is_some(), "Difference of two runs", Action::ToggleDifference, actions);
    item(ui, "Find…", Some(&keys::FIND), Action::ToggleFind, actions);
    item(ui, "Zoom to selection", Some(&keys::ZOOM_TO_SELECTION), Action::ZoomToSelection, actions);
    item(ui, "Previous view", Some(&keys::VIEW_BACK), Action::ViewBack, actions);
    ui.separator();
    ui.menu_button("Fold", |ui| fold(ui, model, actions));
    ui.menu_button("Show in drawings", |ui| options(ui, model, actions));
    ui.menu_button("Size of text", |ui| {
        for (size, text) in TEXT_SIZES {
            let options = Options { text: size, ..model.options };
            choice(ui, model.options == options, text, Action::SetOptions(options), actions);
        }
    });
    switch(ui, shown.is_abrupt, "Reduced motion", Action::ToggleReducedMotion, actions);
    item(ui, "Reset the panes", None, Action::ResetLayout, actions);
    ui.separator();
    switch(ui, model.shows_inspector, "Inspector", Action::ToggleInspector, actions);
    switch(ui, model.shows_comparison, "Comparison table", Action::ToggleComparison, actions);
    switch(ui, model.runs.pipeline().is_some(), "Hughes' pipeline", Action::TogglePipeline, actions);
    ui.separator();
    let theme = ui.ctx().options(|options| options.theme_preference);
    for (preference, text) in [
        (ThemePreference::Light, "Light theme"),
        (ThemePreference::Dark, "Dark theme"),
        (ThemePreference::System, "The desktop's theme"),
    ] {
        choice(ui, theme == preference, text, Action::SetTheme(preference), actions);
    }
}

fn fold(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    for (mode, text, tip) in FoldMode::ALL {
        if ui.radio(model.folding.mode == mode, text).on_hover_text(tip).clicked() {
            actions.push(Action::SetFoldMode(mode));
            ui.close();
        }
    }
    ui.separator();
    item(ui, "Open everything", Some(&keys::OPEN_ALL), Action::SetFoldMode(FoldMode::ByHand), actions);
    for depth in 1..=model.tree().map_or(0, Tree::height).saturating_sub(1).min(FOLD_DEPTHS) {
        let text = format!("Fold below depth {depth}");
        item(ui, &text, None, Action::FoldBelow(depth), actions);
    }
}

fn options(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let options = model.options;
    let choices = [
        (options.windows, "Windows (alpha, beta)", Options { windows: !options.windows, ..options }),
        (options.order, "Order of first visits", Options { order: !options.order, ..options }),
        (options.numbers, "Numbers of nodes", Options { numbers: !options.numbers, ..options }),
    ];
    for (on, text, changed) in choices {
        switch(ui, on, text, Action::SetOptions(changed), actions);
    }
}

fn help(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    ui.menu_button("Algorithms", |ui| {
        for algorithm in model.every_algorithm() {
            item(ui, algorithm.name(), None, Action::ShowAlgorithm(algorithm), actions);
        }
    });
    ui.separator();
    item(ui, "About Plyscope", None, Action::ShowAbout, actions);
}

fn search(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    ui.set_min_width(MENU_WIDTH);
    let settings = model.settings;
    item(ui, "Run again", Some(&keys::RERUN), Action::Rerun, actions);
    ui.separator();
    ui.menu_button("Cutoff rule", |ui| {
        for (cutoff, text) in
            [(CutoffRule::NonStrict, "Non-strict: alpha ≥ beta"), (CutoffRule::Strict, "Strict: alpha > beta")]
        {
            choice(ui, settings.cutoff == cutoff, text, Action::Set(Settings { cutoff, ..settings }), actions);
        }
    });
    ui.menu_button("Budget", |ui| {
        for budget in [Budget::Automatic].into_iter().chain(BUDGETS.map(Budget::Evaluations)).chain([Budget::Unlimited])
        {
            let text = match budget {
                Budget::Automatic => "Automatic".into(),
                Budget::Evaluations(most) => evaluations(most),
                Budget::Unlimited => "No limit".into(),
            };
            choice(ui, settings.budget == budget, &text, Action::Set(Settings { budget, ..settings }), actions);
        }
    });
    let height = model.height().unwrap_or(DEPTHS);
    ui.menu_button("Depth limit", |ui| {
        for depth in [None].into_iter().chain((1..=height.min(DEPTHS)).map(Some)) {
            let text = depth.map_or_else(|| "No limit".into(), |depth| count(depth.into(), "move", "moves"));
            choice(ui, settings.depth == depth, &text, Action::Set(Settings { depth, ..settings }), actions);
        }
    });
}

//! The table of commands, menu by menu.

use eframe::egui::{Key, ThemePreference};

use super::State;
use super::command::Menu;
use crate::app::canvas::{Kind, ZOOM_STEP, neighbour};
use crate::app::dialogs::Practised;
use crate::app::editing::action::why_in_place;
use crate::app::experiments::{Experiment, ExperimentAction};
use crate::app::export::menu::Choice;
use crate::app::settings::CUTOFF_RULES;
use crate::app::style::capitalised;
use crate::app::trees::{AlgorithmRun, Document, FoldMode};
use crate::app::{
    Action, Direction, EditAction, FileAction, Model, Page, RunAction, Settings, TourAction, ViewAction, keys, timeline,
};
use crate::draw::Options;
use crate::experiment::sweep::Preset;
use crate::format::file_name;
use crate::format::{count, evaluations, shortened};
use crate::search::catalogue::Parameter;
use crate::search::{Algorithm, Budget, Catalogue};
use crate::tree::edit::{ChildOrder, Edit};
use crate::tree::{NodeId, Player, Tree, samples};

const BUDGETS: [u64; 5] = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
/// The depth limits with a command of their own; the toolbar offers all.
const DEPTHS: u32 = 12;
/// The depths with a command to fold below them.
const FOLD_DEPTHS: u32 = 8;
const TEXT_SIZES: [(f32, &str); 5] =
    [(0.85, "Small"), (1.0, "Normal"), (1.25, "Large"), (1.6, "Very large"), (2.0, "Twice as large")];

/// The sizes of everything that there are commands for.
const SIZES: [(f32, &str); 4] = [(1.0, "100%"), (1.25, "125%"), (1.5, "150%"), (2.0, "200%")];
/// How much larger the next size is.
const SIZE_STEP: f32 = 0.1;

const NO_TREE: &str = "open a tree first";
const OTHER_PAGE: &str = "show the trees first";
pub(crate) const NO_NODE: &str = "select a node first";
const AT_ROOT: &str = "the root has no parent";

/// The title of a menu, and what makes it.
type Titled = (&'static str, fn(State<'_>) -> Menu);

/// The menus of the menu bar.
pub(crate) const MENUS: [Titled; 6] = [
    ("File", file),
    ("Edit", edit),
    ("View", view),
    ("Search", search),
    ("Time line", timeline::commands::menu),
    ("Help", help),
];

/// The whole table.
pub(crate) fn menus(state: State<'_>) -> Vec<Menu> {
    MENUS.iter().map(|(_, make)| make(state)).collect()
}

/// Why commands for the drawings are not available.
pub(crate) fn no_drawing(model: &Model) -> Option<&'static str> {
    match (&model.document, model.page) {
        (None, _) => Some(NO_TREE),
        (Some(_), Page::Trees) => None,
        (Some(_), _) => Some(OTHER_PAGE),
    }
}

/// Why the open tree cannot be edited, if it cannot.
fn why_fixed(model: &Model) -> Option<&'static str> {
    model.document.as_ref().and_then(Document::why_fixed)
}

fn file(State { model, comparison, .. }: State<'_>) -> Menu {
    let mut menu = Menu::new("File");
    menu.add("New tree…", FileAction::NewTree).keys(keys::NEW_TREE);
    menu.add("New random tree…", FileAction::NewRandomTree).keys(keys::NEW_RANDOM_TREE);
    menu.add("New exercise…", FileAction::NewExercise);
    menu.add("New from game…", FileAction::NewGame).keys(keys::NEW_GAME);
    menu.separator();
    menu.add("Open…", FileAction::ChooseFile).keys(keys::OPEN);
    menu.add("Open path…", FileAction::TypePath).keys(keys::TYPE_PATH);
    let no_file = model.document.as_ref().and_then(|document| document.file_to_reload().err());
    menu.block(no_drawing(model));
    let reload = menu.add("Reload", FileAction::Reload).keys(keys::RELOAD).blocked(no_file);
    reload.tip("Reads the file of the tree again");
    menu.block(None);
    menu.menu("Open recent", "Open recent", &mut |menu| {
        for path in &model.recent {
            let name = format!("Open recent: {}", path.display());
            menu.add(file_name(path), FileAction::Open(path.clone())).named(name).tip(path.display().to_string());
        }
        if !model.recent.is_empty() {
            menu.separator();
            menu.add("Clear this list", FileAction::ClearRecent);
        }
    });
    menu.menu("Open sample", "", &mut |menu| {
        for group in &samples::GROUPS {
            menu.menu(group.title, "Open sample", &mut |menu| {
                for sample in group.samples {
                    menu.add(sample.title, FileAction::OpenSample(sample));
                }
            });
        }
    });
    menu.separator();
    let whole = model.document.as_ref().is_some_and(|document| document.visited.is_some());
    let partial = whole.then_some("only a part of the game is shown");
    menu.block(no_drawing(model));
    menu.add("Save", FileAction::Save(None)).keys(keys::SAVE).blocked(partial);
    menu.add("Save as…", FileAction::SaveAs(None)).keys(keys::SAVE_AS).blocked(partial);
    let properties = menu.add("Tree properties…", EditAction::AskForProperties);
    properties.blocked(why_fixed(model)).tip("Title, source and first player");
    menu.separator();
    menu.add("Save session…", FileAction::SaveSession).tip("The tree, the panes and the view");
    menu.add("Copy session as text", FileAction::CopySession);
    menu.block(None);
    menu.add("Paste session", EditAction::RequestPaste).tip("Opens the session that is on the clipboard as text");
    menu.separator();
    if model.page == Page::Experiments {
        let has_chart = model.experiments.experiment.as_ref().is_some_and(Experiment::has_chart);
        let action = Action::Experiment(ExperimentAction::ChooseChart);
        let export = menu.add("Export chart…", action).keys(keys::EXPORT_PICTURE);
        export.blocked((!has_chart).then_some("there is no chart yet"));
    } else {
        menu.add("Export picture…", Action::ChoosePicture).keys(keys::EXPORT_PICTURE).blocked(no_drawing(model));
    }
    menu.menu("Comparison table", "Comparison table", &mut |menu| {
        let rows: Vec<_> = model.runs.iter().map(AlgorithmRun::row).collect();
        for Choice { title, tip, action } in comparison.exports(&rows).into_iter().flatten() {
            menu.add(title, action).tip(tip).blocked(no_drawing(model));
        }
    });
    menu.separator();
    menu.add("Quit", Action::Quit).keys(keys::QUIT);
    menu
}

fn edit(State { model, .. }: State<'_>) -> Menu {
    let mut menu = Menu::new("Edit");
    menu.block(no_drawing(model).or(why_fixed(model)));
    let history = model.document.as_ref().map(|document| &document.history);
    let titled =
        |what: &str, name: Option<&str>| name.map_or(what.to_owned(), |name| format!("{what}: {}", shortened(name)));
    let undo = history.and_then(|history| history.undo_name());
    let redo = history.and_then(|history| history.redo_name());
    for &(what, keys, name, action, nothing) in &[
        ("Undo", keys::UNDO, undo, &EditAction::Undo, "there is nothing to undo"),
        ("Redo", keys::REDO, redo, &EditAction::Redo, "there is nothing to redo"),
    ] {
        let nothing = name.is_none().then_some(nothing);
        let action = Action::Edit(action.clone());
        menu.add(titled(what, name), action).named(what).keys(keys).blocked(nothing);
    }
    menu.block(no_drawing(model));
    menu.add("History", Action::ToggleHistory)
        .switch(model.shows_history)
        .named("Show the history of changes")
        .tip("The changes of the tree, one below the other, to go to any of them");
    menu.separator();
    let fixed = no_drawing(model).or(why_fixed(model));
    edit_node(&mut menu, model, fixed);
    menu.separator();
    menu.block(fixed);
    menu.add("Add a level below all leaves", EditAction::Change(Edit::AddLevel(2)));
    menu
}

/// What can be done with the selected node, as a menu of its own.
pub(crate) fn of_node(model: &Model) -> Menu {
    let mut menu = Menu::new("Selected node");
    edit_node(&mut menu, model, why_fixed(model));
    menu
}

/// The commands for the selected node.
fn edit_node(menu: &mut Menu, model: &Model, fixed: Option<&'static str>) {
    let node = model.selected.unwrap_or(NodeId::ROOT);
    menu.block(fixed.or(model.selected.is_none().then_some(NO_NODE)));
    let at_root = (node == NodeId::ROOT).then_some(AT_ROOT);
    let tree = model.tree().filter(|tree| node.index() < tree.len());
    let why = |to| tree.and_then(|tree| why_in_place(tree, node, to));
    let (left, right) = (why(Direction::Left), why(Direction::Right));
    menu.add("Copy subtree", EditAction::CopySubtree(node)).keys(keys::COPY);
    menu.add("Paste subtree", EditAction::RequestPaste).keys(keys::PASTE);
    menu.separator();
    menu.add("Change value", EditAction::EditValue).keys(keys::EDIT_VALUE);
    menu.add("Add child", EditAction::Change(Edit::AddChild(node, usize::MAX))).keys(keys::ADD_CHILD);
    // Deleting the root gives an error message.
    menu.add("Delete subtree", EditAction::Change(Edit::Delete(node))).keys(keys::DELETE);
    let mut add = |title: &'static str, keys: keys::Keys, action: EditAction, reason: Option<&'static str>| {
        menu.add(title, action).keys(keys).blocked(reason);
    };
    add("Add sibling", keys::ADD_SIBLING, EditAction::Change(Edit::AddSibling(node)), at_root);
    add("Move left", keys::MOVE_LEFT, EditAction::MoveAmongSiblings(node, Direction::Left), left);
    add("Move right", keys::MOVE_RIGHT, EditAction::MoveAmongSiblings(node, Direction::Right), right);
    menu.menu("Sort children", "Sort children", &mut |menu| {
        for &(order, title) in &ChildOrder::ALL {
            let command = menu.add(capitalised(title), EditAction::Change(Edit::Sort(node, order)));
            command.blocked(tree.and_then(|tree| order.blocked(tree, node)));
        }
    });
}

fn view(state: State<'_>) -> Menu {
    let State { model, view, comparison, theme, size, .. } = state;
    let mut menu = Menu::new("View");
    for &(page, title) in &Page::ALL {
        menu.add(title, Action::ShowPage(page))
            .choice(model.shown_page() == page)
            .named(format!("Go to page: {title}"))
            .blocked(model.lacks(page).then_some(NO_TREE));
    }
    menu.separator();
    for &(kind, title) in &Kind::ALL {
        menu.add(title, ViewAction::SetKind(kind)).choice(kind == view.kind).named(format!("View: {title}"));
    }
    menu.block(no_drawing(model));
    menu.add("Switch view", ViewAction::SetKind(view.kind.other()))
        .named("Switch between nodes and bars")
        .keys(keys::OTHER_KIND);
    menu.separator();
    menu.add("Fit the whole tree", ViewAction::Fit).keys(keys::FIT);
    menu.menu("Zoom", "", &mut |menu| {
        menu.add("Zoom in", ViewAction::Zoom(ZOOM_STEP)).keys(keys::ZOOM_IN);
        menu.add("Zoom out", ViewAction::Zoom(1.0 / ZOOM_STEP)).keys(keys::ZOOM_OUT);
        let no_node = model.selected.is_none().then_some(NO_NODE);
        let to_selection = menu.add("Zoom to selection", ViewAction::ZoomToSelection);
        to_selection.keys(keys::ZOOM_TO_SELECTION).blocked(no_node);
        menu.add("Previous view", ViewAction::Back).keys(keys::VIEW_BACK);
    });
    menu.add("Find nodes…", Action::Find).keys(keys::FIND);
    menu.menu("Go to", "", &mut |menu| go_to(menu, model));
    menu.menu("Fold", "", &mut |menu| fold(menu, model));
    menu.separator();
    menu.add("Difference of two runs", RunAction::ToggleDifference).switch(model.difference.is_some());
    menu.menu("Differences", "", &mut |menu| differences(menu, model));
    menu.block(None);
    menu.add("Inspector", Action::ToggleInspector).switch(model.shows_inspector).named("Show the inspector");
    menu.add("Comparison table", Action::ToggleComparison)
        .switch(model.shows_comparison)
        .named("Show the comparison table");
    menu.menu("Columns of the comparison", "Column of the comparison", &mut |menu| comparison.column_commands(menu));
    menu.add("Hughes' pipeline", RunAction::TogglePipeline).switch(model.runs.pipeline().is_some());
    menu.add("Lecture hall", Action::TogglePresenter)
        .keys(keys::PRESENT)
        .tip("Only the drawings and the time line, on the whole screen")
        .blocked(no_drawing(model));
    menu.separator();
    menu.menu("Show in drawings", "Show in drawings", &mut |menu| options(menu, model));
    menu.menu("Size of everything", "Size of everything", &mut |menu| {
        menu.add("Larger", Action::SetSize(size + SIZE_STEP)).named("Everything larger").keys(keys::LARGER);
        menu.add("Smaller", Action::SetSize(size - SIZE_STEP)).named("Everything smaller").keys(keys::SMALLER);
        menu.add("Normal", Action::SetSize(1.0)).named("Everything at its normal size").keys(keys::NORMAL_SIZE);
        menu.separator();
        for &(shown, text) in &SIZES {
            menu.add(text, Action::SetSize(shown)).choice((size - shown).abs() < SIZE_STEP / 2.0);
        }
    });
    menu.menu("Size of text in drawings", "Size of text in drawings", &mut |menu| {
        for &(size, text) in &TEXT_SIZES {
            let options = Options { text: size, ..model.options };
            menu.add(text, ViewAction::SetOptions(options)).choice(model.options == options);
        }
    });
    menu.add("Reduced motion", ViewAction::ToggleReducedMotion).switch(view.is_abrupt);
    menu.menu("Panes", "", &mut |menu| panes(menu, model));
    menu.menu("Theme", "", &mut |menu| {
        for &(preference, title) in &[
            (ThemePreference::Light, "Light theme"),
            (ThemePreference::Dark, "Dark theme"),
            (ThemePreference::System, "System theme"),
        ] {
            menu.add(title, Action::SetTheme(preference)).choice(theme == preference);
        }
    });
    menu
}

fn differences(menu: &mut Menu, model: &Model) {
    menu.block(no_drawing(model).or(model.difference.is_none().then_some("show a difference of two runs first")));
    for &(title, forward) in &[("Next difference", true), ("Previous difference", false)] {
        let next = model.difference.as_ref().and_then(|bar| bar.next(forward));
        let nothing = next.is_none().then_some("there is no difference");
        menu.add(title, RunAction::GoToDifference(next.unwrap_or(0))).blocked(nothing);
    }
    menu.separator();
    let chosen = model.difference.as_ref().map(|bar| bar.chosen);
    let algorithms = model.runs.algorithms();
    for (index, &first) in algorithms.iter().enumerate() {
        for &second in &algorithms[index + 1..] {
            let title = format!("{} and {}", first.title(), second.title());
            let is_chosen = chosen.is_some_and(|pair| pair == [first, second] || pair == [second, first]);
            let name = format!("Difference of {title}");
            menu.add(title, RunAction::Compare([first, second])).named(name).choice(is_chosen);
        }
    }
}

fn panes(menu: &mut Menu, model: &Model) {
    menu.block(no_drawing(model));
    for algorithm in model.runs.algorithms() {
        let command = menu.add(algorithm.title(), ViewAction::Focus(algorithm));
        command.choice(model.focused == Some(algorithm)).named(format!("Go to pane: {}", algorithm.title()));
    }
    menu.separator();
    menu.menu("Maximise or restore", "Maximise or restore pane", &mut |menu| {
        let only = (model.runs.iter().len() == 1).then_some("there is no other pane");
        for algorithm in model.runs.algorithms() {
            menu.add(algorithm.title(), ViewAction::Maximise(algorithm)).blocked(only);
        }
    });
    menu.add("Reset the panes", ViewAction::ResetLayout);
}

/// The neighbours of the selected node.
fn go_to(menu: &mut Menu, model: &Model) {
    let shown = model.shown();
    for &(title, keys, key) in &[
        ("Go to the parent", keys::PARENT, Key::ArrowUp),
        ("Go to the first child", keys::FIRST_CHILD, Key::ArrowDown),
        ("Go to the previous sibling", keys::PREVIOUS_SIBLING, Key::ArrowLeft),
        ("Go to the next sibling", keys::NEXT_SIBLING, Key::ArrowRight),
    ] {
        let node = shown.as_ref().and_then(|shown| neighbour(shown, model.selected, key));
        let action = Action::View(ViewAction::SelectAndReveal(node.unwrap_or(NodeId::ROOT)));
        menu.add(title, action).keys(keys).blocked(node.is_none().then_some("there is none"));
    }
    let no_node = model.selected.is_none().then_some("no node is selected");
    menu.add("Clear the selection", ViewAction::Select(None)).keys(keys::DESELECT).blocked(no_node);
}

fn fold(menu: &mut Menu, model: &Model) {
    for &(mode, title, tip) in &FoldMode::ALL {
        menu.add(title, ViewAction::SetFoldMode(mode)).choice(model.folding.mode == mode).tip(tip);
    }
    menu.separator();
    let node = model.selected.unwrap_or(NodeId::ROOT);
    menu.add("The selected node", ViewAction::ToggleFold(node))
        .named("Fold or unfold the selected node")
        .keys(keys::FOLD)
        .blocked(model.selected.is_none().then_some(NO_NODE));
    menu.add("Unfold everything", ViewAction::SetFoldMode(FoldMode::ByHand)).keys(keys::OPEN_ALL);
    for depth in 1..=model.tree().map_or(0, Tree::height).saturating_sub(1).min(FOLD_DEPTHS) {
        menu.add(format!("Fold below depth {depth}"), ViewAction::FoldBelow(depth));
    }
}

fn options(menu: &mut Menu, model: &Model) {
    let options = model.options;
    for &(on, title, changed) in &[
        (options.windows, "Windows (alpha, beta)", Options { windows: !options.windows, ..options }),
        (options.order, "Order of first visits", Options { order: !options.order, ..options }),
        (options.numbers, "Numbers of nodes", Options { numbers: !options.numbers, ..options }),
    ] {
        menu.add(title, ViewAction::SetOptions(changed)).switch(on);
    }
}

fn search(State { model, experiments, .. }: State<'_>) -> Menu {
    let mut menu = Menu::new("Search");
    let settings = model.settings;
    menu.add("Run again", RunAction::Rerun).keys(keys::RERUN).blocked(model.document.is_none().then_some(NO_TREE));
    menu.separator();
    menu.entries.push(super::command::Entry::Menu(add_algorithm(model)));
    menu.menu("Remove pane", "Remove pane", &mut |menu| {
        menu.block(no_drawing(model));
        let last = (model.runs.iter().len() == 1).then_some("the last pane cannot be removed");
        for algorithm in model.runs.algorithms() {
            menu.add(algorithm.title(), RunAction::Remove(algorithm)).blocked(last);
        }
    });
    menu.menu("Stop", "Stop", &mut |menu| {
        menu.block(no_drawing(model));
        for run in model.runs.iter() {
            let over = (!run.is_unfinished()).then_some("it is not running");
            menu.add(run.algorithm.title(), RunAction::Cancel(run.algorithm)).blocked(over);
        }
    });
    menu.separator();
    menu.add("Judge a program…", Action::ShowJudge)
        .tip("Run a program of your own on trees, and find the smallest one that it gets wrong");
    menu.add("Find a tree on which two searches differ…", Action::ShowFindTree)
        .tip("The smallest on which one of them evaluates a leaf that the other does not");
    menu.add("Practise on this tree", Action::PractiseHere)
        .tip("Questions about the search of the marked pane, while its answers are hidden")
        .blocked(no_drawing(model))
        .blocked(Practised::open(model).err());
    menu.separator();
    menu.menu("Player at the root", "Player at the root", &mut |menu| {
        let free = model.document.as_ref().is_none_or(Document::has_free_root);
        let fixed = (!free).then_some("the position of the game determines who moves");
        for &(player, title) in &[(None, "As in the file"), (Some(Player::Max), "MAX"), (Some(Player::Min), "MIN")] {
            let action = Action::Run(RunAction::Set(Settings { root: player, ..settings }));
            menu.add(title, action).choice(settings.root == player).blocked(fixed);
        }
    });
    menu.menu("Cutoff rule", "Cutoff rule", &mut |menu| {
        for (cutoff, title) in CUTOFF_RULES {
            let action = RunAction::Set(Settings { cutoff, ..settings });
            menu.add(capitalised(title), action).choice(settings.cutoff == cutoff);
        }
    });
    menu.menu("Budget", "Budget", &mut |menu| {
        let counted = BUDGETS.iter().map(|&most| Budget::Evaluations(most));
        for budget in [Budget::Automatic].into_iter().chain(counted).chain([Budget::Unlimited]) {
            let title = match budget {
                Budget::Automatic => "Automatic".into(),
                Budget::Evaluations(most) => evaluations(most),
                Budget::Unlimited => "No limit".into(),
            };
            menu.add(title, RunAction::Set(Settings { budget, ..settings })).choice(settings.budget == budget);
        }
    });
    menu.menu("Depth limit", "Depth limit", &mut |menu| {
        let height = model.height().unwrap_or(DEPTHS);
        for depth in 0..=height.min(DEPTHS) {
            let title = if depth == 0 { "No limit".into() } else { count(depth.into(), "move", "moves") };
            let depth = (depth > 0).then_some(depth);
            menu.add(title, RunAction::Set(Settings { depth, ..settings })).choice(settings.depth == depth);
        }
    });
    menu.separator();
    menu.menu("Sweep", "Sweep", &mut |menu| {
        sweep(menu, model);
        menu.menu("Chart", "Chart", &mut |menu| experiments.chart_commands(menu, &model.experiments));
    });
    menu
}

/// The algorithms that have no pane yet.
pub(crate) fn add_algorithm(model: &Model) -> Menu {
    let mut menu = Menu { lead: "Add algorithm", ..Menu::new("Add algorithm") };
    let mut add = |algorithm: Algorithm| {
        menu.add(algorithm.title(), RunAction::Add(algorithm)).tip(algorithm.entry().summary);
    };
    for &algorithm in &Algorithm::ALL {
        if model.runs.get(algorithm).is_none() {
            add(algorithm);
        }
    }
    if model.runs.pipeline().is_none() {
        add(Algorithm::of_pipeline(model.pipeline));
    }
    for entry in Catalogue::BUILT_IN.named() {
        let title = match entry.parameters {
            [] => continue,
            [Parameter { default: None, .. }] => format!("{} at …", entry.name),
            [parameter] => format!("{} with another {} …", entry.name, parameter.title.to_lowercase()),
            _ => format!("{} with other options …", entry.name),
        };
        menu.add(title, Action::ChooseNumber(entry)).tip(entry.summary);
    }
    menu
}

fn sweep(menu: &mut Menu, model: &Model) {
    let experiment = model.experiments.experiment.as_ref();
    let runs = experiment.is_some_and(Experiment::is_running);
    let act = Action::Experiment;
    menu.add("New sweep…", Action::ShowPage(Page::Experiments));
    menu.add("Run the sweep of the form", act(ExperimentAction::RunForm))
        .named("Sweep: Run")
        .blocked(runs.then_some("a sweep is running"));
    menu.add("Open a sweep…", act(ExperimentAction::ChooseSpec));
    menu.add("Open the folder of a sweep…", act(ExperimentAction::ChooseSweep));
    for preset in Preset::ALL {
        menu.add(format!("Preset: {}", preset.name()), act(ExperimentAction::TakePreset(preset))).tip(preset.summary());
    }
    menu.add("Stop", act(ExperimentAction::Cancel)).blocked((!runs).then_some("no sweep is running"));
    menu.add("Export the results…", act(ExperimentAction::ChooseExport))
        .blocked(experiment.is_none().then_some("run a sweep first"));
}

fn help(State { model, .. }: State<'_>) -> Menu {
    let mut menu = Menu::new("Help");
    menu.add("Take the tour", TourAction::Start).tip("Seven steps, in two minutes");
    menu.add("Command palette…", Action::ShowPalette).keys(keys::PALETTE);
    menu.add("Keyboard shortcuts", Action::ShowShortcuts).keys(keys::SHORTCUTS);
    menu.separator();
    menu.menu("Algorithms", "Show algorithm", &mut |menu| {
        for algorithm in model.every_algorithm() {
            menu.add(algorithm.name(), Action::ShowAlgorithm(algorithm)).tip(algorithm.entry().summary);
        }
    });
    menu.separator();
    menu.add("About Plyscope", Action::ShowAbout);
    menu
}

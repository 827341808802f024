//! The command palette and the sheet of shortcuts.

use std::collections::HashSet;

use crate::common::{Window, act, act_and_wait, enter, press, press_all, says};
use crate::pictures::{SIZE, save, window_of};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, ViewAction};
use plyscope::tree::NodeId;

/// Opens the palette and types.
fn ask(window: &mut Window, query: &str) {
    press(window, Modifiers::COMMAND, Key::K);
    enter(window, query);
}

fn is_offered(window: &Window, name: &str) -> bool {
    window.query_by_role_and_label(Role::Button, name).is_some()
}

#[test]
fn the_palette_lists_every_command_once() {
    let mut window = window_of(SIZE, Theme::Dark);
    let ctx = window.ctx.clone();
    let commands = window.state().commands(&ctx);
    for key in [(Modifiers::COMMAND, Key::K), (Modifiers::COMMAND | Modifiers::SHIFT, Key::P)] {
        press(&mut window, key.0, key.1);
        assert!(says(&window, &format!("{} commands; Up and Down", commands.len())), "{}", commands.len());
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert!(!says(&window, "commands; Up and Down"));
    }
    act(&mut window, Action::ShowPalette);
    save(&mut window, "palette");
    for (name, _) in &commands {
        let is_it = |label: String| label == *name || label.strip_suffix(" (on)") == Some(name);
        let rows =
            window.query_all_by_role(Role::Button).filter(|node| node.accesskit_node().label().is_some_and(is_it));
        assert_eq!(rows.count(), 1, "{name}");
    }
    for part in ["Open sample: A deep cutoff", "Show algorithm: MTD(f)", "Go to page: Sweeps"] {
        assert!(commands.iter().any(|(name, _)| name == part), "{part}");
    }
}

#[test]
fn the_palette_finds_a_command_by_parts_of_its_name_and_enter_runs_it() {
    let mut window = window_of(SIZE, Theme::Dark);
    ask(&mut window, "sam deep cut");
    save(&mut window, "palette-found");
    assert!(is_offered(&window, "Open sample: A deep cutoff"));
    assert!(!is_offered(&window, "Quit"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().tree().unwrap().title(), "A deep cutoff");
    assert!(!says(&window, "Up and Down to choose"));

    ask(&mut window, "cutoff rule");
    press_all(&mut window, &[Key::ArrowDown, Key::Enter]);
    assert_eq!(window.state().settings().cutoff, plyscope::search::CutoffRule::Strict);

    ask(&mut window, "xyzzy");
    assert!(says(&window, "No command matches"));
}

/// The tree's title after a query and Enter, and the names of the panes.
fn done(window: &mut Window, query: &str) -> (String, Vec<String>) {
    ask(window, query);
    press(window, Modifiers::NONE, Key::Enter);
    let names = window.state().rows().iter().map(|row| row.algorithm.title().into_owned()).collect();
    (window.state().tree().unwrap().title().to_owned(), names)
}

#[test]
fn the_palette_puts_what_can_be_done_before_what_replaces_the_tree_and_what_cannot_be_done() {
    let mut window = window_of(SIZE, Theme::Dark);
    let title = window.state().tree().unwrap().title().to_owned();
    for (query, name) in [("sss", "SSS*"), ("negascout", "NegaScout"), ("mtd(f)", "MTD(f)")] {
        let (now, panes) = done(&mut window, query);
        assert_eq!(now, title, "{query}");
        assert_eq!(panes.last().unwrap(), name, "{query}");
    }
    // Where nothing else fits, letters in this order are found.
    ask(&mut window, "sss");
    assert!(!is_offered(&window, "Sweep: Preset: Search and depth"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    ask(&mut window, "adalgo");
    assert!(says(&window, "Add algorithm: Alpha-beta"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    act(&mut window, Action::ShowPage(plyscope::app::Page::Experiments));
    ask(&mut window, "stop: minimax");
    let stop = window.get_by_role_and_label(Role::Button, "Stop: Minimax");
    assert!(stop.accesskit_node().is_disabled(), "there are no panes on this page");
    press(&mut window, Modifiers::NONE, Key::Escape);
    ask(&mut window, "run");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!says(&window, "Up and Down to choose"), "something was done");
}

#[test]
fn the_palette_knows_the_words_of_the_start_page() {
    let mut window = window_of(SIZE, Theme::Dark);
    for (query, name) in
        [("check a trace", "Open…"), ("from a game", "New from game…"), ("paste a tree", "Paste subtree")]
    {
        ask(&mut window, query);
        assert!(is_offered(&window, name), "{query}");
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn the_palette_has_what_buttons_and_other_menus_do() {
    let mut window = window_of(SIZE, Theme::Dark);
    let ctx = window.ctx.clone();
    let has_tallest = |window: &Window| says(window, "Peak call\nstack") || says(window, "Peak call stack");
    assert!(has_tallest(&window));
    for (query, name) in [
        ("column peak call stack", "Column of the comparison: Peak call stack (on)"),
        ("sort comparison evaluations", "Sort the comparison by: Evaluations"),
        ("maximise lazy", "Maximise or restore pane: Lazy alpha-beta"),
        ("go pane lattice", "Go to pane: Lattice pruning"),
        ("show the pane with minimax", "Go to pane: Minimax"),
    ] {
        ask(&mut window, query);
        assert!(is_offered(&window, name), "{name}");
        press(&mut window, Modifiers::NONE, Key::Enter);
    }
    assert!(!has_tallest(&window));
    let counts: Vec<_> = window.state().rows().iter().map(|row| row.algorithm).collect();
    assert_eq!(counts.len(), 4);
    act_and_wait(&mut window, Action::Experiment(plyscope::app::ExperimentAction::RunForm));
    let commands = window.state().commands(&ctx);
    for name in [
        "Chart of: Visited nodes",
        "Scale of the chart: Share of all leaves",
        "Axis of the chart: Against branching",
        "Chart: Linear axis",
        "Chart: Whole chart",
        "Line of the chart: Theory: expected, alpha-beta",
        "Chart: Copy as CSV",
        "Summary of the sweep: Save as CSV…",
        "Stop: Minimax",
        "Sweep: Run",
        "Difference of Minimax and Lattice pruning",
        "Time line: speed: 10 steps per second",
    ] {
        assert!(commands.iter().any(|(command, _)| command == name), "{name}: {commands:?}");
    }
}

#[test]
fn an_unavailable_command_is_listed_with_the_reason_and_does_nothing() {
    let mut window = window_of(SIZE, Theme::Light);
    act(&mut window, Action::View(ViewAction::Select(None)));
    ask(&mut window, "add child");
    save(&mut window, "palette-blocked");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(is_offered(&window, "Add child"), "it stays open");
    press(&mut window, Modifiers::NONE, Key::Escape);
    let nodes = window.state().tree().unwrap().len();
    act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    ask(&mut window, "add child");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().tree().unwrap().len(), nodes + 1);
}

#[test]
fn the_sheet_lists_every_key_and_fits_or_scrolls() {
    for (size, name) in [(SIZE, "sheet"), (vec2(500.0, 300.0), "sheet-small")] {
        let mut window = window_of(size, Theme::Light);
        press(&mut window, Modifiers::NONE, Key::F1);
        save(&mut window, name);
        let ctx = window.ctx.clone();
        let commands = window.state().commands(&ctx);
        let labels: HashSet<String> =
            window.query_all_by_role(Role::Label).filter_map(|node| node.accesskit_node().value()).collect();
        let keys: Vec<&(String, String)> = commands.iter().filter(|(_, keys)| !keys.is_empty()).collect();
        assert!(keys.len() > 40);
        for (what, keys) in keys {
            assert!(labels.contains(keys) && labels.contains(what), "{what}: {keys}");
        }
        let close = window.get_by_label("Close").rect();
        assert!(close.bottom() < size.y, "{close:?}");
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert!(!says(&window, "Keyboard shortcuts"));
        press(&mut window, Modifiers::NONE, Key::Questionmark);
        assert!(says(&window, "Keyboard shortcuts"));
    }
}

#[test]
fn the_field_that_finds_nodes_is_left_of_its_buttons() {
    let mut window = window_of(SIZE, Theme::Dark);
    act_and_wait(&mut window, Action::Find);
    let field = window.get_by_label("Find nodes").rect();
    for button in ["Previous", "Next", "Close the field that finds nodes"] {
        let button = window.get_by_label(button).rect();
        assert!(button.left() >= field.right() && (button.center().y - field.center().y).abs() < 2.0, "{button}");
    }
}

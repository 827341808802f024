//! Opening trees: from files, by path, by drag and drop, from samples, and at random.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::{
    Dropped, Window, act, act_and_wait, builder, click, click_and_wait, enter, focus_field, opened, press, says,
    settle, until,
};
use crate::file::file;
use crate::pictures::{SIZE, save, window_of};
use eframe::egui::{self, Key, Modifiers, Role, Theme, ViewportCommand};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, FileAction, Plyscope, RunAction, Settings};
use plyscope::tree::samples::GROUPS;
use plyscope::tree::{NodeId, Player};

fn window(file: Option<PathBuf>) -> Window {
    let Some(file) = file else { return window_of(SIZE, Theme::Dark) };
    opened(SIZE, Some(file))
}

#[test]
fn a_file_opens_and_its_title_is_shown() {
    let (_directory, path) = file("small.json", r#"{"title": "Two moves", "tree": [[3, 12], [2, 4]]}"#);
    let window = window(Some(path));
    assert!(says(&window, "Two moves: 7 nodes, 4 leaves, depth 2"));
    assert!(says(&window, "All algorithms agree: value 3"));
}

#[test]
fn the_window_is_named_after_the_beginning_of_a_long_title() {
    let (_directory, path) = file("long.json", &format!(r#"{{"title": "{}", "tree": [1, 2]}}"#, "x".repeat(1 << 20)));
    let mut window = window(None);
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, Action::File(FileAction::Open(path)));
    let longest = Cell::new(0);
    until(&mut window, |window| {
        let commands = window.output().viewport_output.values().flat_map(|viewport| &viewport.commands);
        for command in commands {
            if let ViewportCommand::Title(title) = command
                && title.starts_with("xx")
            {
                longest.set(longest.get().max(title.chars().count()));
            }
        }
        longest.get() > 0
    });
    assert_eq!(longest.get(), 200 + "… – Plyscope".chars().count());
}

#[test]
fn a_bad_file_keeps_the_open_tree_and_shows_the_error() {
    let (_directory, path) = file("bad.tree", "((3 x) (2 4))");
    let mut window = window(None);
    act_and_wait(&mut window, Action::File(FileAction::Open(path.clone())));
    let message = format!("{}:1:5: ", path.display());
    assert!(says(&window, &message), "{:?}", window.state().error());
    assert_eq!(window.state().tree().unwrap().leaf_count(), 14);
    click(&mut window, "Dismiss the error");
    assert!(!says(&window, &message));
}

#[test]
fn a_file_that_is_not_there_is_an_error_in_the_empty_window() {
    let window = window(Some("/nowhere/at/all.json".into()));
    assert!(says(&window, "/nowhere/at/all.json: there is no such file; check the name"));
    window.get_by_label("Open sample: A deep cutoff");
}

#[test]
fn opening_can_be_cancelled() {
    let row = format!("[{}1]", "1,".repeat(999));
    let (_directory, path) = file("large.json", &format!("[{}{row}]", format!("{row},").repeat(7999)));
    let mut window = window(None);
    act(&mut window, Action::File(FileAction::Open(path)));
    let before = window.get_by_label("Tree searched by Minimax").rect();
    until(&mut window, |window| window.query_by_label("Cancel opening").is_some());
    assert!(says(&window, "Opening large.json"));
    assert_eq!(window.get_by_label("Tree searched by Minimax").rect(), before, "the strip moves nothing");
    save(&mut window, "opening");
    click_and_wait(&mut window, "Cancel opening");
    assert_eq!(window.state().tree().unwrap().leaf_count(), 14);
    assert_eq!(window.state().error(), None);
}

#[test]
fn a_file_dragged_over_the_window_is_announced_and_opens_when_dropped() {
    let (_directory, path) = file("dropped.tree", "(1 2 3)");
    let mut window = window(None);
    window.input_mut().hovered_files.push(egui::HoveredFile { path: Some(path.clone()), ..Default::default() });
    window.run_steps(2);
    assert!(says(&window, "Drop the file to open it"));
    save(&mut window, "drop");
    window.input_mut().hovered_files.clear();
    window.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.step();
    settle(&mut window);
    assert!(!says(&window, "Drop the file to open it"));
    assert_eq!(window.state().tree().unwrap().leaf_count(), 3);
}

#[test]
fn a_path_can_be_typed() {
    let (_directory, path) = file("typed.tree", "(1 2 3)");
    let mut window = window(None);
    press(&mut window, Modifiers::COMMAND, Key::L);
    window.get_by_role(egui::accesskit::Role::TextInput).type_text(&path.display().to_string());
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().tree().unwrap().leaf_count(), 3);
    assert!(window.query_by_label_contains("Path of a .json").is_none());
}

#[test]
fn the_root_player_chosen_while_a_bad_file_opens_holds_for_the_tree_that_stays() {
    let (_directory, path) = file("bad.tree", "((3 x) (2 4))");
    let mut window = window(None);
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, Action::File(FileAction::Open(path)));
    window
        .state_mut()
        .act(&ctx, Action::Run(RunAction::Set(Settings { root: Some(Player::Min), ..Settings::default() })));
    settle(&mut window);
    assert!(window.state().error().is_some());
    assert_eq!(window.state().tree().unwrap().player(NodeId::ROOT), Player::Min);
}

#[test]
fn the_empty_window_shows_what_to_do() {
    let mut window = builder().with_size(SIZE).build_eframe(|creation| Plyscope::empty(creation));
    window.run_steps(2);
    window.check_accessibility();
    assert!(says(&window, "or drop the file of a tree, a trace or a session on this window"));
    click_and_wait(&mut window, "Open sample: Wikipedia: 9 of 14 leaves");
    assert!(says(&window, "All algorithms agree: value 6"));
}

#[test]
fn every_sample_opens_from_the_menu() {
    let mut window = window(None);
    for group in &GROUPS {
        for sample in group.samples {
            for label in ["File", "Open sample", group.title, sample.title] {
                click(&mut window, label);
            }
            settle(&mut window);
            assert_eq!(window.state().tree().unwrap().title(), sample.title);
            assert_eq!(window.state().error(), None);
        }
    }
}

#[test]
fn a_random_tree_is_created_from_the_dialog_and_again_from_the_next_seed() {
    let mut window = window(None);
    act(&mut window, Action::File(FileAction::NewRandomTree));
    assert!(says(&window, "121 nodes, 81 leaves"));
    window.check_accessibility();
    save(&mut window, "random-tree");
    click_and_wait(&mut window, "Create");
    let first = window.state().tree().unwrap().clone();
    assert_eq!((first.len(), first.title()), (121, "integers:10, b = 3, d = 4, seed 1"));
    act(&mut window, Action::File(FileAction::NewRandomTree));
    click(&mut window, "Next seed");
    click_and_wait(&mut window, "Create");
    let second = window.state().tree().unwrap();
    assert_eq!(second.title(), "integers:10, b = 3, d = 4, seed 2");
    assert!(first.nodes().any(|node| first.value(node) != second.value(node)));
}

#[test]
fn a_depth_limit_stays_for_a_tree_with_static_values_there_and_is_taken_back_for_another() {
    let inner = |value: i32| format!(r#"{{"value": {value}, "children": [{value}, 9]}}"#);
    let (_one, first) = file("first.json", &format!("[{}, {}]", inner(1), inner(2)));
    let (_two, second) = file("second.json", &format!("[{}, {}]", inner(3), inner(4)));
    let (_three, plain) = file("plain.json", "[[1, 2], [3, 4]]");
    let mut window = window(None);
    let depth_after = |window: &mut Window, path: &PathBuf| {
        act_and_wait(window, Action::File(FileAction::Open(path.clone())));
        window.state().settings().depth
    };
    assert_eq!(depth_after(&mut window, &first), None);
    act_and_wait(&mut window, Action::Run(RunAction::Set(Settings { depth: Some(1), ..Settings::default() })));
    assert_eq!(depth_after(&mut window, &second), Some(1));
    assert!(!says(&window, "The depth limit is off"));
    assert_eq!(depth_after(&mut window, &plain), None);
    assert!(says(&window, "The depth limit is off: this tree has no static values at depth 1."));
}

#[test]
fn every_digit_of_a_seed_that_is_typed_counts() {
    // One more than what a fractional number of 64 bits holds; and the largest.
    for seed in ["9007199254740993", "18446744073709551615"] {
        let mut window = window(None);
        act(&mut window, Action::File(FileAction::NewRandomTree));
        focus_field(&mut window, Role::SpinButton, "Seed");
        enter(&mut window, seed);
        press(&mut window, Modifiers::NONE, Key::Tab);
        click_and_wait(&mut window, "Create");
        let title = window.state().tree().unwrap().title();
        assert!(title.ends_with(&format!("seed {seed}")), "{title}");
    }
}

#[test]
fn a_random_tree_that_is_too_large_or_invalid_is_not_created() {
    let mut window = window(None);
    act(&mut window, Action::File(FileAction::NewRandomTree));
    window.get_by_label("Depth of the leaves").click();
    window.run_steps(2);
    window.get_by_label("Depth of the leaves").type_text("40");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(says(&window, "too large"));
    click(&mut window, "Create");
    assert!(says(&window, "too large"));
    click(&mut window, "Cancel");
    assert!(!says(&window, "too large"));
    assert_eq!(window.state().tree().unwrap().leaf_count(), 14);
}

//! The dialog that finds a tree on which two searches differ.

use crate::common::{
    Window, act, act_and_wait, click, click_on, enter, focus_field, is_enabled, opened, press, says, settle, until,
};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, FileAction, TimeAction};
use plyscope::experiment::comparison::{COLUMNS, Row};
use plyscope::experiment::judge::line;
use plyscope::search::CutoffRule;

const HEADING: &str = "Find a tree on which two searches differ";

/// A window with the dialog.
fn window() -> Window {
    let mut window = opened(Vec2::new(1280.0, 800.0), None);
    ask(&mut window);
    window
}

fn ask(window: &mut Window) {
    act(window, Action::ShowFindTree);
    window.run_steps(3);
}

/// Chooses an item of a list.
fn choose(window: &mut Window, list: &str, item: &str) {
    click_on(window, Role::ComboBox, list);
    // It may be out of sight in the list.
    window.get_all_by_label(item).last().unwrap().click_accesskit();
    window.run_steps(3);
}

/// Types a number into a field.
fn write(window: &mut Window, field: &str, number: &str) {
    focus_field(window, Role::SpinButton, field);
    enter(window, number);
    press(window, Modifiers::NONE, Key::Tab);
}

/// Presses *Find* and waits until the tree is open.
fn find(window: &mut Window) {
    click(window, "Find");
    until(window, |window| !says(window, HEADING));
    settle(window);
}

/// The open tree without its title and source.
fn shape(window: &Window) -> String {
    let line = line(window.state().tree().unwrap());
    let (_, tree) = line.split_once("\"tree\": ").unwrap();
    tree.strip_suffix('}').unwrap().to_owned()
}

/// The names of the panes, and the evaluations of their searches.
fn panes(window: &Window) -> [(String, String); 2] {
    let evaluations = COLUMNS.iter().position(|column| column.id == "evaluations").unwrap();
    let of = |row: &Row| (row.algorithm.title().into_owned(), row.cells[evaluations].to_string());
    window.state().rows().iter().map(of).collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn the_smallest_tree_opens_with_the_two_searches_and_their_difference() {
    let mut window = window();
    act(&mut window, Action::CloseModal);
    act(&mut window, Action::Time(TimeAction::Toggle));
    act_and_wait(&mut window, Action::ShowFindTree);
    find(&mut window);
    let tree = window.state().tree().unwrap();
    assert_eq!(shape(&window), "[[0, 0], 1]");
    assert_eq!(tree.title(), "Alpha-beta evaluates a leaf that SSS* does not");
    let command = "plyscope find --visits alpha-beta --not-visited-by sss-star --leaves 4 --random 100000 --seed 1";
    assert_eq!(tree.source(), command);
    let note = window.state().note().unwrap();
    assert!(note.starts_with("3 leaves, 5 nodes; there is no smaller one;"), "{note}");
    assert_eq!(panes(&window).map(|(name, _)| name), ["Alpha-beta", "SSS*"]);
    assert!(says(&window, "only Alpha-beta 1"), "the difference is shown");
    // What was chosen is kept, and a tree that is found is not asked about.
    ask(&mut window);
    choose(&mut window, "First search", "SCOUT");
    choose(&mut window, "Second search", "Alpha-beta");
    find(&mut window);
    assert_eq!(shape(&window), "[0, [[[0, 0], 1]]]");
    ask(&mut window);
    let first = window.get_by_role_and_label(Role::ComboBox, "First search").accesskit_node().value();
    assert_eq!(first.as_deref(), Some("SCOUT"));
}

#[test]
fn two_rules_of_one_algorithm_are_shown_side_by_side() {
    let mut window = window();
    choose(&mut window, "Second search", "Alpha-beta");
    choose(&mut window, "Rule of the first search", "strict");
    find(&mut window);
    assert_eq!(shape(&window), "[0, [0, 0]]");
    assert_eq!(window.state().settings().cutoff, CutoffRule::NonStrict);
    let expected = [("alpha-beta@strict (trace)", "3"), ("Alpha-beta", "2")].map(|(a, b)| (a.into(), b.into()));
    assert_eq!(panes(&window), expected);
    assert!(says(&window, "only alpha-beta@strict (trace) 1"), "the difference is shown");
    // Both under the strict rule are the panes' own searches.
    ask(&mut window);
    choose(&mut window, "Second search", "SSS*");
    choose(&mut window, "Rule of the second search", "strict");
    find(&mut window);
    assert_eq!(window.state().settings().cutoff, CutoffRule::Strict);
    assert_eq!(panes(&window).map(|(name, _)| name), ["Alpha-beta", "SSS*"]);
}

#[test]
fn what_cannot_be_found_is_said_in_a_sentence() {
    let mut window = window();
    choose(&mut window, "First search", "SSS*");
    assert!(says(&window, "Both searches are SSS*; choose two that differ"));
    assert!(!is_enabled(&window, "Find"));
    choose(&mut window, "Second search", "Minimax");
    assert!(says(&window, "Minimax evaluates every leaf, so there is no other one."));
    choose(&mut window, "Second search", "Threshold test");
    focus_field(&mut window, Role::TextInput, "Threshold");
    enter(&mut window, "x");
    assert!(!is_enabled(&window, "Find"), "0x is not a number");
    choose(&mut window, "Second search", "Alpha-beta");
    write(&mut window, "Leaves", "3");
    write(&mut window, "Random trees", "200");
    assert!(says(&window, "trees will be tried."));
    click(&mut window, "Find");
    until(&mut window, |window| says(window, "with up to 3 leaves and 9 nodes among them, there is none"));
    assert!(says(&window, "SSS* evaluates a leaf that is not evaluated by Alpha-beta."));
    // Another question, and the answer is gone.
    write(&mut window, "Leaves", "2");
    assert!(!says(&window, "there is none"));
}

#[test]
fn finding_is_cancelled_and_the_window_never_waits() {
    let mut window = window();
    choose(&mut window, "First search", "SSS*");
    choose(&mut window, "Second search", "Alpha-beta");
    write(&mut window, "Leaves", "7");
    click(&mut window, "Find");
    until(&mut window, |window| says(window, " trees tried"));
    assert!(window.get_by_role_and_label(Role::ComboBox, "First search").accesskit_node().is_disabled());
    click(&mut window, "Cancel");
    assert!(says(&window, "Cancelled: ") && says(&window, "without a difference."));
    // Closing the dialog cancels, too.
    click(&mut window, "Find");
    act_and_wait(&mut window, Action::CloseModal);
    act(&mut window, Action::File(FileAction::NewTree));
    assert!(window.state().error().is_none());
}

//! The time line, the difference of two runs, and the search field, used as a person would use them.

use std::path::PathBuf;

use crate::common::{Window, act, builder, click, says, settle, until};
use crate::file::file;
use eframe::egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, Plyscope};
use plyscope::search::Algorithm;
use plyscope::tree::NodeId;

/// A tree with one deep cutoff, which Hughes' program lacks.
const DEEP: &str = "(5 (((4 100) 6) 8))";
const CUT: &str = "MIN at node 4 holds 4; alpha is 5, from leaf 0: 4 < 5, so the other child of node 4 (1 leaf) is skipped: a deep cutoff.";

fn window(path: PathBuf) -> Window {
    let size = vec2(1366.0, 900.0);
    let mut window = builder().with_size(size).build_eframe(|creation| Plyscope::new(creation, Some(path)));
    settle(&mut window);
    act(&mut window, Action::Focus(Algorithm::LATTICE_PRUNING));
    window
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
    settle(window);
}

#[test]
fn the_time_line_steps_forward_and_back_and_to_the_cutoff_and_its_cause() {
    let (_directory, path) = file("deep.tree", DEEP);
    let mut window = window(path);
    press(&mut window, Modifiers::NONE, Key::T);
    until(&mut window, |window| says(window, "Nothing has been visited yet."));
    press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    assert!(says(&window, "The root, MAX to move, is entered with the window (−∞, +∞)."));
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert!(says(&window, CUT));
    press(&mut window, Modifiers::NONE, Key::C);
    assert!(says(&window, "Leaf 0 is evaluated: 5; MAX at the root has 5 so far."), "the cause of the cutoff");
    press(&mut window, Modifiers::NONE, Key::C);
    assert!(says(&window, CUT), "and back");
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert!(says(&window, "Leaf 1 is evaluated: 4; MIN at node 4 has 4 so far."));
    press(&mut window, Modifiers::NONE, Key::End);
    assert!(says(&window, "The root returns 6, and the search is over."));
    press(&mut window, Modifiers::NONE, Key::Home);
    assert!(says(&window, "Nothing has been visited yet."));
    press(&mut window, Modifiers::NONE, Key::T);
    assert!(!says(&window, "Nothing has been visited yet."));
}

#[test]
fn the_difference_counts_the_nodes_of_each_run_and_gives_reasons() {
    let (_directory, path) = file("deep.tree", DEEP);
    let mut window = window(path);
    act(&mut window, Action::ToggleDifference);
    act(&mut window, Action::Compare([Algorithm::LAZY_ALPHA_BETA, Algorithm::LATTICE_PRUNING]));
    until(&mut window, |window| says(window, "only the first 1"));
    assert!(says(&window, "both 8") && says(&window, "only the second 0") && says(&window, "none 0"));
    click(&mut window, "Next");
    settle(&mut window);
    assert_eq!(window.state().selected().map(NodeId::index), Some(6));
    assert!(says(&window, &format!("Lattice pruning: {CUT}")));
}

#[test]
fn matches_are_visited_one_after_the_other() {
    let (_directory, path) = file("deep.tree", "((3 12 8) (2 4 3))");
    let mut window = window(path);
    press(&mut window, Modifiers::COMMAND, Key::F);
    window.get_by_label("Find nodes").type_text("3");
    until(&mut window, |window| says(window, "2 found"));
    click(&mut window, "Next");
    assert_eq!(window.state().selected().map(NodeId::index), Some(2));
    click(&mut window, "Next");
    assert_eq!(window.state().selected().map(NodeId::index), Some(8));
    click(&mut window, "Next");
    assert_eq!(window.state().selected().map(NodeId::index), Some(2), "after the last comes the first");
}

#[test]
fn the_lecture_hall_shows_only_the_drawings_and_the_time_line() {
    let (_directory, path) = file("deep.tree", DEEP);
    let mut window = window(path);
    press(&mut window, Modifiers::NONE, Key::F11);
    until(&mut window, |window| says(window, "Nothing has been visited yet."));
    assert!(window.query_by_label("File").is_none());
    press(&mut window, Modifiers::NONE, Key::PageDown);
    assert!(says(&window, "The root, MAX to move, is entered with the window (−∞, +∞)."));
    press(&mut window, Modifiers::NONE, Key::F11);
    assert!(window.query_by_label("File").is_some());
}

//! The tree changed with the pointer: subtrees and values are dragged, and a right click shows a menu.

use crate::common::{Window, act, act_and_wait, click_and_wait, opened, press, press_all, says, settle, until};
use crate::drawn::shapes;
use crate::file::file;
use crate::pictures::save;
use crate::pointer::{button, wheel};
use crate::small::{SMALL, node, select, text, window, window_of};
use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Shape, vec2};
use egui_kittest::kittest::Queryable;
use plyscope::app::canvas::Kind;
use plyscope::app::{Action, EditAction, RunAction, ViewAction};
use plyscope::tree::Tree;
use plyscope::tree::edit::Edit;

fn place(window: &Window, index: usize) -> Pos2 {
    window.state().position_of(node(window, index)).unwrap()
}

fn move_to(window: &mut Window, to: Pos2) {
    window.hover_at(to);
    window.run_steps(2);
}

/// Presses at a place and goes to another, without letting go.
fn drag(window: &mut Window, from: Pos2, to: Pos2, modifiers: Modifiers) {
    move_to(window, from);
    button(window, from, PointerButton::Primary, true, modifiers);
    move_to(window, from.lerp(to, 0.5));
    move_to(window, to);
}

fn drop_at(window: &mut Window, at: Pos2, modifiers: Modifiers) {
    button(window, at, PointerButton::Primary, false, modifiers);
    settle(window);
}

#[test]
fn a_dialog_has_no_tooltip_of_the_tree_above_it() {
    let mut window = window();
    let place = place(&window, 3);
    window.hover_at(place);
    window.run_steps(30);
    let tooltip = "returned 12, exact";
    assert!(says(&window, tooltip));
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    window.run_steps(6);
    assert!(says(&window, "commands; Up and Down"));
    assert!(!says(&window, tooltip));
}

#[test]
fn a_click_beside_all_nodes_marks_the_search_of_the_pane() {
    let mut window = window();
    press_all(&mut window, &[Key::T, Key::CloseBracket]);
    assert!(says(&window, "is skipped: a shallow cutoff"), "the first search with a cutoff is marked");
    let corner = window.get_by_label("Tree searched by Minimax").rect().left_top() + vec2(8.0, 8.0);
    window.hover_at(corner);
    button(&mut window, corner, PointerButton::Primary, true, Modifiers::NONE);
    button(&mut window, corner, PointerButton::Primary, false, Modifiers::NONE);
    settle(&mut window);
    press_all(&mut window, &[Key::End, Key::OpenBracket]);
    assert!(!says(&window, "is skipped: a shallow cutoff"), "minimax has none");
    assert_eq!(window.state().selected(), None);
}

#[test]
fn the_selected_node_is_dragged_beside_another_or_onto_one() {
    let mut window = window();
    select(&mut window, 3);
    let (from, to) = (place(&window, 3), place(&window, 5) - vec2(14.0, 0.0));
    drag(&mut window, from, to, Modifiers::NONE);
    save(&mut window, "carrying");
    drop_at(&mut window, to, Modifiers::NONE);
    assert_eq!(text(&window), "((3) (12 2 4))", "to the left of leaf 2");
    assert_eq!(window.state().selected(), Some(node(&window, 4)));
    let (from, to) = (place(&window, 4), place(&window, 1));
    drag(&mut window, from, to, Modifiers::NONE);
    drop_at(&mut window, to, Modifiers::NONE);
    assert_eq!(text(&window), "((3 12) (2 4))", "onto the first child of the root");
    select(&mut window, 1);
    let (from, to) = (place(&window, 1), place(&window, 4) + vec2(40.0, 0.0));
    drag(&mut window, from, to, Modifiers::NONE);
    drop_at(&mut window, to, Modifiers::NONE);
    assert_eq!(text(&window), "((2 4) (3 12))");
    assert_eq!(window.state().changes().len(), 3);
}

#[test]
fn a_drag_that_is_given_up_changes_nothing_and_another_node_pans() {
    let mut window = window();
    select(&mut window, 3);
    let (from, to) = (place(&window, 3), place(&window, 5) - vec2(14.0, 0.0));
    drag(&mut window, from, to, Modifiers::NONE);
    press(&mut window, Modifiers::NONE, Key::Escape);
    drop_at(&mut window, to, Modifiers::NONE);
    assert_eq!(text(&window), SMALL);
    assert_eq!(window.state().selected(), Some(node(&window, 3)), "Escape ends the drag alone");
    let from = place(&window, 2);
    drag(&mut window, from, to, Modifiers::NONE);
    drop_at(&mut window, to, Modifiers::NONE);
    assert_eq!(text(&window), SMALL);
    // Dropped where it was, or onto itself.
    let (from, beside) = (place(&window, 3), place(&window, 3) + vec2(12.0, 4.0));
    drag(&mut window, from, beside, Modifiers::NONE);
    drop_at(&mut window, beside, Modifiers::NONE);
    assert_eq!(text(&window), SMALL);
    assert!(window.state().changes().is_empty());
}

/// Where a text that contains some words is drawn.
fn place_of_text(window: &Window, words: &str) -> Option<Rect> {
    shapes(window).into_iter().find_map(|(shape, _)| match shape {
        Shape::Text(text) if text.galley.text().contains(words) => Some(text.visual_bounding_rect()),
        _ => None,
    })
}

#[test]
fn what_is_said_while_a_subtree_is_dragged_stays_inside_a_narrow_pane() {
    let (_directory, path) = file("small.tree", SMALL);
    let size = [500.0, 300.0];
    let mut window = opened(size, Some(path));
    select(&mut window, 3);
    let from = place(&window, 3);
    drag(&mut window, from, from + vec2(12.0, 4.0), Modifiers::NONE);
    save(&mut window, "carrying-narrow");
    let pane = window.get_by_label("Tree searched by Minimax").rect();
    let said = place_of_text(&window, "Esc cancels").unwrap();
    assert!(pane.width() < 240.0 && pane.contains_rect(said), "{said} in {pane}");
}

#[test]
fn a_subtree_is_dragged_in_the_icicle_too() {
    let mut window = window();
    act(&mut window, Action::View(ViewAction::SetKind(Kind::Icicle)));
    select(&mut window, 3);
    let (from, to) = (place(&window, 3), place(&window, 4));
    drag(&mut window, from, to, Modifiers::NONE);
    save(&mut window, "carrying-icicle");
    drop_at(&mut window, to, Modifiers::NONE);
    assert_eq!(text(&window), "((3) (2 4 12))");
}

#[test]
fn a_value_is_dragged_and_the_searches_follow() {
    let mut window = window();
    let from = place(&window, 3);
    drag(&mut window, from, from - vec2(0.0, 60.0), Modifiers::SHIFT);
    until(&mut window, |window| text(window) != SMALL && !window.state().is_busy());
    let shown = text(&window);
    save(&mut window, "dragging-a-value");
    assert_eq!(window.state().selected(), Some(node(&window, 3)));
    move_to(&mut window, from - vec2(0.0, 120.0));
    until(&mut window, |window| text(window) != shown && !window.state().is_busy());
    drop_at(&mut window, from - vec2(0.0, 120.0), Modifiers::SHIFT);
    assert_eq!(window.state().changes().len(), 1, "{:?}", window.state().changes());
    assert!(window.state().view().is_fit(), "nothing was panned");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), SMALL);
    let from = place(&window, 3);
    drag(&mut window, from, from + vec2(0.0, 60.0), Modifiers::SHIFT);
    until(&mut window, |window| text(window) != SMALL && !window.state().is_busy());
    press(&mut window, Modifiers::NONE, Key::Escape);
    drop_at(&mut window, from + vec2(0.0, 60.0), Modifiers::SHIFT);
    assert_eq!(text(&window), SMALL);
    assert!(window.state().changes().is_empty());
}

#[test]
fn the_wheel_with_shift_tries_values_at_the_leaf_under_the_pointer() {
    let mut window = window();
    let at = place(&window, 3);
    move_to(&mut window, at);
    for _ in 0..3 {
        window.event(Event::ModifiersChanged(Modifiers::SHIFT));
        window.event(wheel(MouseWheelUnit::Line, vec2(0.0, -1.0), Modifiers::SHIFT));
        window.step();
    }
    settle(&mut window);
    assert_eq!(text(&window), "((3 9) (2 4))");
    assert_eq!(window.state().changes(), ["Set leaf 1 to 9"]);
    assert!(window.state().view().is_fit());
}

#[test]
fn a_right_click_offers_what_can_be_done_with_a_node() {
    let mut window = window();
    let at = place(&window, 4);
    move_to(&mut window, at);
    button(&mut window, at, PointerButton::Secondary, true, Modifiers::NONE);
    button(&mut window, at, PointerButton::Secondary, false, Modifiers::NONE);
    window.run_steps(3);
    assert_eq!(window.state().selected(), Some(node(&window, 4)));
    save(&mut window, "node-menu");
    window.get_by_label_contains("Add child").click();
    window.run_steps(3);
    settle(&mut window);
    assert_eq!(text(&window), "((3 12) (2 4 0))");
}

#[test]
fn a_step_of_the_history_is_clicked() {
    let mut window = window();
    for value in [5, 6, 7] {
        let leaf = node(&window, 3);
        act(&mut window, Action::Edit(EditAction::Change(Edit::Value(leaf, Some(value.into())))));
    }
    settle(&mut window);
    act(&mut window, Action::ToggleHistory);
    window.run_steps(5);
    save(&mut window, "history");
    click_and_wait(&mut window, "Set leaf 1 to 5");
    assert_eq!(text(&window), "((3 5) (2 4))");
    click_and_wait(&mut window, "Set leaf 1 to 7");
    assert_eq!(text(&window), "((3 7) (2 4))");
    click_and_wait(&mut window, "As it was opened");
    assert_eq!(text(&window), SMALL);
    assert!(window.state().changes().is_empty());
}

#[test]
fn edits_of_a_large_tree_are_made_one_after_the_other() {
    let (_directory, path) = file("large.tree", &format!("({})", "(1 2) ".repeat(8_000)));
    let mut window = window_of(path);
    act(&mut window, Action::Run(RunAction::Cancel(plyscope::search::Algorithm::MINIMAX)));
    let (first, second) = (node(&window, 1), node(&window, 4));
    // The second one is still about the node that was the second when it was asked for.
    let ctx = window.ctx.clone();
    for edit in [Edit::Delete(first), Edit::Label(second, Some("second".into())), Edit::Value(first, None)] {
        window.state_mut().act(&ctx, Action::Edit(EditAction::Change(edit)));
    }
    assert_eq!(window.state().tree().unwrap().len(), 24_001, "the window does not wait");
    settle(&mut window);
    let tree: &Tree = window.state().tree().unwrap();
    assert_eq!(tree.label(node(&window, 1)), Some("second"));
    assert_eq!(window.state().changes().len(), 2, "the edit of the node that is gone is dropped");
    act(&mut window, Action::Edit(EditAction::Undo));
    act_and_wait(&mut window, Action::Edit(EditAction::Undo));
    assert_eq!(window.state().tree().unwrap().len(), 24_001);
    assert!(window.state().changes().is_empty());
}

#[test]
fn a_value_that_is_dragged_back_to_where_it_began_is_no_change() {
    let mut window = window();
    let from = place(&window, 3);
    drag(&mut window, from, from - vec2(0.0, 60.0), Modifiers::SHIFT);
    until(&mut window, |window| text(window) != SMALL && !window.state().is_busy());
    assert_eq!(window.state().changes().len(), 1);
    move_to(&mut window, from);
    until(&mut window, |window| text(window) == SMALL && !window.state().is_busy());
    drop_at(&mut window, from, Modifiers::SHIFT);
    assert!(window.state().changes().is_empty());
}

//! Keys: where they go while a field gets the focus, and what Esc ends.

use crate::common::{Window, act, press, says, settle};
use crate::small::{change, node, select, text, window};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, EditAction, ViewAction};
use plyscope::tree::edit::Edit;

/// A key that is pressed in the next frame.
fn pressed(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// A key as the desktop reports it: pressed, and with the text that it types.
fn typed(window: &mut Window, char: char) {
    let text = char.to_string();
    let key = Key::from_name(&text.to_uppercase()).unwrap();
    window.input_mut().events.extend([pressed(key, Modifiers::NONE), Event::Text(text)]);
}

#[test]
fn digits_typed_at_a_leaf_arrive_in_order_at_any_speed() {
    // With no frames in between all keys come in the same one.
    for frames in 0..4 {
        for has_inspector in [true, false] {
            let mut window = window();
            if !has_inspector {
                act(&mut window, Action::ToggleInspector);
            }
            select(&mut window, 3);
            for char in "-1023".chars() {
                typed(&mut window, char);
                window.run_steps(frames);
            }
            window.run_steps(4);
            press(&mut window, Modifiers::NONE, Key::Enter);
            assert_eq!(text(&window), "((3 -1023) (2 4))", "{frames} frames in between, inspector: {has_inspector}");
            assert_eq!(window.state().changes().len(), 1);
        }
    }
}

#[test]
fn enter_right_after_a_digit_sets_the_value() {
    for frames in 0..3 {
        let mut window = window();
        select(&mut window, 3);
        typed(&mut window, '7');
        window.run_steps(frames);
        window.input_mut().events.push(pressed(Key::Enter, Modifiers::NONE));
        window.run_steps(4);
        settle(&mut window);
        assert_eq!(text(&window), "((3 7) (2 4))", "{frames} frames in between");
    }
}

fn found_text(window: &Window) -> Option<String> {
    window.query_by_role_and_label(Role::TextInput, "Find nodes")?.accesskit_node().value()
}

#[test]
fn letters_right_after_ctrl_f_go_to_the_field_that_finds_nodes() {
    for frames in 0..3 {
        let mut window = window();
        let view = window.state().view().kind;
        window.input_mut().events.push(pressed(Key::F, Modifiers::COMMAND));
        window.run_steps(frames);
        for char in "vt".chars() {
            typed(&mut window, char);
            window.run_steps(frames);
        }
        window.run_steps(4);
        assert_eq!(found_text(&window).as_deref(), Some("vt"), "{frames} frames in between");
        assert_eq!(window.state().view().kind, view, "V switched the view");
    }
}

#[test]
fn escape_closes_a_dialog_then_the_bar_that_finds_nodes_and_then_clears_the_selection() {
    let mut window = window();
    let leaf = node(&window, 3);
    act(&mut window, Action::View(ViewAction::Select(Some(leaf))));
    press(&mut window, Modifiers::COMMAND, Key::F);
    act(&mut window, Action::ShowAbout);
    let is_open = |window: &Window| window.query_by_label_contains("Licence:").is_some();
    assert!(is_open(&window) && found_text(&window).is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!is_open(&window) && found_text(&window).is_some(), "the dialog is closed alone");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(found_text(&window).is_none(), "the bar is closed");
    assert_eq!(window.state().selected(), Some(leaf));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(window.state().selected(), None);
    // It closes the bar from its field, too.
    press(&mut window, Modifiers::COMMAND, Key::F);
    typed(&mut window, 'v');
    window.run_steps(3);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(found_text(&window).is_none());
}

#[test]
fn escape_in_a_field_leaves_the_bar_that_finds_nodes_open() {
    let mut window = window();
    press(&mut window, Modifiers::COMMAND, Key::F);
    select(&mut window, 3);
    act(&mut window, Action::Edit(EditAction::EditValue));
    typed(&mut window, '7');
    window.run_steps(3);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(found_text(&window).is_some());
    assert_eq!(text(&window), "((3 12) (2 4))", "the value is as before");
}

#[test]
fn a_key_with_shift_is_not_the_one_without() {
    let mut window = window();
    for value in [5, 6] {
        let leaf = node(&window, 3);
        change(&mut window, Edit::Value(leaf, Some(value.into())));
    }
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), "((3 5) (2 4))");
    // There is something to undo as well.
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(text(&window), "((3 6) (2 4))");
}

#[test]
fn alt_with_a_letter_opens_a_menu_also_when_alt_is_released_in_the_same_frame() {
    let mut window = window();
    let view = window.state().view().kind;
    let released =
        Event::Key { key: Key::V, physical_key: None, pressed: false, repeat: false, modifiers: Modifiers::NONE };
    window.input_mut().events.extend([pressed(Key::V, Modifiers::ALT), released]);
    window.run_steps(3);
    assert_eq!(window.state().view().kind, view, "V switched the view");
    assert!(window.query_by_label("Reduced motion").is_some(), "the menu is open");
}

#[test]
fn escape_leaves_the_lecture_hall_once_nothing_is_selected_and_a_note_says_so() {
    let mut window = window();
    select(&mut window, 3);
    let is_inside = |window: &Window| window.query_by_label("Add algorithm").is_none();
    press(&mut window, Modifiers::NONE, Key::F11);
    assert!(is_inside(&window) && says(&window, "F11 or Esc leaves the lecture hall"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(is_inside(&window));
    assert_eq!(window.state().selected(), None);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!is_inside(&window) && !says(&window, "leaves the lecture hall"));
    assert_eq!(window.state().selected(), None);
}

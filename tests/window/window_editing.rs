//! Trees in the window: editing, undo, trying values, creating and saving.

use std::sync::Arc;

use crate::common::{
    Window, act, act_and_wait, builder, click, click_and_wait, enter, focus_field, focus_on, is_enabled, opened, press,
    press_all, says, settle, until,
};
use crate::file::file;
use crate::pictures::{SIZE, save};
use crate::small::{SMALL, change, node, paste, select, text, window, window_of};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, OutputCommand, ViewportCommand};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, EditAction, FileAction, NewTree, Page, Plyscope, ViewAction};
use plyscope::tree::Tree;
use plyscope::tree::edit::{ChildOrder, Edit, Gesture};
use plyscope::tree::samples::Sample;

fn type_text(window: &mut Window, text: &str) {
    for char in text.chars() {
        window.input_mut().events.push(Event::Text(char.to_string()));
        window.run_steps(2);
    }
}

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

#[test]
fn typing_at_a_leaf_sets_its_value_and_every_search_follows() {
    let mut window = window();
    select(&mut window, 3);
    type_text(&mut window, "-1.5");
    save(&mut window, "editing-value");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(text(&window), "((3 -1.5) (2 4))");
    assert!(says(&window, "All algorithms agree: value 2"));
    assert_eq!(window.state().selected(), Some(node(&window, 3)));
    assert_eq!(window.state().changes(), ["Set leaf 1 to −1.5"]);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), SMALL);
    assert!(says(&window, "All algorithms agree: value 3"));
    press(&mut window, CTRL_SHIFT, Key::Z);
    assert_eq!(text(&window), "((3 -1.5) (2 4))");
}

#[test]
fn text_that_is_not_a_number_is_reported_and_escape_keeps_the_value() {
    let mut window = window();
    select(&mut window, 3);
    type_text(&mut window, "1-");
    assert!(says(&window, "“1-” is not a number"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(text(&window), SMALL);
    assert_eq!(window.state().selected(), Some(node(&window, 3)), "the node stays selected");
    assert!(window.state().changes().is_empty());
    type_text(&mut window, "?");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(text(&window), "((3 ?) (2 4))");
}

#[test]
fn keys_add_delete_and_move_nodes() {
    let mut window = window();
    select(&mut window, 3);
    press(&mut window, Modifiers::NONE, Key::Insert);
    assert_eq!(text(&window), "((3 (12)) (2 4))", "the first child takes the value of the leaf");
    press(&mut window, Modifiers::ALT, Key::Insert);
    assert_eq!(text(&window), "((3 (12 0)) (2 4))");
    press(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(text(&window), "((3 (0 12)) (2 4))");
    assert_eq!(window.state().selected(), Some(node(&window, 4)));
    press(&mut window, Modifiers::ALT, Key::ArrowRight);
    assert_eq!(text(&window), "((3 (12 0)) (2 4))");
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(text(&window), "((3 (12)) (2 4))");
    select(&mut window, 1);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(text(&window), "((2 4))");
    for _ in 0..6 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(text(&window), SMALL);
    select(&mut window, 0);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert!(says(&window, "The root cannot be deleted"));
}

#[test]
fn shift_and_insert_paste_once_and_insert_nothing() {
    let mut window = window();
    select(&mut window, 3);
    // How often the desktop is asked for what there is to paste.
    let asks = |window: &mut Window| {
        let mut count = 0;
        for _ in 0..4 {
            window.step();
            let commands = window.output().viewport_output.values().flat_map(|viewport| &viewport.commands);
            count += commands.filter(|command| **command == ViewportCommand::RequestPaste).count();
        }
        count
    };
    let (key, modifiers) = (Key::Insert, Modifiers::SHIFT);
    let pressed = || Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    window.input_mut().events.push(pressed());
    assert_eq!(asks(&mut window), 1);
    settle(&mut window);
    assert_eq!(text(&window), SMALL, "nothing is inserted");
    // A desktop that pastes by itself, and reports the key as well.
    window.input_mut().events.extend([Event::Paste("7".into()), pressed()]);
    assert_eq!(asks(&mut window), 0);
    settle(&mut window);
    assert_eq!(text(&window), "((3 7) (2 4))");
    assert_eq!(window.state().changes().len(), 1);
}

#[test]
fn the_menu_names_the_step_that_is_undone() {
    let mut window = window();
    let first = node(&window, 1);
    change(&mut window, Edit::Sort(first, ChildOrder::WorstFirst));
    assert_eq!(text(&window), "((12 3) (2 4))");
    click(&mut window, "Edit");
    let item = "Undo: Sort the children of node 1, worst first";
    assert!(says(&window, item));
    save(&mut window, "editing-menu");
    window.get_by_label_contains(item).click();
    window.run_steps(3);
    settle(&mut window);
    assert_eq!(text(&window), SMALL);
}

#[test]
fn subtrees_are_copied_and_pasted_as_text() {
    let mut window = window();
    select(&mut window, 1);
    window.input_mut().events.push(Event::Copy);
    window.step();
    let copied = OutputCommand::CopyText("(3 12)\n".into());
    assert!(window.output().platform_output.commands.contains(&copied));
    select(&mut window, 6);
    paste(&mut window, "(3 12)\n");
    assert_eq!(text(&window), "((3 12) (2 (3 12)))");
    paste(&mut window, "no tree");
    assert!(says(&window, "The clipboard does not contain a tree: 1:"));
}

#[test]
fn a_text_that_is_pasted_without_a_selected_node_opens_as_a_new_tree() {
    let mut window = window();
    paste(&mut window, "['A', ('B', 5), ('C', 10)]");
    assert!(text(&window).contains(r#"{"label": "C", "value": 10}"#), "{}", text(&window));
    assert!(says(&window, "Read as nested Python lists."));
    // What is unsaved is asked for first, on every page, and only if the text is a tree.
    act(&mut window, Action::ShowPage(Page::Start));
    paste(&mut window, "Dear students,\nplease find below");
    assert!(says(&window, "is not a tree yet") && window.state().error().is_none(), "it can be corrected");
    press(&mut window, Modifiers::NONE, Key::Escape);
    paste(&mut window, "[:max 3 12]");
    assert!(says(&window, "Save the changes to"));
    click_and_wait(&mut window, "Don’t save");
    assert!(text(&window).contains("[3, 12]") || text(&window) == "(3 12)", "{}", text(&window));
    let mut empty = builder().with_size(SIZE).build_eframe(|creation| Plyscope::empty(creation));
    empty.run_steps(2);
    paste(&mut empty, "((3 12 8) (2 4");
    assert!(says(&empty, "is not a tree yet") && empty.state().error().is_none(), "so can one of a known notation");
    press(&mut empty, Modifiers::NONE, Key::Escape);
    paste(&mut empty, "Node [Leaf 3, Leaf 12]");
    assert_eq!(text(&empty), "(3 12)");
}

#[test]
fn a_paste_whose_node_was_deleted_meanwhile_says_so() {
    // So large that changes are made on a worker, and the paste waits for the deletion.
    let (_folder, path) = file("wide.tree", &format!("(({}) (2 4))", "7 ".repeat(20_000)));
    let mut window = opened(SIZE, Some(path));
    let [first, leaf] = [1, 2].map(|index| node(&window, index));
    let paste = |node| Action::Edit(EditAction::PasteText(Some(node), Arc::new("(3 12)".into())));
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, Action::Edit(EditAction::Change(Edit::Delete(first))));
    window.state_mut().act(&ctx, paste(leaf));
    settle(&mut window);
    assert_eq!(text(&window), "((2 4))");
    assert_eq!(window.state().error(), Some("nothing was pasted; the node for it was deleted meanwhile"));
}

#[test]
fn a_field_receives_the_keys_while_it_has_the_focus() {
    let mut window = window();
    select(&mut window, 1);
    click(&mut window, "Change this node");
    focus_field(&mut window, Role::TextInput, "Label");
    window.input_mut().events.push(Event::Text("v".into()));
    press_all(&mut window, &[Key::Delete, Key::Enter]);
    assert_eq!(window.state().tree().unwrap().label(node(&window, 1)), Some("v"));
    assert_eq!(window.state().tree().unwrap().len(), 7);
}

#[test]
fn dragging_a_value_is_one_step() {
    let mut window = window();
    select(&mut window, 3);
    let leaf = node(&window, 3);
    let gesture = Gesture::new();
    for value in [5, 6, 7] {
        act_and_wait(&mut window, Action::Edit(EditAction::WhatIf(leaf, value.into(), gesture)));
    }
    assert_eq!(text(&window), "((3 7) (2 4))");
    assert_eq!(window.state().changes(), ["Set leaf 1 to 7"]);
    let slider = window.get_by_label("Value to try at the leaf").rect();
    window.drag_at(slider.center());
    window.run_steps(2);
    for to in [slider.right_center(), slider.left_center()] {
        window.hover_at(to);
        window.run_steps(4);
    }
    window.drop_at(slider.left_center());
    window.run_steps(4);
    settle(&mut window);
    assert_eq!(window.state().changes().len(), 2, "{:?}", window.state().changes());
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), "((3 7) (2 4))");
}

#[test]
fn a_fraction_at_a_leaf_of_a_tree_of_whole_numbers_is_kept() {
    let mut window = window();
    select(&mut window, 3);
    // The key opens the fields wherever they are.
    press(&mut window, Modifiers::NONE, Key::F2);
    for typed in ["1.6", "1e308", "0.5", "7"] {
        focus_field(&mut window, Role::TextInput, "Value");
        press(&mut window, Modifiers::COMMAND, Key::A);
        type_text(&mut window, typed);
        press(&mut window, Modifiers::NONE, Key::Enter);
        let leaf = window.state().tree().unwrap().value(node(&window, 3)).unwrap();
        assert_eq!(leaf, typed.parse().unwrap());
    }
}

#[test]
fn a_tree_is_created_from_text_with_errors_shown_while_typing() {
    let mut window = window();
    press(&mut window, CTRL_SHIFT, Key::N);
    click(&mut window, "A text");
    focus_on(&mut window, "Text of the tree");
    press(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "((1 2) ");
    settle(&mut window);
    assert!(says(&window, "Line 1, column 8: the text ends inside a bracket; add a )"));
    save(&mut window, "new-tree");
    type_text(&mut window, "5)");
    settle(&mut window);
    assert!(says(&window, "5 nodes, 3 leaves, depth 2") && says(&window, "Read as bracket notation."));
    click_and_wait(&mut window, "Create");
    assert_eq!(text(&window), "((1 2) 5)");
    act(&mut window, Action::File(FileAction::OpenSample(Sample::first())));
    assert!(says(&window, "Save the changes to"), "a typed tree is kept nowhere else");
    click(&mut window, "Cancel");
    assert_eq!(text(&window), "((1 2) 5)");
}

#[test]
fn a_shape_has_leaves_that_are_zero() {
    let mut window = window();
    act_and_wait(&mut window, Action::File(FileAction::Create(NewTree::Shape { branching: 2, depth: 3 })));
    assert_eq!(text(&window), "(((0 0) (0 0)) ((0 0) (0 0)))");
}

#[test]
fn saving_keeps_the_changes_and_closes_the_question() {
    let (directory, path) = file("small.tree", SMALL);
    let mut window = window_of(path.clone());
    let leaf = node(&window, 3);
    change(&mut window, Edit::Value(leaf, Some(7.into())));
    assert!(says(&window, "• small: 7 nodes"));
    act(&mut window, Action::File(FileAction::OpenSample(Sample::first())));
    assert!(says(&window, "Save the changes to small.tree?") && says(&window, &path.display().to_string()));
    assert!(says(&window, "Save as…"));
    save(&mut window, "unsaved");
    click_and_wait(&mut window, "Save");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "((3 7) (2 4))\n");
    assert_eq!(window.state().tree().unwrap().leaf_count(), 14, "the sample is opened then");

    let other = directory.path().join("other.json");
    act_and_wait(&mut window, Action::File(FileAction::SaveTo { path: other.clone(), replace: false, then: None }));
    let saved: Tree = std::fs::read_to_string(&other).unwrap().parse().unwrap();
    assert_eq!(Some(&saved), window.state().tree());
    act_and_wait(&mut window, Action::File(FileAction::SaveTo { path: path.clone(), replace: false, then: None }));
    assert!(says(&window, "Replace a file?"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "((3 7) (2 4))\n");

    // A save that comes while another is under way waits for it.
    act(&mut window, Action::CloseModal);
    let [third, fourth] = ["third.json", "fourth.json"].map(|name| directory.path().join(name));
    let ctx = window.ctx.clone();
    for path in [&third, &fourth] {
        window
            .state_mut()
            .act(&ctx, Action::File(FileAction::SaveTo { path: path.clone(), replace: false, then: None }));
    }
    settle(&mut window);
    assert!(third.exists() && fourth.exists());
}

#[test]
fn changes_are_discarded_if_the_user_agrees() {
    let mut window = window();
    change(&mut window, Edit::AddLevel(2));
    act(&mut window, Action::File(FileAction::OpenSample(Sample::first())));
    click_and_wait(&mut window, "Don’t save");
    assert_eq!(window.state().tree().unwrap().leaf_count(), 14);
    act_and_wait(&mut window, Action::File(FileAction::OpenSample(Sample::first())));
    assert!(!says(&window, "Save the changes to"));
    // A tree without a file is named by its title, and no button would write over something.
    change(&mut window, Edit::AddLevel(2));
    act(&mut window, Action::File(FileAction::OpenSample(Sample::first())));
    let title = window.state().tree().unwrap().title().to_owned();
    assert!(says(&window, &format!("Save the changes to “{title}”?")));
    assert!(window.query_by_label("Save").is_none() && window.query_by_label("Save as…").is_some());
}

#[test]
fn what_was_deleted_is_selected_when_it_comes_back() {
    let mut window = window();
    for index in [3, 1] {
        select(&mut window, index);
        let node = node(&window, index);
        change(&mut window, Edit::Delete(node));
        press(&mut window, Modifiers::COMMAND, Key::ArrowDown);
        act(&mut window, Action::View(ViewAction::Select(None)));
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(window.state().selected(), Some(node));
    }
}

#[test]
fn a_wrong_value_and_what_is_wrong_with_it_are_in_sight_until_esc_or_another_selection() {
    let wrong = "is not a number";
    let mut window = opened([1366.0, 720.0], None);
    let (first, second) = {
        let tree = window.state().tree().unwrap();
        (tree.leaf(0), tree.leaf(1))
    };
    act(&mut window, Action::View(ViewAction::Select(Some(first))));
    let draft = |window: &mut Window| {
        press(window, Modifiers::NONE, Key::F2);
        enter(window, "abc");
        press(window, Modifiers::NONE, Key::Enter);
        window.run_steps(30);
        assert!(says(window, wrong));
    };
    draft(&mut window);
    let error = window.query_all_by_label_contains(wrong).next().unwrap().rect();
    let table = window.get_by_label_contains("All algorithms agree").rect();
    assert!(error.bottom() <= table.top(), "{error} {table}");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!says(&window, wrong) && window.state().selected() == Some(first), "Esc gives the value back");
    draft(&mut window);
    act(&mut window, Action::View(ViewAction::Select(Some(second))));
    act(&mut window, Action::View(ViewAction::Select(Some(first))));
    assert!(!says(&window, wrong));
    draft(&mut window);
    act(&mut window, Action::View(ViewAction::Select(None)));
    act(&mut window, Action::View(ViewAction::Select(Some(first))));
    assert!(!says(&window, wrong));
}

#[test]
fn folds_and_the_selection_stay_with_their_nodes() {
    let mut window = window();
    let [first, second] = [node(&window, 1), node(&window, 4)];
    act(&mut window, Action::View(ViewAction::ToggleFold(second)));
    select(&mut window, 5);
    change(&mut window, Edit::Delete(first));
    assert_eq!(text(&window), "((2 4))");
    window.render().unwrap();
    act_and_wait(&mut window, Action::Edit(EditAction::Undo));
    window.render().unwrap();
    assert_eq!(text(&window), SMALL);
}

#[test]
fn a_long_change_shows_how_far_it_is_and_is_cancelled() {
    let mut window = window();
    act(&mut window, Action::Edit(EditAction::Change(Edit::AddLevel(1_000_000))));
    until(&mut window, |window| window.query_by_label("Cancel the change").is_some());
    assert!(says(&window, "Changing the tree"));
    save(&mut window, "changing");
    click_and_wait(&mut window, "Cancel the change");
    assert_eq!(text(&window), SMALL);
    assert!(window.state().changes().is_empty());
    assert_eq!(window.state().error(), None);
}

#[test]
fn a_text_that_is_too_long_for_a_field_is_not_pasted_there() {
    let mut window = window();
    select(&mut window, 3);
    press(&mut window, Modifiers::NONE, Key::F2);
    paste(&mut window, &"7".repeat(2_000_000));
    assert!(window.state().error().unwrap().starts_with("this text is too long for a field"));
    paste(&mut window, "7");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(text(&window), "((3 7) (2 4))", "a short one is, in the place of the value that was selected");
}

#[test]
fn a_child_is_moved_only_where_there_is_room_beside_it() {
    let mut window = window();
    select(&mut window, 1);
    click(&mut window, "Change this node");
    for (index, sides) in [(0, [false, false]), (1, [false, true]), (3, [true, false]), (4, [true, false])] {
        select(&mut window, index);
        let buttons = ["Left", "Right"].map(|text| is_enabled(&window, text));
        assert_eq!(buttons, sides, "the buttons at node {index}");
        press(&mut window, Modifiers::COMMAND, Key::K);
        enter(&mut window, "move");
        let commands = ["Move left", "Move right"].map(|text| is_enabled(&window, text));
        assert_eq!(commands, sides, "the commands at node {index}");
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
}

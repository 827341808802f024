//! The dialogs in front of the window, driven as a person would drive them.

use crate::common::{Window, act, act_and_wait, click_on, enter, focus_on, opened, says, settle, until};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, FileAction, Page};
use plyscope::game::{AnyGame, GameName, GameTree};
use plyscope::search::catalogue::Catalogue;

fn window() -> Window {
    opened(Vec2::new(1000.0, 700.0), None)
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(3);
}

#[test]
fn enter_makes_the_tree_of_a_game_and_a_random_tree() {
    let mut window = window();
    // The dialog begins with the game that was taken last.
    let game = AnyGame::from_position(GameName::of_id("nim").unwrap(), "1,2").unwrap();
    act_and_wait(&mut window, Action::File(FileAction::Unfold(GameTree::new(game, None))));
    act(&mut window, Action::File(FileAction::NewRandomTree));
    press(&mut window, Key::Enter);
    until(&mut window, |window| window.state().tree().unwrap().leaf_count() == 81);
    let root = window.get_by_role_and_label(Role::ComboBox, "Root").accesskit_node().value();
    assert_eq!(root.as_deref(), Some("by default (MAX)"), "a random tree has no file");
    act(&mut window, Action::File(FileAction::NewGame));
    window.run_steps(3);
    until(&mut window, |window| !says(window, "counting…"));
    press(&mut window, Key::Enter);
    until(&mut window, |window| window.state().tree().unwrap().source().contains("nim"));
    assert!(!says(&window, "New tree from a game"));
}

#[test]
fn the_list_of_games_closes_after_a_choice_by_key() {
    let mut window = window();
    act(&mut window, Action::File(FileAction::NewGame));
    window.run_steps(2);
    click_on(&mut window, Role::ComboBox, "Game");
    assert!(window.query_by_label("Nim").is_some());
    focus_on(&mut window, "Nim");
    press(&mut window, Key::Enter);
    assert!(window.query_by_label("Chess").is_none(), "the list is closed");
    assert!(says(&window, "New tree from a game"), "the dialog is not submitted with it");
}

fn type_path(window: &mut Window, path: &str) {
    act(window, Action::File(FileAction::TypePath));
    window.run_steps(3);
    enter(window, path);
    press(window, Key::Enter);
    settle(window);
    window.run_steps(3);
}

#[test]
fn a_wrong_path_keeps_the_dialog_and_the_text_until_it_is_right() {
    let mut window = window();
    type_path(&mut window, "~/no-such-tree-of-plyscope.json");
    let home = std::env::home_dir().unwrap();
    let error = window.state().error().unwrap().to_owned();
    assert!(error.starts_with(&home.display().to_string()) && error.contains("there is no such file"), "{error}");
    assert!(says(&window, "Open a tree, a session, a trace or a sweep"), "the dialog stays");
    assert_eq!(window.query_all_by_label_contains("there is no such file").count(), 1, "only the dialog says it");
    let field = window.get_by_label_contains("Path of a tree");
    assert_eq!(field.accesskit_node().value().unwrap(), "~/no-such-tree-of-plyscope.json");
    // Esc takes the dialog and the message away.
    press(&mut window, Key::Escape);
    assert!(!says(&window, "Open a tree, a session, a trace or a sweep") && window.state().error().is_none());

    let file = tempfile::NamedTempFile::with_suffix(".tree").unwrap();
    std::fs::write(file.path(), "(1 2)").unwrap();
    type_path(&mut window, &file.path().display().to_string());
    assert!(!says(&window, "Open a tree, a session, a trace or a sweep"));
    assert_eq!(window.state().tree().unwrap().leaf_count(), 2);
}

#[test]
fn escape_dismisses_an_error_first() {
    let mut window = window();
    act_and_wait(&mut window, Action::File(FileAction::Open("no-such-tree.json".into())));
    assert!(window.state().error().is_some());
    press(&mut window, Key::Escape);
    assert_eq!(window.state().error(), None);
}

#[test]
fn what_is_typed_replaces_the_threshold_that_is_filled_in() {
    let mut window = window();
    let threshold = Catalogue::BUILT_IN.named().find(|entry| !entry.parameters.is_empty()).unwrap();
    act(&mut window, Action::ChooseNumber(threshold));
    window.run_steps(3);
    enter(&mut window, "5");
    window.key_press_modifiers(Modifiers::NONE, Key::Enter);
    settle(&mut window);
    let rows = window.state().rows();
    let added = rows.last().unwrap().algorithm;
    assert!(added.to_string().ends_with("=5"), "{added}");
}

/// A click that begins and ends in one frame, as on a touchpad.
fn tap(window: &mut Window, at: Pos2) {
    window.event(Event::PointerMoved(at));
    window.step();
    let button = |pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos: at, button, pressed, modifiers }
    };
    window.input_mut().events.extend([button(true), button(false)]);
    window.run_steps(3);
}

#[test]
fn a_list_of_choices_opens_again_in_a_dialog_that_was_closed() {
    let mut window = window();
    for choice in ["PDF", "PNG", "DOT"] {
        act(&mut window, Action::ChoosePicture);
        window.run_steps(3);
        let list = window.get_by_role_and_label(Role::ComboBox, "Format").rect().center();
        tap(&mut window, list);
        // If the list were behind the dialog, the tap would go to the dialog.
        let line = window.get_by_label(choice).rect().center();
        tap(&mut window, line);
        let format = window.get_by_role_and_label(Role::ComboBox, "Format").accesskit_node().value();
        assert_eq!(format.as_deref(), Some(choice));
        press(&mut window, Key::Escape);
        window.run_steps(3);
        assert!(!says(&window, "Export picture"), "the dialog closes");
    }
}

#[test]
fn a_dialog_shows_the_picture_or_the_tree_that_it_makes() {
    let mut window = window();
    act(&mut window, Action::ChoosePicture);
    until(&mut window, |window| says(window, "The picture as it will be"));
    act(&mut window, Action::CloseModal);
    for dialog in [FileAction::NewRandomTree, FileAction::NewExercise] {
        act(&mut window, Action::File(dialog));
        until(&mut window, |window| window.query_by_label("The tree").is_some());
        act(&mut window, Action::CloseModal);
    }
}

#[test]
fn an_error_goes_with_its_page_and_with_a_success() {
    let mut window = window();
    let fail = |window: &mut Window| {
        act(window, Action::Fail("it went wrong".into()));
        assert!(says(window, "It went wrong"));
    };
    fail(&mut window);
    act(&mut window, Action::ShowPage(Page::Start));
    assert!(!says(&window, "It went wrong"));
    act(&mut window, Action::ShowPage(Page::Trees));
    fail(&mut window);
    act_and_wait(&mut window, Action::File(FileAction::CopySession));
    assert!(!says(&window, "It went wrong"));
}

#[test]
fn the_buttons_of_every_dialog_stay_in_sight_in_a_small_window() {
    let size = Vec2::new(620.0, 360.0);
    let mut window = opened(size, None);
    for (dialog, buttons) in [
        (Action::File(FileAction::NewExercise), ["Practise", "Cancel"]),
        (Action::File(FileAction::NewRandomTree), ["Create", "Cancel"]),
        (Action::File(FileAction::NewGame), ["Create", "Cancel"]),
        (Action::File(FileAction::NewTree), ["Create", "Cancel"]),
        (Action::ChoosePicture, ["Save…", "Cancel"]),
        (Action::ShowFindTree, ["Find", "Close"]),
        (Action::ShowJudge, ["Judge", "Close"]),
        (Action::ShowShortcuts, ["Close", "Close"]),
    ] {
        act(&mut window, dialog.clone());
        window.run_steps(6);
        for button in buttons {
            let place = window.get_by_role_and_label(Role::Button, button).rect();
            let is_inside = place.top() > 0.0 && place.bottom() <= size.y - 4.0 && place.right() <= size.x;
            assert!(is_inside, "{dialog:?}: {button} at {place}");
        }
        act(&mut window, Action::CloseModal);
    }
}

//! The panel of the machine: what a search holds at its step.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, EditAction, RunAction, ViewAction};
use plyscope::search::Algorithm;
use plyscope::tree::edit::Edit;

use crate::common::{act, act_and_wait, click, press, press_all, says, settle};
use crate::window_timeline::{DEEP, of_size, window};

#[test]
fn the_machine_of_mtd_f_has_its_question_its_bounds_and_its_table() {
    let mut window = window(DEEP);
    act_and_wait(&mut window, Action::Run(RunAction::Add(Algorithm::MTD_F)));
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::MTD_F)));
    press_all(&mut window, &[Key::T, Key::M]);
    click(&mut window, "To the next pass or second search");
    assert!(says(&window, "Is the value of the root ≥ 0?") && says(&window, "[−∞, +∞]"));
    click(&mut window, "To the next pass or second search");
    assert!(says(&window, "Pass 2 begins: it asks whether the value of the root is > 5."));
    assert!(says(&window, "[5, +∞]"), "5 is at least 0, and the rest was skipped");
    click(&mut window, "To the previous pass or second search");
    assert!(says(&window, "Is the value of the root ≥ 0?"));
    press(&mut window, Modifiers::NONE, Key::End);
    assert!(says(&window, "[6, 6]"));
}

#[test]
fn the_machine_of_hughes_program_has_the_numbers_that_were_forced() {
    let mut window = window("((3 12 8) (2 4 6))");
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::LAZY_ALPHA_BETA)));
    press_all(&mut window, &[Key::T, Key::M, Key::CloseBracket]);
    assert!(says(&window, "= 2 :") && says(&window, "2 subtrees not forced yet"));
    let second = window.state().tree().unwrap().node(5).unwrap();
    act(&mut window, Action::View(ViewAction::SelectAndReveal(second)));
    press(&mut window, Modifiers::NONE, Key::End);
    assert!(says(&window, "= 2 :") && says(&window, "2 subtrees never forced"));
}

#[test]
fn nodes_that_the_machine_names_can_be_deleted() {
    // Large enough that the searches take longer than a frame.
    let text = format!("({}(5 (((4 100) 6) 8)))", "(1 (2 3))".repeat(20_000));
    let mut window = window(&text);
    press_all(&mut window, &[Key::T, Key::M, Key::End]);
    for _ in 0..3 {
        press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    }
    let tree = window.state().tree().unwrap();
    let last = tree.node(tree.len() - 1).and_then(|leaf| tree.parent(leaf)).unwrap();
    act(&mut window, Action::Edit(EditAction::Change(Edit::Delete(last))));
    for _ in 0..40 {
        window.step();
    }
    settle(&mut window);
    assert!(says(&window, "call") || says(&window, "meets"), "the panel is still there");
}

/// In a narrow window the machine stands below the inspector, so that the drawings keep their room.
#[test]
fn the_panels_at_the_right_share_a_column_in_a_narrow_window() {
    for (size, is_narrow) in [(Vec2::new(1366.0, 768.0), true), (Vec2::new(1920.0, 1080.0), false)] {
        let mut window = of_size(size, DEEP);
        press_all(&mut window, &[Key::T, Key::M]);
        window.run_steps(3);
        let [inspector, machine] =
            ["No node selected", "Each open node is a function of an interval, applied to the window beside it."]
                .map(|text| window.get_by_label(text).rect());
        assert_eq!(inspector.left() == machine.left(), is_narrow, "{size}: {inspector} and {machine}");
        assert_eq!(machine.top() > size.y / 3.0, is_narrow, "{size}: {inspector} and {machine}");
        let panes = inspector.left().min(machine.left());
        assert!(panes > 1000.0, "{size}: the panes are {panes} points wide");
    }
}

//! Practice in the window, as a student does it.

use crate::common::{Window, act, builder, says, settle, until};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, FileAction, Plyscope};
use plyscope::exercise::{Class, Conditions, Kind, Method, Order, Tasks, Truth, Words};
use plyscope::search::{Algorithm, CutoffRule};

fn class() -> Class {
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order: Order::Left };
    Class { conditions: Conditions::default(), method, questions: vec!["cuts", "values"], marked: 2 }
}

/// The window with the first exercise of the class.
fn practising() -> (Window, Tasks) {
    let mut window =
        builder().with_size(Vec2::new(1100.0, 760.0)).build_eframe(|creation| Plyscope::new(creation, None));
    settle(&mut window);
    act(&mut window, Action::File(FileAction::Practise(Box::new(class()), 1)));
    until(&mut window, |window| says(window, "Question 1"));
    window.run_steps(2);
    let tasks = Tasks::new(&class().solved(1).unwrap(), &class().questions(), &Words::default()).unwrap();
    (window, tasks)
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(3);
}

#[test]
fn cut_edges_are_marked_and_checked_and_nothing_gives_them_away_before() {
    let (mut window, tasks) = practising();
    let [cuts, _] = &tasks.tasks[..] else { panic!("two questions") };
    let name = |mark: &plyscope::exercise::Mark| {
        let label = |node| tasks.tree.label(node).unwrap();
        format!("{}–{}", label(tasks.tree.parent(mark.place.node).unwrap()), label(mark.place.node))
    };
    let cut: Vec<_> = cuts.marks.iter().filter(|mark| mark.truth == Truth::Marked).collect();
    let uncut = cuts.marks.iter().find(|mark| mark.truth == Truth::Unmarked).unwrap();
    assert!(cuts.marks.iter().all(|mark| !says(&window, &mark.why)));
    window.get_by_role_and_label(Role::CheckBox, &name(cut[0])).click();
    window.run_steps(2);
    window.get_by_role_and_label(Role::CheckBox, &name(uncut)).click();
    window.run_steps(2);
    click(&mut window, "Check");
    assert!(says(&window, &uncut.why) && !says(&window, &cut[0].why));
    assert!(cut[1..].iter().all(|mark| says(&window, &mark.why)));
    assert!(says(&window, &format!("0 of {} points", cut.len())));
    // What is marked first with the mouse is marked with the keyboard, too.
    click(&mut window, "Try again");
    window.get_by_role_and_label(Role::CheckBox, &name(uncut)).focus();
    window.run_steps(2);
    window.key_press(Key::Space);
    window.run_steps(2);
    for mark in &cut[1..] {
        window.get_by_role_and_label(Role::CheckBox, &name(mark)).click();
        window.run_steps(2);
    }
    click(&mut window, "Check");
    assert!(says(&window, "All right."));
    assert!(says(&window, &format!("0 of {} points", cut.len())), "the first check counts");
}

#[test]
fn hints_come_in_steps_and_another_tree_and_the_end_follow() {
    let (mut window, tasks) = practising();
    let [cuts, values] = &tasks.tasks[..] else { panic!("two questions") };
    let first = cuts.marks.iter().find(|mark| mark.truth == Truth::Marked).unwrap();
    for step in 0..3 {
        assert!(!says(&window, &first.hints[step]));
        click(&mut window, "Hint");
        assert!(says(&window, &first.hints[step]));
    }
    click(&mut window, "Question 2");
    assert_eq!(values.kind, Kind::Numbers);
    click(&mut window, "Check");
    assert!(values.marks.iter().all(|mark| says(&window, &mark.why)));
    click(&mut window, "Another tree");
    until(&mut window, |window| says(window, "Exercise no. 2") && says(window, "Question 1"));
    click(&mut window, "End");
    assert!(says(&window, "Result") && says(&window, "3 hints"));
    assert!(says(&window, &format!("0 of {} points", values.marks.len())));
    click(&mut window, "Close");
    assert!(!says(&window, "Result"));
}

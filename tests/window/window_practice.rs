//! Practice in the window, as a student does it.

use crate::common::{
    Window, act, act_and_wait, click, click_on, enter, focus_field, is_enabled, opened, press, says, set_runs, until,
};
use crate::file::file;
use crate::pictures::{SIZE, save, window_of};
use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Key, Modifiers, Theme, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, FileAction, RunAction, Settings, TimeAction, ViewAction};
use plyscope::exercise::{
    Answers, Class, Conditions, Kind, Mark, Method, Order, Question, Solved, Span, Task, Tasks, Truth, Words,
};
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::{NodeId, Player, Tree};

fn class() -> Class {
    let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order: Order::Left };
    Class { conditions: Conditions::default(), method, questions: vec!["cuts", "values"], marked: 2 }
}

/// The window with the first exercise of the class.
fn practising() -> (Window, Tasks) {
    practising_on(class())
}

fn practising_on(class: Class) -> (Window, Tasks) {
    let mut window = opened(Vec2::new(1100.0, 760.0), None);
    act(&mut window, Action::File(FileAction::Practise(Box::new(class.clone()), 1)));
    until(&mut window, |window| says(window, "Question 1"));
    window.run_steps(2);
    let tasks = Tasks::new(&class.solved(1).unwrap(), &class.questions(), &Words::default()).unwrap();
    (window, tasks)
}

/// The name of the edge that is to be marked.
fn edge(tree: &Tree, mark: &Mark) -> String {
    let label = |node| tree.label(node).unwrap();
    format!("{}–{}", label(tree.parent(mark.place.node).unwrap()), label(mark.place.node))
}

#[test]
fn cut_edges_are_marked_and_checked_and_nothing_gives_them_away_before() {
    let (mut window, tasks) = practising();
    let [cuts, _] = &tasks.tasks[..] else { panic!("two questions") };
    let name = |mark: &Mark| edge(&tasks.tree, mark);
    let cut: Vec<_> = cuts.marks.iter().filter(|mark| matches!(mark.truth, Truth::Turn(_))).collect();
    let uncut = cuts.marks.iter().find(|mark| mark.truth == Truth::Unmarked).unwrap();
    assert!(cuts.marks.iter().all(|mark| !says(&window, &mark.why)));
    click_on(&mut window, Role::CheckBox, &name(cut[0]));
    click_on(&mut window, Role::CheckBox, &name(uncut));
    click(&mut window, "Check");
    assert!(says(&window, &uncut.why) && !says(&window, &cut[0].why));
    assert!(cut[1..].iter().all(|mark| says(&window, &mark.why)));
    assert!(says(&window, &format!("0 of {} points", cut.len())));
    // What is marked first with the mouse is marked with the keyboard, too.
    click(&mut window, "Try again");
    focus_field(&mut window, Role::CheckBox, &format!("{}, number 2", name(uncut)));
    press(&mut window, Modifiers::NONE, Key::Space);
    for mark in &cut[1..] {
        click_on(&mut window, Role::CheckBox, &name(mark));
    }
    click(&mut window, "Check");
    assert!(says(&window, "All right."));
    assert!(says(&window, &format!("0 of {} points", cut.len())), "the first check counts");
}

#[test]
fn hints_come_in_steps_and_another_tree_and_the_end_follow() {
    let (mut window, tasks) = practising();
    let [cuts, values] = &tasks.tasks[..] else { panic!("two questions") };
    let first = cuts.marks.iter().find(|mark| mark.truth == Truth::Turn(1)).unwrap();
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

#[test]
fn all_is_checked_at_the_end_and_can_be_looked_at_again() {
    let (mut window, tasks) = practising();
    window.get_by_role_and_label(Role::ComboBox, "Checked").click();
    window.run_steps(3);
    click(&mut window, "at the end");
    assert!(window.query_by_label("Check").is_none());
    let [cuts, values] = &tasks.tasks[..] else { panic!("two questions") };
    click(&mut window, "Another tree");
    until(&mut window, |window| says(window, "Exercise no. 2") && says(window, "Question 1"));
    assert!(!says(&window, " points") && cuts.marks.iter().all(|mark| !says(&window, &mark.why)));
    click(&mut window, "End");
    let class = class();
    let next = Tasks::new(&class.solved(2).unwrap(), &class.questions(), &Words::default()).unwrap();
    let cut = |task: &Task| task.marks.iter().filter(|mark| matches!(mark.truth, Truth::Turn(_))).count();
    let most = cut(cuts) + values.marks.len() + cut(&next.tasks[0]) + next.tasks[1].marks.len();
    assert!(says(&window, &format!("0 of {most} points")));
    // Both trees are there, each with what was missed, and nothing can be changed.
    let first = cuts.marks.iter().find(|mark| mark.truth == Truth::Turn(1)).unwrap();
    let missed = next.tasks[0].marks.iter().find(|mark| mark.truth == Truth::Turn(1)).unwrap();
    assert!(says(&window, &missed.why));
    save(&mut window, "practise-end");
    window.get_by_label_contains("Exercise no. 1").click();
    window.run_steps(3);
    assert!(says(&window, &first.why));
    assert!(window.query_by_label("Hint").is_none() && window.query_by_label("Try again").is_none());
    let before = window.get_all_by_role(Role::CheckBox).count();
    window.get_all_by_role(Role::CheckBox).next().unwrap().click();
    window.run_steps(3);
    let marked =
        window.get_all_by_role(Role::CheckBox).filter(|node| node.accesskit_node().toggled() == Some(Toggled::True));
    assert_eq!((marked.count(), before), (0, cuts.marks.len()));
    click(&mut window, "Close");
    assert!(!says(&window, "Result"));
}

#[test]
fn orders_of_children_are_numbered_below_each_node_and_empty_leaves_are_filled() {
    let (mut window, tasks) = practising_on(Class { questions: vec!["worst-order"], ..class() });
    let task = &tasks.tasks[0];
    let name = |mark: &Mark| edge(&tasks.tree, mark);
    let mut answers = Answers::new();
    // The children of each node from the right.
    for (turn, mark) in task.marks[1..].iter().rev().enumerate() {
        window.get_by_role_and_label(Role::CheckBox, &name(mark)).click();
        window.run_steps(2);
        answers.insert(mark.place, (turn + 1).to_string());
    }
    let last = task.marks.last().unwrap();
    window.get_by_role_and_label(Role::CheckBox, &format!("{}, number 1", name(last)));
    click(&mut window, "Check");
    assert!(says(&window, &task.why(&task.marks[0], &answers, &tasks.tree)) || says(&window, "All right."));
    save(&mut window, "practise-order");

    let (mut window, tasks) = practising_on(Class { questions: vec!["empty"], ..class() });
    let task = &tasks.tasks[0];
    click(&mut window, "Check");
    assert!(says(&window, "Type a number for each empty leaf."));
    save(&mut window, "practise-empty");
    click(&mut window, "Try again");
    let solved = class().solved(1).unwrap();
    for mark in &task.marks[1..] {
        focus_field(&mut window, Role::TextInput, tasks.tree.label(mark.place.node).unwrap());
        enter(&mut window, &solved.number(solved.value(mark.place.node)));
    }
    click(&mut window, "Check");
    assert!(says(&window, "All right.") && says(&window, "0 of 1 points"), "the first check counts");
}

const HERE: &str = "Practise on this tree";

fn practise_here(window: &mut Window) {
    act(window, Action::PractiseHere);
    until(window, |window| says(window, "Question 1"));
    window.run_steps(2);
}

/// Whether something of the open tree and its searches is there, for the eye or for a screen reader.
fn shows_trees(window: &Window) -> bool {
    window.query_all_by_role(Role::Tree).next().is_some() || window.query_all_by_role(Role::Table).next().is_some()
}

#[test]
fn practice_on_the_open_tree_asks_about_the_marked_search_with_its_root_and_rule() {
    let mut window = window_of(SIZE, Theme::Dark);
    let settings = Settings { root: Some(Player::Min), cutoff: CutoffRule::Strict, ..window.state().settings() };
    set_runs(&mut window, settings);
    act_and_wait(&mut window, Action::View(ViewAction::Focus(Algorithm::LAZY_ALPHA_BETA)));
    click(&mut window, "Search");
    click(&mut window, HERE);
    until(&mut window, |window| says(window, "Question 1"));
    let tasks = |algorithm, rule| {
        let method = Method { algorithm, rule, order: Order::Left };
        let tree = window.state().tree().unwrap();
        assert_eq!(tree.player(NodeId::ROOT), Player::Min);
        let solved = Solved::new(tree, None, method, 2).unwrap();
        Tasks::new(&solved, &Question::usual(&method, false), &Words::default()).unwrap().tasks
    };
    let own = tasks(Algorithm::LAZY_ALPHA_BETA, CutoffRule::Strict);
    assert_ne!(own[3].marks, tasks(Algorithm::ALPHA_BETA, CutoffRule::Strict)[3].marks);
    assert!(says(&window, &format!("Practice: {}", window.state().tree().unwrap().title())));
    assert!(window.query_by_label("Another tree").is_none());
    // Of moves that are equally good one is enough.
    for (index, task) in own.iter().enumerate().filter(|(_, task)| task.kind != Kind::Move) {
        click(&mut window, &format!("Question {}", index + 1));
        click(&mut window, "Check");
        for mark in task.marks.iter().filter(|mark| mark.truth != Truth::Unmarked) {
            assert!(says(&window, &mark.why), "{}: {}", task.question.id, mark.why);
        }
    }
}

#[test]
fn nothing_of_the_open_tree_is_seen_or_read_while_one_practises() {
    let mut window = window_of(SIZE, Theme::Light);
    let mut pictures = Vec::new();
    // The cursor in the first field does not count.
    window.ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = false);
    for is_full in [false, true] {
        if is_full {
            act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
            act(&mut window, Action::Run(RunAction::ToggleDifference));
            act_and_wait(&mut window, Action::Time(TimeAction::Toggle));
        }
        assert!(shows_trees(&window));
        practise_here(&mut window);
        window.run_steps(8);
        assert!(!shows_trees(&window));
        save(&mut window, if is_full { "practise-here-full" } else { "practise-here" });
        pictures.push(window.render().unwrap());
        click(&mut window, "Close");
        assert!(shows_trees(&window), "and all is back");
    }
    assert!(pictures[0] == pictures[1], "what is behind makes no difference to the picture");
}

#[test]
fn escape_asks_before_answers_are_lost() {
    let mut window = window_of(SIZE, Theme::Dark);
    let escape = |window: &mut Window| press(window, Modifiers::NONE, Key::Escape);
    practise_here(&mut window);
    escape(&mut window);
    assert!(!says(&window, "Question 1"), "nothing was answered");
    practise_here(&mut window);
    click(&mut window, "Question 3");
    window.get_all_by_role(Role::CheckBox).next().unwrap().click();
    window.run_steps(3);
    escape(&mut window);
    assert!(says(&window, "Close, and lose your answers"));
    save(&mut window, "practise-close");
    escape(&mut window);
    assert!(says(&window, "Question 1") && !says(&window, "Close, and lose"), "Escape goes on, too");
    click(&mut window, "Close");
    click(&mut window, "Go on");
    assert!(says(&window, "Question 1"));
    click(&mut window, "Close");
    click(&mut window, "Close without a result");
    assert!(!says(&window, "Question 1") && shows_trees(&window));
}

#[test]
fn where_no_tree_meets_the_conditions_it_is_said_in_the_words_of_the_dialog() {
    let mut window = window_of(SIZE, Theme::Dark);
    let mut class = class();
    class.conditions.cutoffs = Span { least: Some(31), most: None };
    let why = "none of 20,000 trees meets “Cutoffs” 31..; ask for less, or choose another “Children” or “Depth”";
    act(&mut window, Action::File(FileAction::Practise(Box::new(class), 1)));
    until(&mut window, |window| says(window, why));
    act(&mut window, Action::CloseModal);
    assert!(!says(&window, why));
    // The dialog opens with the last choices.
    act(&mut window, Action::File(FileAction::NewExercise));
    until(&mut window, |window| says(window, why));
}

#[test]
fn a_tree_that_is_not_for_exercises_is_refused_with_the_reason() {
    let mut window = window_of(SIZE, Theme::Dark);
    let leaves = |count: usize| format!("({})", vec!["7"; count].join(" "));
    for (text, reason) in [
        (leaves(33), "the tree has 33 leaves on 2 levels, but an exercise has room for 32 on 9"),
        ("(1 ?)".to_owned(), "leaf 2 has no value; give it one"),
    ] {
        let (_directory, path) = file("own.tree", &text);
        act_and_wait(&mut window, Action::File(FileAction::Open(path)));
        click(&mut window, "Search");
        assert!(!is_enabled(&window, HERE));
        press(&mut window, Modifiers::NONE, Key::Escape);
        act(&mut window, Action::ShowPalette);
        enter(&mut window, "practise on");
        window.get_by_role_and_label(Role::Button, HERE).hover();
        until(&mut window, |window| says(window, &reason[1..]));
        save(&mut window, "practise-refused");
        act(&mut window, Action::CloseModal);
        act(&mut window, Action::PractiseHere);
        assert!(window.state().error().unwrap().contains(&reason[1..]));
        act(&mut window, Action::DismissError);
    }
    let (_directory, path) = file("own.tree", &leaves(32));
    act_and_wait(&mut window, Action::File(FileAction::Open(path)));
    practise_here(&mut window);
}

#[test]
fn enter_goes_from_field_to_field_and_checks_in_the_last_one() {
    let mut window = window_of(SIZE, Theme::Dark);
    let mut class = class();
    class.questions = vec!["values"];
    act(&mut window, Action::File(FileAction::Practise(Box::new(class.clone()), 1)));
    until(&mut window, |window| says(window, "Question 1"));
    window.run_steps(3);
    let tasks = Tasks::new(&class.solved(1).unwrap(), &class.questions(), &Words::default()).unwrap();
    let marks = &tasks.tasks[0].marks;
    // The fields stand below each other, each with its name at its left.
    let fields: Vec<_> = window.get_all_by_role(Role::TextInput).map(|field| field.rect()).collect();
    assert_eq!(fields.len(), marks.len());
    let first = fields[0];
    let is_in_a_column = |field: &eframe::egui::Rect| field.left() > first.left() + 1.0 || field.left() == first.left();
    assert!(fields.iter().all(is_in_a_column));
    for _ in marks {
        assert!(!says(&window, "All right."));
        enter(&mut window, "77");
        press(&mut window, Modifiers::NONE, Key::Enter);
    }
    assert!(says(&window, &format!("0 of {} points", marks.len())), "what was typed was checked");
    let typed =
        window.get_all_by_role(Role::TextInput).filter(|field| field.accesskit_node().value().as_deref() == Some("77"));
    assert_eq!(typed.count(), marks.len(), "every field has got its number");
}

#[test]
fn the_tree_stays_where_it_is_when_a_hint_is_given() {
    let (mut window, _) = practising();
    let top = |window: &Window| window.get_by_label("Question 1").rect().top();
    let before = top(&window);
    for _ in 0..3 {
        click(&mut window, "Hint");
        window.run_steps(4);
    }
    assert_eq!(top(&window), before);
}

//! The time line, the difference of two runs, and the search field, used as a person would use them.

use crate::common::{
    Window, act, act_and_wait, click, click_and_wait, enter, focus_on, is_enabled, opened, press, press_all, says,
    settle, until,
};
use crate::drawn::texts;
use crate::file::file;
use crate::small::{change, node, select};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Pos2, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, EditAction, FileAction, RunAction, Settings, TimeAction, ViewAction};
use plyscope::draw::{FoldMode, Options};
use plyscope::search::{Algorithm, Budget};
use plyscope::tree::NodeId;
use plyscope::tree::edit::{Edit, Gesture};

/// A tree with one deep cutoff, which Hughes' program lacks.
pub(crate) const DEEP: &str = "(5 (((4 100) 6) 8))";
const CUT: &str = "MIN at node 4 has 4; alpha is 5, from leaf 0: 4 < 5, so the other child of node 4 (1 leaf) is skipped: a deep cutoff.";
const OTHERWISE: &str = "It would be visited if leaf 0 were worth less than 4.";

/// A window with a tree, in which a search with cutoffs is marked.
pub(crate) fn window(tree: &str) -> Window {
    wide(1366.0, tree)
}

/// The same in a window of another width.
fn wide(width: f32, tree: &str) -> Window {
    let mut window = of_size([width, 900.0], tree);
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::LATTICE_PRUNING)));
    window
}

pub(crate) fn of_size(size: impl Into<Vec2>, tree: &str) -> Window {
    let (_directory, path) = file("deep.tree", tree);
    opened(size, Some(path))
}

/// A window in which the time line of the tree with a deep cutoff is open.
fn stepping() -> Window {
    let mut window = window(DEEP);
    press(&mut window, Modifiers::NONE, Key::T);
    until(&mut window, |window| says(window, "Nothing has been visited yet."));
    window
}

#[test]
fn the_time_line_steps_forward_and_back_and_to_the_cutoff_and_its_cause() {
    let mut window = stepping();
    press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    assert!(says(&window, "The root, MAX to move, is entered with the window (−∞, +∞)."));
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert!(says(&window, CUT) && says(&window, OTHERWISE));
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
fn in_a_small_window_the_rows_of_the_table_leave_the_room_to_the_drawings_while_one_steps() {
    for (height, has_rows) in [(740.0, false), (1300.0, true)] {
        let mut window = of_size([1280.0, height], DEEP);
        assert!(says(&window, "All algorithms agree: value 6") && says(&window, "finished"), "{height}");
        act_and_wait(&mut window, Action::Time(TimeAction::Toggle));
        assert!(says(&window, "All algorithms agree: value 6"), "{height}");
        assert_eq!(says(&window, "finished"), has_rows, "{height}");
    }
}

/// Holds the pointer over the node with an index in preorder until its tooltip shows.
fn point_at(window: &mut Window, index: usize) {
    let place = window.state().position_of(node(window, index)).unwrap();
    window.hover_at(place);
    window.run_steps(30);
}

#[test]
fn a_tooltip_tells_of_a_node_what_is_known_at_the_step() {
    let mut window = stepping();
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    let (root, last) = (0, window.state().tree().unwrap().len() - 1);
    point_at(&mut window, root);
    assert!(says(&window, "being searched, ≥5 so far") && !says(&window, "returned 6, exact"));
    point_at(&mut window, last);
    assert!(says(&window, "not reached") && !says(&window, "returned 8, exact"));
    // So does the inspector, which names what comes as such.
    window.hover_at(Pos2::ZERO);
    window.run_steps(3);
    select(&mut window, last);
    assert!(says(&window, "not reached") && says(&window, "When the search is over:"));
    press(&mut window, Modifiers::NONE, Key::End);
    point_at(&mut window, root);
    assert!(says(&window, "returned 6, exact") && !says(&window, "When the search is over:"));
}

/// Chooses a command in the palette.
fn command(window: &mut Window, words: &str) {
    press(window, Modifiers::COMMAND, Key::K);
    enter(window, words);
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn the_line_is_scrubbed_with_the_pointer_to_its_end_and_back() {
    let mut window = stepping();
    let line = window.get_by_label("Step of the search").rect();
    window.hover_at(line.center());
    window.drag_at(line.center());
    window.run_steps(2);
    assert!(!says(&window, "Nothing has been visited yet.") && !says(&window, "the search is over"));
    for (to, words) in [
        (line.right_center() + vec2(200.0, 0.0), "The root returns 6, and the search is over."),
        (line.left_center() - vec2(200.0, 0.0), "Nothing has been visited yet."),
    ] {
        window.hover_at(to);
        window.run_steps(2);
        settle(&mut window);
        assert!(says(&window, words), "{words}");
    }
    window.drop_at(line.left_center());
}

#[test]
fn the_other_panes_follow_by_evaluations_to_the_same_node_or_stand_at_their_ends() {
    // So wide that the titles of the panes say everything.
    let mut window = wide(2400.0, DEEP);
    press_all(&mut window, &[Key::T, Key::CloseBracket]);
    assert!(says(&window, CUT));
    let count = |window: &Window, words: &str| window.query_all_by_label_contains(words).count();
    assert_eq!(count(&window, ", 2 evaluations"), 4);
    // The one that does the same stands at the same step, and has the cutoff, too.
    let mut steps: Vec<String> = texts(&window).into_iter().filter(|text| text.ends_with(", 2 evaluations")).collect();
    steps.sort_unstable();
    assert!(steps.windows(2).any(|pair| pair[0] == pair[1]), "{steps:?}");
    // Those that need fewer evaluations are done before.
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::MINIMAX)));
    press(&mut window, Modifiers::NONE, Key::End);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(count(&window, "done, value 6, 4 evaluations"), 2);
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::LATTICE_PRUNING)));
    press_all(&mut window, &[Key::Home, Key::CloseBracket]);
    // Leaf 100 is visited by Minimax and by Hughes' program; the other two stand at the cutoff that skipped it.
    select(&mut window, 6);
    command(&mut window, "other panes same node");
    assert_eq!((count(&window, ", 3 evaluations"), count(&window, ", 2 evaluations")), (2, 2));
    // What both visit, first.
    select(&mut window, 1);
    settle(&mut window);
    assert_eq!((count(&window, ", 1 evaluation"), count(&window, ", 2 evaluations")), (3, 1));
    command(&mut window, "other panes others finished");
    assert_eq!(count(&window, "done, value 6, "), 3);
    press(&mut window, Modifiers::NONE, Key::End);
    assert_eq!(count(&window, "done, value 6, "), 4);
}

/// Neither wide nor narrow titles of panes call a run done that was stopped at its budget.
#[test]
fn a_stopped_run_is_stepped_to_where_it_was_stopped() {
    let (whole, short) = ("budget reached after 2 evaluations", "budget reached");
    // In the narrower window only the shortest name leaves room for all of it.
    for (width, titles) in [(2400.0, [whole; 4]), (1800.0, [whole, short, short, short])] {
        let mut window = of_size([width, 900.0], DEEP);
        act_and_wait(
            &mut window,
            Action::Run(RunAction::Set(Settings { budget: Budget::Evaluations(2), ..Settings::default() })),
        );
        act(&mut window, Action::View(ViewAction::Focus(Algorithm::LATTICE_PRUNING)));
        press_all(&mut window, &[Key::T, Key::End]);
        assert!(says(&window, "Here the run was stopped."));
        let said = texts(&window);
        // In a pane's title the name of the algorithm stands behind the button of its page.
        let shown: Vec<&str> = said.windows(3).filter(|texts| texts[0] == "i").map(|texts| texts[2].as_str()).collect();
        assert_eq!(shown, titles);
        assert!(!said.iter().any(|text| text.starts_with("done")), "{said:?}");
    }
}

#[test]
fn the_time_line_speaks_of_the_pane_that_fills_the_window() {
    let mut window = stepping();
    act(&mut window, Action::View(ViewAction::Maximise(Algorithm::MINIMAX)));
    for _ in 0..3 {
        press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    }
    assert!(says(&window, "Node 2, MIN to move, is entered with the window (−∞, +∞)"));
    act(&mut window, Action::View(ViewAction::Maximise(Algorithm::MINIMAX)));
    act_and_wait(&mut window, Action::View(ViewAction::Maximise(Algorithm::LATTICE_PRUNING)));
    assert!(says(&window, "Node 2, MIN to move, is entered with the window (5, +∞), alpha from leaf 0."));
}

#[test]
fn no_control_of_the_time_line_is_clipped_or_covers_another_in_any_window() {
    for (size, zoom) in [([500.0, 300.0], 1.0), ([800.0, 600.0], 1.0), ([1280.0, 800.0], 1.0), ([1366.0, 720.0], 2.0)] {
        let mut window = of_size(size, DEEP);
        act(&mut window, Action::SetSize(zoom));
        press_all(&mut window, &[Key::T, Key::CloseBracket]);
        let line = window.get_by_label("Step of the search").rect();
        let names = ["To the beginning", "Play", "Out of the innermost open node", "To the end", "Speed: 4 steps/s"];
        let controls = names.map(|name| window.get_by_label(name).rect());
        let close = window.get_by_label("Close the time line").rect();
        assert!(close.bottom() <= line.top() && close.right() <= line.right() + 1.0, "{size:?} at {zoom}: {close:?}");
        for (index, control) in controls.iter().enumerate() {
            let is_inside = control.left() >= line.left() - 1.0 && control.right() <= line.right() + 1.0;
            assert!(
                is_inside && control.top() >= line.bottom(),
                "{size:?} at {zoom}: {} {control:?} {line:?}",
                names[index]
            );
            let covered = controls[..index].iter().find(|other| other.shrink(0.5).intersects(*control));
            assert_eq!(covered, None, "{size:?} at {zoom}: {}", names[index]);
        }
    }
}

#[test]
fn the_difference_counts_the_nodes_of_each_run_and_gives_reasons() {
    let mut window = window(DEEP);
    act(&mut window, Action::Run(RunAction::ToggleDifference));
    act(&mut window, Action::Run(RunAction::Compare([Algorithm::LAZY_ALPHA_BETA, Algorithm::LATTICE_PRUNING])));
    until(&mut window, |window| says(window, "only Lazy alpha-beta 1"));
    assert!(says(&window, "both 8") && says(&window, "only Lattice pruning 0") && says(&window, "neither 0"));
    click_and_wait(&mut window, "Next");
    assert_eq!(window.state().selected().map(NodeId::index), Some(6));
    assert!(says(&window, &format!("Lattice pruning: {CUT} {OTHERWISE}")));
}

#[test]
fn differences_are_visited_one_after_the_other() {
    let mut window = window("((3 12 8) (2 4 6) (14 5 2))");
    act(&mut window, Action::Run(RunAction::ToggleDifference));
    act(&mut window, Action::Run(RunAction::Compare([Algorithm::MINIMAX, Algorithm::LATTICE_PRUNING])));
    until(&mut window, |window| says(window, "only Minimax 2"));
    assert!(says(&window, "2 places") && !says(&window, "of 2"), "none of them is shown yet");
    act(&mut window, Action::View(ViewAction::Select(None)));
    assert!(window.query_by_label("visited by Minimax only").is_some(), "the legend names the search, too");
    for (button, node) in [("Next", 7), ("Next", 8), ("Next", 7), ("Previous", 8), ("Previous", 7)] {
        click_and_wait(&mut window, button);
        assert_eq!(window.state().selected().map(NodeId::index), Some(node), "{button}");
    }
}

#[test]
fn matches_are_visited_one_after_the_other() {
    let mut window = window("((3 12 8) (2 4 3))");
    press(&mut window, Modifiers::COMMAND, Key::F);
    window.get_by_label("Find nodes").type_text("3");
    until(&mut window, |window| says(window, "2 found"));
    // After the last comes the first, and before the first the last.
    for (button, node) in [("Next", 2), ("Next", 8), ("Next", 2), ("Previous", 8)] {
        click(&mut window, button);
        assert_eq!(window.state().selected().map(NodeId::index), Some(node), "{button}");
    }
}

#[test]
fn the_lecture_hall_shows_only_the_drawings_and_the_time_line() {
    let mut window = window(DEEP);
    press(&mut window, Modifiers::NONE, Key::F11);
    until(&mut window, |window| says(window, "Nothing has been visited yet."));
    assert!(window.query_by_label("File").is_none());
    press(&mut window, Modifiers::NONE, Key::PageDown);
    assert!(says(&window, "The root, MAX to move, is entered with the window (−∞, +∞)."));
    press(&mut window, Modifiers::NONE, Key::F11);
    assert!(window.query_by_label("File").is_some());
}

#[test]
fn without_a_time_line_the_lecture_hall_shows_the_drawings() {
    let mut window = window(DEEP);
    let drawings = |window: &Window| window.query_all_by_role(Role::Tree).count();
    press(&mut window, Modifiers::NONE, Key::F11);
    until(&mut window, |window| says(window, "Nothing has been visited yet."));
    press(&mut window, Modifiers::NONE, Key::T);
    assert_eq!((drawings(&window) > 0, says(&window, "Nothing has been visited yet.")), (true, false));
    press(&mut window, Modifiers::NONE, Key::F11);
    // A difference closes the time line and keeps it closed.
    act_and_wait(&mut window, Action::Run(RunAction::ToggleDifference));
    press(&mut window, Modifiers::NONE, Key::F11);
    assert_eq!((drawings(&window) > 0, says(&window, "Nothing has been visited yet.")), (true, false));
}

#[test]
fn after_an_edit_the_time_line_stands_where_the_same_node_is_first_visited_and_else_at_the_end() {
    let mut window = stepping();
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    let [at_root, six] = [1, 7].map(|index| node(&window, index));
    change(&mut window, Edit::Value(six, Some(7.into())));
    assert!(says(&window, "Node 4, MIN to move, is entered with the window (5, +∞), alpha from leaf 0."));
    act_and_wait(&mut window, Action::Edit(EditAction::WhatIf(at_root, 3.into(), Gesture::new())));
    assert!(says(&window, "The root returns 7, and the search is over."), "the end, while a value is dragged");
    press(&mut window, Modifiers::NONE, Key::Home);
    for _ in 0..5 {
        press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    }
    assert!(says(&window, "Node 4, MIN to move, is entered with the window (3, +∞), alpha from leaf 0."));
    change(&mut window, Edit::AddSibling(at_root));
    assert!(says(&window, "Node 5, MIN to move, is entered with the window (3, +∞), alpha from leaf 0."));
    let cut = node(&window, 5);
    change(&mut window, Edit::Delete(cut));
    assert!(says(&window, "The root returns 7, and the search is over."), "the node is not there any more");
}

/// The number of nodes that are drawn, not folded, in the marked pane.
fn drawn(window: &Window) -> usize {
    let pane = window.get_by_label("Tree searched by Lattice pruning");
    pane.children_recursive().filter(|node| node.accesskit_node().role() == Role::TreeItem).count()
}

#[test]
fn a_step_inside_a_folded_subtree_unfolds_it_until_the_search_leaves_it() {
    let mut window = window("((3 12 8) (7 (4 9) 6))");
    let second = node(&window, 5);
    act(&mut window, Action::View(ViewAction::ToggleFold(second)));
    assert_eq!(drawn(&window), 6);
    press(&mut window, Modifiers::NONE, Key::T);
    let mut forth = vec![drawn(&window)];
    for _ in 0..15 {
        press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
        forth.push(drawn(&window));
    }
    let expected = [6, 6, 6, 6, 6, 6, 6, 6, 9, 9, 11, 11, 11, 11, 6, 6];
    assert_eq!(forth, expected, "open from the first step below the node until the node returns");
    assert!(says(&window, "The root returns 6, and the search is over."));
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(drawn(&window), 9, "back inside");
    act(&mut window, Action::View(ViewAction::ToggleFold(second)));
    assert_eq!(drawn(&window), 6, "folded by hand, it stays so");
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(drawn(&window), 9, "until the next step");
    press(&mut window, Modifiers::NONE, Key::T);
    assert_eq!(drawn(&window), 6, "without the time line the folds are those that were chosen");
    act_and_wait(&mut window, Action::View(ViewAction::SetFoldMode(FoldMode::BestLine)));
    assert_eq!(drawn(&window), 6);
    press(&mut window, Modifiers::NONE, Key::T);
    for expected in [6, 6, 9] {
        press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
        assert_eq!(drawn(&window), expected, "beside the best line");
    }
    press(&mut window, Modifiers::NONE, Key::End);
    assert_eq!(drawn(&window), 6, "the best line again");
}

#[test]
fn negative_numbers_have_one_kind_of_minus_everywhere() {
    let mut window = window("((-3 -5.25) (-7 2) (-1 (-4 -6)))");
    act(&mut window, Action::Run(RunAction::Add(Algorithm::MTD_F)));
    let options = Options { windows: true, ..window.state().options() };
    act(&mut window, Action::View(ViewAction::SetOptions(options)));
    act(&mut window, Action::Time(TimeAction::Toggle));
    act(&mut window, Action::Time(TimeAction::ToggleMachine));
    act_and_wait(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    let is_hyphen = |text: &str| {
        text.match_indices('-').any(|(at, _)| {
            let follows = text[at + 1..].starts_with(|after: char| after.is_ascii_digit() || after == '∞');
            follows && !text[..at].ends_with(char::is_alphanumeric)
        })
    };
    let mut signs = 0;
    for _ in 0..12 {
        press(&mut window, Modifiers::NONE, Key::OpenBracket);
        let texts = texts(&window);
        assert_eq!(texts.iter().find(|text| is_hyphen(text)), None);
        signs += texts.iter().map(|text| text.matches('−').count()).sum::<usize>();
    }
    assert!(signs > 50, "{signs}");
}

#[test]
fn another_tree_begins_at_its_first_step_and_does_not_play() {
    let (_other_directory, other) = file("other.tree", "((3 12) (2 4))");
    // So wide that the titles of the panes say everything.
    let mut window = wide(2400.0, DEEP);
    press(&mut window, Modifiers::NONE, Key::T);
    act(&mut window, Action::Time(TimeAction::SetSpeed(0)));
    command(&mut window, "other panes others finished");
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert!(says(&window, CUT));
    act(&mut window, Action::Time(TimeAction::TogglePlay));
    act_and_wait(&mut window, Action::File(FileAction::Open(other)));
    assert!(!window.state().is_playing());
    assert!(says(&window, "Nothing has been visited yet."));
    assert!(says(&window, "Speed: 0.5 steps/s"), "the speed stays");
    assert_eq!(window.query_all_by_label_contains("done, value 3, ").count(), 3, "the others stay at their ends");
}

/// Whether the palette offers a command.
fn is_offered(window: &mut Window, name: &str) -> bool {
    press(window, Modifiers::COMMAND, Key::K);
    enter(window, name);
    let is_offered = is_enabled(window, name);
    press(window, Modifiers::NONE, Key::Escape);
    is_offered
}

#[test]
fn the_controls_of_the_time_line_share_a_row_and_leave_the_room_to_the_drawings() {
    for width in [900.0, 1280.0, 2560.0] {
        let mut window = of_size([width, 800.0], DEEP);
        act(&mut window, Action::ToggleInspector);
        press_all(&mut window, &[Key::T, Key::CloseBracket]);
        let play = window.get_by_label("Play").rect();
        for name in ["One step back", "To the end", "More of the time line", "Speed: 4 steps/s"] {
            let control = window.get_by_label(name).rect();
            assert!((control.center().y - play.center().y).abs() < 2.0, "{name} at {control:?}, {width} points wide");
            assert!(control.area() < play.area(), "{name} is larger than Play");
        }
        let sentence = window.get_by_label_contains(CUT).rect();
        assert!(play.bottom() - sentence.top() <= 112.0, "from {sentence:?} to {play:?}, {width} points wide");
    }
}

/// Whether the menu of the time line has a command, and it is available.
fn is_in_menu(window: &mut Window, name: &str) -> bool {
    click(window, "More of the time line");
    window.run_steps(3);
    let is_there = window.query_all_by_label_contains(name).any(|entry| !entry.accesskit_node().is_disabled());
    press(window, Modifiers::NONE, Key::Escape);
    window.run_steps(3);
    is_there
}

#[test]
fn jumps_that_lead_nowhere_are_grey() {
    let mut window = stepping();
    let [visit, deep] = ["Next visit of the selected node", "Next deep cutoff"];
    let [start, end, cut] = ["To the beginning", "To the end", "To the next cutoff"];
    assert!(!is_in_menu(&mut window, visit) && !is_enabled(&window, start));
    assert!(is_enabled(&window, end) && is_enabled(&window, cut) && is_in_menu(&mut window, deep));
    let cause = "To the cause of the cutoff, and back";
    assert!(!is_offered(&mut window, visit) && !is_offered(&mut window, cause));
    assert!(!is_offered(&mut window, "Previous cutoff"));
    // The leaf of 100, which this search skips, and then the root.
    for (index, is_visited) in [(6, false), (0, true)] {
        select(&mut window, index);
        assert_eq!((is_in_menu(&mut window, visit), is_offered(&mut window, visit)), (is_visited, is_visited));
    }
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert!(says(&window, CUT));
    assert!(!is_enabled(&window, cut) && !is_in_menu(&mut window, deep) && is_enabled(&window, start));
    assert!(is_offered(&mut window, cause) && is_offered(&mut window, "Over the next subtree"));
    press(&mut window, Modifiers::NONE, Key::End);
    assert!(!is_enabled(&window, end) && !is_offered(&mut window, "Over the next subtree"));
}

#[test]
fn a_button_that_leads_nowhere_any_more_keeps_the_focus() {
    let mut window = stepping();
    select(&mut window, 1);
    focus_on(&mut window, "To the next cutoff");
    for _ in 0..3 {
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(says(&window, CUT));
        assert!(window.get_by_label("To the next cutoff").is_focused(), "Enter does not begin to change the leaf");
    }
}

#[test]
fn c_leads_back_only_from_the_cause_itself() {
    let mut window = stepping();
    press_all(&mut window, &[Key::CloseBracket, Key::C]);
    assert!(says(&window, "Leaf 0 is evaluated: 5; MAX at the root has 5 so far."));
    press_all(&mut window, &[Key::Home, Key::C]);
    assert!(says(&window, "Nothing has been visited yet."));
}

#[test]
fn playing_at_the_end_begins_again() {
    let mut window = stepping();
    act(&mut window, Action::Time(TimeAction::SetSpeed(0)));
    press(&mut window, Modifiers::NONE, Key::End);
    assert!(says(&window, "The root returns 6, and the search is over."));
    press(&mut window, Modifiers::NONE, Key::P);
    assert!(window.state().is_playing() && says(&window, "Nothing has been visited yet."));
}

#[test]
fn c_where_no_bound_was_set_does_not_stop_playing() {
    let mut window = stepping();
    act(&mut window, Action::Time(TimeAction::SetSpeed(0)));
    press(&mut window, Modifiers::NONE, Key::P);
    assert!(window.state().is_playing() && says(&window, "Nothing has been visited yet."));
    press(&mut window, Modifiers::NONE, Key::C);
    assert!(window.state().is_playing());
}

/// The place of a text that the drawings show, of any pane.
fn draws(window: &Window, text: &str) -> bool {
    texts(window).iter().any(|drawn| drawn == text)
}

#[test]
fn panes_show_only_causes_that_have_happened_and_name_their_nodes() {
    let mut window = stepping();
    // It names nodes as well.
    act(&mut window, Action::ToggleInspector);
    // The leaf that the deep cutoff of node 4 skips.
    select(&mut window, 6);
    assert!(!draws(&window, "#4") && !draws(&window, "leaf 0"), "no cutoff has happened in any pane");
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::MINIMAX)));
    assert!(!draws(&window, "#4"), "nor where another search is marked");
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::LATTICE_PRUNING)));
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert!(says(&window, CUT));
    assert!(draws(&window, "#4") && draws(&window, "leaf 0"), "what the sentence names is found in the drawing");
    press(&mut window, Modifiers::NONE, Key::T);
    assert!(draws(&window, "#4"), "the search is over");
}

#[test]
fn the_tip_of_a_node_goes_when_a_key_is_pressed() {
    let mut window = window(DEEP);
    point_at(&mut window, 0);
    assert!(says(&window, "leaves below"));
    press(&mut window, Modifiers::NONE, Key::T);
    assert!(!says(&window, "leaves below"));
    let root = window.state().position_of(NodeId::ROOT).unwrap();
    window.hover_at(root + vec2(2.0, 0.0));
    window.run_steps(30);
    assert!(says(&window, "leaves below"));
}

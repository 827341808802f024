//! A trace of another program's search in the window, beside Plyscope's runs.

use std::path::PathBuf;

use crate::common::{act, act_and_wait, click, click_and_wait, enter, focus_field, says, settle, until};
use crate::pictures::{SIZE, window_of};
use eframe::egui::{Role, Theme};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, FileAction, GoTo, RunAction, Settings, TimeAction, ViewAction};
use plyscope::experiment::trace::Opened;
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope::tree::file::Asked;
use plyscope::tree::{NodeId, Player};

use crate::file::file;

const TITLE: &str = "alpha-beta in Python (trace)";

#[test]
fn a_trace_opens_as_a_pane_beside_the_runs_on_its_tree() {
    let mut window = window_of(SIZE, Theme::Dark);
    act_and_wait(&mut window, Action::File(FileAction::Open(PathBuf::from("tests/data/trace_of_python.jsonl"))));
    assert_eq!(window.state().error(), None);
    window.get_by_label(&format!("Tree searched by {TITLE}"));
    act_and_wait(&mut window, Action::Run(RunAction::Add(Algorithm::ALPHA_BETA)));
    let rows = window.state().rows();
    let counts = |title: &str| rows.iter().find(|row| row.algorithm.title() == title).unwrap().cells[2].clone();
    assert_eq!(counts(TITLE), counts("Alpha-beta"));
    act(&mut window, Action::Run(RunAction::Rerun));
    act_and_wait(&mut window, Action::Run(RunAction::Set(Settings { root: Some(Player::Min), ..Settings::default() })));
    assert_eq!(window.state().tree().unwrap().player(NodeId::ROOT), Player::Max, "the trace says who moves");
    assert_eq!(window.state().rows()[0].outcome, "finished");
}

#[test]
fn a_trace_is_stepped_through_and_compared_and_closes_with_its_tree() {
    let mut window = window_of(SIZE, Theme::Dark);
    act_and_wait(&mut window, Action::File(FileAction::Open(PathBuf::from("tests/data/trace_of_python.jsonl"))));
    act_and_wait(&mut window, Action::Time(TimeAction::Toggle));
    click(&mut window, "One step forward");
    assert!(says(&window, "The root, MAX to move, is entered with the window (−∞, +∞)."));
    click(&mut window, "One step forward");
    assert!(says(&window, "Leaf 0 is evaluated: 5; MAX at the root has 5 so far."));
    act_and_wait(&mut window, Action::Run(RunAction::ToggleDifference));
    assert!(says(&window, "Difference of"));
    let (_directory, path) = file("small.json", "[[3, 12], [2, 4]]");
    act_and_wait(&mut window, Action::File(FileAction::Open(path)));
    assert!(window.query_by_label(&format!("Tree searched by {TITLE}")).is_none());
    assert!(window.state().rows().iter().all(|row| row.outcome == "finished"));
}

/// A trace with a mistake from `tests/data/faulty_traces.jsonl`, in a file.
fn faulty(mistake: &str) -> (tempfile::TempDir, PathBuf) {
    let all = std::fs::read_to_string("tests/data/faulty_traces.jsonl").unwrap();
    let of_mistake = |line: &&str| line.contains(&format!("\"mistake\": \"{mistake}\""));
    let found: serde_json::Value = serde_json::from_str(all.lines().find(of_mistake).unwrap()).unwrap();
    let lines: Vec<String> = found["trace"].as_array().unwrap().iter().map(ToString::to_string).collect();
    file("faulty.jsonl", &(lines.join("\n") + "\n"))
}

#[test]
fn what_the_check_of_a_trace_finds_is_listed_and_gone_through() {
    let mut window = window_of(SIZE, Theme::Dark);
    let (_directory, path) = faulty("best-begins-at-zero");
    act_and_wait(&mut window, Action::File(FileAction::Open(path.clone())));
    assert!(says(&window, "Begin with the first error, in line"), "the list of findings is open");
    let report = {
        let opened = Opened::from_file(&path, Asked::default(), &Progress::new());
        opened.unwrap().traced.unwrap().report
    };
    let first = report.first().unwrap();
    act_and_wait(&mut window, Action::Time(TimeAction::GoToFinding(GoTo::Next)));
    assert!(says(&window, &first.sentence), "the time line opens at the first error");
    assert!(says(&window, first.hint.as_ref().unwrap()));
    assert_eq!(window.state().selected(), Some(first.node));
    let later: Vec<usize> =
        report.findings.iter().map(|finding| finding.step).filter(|&step| step > first.step).collect();
    act_and_wait(&mut window, Action::Time(TimeAction::GoToFinding(GoTo::Next)));
    let second = report.findings.iter().find(|finding| Some(&finding.step) == later.iter().min()).unwrap();
    assert!(says(&window, &second.sentence));
    act_and_wait(&mut window, Action::Time(TimeAction::GoToFinding(GoTo::Previous)));
    assert!(says(&window, &first.sentence));
    act_and_wait(&mut window, Action::Time(TimeAction::ToggleFindings));
    assert!(window.query_by_label("Findings").is_none());
}

#[test]
fn a_clean_trace_has_no_list_of_findings() {
    let mut window = window_of(SIZE, Theme::Light);
    act_and_wait(&mut window, Action::File(FileAction::Open(PathBuf::from("tests/data/trace_of_python.jsonl"))));
    assert!(says(&window, "The trace was checked: everything that it claims is proved"));
    assert!(window.query_by_label("Findings").is_none());
    act_and_wait(&mut window, Action::Time(TimeAction::GoToFinding(GoTo::Next)));
    assert!(window.state().error().is_none());
}

#[cfg(unix)]
#[test]
fn a_wrong_program_is_judged_and_its_smallest_tree_opens() {
    let mut window = window_of(SIZE, Theme::Dark);
    act_and_wait(&mut window, Action::ShowJudge);
    focus_field(&mut window, Role::TextInput, "Program");
    enter(&mut window, "echo 3");
    settle(&mut window);
    click(&mut window, "Judge");
    until(&mut window, |window| says(window, "Wrong on tree"));
    click_and_wait(&mut window, "Show the searches on this tree");
    assert_eq!(window.state().error(), None);
    let tree = window.state().tree().unwrap();
    assert!(tree.leaf_count() <= 2, "a tree that is not worth 3 is small");
    let titles: Vec<String> = window.state().rows().iter().map(|row| row.algorithm.id().to_owned()).collect();
    assert_eq!(titles, ["minimax", "alpha-beta"]);
    // What was chosen is kept.
    act_and_wait(&mut window, Action::ShowJudge);
    assert_eq!(window.get_by_role_and_label(Role::TextInput, "Program").value().as_deref(), Some("echo 3"));
}

#[test]
fn the_moves_of_the_selected_node_are_a_table_with_the_best_marked() {
    let mut window = window_of(SIZE, Theme::Dark);
    let (_directory, path) = file("small.json", "[[3, 12], [2, 4], [3, 5]]");
    act_and_wait(&mut window, Action::File(FileAction::Open(path)));
    act_and_wait(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    until(&mut window, |window| says(window, "3 best"));
    let best = window.get_all_by_label("3 best").count();
    assert_eq!(best, 2, "both moves that are worth 3 are marked");
    assert_eq!(window.query_all_by_label("2 best").count(), 0);
}

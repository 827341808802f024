//! A trace of another program's search in the window, beside Plyscope's runs.

use std::path::PathBuf;

use crate::common::{act, click, says, settle};
use crate::pictures::{SIZE, window_of};
use eframe::egui::Theme;
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, FileAction, RunAction, Settings, TimeAction};
use plyscope::search::Algorithm;
use plyscope::tree::{NodeId, Player};

use crate::file::file;

const TITLE: &str = "alpha-beta in Python (trace)";

#[test]
fn a_trace_opens_as_a_pane_beside_the_runs_on_its_tree() {
    let mut window = window_of(SIZE, Theme::Dark);
    act(&mut window, Action::File(FileAction::Open(PathBuf::from("tests/data/trace_of_python.jsonl"))));
    settle(&mut window);
    assert_eq!(window.state().error(), None);
    window.get_by_label(&format!("Tree searched by {TITLE}"));
    act(&mut window, Action::Run(RunAction::Add(Algorithm::ALPHA_BETA)));
    settle(&mut window);
    let rows = window.state().rows();
    let counts = |title: &str| rows.iter().find(|row| row.algorithm.title() == title).unwrap().cells[2].clone();
    assert_eq!(counts(TITLE), counts("Alpha-beta"));
    act(&mut window, Action::Run(RunAction::Rerun));
    act(&mut window, Action::Run(RunAction::Set(Settings { root: Some(Player::Min), ..Settings::default() })));
    settle(&mut window);
    assert_eq!(window.state().tree().unwrap().player(NodeId::ROOT), Player::Max, "the trace says who moves");
    assert_eq!(window.state().rows()[0].outcome, "finished");
}

#[test]
fn a_trace_is_stepped_through_and_compared_and_closes_with_its_tree() {
    let mut window = window_of(SIZE, Theme::Dark);
    act(&mut window, Action::File(FileAction::Open(PathBuf::from("tests/data/trace_of_python.jsonl"))));
    settle(&mut window);
    act(&mut window, Action::Time(TimeAction::Toggle));
    settle(&mut window);
    click(&mut window, "One step forward");
    assert!(says(&window, "The root, MAX to move, is entered with the window (−∞, +∞)."));
    click(&mut window, "One step forward");
    assert!(says(&window, "Leaf 0 is evaluated: 5; MAX at the root has 5 so far."));
    act(&mut window, Action::Run(RunAction::ToggleDifference));
    settle(&mut window);
    assert!(says(&window, "Difference of"));
    let (_directory, path) = file("small.json", "[[3, 12], [2, 4]]");
    act(&mut window, Action::File(FileAction::Open(path)));
    settle(&mut window);
    assert!(window.query_by_label(&format!("Tree searched by {TITLE}")).is_none());
    assert!(window.state().rows().iter().all(|row| row.outcome == "finished"));
}

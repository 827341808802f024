//! The window's algorithm pages, threshold tests and measures, used as a person would use them.

use crate::common::{
    Window, act, act_and_wait, click, click_and_wait, click_on, copied, focus_on, press, says, settle,
};
use crate::file::file;
use crate::meter;
use crate::pictures::{SIZE, window_of};
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Modifiers, Theme};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, FileAction, RunAction, ViewAction};
use plyscope::experiment::Claim;
use plyscope::search::Algorithm;
use plyscope::theory::{expected_alpha_beta, minimal};
use plyscope::tree::{NodeId, Value};

fn window() -> Window {
    window_of(SIZE, Theme::Dark)
}

#[test]
fn a_pane_opens_the_page_of_its_algorithm() {
    let mut window = window();
    click_and_wait(&mut window, "About Lattice pruning");
    for text in ["Law", "clamp i (f i)", "Stack Overflow 72517172", "pub fn gminimax", "worst order"] {
        assert!(says(&window, text), "{text}");
    }
    click(&mut window, "src/search/lattice/pruning.rs");
    assert!(says(&window, "pub struct Pruning"));
    click(&mut window, "Close");
    assert!(!says(&window, "worst order"));
}

#[test]
fn every_algorithm_has_a_page_in_the_help_menu_and_its_code_can_be_copied() {
    let mut window = window();
    let zero = Algorithm::threshold(Value::from(0));
    for algorithm in Algorithm::ALL.into_iter().chain([zero]) {
        for label in ["Help", "Algorithms"] {
            click(&mut window, label);
        }
        click_on(&mut window, Role::Button, algorithm.name());
        settle(&mut window);
        let entry = algorithm.entry();
        for text in [algorithm.id(), entry.summary, entry.law, entry.visits, entry.publication.title] {
            assert!(says(&window, text), "{algorithm}: {text}");
        }
        window.get_by_label("Copy the code").click();
        window.step();
        let copied = egui::OutputCommand::CopyText(entry.definition[0].code().to_owned());
        assert!(window.output().platform_output.commands.contains(&copied), "{algorithm}");
        click(&mut window, "Close");
    }
}

#[test]
fn a_page_forecasts_the_open_tree_if_it_is_full_and_any_other_on_demand() {
    let mut window = window();
    let text = "(((1 2 3) (4 5 6) (7 8 9)) ((1 2 3) (4 5 6) (7 8 9)) ((1 2 3) (4 5 6) (7 8 9)))";
    let (_directory, path) = file("full.tree", text);
    act_and_wait(&mut window, Action::File(FileAction::Open(path)));
    act_and_wait(&mut window, Action::ShowAlgorithm(Algorithm::ALPHA_BETA));
    let of = |branching, depth| {
        let values = plyscope::theory::LeafValues::Continuous;
        let expected = expected_alpha_beta(branching, depth, values, plyscope::search::CutoffRule::NonStrict);
        [format!("{}", minimal(branching, depth)), format!("{expected:.1}")]
    };
    for text in of(3, 3) {
        assert!(window.query_all_by_label(&text).next().is_some(), "{text}");
    }
    window.get_by_label("Depth of the leaves").click();
    window.run_steps(2);
    window.get_by_label("Depth of the leaves").type_text("5");
    press(&mut window, Modifiers::NONE, egui::Key::Enter);
    for text in of(3, 5) {
        assert!(window.query_all_by_label(&text).next().is_some(), "{text}");
    }
}

#[test]
fn a_threshold_test_gets_a_pane_that_shows_the_leaves_it_needed() {
    let mut window = window();
    click(&mut window, "Add algorithm");
    click(&mut window, "Threshold test at …");
    window.check_accessibility();
    focus_on(&mut window, "Threshold");
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.get_by_label("Threshold").type_text("five");
    window.run_steps(2);
    assert!(says(&window, "“five” is not a number"));
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.get_by_label("Threshold").type_text("5");
    window.run_steps(2);
    click_and_wait(&mut window, "Add");
    window.get_by_label("Pane Threshold test at 5");
    window.get_by_label("Tree searched by Threshold test at 5");
    assert!(says(&window, "yes, the value is at least 5"));
    assert!(says(&window, "All algorithms agree: value 6"));
    let row = window.state().rows().pop().unwrap();
    assert_eq!(row.claim, Some(Claim::AtLeast(Value::from(5))));
}

#[test]
fn threshold_tests_of_several_numbers_are_shown_side_by_side_and_agree_on_both_sides_of_the_value() {
    let mut window = window();
    for at in [5, 6, 7] {
        act(&mut window, Action::Run(RunAction::Add(Algorithm::threshold(Value::from(at)))));
    }
    settle(&mut window);
    let claims: Vec<String> = window.state().rows().iter().filter_map(|row| row.claim).map(|c| c.to_string()).collect();
    assert_eq!(claims[4..], ["≥ 5", "≥ 6", "< 7"]);
    assert!(says(&window, "All algorithms agree: value 6"));
}

#[test]
fn columns_are_shown_and_hidden_and_those_of_lazy_programs_are_empty_for_the_others() {
    let mut window = window();
    assert!(window.query_by_label("Nodes built").is_none());
    click(&mut window, "Columns");
    window.check_accessibility();
    click(&mut window, "Nodes built");
    window.get_by_role_and_label(Role::CheckBox, "Peak heap").click();
    press(&mut window, Modifiers::NONE, egui::Key::Escape);
    window.get_by_label("Nodes built");
    assert!(window.query_by_label("Peak heap").is_none());
    let place =
        |title| plyscope::experiment::comparison::COLUMNS.iter().position(|column| column.title == title).unwrap();
    for row in window.state().rows() {
        let is_lazy = row.algorithm == Algorithm::LAZY_ALPHA_BETA;
        assert_eq!(row.cells[place("Nodes built")].to_string() != "–", is_lazy, "{}", row.algorithm);
    }
    let text = copied(&mut window, "Table as", "Copy as plain text");
    assert!(text.contains("Nodes built") && !text.contains("Peak heap"), "{text}");
}

#[test]
fn the_inspector_shows_the_cost_of_the_whole_run_at_the_root() {
    meter::install();
    let mut window = window();
    act(&mut window, Action::Run(RunAction::Add(Algorithm::TAIL_RECURSIVE_MEMO)));
    act_and_wait(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    let lazy = ["nodes built", "peak nodes alive", "thunks forced", "thunks reused", "peak heap", "peak call stack"];
    for (algorithm, costs) in
        [(Algorithm::LAZY_ALPHA_BETA, &lazy[..]), (Algorithm::TAIL_RECURSIVE_MEMO, &["table hits"][..])]
    {
        act_and_wait(&mut window, Action::View(ViewAction::Focus(algorithm)));
        for text in costs {
            assert!(says(&window, text), "{text}");
        }
    }
    let leaf = window.state().tree().unwrap().leaf(0);
    act(&mut window, Action::View(ViewAction::Select(Some(leaf))));
    assert!(!says(&window, "thunks forced"));
}

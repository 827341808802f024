//! Export of tables and charts: to the clipboard and to files, in each format.

use crate::common::{
    Window, act, act_and_wait, click_and_wait, click_on, copied, copied_by, enter, focus_field, is_enabled, opened,
    press, says,
};
use crate::pictures::SIZE;
use crate::window_sweeps::after;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use plyscope::app::{Action, Destination, ExperimentAction, Export, FileAction};
use plyscope::chart::spec_of;

const SWEEP: &str =
    "algorithm = [\"minimax\", \"alpha-beta\"]\ntrees = 20\n[random]\nbranching = \"2..3\"\ndepth = \"1..4\"\n";

#[test]
fn the_comparison_is_copied_in_every_format() {
    let mut window = opened(SIZE, None);
    let mut copy = |title| copied(&mut window, "Table as", &format!("Copy as {title}"));
    assert!(copy("plain text").starts_with("Algorithm "));
    assert!(copy("Markdown").starts_with("| Algorithm | Value |"));
    assert!(copy("CSV").starts_with("algorithm,value,evaluations,"));
    assert!(copy("LaTeX").contains("\\begin{tabular}{lrrr"));
    assert!(copy("HTML").starts_with("<table>"));
}

#[test]
fn the_summary_and_the_chart_of_a_sweep_are_copied_as_they_are_shown() {
    let (_folder, mut window) = after(SWEEP);
    let summary = copied(&mut window, "Table as", "Copy as CSV");
    assert!(summary.starts_with("game,leaves,ordering,branching,"), "{summary}");
    assert_eq!(summary.lines().count(), 1 + 2 * 4 * 2);
    let numbers = copied(&mut window, "Chart as", "Copy as CSV");
    assert!(numbers.starts_with("Depth (plies),Minimax,"), "{numbers}");
    assert_eq!(numbers.lines().count(), 1 + 4);
    assert!(copied(&mut window, "Chart as", "Copy as LaTeX").contains("\\begin{axis}"));
    assert!(spec_of(copied(&mut window, "Chart as", "Copy as SVG").as_bytes()).is_ok());
}

#[test]
fn a_hidden_line_is_left_out_of_an_exported_chart() {
    let (_folder, mut window) = after(SWEEP);
    let columns = |window: &mut Window| {
        let numbers = copied(window, "Chart as", "Copy as CSV");
        let columns = numbers.lines().next().unwrap().split(',');
        columns.filter(|column| ["Minimax", "Alpha-beta"].contains(column)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(columns(&mut window), ["Minimax", "Alpha-beta"]);
    act(&mut window, Action::Experiment(ExperimentAction::ToggleLine("Minimax".into())));
    assert_eq!(columns(&mut window), ["Alpha-beta"]);
    act(&mut window, Action::Experiment(ExperimentAction::ToggleLine("Minimax".into())));
    assert_eq!(columns(&mut window), ["Minimax", "Alpha-beta"]);
}

#[test]
fn a_chart_is_exported_in_the_size_and_with_the_words_of_the_dialog() {
    let (_folder, mut window) = after(SWEEP);
    let open = |window: &mut Window| press(window, Modifiers::COMMAND, Key::E);
    let check = |window: &mut Window, label: &str| click_on(window, Role::CheckBox, label);
    open(&mut window);
    let usual = copied_by(&mut window, "Copy as text");
    assert!(usual.contains("width=\"152.4mm\"") && usual.contains("means"), "{}", &usual[..400]);

    open(&mut window);
    check(&mut window, "millimetres");
    check(&mut window, "caption");
    let narrow = copied_by(&mut window, "Copy as text");
    assert!(narrow.contains("width=\"84mm\"") && !narrow.contains(" means"), "{}", &narrow[..400]);

    // The settings are kept; texts that do not fit cannot be exported.
    open(&mut window);
    assert!(says(&window, "for web pages and drawing programs"));
    check(&mut window, "points");
    focus_field(&mut window, Role::SpinButton, "Size of text in points");
    enter(&mut window, "20");
    press(&mut window, Modifiers::NONE, Key::Tab);
    assert!(says(&window, "texts of 20 points do not fit into a chart 84 mm wide"));
    assert!(!is_enabled(&window, "Copy as text"));
}

#[test]
fn saving_replaces_a_file_only_if_the_user_agrees() {
    let (folder, mut window) = after(SWEEP);
    let path = folder.path().join("table.csv");
    let save = |window: &mut Window, text: &'static str| {
        let export = Export::whole("Save the table", "table.csv".into(), move || Ok(text.into()));
        act_and_wait(window, Action::Export(export, Destination::File(path.clone(), false)));
    };
    save(&mut window, "one");
    assert!(says(&window, "Saved"));
    save(&mut window, "two");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "one");
    assert!(says(&window, "Replace a file?"));
    click_and_wait(&mut window, "Replace");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
    // A form that is being filled in stays, and the question comes after it.
    act(&mut window, Action::File(FileAction::NewTree));
    save(&mut window, "three");
    assert!(says(&window, "New tree") && !says(&window, "Replace a file?"));
    act(&mut window, Action::CloseModal);
    window.run_steps(3);
    assert!(says(&window, "Replace a file?"));
}

#[test]
fn a_file_that_cannot_be_written_is_reported() {
    let (folder, mut window) = after(SWEEP);
    let export = Export::whole("Save the chart", "chart.pdf".into(), || Ok(Vec::new()));
    act_and_wait(&mut window, Action::Export(export, Destination::File(folder.path().join("no/chart.pdf"), false)));
    assert!(window.state().error().is_some_and(|error| error.contains("its folder does not exist")));
}

#[test]
fn a_name_that_belongs_to_another_format_is_refused() {
    let (folder, mut window) = after(SWEEP);
    for (name, is_taken) in [("one.pdf", false), ("one.CSV", false), ("one.svg", true), ("one.backup", true)] {
        let export = Export::whole("Save the chart", "chart.svg".into(), || Ok(b"<svg/>".to_vec()));
        let path = folder.path().join(name);
        act_and_wait(&mut window, Action::Export(export, Destination::File(path.clone(), false)));
        assert_eq!(path.exists(), is_taken, "{name}");
        let is_refused = window.state().error().is_some_and(|error| error.contains("has the extension .svg"));
        assert_eq!(is_refused, !is_taken, "{name}: {:?}", window.state().error());
    }
}

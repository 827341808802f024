//! Experiments in the window, used as a person would use them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::common::{
    Dropped, Window, act, act_and_wait, builder, click, click_and_wait, enter, focus_on, is_enabled, says, settle,
    until,
};
use crate::file::file;
use crate::measuring::measure;
use crate::pictures::{SIZE, save};
use eframe::egui::{Key, LayerId, Modifiers, Pos2, Rect, Vec2};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, ExperimentAction, FileAction, Page, Plyscope};
use plyscope::chart;
use plyscope::experiment::sweep::{Folder, Measure, Preset, Spec, View};
use plyscope::progress::Progress;

/// A sweep that ends at once.
pub(crate) const SMALL: &str =
    "algorithm = [\"minimax\", \"alpha-beta\"]\ntrees = 40\n[random]\nbranching = \"3\"\ndepth = \"1..4\"\n";
/// A sweep that takes seconds.
const LARGE: &str = "algorithm = [\"minimax\"]\ntrees = 50\n[random]\nbranching = \"4\"\ndepth = \"1..9\"\n";
/// A sweep whose results are not given up without asking.
const LONG: &str = "algorithm = [\"minimax\"]\ntrees = 65\n[random]\nbranching = \"5\"\ndepth = \"7\"\n";
/// A sweep that does not end in reasonable time.
const ENDLESS: &str = "algorithm = [\"minimax\"]\ntrees = 100000\n[random]\nbranching = \"5\"\ndepth = \"1..11\"\n";

fn window() -> Window {
    sized(SIZE)
}

pub(crate) fn sized(size: Vec2) -> Window {
    let mut window = builder().with_size(size).build_eframe(|creation| Plyscope::empty(creation));
    turn(&mut window, Page::Experiments);
    window
}

fn turn(window: &mut Window, page: Page) {
    act(window, Action::ShowPage(page));
}

pub(crate) fn open(window: &mut Window, path: &Path) {
    act_and_wait(window, Action::File(FileAction::Open(path.to_owned())));
}

fn keep_in(window: &mut Window, folder: &Path) {
    act(window, Action::Experiment(ExperimentAction::KeepIn(Some(folder.to_owned()))));
}

fn export(window: &mut Window, folder: &Path) {
    act_and_wait(window, Action::Experiment(ExperimentAction::Export { folder: folder.to_owned(), replace: false }));
}

/// Replaces the text of a field.
pub(crate) fn write(window: &mut Window, label: &str, text: &str) {
    focus_on(window, label);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    enter(window, text);
}

/// A directory with a sweep in a file.
pub(crate) fn spec_file(text: &str) -> (tempfile::TempDir, PathBuf) {
    file("grid.toml", text)
}

/// A window in which a sweep has run to its end.
pub(crate) fn after(text: &str) -> (tempfile::TempDir, Window) {
    let (directory, path) = spec_file(text);
    let mut window = window();
    open(&mut window, &path);
    click_and_wait(&mut window, "Run");
    (directory, window)
}

/// The folder of a sweep that has run to its end.
fn kept(text: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("kept");
    let sweep = Spec::from_toml(text).unwrap().sweep().unwrap();
    let (opened, mut results) = Folder::open(&folder, &sweep, false).unwrap();
    opened.run(&sweep, &mut results, &Progress::new()).unwrap();
    (directory, folder)
}

#[test]
fn the_form_shows_the_number_of_runs_and_errors() {
    let mut window = window();
    assert!(says(&window, "1,800 runs: 18 cells of 100 trees"));
    write(&mut window, "Depth of the leaves", "2..3");
    click(&mut window, "Lattice pruning");
    assert!(says(&window, "800 runs: 8 cells of 100 trees"));
    for (children, depth, sentence) in [
        ("3", "two", "depth: “two” is not a list of whole numbers; write one such as 4, 2..6 or 2,4,8"),
        ("1..9999", "0..9998", "runs, but at most 20,000,000 are possible; choose fewer trees or a smaller grid"),
        ("0", "3", "the branching must be between 1 and 10,000"),
    ] {
        write(&mut window, "Children of a node", children);
        write(&mut window, "Depth of the leaves", depth);
        assert!(says(&window, sentence), "{sentence}");
        assert!(!is_enabled(&window, "Run") && !is_enabled(&window, "Save sweep…"), "{sentence}");
    }
}

#[test]
fn run_shows_a_chart_with_the_theory_and_a_table_without_asking_for_a_folder() {
    let mut window = window();
    write(&mut window, "Depth of the leaves", "2..4");
    click_and_wait(&mut window, "Run");
    for text in
        ["Sweep: complete", "900 runs", "Theory: expected, alpha-beta", "Measured / expected", "Chart: Evaluations"]
    {
        assert!(says(&window, text), "{text}");
    }
    assert!(!says(&window, "kept in"));
    turn(&mut window, Page::Trees);
    assert!(!says(&window, "Sweep: complete"));
    turn(&mut window, Page::Experiments);
    assert!(says(&window, "Sweep: complete"));
}

#[test]
fn the_table_has_the_exact_expectations_of_the_theory() {
    let (_directory, window) = after(SMALL);
    // Minimax evaluates all 3^4 leaves.
    assert!(window.query_all_by_label("81").count() >= 2);
    assert!(window.query_all_by_label("1.0000").count() >= 4);
    assert!(window.query_all_by_label("+0.00").count() >= 4);
}

#[test]
fn a_cancelled_sweep_keeps_its_runs_and_resumes_to_the_same_results() {
    let (directory, path) = spec_file(LARGE);
    let (whole, parts) = (directory.path().join("whole"), directory.path().join("parts"));
    let mut window = window();
    open(&mut window, &path);
    keep_in(&mut window, &whole);
    click_and_wait(&mut window, "Run");
    assert_eq!(window.state().sweep_runs(), 450);
    keep_in(&mut window, &parts);
    click(&mut window, "Run");
    until(&mut window, |window| window.state().sweep_runs() > 0);
    click_and_wait(&mut window, "Cancel the sweep");
    assert!(says(&window, "Sweep: stopped") && window.state().sweep_runs() < 450);
    click_and_wait(&mut window, "Resume");
    assert!(says(&window, "Sweep: complete"));
    let runs = |folder: &Path| std::fs::read_to_string(folder.join("runs.csv")).unwrap();
    assert_eq!(runs(&whole), runs(&parts));
}

#[test]
fn a_sweep_in_memory_is_stopped_at_once_and_resumes() {
    let (_directory, path) = spec_file(ENDLESS);
    let mut window = window();
    open(&mut window, &path);
    click(&mut window, "Run");
    until(&mut window, |window| window.state().sweep_runs() > 0);
    assert!(says(&window, "Sweep: running") && !is_enabled(&window, "Run"));
    save(&mut window, "sweeps-running");
    click(&mut window, "Cancel the sweep");
    assert!(!says(&window, "Sweep: running") && (says(&window, "Sweep: stopping…") || says(&window, "Sweep: stopped")));
    settle(&mut window);
    assert!(says(&window, "Sweep: stopped"));
    let before = window.state().sweep_runs();
    click(&mut window, "Resume");
    until(&mut window, |window| window.state().sweep_runs() > 0);
    assert!(window.state().sweep_runs() >= before);
    click_and_wait(&mut window, "Cancel the sweep");
}

#[test]
fn a_folder_with_another_sweep_is_left_alone_and_the_results_stay() {
    let (directory, mut window) = after(SMALL);
    let folder = directory.path().join("kept");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("sweep.toml"), LARGE).unwrap();
    keep_in(&mut window, &folder);
    click_and_wait(&mut window, "Run");
    assert!(window.state().error().unwrap().contains("has another sweep; choose another folder"));
    assert!(says(&window, "Sweep: complete") && says(&window, "320 runs"));
    assert_eq!(std::fs::read_to_string(folder.join("sweep.toml")).unwrap(), LARGE);
    assert!(!folder.join("runs.csv").exists());
}

#[test]
fn an_export_is_complete_and_replaces_nothing_without_asking() {
    let (directory, mut window) = after(SMALL);
    let folder = directory.path().join("export");
    act_and_wait(&mut window, Action::Experiment(ExperimentAction::Show(View::of(measure("deep_cutoffs")))));
    export(&mut window, &folder);
    assert!(says(&window, "Exported"));
    for name in [
        "sweep.toml",
        "runs.csv",
        "summary.csv",
        "summary.json",
        "evaluations.svg",
        "deep_cutoffs.png",
        "report.md",
        "report.html",
    ] {
        assert!(folder.join(name).exists(), "{name}");
    }
    std::fs::write(folder.join("summary.csv"), "mine").unwrap();
    export(&mut window, &folder);
    assert!(says(&window, "exist already."));
    click_and_wait(&mut window, "Cancel");
    assert_eq!(std::fs::read_to_string(folder.join("summary.csv")).unwrap(), "mine");
    export(&mut window, &folder);
    click_and_wait(&mut window, "Replace");
    assert!(std::fs::read_to_string(folder.join("summary.csv")).unwrap().starts_with("leaves,branching"));
    // A sweep resumes in the folder to which it was exported.
    keep_in(&mut window, &folder);
    click_and_wait(&mut window, "Run");
    assert_eq!(window.state().error(), None);
}

#[test]
fn a_damaged_folder_is_repaired_when_opened_and_reported() {
    let (directory, mut first) = after(SMALL);
    let folder = directory.path().join("kept");
    export(&mut first, &folder);
    let spec = folder.join("sweep.toml");
    let whole = std::fs::read_to_string(&spec).unwrap();
    std::fs::write(&spec, "algorithm = [\n").unwrap();
    let mut window = window();
    open(&mut window, &spec);
    assert!(says(&window, "320 runs: 8 cells of 40 trees"));
    click_and_wait(&mut window, "Run");
    assert!(says(&window, "Sweep: complete") && says(&window, "sweep.toml: is damaged at line"));
    assert_eq!(std::fs::read_to_string(&spec).unwrap(), whole);
}

#[test]
fn an_exported_chart_opens_as_the_experiment_that_it_shows() {
    let (directory, mut first) = after(SMALL);
    let folder = directory.path().join("export");
    export(&mut first, &folder);
    let spec = chart::spec_of(&std::fs::read(folder.join("evaluations.svg")).unwrap()).unwrap();
    for name in ["evaluations.svg", "evaluations.png"] {
        let mut window = window();
        turn(&mut window, Page::Trees);
        open(&mut window, &folder.join(name));
        assert!(says(&window, "320 runs: 8 cells of 40 trees"), "{name}");
        click_and_wait(&mut window, "Run");
        let again = directory.path().join(format!("again from {name}"));
        export(&mut window, &again);
        for table in ["runs.csv", "sweep.toml"] {
            let read = |folder: &Path| std::fs::read_to_string(folder.join(table)).unwrap();
            assert_eq!(read(&folder), read(&again), "{name} {table}");
        }
    }
    assert_eq!(spec.chart.first(), Some(&View::of(Measure::evaluations())));
}

#[test]
fn a_folder_opens_with_its_runs_and_a_chart_in_it_is_the_one_that_is_shown() {
    let spec = "algorithm = [\"minimax\", \"alpha-beta\"]\ntrees = 5\n[random]\nleaves = [\"continuous\", \"integers:3\"]\n\
        branching = \"2\"\ndepth = \"1..3\"\n[[chart]]\nmeasure = \"evaluations\"\n[[chart]]\nmeasure = \"shallow_cutoffs\"\n";
    let (_directory, folder) = kept(spec);
    let chart = folder.join("shallow_cutoffs-integers-3.svg");
    let (sweep, results) = Folder::contents(&folder).unwrap();
    let charts = chart::of_sweep(&sweep, &results);
    let drawn = charts.iter().find(|drawn| chart.ends_with(format!("{}.svg", drawn.name))).unwrap();
    std::fs::write(&chart, chart::svg(drawn, &chart::Page::default()).unwrap()).unwrap();
    let opened = |path: &Path| {
        let mut window = window();
        turn(&mut window, Page::Trees);
        open(&mut window, path);
        assert!(says(&window, "Sweep: complete") && says(&window, "60 runs"), "{}", path.display());
        window
    };
    assert!(says(&opened(&folder), "Chart: Evaluations: continuous"));
    assert!(says(&opened(&folder.join("sweep.toml")), "kept in"));
    assert!(says(&opened(&chart), "Chart: Shallow cutoffs: integers:3"));
    // As the argument of the command line, and dropped.
    let argument = Some(folder.clone());
    let mut started = builder().with_size(SIZE).build_eframe(move |creation| Plyscope::new(creation, argument));
    settle(&mut started);
    assert!(says(&started, "Sweep: complete") && says(&started, "60 runs"));
    let mut dropped = self::window();
    dropped.input_mut().dropped_files.push(Arc::new(Dropped(folder.clone())));
    dropped.step();
    settle(&mut dropped);
    assert!(says(&dropped, "Sweep: complete") && says(&dropped, "60 runs"));
    // The table alone is enough.
    std::fs::remove_file(folder.join("runs.journal")).unwrap();
    let window = opened(&chart);
    assert!(says(&window, "Chart: Shallow cutoffs: integers:3") && !says(&window, "kept in"));
    // Another sweep's table is not that of this chart.
    let (_other_directory, elsewhere) = kept(SMALL);
    std::fs::copy(&chart, elsewhere.join("stranger.svg")).unwrap();
    let mut window = self::window();
    open(&mut window, &elsewhere.join("stranger.svg"));
    assert!(says(&window, "60 runs: 12 cells of 5 trees") && window.state().sweep_runs() == 0);
    assert_eq!(window.state().error(), None);
}

#[test]
fn a_folder_without_a_sweep_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, directory.path());
    assert!(window.state().error().unwrap().contains("contains no sweep.toml; choose the folder of a sweep"));
}

#[test]
fn a_sweep_that_was_stopped_says_how_far_it_came_and_resumes_from_its_folder_with_what_is_shown() {
    let (directory, path) = spec_file(ENDLESS);
    let folder = directory.path().join("kept");
    let mut first = window();
    open(&mut first, &path);
    keep_in(&mut first, &folder);
    click(&mut first, "Run");
    until(&mut first, |window| window.state().sweep_runs() > 200);
    click_and_wait(&mut first, "Cancel the sweep");
    let runs = first.state().sweep_runs();
    let extent = format!("{} of 1,100,000 runs", plyscope::format::grouped(runs));
    assert!(says(&first, "Sweep: stopped") && says(&first, &extent), "{extent}");
    drop(first);
    let mut window = window();
    open(&mut window, &folder);
    assert!(says(&window, "Sweep: stopped") && says(&window, &extent) && says(&window, "Chart: Evaluations"));
    click(&mut window, "Resume");
    // From the first frame on.
    assert!(says(&window, "Chart: Evaluations") && says(&window, "Sweep: running"));
    assert!(window.state().sweep_runs() >= runs);
    click_and_wait(&mut window, "Cancel the sweep");
    assert!(window.state().sweep_runs() >= runs && says(&window, "Chart: Evaluations"));
}

#[test]
fn opening_a_sweep_does_not_drop_unsaved_results_without_asking() {
    let (_directory, mut window) = after(LONG);
    let (_other_directory, folder) = kept(SMALL);
    open(&mut window, &folder);
    assert!(says(&window, "Discard the results of the sweep?"));
    click(&mut window, "Cancel");
    assert_eq!(window.state().sweep_runs(), 65);
    open(&mut window, &folder);
    click_and_wait(&mut window, "Discard and open");
    assert_eq!(window.state().sweep_runs(), 320);
}

#[test]
fn another_picture_is_an_error_and_changes_nothing() {
    let (_directory, path) = file("cat.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let mut window = window();
    open(&mut window, &path);
    let message = format!("{}: does not contain a sweep; choose a chart that Plyscope made", path.display());
    assert_eq!(window.state().error(), Some(message.as_str()));
    assert!(says(&window, "1,800 runs"));
}

#[test]
fn a_saved_sweep_reads_back_unchanged_and_another_file_is_not_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("section6.toml");
    let mut window = window();
    let spec = Box::new(Preset::SelectionMonad.spec().unwrap());
    let wish = ExperimentAction::SaveSpec { spec: spec.clone(), path: path.clone(), replace: false };
    act_and_wait(&mut window, Action::Experiment(wish.clone()));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(Spec::from_toml(&text).unwrap(), *spec);
    std::fs::write(&path, "mine").unwrap();
    act_and_wait(&mut window, Action::Experiment(wish));
    click(&mut window, "Cancel");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn a_game_is_searched_with_and_without_random_trees() {
    let mut window = sized(Vec2::new(1280.0, 1400.0));
    write(&mut window, "Depth of the leaves", "2");
    click(&mut window, "Add a game");
    write(&mut window, "Depth of Game 1", "1..4");
    assert!(says(&window, "312 runs: 3 cells of 100 trees, 12 searches of games"));
    click(&mut window, "Search random trees");
    assert!(says(&window, "12 runs: 12 searches of games"));
    write(&mut window, "Position of Game 1", "X.O/.X");
    assert!(!is_enabled(&window, "Run"));
    write(&mut window, "Position of Game 1", "X.O/.X./...");
    click_and_wait(&mut window, "Run");
    assert!(says(&window, "Sweep: complete") && says(&window, "Evaluations: Tic-tac-toe from X.O/.X./..."));
    save(&mut window, "sweeps-game");
    click(&mut window, "Remove Game 1");
    assert!(!is_enabled(&window, "Run") && says(&window, "a sweep needs at least one game, or random trees"));
}

#[test]
fn unsaved_results_are_not_discarded_without_asking() {
    // 65 trees of 5^7 leaves.
    let (_directory, mut window) = after(LONG);
    assert_eq!(window.state().sweep_runs(), 65);
    write(&mut window, "Depth of the leaves", "1..2");
    click(&mut window, "Run");
    assert!(says(&window, "Discard the results of the sweep?"));
    save(&mut window, "sweeps-lose");
    click(&mut window, "Cancel");
    assert_eq!(window.state().sweep_runs(), 65);
    // Exported results are saved.
    let folder = tempfile::tempdir().unwrap();
    export(&mut window, folder.path());
    write(&mut window, "Trees per cell", "50");
    click_and_wait(&mut window, "Run");
    assert!(!says(&window, "Discard the results") && says(&window, "Sweep: complete"));
}

#[test]
fn the_built_in_experiment_is_a_preset() {
    let mut window = window();
    click(&mut window, "Presets");
    click_and_wait(&mut window, "Selection monad, section 6");
    assert!(says(&window, "23,632 runs: 588 cells of 40 trees") && !says(&window, "running"));
    assert_eq!(window.state().sweep_runs(), 0);
    click(&mut window, "Run");
    until(&mut window, |window| window.state().sweep_runs() > 0);
    assert!(says(&window, "Selection monad, section 6: running"));
    click_and_wait(&mut window, "Cancel the sweep");
    assert!(says(&window, "Selection monad, section 6: stopped"));
}

#[test]
fn a_card_of_the_empty_page_takes_its_preset() {
    let mut window = window();
    save(&mut window, "sweep-presets");
    click_and_wait(&mut window, "Preset: Newborn 1977");
    assert!(says(&window, "25,200 runs: 126 cells of 200 trees"));
}

#[test]
fn the_page_scrolls_where_there_is_no_room_for_the_chart() {
    let size = Vec2::new(500.0, 300.0);
    let mut window = sized(size);
    act_and_wait(&mut window, Action::Experiment(ExperimentAction::RunForm));
    window.get_by_label_contains("Chart: ").scroll_to_me();
    window.run_steps(20);
    save(&mut window, "sweep-500x300");
    let chart = window.get_by_label_contains("Chart: ").rect();
    let visible = window.ctx.viewport(|viewport| {
        let mut widgets = viewport.prev_pass.widgets.get_layer(LayerId::background());
        widgets.find(|widget| widget.rect == chart).map(|widget| widget.interact_rect)
    });
    let visible = visible.unwrap().intersect(Rect::from_min_size(Pos2::ZERO, size));
    assert!(visible.width() > 150.0 && visible.height() > 200.0, "{visible} of {chart}");
}

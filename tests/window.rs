//! The window, driven as a person would drive it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::{self, Key, Modifiers, Theme, ThemePreference, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, ComparisonPanel, Plyscope, Settings};
use plyscope::experiment::comparison::{COLUMNS, Cell, Row};
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::samples::{GROUPS, Sample};
use plyscope::tree::{NodeId, Player, Value};

const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

type Window = Harness<'static, Plyscope>;

fn window(file: Option<PathBuf>) -> Window {
    let mut window = Harness::builder().with_size(SIZE).build_eframe(|creation| Plyscope::new(creation, file));
    settle(&mut window);
    window
}

/// Draws frames until everything that runs has ended.
fn settle(window: &mut Window) {
    until(window, |window| !window.state().is_busy());
}

/// Draws frames until a condition holds, which worker threads bring about.
fn until(window: &mut Window, condition: impl Fn(&Window) -> bool) {
    let deadline = Instant::now() + Duration::from_mins(2);
    while !condition(window) {
        assert!(Instant::now() < deadline, "it never happened");
        std::thread::sleep(Duration::from_millis(2));
        window.step();
    }
    window.run_steps(3);
    window.check_accessibility();
}

fn act(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action);
    window.run_steps(2);
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(3);
}

/// Draws the window and keeps the picture, to be looked at, in the directory that `PLYSCOPE_PICTURES` names. Says whether
/// anything can be drawn here.
fn save<State>(window: &mut Harness<'_, State>, name: &str) -> bool {
    match window.render() {
        Ok(picture) => {
            if let Some(directory) = std::env::var_os("PLYSCOPE_PICTURES") {
                picture.save(Path::new(&directory).join(format!("{name}.png"))).unwrap();
            }
            true
        }
        Err(reason) => {
            println!("skipped, since nothing can be drawn here: {reason}");
            false
        }
    }
}

/// A file in a directory of its own, which lives as long as the test holds it.
fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    (directory, path)
}

/// A full tree in the bracket notation.
fn full(branching: usize, depth: usize) -> String {
    if depth == 0 {
        return "1".into();
    }
    format!("({})", vec![full(branching, depth - 1); branching].join(" "))
}

/// Where the lowest text of this kind is: in the table, which is below the panes.
fn lowest(window: &Window, label: &str) -> f32 {
    window.query_all_by_label(label).map(|node| node.rect().top()).fold(0.0, f32::max)
}

#[test]
fn the_sample_opens_and_four_algorithms_agree() {
    let window = window(None);
    assert!(says(&window, "All algorithms agree: value 6"));
    assert_eq!(window.state().rows().len(), 4);
}

#[test]
fn a_file_opens_and_its_title_is_shown() {
    let (_directory, path) = file("small.json", r#"{"title": "Two moves", "tree": [[3, 12], [2, 4]]}"#);
    let window = window(Some(path));
    assert!(says(&window, "Two moves: 7 nodes, 4 leaves, depth 2"));
    assert!(says(&window, "All algorithms agree: value 3"));
}

#[test]
fn a_bad_file_keeps_the_open_tree_and_says_what_is_wrong() {
    let (_directory, path) = file("bad.tree", "((3 x) (2 4))");
    let mut window = window(None);
    act(&mut window, Action::Open(path.clone()));
    settle(&mut window);
    let message = format!("{}:1:5: ", path.display());
    assert!(says(&window, &message), "{:?}", window.state().error());
    assert_eq!(window.state().tree().unwrap().leaf_count(), 14);
    click(&mut window, "Dismiss the error");
    assert!(!says(&window, &message));
}

#[test]
fn a_file_that_is_not_there_is_an_error_in_the_empty_window() {
    let window = window(Some("/nowhere/at/all.json".into()));
    assert!(says(&window, "/nowhere/at/all.json: there is no such file; check the name"));
    window.get_by_label("Open a tree…");
}

#[test]
fn opening_can_be_cancelled() {
    let row = format!("[{}1]", "1,".repeat(999));
    let (_directory, path) = file("large.json", &format!("[{}{row}]", format!("{row},").repeat(7999)));
    let mut window = window(None);
    act(&mut window, Action::Open(path));
    until(&mut window, |window| window.query_by_label("Cancel opening").is_some());
    assert!(says(&window, "Opening large.json"));
    click(&mut window, "Cancel opening");
    settle(&mut window);
    assert_eq!(window.state().tree().unwrap().leaf_count(), 14);
    assert_eq!(window.state().error(), None);
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("nobody should ask".into())
    }
}

#[test]
fn a_file_held_over_the_window_is_invited_and_opens_when_it_is_dropped() {
    let (_directory, path) = file("dropped.tree", "(1 2 3)");
    let mut window = window(None);
    window.input_mut().hovered_files.push(egui::HoveredFile { path: Some(path.clone()), ..Default::default() });
    window.run_steps(2);
    assert!(says(&window, "Drop the file to open it"));
    save(&mut window, "drop");
    window.input_mut().hovered_files.clear();
    window.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.step();
    settle(&mut window);
    assert!(!says(&window, "Drop the file to open it"));
    assert_eq!(window.state().tree().unwrap().leaf_count(), 3);
}

#[test]
fn a_path_can_be_typed() {
    let (_directory, path) = file("typed.tree", "(1 2 3)");
    let mut window = window(None);
    window.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.run_steps(3);
    window.get_by_role(egui::accesskit::Role::TextInput).type_text(&path.display().to_string());
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(2);
    settle(&mut window);
    assert_eq!(window.state().tree().unwrap().leaf_count(), 3);
    assert!(window.query_by_label("Path of a .json or .tree file").is_none());
}

#[test]
fn the_inspector_shows_the_selected_node_for_each_algorithm() {
    let mut window = window(None);
    assert!(says(&window, "No node selected"));
    window.key_press(Key::ArrowDown);
    window.run_steps(3);
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    assert!(says(&window, "Root, MAX to move"));
    assert_eq!(window.query_all_by_label("6, exact").count(), 4);
    // The second leaf of the second subtree's second node is pruned by all but minimax.
    let leaf = window.state().tree().unwrap().leaf(4);
    act(&mut window, Action::Select(Some(leaf)));
    assert!(says(&window, "Leaf 4"));
    assert_eq!(window.query_all_by_label("pruned").count(), 3);
    click(&mut window, "root");
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert_eq!(window.state().selected(), None);
}

#[test]
fn panes_are_added_and_removed_down_to_the_last() {
    let mut window = window(None);
    click(&mut window, "Add algorithm");
    click(&mut window, "Alpha-beta");
    settle(&mut window);
    assert_eq!(window.state().rows().len(), 5);
    window.get_by_label("Pane Alpha-beta");
    for name in ["Minimax", "Lattice pruning", "Lazy alpha-beta", "Selection GK alpha-beta"] {
        click(&mut window, &format!("Remove {name}"));
    }
    assert_eq!(window.state().rows().len(), 1);
    click(&mut window, "Remove Alpha-beta");
    assert_eq!(window.state().rows().len(), 1);
    assert!(says(&window, "Value 6, by one algorithm alone."));
}

#[test]
fn every_algorithm_has_a_pane_and_none_has_two() {
    let mut window = window(None);
    for algorithm in Algorithm::ALL {
        act(&mut window, Action::Add(algorithm));
    }
    settle(&mut window);
    assert_eq!(window.state().rows().len(), Algorithm::ALL.len());
    assert!(says(&window, "All algorithms agree: value 6"));
}

#[test]
fn a_click_on_a_header_sorts_the_table() {
    let mut window = window(None);
    assert!(lowest(&window, "Minimax") < lowest(&window, "Lattice pruning"));
    click(&mut window, "Evaluations");
    assert!(lowest(&window, "Minimax") > lowest(&window, "Lattice pruning"));
    click(&mut window, "Evaluations, ascending");
    assert!(lowest(&window, "Minimax") < lowest(&window, "Lattice pruning"));
}

#[test]
fn the_table_is_copied_as_text() {
    let mut window = window(None);
    window.get_by_label("Copy as text").click();
    let mut copied = None;
    for _ in 0..4 {
        window.step();
        let commands = &window.output().platform_output.commands;
        copied = copied.or_else(|| {
            commands.iter().find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
    }
    let copied = copied.unwrap();
    assert!(copied.contains("All algorithms agree: value 6"), "{copied}");
    assert!(copied.lines().any(|line| line.starts_with("minimax ") && line.contains("14")), "{copied}");
}

#[test]
fn a_budget_that_is_reached_is_said() {
    let (_directory, path) = file("full.tree", &full(3, 6));
    let mut window = window(Some(path));
    act(&mut window, Action::Add(Algorithm::SelectionJ));
    act(&mut window, Action::Set(Settings { budget: Some(10_000), ..Settings::default() }));
    settle(&mut window);
    assert!(says(&window, "budget reached after 10,000 evaluations"));
    assert!(says(&window, "The 4 finished algorithms agree: value 1."));
}

#[test]
fn results_show_before_the_time_is_measured_and_measuring_can_be_cancelled() {
    let (_directory, path) = file("full.tree", &full(2, 13));
    let mut window = window(None);
    act(&mut window, Action::Set(Settings { budget: Some(1_500_000), ..Settings::default() }));
    act(&mut window, Action::Open(path));
    act(&mut window, Action::Add(Algorithm::SelectionJ));
    let stopped = "budget reached after 1,500,000 evaluations";
    until(&mut window, |window| says(window, stopped));
    let time_of = |window: &Window, algorithm| {
        let place = COLUMNS.iter().position(|column| column.title == "Time").unwrap();
        let row = window.state().rows().into_iter().find(|row| row.algorithm == algorithm).unwrap();
        row.cells[place].clone()
    };
    assert!(window.state().is_busy());
    assert_eq!(time_of(&window, Algorithm::SelectionJ), Cell::Missing);
    click(&mut window, "Cancel Selection J");
    settle(&mut window);
    assert!(says(&window, stopped));
    assert_eq!(time_of(&window, Algorithm::SelectionJ), Cell::Missing);
    assert!(matches!(time_of(&window, Algorithm::Minimax), Cell::Seconds(seconds) if seconds > 0.0));
}

#[test]
fn a_run_can_be_cancelled_and_old_results_do_not_land_on_a_new_tree() {
    let (_directory, path) = file("full.tree", &full(2, 16));
    let mut window = window(Some(path));
    act(&mut window, Action::Set(Settings { budget: None, ..Settings::default() }));
    act(&mut window, Action::Add(Algorithm::SelectionJ));
    until(&mut window, |window| says(window, " so far"));
    click(&mut window, "Cancel Selection J");
    settle(&mut window);
    assert!(says(&window, "cancelled after"));
    act(&mut window, Action::Rerun);
    until(&mut window, |window| says(window, " so far"));
    act(&mut window, Action::OpenSample(Sample::first()));
    settle(&mut window);
    assert!(says(&window, "All algorithms agree: value 6"));
}

#[test]
fn a_leaf_without_a_value_is_named() {
    let (_directory, path) = file("unknown.tree", "((3 ?) (2 4))");
    let window = window(Some(path));
    assert!(says(&window, "undefined: leaf 1 has no value"));
}

#[test]
fn the_root_player_can_be_changed() {
    let (_directory, path) = file("root.tree", "((3 12 8) (2 4 6))");
    let mut window = window(Some(path));
    assert!(says(&window, "All algorithms agree: value 3"));
    act(&mut window, Action::Set(Settings { root: Some(Player::Min), ..Settings::default() }));
    settle(&mut window);
    assert!(says(&window, "All algorithms agree: value 6"));
    assert_eq!(window.state().tree().unwrap().player(NodeId::ROOT), Player::Min);
}

#[test]
fn disagreement_is_loud() {
    let row = |algorithm, value: i32| Row {
        value: Some(Value::from(value)),
        ..Row::without_result(algorithm, "finished".to_owned())
    };
    let rows = [row(Algorithm::Minimax, 6), row(Algorithm::AlphaBeta, 5)];
    let mut panel = ComparisonPanel::default();
    let mut window = Harness::builder().with_size(SIZE).build_ui(move |ui| {
        panel.ui(ui, &rows, None);
    });
    window.get_by_label_contains("The algorithms DISAGREE: Minimax says 6; Alpha-beta says 5.");
    save(&mut window, "disagree");
}

#[test]
fn the_empty_window_says_what_to_do() {
    let mut window = Harness::builder().with_size(SIZE).build_eframe(|creation| Plyscope::empty(creation));
    window.run_steps(2);
    window.check_accessibility();
    assert!(says(&window, "or drop a .json or .tree file on this window"));
    click(&mut window, "Open the sample");
    settle(&mut window);
    assert!(says(&window, "All algorithms agree: value 6"));
}

#[test]
fn a_click_on_a_drawing_selects_the_node_everywhere() {
    let mut window = window(None);
    // The root is drawn at the top in the middle.
    let drawing = window.get_by_label("Tree searched by Minimax").rect();
    let mut height = drawing.top();
    while window.state().selected().is_none() && height < drawing.bottom() {
        height += 6.0;
        let position = egui::pos2(drawing.center().x, height);
        window.hover_at(position);
        window.drag_at(position);
        window.drop_at(position);
        window.run_steps(2);
    }
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    assert!(says(&window, "Root, MAX to move"));
    assert_eq!(window.query_all_by_label("6, exact").count(), 4);
}

#[test]
fn menus_open_and_act() {
    let mut window = window(None);
    assert!(window.query_by_label("Copy as text").is_some());
    click(&mut window, "View");
    window.check_accessibility();
    click(&mut window, "Comparison table");
    assert!(window.query_by_label("Copy as text").is_none());
    click(&mut window, "Help");
    click(&mut window, "About Plyscope");
    assert!(says(&window, env!("CARGO_PKG_VERSION")));
    click(&mut window, "Close");
    click(&mut window, "File");
    save(&mut window, "menu");
}

/// A storage as a desktop has it, without a file.
#[derive(Clone, Default)]
struct Memory(HashMap<String, String>);

impl eframe::Storage for Memory {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }
    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.into(), value);
    }
    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }
    fn flush(&mut self) {}
}

/// A window that remembers, and the theme with which it starts, before the harness sets its own.
fn window_with(memory: &Memory) -> (Window, ThemePreference) {
    let memory: &'static Memory = Box::leak(Box::new(memory.clone()));
    let theme = Rc::new(std::cell::Cell::new(ThemePreference::System));
    let seen = Rc::clone(&theme);
    let mut window = Harness::builder().with_size(SIZE).build_eframe(move |creation| {
        creation.storage = Some(memory);
        let app = Plyscope::new(creation, None);
        seen.set(creation.egui_ctx.options(|options| options.theme_preference));
        app
    });
    settle(&mut window);
    (window, theme.get())
}

#[test]
fn algorithms_settings_theme_and_recent_files_are_found_again_after_a_restart() {
    let mut memory = Memory::default();
    let (_directory, path) = file("small.tree", "((1 2) (3 4))");
    let (mut window, _) = window_with(&memory);
    act(&mut window, Action::Open(path.clone()));
    settle(&mut window);
    let settings = Settings { cutoff: CutoffRule::Strict, budget: Some(77), ..Settings::default() };
    act(&mut window, Action::Set(Settings { depth: Some(1), root: Some(Player::Min), ..settings }));
    act(&mut window, Action::Remove(Algorithm::Minimax));
    act(&mut window, Action::Add(Algorithm::SelectionJ));
    act(&mut window, Action::SetTheme(ThemePreference::Light));
    act(&mut window, Action::ToggleInspector);
    let algorithms = |window: &Window| window.state().rows().iter().map(|row| row.algorithm).collect::<Vec<_>>();
    let before = algorithms(&window);
    eframe::App::save(window.state_mut(), &mut memory);

    let (mut window, theme) = window_with(&memory);
    assert_eq!(algorithms(&window), before);
    assert_eq!(window.state().settings(), settings);
    assert_eq!(theme, ThemePreference::Light);
    assert!(!says(&window, "No node selected"));
    window.get_by_label("Pane Selection J");
    for label in ["File", "Open recent", "small.tree"] {
        click(&mut window, label);
    }
    settle(&mut window);
    assert_eq!(window.state().tree().unwrap().leaf_count(), 4);
}

#[test]
fn what_cannot_be_understood_of_a_former_start_is_left_out() {
    for stored in
        ["", "nonsense", r#"{"algorithms": [], "budget": 0}"#, r#"{"algorithms": ["gone", "minimax", "minimax"]}"#]
    {
        let mut memory = Memory::default();
        eframe::Storage::set_string(&mut memory, "plyscope", stored.into());
        let (window, _) = window_with(&memory);
        assert!(!window.state().rows().is_empty(), "{stored}");
        assert!(window.state().settings().budget >= Some(1), "{stored}");
    }
}

#[test]
fn every_sample_opens_from_the_menu() {
    let mut window = window(None);
    for group in &GROUPS {
        for sample in group.samples {
            for label in ["File", "Open sample", group.title, sample.title] {
                click(&mut window, label);
            }
            settle(&mut window);
            assert_eq!(window.state().tree().unwrap().title(), sample.title);
            assert_eq!(window.state().error(), None);
        }
    }
}

#[test]
fn a_window_at_rest_asks_for_no_frames() {
    let mut window = window(None);
    window.run_steps(8);
    let delays: Vec<Duration> = window.output().viewport_output.values().map(|output| output.repaint_delay).collect();
    assert_eq!(delays, [Duration::MAX]);
}

#[test]
fn every_state_is_drawn_in_both_themes_and_several_sizes() {
    for theme in [Theme::Light, Theme::Dark] {
        for size in [SIZE, Vec2::new(2560.0, 1440.0), Vec2::new(640.0, 480.0)] {
            let builder = Harness::builder().with_size(size).with_theme(theme).wgpu();
            let mut window = builder.build_eframe(|creation| Plyscope::new(creation, None));
            settle(&mut window);
            if !save(&mut window, &format!("{theme:?}-{}", size.x)) {
                return;
            }
            let leaf = window.state().tree().unwrap().leaf(4);
            act(&mut window, Action::Select(Some(leaf)));
            act(&mut window, Action::Focus(Algorithm::LazyAlphaBeta));
            save(&mut window, &format!("{theme:?}-{}-selected", size.x));
            for algorithm in Algorithm::ALL {
                act(&mut window, Action::Add(algorithm));
            }
            act(&mut window, Action::Open("/nowhere/at/all.json".into()));
            settle(&mut window);
            save(&mut window, &format!("{theme:?}-{}-all", size.x));
            act(&mut window, Action::TypePath);
            save(&mut window, &format!("{theme:?}-{}-path", size.x));
        }
    }
}

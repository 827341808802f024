//! The window with a tree: panes, runs, table, menus and keys, used as a person would use them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::{
    Window, act, act_and_wait, builder, click, click_and_wait, click_on, copied, focus_on, opened, press, says,
    set_runs, settle, until,
};
use crate::file::file;
use crate::pictures::{self, SIZE, window_of};
use crate::playing::{FORK, tree};
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Key, Modifiers, Rect, Theme, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{
    Action, ComparisonPanel, ExperimentAction, FileAction, Page, RunAction, Settings, TimeAction, ViewAction,
};
use plyscope::experiment::Claim;
use plyscope::experiment::comparison::{COLUMNS, Cell, Row};
use plyscope::experiment::sweep::{Measure, Scale, View};
use plyscope::game::{GameName, Stages};
use plyscope::search::hughes::Pipeline;
use plyscope::search::{Algorithm, Budget, Catalogue, DEFAULT_BUDGET};
use plyscope::tree::samples::Sample;
use plyscope::tree::{NodeId, Player, Value};

/// How long a test waits for an expected change.
const PATIENCE: Duration = Duration::from_mins(2);

fn window(file: Option<PathBuf>) -> Window {
    opened(SIZE, file)
}

/// Draws the window and saves the picture, for inspection, in the directory that `PLYSCOPE_PICTURES` names.
fn save<State>(window: &mut Harness<'_, State>, name: &str) -> Look {
    let picture = window.render().unwrap();
    if let Some(directory) = std::env::var_os("PLYSCOPE_PICTURES") {
        picture.save(Path::new(&directory).join(format!("{name}.png"))).unwrap();
    }
    let lightness = |pixel: &[u8]| pixel[..3].iter().map(|&part| u64::from(part)).sum::<u64>();
    let pixels = picture.as_raw().chunks_exact(4).step_by(61);
    let mean = pixels.clone().map(lightness).sum::<u64>() / (3 * pixels.len() as u64);
    let colours = pixels.map(<[u8]>::to_vec).collect::<HashSet<_>>().len();
    Look { is_light: mean > 128, colours }
}

/// Properties of a picture that are the same on every machine.
struct Look {
    is_light: bool,
    colours: usize,
}

/// A full tree in the bracket notation.
fn full(branching: usize, depth: usize) -> String {
    if depth == 0 {
        return "1".into();
    }
    format!("({})", vec![full(branching, depth - 1); branching].join(" "))
}

/// Drags the pane with one title to the right half of the pane with the other, so that both share its area.
pub(crate) fn drag_pane(window: &mut Window, title: Rect, other: Rect) {
    let to = other.right_center() + egui::vec2(-20.0, 120.0);
    window.drag_at(title.left_center() + egui::vec2(20.0, 0.0));
    window.step();
    for share in [0.2, 0.6, 1.0] {
        window.hover_at(title.center().lerp(to, share));
        window.step();
    }
    window.drop_at(to);
    window.run_steps(4);
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
fn the_inspector_shows_the_selected_node_for_each_algorithm() {
    let mut window = window(None);
    assert!(says(&window, "No node selected"));
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    assert!(says(&window, "Root, MAX to move"));
    // Those that did the same share a row, and the marked one has its card.
    for row in ["Minimax: exact", "Lattice pruning and 2 others: exact", "6, exact"] {
        window.get_by_label(row);
    }
    click(&mut window, "and 2 others");
    for row in ["Minimax", "Lattice pruning", "Lazy alpha-beta", "Selection GK alpha-beta"] {
        window.get_by_label(&format!("{row}: exact"));
    }
    click(&mut window, "Put equal rows together");
    // The second leaf of the second subtree's second node is pruned by all but minimax.
    let leaf = window.state().tree().unwrap().leaf(4);
    act(&mut window, Action::View(ViewAction::Select(Some(leaf))));
    assert!(says(&window, "Leaf 4"));
    for row in ["Minimax: evaluated", "Lattice pruning and 2 others: pruned"] {
        window.get_by_label(row);
    }
    click(&mut window, "Minimax: evaluated");
    assert!(says(&window, "on the principal variation") || says(&window, "5, exact"), "the card of the row");
    click(&mut window, "root");
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(window.state().selected(), None);
}

#[test]
fn panes_are_added_and_removed_except_the_last() {
    let mut window = window(None);
    click(&mut window, "Add algorithm");
    click_and_wait(&mut window, "Alpha-beta");
    assert_eq!(window.state().rows().len(), 5);
    window.get_by_label("Pane Alpha-beta");
    for name in ["Minimax", "Lattice pruning", "Lazy alpha-beta", "Selection GK alpha-beta"] {
        click(&mut window, &format!("Remove {name}"));
    }
    assert_eq!(window.state().rows().len(), 1);
    click(&mut window, "Remove Alpha-beta");
    assert_eq!(window.state().rows().len(), 1);
    assert!(says(&window, "Value 6, found by one algorithm only."));
}

#[test]
fn panes_fill_the_gap_of_a_removed_or_moved_pane() {
    let mut window = window(None);
    let place = |window: &Window, name: &str| window.get_by_label(&format!("Pane {name}")).rect();
    let first = place(&window, "Minimax");
    let second = place(&window, "Lattice pruning");
    drag_pane(&mut window, first, second);
    let (moved, other) = (place(&window, "Minimax"), place(&window, "Lattice pruning"));
    assert!(moved.left() > other.right() && moved.top() == other.top(), "{moved:?} {other:?}");
    assert!(other.left() < first.center().x, "a hole was left at {first:?}: {other:?}");

    let gone = place(&window, "Lattice pruning");
    click(&mut window, "Remove Lattice pruning");
    assert!(place(&window, "Minimax").left() <= gone.left());
}

#[test]
fn related_controls_of_the_toolbar_stay_on_one_line() {
    let size = Vec2::new(640.0, 480.0);
    let mut window = opened(size, None);
    set_runs(&mut window, Settings { budget: Budget::Evaluations(DEFAULT_BUDGET), ..Settings::default() });
    let height = |role, label: &str| window.get_by_role_and_label(role, label).rect().center().y;
    assert_eq!(height(Role::Label, "Budget"), height(Role::ComboBox, "Budget"));
    assert_eq!(height(Role::Label, "Budget"), height(Role::SpinButton, "Budget of evaluations"));
    let depth = height(Role::CheckBox, "Depth limit");
    assert!(height(Role::Label, "Budget") > depth, "there is room for both at {size}");
}

#[test]
fn a_budget_of_ten_million_evaluations_is_not_the_automatic_budget() {
    let mut window = window(None);
    assert_eq!(window.state().settings().budget, Budget::Automatic);
    for (text, budget) in
        [("10,000,000 evaluations", Budget::Evaluations(10_000_000)), ("Automatic", Budget::Automatic)]
    {
        click(&mut window, "Search");
        click_on(&mut window, Role::Button, "Budget");
        click_and_wait(&mut window, text);
        assert_eq!(window.state().settings().budget, budget);
    }
}

#[test]
fn every_algorithm_has_exactly_one_pane() {
    let mut window = window(None);
    for algorithm in Algorithm::ALL {
        act(&mut window, Action::Run(RunAction::Add(algorithm)));
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
    let copied = copied(&mut window, "Table as", "Copy as plain text");
    assert!(copied.contains("All algorithms agree: value 6"), "{copied}");
    assert!(copied.lines().any(|line| line.starts_with("minimax ") && line.contains("14")), "{copied}");
}

#[test]
fn reaching_the_budget_is_reported() {
    let (_directory, path) = file("full.tree", &full(3, 6));
    let mut window = window(Some(path));
    act(&mut window, Action::Run(RunAction::Add(Algorithm::SELECTION_J)));
    act_and_wait(
        &mut window,
        Action::Run(RunAction::Set(Settings { budget: Budget::Evaluations(10_000), ..Settings::default() })),
    );
    assert!(says(&window, "budget reached after 10,000 evaluations"));
    assert!(says(&window, "The 4 finished algorithms agree: value 1."));
}

#[test]
fn results_show_before_the_time_is_measured_and_measuring_can_be_cancelled() {
    let (_directory, path) = file("full.tree", &full(2, 13));
    let mut window = window(None);
    set_runs(&mut window, Settings { budget: Budget::Evaluations(1_500_000), ..Settings::default() });
    act(&mut window, Action::File(FileAction::Open(path)));
    act(&mut window, Action::Run(RunAction::Add(Algorithm::SELECTION_J)));
    let stopped = "budget reached after 1,500,000 evaluations";
    let time_of = |window: &Window, algorithm| {
        let place = COLUMNS.iter().position(|column| column.title == "Time").unwrap();
        let row = window.state().rows().into_iter().find(|row| row.algorithm == algorithm).unwrap();
        (row.outcome.clone(), row.cells[place].clone())
    };
    // In the first frame that shows the result.
    let result = (stopped.to_owned(), Cell::Missing);
    let deadline = Instant::now() + PATIENCE;
    while time_of(&window, Algorithm::SELECTION_J) != result {
        assert!(Instant::now() < deadline, "{:?}", time_of(&window, Algorithm::SELECTION_J));
        window.step();
    }
    assert!(window.state().is_busy());
    act_and_wait(&mut window, Action::Run(RunAction::Cancel(Algorithm::SELECTION_J)));
    assert!(says(&window, stopped));
    assert_eq!(time_of(&window, Algorithm::SELECTION_J), result);
    assert!(matches!(time_of(&window, Algorithm::MINIMAX).1, Cell::Seconds(seconds) if seconds > 0.0));
}

#[test]
fn a_run_can_be_cancelled_and_old_results_do_not_land_on_a_new_tree() {
    let (_directory, path) = file("full.tree", &full(2, 16));
    let mut window = window(Some(path));
    set_runs(&mut window, Settings { budget: Budget::Unlimited, ..Settings::default() });
    act(&mut window, Action::Run(RunAction::Add(Algorithm::SELECTION_J)));
    until(&mut window, |window| says(window, " so far"));
    click_and_wait(&mut window, "Cancel Selection J");
    assert!(says(&window, "cancelled after"));
    act(&mut window, Action::Run(RunAction::Rerun));
    until(&mut window, |window| says(window, " so far"));
    act_and_wait(&mut window, Action::File(FileAction::OpenSample(Sample::first())));
    assert!(says(&window, "All algorithms agree: value 6"));
}

#[test]
fn a_leaf_without_a_value_is_reported() {
    let (_directory, path) = file("unknown.tree", "((3 ?) (2 4))");
    let window = window(Some(path));
    assert!(says(&window, "undefined: leaf 1 has no value"));
}

#[test]
fn the_root_player_can_be_changed() {
    let (_directory, path) = file("root.tree", "((3 12 8) (2 4 6))");
    let mut window = window(Some(path));
    assert!(says(&window, "All algorithms agree: value 3"));
    act_and_wait(&mut window, Action::Run(RunAction::Set(Settings { root: Some(Player::Min), ..Settings::default() })));
    assert!(says(&window, "All algorithms agree: value 6"));
    assert_eq!(window.state().tree().unwrap().player(NodeId::ROOT), Player::Min);
}

#[test]
fn values_of_many_digits_are_short_and_whole_where_they_are_hovered_and_exported() {
    let (_directory, path) = file("long.json", "[[0.1234567890123456, -12345.678901234567], [0.3333333333333333, 1]]");
    let mut window = window(Some(path));
    let whole = "0.3333333333333333";
    let texts = |window: &Window| {
        let nodes = window.root().children_recursive();
        let texts = nodes.filter_map(|node| node.accesskit_node().value());
        texts.filter(|text| text.contains("0.333")).collect::<Vec<String>>()
    };
    assert!(texts(&window).iter().any(|text| text == "value 0.333, 4 evaluations"), "{:?}", texts(&window));
    act_and_wait(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    let in_table = texts(&window);
    // The rows of the table leave the room to the drawings while one steps.
    act_and_wait(&mut window, Action::Time(TimeAction::Toggle));
    let shown: Vec<String> = texts(&window).into_iter().chain(in_table.iter().cloned()).collect();
    assert!(in_table.len() > 10 && shown.len() > 2 * 9, "{shown:?}");
    assert!(shown.iter().all(|text| !text.contains(whole)), "{shown:?}");
    for part in ["All algorithms agree: value 0.333", "0.333, exact"] {
        assert!(shown.iter().any(|text| text.contains(part)), "{part}: {shown:?}");
    }
    let place = window.query_all_by_label("0.333, exact").next().unwrap().rect().center();
    window.hover_at(place);
    window.run_steps(4);
    assert!(texts(&window).contains(&format!("{whole}, exact")), "{:?}", texts(&window));
    let rows = window.state().rows();
    let table = plyscope::experiment::agreement::table(&rows, &[0, 1]);
    for format in plyscope::table::TABLE_FORMATS {
        assert!((format.write)(&table).contains("0.3333333333333333"), "{}", format.title);
    }
}

#[test]
fn disagreement_is_reported() {
    let row = |algorithm, value: i32| Row {
        claim: Some(Claim::Is(Value::from(value))),
        ..Row::without_result(algorithm, "finished".to_owned())
    };
    let rows = [row(Algorithm::MINIMAX, 6), row(Algorithm::ALPHA_BETA, 5)];
    let mut panel = ComparisonPanel::default();
    let mut window = builder().with_size(SIZE).build_ui(move |ui| {
        panel.ui(ui, &rows, None, 3);
    });
    window.get_by_label_contains("The algorithms DISAGREE: Minimax says 6; Alpha-beta says 5.");
    save(&mut window, "disagree");
}

#[test]
fn a_click_on_a_drawing_selects_the_node_everywhere() {
    let mut window = window(None);
    // The root is drawn at the top, over the middle between its first and its last child.
    let root = window.state().position_of(NodeId::ROOT).unwrap();
    let drawing = window.get_by_label("Tree searched by Minimax").rect();
    let mut height = drawing.top();
    while window.state().selected().is_none() && height < drawing.bottom() {
        height += 6.0;
        let position = egui::pos2(root.x, height);
        window.hover_at(position);
        window.drag_at(position);
        window.drop_at(position);
        window.run_steps(2);
    }
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    assert!(says(&window, "Root, MAX to move"));
    assert!(says(&window, "Lattice pruning and 2 others: exact"));
}

#[test]
fn menus_open_and_act() {
    let mut window = window(None);
    assert!(window.query_by_label("Table as").is_some());
    click(&mut window, "View");
    window.check_accessibility();
    click(&mut window, "Comparison table");
    assert!(window.query_by_label("Table as").is_none());
    click(&mut window, "Help");
    click(&mut window, "About Plyscope");
    assert!(says(&window, env!("CARGO_PKG_VERSION")));
    click(&mut window, "Close");
    click(&mut window, "File");
    save(&mut window, "menu");
}

#[test]
fn escape_closes_a_menu_first_and_then_clears_the_selection_regardless_of_focus() {
    let mut window = window(None);
    act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    focus_on(&mut window, "Tree searched by Minimax");
    click(&mut window, "File");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Open sample").is_none());
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(window.state().selected(), None);
}

#[test]
fn an_idle_window_requests_no_frames_even_after_its_view_moved() {
    let mut window = window(None);
    window.run_steps(8);
    rests(&window);
    act(&mut window, Action::View(ViewAction::Zoom(3.0)));
    window.run_steps(30);
    rests(&window);
    click(&mut window, "View");
    click(&mut window, "Reduced motion");
    act(&mut window, Action::View(ViewAction::Fit));
    window.run_steps(12);
    rests(&window);
}

fn rests(window: &Window) {
    let delays: Vec<Duration> = window.output().viewport_output.values().map(|output| output.repaint_delay).collect();
    assert_eq!(delays, [Duration::MAX]);
}

/// What is done one after the other to meet every state of the window, and the name of its picture.
fn states() -> Vec<(String, Action)> {
    let threshold = Algorithm::threshold(5.into());
    let columns = COLUMNS.iter().map(|column| column.title.to_owned()).collect();
    let quick = Settings { budget: Budget::Evaluations(20_000), ..Settings::default() };
    let mut points = View::of(Measure::evaluations());
    (points.scale, points.points) = (Scale::BranchingFactor, true);
    let mut states: Vec<(String, Action)> = [
        ("start", Action::ShowPage(Page::Start)),
        ("trees", Action::ShowPage(Page::Trees)),
        ("selected", Action::View(ViewAction::Select(Some(NodeId::ROOT)))),
        ("algorithm", Action::ShowAlgorithm(Algorithm::LAZY_ALPHA_BETA)),
        ("page-of-test", Action::ShowAlgorithm(threshold)),
        ("new-threshold", Action::ChooseNumber(Catalogue::BUILT_IN.entry("threshold").unwrap())),
        ("no-dialog", Action::CloseModal),
        ("threshold", Action::Run(RunAction::Add(threshold))),
        ("columns", Action::ShowColumns(columns)),
        ("pipeline", Action::Run(RunAction::TogglePipeline)),
        ("quick", Action::Run(RunAction::Set(quick))),
    ]
    .map(|(name, action)| (name.to_owned(), action))
    .into();
    for (game, position, depth) in [
        (GameName::TIC_TAC_TOE, FORK, None),
        (GameName::CONNECT_FOUR, "4455", Some(3)),
        (GameName::NIM, "1,2", None),
        (GameName::OTHELLO, "6x6", Some(2)),
        (GameName::KALAH, "6,4", Some(2)),
        (GameName::CHESS, "6k1/5ppp/8/8/8/4q3/8/R3K3 w - -", Some(2)),
    ] {
        states.extend([
            (game.to_string(), Action::File(FileAction::Unfold(tree(game, position, depth)))),
            (format!("{game}-near"), Action::View(ViewAction::Zoom(1e9))),
            (format!("{game}-new"), Action::File(FileAction::NewGame)),
            (format!("{game}-closed"), Action::CloseModal),
        ]);
    }
    let kept = Stages { highfirst: true, taketree: Some(2), ..Stages::default() };
    let pipeline = Pipeline { stages: kept, ..Pipeline::default() };
    states.push(("stages".into(), Action::Run(RunAction::SetPipeline(pipeline))));
    states.push(("sample".into(), Action::File(FileAction::OpenSample(Sample::first()))));
    for algorithm in Algorithm::ALL {
        states.push((format!("with-{}", algorithm.id()), Action::Run(RunAction::Add(algorithm))));
    }
    states.extend([
        ("sweeps".into(), Action::ShowPage(Page::Experiments)),
        ("sweep".into(), Action::Experiment(ExperimentAction::RunForm)),
        ("points".into(), Action::Experiment(ExperimentAction::Show(points))),
        ("error".into(), Action::File(FileAction::Open("/nowhere/at/all.json".into()))),
        ("path".into(), Action::File(FileAction::TypePath)),
    ]);
    states
}

#[test]
fn every_state_is_drawn_in_both_themes_and_several_sizes() {
    for theme in [Theme::Light, Theme::Dark] {
        for size in [SIZE, Vec2::new(640.0, 480.0)] {
            let mut window = window_of(size, theme);
            let look = save(&mut window, &format!("{theme:?}-{}", size.x));
            assert_eq!(look.is_light, theme == Theme::Light);
            assert!(look.colours > 20, "{} colours", look.colours);
            for (name, action) in states() {
                let is_opened = matches!(action, Action::File(FileAction::Unfold(_)));
                act(&mut window, action);
                if is_opened {
                    settle(&mut window);
                }
                pictures::save(&mut window, &format!("{theme:?}-{}-{name}", size.x));
            }
        }
    }
}

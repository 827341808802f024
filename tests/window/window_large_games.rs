//! Games too large for a tree in the window: the searches run on the whole game, and the window shows a part of the visited nodes.

use crate::common::{Window, act, act_and_wait, click, click_and_wait, click_on, says, set_runs, settle, until};
use crate::pictures::{SIZE, save, window_of};
use crate::playing::open;
use eframe::egui::Theme;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, FileAction, RunAction, Settings, TimeAction, ViewAction};
use plyscope::experiment::comparison::Cell;
use plyscope::experiment::{self, MOST_SHOWN, explore};
use plyscope::game::{AnyGame, GameName, GameTree};
use plyscope::progress::Progress;
use plyscope::search::story::Story;
use plyscope::search::{Algorithm, Budget};
use plyscope::tree::NodeId;

/// Enough evaluations to visit far more nodes than are shown.
const BUDGET: u64 = 300_000;

fn window() -> Window {
    let mut window = window_of(SIZE, Theme::Light);
    set_runs(&mut window, Settings { budget: Budget::Evaluations(BUDGET), ..Settings::default() });
    window
}

fn game(name: GameName, depth: Option<u32>) -> GameTree {
    GameTree::new(AnyGame::from_start(name), depth)
}

/// Selects exactly these algorithms.
fn choose(window: &mut Window, algorithms: &[Algorithm]) {
    for &algorithm in algorithms {
        act(window, Action::Run(RunAction::Add(algorithm)));
    }
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| !algorithms.contains(algorithm)) {
        act(window, Action::Run(RunAction::Remove(algorithm)));
    }
}

#[test]
fn a_tree_that_is_too_large_to_hold_is_still_searched() {
    let mut window = window();
    act(&mut window, Action::File(FileAction::NewGame));
    click_on(&mut window, Role::ComboBox, "Game");
    click(&mut window, GameName::CONNECT_FOUR.title());
    // The one in the dialog, not the one in the toolbar above it.
    let limits = window.get_all_by_role_and_label(Role::CheckBox, "Depth limit");
    limits.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top())).unwrap().click();
    window.run_steps(3);
    until(&mut window, |window| says(window, "More than 2,000,000 nodes: too large to show in full"));
    save(&mut window, "new-large-game");
    click_and_wait(&mut window, "Create");
    assert_eq!(window.state().error(), None);
    let tree = window.state().tree().unwrap();
    assert!(tree.len() as u64 <= MOST_SHOWN && tree.height() >= 3, "{} nodes", tree.len());
    assert_eq!(tree.source(), game(GameName::CONNECT_FOUR, None).source());
    assert!(says(&window, "visited nodes, down to ply"));
    assert!(window.get_by_label("Root").accesskit_node().is_disabled() || says(&window, "as in the file (MAX)"));
}

#[test]
fn the_numbers_are_those_of_the_whole_run_and_a_note_says_what_is_not_drawn() {
    let mut window = window();
    let chosen = [Algorithm::ALPHA_BETA, Algorithm::MINIMAX, Algorithm::SELECTION_J];
    choose(&mut window, &chosen);
    let tree = game(GameName::CONNECT_FOUR, Some(12));
    open(&mut window, tree.clone());
    let settings = experiment::Settings { budget: Budget::Evaluations(BUDGET), ..experiment::Settings::default() };
    for row in window.state().rows() {
        let (summary, _) = explore(row.algorithm, &tree, settings, &mut Story::of_at_most(0), &Progress::new());
        assert!(row.cells.contains(&Cell::Number(summary.effort.counts.visited_nodes as f64)), "{:?}", row.cells);
        assert_eq!(row.outcome, summary.outcome_in_words());
        assert!(row.cells.iter().any(|cell| matches!(cell, Cell::Seconds(_))), "it was timed");
    }
    assert!(says(&window, &format!("of {} visited nodes", visited(&window, Algorithm::MINIMAX))));
}

/// The number of nodes that a run visited, formatted.
fn visited(window: &Window, algorithm: Algorithm) -> String {
    let row = window.state().rows().into_iter().find(|row| row.algorithm == algorithm).unwrap();
    row.cells[4].to_string()
}

#[test]
fn the_shown_part_is_deeper_if_fewer_nodes_are_visited_and_the_selection_stays() {
    let mut window = window();
    choose(&mut window, &[Algorithm::ALPHA_BETA, Algorithm::MINIMAX]);
    open(&mut window, game(GameName::CHESS, Some(5)));
    let tree = window.state().tree().unwrap();
    let shallow = tree.height();
    let child = tree.children(tree.children(NodeId::ROOT).nth(3).unwrap()).next().unwrap();
    let path = tree.path(child);
    let label = tree.label(child).unwrap().to_owned();
    act(&mut window, Action::View(ViewAction::Select(Some(child))));
    act_and_wait(&mut window, Action::Run(RunAction::Remove(Algorithm::MINIMAX)));
    let tree = window.state().tree().unwrap();
    assert!(tree.height() > shallow, "{} plies instead of {shallow}", tree.height());
    let selected = window.state().selected().unwrap();
    assert_eq!((tree.path(selected), tree.label(selected)), (path, Some(label.as_str())));
}

#[test]
fn the_time_line_of_a_part_says_to_which_ply_it_is_drawn() {
    let mut window = window();
    set_runs(&mut window, Settings { budget: Budget::Evaluations(20_000), ..Settings::default() });
    choose(&mut window, &[Algorithm::ALPHA_BETA]);
    open(&mut window, game(GameName::CONNECT_FOUR, None));
    act_and_wait(&mut window, Action::Time(TimeAction::Toggle));
    let ply = window.state().tree().unwrap().height();
    assert!(says(&window, &format!("drawn to ply {ply}")));
}

#[test]
fn the_inspector_shows_how_much_was_searched_below_the_last_ply() {
    let mut window = window();
    choose(&mut window, &[Algorithm::ALPHA_BETA]);
    open(&mut window, game(GameName::CONNECT_FOUR, Some(12)));
    let tree = window.state().tree().unwrap();
    let first = tree.nodes().find(|&node| tree.is_unexpanded(node)).unwrap();
    act(&mut window, Action::View(ViewAction::Select(Some(first))));
    assert!(says(&window, "nothing drawn"));
    assert!(says(&window, ", not drawn"), "the first line is searched to its end");
    window.get_by_label("Board of the selected node");
}

#[test]
fn a_run_on_a_game_is_cancelled_at_once_and_the_nodes_so_far_are_shown() {
    let mut window = window();
    choose(&mut window, &[Algorithm::MINIMAX]);
    set_runs(&mut window, Settings { budget: Budget::Unlimited, ..Settings::default() });
    act(&mut window, Action::File(FileAction::Unfold(game(GameName::CHESS, Some(9)))));
    until(&mut window, |window| says(window, "evaluations so far") && !says(window, "0 evaluations so far"));
    act(&mut window, Action::Run(RunAction::Cancel(Algorithm::MINIMAX)));
    let asked = std::time::Instant::now();
    until(&mut window, |window| window.state().rows()[0].outcome.starts_with("cancelled after"));
    assert!(asked.elapsed().as_secs() < 5, "it took {:?}", asked.elapsed());
    settle(&mut window);
    assert!(window.state().tree().unwrap().len() > 1);
}

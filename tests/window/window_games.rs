//! Trees of games in the window, used as a person would use it.

use crate::common::{
    Window, act, act_and_wait, click, click_and_wait, click_on, focus_field, is_enabled, press, says, until,
};
use crate::pictures::{SIZE, save, window_of};
use crate::playing::{FORK, open, tree, window};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, FileAction, ViewAction};
use plyscope::game::{AnyGame, GameName};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope::tree::NodeId;

/// White mates in one move.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";

/// The dialog with a game chosen in it.
fn choose(window: &mut Window, game: GameName) {
    act(window, Action::File(FileAction::NewGame));
    click_on(window, Role::ComboBox, "Game");
    click(window, game.title());
}

/// Writes another position into the dialog.
fn write(window: &mut Window, position: &str) {
    focus_field(window, Role::TextInput, "Position");
    press(window, Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, "Position").type_text(position);
    window.run_steps(3);
}

fn position(window: &Window) -> String {
    window.get_by_role_and_label(Role::TextInput, "Position").value().unwrap_or_default()
}

#[test]
fn a_position_is_played_on_the_board_and_its_tree_opens() {
    let mut window = window();
    act(&mut window, Action::File(FileAction::NewGame));
    for play in ["Play b2", "Play a1", "Play c1"] {
        click(&mut window, play);
    }
    assert_eq!(position(&window), "O.X/.X./...");
    assert!(window.query_by_label("Play b2").is_none(), "the middle is taken");
    click(&mut window, "Undo");
    assert_eq!(position(&window), "O../.X./...");
    click(&mut window, "Play c1");
    until(&mut window, |window| says(window, "leaves, depth 6"));
    click_and_wait(&mut window, "Create");
    let opened = window.state().tree().unwrap();
    assert_eq!(opened.title(), "Tic-tac-toe: O.X/.X./...");
    assert_eq!(opened.source(), "plyscope game tictactoe --position \"O.X/.X./...\"");
    assert_eq!(opened.label(NodeId::ROOT), Some("O.X/.X./..."));
}

#[test]
fn enter_keeps_the_field_of_a_position_until_that_is_one() {
    let mut window = window();
    act(&mut window, Action::File(FileAction::NewGame));
    write(&mut window, "hello");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.get_by_role_and_label(Role::TextInput, "Position").is_focused());
    write(&mut window, "O../.X./...");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_role_and_label(Role::TextInput, "Position").is_none_or(|field| !field.is_focused()));
}

#[test]
fn discs_fall_into_the_column_that_is_clicked() {
    let mut window = window();
    choose(&mut window, GameName::CONNECT_FOUR);
    for play in ["Play 4", "Play 4", "Play 3"] {
        click(&mut window, play);
    }
    assert_eq!(position(&window), "...O.../..XX...");
    let column = window.get_by_label("Play 4").rect();
    assert!(column.height() > 5.0 * column.width(), "all the column can be clicked: {column}");
    click(&mut window, "Start again");
    assert_eq!(position(&window), AnyGame::from_start(GameName::CONNECT_FOUR).position());
    assert!(!is_enabled(&window, "Undo"));
}

#[test]
fn objects_of_nim_are_taken_by_a_click_on_the_first_of_them() {
    let mut window = window();
    choose(&mut window, GameName::NIM);
    click(&mut window, "Play heap 2: 4 → 1");
    assert_eq!(position(&window), "3,1,5 min");
}

#[test]
fn discs_of_othello_are_put_on_squares_and_a_pass_is_a_button() {
    let mut window = window();
    choose(&mut window, GameName::OTHELLO);
    click(&mut window, "Play d3");
    click(&mut window, "Play e3");
    assert_eq!(position(&window), "......../......../...XO.../...XO.../...XO.../......../......../........ x");
    write(&mut window, "XOO./.OO./.OO./.... o");
    click(&mut window, "pass");
    assert_eq!(position(&window), "XOO./.OO./.OO./.... x");
    assert!(says(&window, "MAX to move") && window.query_by_label("pass").is_none());
}

#[test]
fn stones_of_kalah_are_sown_by_a_click_on_their_hole() {
    let mut window = window();
    choose(&mut window, GameName::KALAH);
    click(&mut window, "Play 3");
    assert_eq!(position(&window), "4,4,0,5,5,5/4,4,4,4,4,4 1:0");
    assert!(says(&window, "MAX to move"), "the last stone fell into the store");
    let (last, first) = (window.get_by_label("Play 6").rect(), window.get_by_label("Play 1").rect());
    assert!(first.right() < last.left(), "MAX sows to the right");
    click(&mut window, "Play 6");
    let (last, first) = (window.get_by_label("Play 6").rect(), window.get_by_label("Play 1").rect());
    assert!(last.right() < first.left(), "MIN sows to the left");
}

#[test]
fn what_a_coin_says_is_chosen_by_a_button_and_then_a_square_is_clicked() {
    let mut window = window();
    choose(&mut window, GameName::RANDOM_TURN_TIC_TAC_TOE);
    assert!(says(&window, "Chance decides") && window.query_by_label("Play b2").is_none());
    click(&mut window, "O moves");
    assert_eq!(position(&window), ".../.../... o");
    assert!(says(&window, "MIN to move") && window.query_by_label("X moves").is_none());
    click(&mut window, "Play b2");
    assert_eq!(position(&window), ".../.O./...");
    click(&mut window, "Undo");
    assert_eq!(position(&window), ".../.../... o");
}

#[test]
fn chess_pieces_are_moved_by_clicks() {
    let mut window = window_of(SIZE, Theme::Dark);
    choose(&mut window, GameName::CHESS);
    assert!(window.query_by_label("Play e4").is_none(), "no man is taken up");
    click(&mut window, "Pick up g1");
    save(&mut window, "game-lifted");
    click(&mut window, "Put back g1");
    assert!(window.query_by_label("Play Nf3").is_none());
    click(&mut window, "Pick up g1");
    click(&mut window, "Pick up e2");
    click(&mut window, "Play e4");
    assert_eq!(position(&window), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    assert!(says(&window, "MIN to move"));
    click(&mut window, "Pick up e7");
    click(&mut window, "Play e5");
    click(&mut window, "Undo");
    click(&mut window, "Undo");
    assert_eq!(position(&window), AnyGame::from_start(GameName::CHESS).position());
    assert!(!is_enabled(&window, "Undo"));
}

#[test]
fn a_pawn_on_the_last_rank_is_promoted_to_the_chosen_piece() {
    let mut window = window_of(SIZE, Theme::Light);
    choose(&mut window, GameName::CHESS);
    write(&mut window, "3r3k/4P3/8/8/8/8/8/4K3 w - -");
    click(&mut window, "Pick up e7");
    click(&mut window, "Promote on d8");
    assert!(says(&window, "Choose what the pawn is promoted to."));
    save(&mut window, "game-promotion");
    window.get_by_label("exd8=Q+");
    click(&mut window, "exd8=N");
    assert_eq!(position(&window), "3N3k/8/8/8/8/8/8/4K3 b - -");
}

#[test]
fn errors_in_a_position_are_shown_while_typing_and_nothing_is_created() {
    let mut window = window();
    choose(&mut window, GameName::CHESS);
    until(&mut window, |window| says(window, "9,323 nodes, 8,902 leaves, depth 3"));
    write(&mut window, "8/8/8/8/8/8/8/8 w - -");
    assert!(says(&window, "White has no king"));
    assert!(!is_enabled(&window, "Create"));
    save(&mut window, "game-error");
    write(&mut window, MATE_IN_ONE);
    assert!(!says(&window, "White has no king"));
    until(&mut window, |window| is_enabled(window, "Create"));
}

#[test]
fn the_dialog_reopens_with_the_choices_of_the_last_tree() {
    let mut window = window();
    open(&mut window, tree(GameName::NIM, "1,2 min", Some(2)));
    act(&mut window, Action::File(FileAction::NewGame));
    assert_eq!(position(&window), "1,2 min");
    assert!(says(&window, "MIN to move"));
    window.get_by_label("Depth limit of the game");
}

#[test]
fn the_inspector_shows_the_board_and_plays_the_best_line_out() {
    let mut window = window();
    open(&mut window, tree(GameName::CHESS, MATE_IN_ONE, Some(2)));
    assert!(window.query_by_label("Board of the selected node").is_none());
    act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    window.get_by_label("Board of the selected node");
    window.get_by_label("by Minimax");
    // The inspector may be scrolled to where the button is out of sight.
    window.get_by_label("Move 1 of the line: Ra8#").click_accesskit();
    window.run_steps(3);
    let mated = window.state().selected().unwrap();
    assert_eq!(window.state().tree().unwrap().move_name(mated), Some("Ra8#"));
    assert!(!says(&window, "Best line from here"), "the game is over");
}

#[test]
fn the_line_is_that_of_the_selected_algorithm() {
    let mut window = window();
    open(&mut window, tree(GameName::TIC_TAC_TOE, FORK, None));
    act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::LAZY_ALPHA_BETA)));
    window.get_by_label("by Lazy alpha-beta");
}

#[test]
fn a_file_written_from_a_game_has_boards_and_other_files_have_none() {
    let mut window = window();
    act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    assert!(window.query_by_label("Board of the selected node").is_none());
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("nim.json");
    let written = tree(GameName::NIM, "1,2", None).unfold(&Progress::new()).unwrap();
    plyscope::tree::file::save(&written, &path, false).unwrap();
    act_and_wait(&mut window, Action::File(FileAction::Open(path)));
    act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    window.get_by_label("Board of the selected node");
}

//! Games by name: their trees, the boards of their labels, and moves by clicks on a board.

use std::collections::HashSet;

use plyscope::game::{AnyGame, Board, Game, GameName, GameTree, Gesture};
use plyscope::progress::Progress;
use plyscope::tree::file::to_json;
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{NodeId, Tree};

/// White is in check.
const UNQUIET: &str = "4k3/8/8/8/8/8/4r3/4K3 w - -";

#[test]
fn the_source_of_a_games_tree_makes_the_same_tree() {
    let progress = Progress::new();
    for name in GameName::all() {
        let whole = AnyGame::from_start(name);
        let tree = GameTree::new(whole.clone(), Some(2));
        let size = tree.size(&progress).unwrap();
        let written = tree.unfold(&progress).unwrap();
        assert_eq!((size.nodes, size.leaves), (written.len() as u64, written.leaf_count() as u64), "{name}");
        assert_eq!(size.height, written.height(), "{name}");
        assert_eq!(written.title(), tree.title());
        assert_eq!(written.source(), format!("plyscope game {name} --position \"{}\" --depth 2", whole.position()));
        assert_eq!((written.game(), GameName::of_tree(&written)), (Some(name.id()), Some(name)));
    }
}

#[test]
fn a_file_gives_its_game_in_a_separate_field_and_the_source_is_for_people_only() {
    let read = |text: &str| parse(Some(Format::JSON), text.as_bytes(), &Progress::new()).unwrap();
    let game = AnyGame::from_position(GameName::CHESS, UNQUIET).unwrap();
    let tree = GameTree::new(game, Some(1)).unfold(&Progress::new()).unwrap();
    let mut text = Vec::new();
    to_json(&tree, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(read(&text), tree, "the game is read back");

    let unquiet = |tree: &Tree| tree.nodes().filter(|node| tree.dynamic(node)).count();
    assert!(unquiet(&tree) > 0);
    for source in ["", "my notebook", "plyscope game nim --position \\\"1\\\""] {
        let source = format!("\"source\": \"{source}\"");
        let edited =
            text.lines().map(|line| if line.contains("\"source\"") { format!("{source},") } else { line.into() });
        let edited = read(&edited.collect::<Vec<String>>().join("\n"));
        assert_ne!(edited.source(), tree.source());
        assert_eq!((GameName::of_tree(&edited), unquiet(&edited)), (Some(GameName::CHESS), unquiet(&tree)), "{source}");
    }

    let unnamed = read(&text.replace("\"game\": \"chess\",", ""));
    assert_eq!((unnamed.game(), GameName::of_tree(&unnamed), unquiet(&unnamed)), (None, None, 0));
    let unknown = read(&text.replace("\"game\": \"chess\"", "\"game\": \"checkers\""));
    assert_eq!((unknown.game(), GameName::of_tree(&unknown), unquiet(&unknown)), (Some("checkers"), None, 0));
}

#[test]
fn each_label_of_a_games_tree_has_the_board_of_its_position() {
    for name in GameName::all() {
        let game = AnyGame::from_start(name);
        let tree = GameTree::new(game.clone(), Some(1)).unfold(&Progress::new()).unwrap();
        let boards = |node| name.board_of(tree.label(node).unwrap());
        assert_eq!(boards(NodeId::ROOT), game.board());
        let moves = game.next_moves();
        assert_eq!(tree.children(NodeId::ROOT).count(), moves.len());
        for (child, next) in tree.children(NodeId::ROOT).zip(moves) {
            assert_eq!((tree.move_name(child), boards(child)), (Some(next.name.as_str()), next.board), "{name}");
        }
        assert_eq!(name.board_of("no position"), None);
    }
}

#[test]
fn no_two_moves_are_played_by_a_click_on_the_same_cell_and_the_cell_is_one_that_changes() {
    for (name, position) in [
        (GameName::TIC_TAC_TOE, ".../.../..."),
        (GameName::CONNECT_FOUR, ""),
        (GameName::NIM, "3,4,5"),
        (GameName::OTHELLO, ""),
        (GameName::OTHELLO, "6x6"),
        (GameName::KALAH, "6,4"),
        (GameName::KALAH, "9,0,1/2,2,0 7:3 min"),
    ] {
        let mut game = AnyGame::from_position(name, position).unwrap();
        // Plays to the end, with a different move each time.
        for turn in 0.. {
            let board = game.board().unwrap();
            let moves = game.next_moves();
            let mut taken = HashSet::new();
            // A pass changes nothing on the board.
            for next in moves.iter().filter(|next| next.name != "pass") {
                let after = next.board.as_ref().unwrap();
                let Some(Gesture::Put { rows, columns }) = board.gesture(after) else { panic!("{}", next.name) };
                let cells = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
                let cells: Vec<(usize, usize)> = cells.collect();
                assert!(cells.iter().any(|&(row, column)| board.piece(row, column) != after.piece(row, column)));
                assert!(cells.into_iter().all(|cell| taken.insert(cell)), "{name}: {}", next.name);
            }
            let Some(next) = moves.get(turn * 5 % moves.len().max(1)) else { break };
            game = AnyGame::from_position(name, &next.position).unwrap();
        }
    }
}

#[test]
fn a_move_of_othello_is_played_on_its_square_and_one_of_kalah_on_the_hole_that_is_sown() {
    let clicked = |name: GameName, position: &str| -> Vec<(String, Option<(usize, usize)>)> {
        let game = AnyGame::from_position(name, position).unwrap();
        let board = game.board().unwrap();
        let cell = |after: &Board| match board.gesture(after) {
            Some(Gesture::Put { rows, columns }) => Some((rows.start, columns.start)),
            _ => None,
        };
        game.next_moves().iter().map(|next| (next.name.clone(), cell(next.board.as_ref().unwrap()))).collect()
    };
    let squares = clicked(GameName::OTHELLO, "f5d6");
    assert!(squares.len() > 2);
    for (name, cell) in squares {
        let (row, column) = cell.unwrap();
        assert_eq!(name, format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h"][column], row + 1));
    }
    assert_eq!(clicked(GameName::OTHELLO, "XOO./.OO./.OO./.... o"), [("pass".into(), None)]);
    // The first hole of MAX captures, and so does the first of MIN.
    for (position, cells) in
        [("1,0,3/4,5,6 2:0", [(1, 1), (1, 3)].as_slice()), ("3,5,6/1,0,2 2:0 min", &[(0, 3), (0, 1)])]
    {
        let holes: Vec<_> = clicked(GameName::KALAH, position).into_iter().map(|(_, cell)| cell.unwrap()).collect();
        assert_eq!(holes, cells, "{position}");
    }
}

#[test]
fn each_move_of_chess_is_given_by_the_squares_of_the_moving_piece() {
    // Castling to both sides, promotions with and without a capture, and en passant.
    for position in [
        AnyGame::from_start(GameName::CHESS).position().as_str(),
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
        "3r3k/4P3/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "4k3/8/8/8/3Pp3/8/8/4K3 b - d3",
    ] {
        let game = AnyGame::from_position(GameName::CHESS, position).unwrap();
        let board = game.board().unwrap();
        let mut told = HashSet::new();
        for next in game.next_moves() {
            let Some(Gesture::Move { from, to }) = board.gesture(next.board.as_ref().unwrap()) else {
                panic!("{}", next.name)
            };
            let man = board.piece(from.0, from.1).unwrap();
            assert_eq!(man.owner, Some(game.player()), "{}", next.name);
            let castles = match next.name.trim_end_matches(['+', '#']) {
                "O-O" => Some("g"),
                "O-O-O" => Some("c"),
                _ => None,
            };
            if let Some(column) = castles {
                assert!(man.sign.eq_ignore_ascii_case(&'k') && board.name(to).starts_with(column), "{}", next.name);
            } else {
                assert!(next.name.contains(&board.name(to)), "{} goes to {}", next.name, board.name(to));
            }
            let becomes = next.name.find('=').map(|at| &next.name[at..=at + 1]);
            assert!(told.insert((from, to, becomes.map(str::to_owned))), "{} is told twice", next.name);
        }
    }
}

//! Games by name: their trees, the boards of their labels, and moves by a click on a board.

use std::collections::HashSet;

use plyscope::game::{AnyGame, GameName, GameTree, Gesture};
use plyscope::progress::Progress;
use plyscope::tree::NodeId;

#[test]
fn a_games_tree_is_the_one_that_its_source_makes_again() {
    let progress = Progress::new();
    for name in GameName::ALL {
        let whole = AnyGame::from_start(name);
        let tree = GameTree { game: whole.clone(), depth: Some(2), dynamic: false };
        let size = tree.size(&progress).unwrap();
        let written = tree.unfold(&progress).unwrap();
        assert_eq!((size.nodes, size.leaves), (written.len() as u64, written.leaf_count() as u64), "{name}");
        assert_eq!(size.height, written.height(), "{name}");
        assert_eq!(written.title(), tree.title());
        assert_eq!(written.source(), format!("plyscope game {name} --position \"{}\" --depth 2", whole.position()));
        assert_eq!(GameName::of_source(written.source()), Some(name));
    }
    for other in ["", "plyscope game", "plyscope game chessx --depth 2", "plyscope generate chess"] {
        assert_eq!(GameName::of_source(other), None, "{other}");
    }
}

#[test]
fn each_label_of_a_games_tree_has_the_board_of_its_position() {
    for name in GameName::ALL {
        let game = AnyGame::from_start(name);
        let tree = GameTree { game: game.clone(), depth: Some(1), dynamic: false }.unfold(&Progress::new()).unwrap();
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
    for name in [GameName::TicTacToe, GameName::ConnectFour, GameName::Nim] {
        let mut game = AnyGame::from_start(name);
        // Plays to the end, each time another move.
        for turn in 0.. {
            let board = game.board().unwrap();
            let moves = game.next_moves();
            let mut taken = HashSet::new();
            for next in &moves {
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
fn each_move_of_chess_is_told_by_the_squares_of_the_man_that_moves() {
    // Castling to both sides, promotions with and without a capture, and en passant.
    for position in [
        AnyGame::from_start(GameName::Chess).position().as_str(),
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
        "3r3k/4P3/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "4k3/8/8/8/3Pp3/8/8/4K3 b - d3",
    ] {
        let game = AnyGame::from_position(GameName::Chess, position).unwrap();
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

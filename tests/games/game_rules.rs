//! The built-in games: their rules, notations, boards and keys.

use std::collections::HashSet;

use plyscope::game::{
    AnyGame, Chess, ConnectFour, Game, GameName, Kalah, Nim, Othello, Piece, Playable, PositionError,
    RandomTurnTicTacToe, Shaped, TicTacToe, follow,
};
use plyscope::tree::Player;
use proptest::prelude::*;

use crate::by_rules::{at, root_moves, static_value};

/// The number of positions at exactly this depth.
fn count_at<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves(position).count() as u64,
        _ => game.moves(position).map(|next| count_at(game, &next, depth - 1)).sum(),
    }
}

fn from_root<G: Game>(game: &G, depth: u32) -> u64 {
    count_at(game, &game.root(), depth)
}

/// Calls `see` with every node of the tree, parents first.
fn walk<G: Game>(game: &G, position: &G::Position, see: &mut impl FnMut(&G::Position)) {
    see(position);
    for next in game.moves(position) {
        walk(game, &next, see);
    }
}

/// Checks that the label of each position up to a depth reads back as a position with the same label, player and moves.
fn assert_labels_read_back<G: Playable>(game: &G, depth: u32, read: &dyn Fn(&str) -> G) {
    fn visit<G: Playable>(game: &G, position: &G::Position, depth: u32, read: &dyn Fn(&str) -> G) {
        let label = game.label(position);
        let again = read(&label);
        let root = again.root();
        assert_eq!(again.label(&root), label);
        // With a coin, neither player is to move before it falls and at the end.
        let has_coin = game.chances(&game.root()).is_some();
        let is_turn = game.chances(position).is_none() && game.moves(position).next().is_some();
        assert!(has_coin && !is_turn || again.player(&root) == game.player(position), "{label}");
        assert_eq!(again.static_value(&root), game.static_value(position), "{label}");
        assert!(again.key(&root) == game.key(position), "{label}");
        assert!(again.chances(&root) == game.chances(position), "{label}");
        let next = |game: &G, from: &G::Position| -> Vec<(String, String)> {
            game.moves(from).map(|to| (game.move_name(from, &to), game.label(&to))).collect()
        };
        let moves = next(game, position);
        assert_eq!(moves, next(&again, &root), "{label}");
        let names: HashSet<&String> = moves.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), moves.len(), "the names of moves differ: {moves:?}");
        if depth > 0 {
            for next in game.moves(position) {
                visit(game, &next, depth - 1, read);
            }
        }
    }
    visit(game, &game.root(), depth, read);
}

#[test]
fn tictactoe_has_549_946_nodes_255_168_leaves_and_5_478_positions() {
    let game = TicTacToe::default();
    let (mut nodes, mut leaves, mut positions) = (0, 0, HashSet::new());
    walk(&game, &game.root(), &mut |position| {
        nodes += 1;
        leaves += u64::from(game.moves(position).next().is_none());
        positions.insert(game.key(position));
    });
    assert_eq!((nodes, leaves, positions.len()), (549_946, 255_168, 5_478));
}

#[test]
fn tictactoe_moves_row_by_row_and_ends_with_three_in_a_row() {
    assert_eq!(root_moves(&TicTacToe::default()), ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
    let game = at::<TicTacToe>("X.O/.X./..O");
    assert_eq!(game.player(&game.root()), Player::Max);
    assert_eq!(root_moves(&game), ["b1", "a2", "c2", "a3", "b3"]);
    for (text, value) in [("XXX/OO./...", 1), ("XX./OOO/X..", -1), ("XOX/XOO/OXX", 0), ("XO./XO./X..", 1)] {
        let game = at::<TicTacToe>(text);
        assert_eq!((root_moves(&game).len(), static_value(&game)), (0, value), "{text}");
    }
}

#[test]
fn connect4_has_the_known_number_of_positions_at_each_depth() {
    let known = [7, 49, 343, 2401, 16_807, 117_649, 823_536];
    for (depth, count) in (1..).zip(known) {
        assert_eq!(from_root(&ConnectFour::default(), depth), count, "depth {depth}");
    }
}

#[test]
#[ignore = "takes a while without optimisation"]
fn connect4_has_5_673_234_positions_at_depth_8() {
    assert_eq!(from_root(&ConnectFour::default(), 8), 5_673_234);
}

#[test]
fn connect4_drops_discs_from_left_to_right_into_columns_that_are_not_full() {
    assert_eq!(root_moves(&ConnectFour::default()), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(root_moves(&at::<ConnectFour>("444444")), ["1", "2", "3", "5", "6", "7"]);
    assert_eq!(at::<ConnectFour>("4455"), at::<ConnectFour>("...OO../...XX.."));
}

#[test]
fn connect4_is_won_by_four_in_every_direction_and_not_around_the_edge() {
    let column = "1213141";
    let row = "1122334";
    let rising = "12234334464";
    let falling = "76654554424";
    for moves in [column, row, rising, falling] {
        let before = at::<ConnectFour>(&moves[..moves.len() - 1]);
        assert!(!root_moves(&before).is_empty(), "{moves}");
        let won = at::<ConnectFour>(moves);
        assert_eq!((root_moves(&won).len(), static_value(&won)), (0, 100), "{moves}");
    }
    let by_o = at::<ConnectFour>("71213141");
    assert_eq!((root_moves(&by_o).len(), static_value(&by_o)), (0, -100));
    // Three at the top of the first column and one at the bottom of the second.
    let around_the_edge = at::<ConnectFour>("211113131");
    assert!(!root_moves(&around_the_edge).is_empty());
}

/// The static value by definition: every line of four, square by square.
fn open_lines(game: &ConnectFour) -> i32 {
    let board = game.board(&game.root()).unwrap();
    let owner = |row: i32, column: i32| board.cells[(row * 7 + column) as usize].and_then(|piece| piece.owner);
    let is_on_board = |row: i32, column: i32| (0..6).contains(&row) && (0..7).contains(&column);
    let mut value = 0;
    for (row, column) in (0..6).flat_map(|row| (0..7).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            if !is_on_board(row + 3 * down, column + 3 * right) {
                continue;
            }
            let has = |player| (0..4).any(|i| owner(row + i * down, column + i * right) == Some(player));
            value += i32::from(!has(Player::Min)) - i32::from(!has(Player::Max));
        }
    }
    value
}

#[test]
fn connect4_counts_the_lines_of_four_that_each_side_can_still_fill() {
    assert_eq!(static_value(&ConnectFour::default()), 0);
    assert_eq!(static_value(&at::<ConnectFour>("4")), 7, "of 69 lines seven go through the middle of the lowest row");
    for moves in ["4455", "123456712345", "4444443333335", "7777771", "12233347", "172635"] {
        let game = at::<ConnectFour>(moves);
        assert_eq!(static_value(&game), open_lines(&game), "{moves}");
    }
}

#[test]
fn chess_has_the_known_number_of_positions_at_each_depth() {
    for (depth, count) in (1..).zip([20, 400, 8_902, 197_281]) {
        assert_eq!(from_root(&Chess::default(), depth), count, "depth {depth}");
    }
    // Positions with castling, en passant and many promotions, from the perft page of the Chess Programming Wiki.
    let kiwipete = at::<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_eq!([1, 2, 3].map(|depth| from_root(&kiwipete, depth)), [48, 2_039, 97_862]);
    let promotions = at::<Chess>("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    assert_eq!([1, 2, 3].map(|depth| from_root(&promotions, depth)), [6, 264, 9_467]);
}

#[test]
#[ignore = "takes a while without optimisation"]
fn chess_has_4_865_609_positions_at_depth_5() {
    assert_eq!(from_root(&Chess::default(), 5), 4_865_609);
}

#[test]
fn chess_moves_by_the_square_left_then_the_square_reached() {
    assert_eq!(
        root_moves(&Chess::default()),
        [
            "Na3", "Nc3", "Nf3", "Nh3", "a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3", "f4", "g3",
            "g4", "h3", "h4"
        ]
    );
    let promotion = at::<Chess>("8/P6k/8/8/8/8/8/K7 w - -");
    assert_eq!(root_moves(&promotion), ["Kb1", "Ka2", "Kb2", "a8=Q", "a8=R", "a8=B", "a8=N"]);
    let en_passant = at::<Chess>("4k3/8/8/1pP5/8/8/8/4K3 w - b6");
    assert_eq!(root_moves(&en_passant), ["Kd1", "Kf1", "Kd2", "Ke2", "Kf2", "cxb6", "c6"]);
    let castling = at::<Chess>("4k3/8/8/8/8/8/8/R3K3 w Q -");
    assert_eq!(
        root_moves(&castling)[9..12],
        ["Ra8+", "O-O-O", "Kd1"].map(String::from)[..],
        "{:?}",
        root_moves(&castling)
    );
}

#[test]
fn chess_counts_material_for_white_and_knows_mate_and_stalemate() {
    for (fen, value, moves) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 20),
        ("4k3/8/8/8/8/8/8/QRBNK3 b - -", 20, 5),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -200, 0),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - -", 200, 0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", 0, 0),
    ] {
        let game = at::<Chess>(fen);
        assert_eq!((static_value(&game), root_moves(&game).len()), (value, moves), "{fen}");
    }
}

#[test]
fn a_chess_position_is_dynamic_in_check_or_if_a_capture_wins_material() {
    for (fen, is_dynamic) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false),
        ("4k3/8/8/8/8/8/4r3/4K3 w - -", true),
        ("4k3/8/8/3r4/4P3/8/8/4K3 w - -", true),
        ("4k3/8/8/3r4/4P3/8/8/4K3 b - -", false),
        ("4k3/8/8/3n4/4B3/8/8/4K3 w - -", false),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", false),
        ("3qk3/4P3/8/8/8/8/8/4K3 w - -", true),
        ("4k3/3q4/4K3/8/8/8/8/8 w - -", true),
        // The pawn is pinned and cannot capture the queen.
        ("4k3/3r4/8/2q5/3P4/8/8/3K4 w - -", false),
    ] {
        let game = at::<Chess>(fen);
        assert_eq!(game.dynamic(&game.root()), is_dynamic, "{fen}");
    }
}

#[test]
fn no_other_game_has_dynamic_positions() {
    for (name, position) in [
        (GameName::TIC_TAC_TOE, "XO./XO./..."),
        (GameName::CONNECT_FOUR, "112233"),
        (GameName::NIM, "3,4,5"),
        (GameName::OTHELLO, "f5d6"),
        (GameName::KALAH, "6,4"),
    ] {
        assert!(!AnyGame::from_position(name, position).unwrap().is_dynamic(), "{name}");
    }
}

#[test]
fn nim_takes_from_the_first_heap_first_and_few_objects_before_many() {
    assert_eq!(root_moves(&at::<Nim>("1,0,3")), ["heap 1: 1 → 0", "heap 3: 3 → 2", "heap 3: 3 → 1", "heap 3: 3 → 0"]);
    assert!(root_moves(&at::<Nim>("0,0")).is_empty());
    let most = at::<Nim>("255,255,255,255,255,255,255,255,255,255,255,255,255,255,255");
    assert_eq!(root_moves(&most).len(), 15 * 255);
}

#[test]
fn labels_read_back_and_the_names_of_moves_differ() {
    assert_labels_read_back(&TicTacToe::default(), 4, &at::<TicTacToe>);
    assert_labels_read_back(&at::<TicTacToe>("XO./XO./..."), 5, &at::<TicTacToe>);
    assert_labels_read_back(&ConnectFour::default(), 4, &at::<ConnectFour>);
    assert_labels_read_back(&at::<ConnectFour>("44444455555"), 2, &at::<ConnectFour>);
    assert_labels_read_back(&Chess::default(), 2, &at::<Chess>);
    assert_labels_read_back(
        &at::<Chess>("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
        1,
        &at::<Chess>,
    );
    assert_labels_read_back(&at::<Nim>("1,2,3"), 6, &at::<Nim>);
    assert_labels_read_back(&Othello::default(), 4, &at::<Othello>);
    assert_labels_read_back(&at::<Othello>("4x4"), 8, &at::<Othello>);
    assert_labels_read_back(&RandomTurnTicTacToe::default(), 7, &at::<RandomTurnTicTacToe>);
    assert_labels_read_back(&Kalah::default(), 3, &at::<Kalah>);
    assert_labels_read_back(&at::<Kalah>("2,2"), 20, &at::<Kalah>);
    assert_labels_read_back(&at::<Kalah>("9,0,1/2,2,0 7:3 min"), 6, &at::<Kalah>);
}

#[test]
fn impossible_positions_are_refused_with_a_location_and_a_remedy() {
    for (name, text, sentence) in [
        (GameName::TIC_TAC_TOE, "", "row 1 has 0 squares; write 3"),
        (GameName::TIC_TAC_TOE, "X.O/.X.", "the board has 2 rows; write three, from the top, separated by /"),
        (GameName::TIC_TAC_TOE, "X.O/.X./..O/...", "the board has 4 rows"),
        (GameName::TIC_TAC_TOE, "X.O/.X../..O", "row 2 has 4 squares; write 3"),
        (GameName::TIC_TAC_TOE, "X.O/.Q./..O", "“Q” in row 2, column 2 is not a mark; write X, O, or ."),
        (GameName::TIC_TAC_TOE, "XX./.../...", "there are 2 X and 0 O"),
        (GameName::TIC_TAC_TOE, "OO./.../...", "there are 0 X and 2 O"),
        (GameName::TIC_TAC_TOE, "O../.../... o", "so X is to move and not O"),
        (GameName::TIC_TAC_TOE, "O../.../... max", "behind the board stands who is to move, x or o"),
        (GameName::TIC_TAC_TOE, "OOO/XX./X.. o", "O has three in a row and X moved after that"),
        (GameName::TIC_TAC_TOE, "XXX/OOO/...", "both X and O have three in a row"),
        (GameName::TIC_TAC_TOE, "XXX/OO./..O", "X has three in a row and O moved after that"),
        (GameName::TIC_TAC_TOE, "XX./OOO/XX.", "O has three in a row and X moved after that"),
        (GameName::CONNECT_FOUR, "4480", "move 3 is not a column; the columns are 1 to 7"),
        (GameName::CONNECT_FOUR, "44444444", "move 7 falls into column 4, which is full"),
        (GameName::CONNECT_FOUR, "12131415", "move 8 comes after the end of the game, with four in a row"),
        (GameName::CONNECT_FOUR, "...X../", "row 1 has 6 squares; write 7"),
        (GameName::CONNECT_FOUR, "..X..../.......", "the disc in row 1, column 3 has no disc below it"),
        (GameName::CONNECT_FOUR, "...Z...", "“Z” in row 1, column 4 is not a mark"),
        (GameName::CONNECT_FOUR, "...XX..", "there are 2 X and 0 O"),
        (GameName::CONNECT_FOUR, "OOOO.../XXXX...", "both X and O have four in a row"),
        (GameName::CONNECT_FOUR, "X....../X...OO./X...OO./XXXXOO.", "this position cannot occur"),
        (GameName::CONNECT_FOUR, "OOO..../XXXXO..", "X has four in a row and O moved after that"),
        (GameName::CONNECT_FOUR, "X....../O......", "this position cannot occur"),
        (
            GameName::CONNECT_FOUR,
            "......./......./......./......./......./......./.......",
            "the board has 7 rows; write at most six",
        ),
        (GameName::NIM, "", "heap 1 is not a number; write sizes such as 3,4,5"),
        (GameName::NIM, "3,,5", "heap 2 is not a number"),
        (GameName::NIM, "3,-4,5", "heap 2 is not a number"),
        (GameName::NIM, "3,256", "heap 2 is too large; a heap has at most 255 objects"),
        (GameName::NIM, "3,4 5", "expected max or min after the heaps"),
        (GameName::NIM, "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "there are 16 heaps; write at most 15"),
        (GameName::OTHELLO, "X.O/.X./..O", "there is no board of 3 rows and columns; there may be 4, 6 or 8 of each"),
        (GameName::OTHELLO, "..../.OX./.XO. x", "there is no board of 3 rows and columns"),
        (GameName::OTHELLO, "..../.OX./.XO/.... x", "row 3 has 3 squares; write 4"),
        (GameName::OTHELLO, "..../.OX./.XZ./.... x", "“Z” in row 3, column 3 is not a mark; write X, O, or ."),
        (GameName::OTHELLO, "..../.OX./.X../.... x", "c3 is empty; the four squares in the middle always have discs"),
        (GameName::OTHELLO, "..../.OX./.XO./.... w", "behind the board stands who is to move, x or o"),
        (GameName::OTHELLO, "f5d6c", "move 3, “c”, is not a square of the board; write its column and its row"),
        (GameName::OTHELLO, "6x6 e4h8", "move 2, “h8”, is not a square of the board"),
        (GameName::OTHELLO, "f5c4", "move 2, “c4”, outflanks nothing for O, who moves; the first that does is f4"),
        (GameName::OTHELLO, "f5f5", "move 2, “f5”, outflanks nothing for O"),
        (GameName::OTHELLO, "5x5", "there is no board of 5 rows and columns"),
        (GameName::OTHELLO, "6x8 e4", "“6x8” is not a size; write 8x8, 6x6 or 4x4"),
        (GameName::OTHELLO, "99999999999999999999x99999999999999999999", "is not a size"),
        (GameName::KALAH, "", "there are no holes; write them as in 4,4,4/4,4,4, or 6,4"),
        (GameName::KALAH, "min", "there are no holes"),
        (GameName::KALAH, "4,4,4", "the holes of the two sides are not separated by /"),
        (GameName::KALAH, "4,4/4", "MAX has 2 holes and MIN has 1 hole; write as many on both sides"),
        (GameName::KALAH, "4,-4/4,4", "MAX's hole 2, “-4”, is not a number"),
        (GameName::KALAH, "4,4/4,", "MIN's hole 2, “”, is not a number"),
        (GameName::KALAH, "4,4/4,256", "MIN's hole 2 is too large; there may be at most 255 stones"),
        (GameName::KALAH, "99,99/99,99", "there are 396 stones in all; there may be at most 255"),
        (GameName::KALAH, "4,4/4,4 1:2:3", "after the holes stand the two stores, MAX's and MIN's, such as 5:3"),
        (GameName::KALAH, "4,4/4,4 1", "after the holes stand the two stores"),
        (GameName::KALAH, "4,4/4,4 1:x", "store 2, “x”, is not a number"),
        (GameName::KALAH, "4,4/4,4 1:2 mid", "“mid” after the stores is not a player; write max or min"),
        (GameName::KALAH, "6,4 1:2", "there are stores, but one side only"),
        (GameName::KALAH, "11,1", "there are 11 holes on a side; there may be 1 to 10"),
        (GameName::KALAH, "0,4", "there are 0 holes on a side"),
        (GameName::KALAH, "6,40", "there are 480 stones in all"),
        // A long text is quoted by how it begins.
        (GameName::KALAH, "4,zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz/1", "zzzz…”, is not a number"),
        (GameName::OTHELLO, "xzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "zzzz…” is not a size"),
    ] {
        assert_refused(name, text, sentence);
    }
}

fn assert_refused(name: GameName, text: &str, sentence: &str) {
    let error: PositionError = match AnyGame::from_position(name, text) {
        Err(error) => error,
        Ok(_) => panic!("{name} {text} was not refused"),
    };
    let message = error.to_string();
    assert!(message.contains(sentence), "{name} {text}: {message}");
    assert!(!message.contains('\n') && !message.ends_with('.'), "{message}");
}

#[test]
fn impossible_chess_positions_are_refused_with_a_location_and_a_remedy() {
    for (fen, sentence) in [
        ("", "the FEN has 0 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w", "the FEN has 2 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "the FEN has 7 fields"),
        ("4k3/8/8/8/8/8/4K3 w - -", "the board has 7 ranks; write eight"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - -", "the board has 9 ranks"),
        ("4k3/8/8/7/8/8/8/4K3 w - -", "rank 5 has 7 squares; it must have 8"),
        ("4k3/8/8/8/44p/8/8/4K3 w - -", "rank 4 has 9 squares"),
        ("4k3/8/8/8/8/9/8/4K3 w - -", "“9” on a3 is not a piece"),
        ("4k3/8/8/8/2z5/8/8/4K3 w - -", "“z” on c4 is not a piece; write KQRBNP for White's"),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", "there is a pawn on h8"),
        ("8/8/8/8/8/8/8/4K3 w - -", "Black has no king"),
        ("4k3/8/8/8/8/8/8/K3K3 w - -", "White has more than one king, on a1 and e1"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - -", "Black has 9 pawns; there are at most 8"),
        (
            "4k3/8/8/8/8/QQQQ4/PPPPPP2/4K3 w - -",
            "White has 3 pieces more than at the start of a game, but only 2 pawns",
        ),
        ("8/8/8/3kK3/8/8/8/8 w - -", "the kings on d5 and e5 are adjacent"),
        ("4k3/8/8/8/8/8/8/R3K3 w K -", "castling K needs White's king on e1 and a rook on h1"),
        ("4k2r/8/8/8/8/8/8/4K3 w kq -", "castling q needs Black's king on e8 and a rook on a8"),
        ("r3k3/8/8/8/8/8/8/4K3 w qq -", "“qq” is not a list of castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w A -", "“A” is not a list of castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "“x” is not a side to move; write w or b"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3", "“e3” is not an en passant square"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e9", "“e9” is not an en passant square"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - -", "the side to move could capture the king"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "“101” is not a half-move clock; write 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "“0” is not a move number"),
    ] {
        assert_refused(GameName::CHESS, fen, sentence);
    }
}

#[test]
fn positions_that_are_barely_possible_are_accepted() {
    // Three queens are two more than at the start, and three pawns are missing.
    at::<Chess>("4k3/8/8/8/8/8/QQQPPPPP/4K3 w - -");
    at::<Chess>("r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 99 65535");
    at::<TicTacToe>("xox/oxo/xox");
    at::<ConnectFour>("");
    at::<ConnectFour>("OXOXOXO/XOXOXOX/XOXOXOX/OXOXOXO/OXOXOXO/XOXOXOX");
    at::<Nim>("0");
    at::<Othello>("");
    at::<Othello>("..../.XX./.XX./....");
    at::<Kalah>("10,12");
    at::<Kalah>("0/0 255:0");
}

proptest! {
    #[test]
    fn no_text_makes_reading_a_position_panic(text in r"[ -~]{0,60}|(?s:.){0,20}|[XO./\n]{0,30}|[XO./]{0,60}|[1-7]{0,50}|([468]x[468] )?([a-h][1-8]){0,9}|[0-9]{1,3}(,[0-9]{1,2}){0,3}/[0-9,]{1,9}( [0-9]{1,2}:[0-9]{1,3})?( min)?|[rnbqkpRNBQKP1-8/]{15,70} [wb] [KQkq-]{1,4} (-|[a-h][36])") {
        for name in GameName::all() {
            if let Err(error) = AnyGame::from_position(name, &text) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}

/// Checks that positions up to a depth have the same key if and only if they have the same label.
fn assert_keys_are_labels<G: Playable>(game: &G, depth: u32) {
    let (mut pairs, mut keys, mut labels) = (HashSet::new(), HashSet::new(), HashSet::new());
    let pruned = Shaped::to_depth(depth, game);
    walk(&pruned, &pruned.root(), &mut |pruned| {
        let (key, label) = (|| game.key(&pruned.position).unwrap(), game.label(&pruned.position));
        keys.insert(key());
        labels.insert(label.clone());
        pairs.insert((key(), label));
    });
    assert_eq!((keys.len(), labels.len()), (pairs.len(), pairs.len()));
}

#[test]
fn positions_have_the_same_key_if_and_only_if_they_are_equal() {
    assert_keys_are_labels(&at::<TicTacToe>("XO./.../..."), 7);
    assert_keys_are_labels(&ConnectFour::default(), 5);
    assert_keys_are_labels(&at::<ConnectFour>("4444"), 4);
    assert_keys_are_labels(&Chess::default(), 3);
    assert_keys_are_labels(&at::<Nim>("2,3,3"), 8);
    assert_keys_are_labels(&Othello::default(), 5);
    assert_keys_are_labels(&at::<Othello>("4x4"), 12);
    assert_keys_are_labels(&at::<Kalah>("6,4"), 5);
    assert_keys_are_labels(&at::<Kalah>("2,2"), 20);
}

#[test]
fn the_key_of_a_chess_position_determines_its_moves_and_ignores_the_clocks() {
    let key = |fen: &str| {
        let game = at::<Chess>(fen);
        game.key(&game.root()).unwrap()
    };
    let different = [
        "r3k2r/p7/8/8/3pP3/8/8/R3K2R b KQkq e3",
        "r3k2r/p7/8/8/3pP3/8/8/R3K2R b KQkq -",
        "r3k2r/p7/8/8/3pP3/8/8/R3K2R w KQkq -",
        "r3k2r/p7/8/8/3pP3/8/8/R3K2R b Qkq -",
        "r3k2r/p7/8/8/3pP3/8/8/R3K2R b KQk -",
        "r3k2r/P7/8/8/3pP3/8/8/R3K2R b KQkq -",
        "r3k2r/8/p7/8/3pP3/8/8/R3K2R b KQkq -",
        "r3k2r/b7/8/8/3pP3/8/8/R3K2R b KQkq -",
    ];
    let keys: HashSet<_> = different.into_iter().map(key).collect();
    assert_eq!(keys.len(), different.len());
    assert!(key("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1") == key("8/8/8/3k4/8/3K4/3P4/8 w - - 49 90"));
}

#[test]
fn a_line_of_moves_is_played_out() {
    let game = Chess::default();
    let line = follow(&game, &[13, 8]).unwrap();
    let played: Vec<String> = line.windows(2).map(|pair| game.move_name(&pair[0], &pair[1])).collect();
    assert_eq!(played, ["e4", "e5"]);
    assert_eq!(follow(&game, &[]).map(|line| line.len()), Some(1));
    assert!(follow(&game, &[20]).is_none());
}

/// The pieces on a board, row by row.
fn signs<G: Playable>(game: &G) -> Vec<String> {
    let board = game.board(&game.root()).unwrap();
    assert_eq!(board.rows() * board.columns, board.cells.len());
    let sign = |cell: &Option<Piece>| cell.map_or('.', |piece| piece.sign);
    board.cells.chunks(board.columns).map(|row| row.iter().map(sign).collect()).collect()
}

#[test]
fn a_board_shows_the_pieces_on_their_squares() {
    assert_eq!(signs(&at::<TicTacToe>("X.O/.X./..O")), ["X.O", ".X.", "..O"]);
    assert_eq!(signs(&at::<ConnectFour>("4453"))[4..], ["...O...", "..OXX.."]);
    let start = signs(&Chess::default());
    assert_eq!([&start[0], &start[1], &start[2], &start[7]], ["rnbqkbnr", "pppppppp", "........", "RNBQKBNR"]);
    assert_eq!(signs(&at::<Nim>("1,0,3")), ["●..", "...", "●●●"]);
    assert_eq!(signs(&at::<Othello>("..../.OX./.XO./...O x")), ["....", ".OX.", ".XO.", "...O"]);
    assert_eq!(signs(&at::<Kalah>("1,0/3,4 5:6")), ["●●●.", ".●●●"]);
    let counts = at::<Kalah>("1,0/3,4 5:6");
    let counts = counts.board(&counts.root()).unwrap().cells;
    let counts: Vec<_> = counts.iter().map(|cell| cell.map_or(0, |piece| piece.count)).collect();
    assert_eq!(counts, [6, 4, 3, 0, 0, 1, 0, 5], "MIN's holes are sown to the left");
    let (chess, max) = (Chess::default(), Some(Player::Max));
    let owners: Vec<_> =
        chess.board(&chess.root()).unwrap().cells.iter().map(|cell| cell.and_then(|p| p.owner)).collect();
    assert_eq!(owners[48..], [max; 16]);
    assert_eq!(owners[..16], [Some(Player::Min); 16]);
}

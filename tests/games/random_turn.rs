//! Random-turn tic-tac-toe: its values and the size of its tree by a solver of their own, its notation, and searches of it and of its tree.

use std::collections::{HashMap, HashSet};

use plyscope::experiment::trace::Opened;
use plyscope::experiment::{Settings, VisitedPart, explore};
use plyscope::game::unfold::size;
use plyscope::game::{
    AnyGame, Chances, Erased, Game, GameName, GameTree, Playable, RandomTurnTicTacToe, Shaped, Stages, follow,
};
use plyscope::progress::Progress;
use plyscope::search::story::Story;
use plyscope::search::{Algorithm, Limits, Outcome, search};
use plyscope::tree::file::Asked;
use plyscope::tree::{Player, Role, Tree, Value, file};

use crate::program;
use crate::searching::{run, written};

const ID: &str = "random-turn-tictactoe";
/// The algorithms that search games with chance.
const APPLICABLE: [Algorithm; 3] = [Algorithm::EXPECTIMINIMAX, Algorithm::STAR1, Algorithm::STAR2];

fn from(position: &str) -> RandomTurnTicTacToe {
    RandomTurnTicTacToe::from_position(position).unwrap()
}

fn tree_of(position: &str, depth: Option<u32>) -> GameTree {
    let game = AnyGame::from_position(GameName::RANDOM_TURN_TIC_TAC_TOE, position).unwrap();
    GameTree::new(game, depth)
}

/// A board as text, row by row.
type Marks = [char; 9];

fn marks(position: &str) -> Marks {
    let cells: Vec<char> = position.chars().filter(|&cell| cell != '/').take(9).collect();
    cells.try_into().unwrap()
}

fn label(board: &Marks) -> String {
    board.chunks(3).map(String::from_iter).collect::<Vec<String>>().join("/")
}

fn has_won(board: &Marks, mark: char) -> bool {
    let is_line = |start: usize, step: usize| (0..3).all(|nth| board[start + nth * step] == mark);
    (0..3).any(|nth| is_line(3 * nth, 1) || is_line(nth, 3)) || is_line(0, 4) || is_line(2, 2)
}

fn value_of(board: &Marks) -> f64 {
    f64::from(i8::from(has_won(board, 'X')) - i8::from(has_won(board, 'O')))
}

fn is_over(board: &Marks) -> bool {
    has_won(board, 'X') || has_won(board, 'O') || !board.contains(&'.')
}

fn after_each_move(board: &Marks, mark: char) -> Vec<Marks> {
    let filled = |square: usize| {
        let mut next = *board;
        next[square] = mark;
        next
    };
    (0..9).filter(|&square| board[square] == '.').map(filled).collect()
}

/// The value of a position by the rules, and the size of its tree.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Solved {
    value: f64,
    nodes: u64,
    leaves: u64,
}

/// Solves each board once. All values are fractions of powers of two, so numbers hold them exactly.
#[derive(Default)]
struct Solver(HashMap<Marks, Solved>);

impl Solver {
    fn before_coin(&mut self, board: &Marks) -> Solved {
        if let Some(solved) = self.0.get(board) {
            return *solved;
        }
        let solved = if is_over(board) {
            Solved { value: value_of(board), nodes: 1, leaves: 1 }
        } else {
            let [x, o] = ['X', 'O'].map(|mark| self.after_coin(board, mark));
            Solved { value: f64::midpoint(x.value, o.value), nodes: 1 + x.nodes + o.nodes, leaves: x.leaves + o.leaves }
        };
        self.0.insert(*board, solved);
        solved
    }

    fn after_coin(&mut self, board: &Marks, mark: char) -> Solved {
        let mut all = Solved { value: if mark == 'X' { -2.0 } else { 2.0 }, nodes: 1, leaves: 0 };
        for next in after_each_move(board, mark) {
            let below = self.before_coin(&next);
            all.value = if mark == 'X' { all.value.max(below.value) } else { all.value.min(below.value) };
            all.nodes += below.nodes;
            all.leaves += below.leaves;
        }
        all
    }

    fn solve(&mut self, position: &str) -> Solved {
        let board = marks(position);
        match position.split_once(' ') {
            None => self.before_coin(&board),
            Some((_, mover)) => self.after_coin(&board, mover.to_uppercase().chars().next().unwrap()),
        }
    }
}

fn found(algorithm: Algorithm, position: &str) -> f64 {
    search(algorithm, &Erased::new(&from(position)), Limits::default()).outcome.value().unwrap().get()
}

#[test]
fn the_first_player_by_the_coin_takes_the_centre_and_expects_21_of_64() {
    let mut solver = Solver::default();
    for (position, value) in [
        (".../.../...", 0.0),
        (".../.../... x", 21.0 / 64.0),
        (".../.../... o", -21.0 / 64.0),
        (".../.X./...", 21.0 / 64.0),
        ("X../.../...", 61.0 / 256.0),
        (".X./.../...", 31.0 / 128.0),
        ("X.O/.X./...", 3.0 / 8.0),
        ("X.O/.X./... x", 1.0),
        ("X.O/.X./... o", -1.0 / 4.0),
    ] {
        assert_eq!(solver.solve(position).value, value, "{position}");
        if position != ".../.../..." {
            assert_eq!(found(Algorithm::STAR1, position), value, "{position}");
        }
    }
    let game = from(".../.../... x");
    let report = plyscope::search::solve(Algorithm::STAR1, &game, Limits::default());
    assert_eq!((report.value().map(Value::get), report.line), (Some(21.0 / 64.0), vec![4]));
}

#[test]
fn the_whole_tree_has_145_139_289_nodes_and_58_242_432_leaves() {
    let mut solver = Solver::default();
    let whole = solver.solve(".../.../...");
    assert_eq!((whole.nodes, whole.leaves), (145_139_289, 58_242_432));
    let part = solver.solve("XX./OO./...");
    assert_eq!((part.nodes, part.leaves), (3_225, 1_272));
    for position in ["XX./OO./...", "X.O/.X./... o", "OOO/XX./...", "XXO/OOX/X.. x"] {
        let (game, expected) = (from(position), solver.solve(position));
        let counted = size(&game, 1_000_000, &Progress::new()).unwrap();
        let tree = written(&game);
        assert_eq!((counted.nodes, counted.leaves), (expected.nodes, expected.leaves), "{position}");
        assert_eq!((tree.len() as u64, tree.leaf_count() as u64), (expected.nodes, expected.leaves), "{position}");
    }
}

/// All boards that can occur.
fn reachable() -> HashSet<Marks> {
    let mut seen = HashSet::new();
    let mut left = vec![marks(".../.../...")];
    while let Some(board) = left.pop() {
        if seen.insert(board) && !is_over(&board) {
            for mark in ['X', 'O'] {
                left.extend(after_each_move(&board, mark));
            }
        }
    }
    seen
}

#[test]
fn searches_find_the_value_of_every_position_with_five_marks_or_more() {
    let mut solver = Solver::default();
    for board in reachable() {
        if board.iter().filter(|&&mark| mark != '.').count() < 5 {
            continue;
        }
        let movers: &[&str] = if is_over(&board) { &[""] } else { &["", " x", " o"] };
        for mover in movers {
            let position = label(&board) + mover;
            let value = solver.solve(&position).value;
            for algorithm in APPLICABLE {
                assert_eq!(found(algorithm, &position), value, "{algorithm} on {position}");
            }
        }
    }
}

#[test]
fn searches_of_the_game_and_of_its_tree_are_the_same() {
    for position in ["XX./OO./...", "X.O/.X./...", "XO./.X./O.. x", "X.O/.X./O.. o"] {
        for stages in [Stages::default(), Stages::to_depth(0), Stages::to_depth(3), Stages::to_depth(4)] {
            let game = from(position);
            let shaped = Erased::shaped(stages, &game);
            let tree = written(&shaped);
            for algorithm in APPLICABLE {
                let (on_game, on_tree) = (run(algorithm, &shaped), run(algorithm, &tree));
                assert_eq!(on_game.0, on_tree.0, "{algorithm} on {position}, {stages:?}");
                // A tree knows no more of its leaves than their values.
                if tree.value_range() == game.value_range() {
                    assert_eq!(on_game.1, on_tree.1, "{algorithm} on {position}, {stages:?}");
                }
            }
        }
    }
}

#[test]
fn both_sides_of_the_coin_stay_where_moves_are_sorted_and_dropped() {
    for (highfirst, taketree) in [(true, None), (false, Some(1)), (true, Some(1)), (true, Some(2))] {
        let stages = Stages { highfirst, taketree, ..Stages::default() };
        let game = from("XX./OO./...");
        let shaped = Shaped::new(stages, &game);
        let names: Vec<_> = shaped.moves(&shaped.root()).map(|next| shaped.move_name(&shaped.root(), &next)).collect();
        assert_eq!(names, ["X moves", "O moves"], "{stages:?}");
        let tree = written(&shaped);
        for node in tree.nodes().filter(|&node| tree.is_chance(node)) {
            assert_eq!(tree.children(node).count(), 2, "{stages:?}");
        }
        let whole = written(&game);
        for algorithm in APPLICABLE {
            let of_tree = run(algorithm, &tree).0;
            assert_eq!(run(algorithm, &Erased::shaped(stages, &game)).0, of_tree, "{algorithm}, {stages:?}");
            assert_eq!(run(algorithm, &Erased::shaped(stages, &whole)).0, of_tree, "{algorithm}, {stages:?}");
        }
    }
}

#[test]
fn the_notation_is_accepted_if_and_only_if_the_position_can_occur() {
    let reachable = reachable();
    let board = |number: usize| -> Marks {
        std::array::from_fn(|square| ['.', 'X', 'O'][number / 3_usize.pow(square as u32) % 3])
    };
    for board in (0..3_usize.pow(9)).map(board) {
        let can_occur = reachable.contains(&board);
        for mover in ["", " x", " o"] {
            let position = label(&board) + mover;
            let game = RandomTurnTicTacToe::from_position(&position);
            assert_eq!(game.is_ok(), can_occur && (mover.is_empty() || !is_over(&board)), "{position}");
            if let Ok(game) = game {
                assert_eq!(game.label(&game.root()), position);
                assert_eq!(game.static_value(&game.root()).map(Value::get), Some(value_of(&board)));
            }
        }
    }
}

#[test]
fn impossible_positions_are_refused_in_a_sentence() {
    for (position, sentence) in [
        ("X.O/.X.", "the board has 2 rows; write three, from the top, separated by /, such as X.O/.X./..O"),
        ("X.O/.Q./...", "“Q” in row 2, column 2 is not a mark; write X, O, or . for an empty square"),
        (".../.../... max", "behind the board stands who is to move, x or o"),
        ("XXX/OOO/...", "both X and O have three in a row; the game ends with the first"),
        ("XXX/OO./XXX", "X has two rows of three without a common square; the game ends with the first"),
        ("OXO/OXO/OXO", "both X and O have three in a row; the game ends with the first"),
        ("O.O/OXO/O.O", "O has two rows of three without a common square; the game ends with the first"),
        ("XXX/OO./... o", "the game is over; remove what is behind the board"),
        ("XOX/XOX/OXO x", "the game is over; remove what is behind the board"),
    ] {
        let refused = RandomTurnTicTacToe::from_position(position).unwrap_err();
        assert_eq!(refused.to_string(), sentence, "{position}");
    }
}

#[test]
fn the_coin_is_a_chance_node_with_two_moves_and_players_fill_squares() {
    let game = from("XO./.../...");
    let coin = game.root();
    let names =
        |position| -> Vec<String> { game.moves(position).map(|next| game.move_name(position, &next)).collect() };
    assert_eq!((game.chances(&coin), game.player(&coin)), (Some(Chances::equal(2)), Player::Max));
    assert_eq!(names(&coin), ["X moves", "O moves"]);
    let sides: Vec<_> = game.moves(&coin).collect();
    for (side, player) in sides.iter().zip([Player::Max, Player::Min]) {
        assert_eq!((game.chances(side), game.player(side)), (None, player));
        assert_eq!(names(side), ["c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
        assert_eq!(game.board(side), game.board(&coin));
        assert_eq!(game.in_words(side), game.label(side));
    }
    assert!(game.has_chance());
    assert_eq!(game.value_range(), Some([-1, 1].map(Value::from)));
    for over in ["XXX/OO./...", "XOX/XOX/OXO"] {
        let game = from(over);
        assert_eq!((game.chances(&game.root()), game.moves(&game.root()).count()), (None, 0), "{over}");
    }
}

/// Checks the roles and players of a tree whose labels are positions.
fn assert_roles(tree: &Tree) {
    let mut movers = HashMap::new();
    for node in tree.nodes().filter(|&node| !tree.is_leaf(node)) {
        let label = tree.label(node).unwrap();
        let role = match label.split_once(' ') {
            None => Role::Chance,
            Some((_, "x")) => Role::MAX,
            Some(_) => Role::MIN,
        };
        assert_eq!(tree.role(node), role, "{label}");
        assert!(role != Role::Chance || tree.has_equal_outcomes(node), "{label}");
        *movers.entry(role).or_insert(0) += 1;
    }
    assert_eq!(movers.len(), 3);
}

#[test]
fn a_tree_says_where_the_coin_is_and_who_moves_after_it() {
    for depth in [None, Some(3), Some(4), Some(5)] {
        let tree = tree_of("XX./OO./...", depth).unfold(&Progress::new()).unwrap();
        assert_roles(&tree);
        let game = from("XX./OO./...");
        for node in tree.nodes() {
            let line = follow(&game, &tree.path(node)).unwrap();
            assert_eq!(tree.player(node), game.player(line.last().unwrap()), "players take turns");
        }
    }
    // A chance node at a depth limit is a leaf.
    let leaf = tree_of("XX./OO./...", Some(0)).unfold(&Progress::new()).unwrap();
    assert_eq!((leaf.len(), leaf.has_chance()), (1, false));
}

#[test]
fn the_visited_part_of_the_game_has_its_chance_nodes() {
    let (game, progress) = (tree_of("X.O/.../...", None), Progress::new());
    let mut recorders = Vec::new();
    for algorithm in [Algorithm::STAR1, Algorithm::STAR2] {
        let (summary, recorder) = explore(algorithm, &game, Settings::default(), &mut Story::of_at_most(0), &progress);
        assert!(summary.outcome.value().is_some());
        recorders.push(recorder);
    }
    let all: Vec<_> = recorders.iter().collect();
    let part = VisitedPart::new(&game, &all, &progress).unwrap();
    assert_roles(&part.tree);
    assert!(part.tree.nodes().any(|node| part.tree.is_unexpanded(node)));
    for recorder in all {
        assert!(part.record(recorder).visits().len() > 1);
    }
}

#[test]
fn a_tree_with_other_probabilities_keeps_them_as_a_game() {
    let text = r#"{"tree": {"player": "chance", "children": [
        {"probability": "1/3", "children": [1, {"player": "chance", "children": [2, 4]}]},
        {"probability": "2/3", "player": "min", "children": [5, 6]}]}}"#;
    let tree = file::parse(Some(file::Format::JSON), text.as_bytes(), &Progress::new()).unwrap();
    assert_eq!(written(&tree), tree);
}

#[test]
fn other_algorithms_do_not_search_the_game() {
    let game = from("XXO/OOX/X..");
    for algorithm in Algorithm::ALL {
        let report = search(algorithm, &Erased::new(&game), Limits::default());
        if algorithm.entry().takes_chance {
            assert_eq!(report.outcome.value().map(Value::get), Some(0.25), "{algorithm}");
        } else {
            assert!(matches!(report.outcome, Outcome::NotApplicable), "{algorithm}");
            assert_eq!(report.evaluations, 0, "{algorithm}");
        }
    }
    let command =
        |algorithms: &str| ["game", ID, "--position", "XXO/OOX/X..", "--algorithm", algorithms].map(str::to_owned);
    let arguments = command("alpha-beta,minimax");
    let message = program::failure(&arguments.each_ref().map(String::as_str));
    assert_eq!(
        message,
        "plyscope: alpha-beta and minimax search trees of MAX and MIN alone, and this one has chance nodes; \
         add expectiminimax, star1 or star2\n"
    );
    let arguments = command("alpha-beta,star2");
    program::plyscope(&arguments.each_ref().map(String::as_str)).success();
    let object = program::json(&["game", ID, "--position", "XXO/OOX/X..", "--format", "json"]);
    let ran: Vec<_> = object["runs"].as_array().unwrap().iter().map(|run| run["algorithm"].clone()).collect();
    assert_eq!(ran, APPLICABLE.map(|algorithm| algorithm.to_string()), "by default all that are applicable run");
}

#[test]
fn the_command_writes_a_tree_and_a_trace_that_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    for position in ["XX./OO./...", "XO./.X./O.. o"] {
        let path = folder.path().join("tree.json");
        let output = ["game", ID, "--position", position, "--force", "--output", path.to_str().unwrap()];
        program::plyscope(&output).success();
        let unfolded = tree_of(position, Some(10)).unfold(&Progress::new()).unwrap();
        assert_eq!(file::open(&path, &Progress::new()).unwrap(), unfolded, "{position}");

        let path = folder.path().join("search.jsonl");
        let trace = ["game", ID, "--position", position, "--force", "--trace", path.to_str().unwrap()];
        program::plyscope(&[&trace[..], &["--algorithm", "star1"]].concat()).success();
        let opened = Opened::from_file(&path, Asked::default(), &Progress::new()).unwrap();
        assert_roles(&opened.tree);
        let traced = opened.traced.unwrap().measured(&opened.tree);
        let (value, counts) = run(Algorithm::STAR1, &Erased::new(&from(position)));
        assert_eq!((traced.outcome.value(), traced.effort.counts), (value, counts), "{position}");
    }
}

#[test]
fn the_principal_variation_ends_at_the_first_coin() {
    let search = |position: &str| {
        let arguments = ["game", ID, "--position", position, "--algorithm", "star1", "--format", "json"];
        program::json(&arguments)["runs"][0].clone()
    };
    let (player, coin) = (search("X.O/.X./O.. x"), search("X.O/.X./O.."));
    assert_eq!((&player["moves"], &player["value"]), (&serde_json::json!(["c3"]), &1.into()));
    assert_eq!(coin["moves"], serde_json::json!([]));
    let explained =
        program::plyscope(&["game", ID, "--position", "X.O/.X./O.. x", "--algorithm", "star1", "--explain"]);
    assert!(program::stdout(&explained.success()).contains("O moves"));
}

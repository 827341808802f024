//! Searching a game is the same as searching its tree, and an unfolded tree describes the game.

use plyscope::experiment::{Settings, measure, measure_on_game};
use plyscope::game::unfold::{Size, Unfinished, size, to_tree};
use plyscope::game::{
    AnyGame, Chess, ConnectFour, Erased, Game, GameName, Kalah, Nim, Playable, Shaped, Stages, TicTacToe, follow,
};
use plyscope::generate::{Generator, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::catalogue::Revisits;
use plyscope::search::hughes::Pipeline;
use plyscope::search::{Algorithm, CutoffRule, Limits, solve};
use plyscope::tree::{NodeId, Player, Value, file};
use proptest::prelude::*;

use crate::searching::{run, written};

#[test]
fn nim_is_won_by_the_player_given_by_the_theory() {
    for heaps in (0..4u8).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| [a, b, c]))) {
        for player in [Player::Max, Player::Min] {
            let game = Nim::new(&heaps, player).unwrap();
            let by_search = run(Algorithm::MINIMAX, &Erased::new(&game)).0;
            let mover_wins = heaps[0] ^ heaps[1] ^ heaps[2] != 0;
            let max_wins = mover_wins == (player == Player::Max);
            assert_eq!(by_search, Some(Value::from(if max_wins { 1 } else { -1 })), "{heaps:?} {player:?}");
            assert_eq!(game.static_value(&game.root()), by_search, "{heaps:?} {player:?}");
        }
    }
}

#[test]
fn tictactoe_is_a_draw_found_with_7_330_evaluations_by_the_lattice_and_12_352_lazily() {
    let game = TicTacToe::default();
    for (algorithm, evaluations) in [
        (Algorithm::MINIMAX, 255_168),
        (Algorithm::LATTICE_PRUNING, 7_330),
        (Algorithm::ALPHA_BETA, 7_330),
        (Algorithm::SELECTION_GK_ALPHA_BETA, 7_330),
        (Algorithm::TAIL_RECURSIVE_ALPHA_BETA, 7_330),
        (Algorithm::LAZY_ALPHA_BETA, 12_352),
    ] {
        for whole in [run(algorithm, &Erased::new(&game)), run(algorithm, &Erased::to_depth(9, &game))] {
            assert_eq!((whole.0, whole.1.evaluations), (Some(Value::from(0)), evaluations), "{algorithm}");
        }
    }
}

/// Checks that every algorithm does the same on the game as on its tree; `is_small` says whether the tree is small enough for those that
/// repeat evaluations.
fn search_both(game: &AnyGame, depth: u32, is_small: bool) {
    let tree = written(&Shaped::to_depth(depth, &game.game().erased()));
    let context = tree.label(NodeId::ROOT).unwrap().to_string();
    let game = &game.game().searched(Stages::to_depth(depth));
    for algorithm in Algorithm::ALL {
        if algorithm.entry().revisits != Revisits::Replays || is_small {
            let (on_game, on_tree) = (run(algorithm, game), run(algorithm, &tree));
            assert!(on_game.0.is_some(), "{algorithm} on {context}");
            assert_eq!(on_game.0, on_tree.0, "{algorithm} on {context}");
            // Different positions can have equal subtrees, which a tree detects and a game does not.
            if !algorithm.entry().transposes {
                assert_eq!(on_game.1, on_tree.1, "{algorithm} on {context}");
            }
        }
    }
}

#[test]
fn searching_a_game_is_searching_its_tree() {
    for (name, position, depth, is_small) in [
        (GameName::TIC_TAC_TOE, "X.O/.X./..O", 9, true),
        (GameName::TIC_TAC_TOE, "XO./.../...", 9, false),
        (GameName::CONNECT_FOUR, "", 5, false),
        (GameName::CONNECT_FOUR, "44444355", 3, true),
        (GameName::CHESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 2, true),
        (GameName::CHESS, "7k/5Q2/8/6K1/8/8/8/8 w - -", 3, true),
        (GameName::NIM, "1,2,3 min", 6, true),
        (GameName::NIM, "2,3,4", 9, false),
        // With passes, in which the same player moves twice.
        (GameName::OTHELLO, "XOO./.OO./.OO./.... o", 9, true),
        (GameName::OTHELLO, "4x4 b1a1d3", 12, false),
        (GameName::OTHELLO, "4x4", 12, false),
        (GameName::OTHELLO, "", 4, false),
        // With moves after which the same player moves again.
        (GameName::KALAH, "2,2", 30, true),
        (GameName::KALAH, "1,0,3/2,2,0 3:4 min", 30, true),
        (GameName::KALAH, "3,2", 9, false),
        (GameName::KALAH, "6,4", 4, false),
    ] {
        let game = AnyGame::from_position(name, position).unwrap();
        search_both(&game, depth, is_small);
    }
}

/// The game after some random moves, as long as there is more than one.
fn after(name: GameName, choices: &[proptest::sample::Index]) -> AnyGame {
    choices.iter().fold(AnyGame::from_start(name), |game, choice| match game.next_moves().as_slice() {
        [] | [_] => game,
        moves => AnyGame::from_position(name, &choice.get(moves).position).unwrap(),
    })
}

/// Checks that each node of a game's tree is named after the move that led to it and represents the position after that move.
fn assert_nodes_are_named(game: &AnyGame) {
    let game = game.game().erased();
    let pruned = Shaped::to_depth(2, &game);
    let tree = written(&pruned);
    assert_eq!(tree.move_name(NodeId::ROOT), None, "no move led to the root");
    for node in tree.nodes().skip(1) {
        let line = follow(&pruned, &tree.path(node)).unwrap();
        let [.., before, after] = line.as_slice() else { panic!("{node:?} is the root") };
        assert_eq!(tree.move_name(node), Some(pruned.move_name(before, after).as_str()));
        assert_eq!(tree.label(node), Some(pruned.label(after).as_str()));
        assert_eq!(tree.value(node), pruned.static_value(after));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_name_of_a_move_stands_at_the_node_to_which_it_leads(
        name in proptest::sample::select(GameName::all().collect::<Vec<_>>()),
        choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..12),
    ) {
        assert_nodes_are_named(&after(name, &choices));
    }

    #[test]
    fn the_name_of_a_move_of_tictactoe_is_the_square_that_it_fills(
        choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..8),
    ) {
        let game = after(GameName::TIC_TAC_TOE, &choices);
        let tree = written(&game.game().erased());
        for node in tree.nodes().skip(1) {
            let [before, after] = [tree.parent(node).unwrap(), node].map(|node| tree.label(node).unwrap());
            // A row takes four characters, including the slash after it.
            let place = before.chars().zip(after.chars()).position(|(before, after)| before != after).unwrap();
            let square = format!("{}{}", ["a", "b", "c"][place % 4], place / 4 + 1);
            prop_assert_eq!(tree.move_name(node), Some(square.as_str()));
        }
    }
}

#[test]
fn the_size_of_a_game_is_that_of_its_unfolded_tree() {
    let progress = Progress::new();
    let game = ConnectFour::default();
    let game = Shaped::to_depth(4, &game);
    let tree = written(&game);
    let expected = Size { nodes: tree.len() as u64, leaves: tree.leaf_count() as u64, height: tree.height() };
    assert_eq!(size(&game, expected.nodes, &progress), Ok(expected));
    assert_eq!(size(&game, expected.nodes - 1, &progress), Err(Unfinished::TooLarge));
    assert_eq!(to_tree(&game, expected.nodes - 1, &progress).err(), Some(Unfinished::TooLarge));
    assert!(to_tree(&game, expected.nodes, &progress).is_ok());
    progress.cancel();
    assert_eq!(size(&game, expected.nodes, &progress), Err(Unfinished::Cancelled));
}

/// Checks that every algorithm does the same on the shaped game as on its tree shaped in the same way.
fn shape_both(game: &AnyGame, stages: Stages) {
    let whole = game.game().erased();
    let tree = written(&whole);
    let shaped = &game.game().searched(stages);
    for algorithm in Algorithm::ALL {
        let context = format!("{algorithm}, {stages:?}");
        let (settings, progress) = (Settings::default(), Progress::new());
        let on_game = measure_on_game(algorithm, shaped, settings, &progress);
        let on_tree = measure_on_game(algorithm, &Erased::shaped(stages, &tree), settings, &progress);
        assert_eq!(on_game.outcome.value(), on_tree.outcome.value(), "{context}");
        if algorithm.entry().transposes {
            // The table of a tree detects equal subtrees, that of a game equal positions, of which there are fewer.
            assert!(on_game.effort.extras.table_hits <= on_tree.effort.extras.table_hits, "{context}");
            continue;
        }
        assert_eq!(on_game.effort, on_tree.effort, "{context}");
        assert_eq!(on_game.effort.extras.static_values.is_some(), stages.highfirst, "{context}");
        assert_eq!(on_game.line, on_tree.line, "{context}");
        let end = follow(&whole, &on_game.line.unwrap()).unwrap().pop();
        assert_eq!(end.and_then(|end| whole.static_value(&end)), on_game.outcome.value(), "{context}");
    }
}

#[test]
fn searching_a_shaped_game_is_searching_its_shaped_tree() {
    for (name, position) in [(GameName::TIC_TAC_TOE, "XO./.X./..O"), (GameName::NIM, "1,2,3")] {
        let game = AnyGame::from_position(name, position).unwrap();
        for (highfirst, taketree) in [(true, None), (false, Some(2)), (true, Some(2)), (true, Some(1))] {
            for depth in [0, 1, 3, 6] {
                shape_both(&game, Stages { highfirst, taketree, ..Stages::to_depth(depth) });
            }
        }
    }
}

/// Checks to a depth that leaves are positions without moves.
fn check_leaves<G: Game>(game: &G, position: &G::Position, depth: u32) {
    let mut children = game.moves(position).peekable();
    assert_eq!(game.is_leaf(position), children.peek().is_none());
    if depth > 0 {
        children.for_each(|child| check_leaves(game, &child, depth - 1));
    }
}

#[test]
fn a_leaf_is_a_position_without_moves() {
    let game = TicTacToe::from_position("XO./.X./..O").unwrap();
    for (highfirst, taketree) in [(false, None), (true, None), (false, Some(0)), (true, Some(2))] {
        for depth in [0, 1, 3, 6] {
            let shaped = Shaped::new(Stages { highfirst, taketree, ..Stages::to_depth(depth) }, &game);
            check_leaves(&shaped, &shaped.root(), depth);
        }
    }
    let nim = Nim::new(&[1, 2, 2], Player::Max).unwrap();
    check_leaves(&nim, &nim.root(), 5);
    let kalah = Kalah::new(2, 1).unwrap();
    check_leaves(&kalah, &kalah.root(), 6);
    // Mate and stalemate are a move away.
    for position in ["7k/5Q2/6K1/8/8/8/8/8 w - -", "6k1/5ppp/8/8/8/8/8/R6K w - -"] {
        let chess = Chess::from_position(position).unwrap();
        check_leaves(&chess, &chess.root(), 2);
    }
}

#[test]
fn the_search_continues_below_a_dynamic_position() {
    // White can capture the queen with a pawn.
    let game = Chess::from_position("7k/8/8/4q3/3P4/8/8/K7 w - -").unwrap();
    let value = |depth, dynamic| {
        let shaped = Erased::shaped(Stages::to_depth(depth).dynamic(dynamic), &game);
        let measured = measure_on_game(Algorithm::ALPHA_BETA, &shaped, Settings::default(), &Progress::new());
        measured.outcome.value().unwrap().get()
    };
    assert_eq!((value(0, false), value(0, true)), (-8.0, 1.0));
    assert_eq!((value(1, false), value(1, true)), (1.0, 1.0));
}

#[test]
fn the_line_found_during_the_search_is_that_of_the_record() {
    for (name, position, depth) in [
        (GameName::TIC_TAC_TOE, "X.O/.X./..O", 9),
        (GameName::CONNECT_FOUR, "4444335", 4),
        (GameName::CHESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 2),
        (GameName::NIM, "1,2,2", 5),
    ] {
        let game = AnyGame::from_position(name, position).unwrap();
        let (whole, progress) = (game.game().erased(), Progress::new());
        let tree = written(&Shaped::to_depth(depth, &whole));
        let stages = Stages::to_depth(depth);
        let game = &game.game().searched(stages);
        for cutoff in [CutoffRule::NonStrict, CutoffRule::Strict] {
            let settings = Settings { cutoff, stages, ..Settings::default() };
            // With a table the line ends at a position solved before.
            let searched_to_the_end = |&algorithm: &Algorithm| !algorithm.entry().transposes;
            for algorithm in Algorithm::ALL.into_iter().filter(searched_to_the_end) {
                let on_game = measure_on_game(algorithm, game, settings, &progress);
                let on_tree = measure(algorithm, &tree, settings, &progress);
                let end = *on_tree.line.last().unwrap();
                assert_eq!(on_game.line, Some(tree.path(end)), "{algorithm} on {name}");
                let line = follow(&whole, &on_game.line.unwrap()).unwrap();
                let value = line.last().and_then(|end| whole.static_value(end));
                assert_eq!(value, on_game.outcome.value(), "{algorithm} on {name}");
            }
        }
    }
}

#[test]
fn the_simple_random_trees_are_the_implicit_ones() {
    for (leaves, branching, depth) in [
        ("continuous", 3, 5),
        ("integers:4", 4, 4),
        ("two-valued", 2, 7),
        ("two-valued:0.3", 5, 3),
        ("integers:1", 1, 9),
    ] {
        let generator =
            Generator::new(leaves.parse().unwrap(), Ordering::Random, Shape::full(branching, depth)).unwrap();
        for seed in 0..5 {
            let simple = generator.independent_tree(seed).unwrap();
            let built = generator.build(seed, None, &Progress::new()).unwrap();
            for algorithm in [Algorithm::MINIMAX, Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA] {
                assert_eq!(
                    run(algorithm, &simple),
                    run(algorithm, &generator.tree(seed)),
                    "{algorithm} on {generator}"
                );
                assert_eq!(run(algorithm, &simple), run(algorithm, &built), "{algorithm} on {generator}");
            }
        }
    }
    let dependent = Generator::new("dependent".parse().unwrap(), Ordering::Random, Shape::full(2, 2)).unwrap();
    assert!(dependent.independent_tree(1).is_none());
    let sorted = Generator::new("continuous".parse().unwrap(), Ordering::WorstFirst, Shape::full(2, 2)).unwrap();
    assert!(sorted.independent_tree(1).is_none());
}

#[test]
fn a_tree_unfolded_as_a_game_keeps_its_shape_values_and_players() {
    for name in ["irregular.json", "min-root.json", "hughes.json"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_trees").join(name);
        let tree = file::open(&path, &Progress::new()).unwrap();
        let again = written(&tree);
        assert_eq!(again.len(), tree.len(), "{name}");
        for node in tree.nodes() {
            assert_eq!(again.subtree(node), tree.subtree(node), "{name}");
            assert_eq!((again.value(node), again.player(node)), (tree.value(node), tree.player(node)), "{name}");
            assert_eq!((again.label(node), again.move_name(node)), (tree.label(node), tree.move_name(node)), "{name}");
        }
    }
}

#[test]
fn a_line_leads_to_its_value_in_games_that_sort_their_moves_once_or_twice() {
    let game = ConnectFour::from_position("4453").unwrap();
    let sorted = Stages { prune: Some(3), highfirst: true, ..Stages::default() };
    let once = Shaped::new(sorted, &game);
    let twice = Shaped::new(Stages { taketree: Some(4), ..sorted }, &once);
    let behind_a_pointer = Erased::new(&once);
    let through = Shaped::new(sorted, &behind_a_pointer);
    for shaped in [Erased::new(&once), Erased::new(&twice), Erased::new(&through)] {
        let pipeline = Algorithm::of_pipeline(Pipeline { stages: sorted, alpha_beta: true });
        let [sorted_first, first] = [
            shaped.moves(&shaped.root()).map(|position| shaped.label(&position)).next(),
            game.moves(&game.root()).map(|position| game.label(&position)).next(),
        ];
        assert_ne!(sorted_first, first);
        for algorithm in Algorithm::ALL.into_iter().chain([pipeline]) {
            let solution = solve(algorithm, &shaped, Limits::default());
            let passed = follow(&shaped, &solution.line).unwrap();
            assert_eq!(shaped.static_value(passed.last().unwrap()), solution.value(), "{algorithm}");
            let in_game = follow(&game, &solution.line).unwrap();
            let labels: Vec<String> = in_game.iter().map(|position| game.label(position)).collect();
            assert!(passed.iter().map(|position| shaped.label(position)).eq(labels.iter().cloned()), "{algorithm}");
        }
    }
}

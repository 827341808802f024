//! A sooner win and a later loss preferred, and the table of moves from a position.

use plyscope::experiment::Settings;
use plyscope::experiment::moves::{MoveValue, moves};
use plyscope::game::{AnyGame, Game, GameName, GameTree, Stages, TicTacToe};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::{Player, Tree, Value};
use proptest::prelude::*;

fn game(name: GameName, position: &str) -> AnyGame {
    AnyGame::from_position(name, position).unwrap()
}

/// The values of the moves of tic-tac-toe.
fn moves_of(position: &str, algorithm: Algorithm, sooner: bool) -> Vec<MoveValue> {
    let game = game(GameName::TIC_TAC_TOE, position);
    let stages = Stages { sooner, ..Stages::default() };
    moves(algorithm, &game.game().searched(stages), Settings::default(), &Progress::new())
}

/// For MAX: 10 − n for a win at ply n, n − 10 for a loss, 0 for a draw, with the best play of both.
fn solved(game: &TicTacToe, position: &<TicTacToe as Game>::Position, ply: i32) -> i32 {
    let values: Vec<i32> = game.moves(position).map(|next| solved(game, &next, ply + 1)).collect();
    let best = match game.player(position) {
        Player::Max => values.iter().max(),
        Player::Min => values.iter().min(),
    };
    let won = game.static_value(position).map_or(0, |value| value.get() as i32);
    best.copied().unwrap_or(won * (10 - ply))
}

/// A position of tic-tac-toe after some moves, each chosen by a number.
fn position_after(choices: &[usize]) -> String {
    let mut game = AnyGame::from_start(GameName::TIC_TAC_TOE);
    for choice in choices {
        let next = game.next_moves();
        if next.is_empty() {
            break;
        }
        game = AnyGame::from_position(game.name(), &next[choice % next.len()].position).unwrap();
    }
    game.position()
}

#[test]
fn the_win_at_once_is_the_best_move_and_the_whole_line() {
    let without = moves_of("X../X.O/.O.", Algorithm::ALPHA_BETA, false);
    assert!(without.iter().all(|searched| searched.is_best), "every move wins");
    let sooner = moves_of("X../X.O/.O.", Algorithm::ALPHA_BETA, true);
    let best: Vec<&MoveValue> = sooner.iter().filter(|searched| searched.is_best).collect();
    assert_eq!(best.len(), 1);
    assert_eq!((best[0].name.as_str(), best[0].line.len(), best[0].evaluations), ("a3", 1, 1));
    assert_eq!(best[0].outcome.value(), Some(9.into()));
}

#[test]
fn a_mate_in_one_comes_before_a_mate_in_two() {
    let mates = game(GameName::CHESS, "7k/5Q2/6K1/8/8/8/8/8 w - -");
    let tree = GameTree { sooner: true, ..GameTree::new(mates, Some(3)) };
    let searched = moves(Algorithm::ALPHA_BETA, &tree.searched(), Settings::default(), &Progress::new());
    for searched in &searched {
        assert_eq!(searched.is_best, searched.name.ends_with('#'), "{}", searched.name);
    }
    assert!(searched.iter().any(|searched| searched.is_best));
}

#[test]
fn the_unfolded_tree_has_the_values_and_the_source_that_makes_it_again() {
    let tree = GameTree { sooner: true, ..GameTree::new(game(GameName::TIC_TAC_TOE, "X../X.O/.O."), None) };
    assert!(tree.source().ends_with(" --sooner"));
    let unfolded: Tree = tree.unfold(&Progress::new()).unwrap();
    let report = search(Algorithm::MINIMAX, &unfolded, Limits::default());
    assert_eq!(report.outcome.value(), Some(9.into()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn values_are_those_of_the_definition_with_and_without_a_table(choices in prop::collection::vec(0usize..9, 2..9)) {
        let position = position_after(&choices);
        let defined = TicTacToe::from_position(&position).unwrap();
        let root = defined.root();
        let values: Vec<i32> = defined.moves(&root).map(|next| solved(&defined, &next, 1)).collect();
        for algorithm in [Algorithm::ALPHA_BETA, Algorithm::MINIMAX, Algorithm::TAIL_RECURSIVE_MEMO, Algorithm::MTD_F] {
            let searched = moves_of(&position, algorithm, true);
            let found: Vec<Option<Value>> = searched.iter().map(|searched| searched.outcome.value()).collect();
            let expected: Vec<Option<Value>> = values.iter().map(|&value| Some(value.into())).collect();
            prop_assert_eq!(found, expected, "{} {}", algorithm, position);
            for searched in &searched {
                let value = searched.outcome.value().unwrap().get().abs() as usize;
                prop_assert!(value == 0 || searched.line.len() == 10 - value);
                prop_assert_eq!(searched.names.as_ref().map(Vec::len), Some(searched.line.len()));
            }
        }
    }
}

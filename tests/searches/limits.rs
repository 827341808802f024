//! Limits of a search: budgets, depths, cancelling, and small stacks.

use plyscope::game::Erased;
use plyscope::search::hughes::Reptree;
use plyscope::search::{Algorithm, CutoffRule, Limits, Outcome, Report, search, solve};
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::random_trees::{Shape, full, graft, plain, tree};
use crate::runs::{finished_runs, run_within};
use crate::told::{self, bare, cancelled, limits};

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_budget_stops_a_run_after_exactly_that_many_evaluations(tree in plain(), share in 0.0..1.2) {
        for (algorithm, rule, ran) in finished_runs(&tree) {
            // Answers from the table count towards the budget of MTD(f), too.
            let mtd = [Algorithm::MTD_F, Algorithm::MTD_INFINITY, Algorithm::MTD_MINUS_INFINITY];
            let paid = |ran: &told::Ran| {
                let answers = if mtd.contains(&algorithm) { ran.report.extras.table_hits } else { None };
                ran.report.evaluations + answers.unwrap_or(0)
            };
            let needed = paid(&ran);
            let budget = (needed as f64 * share) as u64;
            let limited = run_within(algorithm, &tree, rule, Some(budget));
            prop_assert_eq!(paid(&limited), budget.min(needed), "{}", algorithm);
            prop_assert_eq!(&limited.order[..], &ran.order[..limited.order.len()]);
            let expected = if budget < needed { Outcome::Budget } else { ran.report.outcome };
            prop_assert_eq!(limited.report.outcome, expected, "{}", algorithm);
        }
    }

    #[test]
    fn a_search_to_a_depth_is_a_search_of_the_tree_cut_off_there(
        tree in tree(Shape { static_values: true, any_players: true, ..Shape::default() }),
        depth in 0_u32..6,
    ) {
        let mut builder = Builder::new();
        graft(&mut builder, &tree, |node| tree.depth(node) <= depth);
        let cut_off = builder.build().unwrap();
        let kept: Vec<NodeId> = tree.nodes().filter(|&node| tree.depth(node) <= depth).collect();
        for (algorithm, cutoff, ran) in finished_runs(&cut_off) {
            let limited = told::ran(algorithm, &Erased::to_depth(depth, &tree), &tree, limits(cutoff, None));
            prop_assert_eq!(limited.value(), ran.value(), "{}", algorithm);
            // Subtrees that differ only below the limit are equal when cut off there.
            if algorithm.entry().transposes {
                continue;
            }
            let expected: Vec<NodeId> = ran.order.iter().map(|node| kept[node.index()]).collect();
            prop_assert_eq!(limited.order, expected, "{}", algorithm);
        }
    }
}

#[test]
fn a_run_without_a_value_has_no_best_move() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let solution = solve(Algorithm::ALPHA_BETA, &tree, Limits::default().budget(5));
    assert_eq!((solution.outcome, solution.counts.evaluations), (Outcome::Budget, 5));
    assert!(solution.line.is_empty(), "though the first move is the best so far");
    let solution = solve(Algorithm::threshold(3.into()), &tree, Limits::default());
    assert_eq!(
        (solution.best_move(), solution.outcome),
        (None, Outcome::Answered(true)),
        "a threshold test finds no value"
    );
}

#[test]
fn a_cancelled_run_ends_as_cancelled() {
    let tree = full(4, 6, &mut || Value::from(1));
    let progress = cancelled();
    for algorithm in Algorithm::ALL {
        let limits = Limits::new(&progress).strict();
        assert_eq!(bare(algorithm, &tree, limits).outcome, Outcome::Cancelled, "{algorithm}");
    }
}

/// Runs every algorithm on a thread with the stack that threads have by default.
fn search_on_a_small_stack(tree: &Tree, budget: u64, check: impl Fn(Algorithm, Report<NodeId>) + Sync) {
    let work = || {
        for algorithm in Algorithm::ALL {
            check(algorithm, bare(algorithm, tree, limits(CutoffRule::NonStrict, Some(budget))));
        }
        let ran = run_within(Algorithm::ALPHA_BETA, tree, CutoffRule::NonStrict, None);
        assert_eq!(ran.record.visits().len(), tree.len());
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}

#[test]
fn a_chain_of_300_000_nodes_is_searched_on_a_small_stack() {
    let mut builder = Builder::new();
    for _ in 1..300_000 {
        builder.open().unwrap();
    }
    builder.leaf(Some(Value::from(7))).unwrap();
    let tree = builder.build().unwrap();
    assert_eq!((tree.len(), tree.height()), (300_000, 299_999));
    search_on_a_small_stack(&tree, 100, |algorithm, report| {
        if algorithm == Algorithm::SELECTION_J_ALPHA_BETA {
            assert_eq!(report.outcome, Outcome::Budget, "{algorithm} judges the play again at every level");
        } else {
            assert_eq!(report.outcome, Outcome::Finished(Value::from(7)), "{algorithm}");
        }
    });
}

#[test]
fn a_node_with_a_million_children_is_searched_on_a_small_stack() {
    let mut builder = Builder::new();
    builder.open().unwrap();
    for leaf in 0..1_000_000 {
        builder.leaf(Some(Value::from(leaf % 1000))).unwrap();
    }
    let tree = builder.build().unwrap();
    search_on_a_small_stack(&tree, 2_000_000, |algorithm, report| {
        assert_eq!(report.outcome, Outcome::Finished(Value::from(999)), "{algorithm}");
    });
}

#[test]
fn a_search_of_a_game_without_an_end_can_be_cancelled() {
    // There is one move everywhere, and nothing is ever evaluated.
    let endless = Reptree::new(0_u64, Player::Max, |&number: &u64| [number + 1]);
    let progress = cancelled();
    for algorithm in Algorithm::ALL {
        let report = search(algorithm, &Erased::new(&endless), Limits::new(&progress));
        assert_eq!((report.outcome.value(), report.evaluations), (None, 0), "{algorithm}");
    }
}

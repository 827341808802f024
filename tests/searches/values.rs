//! Laws about values and evaluated leaves that hold on every tree, checked on random ones.

use std::collections::BTreeSet;

use plyscope::search::catalogue::Revisits;
use plyscope::search::lattice::{WithBot, WithTop, clamp};
use plyscope::search::{Algorithm, CutoffRule, Outcome};
use plyscope::theory::{FullTree, forecast};
use plyscope::tree::{Builder, NodeId, Tree, Value};
use proptest::prelude::*;

use crate::families::{RULES, deep, exhaustive};
use crate::independent::{minimax, minimax_with, without_deep_cutoffs};
use crate::random_trees::{Shape, any_players, graft, noisy, small, tree};
use crate::runs::{finished_runs, run, run_within, searching_again};

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_algorithms_agree_with_minimax_under_both_rules(tree in any_players()) {
        let expected = minimax(&tree, NodeId::ROOT);
        for (algorithm, rule, ran) in finished_runs(&tree) {
            prop_assert_eq!(ran.value().map(Value::get), Some(expected), "{} {:?}", algorithm, rule);
        }
    }

    #[test]
    fn gk_the_lattice_and_the_loop_evaluate_the_leaves_of_alpha_beta_in_its_order(tree in any_players()) {
        for rule in RULES {
            let expected = run(Algorithm::ALPHA_BETA, &tree, rule);
            for algorithm in deep() {
                let ran = run(algorithm, &tree, rule);
                prop_assert_eq!(&ran.order, &expected.order, "{} {:?}", algorithm, rule);
                prop_assert_eq!(ran.record.visits().len(), expected.record.visits().len());
            }
        }
    }

    #[test]
    fn searches_that_search_again_evaluate_distinct_leaves_of_alpha_beta(tree in any_players(), guess in -5_i32..6) {
        for rule in RULES {
            let alpha_beta = run(Algorithm::ALPHA_BETA, &tree, rule);
            for algorithm in searching_again(guess) {
                let ran = run(algorithm, &tree, rule);
                prop_assert_eq!(ran.value(), alpha_beta.value(), "{} {:?}", algorithm, rule);
                if rule == CutoffRule::NonStrict {
                    prop_assert!(ran.leaves().is_subset(&alpha_beta.leaves()), "{} {:?}", algorithm, rule);
                }
                if algorithm.entry().revisits == Revisits::Recalling {
                    prop_assert_eq!(ran.counts.evaluations, ran.counts.distinct_leaves, "{}", algorithm);
                }
            }
        }
    }

    #[test]
    fn without_cutoffs_every_leaf_is_evaluated_once_from_left_to_right(tree in any_players()) {
        let leaves: Vec<NodeId> = (0..tree.leaf_count()).map(|slot| tree.leaf(slot)).collect();
        for algorithm in exhaustive() {
            prop_assert_eq!(&run(algorithm, &tree, CutoffRule::NonStrict).order, &leaves, "{}", algorithm);
        }
    }

    #[test]
    fn lazy_alpha_beta_evaluates_a_superset_of_the_leaves_of_alpha_beta(tree in any_players()) {
        for rule in RULES {
            let lazy = run(Algorithm::LAZY_ALPHA_BETA, &tree, rule).leaves();
            prop_assert!(lazy.is_superset(&run(Algorithm::ALPHA_BETA, &tree, rule).leaves()));
        }
    }

    #[test]
    fn lazy_alpha_beta_evaluates_the_leaves_of_alpha_beta_without_deep_cutoffs(tree in any_players()) {
        for rule in RULES {
            let mut leaves = BTreeSet::new();
            without_deep_cutoffs(&tree, NodeId::ROOT, None, rule, &mut leaves);
            let lazy = run(Algorithm::LAZY_ALPHA_BETA, &tree, rule);
            prop_assert_eq!(lazy.leaves(), leaves);
            prop_assert_eq!(lazy.order.len(), lazy.leaves().len(), "no leaf is evaluated twice");
            prop_assert_eq!(lazy.counts.deep_cutoffs, 0);
        }
    }

    #[test]
    fn the_strict_rule_evaluates_a_superset_of_the_leaves_of_the_non_strict_rule(tree in any_players()) {
        for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
            let [non_strict, strict] = RULES.map(|rule| run(algorithm, &tree, rule).leaves());
            prop_assert!(strict.is_superset(&non_strict), "{}", algorithm);
        }
    }

    #[test]
    fn within_its_window_a_node_returns_its_minimax_value(subtree in any_players(), lo in -4_i32..4, width in 1_i32..9) {
        // Below MAX, after `lo`, comes MIN, and there after `hi` the subtree: so it is entered with (lo, hi).
        let hi = lo + width;
        let mut builder = Builder::new();
        builder.open().unwrap();
        builder.leaf(Some(Value::from(lo))).unwrap();
        builder.open().unwrap();
        builder.leaf(Some(Value::from(hi))).unwrap();
        graft(&mut builder, &subtree, |_| true);
        let tree = builder.build().unwrap();
        let root = tree.node(4).unwrap();
        let interval = (WithBot::NoBot(Value::from(lo)), WithTop::NoTop(Value::from(hi)));
        for algorithm in deep() {
            for rule in RULES {
                let ran = run(algorithm, &tree, rule);
                let visit = ran.record.visit(root).unwrap();
                let window = (visit.window.alpha(), visit.window.beta());
                prop_assert_eq!(window, (Some(Value::from(lo)), Some(Value::from(hi))));
                let expected = Value::new(minimax(&tree, root)).unwrap();
                prop_assert_eq!(clamp(interval, visit.value().unwrap()), clamp(interval, expected));
            }
        }
    }

    #[test]
    fn an_unknown_leaf_is_named_where_it_is_needed_and_harmless_where_not(
        tree in tree(Shape { unknown_leaves: true, any_players: true, ..Shape::default() }),
    ) {
        let unknown: Vec<NodeId> = tree.nodes().filter(|&n| tree.is_leaf(n) && tree.value(n).is_none()).collect();
        for (algorithm, rule, ran) in finished_runs(&tree) {
            let context = format!("{algorithm} {rule:?}");
            prop_assert!(ran.order.iter().all(|&leaf| tree.value(leaf).is_some()), "{}", context);
            match ran.report.outcome {
                Outcome::Finished(value) => {
                    prop_assert_eq!(minimax_with(&tree, NodeId::ROOT, -1e9), value.get(), "{}", context);
                    prop_assert_eq!(minimax_with(&tree, NodeId::ROOT, 1e9), value.get(), "{}", context);
                }
                Outcome::Undefined(leaf) => {
                    prop_assert!(unknown.contains(&leaf), "{}", context);
                    if exhaustive().any(|each| each == algorithm) {
                        prop_assert_eq!(leaf, unknown[0], "{}", context);
                    }
                }
                other => prop_assert!(false, "{} ended with {:?}", context, other),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn null_window_searches_agree_with_minimax_on_small_trees_of_many_values(tree in small(), guess in -50_i32..50) {
        let expected = minimax(&tree, NodeId::ROOT);
        for rule in RULES {
            for algorithm in searching_again(guess) {
                let value = run(algorithm, &tree, rule).value().map(Value::get);
                prop_assert_eq!(value, Some(expected), "{} {:?}", algorithm, rule);
            }
        }
    }
}

#[test]
fn mtd_f_finds_the_value_from_the_largest_and_the_smallest_number() {
    for text in [
        "((1.7976931348623157e308 -1.7976931348623157e308) (0 1))",
        "((-1.7976931348623157e308 3) (-5 -2))",
        "((7 8) (9 6))",
    ] {
        let tree: Tree = text.parse().unwrap();
        let expected = Value::new(minimax(&tree, NodeId::ROOT));
        for guess in [f64::MIN, 0.0, f64::MAX] {
            for rule in RULES {
                let ran = run(Algorithm::MTD_F.with_number(Value::new(guess).unwrap()), &tree, rule);
                assert_eq!(ran.value(), expected, "{text} from {guess}");
            }
        }
    }
}

#[test]
fn j_needs_2b_minus_1_to_the_d_minus_1_evaluations_on_full_trees() {
    for (branching, depths) in [(1_u32, 1..=8), (2, 1..=6), (3, 1..=4), (4, 1..=3), (7, 1..=2)] {
        for depth in depths {
            let tree = noisy(branching, depth, 7);
            let ran = run_within(Algorithm::SELECTION_J, &tree, CutoffRule::NonStrict, None);
            let expected = (2 * u64::from(branching) - 1).pow(depth) - 1;
            assert_eq!(ran.report.evaluations, expected, "b = {branching}, d = {depth}");
            let shape = FullTree { branching, depth, favourable: 0.5 };
            assert_eq!(forecast(Algorithm::SELECTION_J, shape).evaluations, Some(expected as f64));
        }
    }
}

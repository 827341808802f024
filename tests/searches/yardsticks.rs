//! SSS*, DUAL*, SCOUT and MTD(±∞) against the reference and each other.

use plyscope::experiment::{Settings, evaluation_order};
use plyscope::generate::{Generator, Leaves, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::{NodeId, Tree, Value};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::random_trees::any_players;

/// The leaves that an algorithm evaluates, from left to right from 0, in order.
fn order(algorithm: Algorithm, tree: &Tree) -> Vec<usize> {
    let order = evaluation_order(algorithm, tree, Settings::default(), &Progress::new());
    order.into_iter().map(|leaf| tree.slots(leaf).start).collect()
}

fn sorted(mut leaves: Vec<usize>) -> Vec<usize> {
    leaves.sort_unstable();
    leaves
}

fn has_all_values(tree: &Tree) -> bool {
    tree.nodes().all(|node| !tree.is_leaf(node) || tree.value(node).is_some())
}

#[test]
fn the_leaves_are_those_of_the_reference() {
    let text = include_str!("../data/yardsticks.jsonl");
    for (number, line) in text.lines().enumerate() {
        let case: Json = serde_json::from_str(line).unwrap();
        let tree: Tree =
            plyscope::tree::file::parse(None, case["tree"].to_string().as_bytes(), &Progress::new()).unwrap();
        for algorithm in [Algorithm::ALPHA_BETA, Algorithm::SSS_STAR, Algorithm::DUAL_STAR, Algorithm::SCOUT] {
            let expected = &case[algorithm.id()];
            let leaves: Vec<usize> = serde_json::from_value(expected["order"].clone()).unwrap();
            let report = search(algorithm, &tree, Limits::default());
            assert_eq!(report.outcome.value().map(Value::get), expected["value"].as_f64(), "{number} {algorithm}");
            assert_eq!(Some(report.evaluations), expected["evaluations"].as_u64(), "{number} {algorithm}");
            let (found, expected) = (order(algorithm, &tree), leaves);
            // Of DUAL* the reference has the leaves in another order.
            let is_set = algorithm == Algorithm::DUAL_STAR;
            let [found, expected] = if is_set { [sorted(found), sorted(expected)] } else { [found, expected] };
            assert_eq!(found, expected, "{number} {algorithm}");
        }
    }
    assert_eq!(text.lines().count(), 60);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_first_searches_are_mtd_from_an_end_and_look_at_no_leaf_of_their_own(tree in any_players()) {
        prop_assume!(has_all_values(&tree) && !tree.is_leaf(NodeId::ROOT));
        let alpha_beta = sorted(order(Algorithm::ALPHA_BETA, &tree));
        for (best_first, mtd) in
            [(Algorithm::SSS_STAR, Algorithm::MTD_INFINITY), (Algorithm::DUAL_STAR, Algorithm::MTD_MINUS_INFINITY)]
        {
            let leaves = order(best_first, &tree);
            prop_assert_eq!(&leaves, &order(mtd, &tree), "{} and {} in the same order", best_first, mtd);
            let leaves = sorted(leaves);
            prop_assert!(leaves.windows(2).all(|pair| pair[0] < pair[1]), "{} evaluates a leaf once", best_first);
            prop_assert!(leaves.iter().all(|leaf| alpha_beta.binary_search(leaf).is_ok()), "{}", best_first);
        }
    }
}

/// The mean number of evaluations over random trees, and its standard error.
fn mean(algorithm: Algorithm, branching: u32, depth: u32, trees: u64) -> (f64, f64) {
    let generator = Generator::new(Leaves::Continuous, Ordering::Random, Shape::full(branching, depth)).unwrap();
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 0..trees {
        let tree = generator.build(seed, None, &Progress::new()).unwrap();
        let count = search(algorithm, &tree, Limits::default()).evaluations as f64;
        (sum, squares) = (sum + count, squares + count * count);
    }
    let mean = sum / trees as f64;
    (mean, ((squares / trees as f64 - mean * mean) / trees as f64).sqrt())
}

/// The averages that were computed elsewhere.
#[test]
fn the_mean_numbers_of_evaluations_are_the_known_ones() {
    for (algorithm, of_3_4, of_2_8) in [
        (Algorithm::ALPHA_BETA, 45.19, 109.7),
        (Algorithm::SSS_STAR, 34.21, 80.79),
        (Algorithm::DUAL_STAR, 39.86, 87.87),
        (Algorithm::NEGASCOUT, 54.99, 146.0),
        (Algorithm::SCOUT, 74.18, 199.6),
    ] {
        for (branching, depth, known) in [(3, 4, of_3_4), (2, 8, of_2_8)] {
            let (mean, error) = mean(algorithm, branching, depth, 1500);
            assert!(
                (mean - known).abs() < 4.5 * error,
                "{algorithm} {branching} {depth}: {mean} ± {error}, known {known}"
            );
        }
    }
}

//! The yardsticks of the field against the reference, against each other, and against searches by their definitions.

use std::collections::HashSet;

use plyscope::experiment::{Settings, evaluation_order};
use plyscope::game::Stages;
use plyscope::generate::{Generator, Leaves, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Budget, CutoffRule, Limits, search};
use plyscope::tree::samples::GROUPS;
use plyscope::tree::{NodeId, Role, Tree, Value};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::independent::fold;
use crate::random_trees::{any_players, small, with_static_values};

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

/// The fewest leaves that determine the value of a tree whatever the others are worth, found by trying all sets of leaves.
fn fewest_leaves(tree: &Tree, value: Value) -> u32 {
    let determines = |set: u32| {
        [-f64::INFINITY, f64::INFINITY].into_iter().all(|other| {
            let known = |leaf: NodeId| set & (1 << tree.slots(leaf).start) != 0;
            let of_leaf = |leaf| if known(leaf) { tree.value(leaf).unwrap().get() } else { other };
            fold(tree, NodeId::ROOT, &of_leaf) == value.get()
        })
    };
    let sets = (0..1_u32 << tree.leaf_count()).filter(|&set| determines(set));
    sets.map(u32::count_ones).min().unwrap()
}

/// Evaluations after which a search of the next test is stopped.
const BUDGET: u64 = 100_000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_minimal_tree_has_no_more_leaves_than_any_search_evaluates(tree in any_players()) {
        prop_assume!(has_all_values(&tree));
        let minimal = sorted(order(Algorithm::MINIMAL_TREE, &tree));
        prop_assert!(minimal.windows(2).all(|pair| pair[0] < pair[1]), "each once");
        // Where equal subtrees count as one position there may be still fewer.
        for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| !algorithm.entry().transposes) {
            let settings = Settings { budget: Budget::Evaluations(BUDGET), ..Settings::default() };
            let order = evaluation_order(algorithm, &tree, settings, &Progress::new());
            // The replays of J on a deep tree end at the budget, perhaps before the second leaf.
            if order.len() as u64 == BUDGET {
                continue;
            }
            let mut leaves = sorted(order.into_iter().map(|leaf| tree.slots(leaf).start).collect());
            leaves.dedup();
            prop_assert!(minimal.len() <= leaves.len(), "{}: {} of {}", algorithm, minimal.len(), leaves.len());
        }
    }

    #[test]
    fn the_minimal_tree_is_the_smallest_set_of_leaves_that_determines_the_value(tree in small()) {
        prop_assume!(tree.leaf_count() <= 10);
        let report = search(Algorithm::MINIMAL_TREE, &tree, Limits::default());
        let value = search(Algorithm::MINIMAX, &tree, Limits::default()).outcome.value().unwrap();
        prop_assert_eq!(report.outcome.value(), Some(value));
        prop_assert_eq!(report.evaluations, u64::from(fewest_leaves(&tree, value)));
    }
}

/// Proof-number search by its definition: all numbers are computed again from the leaves for each step. Returns the leaves in the order of
/// their evaluations, and the answer.
fn prove(tree: &Tree, at: f64) -> (Vec<usize>, bool) {
    let (mut developed, mut evaluated) = (HashSet::new(), Vec::new());
    if tree.is_leaf(NodeId::ROOT) {
        return (vec![0], tree.value(NodeId::ROOT).unwrap().get() >= at);
    }
    loop {
        let root = numbers(tree, NodeId::ROOT, at, &developed, &evaluated);
        if root.contains(&0.0) {
            return (evaluated, root[0] == 0.0);
        }
        let mut node = NodeId::ROOT;
        while developed.contains(&node) {
            let own = usize::from(tree.role(node) != Role::MAX);
            let of = |node| numbers(tree, node, at, &developed, &evaluated)[own];
            let number = of(node);
            node = tree.children(node).find(|&child| of(child) == number).unwrap();
        }
        developed.insert(node);
        for leaf in tree.children(node).filter(|&child| tree.is_leaf(child)) {
            evaluated.push(tree.slots(leaf).start);
            if (tree.value(leaf).unwrap().get() >= at) == (tree.role(node) == Role::MAX) {
                break;
            }
        }
    }
}

fn numbers(tree: &Tree, node: NodeId, at: f64, developed: &HashSet<NodeId>, evaluated: &[usize]) -> [f64; 2] {
    if tree.is_leaf(node) && evaluated.contains(&tree.slots(node).start) {
        return if tree.value(node).unwrap().get() >= at { [0.0, f64::INFINITY] } else { [f64::INFINITY, 0.0] };
    }
    if !developed.contains(&node) {
        return [1.0, 1.0];
    }
    let children: Vec<[f64; 2]> =
        tree.children(node).map(|child| numbers(tree, child, at, developed, evaluated)).collect();
    let least = |which: usize| children.iter().map(|child| child[which]).fold(f64::INFINITY, f64::min);
    let sum = |which: usize| children.iter().map(|child| child[which]).sum();
    if tree.role(node) == Role::MAX { [least(0), sum(1)] } else { [sum(0), least(1)] }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn proof_number_search_develops_the_most_proving_node(tree in any_players(), at in -3_i32..4) {
        prop_assume!(has_all_values(&tree));
        let report = search(Algorithm::proof_number(at.into()), &tree, Limits::default());
        let expected = search(Algorithm::threshold(at.into()), &tree, Limits::default()).outcome;
        let (leaves, answer) = prove(&tree, at.into());
        prop_assert_eq!(&report.outcome, &expected);
        prop_assert_eq!(expected, plyscope::search::Outcome::Answered(answer));
        prop_assert_eq!(order(Algorithm::proof_number(at.into()), &tree), leaves);
    }

    #[test]
    fn iterative_deepening_goes_one_ply_deeper_in_each_pass(tree in with_static_values()) {
        let settings = |prune| Settings { stages: Stages { prune, ..Stages::default() }, ..Settings::default() };
        let leaves = |algorithm, prune| evaluation_order(algorithm, &tree, settings(prune), &Progress::new());
        let found = leaves(Algorithm::ITERATIVE_DEEPENING, None);
        // In the first pass nothing is known that could change the order.
        let first = leaves(Algorithm::ALPHA_BETA, Some(1));
        prop_assert_eq!(&found[..first.len()], &first[..]);
        // Each pass evaluates only nodes at its depth, and leaves above it.
        let mut depth = 0;
        for &node in &found {
            depth = depth.max(tree.depth(node));
            prop_assert!(tree.is_leaf(node) || tree.depth(node) == depth);
        }
    }

    #[test]
    fn without_static_values_iterative_deepening_is_one_pass_of_alpha_beta_with_memory(tree in any_players()) {
        prop_assert_eq!(order(Algorithm::ITERATIVE_DEEPENING, &tree), order(Algorithm::ALPHA_BETA_MEMORY, &tree));
    }
}

#[test]
fn the_best_move_of_a_pass_is_searched_first_in_the_next() {
    // The static values say that the second move is the better one, and so do the leaves.
    let text = r#"{"children": [
        {"value": 1, "children": [{"value": 2}, {"value": 3}]}, {"value": 9, "children": [{"value": 7}, {"value": 8}]}]}"#;
    let tree = plyscope::tree::file::parse(None, text.as_bytes(), &Progress::new()).unwrap();
    let names = |order: Vec<NodeId>| order.into_iter().map(|node| tree.value(node).unwrap().get()).collect::<Vec<_>>();
    let order = evaluation_order(Algorithm::ITERATIVE_DEEPENING, &tree, Settings::default(), &Progress::new());
    assert_eq!(names(order), [1.0, 9.0, 7.0, 8.0, 2.0]);
}

#[test]
fn the_minimal_tree_of_a_full_tree_of_different_leaves_is_that_of_knuth_and_moore() {
    for (branching, depth) in [(2_u32, 1), (2, 6), (2, 7), (3, 4), (4, 3), (7, 2), (1, 5)] {
        let generator = Generator::new(Leaves::Permutation, Ordering::Random, Shape::full(branching, depth)).unwrap();
        let tree = generator.build(7, None, &Progress::new()).unwrap();
        let known = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
        assert_eq!(search(Algorithm::MINIMAL_TREE, &tree, Limits::default()).evaluations, u64::from(known));
    }
}

/// The mean of a count over random trees, and its standard error.
fn mean(count: impl Fn(&Tree) -> f64, branching: u32, depth: u32, trees: u64) -> (f64, f64) {
    let generator = Generator::new(Leaves::Continuous, Ordering::Random, Shape::full(branching, depth)).unwrap();
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 0..trees {
        let count = count(&generator.build(seed, None, &Progress::new()).unwrap());
        (sum, squares) = (sum + count, squares + count * count);
    }
    let mean = sum / trees as f64;
    (mean, ((squares / trees as f64 - mean * mean) / trees as f64).sqrt())
}

fn assert_mean(what: &str, count: impl Fn(&Tree) -> f64, of_3_4: f64, of_2_8: f64) {
    for (branching, depth, known) in [(3, 4, of_3_4), (2, 8, of_2_8)] {
        let (mean, error) = mean(&count, branching, depth, 1500);
        assert!((mean - known).abs() < 4.5 * error, "{what} {branching} {depth}: {mean} ± {error}, known {known}");
    }
}

/// The averages that were computed elsewhere.
#[test]
fn the_mean_numbers_of_evaluations_and_of_distinct_leaves_are_the_known_ones() {
    let evaluations = |algorithm, tree: &Tree| search(algorithm, tree, Limits::default()).evaluations as f64;
    for (algorithm, of_3_4, of_2_8) in [
        (Algorithm::ALPHA_BETA, 45.19, 109.7),
        (Algorithm::SSS_STAR, 34.21, 80.79),
        (Algorithm::DUAL_STAR, 39.86, 87.87),
        (Algorithm::NEGASCOUT, 54.99, 146.0),
        (Algorithm::SCOUT, 74.18, 199.6),
    ] {
        assert_mean(algorithm.id(), |tree| evaluations(algorithm, tree), of_3_4, of_2_8);
    }
    let of_true_value = |tree: &Tree| {
        let value = search(Algorithm::MINIMAX, tree, Limits::default()).outcome.value().unwrap();
        evaluations(Algorithm::MTD_F.with_number(value), tree)
    };
    assert_mean("MTD(v*)", of_true_value, 30.79, 66.94);
    for (algorithm, of_3_4, of_2_8) in [(Algorithm::NEGASCOUT, 42.77, 99.96), (Algorithm::SCOUT, 43.74, 107.3)] {
        let distinct = |tree: &Tree| order(algorithm, tree).into_iter().collect::<HashSet<_>>().len() as f64;
        assert_mean(algorithm.id(), distinct, of_3_4, of_2_8);
    }
}

#[test]
fn alpha_beta_with_memory_finds_the_value_where_many_subtrees_are_equal() {
    let generator = Generator::new(Leaves::Integers(6), Ordering::Random, Shape::full(2, 9)).unwrap();
    for seed in 0..300 {
        let tree = generator.build(seed, None, &Progress::new()).unwrap();
        let value = search(Algorithm::MINIMAX, &tree, Limits::default()).outcome.value();
        for id in ["alpha-beta-memory", "alpha-beta-memory=3", "alpha-beta-memory=64:on:on"] {
            for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
                let found = search(id.parse().unwrap(), &tree, Limits::default().cutoff(rule));
                assert_eq!(found.outcome.value(), value, "{id} {rule:?} on the tree of seed {seed}");
            }
        }
    }
}

/// The evaluations of alpha-beta on trees with b = 4, d = 4 in an order: their mean and its standard error.
fn ordered(ordering: &str, trees: u64) -> (f64, f64) {
    let generator =
        Generator::new(Leaves::Continuous, ordering.parse::<Ordering>().unwrap(), Shape::full(4, 4)).unwrap();
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 0..trees {
        let tree = generator.build(seed, None, &Progress::new()).unwrap();
        let count = search(Algorithm::ALPHA_BETA, &tree, Limits::default()).evaluations as f64;
        (sum, squares) = (sum + count, squares + count * count);
    }
    let mean = sum / trees as f64;
    (mean, ((squares / trees as f64 - mean * mean) / trees as f64).sqrt())
}

#[test]
fn an_estimate_without_an_error_gives_the_minimal_tree_and_one_with_a_large_error_random_order() {
    assert_eq!(ordered("estimated:0", 100), (31.0, 0.0));
    let (random, of_random) = ordered("random", 2_000);
    let (blind, of_blind) = ordered("estimated:1000", 2_000);
    assert!((blind - random).abs() < 4.0 * (of_blind + of_random), "{blind} {random}");
    // The larger the error, the dearer the search.
    let costs = ["0", "0.02", "0.1", "0.3"].map(|size| ordered(&format!("estimated:{size}"), 500).0);
    assert!(costs.is_sorted() && costs[3] < random, "{costs:?} {random}");
}

#[test]
fn strongly_ordered_trees_have_the_best_child_where_it_is_said_to_be() {
    let generator =
        |branching| Generator::new(Leaves::Continuous, Ordering::StronglyOrdered, Shape::full(branching, 1)).unwrap();
    for (branching, quarter) in [(16, 0.9), (9, 0.9), (4, 0.7)] {
        let (mut first, mut in_quarter, trees) = (0, 0, 4_000);
        for seed in 0..trees {
            let tree = generator(branching).build(seed, None, &Progress::new()).unwrap();
            let best = tree.children(NodeId::ROOT).enumerate().max_by_key(|&(_, child)| tree.value(child)).unwrap().0;
            first += usize::from(best == 0);
            in_quarter += usize::from(best < (branching as usize).div_ceil(4));
        }
        for (found, known) in [(first, 0.7), (in_quarter, quarter)] {
            let error = (known * (1.0 - known) / trees as f64).sqrt();
            assert!((found as f64 / trees as f64 - known).abs() < 4.0 * error, "{branching}: {found} {known}");
        }
    }
}

#[test]
fn a_sample_about_two_searches_shows_their_difference() {
    let samples = GROUPS.iter().flat_map(|group| group.samples);
    let mut about_two = 0;
    for sample in samples {
        let Some(pair) = sample.compares else { continue };
        let tree = sample.open(&Progress::new()).unwrap();
        let [one, other] = pair.map(|id| order(id.parse().unwrap(), &tree));
        let is_beside = one.iter().any(|leaf| !other.contains(leaf));
        assert!(is_beside || one.len() > other.len(), "{}: {one:?} {other:?}", sample.title);
        about_two += 1;
    }
    assert_eq!(about_two, 8);
}

#[test]
fn no_pass_of_iterative_deepening_is_answered_by_the_one_before() {
    let text = r#"{"children": [{"value": 1, "children": [{"value": 2, "children": [{"value": 3, "children": [4, 5]}, 6]}, 7]}, 8]}"#;
    let tree = plyscope::tree::file::parse(None, text.as_bytes(), &Progress::new()).unwrap();
    let order = evaluation_order(Algorithm::ITERATIVE_DEEPENING, &tree, Settings::default(), &Progress::new());
    let mut depths: Vec<u32> =
        order.into_iter().filter(|&node| !tree.is_leaf(node)).map(|node| tree.depth(node)).collect();
    depths.dedup();
    assert_eq!(depths, [1, 2, 3]);
}

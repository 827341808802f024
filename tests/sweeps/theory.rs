//! The expectations, compared with independently computed values and with searches of random trees.

use plyscope::experiment::sweep::Spec;
use plyscope::search::{Algorithm, CutoffRule, Limits, search};
use plyscope::theory::{LeafValues, expected_alpha_beta, expected_shallow, growth_alpha_beta, growth_shallow};
use plyscope::theory::{leaves, minimal, minimal_shallow};
use plyscope::tree::Tree;
use serde_json::Value as Json;

use crate::running::{spec, summarised};

fn reference() -> Json {
    serde_json::from_str(include_str!("../data/theory_expected.json")).unwrap()
}

fn number(json: &Json) -> f64 {
    json.as_f64().unwrap_or_else(|| json.as_str().unwrap().parse().unwrap())
}

fn assert_close(computed: f64, expected: &Json, what: &str) {
    let expected = number(expected);
    assert!((computed / expected - 1.0).abs() < 1e-9, "{what}: {computed} instead of {expected}");
}

fn size(entry: &Json) -> (u32, u32) {
    (entry["b"].as_u64().unwrap() as u32, entry["d"].as_u64().unwrap() as u32)
}

#[test]
fn expected_leaves_of_continuous_values_are_those_of_the_reference() {
    for (name, entry) in reference()["continuous"].as_object().unwrap() {
        let (b, d) = size(entry);
        for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
            assert_close(expected_alpha_beta(b, d, LeafValues::Continuous, rule), &entry["alphabeta_leaves"], name);
            assert_close(expected_shallow(b, d, LeafValues::Continuous, rule), &entry["f1_leaves"], name);
        }
        assert_close(leaves(b, d), &entry["total_leaves"], name);
        assert_close(minimal(b, d), &entry["minimal_leaves"], name);
        assert_close(minimal_shallow(b, d), &entry["f1_minimal_leaves"], name);
    }
}

#[test]
fn expected_leaves_of_integers_are_those_of_the_reference() {
    for (name, entry) in reference()["discrete_uniform"].as_object().unwrap() {
        let (b, d) = size(entry);
        let values = LeafValues::Integers(entry["m"].as_u64().unwrap() as u32);
        for (rule, alpha_beta, shallow) in [
            (CutoffRule::NonStrict, "alphabeta_leaves", "f1_leaves"),
            (CutoffRule::Strict, "alphabeta_leaves_strict_cut", "f1_leaves_strict_cut"),
        ] {
            assert_close(expected_alpha_beta(b, d, values, rule), &entry[alpha_beta], name);
            assert_close(expected_shallow(b, d, values, rule), &entry[shallow], name);
        }
    }
}

/// (b, d, E) by mpmath 1.3: the integral of S R' over [0, 1] in 30 to 60 digits, computed from x itself, with R' by the product rule, on pieces
/// that end at ξ ± c exp(−k) for whole k.
const IN_MANY_DIGITS: [(u32, u32, f64); 5] = [
    (3, 3, 19.458_059_033_105_8),
    (2, 20, 48_773.389_041_432_5),
    (10, 36, 8.874_994_334_371_39e25),
    (10, 60, 7.161_596_207_440_54e42),
    (100, 22, 6.861_779_657_378_42e32),
];

#[test]
fn expected_leaves_of_deep_trees_are_those_of_an_integration_in_many_digits() {
    for (b, d, expected) in IN_MANY_DIGITS {
        let computed = expected_alpha_beta(b, d, LeafValues::Continuous, CutoffRule::NonStrict);
        assert!((computed / expected - 1.0).abs() < 1e-9, "b = {b}, d = {d}: {computed:e} instead of {expected:e}");
    }
}

fn growth_per_two_levels(b: u32, d: u32) -> f64 {
    let at = |d| expected_alpha_beta(b, d, LeafValues::Continuous, CutoffRule::NonStrict);
    at(d) / at(d - 2)
}

#[test]
fn deep_cutoffs_save_leaves_and_growth_falls_with_depth() {
    for (b, deepest) in [(2, 330), (4, 166), (10, 100), (20, 76), (100, 50)] {
        let deep = expected_alpha_beta(b, deepest, LeafValues::Continuous, CutoffRule::NonStrict);
        let shallow = expected_shallow(b, deepest, LeafValues::Continuous, CutoffRule::NonStrict);
        assert!(deep < shallow, "b = {b}: {deep} of {shallow}");
        let growth: Vec<f64> = (3..=deepest).step_by(8).map(|d| growth_per_two_levels(b, d)).collect();
        assert!(growth.is_sorted_by(|before, after| *after < before * (1.0 + 1e-9)), "b = {b}: {growth:?}");
    }
}

#[test]
fn growth_in_deep_trees_is_the_asymptotic_one() {
    for (b, deepest) in [(2, 330), (10, 100), (1000, 33), (10_000, 25)] {
        let ratio = growth_per_two_levels(b, deepest) / growth_alpha_beta(b).powi(2);
        assert!((ratio - 1.0).abs() < 1e-9, "b = {b}: {ratio}");
    }
}

/// 75025 / 121393, of two Fibonacci numbers, is as near to the fixed point of b = 2 as a fraction can be. The expectation is from
/// whole numbers that stand for multiples of 2^−192.
#[test]
fn an_integer_beside_the_fixed_point_counts_exactly() {
    let computed = expected_alpha_beta(2, 60, LeafValues::Integers(121_393), CutoffRule::NonStrict);
    assert!((computed / 6_676_375_021_648.593_f64 - 1.0).abs() < 1e-10, "{computed}");
}

#[test]
fn many_integers_come_close_to_continuous_values() {
    let rule = CutoffRule::NonStrict;
    let many = LeafValues::Integers(1_000_000);
    let ratio =
        |f: fn(u32, u32, LeafValues, CutoffRule) -> f64| f(3, 4, many, rule) / f(3, 4, LeafValues::Continuous, rule);
    assert!((ratio(expected_alpha_beta) - 1.0).abs() < 1e-4);
    assert!((ratio(expected_shallow) - 1.0).abs() < 1e-4);
}

#[test]
fn equal_leaves_need_only_the_minimal_tree() {
    for (b, d) in [(2, 5), (3, 4), (5, 3)] {
        let one = LeafValues::Integers(1);
        assert_eq!(expected_alpha_beta(b, d, one, CutoffRule::NonStrict), minimal(b, d));
        assert_eq!(expected_shallow(b, d, one, CutoffRule::NonStrict), minimal_shallow(b, d));
        assert_eq!(expected_alpha_beta(b, d, one, CutoffRule::Strict), leaves(b, d));
        assert_eq!(expected_shallow(b, d, one, CutoffRule::Strict), leaves(b, d));
    }
}

#[test]
fn growth_per_level_is_that_of_the_literature() {
    let shallow = [1.862_581_6, 2.589_912_5, 3.248_932_1, 3.862_961_6, 4.444_048_0];
    for (b, expected) in (2..).zip(shallow) {
        assert!((growth_shallow(b) - expected).abs() < 1e-6);
    }
    assert!((growth_alpha_beta(2) - 1.618_033_988_75).abs() < 1e-9);
}

/// The sum of 1, y, y² and so on to y^(n−1), term by term.
fn powers(y: f64, n: u32) -> f64 {
    (0..n).fold(0.0, |sum, _| sum * y + 1.0)
}

/// The expectation for integers, as the sum over all of them at the end of its derivation.
fn alpha_beta_term_by_term(b: u32, d: u32, count: u32, rule: CutoffRule) -> f64 {
    let point = |k: u32| {
        let (mut f, mut rest) = (f64::from(k) / f64::from(count), f64::from(count - k) / f64::from(count));
        let (mut r, mut s) = (1.0, 1.0);
        for height in 0..d {
            if height > 0 {
                let one_less = |p: f64| -(f64::from(b) * (-p).ln_1p()).exp_m1();
                (f, rest) = if height % 2 == 1 {
                    (f.powi(b as i32), one_less(rest))
                } else {
                    (one_less(f), rest.powi(b as i32))
                };
            }
            if height % 2 == 0 { r *= powers(f, b) } else { s *= powers(rest, b) }
        }
        (r, s)
    };
    let points: Vec<(f64, f64)> = (0..=count).map(point).collect();
    let step =
        |ends: &[(f64, f64)]| (ends[1].0 - ends[0].0) * if rule == CutoffRule::Strict { ends[0].1 } else { ends[1].1 };
    points[0].0 * points[0].1 + points.windows(2).map(step).sum::<f64>()
}

#[test]
fn skipping_integers_that_never_occur_changes_nothing() {
    for (b, d, count) in [(1, 50, 9), (2, 40, 1000), (3, 9, 40_000), (17, 7, 500), (40, 5, 20_000), (300, 4, 70)] {
        for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
            let values = LeafValues::Integers(count);
            let ratio = expected_alpha_beta(b, d, values, rule) / alpha_beta_term_by_term(b, d, count, rule);
            assert!((ratio - 1.0).abs() < 1e-9, "b = {b}, d = {d}, m = {count}: {ratio}");
            let shallow = expected_shallow(b, d, values, rule);
            let least = expected_alpha_beta(b, d, values, rule) * (1.0 - 1e-9);
            assert!(
                shallow >= least && shallow <= leaves(b, d) * (1.0 + 1e-9),
                "b = {b}, d = {d}, m = {count}: {shallow}"
            );
        }
    }
}

#[test]
fn the_single_leaf_of_a_chain_is_always_evaluated() {
    for values in [LeafValues::Integers(10_000_000), LeafValues::Integers(1), LeafValues::Continuous] {
        assert_eq!(expected_alpha_beta(1, 1000, values, CutoffRule::Strict), 1.0);
        assert!((expected_shallow(1, 1000, values, CutoffRule::Strict) - 1.0).abs() < 1e-9);
    }
}

fn evaluations_of(tree: &str, algorithm: Algorithm, rule: CutoffRule) -> u64 {
    let tree: Tree = tree.parse().unwrap();
    search(algorithm, &tree, Limits::default().cutoff(rule)).evaluations
}

#[test]
fn up_to_depth_two_the_strict_rule_attains_the_minimum_with_two_values() {
    for (values, depth) in (1..=3_u32).flat_map(|values| [(values, 1_u32), (values, 2)]) {
        let evaluations = |index: u32| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|slot| index / values.pow(slot) % values);
            let text = if depth == 1 { format!("({a} {b})") } else { format!("(({a} {b}) ({c} {d}))") };
            evaluations_of(&text, Algorithm::ALPHA_BETA, CutoffRule::Strict)
        };
        let fewest = (0..values.pow(4)).map(evaluations).min().unwrap() as f64;
        let is_attained = plyscope::theory::is_minimum_attained(2, depth, Some(values), CutoffRule::Strict);
        assert_eq!(fewest == minimal(2, depth), is_attained, "{values} {depth}");
    }
}

#[test]
fn the_strict_rule_attains_the_minimum_with_three_values_but_not_with_two() {
    // All trees of b = 2 and d = 3 with these values.
    let fewest = |algorithm, values: u32, rule| {
        let evaluations = |index: u32| {
            let leaf = |slot: u32| index / values.pow(slot) % values;
            let [a, b, c, d, e, f, g, h] = std::array::from_fn(|slot| leaf(slot as u32));
            let text = format!("((({a} {b}) ({c} {d})) (({e} {f}) ({g} {h})))");
            evaluations_of(&text, algorithm, rule)
        };
        (0..values.pow(8)).map(evaluations).min().unwrap() as f64
    };
    for values in 1..=3 {
        for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
            let is_attained = plyscope::theory::is_minimum_attained(2, 3, Some(values), rule);
            assert_eq!(fewest(Algorithm::ALPHA_BETA, values, rule) == minimal(2, 3), is_attained, "{values} {rule:?}");
            let shallow = fewest(Algorithm::LAZY_ALPHA_BETA, values, rule);
            assert_eq!(shallow == minimal_shallow(2, 3), is_attained, "{values} {rule:?}");
        }
    }
}

#[test]
fn j_plays_nothing_at_a_leaf() {
    let rows = summarised(Spec { algorithm: vec![Algorithm::SELECTION_J], trees: 3, ..spec("2", "0") });
    for row in rows.iter().filter(|row| row.measure.counts_leaves()) {
        let found = (row.mean, row.expected, row.minimal, row.measured_to_expected);
        assert_eq!(found, (0.0, Some(0.0), Some(0.0), None), "{}", row.measure.id());
    }
}

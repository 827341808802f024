//! The expectations against values that were computed elsewhere, and against searches of random trees.

use plyscope::search::CutoffRule;
use plyscope::theory::{LeafValues, expected_alpha_beta, expected_shallow, growth_alpha_beta, growth_shallow};
use plyscope::theory::{leaves, minimal, minimal_shallow};
use serde_json::Value as Json;

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
fn equal_leaves_need_the_minimal_tree_alone() {
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
        let ratio = |d| {
            let at = |d| expected_alpha_beta(b, d, LeafValues::Continuous, CutoffRule::NonStrict);
            at(d + 2) / at(d)
        };
        assert!((ratio(30).sqrt() / growth_alpha_beta(b) - 1.0).abs() < 0.02, "b = {b}");
    }
    assert!((growth_alpha_beta(2) - 1.618_033_988_75).abs() < 1e-9);
}

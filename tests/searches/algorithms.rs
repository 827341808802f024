//! What the documents, the help, the JSON and the window say about the algorithms is the same, and true.

use assert_cmd::Command;
use plyscope::experiment::Measure;
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, search};
use plyscope::theory::{FullTree, forecast};
use plyscope::tree::{Player, Tree, Value};

use crate::random_trees::noisy;

fn every() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().chain([Algorithm::threshold(Value::from(0))])
}

#[test]
fn the_table_of_the_documents_agrees_with_the_catalogue() {
    let line = |algorithm: Algorithm| {
        format!("| `{}` | {} | {} |\n", algorithm.id(), algorithm.entry().summary, algorithm.entry().citation())
    };
    let table: String = every().map(line).collect();
    assert!(
        include_str!("../../docs/algorithms.md").contains(&table),
        "docs/algorithms.md must have this table:\n{table}"
    );
}

#[test]
fn the_help_of_search_lists_every_algorithm() {
    let help = Command::cargo_bin("plyscope").unwrap().args(["search", "--help"]).output().unwrap();
    // Long lines are broken.
    let help = String::from_utf8(help.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    for algorithm in every() {
        assert!(help.contains(algorithm.id()) && help.contains(algorithm.entry().summary), "{algorithm}:\n{help}");
    }
}

#[test]
fn the_json_has_the_measures_of_each_algorithm() {
    let run = ["search", "sample_trees/deep-cutoff.json", "--format", "json"];
    let output = Command::cargo_bin("plyscope").unwrap().args(run).output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for run in json["runs"].as_array().unwrap() {
        let id = run["algorithm"].as_str().unwrap();
        let entry = id.parse::<Algorithm>().unwrap().entry();
        assert_eq!(run["nodes_built"].is_u64(), entry.is_lazy, "{run}");
        assert_eq!(run["peak_nodes_alive"].is_u64(), entry.is_lazy, "{run}");
        assert_eq!(run["thunks_forced"].as_u64() > Some(0), id == "lazy-alpha-beta", "{run}");
        assert_eq!(run["table_hits"].is_u64(), entry.has_table, "{run}");
        for measure in Measure::all() {
            assert_eq!(run.get(measure.id()).is_some_and(|it| !it.is_null()), measure.is_of(entry), "{measure} {run}");
        }
    }
}

fn evaluations(algorithm: Algorithm, tree: &Tree) -> f64 {
    search(algorithm, tree, Limits::default()).evaluations as f64
}

/// Checks that the mean over many trees is within five standard errors of the forecast, and that no tree is outside the best and worst case.
#[test]
fn a_forecast_holds_over_random_trees_for_every_algorithm_that_evaluates_leaves_once() {
    const TREES: u64 = 600;
    let at = Value::new((0.3 * (1_u64 << 40) as f64).round()).unwrap();
    let algorithms = Algorithm::ALL.into_iter().chain([Algorithm::threshold(at)]);
    for algorithm in algorithms {
        for (branching, depth, root) in [(2, 5, Player::Max), (3, 4, Player::Max), (3, 3, Player::Min)] {
            let counts: Vec<f64> = (1..=TREES)
                .map(|seed| {
                    let mut tree = noisy(branching, depth, seed);
                    tree.set_root_player(root);
                    evaluations(algorithm, &tree)
                })
                .collect();
            let favourable = if root == Player::Max { 0.7 } else { 0.3 };
            let forecast = forecast(algorithm, FullTree { branching, depth, favourable });
            let Some(expected) = forecast.expected.filter(|_| !algorithm.entry().repeats_evaluations()) else {
                continue;
            };
            let mean = counts.iter().sum::<f64>() / TREES as f64;
            let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / TREES as f64;
            let error = (variance / TREES as f64).sqrt();
            let difference = (mean - expected).abs();
            assert!(difference <= 5.0 * error + 1e-9, "{algorithm} b={branching} d={depth}: {mean}, not {forecast:?}");
            assert!(counts.iter().all(|count| (forecast.best..=forecast.worst).contains(count)), "{algorithm}");
        }
    }
}

#[test]
fn full_trees_are_recognised_and_others_are_not() {
    let of = |text: &str, at: i32| {
        let tree = plyscope::tree::file::parse(None, text.as_bytes(), &Progress::new()).unwrap();
        FullTree::of(&tree, Some(Value::from(at)))
    };
    assert_eq!(of("((1 2) (3 4))", 4), Some(FullTree { branching: 2, depth: 2, favourable: 0.25 }));
    for text in ["((1 2) 3)", "((1 2) (3 4 5))", "((1 2) ((3 4) (5 6)))"] {
        assert_eq!(of(text, 4), None, "{text}");
    }
}

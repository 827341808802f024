//! What is found wrong or wasted in traces: the reference's, those of the algorithms here, and those of searches with planted mistakes.

use plyscope::experiment::Settings;
use plyscope::experiment::check::{Kind, Report, Severity, Verdict};
use plyscope::experiment::trace::read;
use plyscope::game::Stages;
use plyscope::progress::Progress;
use plyscope::search::Budget;
use plyscope::search::catalogue::LeafClass;
use plyscope::tree::{NodeId, Player};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::families::RULES;
use crate::random_trees::{any_players, with_static_values};
use crate::traces::{algorithms, fail_hard, written};

/// J replays its choices so often that its traces would be too long.
const BUDGET: Budget = Budget::Evaluations(400);

/// The report on a trace.
fn checked(trace: &str) -> Report {
    let trace = read(trace.as_bytes(), &Progress::new()).unwrap_or_else(|error| panic!("{error}\n{trace}"));
    Report::clone(&trace.run.report)
}

/// The first line with an error, or else with waste.
fn first_line(report: &Report) -> Option<u64> {
    report.first().map(|finding| finding.line.into())
}

#[test]
fn the_mistakes_of_the_reference_are_found_where_they_are() {
    let text = include_str!("../data/faulty_traces.jsonl");
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let case: Json = serde_json::from_str(line).unwrap();
        let events = case["trace"].as_array().unwrap().iter();
        let trace = events.map(ToString::to_string).collect::<Vec<_>>().join("\n") + "\n";
        let report = checked(&trace);
        let expected = (case["verdict"].as_str().unwrap(), case["line"].as_u64());
        let found = (report.verdict().to_string(), first_line(&report));
        if (found.0.as_str(), found.1) != expected {
            wrong.push(format!(
                "case {number} {}: {expected:?}, found {found:?}: {:?}",
                case["mistake"],
                report.findings.first()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(text.lines().count(), 64);
}

/// Whether what is found in a search of ours is what its kind allows: windows that are wider than could be, where only siblings are known.
fn is_allowed(report: &Report, leaves: LeafClass) -> bool {
    let is_wide = |kind| matches!(kind, Kind::Window | Kind::Late);
    let knows_siblings = leaves == LeafClass::WithoutDeepCutoffs;
    report.findings.iter().all(|found| found.severity == Severity::Waste && is_wide(found.kind) && knows_siblings)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn the_algorithms_here_are_clean(tree in any_players()) {
        for algorithm in algorithms() {
            for cutoff in RULES {
                let trace = written(algorithm, &tree, Settings { cutoff, budget: BUDGET, ..Settings::default() });
                let report = checked(&trace);
                prop_assert!(is_allowed(&report, algorithm.leaves()), "{algorithm} {cutoff:?} {:#?}\n{trace}", report.findings.first());
                let is_noted = algorithm.entry().transposes;
                prop_assert!(is_noted || report.notes.is_empty(), "{algorithm} {:?}", report.notes);
            }
        }
    }

    #[test]
    fn a_fail_hard_search_that_tells_no_windows_is_clean(tree in any_players()) {
        prop_assume!(tree.nodes().all(|node| !tree.is_leaf(node) || tree.value(node).is_some()));
        let root = if tree.player(NodeId::ROOT) == Player::Max { "max" } else { "min" };
        let mut lines = vec![format!("{{\"plyscope-trace\": 1, \"algorithm\": \"fail-hard\", \"root\": \"{root}\"}}")];
        fail_hard(&tree, NodeId::ROOT, 0, (f64::MIN, f64::MAX), &mut lines);
        let trace = lines.join("\n") + "\n";
        let report = checked(&trace);
        prop_assert_eq!(report.verdict(), Verdict::Clean, "{:?}\n{}", report.findings.first(), trace);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn the_algorithms_here_are_clean_at_every_depth(tree in with_static_values(), depth in 0_u32..5, highfirst in any::<bool>()) {
        let stages = Stages { prune: Some(depth), highfirst, ..Stages::default() };
        for algorithm in algorithms() {
            let trace = written(algorithm, &tree, Settings { stages, budget: BUDGET, ..Settings::default() });
            let report = checked(&trace);
            prop_assert!(is_allowed(&report, algorithm.leaves()), "{algorithm} {:#?}\n{trace}", report.findings.first());
        }
    }
}

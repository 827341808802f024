//! What is found wrong or wasted in traces: the reference's, those of the algorithms here, and those of searches with planted mistakes.

use plyscope::experiment::Settings;
use plyscope::experiment::check::{Kind, Report, Severity, Verdict};
use plyscope::experiment::trace::read;
use plyscope::game::Stages;
use plyscope::progress::Progress;
use plyscope::search::catalogue::LeafClass;
use plyscope::search::{Algorithm, Budget};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::chance::grown;
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

/// A trace of lines.
fn lines(head: &str, events: &[&str]) -> String {
    let events: Vec<String> = events.iter().map(|event| format!("{{\"event\": {event}}}\n")).collect();
    format!("{{\"plyscope-trace\": 1{head}}}\n{}", events.concat())
}

/// The kinds of all findings, with their lines.
fn found(report: &Report) -> Vec<(Kind, u32)> {
    report.findings.iter().map(|finding| (finding.kind, finding.line)).collect()
}

#[test]
fn a_probe_of_an_outcome_of_chance_claims_a_bound_alone() {
    let text = include_str!("../../sample_trees/star2.json");
    let tree: Tree = text.parse().unwrap();
    let star2 = Algorithm::STAR2;
    let trace = written(star2, &tree, Settings::default());
    assert!(
        trace.contains("\"why\":\"probe\"") && trace.lines().next().unwrap().contains("\"bounds\":[0,10]"),
        "{trace}"
    );
    let report = checked(&trace);
    assert!(report.findings.is_empty() && report.notes.is_empty(), "{report:#?}");
    // A probe that says more than its first child proves is an error.
    let wrong = trace.replacen("{\"event\":\"leave\",\"value\":9}", "{\"event\":\"leave\",\"value\":7}", 1);
    assert_ne!(wrong, trace);
    assert_eq!(found(&checked(&wrong))[0], (Kind::Value, 14));
}

#[test]
fn the_first_line_has_the_bounds_that_the_search_takes_as_known() {
    let tree: Tree = "(max (chance 3 5) (chance 1 2))".parse().unwrap();
    let head = |algorithm, bounds| {
        let bounds: Option<[Value; 2]> = bounds;
        let trace = written(algorithm, &tree, Settings { bounds, ..Settings::default() });
        serde_json::from_str::<Json>(trace.lines().next().unwrap()).unwrap()["bounds"].clone()
    };
    assert_eq!(head(Algorithm::STAR1, None), json!([1, 5]));
    assert_eq!(head(Algorithm::STAR1, Some([0.into(), 9.into()])), json!([0, 9]));
    assert_eq!(head(Algorithm::EXPECTIMINIMAX, None), Json::Null);
    // A leaf outside makes them wrong.
    let narrow = Settings { bounds: Some([0.into(), 1.into()]), ..Settings::default() };
    let report = checked(&written(Algorithm::STAR1, &tree, narrow));
    assert!(found(&report).iter().any(|&(kind, _)| kind == Kind::Evaluate), "{report:#?}");
}

#[test]
fn a_table_may_have_kept_any_proof_that_is_deep_enough() {
    // Position k has exactly -5 at depth 1, and then only an upper bound at depth 2.
    let two_passes = |depth: i32, value: i32| {
        let [enter, enter_below] = [
            format!(r#""enter", "depth": {}, "key": "r", "children": 1"#, depth + 1),
            format!(r#""enter", "child": 0, "depth": {depth}, "key": "k", "children": 2"#),
        ];
        let recall = format!(r#""recall", "value": {value}, "bound": "exact""#);
        let events = [
            r#""enter", "depth": 2, "key": "r", "children": 1"#,
            r#""enter", "child": 0, "depth": 1, "key": "k", "children": 2"#,
            r#""enter", "child": 0, "depth": 0, "key": "a""#,
            r#""evaluate", "value": -3"#,
            r#""enter", "child": 1, "depth": 0, "key": "b", "beta": -3"#,
            r#""evaluate", "value": -5"#,
            r#""leave", "value": -5"#,
            r#""leave", "value": -5"#,
            r#""pass", "number": 2, "alpha": 0, "beta": 10"#,
            r#""enter", "depth": 3, "key": "r", "children": 1, "alpha": 0, "beta": 10"#,
            r#""enter", "child": 0, "depth": 2, "key": "k", "children": 2, "alpha": 0, "beta": 10"#,
            r#""enter", "child": 0, "depth": 1, "key": "a", "children": 1, "alpha": 0, "beta": 10"#,
            r#""enter", "child": 0, "depth": 0, "key": "c", "alpha": 0, "beta": 10"#,
            r#""evaluate", "value": 0"#,
            r#""leave", "value": 0"#,
            r#""cutoff", "bound": 0, "skipped": 1"#,
            r#""leave", "value": 0"#,
            r#""leave", "value": 0"#,
            r#""pass", "number": 3, "alpha": -10, "beta": 10"#,
            &enter,
            &enter_below,
            &recall,
        ];
        found(&checked(&lines(r#", "root": "max""#, &events)))
    };
    assert_eq!(two_passes(1, -5), []);
    assert_eq!(two_passes(2, -5), [(Kind::Recall, 23)]);
    assert_eq!(two_passes(1, -4), [(Kind::Recall, 23)]);
}

#[test]
fn a_shallower_visit_of_a_position_does_not_undo_what_was_proved_of_it() {
    let trace = lines(
        r#", "root": "max""#,
        &[
            r#""enter", "depth": 2, "children": 3"#,
            r#""enter", "move": "a", "depth": 1, "key": "k", "children": 1"#,
            r#""enter", "child": 0, "depth": 0, "key": "x""#,
            r#""evaluate", "value": -6"#,
            r#""leave", "value": -6"#,
            r#""enter", "move": "b", "depth": 0, "key": "k", "alpha": -6, "why": "probe""#,
            r#""evaluate", "value": -8"#,
            r#""enter", "move": "c", "depth": 1, "key": "k", "alpha": -6"#,
            r#""recall", "value": -6, "bound": "exact""#,
            r#""leave", "value": -6"#,
            r#""end", "value": -6"#,
        ],
    );
    assert_eq!(found(&checked(&trace)), []);
}

#[test]
fn a_position_that_the_table_of_iterative_deepening_has_from_an_equal_part_is_no_error() {
    let text = r#"{"root": "min", "tree": {"children": [
        {"children": [{"children": [1], "value": 0}, {"children": [0], "value": 0}, 0], "player": "max", "value": 0},
        {"children": [{"children": [1], "player": "min", "value": 0}], "value": 0}], "value": 0}}"#;
    let report = checked(&written(Algorithm::ITERATIVE_DEEPENING, &text.parse().unwrap(), Settings::default()));
    assert_eq!(found(&report), []);
    assert!(report.notes[0].contains("answered from a table"), "{:?}", report.notes);
}

#[test]
fn a_trace_that_ends_early_is_incomplete_unless_it_says_why() {
    let begin = [r#""enter", "children": 3"#, r#""enter", "child": 0"#, r#""evaluate", "value": 1"#];
    let report = checked(&lines("", &begin));
    assert_eq!((report.verdict_name().as_str(), report.verdict()), ("incomplete", Verdict::Clean));
    assert!(report.notes[0].contains("1 node is open, without a value of the root"), "{:?}", report.notes);
    for outcome in ["budget", "cancelled"] {
        let end = format!(r#""end", "outcome": "{outcome}""#);
        let report = checked(&lines("", &[&begin[..], &[&end]].concat()));
        assert_eq!((report.verdict_name().as_str(), report.notes.len()), ("clean", 0));
    }
    let wrong = [&begin[..], &[r#""evaluate", "value": 1"#]].concat();
    assert!(read(lines("", &wrong).as_bytes(), &Progress::new()).is_err());
}

#[test]
fn a_search_that_ends_with_a_bound_of_one_window_has_not_found_the_value() {
    let events = [
        r#""enter", "alpha": -5, "beta": 5, "children": 2"#,
        r#""enter", "child": 0, "alpha": -5, "beta": 5"#,
        r#""evaluate", "value": 6"#,
        r#""cutoff", "bound": 5, "skipped": 1"#,
        r#""leave", "value": 6"#,
        r#""end", "outcome": "finished", "value": 6"#,
    ];
    let report = checked(&lines(r#", "root": "max""#, &events));
    assert_eq!(found(&report), [(Kind::End, 7)]);
    assert!(report.findings[0].hint.as_ref().unwrap().contains("a pass were missing"));
}

#[test]
fn windows_that_were_never_narrowed_are_noted_and_with_a_name_found() {
    let events = [
        r#""enter", "children": 2"#,
        r#""enter", "child": 0"#,
        r#""evaluate", "value": 1"#,
        r#""enter", "child": 1"#,
        r#""evaluate", "value": 2"#,
        r#""leave", "value": 2"#,
    ];
    let report = checked(&lines(r#", "algorithm": "mine""#, &events));
    assert_eq!(found(&report), []);
    assert!(report.notes[0].contains("The trace gives no windows"), "{:?}", report.notes);
    assert!(checked(&lines(r#", "algorithm": "minimax""#, &events)).notes.is_empty());
    for head in [r#", "algorithm": "alpha-beta""#, r#", "algorithm": "mine", "cutoff": "strict""#] {
        let report = checked(&lines(head, &events));
        assert_eq!((found(&report), report.verdict()), (vec![(Kind::Window, 5)], Verdict::Waste), "{head}");
    }
}

#[test]
fn hints_for_scores_of_the_side_to_move_speak_of_a_negamax() {
    let hint = |events: &[&str]| checked(&lines(r#", "scores": "mover""#, events)).findings[0].hint.clone().unwrap();
    let root = r#""enter", "children": 2"#;
    let min = r#""enter", "child": 0"#;
    let leaf = [r#""enter", "child": 0"#, r#""evaluate", "value": 4"#];
    // For MIN, whose child is worth -4 from its own side.
    let zero = hint(&[&[root, min], &leaf[..], &[r#""leave", "value": 0"#]].concat());
    assert!(zero.contains("began at 0: begin at −∞"), "{zero}");
    let second = [r#""enter", "child": 1, "beta": 4"#, r#""evaluate", "value": 7"#, r#""leave", "value": -7"#];
    let last = hint(&[&[root, min], &leaf[..], &second].concat());
    assert!(last.contains("the last child counted, not the best one: keep the larger value"), "{last}");
    // The root takes the value of its child as it is.
    let child = [r#""enter", "child": 0"#, r#""evaluate", "value": -5"#, r#""enter", "child": 1, "beta": 5"#];
    let sign = hint(&[&[root], &child[..]].concat());
    assert!(sign.contains("a sign were lost"), "{sign}");
}

#[test]
fn what_a_trace_cannot_mean_is_an_error() {
    let beyond =
        [r#""enter", "children": 1"#, r#""enter", "child": 5"#, r#""evaluate", "value": 1"#, r#""leave", "value": 1"#];
    assert_eq!(found(&checked(&lines("", &beyond))), [(Kind::Player, 3)]);
    let turned = [r#""enter", "alpha": 5, "beta": 3"#, r#""evaluate", "value": 4"#];
    assert_eq!(found(&checked(&lines("", &turned))), [(Kind::Window, 2)]);
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
    fn searches_that_cut_off_at_chance_nodes_are_clean(grown in grown(-9..=9)) {
        let (tree, bounds) = (grown.tree(), Some([(-10).into(), 10.into()]));
        for (algorithm, cutoff) in [Algorithm::STAR1, Algorithm::STAR2].into_iter().flat_map(|it| RULES.map(|rule| (it, rule))) {
            let trace = written(algorithm, &tree, Settings { cutoff, bounds, ..Settings::default() });
            let report = checked(&trace);
            prop_assert!(report.notes.is_empty(), "{:?}", report.notes);
            prop_assert!(report.findings.is_empty(), "{cutoff:?} {:#?}\n{trace}", report.findings.first());
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

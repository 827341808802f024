//! Traces of searches: what is written is the format of the page on it, and what is read back is the run itself.

use std::collections::BTreeMap;

use plyscope::experiment::trace::{self, Trace, read};
use plyscope::experiment::{Measured, Settings, record};
use plyscope::progress::Progress;
use plyscope::search::story::Story;
use plyscope::search::{Algorithm, Budget, CutoffRule};
use plyscope::tree::{NodeId, Tree};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::families::RULES;
use crate::properties::with_static_values;

/// The whole trace of alpha-beta on `[5,[[[4,100],6],8]]`, as the design has it.
const EXAMPLE: &str = r#"{"plyscope-trace": 1, "algorithm": "alpha-beta", "cutoff": "non-strict", "root": "max"}
{"event": "enter", "player": "max", "children": 2}
{"event": "enter", "child": 0, "player": "min", "children": 0}
{"event": "evaluate", "value": 5}
{"event": "enter", "child": 1, "player": "min", "children": 2, "alpha": 5, "alpha_by": {"depth": 0, "child": 0}}
{"event": "enter", "child": 0, "player": "max", "children": 2, "alpha": 5, "alpha_by": {"depth": 0, "child": 0}}
{"event": "enter", "child": 0, "player": "min", "children": 2, "alpha": 5, "alpha_by": {"depth": 0, "child": 0}}
{"event": "enter", "child": 0, "player": "max", "children": 0, "alpha": 5, "alpha_by": {"depth": 0, "child": 0}}
{"event": "evaluate", "value": 4}
{"event": "cutoff", "kind": "deep", "bound": 5, "by": {"depth": 0, "child": 0}, "skipped": 1}
{"event": "leave", "value": 4}
{"event": "enter", "child": 1, "player": "min", "children": 0, "alpha": 5, "alpha_by": {"depth": 0, "child": 0}}
{"event": "evaluate", "value": 6}
{"event": "leave", "value": 6}
{"event": "enter", "child": 1, "player": "max", "children": 0, "alpha": 5, "beta": 6, "alpha_by": {"depth": 0, "child": 0}, "beta_by": {"depth": 1, "child": 0}}
{"event": "evaluate", "value": 8}
{"event": "leave", "value": 6}
{"event": "leave", "value": 6}
{"event": "end", "outcome": "finished", "value": 6}
"#;

fn written(algorithm: Algorithm, tree: &Tree, settings: Settings) -> String {
    let mut text = Vec::new();
    trace::trace(algorithm, tree, settings, &mut text, &Progress::new()).unwrap();
    String::from_utf8(text).unwrap()
}

fn read_back(text: &str) -> Trace {
    read(text.as_bytes(), &Progress::new()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The lines of a trace with the fields of each in their order.
fn lines(text: &str) -> Vec<(Vec<String>, Json)> {
    let line = |line: &str| {
        let json: Json = serde_json::from_str(line).unwrap();
        (json.as_object().unwrap().keys().cloned().collect(), json)
    };
    text.lines().map(line).collect()
}

#[test]
fn a_trace_is_written_field_by_field_as_the_example_has_it() {
    let tree: Tree = "(5 (((4 100) 6) 8))".parse().unwrap();
    assert_eq!(lines(&written(Algorithm::ALPHA_BETA, &tree, Settings::default())), lines(EXAMPLE));
}

#[test]
fn the_tree_of_a_trace_has_what_was_entered_and_unknown_leaves_for_what_was_skipped() {
    let trace = read_back(EXAMPLE);
    let expected: Tree = "(5 (((4 ?) 6) 8))".parse().unwrap();
    assert!(trace.tree == expected, "{:?}", trace.tree);
    assert_eq!(trace.run.algorithm.title(), "alpha-beta (trace)");
}

/// What is the same in a run and in its trace that was read back, node by node.
fn compare(what: &str, tree: &Tree, run: &Measured, trace: &Trace, is_whole: bool) {
    let traced = trace.run.measured(&trace.tree);
    assert_eq!(traced.outcome.id(), run.outcome.id(), "{what}");
    assert_eq!(traced.outcome.value(), run.outcome.value(), "{what}");
    assert_eq!(traced.effort.counts, run.effort.counts, "{what}");
    let same = original_nodes(tree, run, trace);
    assert_eq!(traced.record.visits().len(), run.record.visits().len(), "{what}");
    for visit in traced.record.visits() {
        let node = same[&visit.node];
        let own = run.record.visit(node).unwrap_or_else(|| panic!("{what}: {node:?} was not visited"));
        let facts = |visit: plyscope::search::Visit| {
            (visit.window, visit.visits, visit.evaluations, visit.order, visit.origin, visit.value())
        };
        assert_eq!(facts(visit), facts(own), "{what}: {node:?}");
        // J leaves what is at the depth limit without an evaluation, where the trace's tree has no more below it.
        if is_whole {
            assert_eq!(traced.record.bound(visit.node), run.record.bound(node), "{what}: {node:?}");
        }
    }
    let cutoffs = |run: &Measured, name: &dyn Fn(NodeId) -> NodeId| {
        let cutoff = |cutoff: &plyscope::search::Cutoff| {
            (name(cutoff.node), (cutoff.cause, cutoff.bound, cutoff.asked, cutoff.witness.map(name)))
        };
        run.record.cutoffs().iter().map(cutoff).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(cutoffs(&traced, &|node| same[&node]), cutoffs(run, &|node| node), "{what}");
}

/// The node of the searched tree that each visited node of the trace's tree is: children stand in the order of their first entry.
fn original_nodes(tree: &Tree, run: &Measured, trace: &Trace) -> BTreeMap<NodeId, NodeId> {
    let mut same = BTreeMap::from([(NodeId::ROOT, NodeId::ROOT)]);
    for node in trace.tree.nodes() {
        let Some(&original) = same.get(&node) else { continue };
        let mut entered: Vec<NodeId> = tree.children(original).filter(|&child| run.record.is_visited(child)).collect();
        entered.sort_by_key(|&child| run.record.visit(child).map(|visit| visit.order));
        same.extend(trace.tree.children(node).zip(entered));
    }
    same
}

fn algorithms() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().chain([Algorithm::threshold(0.into()), Algorithm::MTD_F.with_number(3.into())])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_trace_that_is_read_back_is_the_run(tree in with_static_values(), budget in 0_u64..400, depth in 0_u32..6) {
        for algorithm in algorithms() {
            for cutoff in RULES {
                for depth in [None, Some(depth)] {
                    let settings = Settings { cutoff, depth, budget: Budget::Evaluations(budget), repeat: 1 };
                    let run = record(algorithm, &tree, settings, &mut Story::new(), &Progress::new());
                    let trace = read_back(&written(algorithm, &tree, settings));
                    compare(&format!("{algorithm} {cutoff:?} {depth:?} within {budget}"), &tree, &run, &trace, depth.is_none());
                }
            }
        }
    }
}

#[test]
fn what_alpha_beta_visited_by_its_trace_it_visits_again_on_the_tree_of_the_trace() {
    let tree: Tree = "(((3 12 8) (2 4 6)) ((14 5 2) (7 1 9)))".parse().unwrap();
    let settings = Settings { cutoff: CutoffRule::NonStrict, ..Settings::default() };
    let trace = read_back(&written(Algorithm::ALPHA_BETA, &tree, settings));
    let again = record(Algorithm::ALPHA_BETA, &trace.tree, settings, &mut Story::new(), &Progress::new());
    let traced = trace.run.measured(&trace.tree);
    assert_eq!(again.outcome, traced.outcome);
    assert_eq!(again.effort.counts, traced.effort.counts);
}

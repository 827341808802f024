//! Traces of searches: written traces follow the documented format, and reading one back gives the run itself.

use std::collections::BTreeMap;

use plyscope::experiment::Claim;
use plyscope::experiment::explain::Explained;
use plyscope::experiment::trace::{self, ReadError, Trace, read};
use plyscope::experiment::{Measured, Settings, measure_on_game, record};
use plyscope::game::{Erased, Stages};
use plyscope::progress::Progress;
use plyscope::search::story::{Said, Story, Timeline};
use plyscope::search::{Algorithm, Bound, Budget, Cause, CutoffRule, Origin};
use plyscope::tree::{NodeId, Player, Tree};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::families::RULES;
use crate::independent::minimax;
use crate::random_trees::{any_players, with_static_values};

/// The whole trace of alpha-beta on `[5,[[[4,100],6],8]]`, as in the documentation.
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

pub(crate) fn written(algorithm: Algorithm, tree: &Tree, settings: Settings) -> String {
    let mut text = Vec::new();
    trace::trace(algorithm, tree, settings, &mut text, &Progress::new()).unwrap();
    String::from_utf8(text).unwrap()
}

pub(crate) fn read_back(text: &str) -> Trace {
    read(text.as_bytes(), &Progress::new()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The lines of a trace, each with its fields in order.
fn lines(text: &str) -> Vec<(Vec<String>, Json)> {
    let line = |line: &str| {
        let json: Json = serde_json::from_str(line).unwrap();
        (json.as_object().unwrap().keys().cloned().collect(), json)
    };
    text.lines().map(line).collect()
}

#[test]
fn a_trace_is_written_field_by_field_as_in_the_example() {
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

/// What must be equal in a run and in its trace read back, node by node.
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
        // Nor does it tell what an earlier pass found where the table answers in the last one.
        let has_origin = !run.algorithm.entry().deepens;
        let facts = |visit: plyscope::search::Visit| {
            let origin = has_origin.then_some(visit.origin);
            (visit.window, visit.visits, visit.evaluations, visit.order, origin, visit.value())
        };
        if own.origin == Origin::Deepened && own.value().is_none() {
            // The trace does not tell that an earlier pass of iterative deepening did not go below the node.
            continue;
        }
        assert_eq!(facts(visit), facts(own), "{what}: {node:?}");
        // J leaves nodes at the depth limit without an evaluation, and the trace's tree has nothing below them.
        if is_whole && has_origin {
            assert_eq!(traced.record.bound(visit.node), run.record.bound(node), "{what}: {node:?}");
        }
    }
    let cutoffs = |run: &Measured, name: &dyn Fn(NodeId) -> NodeId| {
        let cutoff = |cutoff: &plyscope::search::Cutoff| {
            (name(cutoff.node), (cutoff.cause, cutoff.bound, cutoff.asked, cutoff.witness.map(name)))
        };
        run.record.cutoffs().map(cutoff).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(cutoffs(&traced, &|node| same[&node]), cutoffs(run, &|node| node), "{what}");
}

/// The node of the searched tree for each visited node of the trace's tree, whose children are in the order of their first entry.
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

pub(crate) fn algorithms() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().chain([Algorithm::threshold(0.into()), Algorithm::MTD_F.with_number(3.into())])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_trace_that_is_read_back_is_the_run(tree in with_static_values(), budget in 0_u64..400, depth in 0_u32..6) {
        for algorithm in algorithms() {
            for cutoff in RULES {
                for depth in [None, Some(depth)] {
                    let stages = Stages { prune: depth, ..Stages::default() };
                    let settings = Settings { cutoff, stages, budget: Budget::Evaluations(budget), ..Settings::default() };
                    let run = record(algorithm, &tree, settings, &mut Story::new(), &Progress::new());
                    let trace = read_back(&written(algorithm, &tree, settings));
                    compare(&format!("{algorithm} {cutoff:?} {depth:?} within {budget}"), &tree, &run, &trace, depth.is_none());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_trace_of_a_shaped_tree_has_the_counts_of_its_search(
        tree in with_static_values(), prune in 0_u32..5, highfirst in any::<bool>(), taketree in prop::option::of(1_usize..4),
    ) {
        let stages = Stages { prune: Some(prune), dynamic: false, highfirst, taketree, sooner: false };
        let settings = Settings { stages, budget: Budget::Evaluations(400), ..Settings::default() };
        for algorithm in algorithms() {
            let run = measure_on_game(algorithm, &Erased::shaped(stages, &tree), settings, &Progress::new());
            let mut text = Vec::new();
            trace::trace(algorithm, &tree, settings, &mut text, &Progress::new()).unwrap();
            let trace = read_back(&String::from_utf8(text).unwrap());
            let traced = trace.run.measured(&trace.tree);
            let what = format!("{algorithm} {stages:?}");
            prop_assert_eq!(traced.effort.counts, run.effort.counts, "{}", what);
            prop_assert_eq!(traced.outcome.value(), run.outcome.value(), "{}", what);
        }
    }
}

/// Writes the events of an alpha-beta that returns the end of its window for a value outside it.
pub(crate) fn fail_hard(
    tree: &Tree,
    node: NodeId,
    child: usize,
    (alpha, beta): (f64, f64),
    lines: &mut Vec<String>,
) -> f64 {
    let player = if tree.player(node) == Player::Max { "max" } else { "min" };
    let children = tree.children(node).count();
    lines.push(format!(
        "{{\"event\": \"enter\", \"child\": {child}, \"player\": \"{player}\", \"children\": {children}}}"
    ));
    if let Some(value) = tree.value(node).filter(|_| children == 0) {
        lines.push(format!("{{\"event\": \"evaluate\", \"value\": {value}}}"));
        return value.get().clamp(alpha, beta);
    }
    let mut window = (alpha, beta);
    for (index, child) in tree.children(node).enumerate() {
        let value = fail_hard(tree, child, index, window, lines);
        match tree.player(node) {
            Player::Max => window.0 = value.max(window.0),
            Player::Min => window.1 = value.min(window.1),
        }
        if window.0 >= window.1 {
            break;
        }
    }
    let value = if tree.player(node) == Player::Max { window.0 } else { window.1 };
    lines.push(format!("{{\"event\": \"leave\", \"value\": {value}}}"));
    value
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_fail_hard_search_returns_is_shown_as_the_bound_that_it_is(tree in any_players()) {
        prop_assume!(tree.nodes().all(|node| !tree.is_leaf(node) || tree.value(node).is_some()));
        let root = if tree.player(NodeId::ROOT) == Player::Max { "max" } else { "min" };
        let mut lines = vec![format!("{{\"plyscope-trace\": 1, \"algorithm\": \"fail-hard\", \"root\": \"{root}\"}}")];
        fail_hard(&tree, NodeId::ROOT, 0, (f64::MIN, f64::MAX), &mut lines);
        let text = lines.join("\n") + "\n";
        let trace = read_back(&text);
        let record = &trace.run.measured(&trace.tree).record;
        let mut same = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((node, original)) = same.pop() {
            let (Some(visit), Some(bound)) = (record.visit(node), record.bound(node)) else { continue };
            let (value, truth) = (visit.value().unwrap().get(), minimax(&tree, original));
            let holds = match bound {
                Bound::Exact => value == truth,
                Bound::Lower => value <= truth,
                Bound::Upper => value >= truth,
            };
            prop_assert!(holds, "{node:?} returns {value} as {bound:?} and is worth {truth}\n{text}");
            same.extend(trace.tree.children(node).zip(tree.children(original)));
        }
    }
}

#[test]
fn alpha_beta_visits_the_same_nodes_on_the_tree_of_its_trace() {
    let tree: Tree = "(((3 12 8) (2 4 6)) ((14 5 2) (7 1 9)))".parse().unwrap();
    let settings = Settings { cutoff: CutoffRule::NonStrict, ..Settings::default() };
    let trace = read_back(&written(Algorithm::ALPHA_BETA, &tree, settings));
    let again = record(Algorithm::ALPHA_BETA, &trace.tree, settings, &mut Story::new(), &Progress::new());
    let traced = trace.run.measured(&trace.tree);
    assert_eq!(again.outcome, traced.outcome);
    assert_eq!(again.effort.counts, traced.effort.counts);
}

/// The tree that `examples/trace.py` searches by default.
const TREE_OF_PYTHON: &str = "(5 (((4 100) 6) 8) (3 (9 1)) ((7 (9 1)) (9 2)))";

#[test]
fn the_trace_of_the_python_example_agrees_with_alpha_beta_on_the_same_tree() {
    let text = std::fs::read_to_string("tests/data/trace_of_python.jsonl").unwrap();
    let tree: Tree = TREE_OF_PYTHON.parse().unwrap();
    let own = written(Algorithm::ALPHA_BETA, &tree, Settings::default());
    assert_eq!(lines(&text)[1..], lines(&own)[1..], "event by event");
    let trace = read_back(&text);
    let mut story = Story::new();
    let run = record(Algorithm::ALPHA_BETA, &tree, Settings::default(), &mut story, &Progress::new());
    compare("Python", &tree, &run, &trace, true);
    let causes: Vec<Cause> = run.record.cutoffs().map(|cutoff| cutoff.cause).collect();
    assert!(causes.contains(&Cause::Deep) && causes.contains(&Cause::Shallow), "{causes:?}");
    assert_eq!(trace.run.story.len(), story.len(), "no event more");
}

/// Asks about the search of a trace.
pub(crate) fn explained<R>(trace: &Trace, ask: impl FnOnce(Explained<'_>) -> R) -> R {
    let (tree, story) = (&trace.tree, &*trace.run.story);
    let timeline = Timeline::new(tree, story, &Progress::new()).unwrap();
    ask(Explained { tree, story, timeline: &timeline, dropped: &[], cutoff: trace.run.cutoff, bounds: None })
}

pub(crate) fn sentences(trace: &Trace) -> Vec<String> {
    explained(trace, |explained| explained.steps().map(|(_, sentence)| sentence.words).collect())
}

/// What is said of a node.
pub(crate) fn said_of(trace: &Trace, node: usize) -> String {
    let record = trace.run.measured(&trace.tree).record;
    explained(trace, |explained| explained.node(trace.tree.node(node).unwrap(), &record))
}

#[test]
fn a_returned_value_that_is_not_that_of_the_best_child_is_explained_as_far_as_the_trace_goes() {
    let node = |children: &str| {
        let text = format!(
            "{{\"plyscope-trace\": 1, \"algorithm\": \"mine\", \"root\": \"max\"}}\n{{\"event\": \"enter\", \"children\": 1}}\n\
             {{\"event\": \"enter\", \"child\": 0, \"player\": \"max\", \"alpha\": 5}}\n{children}\
             {{\"event\": \"leave\", \"value\": 5}}\n{{\"event\": \"leave\", \"value\": 5}}\n"
        );
        let sentences = sentences(&read_back(&text));
        sentences.into_iter().find(|words| words.starts_with("Node 1 returns")).unwrap()
    };
    let leaf = |index: usize, value: i32| {
        format!("{{\"event\": \"enter\", \"child\": {index}}}\n{{\"event\": \"evaluate\", \"value\": {value}}}\n")
    };
    assert!(node(&leaf(0, 5)).starts_with("Node 1 returns 5;"));
    assert!(node(&leaf(0, 4)).starts_with("Node 1 returns 5, the end of its window;"), "a fail-hard search");
    let static_value = |name: &str| format!("{{\"event\": \"static\", \"value\": 5{name}}}\n");
    let stand_pat = static_value(", \"for\": \"stand-pat\"") + &leaf(0, 4);
    assert!(node(&stand_pat).starts_with("Node 1 returns 5;"), "{}", node(&stand_pat));
    assert!(node(&(static_value("") + &leaf(0, 4))).starts_with("Node 1 returns 5 (static value 5);"));
    let other = static_value("").replace('5', "3") + &leaf(0, 4);
    assert!(node(&other).starts_with("Node 1 returns 5 (static value 3), the end of its window;"), "{}", node(&other));
    let open = r#"{"plyscope-trace": 1, "algorithm": "mine", "root": "max"}
{"event": "enter", "children": 2}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 5}
{"event": "enter", "child": 1}
{"event": "evaluate", "value": 9}
{"event": "leave", "value": 5}
"#;
    let last = sentences(&read_back(open)).pop().unwrap();
    assert_eq!(last, "The root returns 5, though it has 9, and the search is over.");
}

#[test]
fn a_static_value_with_which_a_node_may_be_left_counts_as_an_option() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "enter", "children": 2}
{"event": "static", "value": 7, "for": "stand-pat"}
{"event": "enter", "child": 0, "children": 3, "alpha": 7}
{"event": "static", "value": 4, "for": "stand-pat"}
{"event": "cutoff"}
{"event": "leave", "value": 4}
{"event": "enter", "child": 1, "children": 1, "alpha": 7}
{"event": "static", "value": 9, "for": "stand-pat"}
{"event": "enter", "child": 0, "alpha": 7, "beta": 9}
{"event": "evaluate", "value": 8}
{"event": "leave", "value": 8}
{"event": "leave", "value": 8}
"#,
    );
    let sentences = sentences(&trace);
    assert_eq!(sentences[1], "The root may be left with its static value 7 (stand-pat); MAX at the root has 7 so far.");
    let cut = "MIN at node 1 has 4; alpha is 7: 4 < 7, so";
    assert!(sentences[4].starts_with(cut), "{}", sentences[4]);
    let lowered = "Node 5 may be left with its static value 9 (stand-pat); MIN at node 5 has 9 so far.";
    assert_eq!(sentences[7], lowered);
    assert!(sentences[8].ends_with("; MIN at node 5 lowers beta from 9 to 8."), "{}", sentences[8]);
    assert_eq!(sentences[9], "Node 5 returns 8; MAX at the root raises alpha from 7 to 8.");
    let record = trace.run.measured(&trace.tree).record;
    let bound = |node| record.bound(trace.tree.node(node).unwrap()).unwrap();
    assert_eq!([bound(0), bound(1), bound(5)], [Bound::Exact, Bound::Upper, Bound::Exact]);
}

#[test]
fn a_value_outside_the_window_of_the_root_is_a_bound_unless_it_is_proven() {
    let said = |window: &str, skipped: &str, value: i32| {
        let trace = read_back(&format!(
            "{{\"plyscope-trace\": 1, \"root\": \"max\"}}\n{{\"event\": \"enter\"{window}}}\n\
             {{\"event\": \"enter\", \"child\": 0}}\n{{\"event\": \"evaluate\", \"value\": 5}}\n\
             {skipped}{{\"event\": \"leave\", \"value\": {value}}}\n"
        ));
        let measured = trace.run.measured(&trace.tree);
        let claim = Claim::of(&measured.summary(&trace.tree)).unwrap().to_string();
        (claim, sentences(&trace).pop().unwrap())
    };
    let last = |value: i32, how: &str| format!("The root returns {value}{how}, and the search is over.");
    let skipped = "{\"event\": \"cutoff\", \"kind\": \"outside\", \"bound\": 4, \"skipped\": 2}\n";
    assert_eq!(said("", "", 5), ("5".to_owned(), last(5, "")));
    assert_eq!(said(r#", "beta": 4"#, skipped, 5), ("≥ 5".to_owned(), last(5, ", failing high")));
    assert_eq!(
        said(r#", "beta": 4"#, skipped, 4),
        ("≥ 4".to_owned(), last(4, ", the end of its window, failing high"))
    );
    assert_eq!(said(r#", "alpha": 6"#, "", 6), ("≤ 6".to_owned(), last(6, ", the end of its window, failing low")));
    // All children were evaluated, whatever the window was.
    assert_eq!(said(r#", "alpha": 6"#, "", 5), ("5".to_owned(), last(5, ", failing low")));
    // A value within the window is what the search says.
    assert_eq!(said(r#", "alpha": 1, "beta": 9"#, "", 7).0, "7");
}

#[test]
fn a_cutoff_without_a_cause_is_reported_as_such() {
    let trace = read_back(
        r#"{"plyscope-trace": 1, "algorithm": "mine", "root": "max"}
{"event": "enter", "children": 3, "label": "A"}
{"event": "enter", "child": 0, "label": "B", "why": "quiescence"}
{"event": "evaluate", "value": 5}
{"event": "leave", "value": 5}
{"event": "end", "outcome": "finished", "value": 5}
"#,
    );
    assert_eq!(trace.run.measured(&trace.tree).effort.counts.other_cutoffs, 1);
    let sentences = sentences(&trace);
    let skipped = "MAX leaves A early with 5, so the 2 other children of A are skipped: the trace does not say why.";
    assert_eq!(sentences[2], skipped, "{sentences:?}");
}

#[test]
fn what_a_cutoff_does_not_say_is_taken_from_its_window_if_its_value_reaches_that() {
    // MIN has 4 in a window from 5, of which the trace says what set it, or does not.
    let said = |set_by: &str, cutoff: &str| {
        let trace = read_back(&format!(
            r#"{{"plyscope-trace": 1}}
{{"event": "enter", "children": 2}}
{{"event": "enter", "child": 0}}
{{"event": "evaluate", "value": 5}}
{{"event": "enter", "child": 1, "children": 2, "alpha": 5{set_by}}}
{{"event": "enter", "child": 0, "alpha": 5}}
{{"event": "evaluate", "value": 4}}
{{"event": "cutoff"{cutoff}}}
{{"event": "leave", "value": 4}}
{{"event": "leave", "value": 5}}
"#
        ));
        sentences(&trace)[4].clone()
    };
    let by_leaf = r#", "alpha_by": {"depth": 0, "child": 0}"#;
    let known = "MIN at node 2 has 4; alpha is 5, from leaf 0: 4 < 5, so the other child of node 2 is skipped: a shallow cutoff.";
    for cutoff in ["", r#", "bound": 5"#, r#", "kind": "shallow""#] {
        assert_eq!(said(by_leaf, cutoff), known, "{cutoff}");
    }
    for cutoff in ["", r#", "bound": 5"#] {
        let unknown = "MIN at node 2 has 4; alpha is 5: 4 < 5, so the other child of node 2 is skipped: the trace does not say what set the bound.";
        assert_eq!(said("", cutoff), unknown, "{cutoff}");
    }
    let by_table = "MIN at node 2 has 4; alpha is 5, from the table: 4 < 5, so the other child of node 2 is skipped: \
                    a cutoff by a bound from the table.";
    assert_eq!(said(by_leaf, r#", "by": "table""#), by_table);
    assert_eq!(said(r#", "alpha_by": "table""#, ""), by_table);
    let settled = "Node 2 has 4, which settles that it is ≤ 5, so the other child of node 2 is skipped.";
    assert_eq!(said(r#", "alpha_by": "question""#, ""), settled);
    // A bound that the value does not reach, and a reason of the program's own, are told as they are.
    let not_reached = "MIN leaves node 2 early with 4 at the bound 3, so the other child of node 2 is skipped: the trace does not say why.";
    assert_eq!(said(by_leaf, r#", "bound": 3"#), not_reached);
    let own = "MIN leaves node 2 early with 4 (futility), so the other child of node 2 is skipped.";
    assert_eq!(said(by_leaf, r#", "kind": "futility""#), own);
}

#[test]
fn no_condition_is_told_where_the_root_s_window_cuts_as_well_and_none_is_enough_where_a_value_is_the_end_of_a_window() {
    let cut = |root: &str, child: &str, rest: &str| {
        let text = format!(
            r#"{{"plyscope-trace": 1, "cutoff": "non-strict"}}
{{"event": "enter", "children": 2{root}}}
{{"event": "enter", "child": 0{root}}}
{{"event": "evaluate", "value": 9}}
{{"event": "enter", "child": 1, "children": 2, "alpha": 9, "alpha_by": {{"depth": 0, "child": 0}}{child}}}
{rest}{{"event": "cutoff", "kind": "shallow", "bound": 9, "by": {{"depth": 0, "child": 0}}, "skipped": 1}}
"#
        );
        explained(&read_back(&text), |explained| explained.step(explained.timeline.cuts()[0].time).in_full())
    };
    let leaf = "{\"event\": \"enter\", \"child\": 0}\n{\"event\": \"evaluate\", \"value\": 4}\n";
    let enough = "It would be visited if leaf 0 were worth less than 4.";
    assert!(cut("", "", leaf).ends_with(enough));
    assert!(cut(r#", "alpha": 3"#, "", leaf).ends_with(enough));
    // With a smaller leaf, alpha is still 5.
    assert!(!cut(r#", "alpha": 5"#, "", leaf).contains("visited"));
    // A fail-hard search returns 9 for 8, because alpha is 9.
    let inner = "{\"event\": \"enter\", \"child\": 0, \"children\": 1, \"alpha\": 9}\n{\"event\": \"enter\", \"child\": 0}\n\
                 {\"event\": \"evaluate\", \"value\": 8}\n{\"event\": \"leave\", \"value\": 9}\n";
    let said = cut("", "", inner);
    assert!(said.contains("It could be visited only if leaf 0 were worth less than 9"), "{said}");
}

#[test]
fn a_sentence_gives_the_number_of_a_node_with_a_move_once() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "enter", "children": 2}
{"event": "enter", "move": "d4", "children": 3}
{"event": "enter", "move": "e5"}
{"event": "evaluate", "value": 5}
{"event": "leave", "value": 5}
{"event": "leave", "value": 5}
"#,
    );
    let told = sentences(&trace);
    let skipped =
        "MIN leaves d4 (node 1) early with 5, so the 2 other children of d4 are skipped: the trace does not say why.";
    assert!(told.iter().any(|words| words == skipped), "{told:#?}");
    assert!(told[1].starts_with("d4 (node 1), MIN to move, is entered"), "a move keeps its case: {told:#?}");
}

#[test]
fn words_that_are_not_known_and_the_place_of_a_value_are_said() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "enter", "children": 3, "depth": 2, "key": "a1f0"}
{"event": "enter", "child": 0, "why": "quiescence"}
{"event": "evaluate", "value": 5}
{"event": "enter", "child": 1}
{"event": "recall", "value": 4, "bound": "upper", "from": "the hash table of the first thread"}
{"event": "cutoff", "kind": "futility"}
{"event": "leave", "value": 5}
"#,
    );
    let expected = [
        "The root, MAX to move, is entered (depth 2) with the window (−∞, +∞).",
        "Leaf 0 is evaluated (quiescence): 5; MAX at the root has 5 so far.",
        "Leaf 1 is entered with the window (5, +∞); no bound is passed down.",
        "Leaf 1 is answered from the hash table of the first thread: at most 4; MAX at the root keeps 5.",
        "MAX leaves the root early with 5 (futility), so the other child of the root is skipped.",
        "The root returns 5, and the search is over.",
    ];
    let told = sentences(&trace);
    assert_eq!(told[0], expected[0]);
    assert_eq!(told[1], expected[1]);
    assert_eq!(told[3..], expected[3..]);
}

#[test]
fn a_word_about_the_return_of_a_node_stays_there_when_the_cutoff_before_it_was_not_told() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "enter", "children": 2}
{"event": "enter", "child": 0, "children": 2}
{"event": "static", "value": 3}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 5}
{"event": "leave", "value": 3}
{"event": "enter", "child": 1}
{"event": "evaluate", "value": 4}
{"event": "leave", "value": 4}
"#,
    );
    let told = sentences(&trace);
    assert_eq!(
        told[3],
        "MIN leaves node 1 early with 5, so the other child of node 1 is skipped: the trace does not say why."
    );
    assert!(told[4].starts_with("Node 1 returns 3 (static value 3)"), "{}", told[4]);
}

#[test]
fn a_cutoff_of_another_kind_is_neither_shallow_nor_deep_whatever_set_its_bound() {
    let of_kind = |kind: &str| {
        let trace = read_back(&format!(
            r#"{{"plyscope-trace": 1}}
{{"event": "enter", "children": 2}}
{{"event": "enter", "child": 0}}
{{"event": "evaluate", "value": 5}}
{{"event": "enter", "child": 1, "children": 2, "alpha": 5, "alpha_by": {{"depth": 0, "child": 0}}}}
{{"event": "enter", "child": 0}}
{{"event": "evaluate", "value": 4}}
{{"event": "cutoff"{kind}, "bound": 5, "by": {{"depth": 0, "child": 0}}}}
{{"event": "leave", "value": 4}}
{{"event": "leave", "value": 5}}
"#
        ));
        trace.run.measured(&trace.tree).record.cutoffs().next().expect("one").cause
    };
    assert_eq!(of_kind(r#", "kind": "futility""#), Cause::Untold);
    assert_eq!(of_kind(r#", "kind": "shallow""#), Cause::Shallow);
    assert_eq!(of_kind(""), Cause::Shallow);
    assert_eq!(of_kind(r#", "kind": """#), Cause::Shallow);
}

#[test]
fn a_cutoff_without_the_node_that_set_its_bound_is_kept_and_reported_as_such() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "enter", "children": 2}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 5}
{"event": "enter", "child": 1, "children": 2, "alpha": 5}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 4}
{"event": "cutoff", "kind": "shallow"}
{"event": "leave", "value": 4}
{"event": "leave", "value": 5}
"#,
    );
    let run = trace.run.measured(&trace.tree);
    let cutoff = *run.record.cutoffs().next().expect("one");
    assert_eq!((cutoff.cause, cutoff.bound, cutoff.witness), (Cause::Shallow, 5.into(), None));
    let sentences = sentences(&trace);
    assert!(sentences.iter().any(|words| words.contains("from a node that the trace does not name")), "{sentences:?}");
}

#[test]
fn scores_of_the_side_to_move_are_negated_for_min() {
    let head = r#"{"plyscope-trace": 1, "scores": "mover"}"#;
    let moved = format!(
        "{head}\n{}",
        r#"{"event": "enter", "children": 2}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": -5}
{"event": "enter", "child": 1, "children": 2, "beta": -5, "beta_by": {"depth": 0, "child": 0}}
{"event": "enter", "child": 0, "alpha": 5, "alpha_by": {"depth": 0, "child": 0}}
{"event": "evaluate", "value": 4}
{"event": "cutoff", "kind": "shallow", "bound": -5, "by": {"depth": 0, "child": 0}, "skipped": 1}
{"event": "leave", "value": -4}
{"event": "leave", "value": 5}
{"event": "end", "outcome": "finished", "value": 5}
"#
    );
    let tree: Tree = "(5 (4 3))".parse().unwrap();
    let run = record(Algorithm::ALPHA_BETA, &tree, Settings::default(), &mut Story::new(), &Progress::new());
    compare("mover", &tree, &run, &read_back(&moved), true);
}

#[test]
fn bounds_from_a_table_are_negated_with_the_scores_of_the_side_to_move() {
    let trace = read_back(
        r#"{"plyscope-trace": 1, "scores": "mover"}
{"event": "enter", "children": 2}
{"event": "enter", "child": 0}
{"event": "recall", "value": -5, "bound": "lower"}
{"event": "enter", "child": 1, "children": 1}
{"event": "enter", "child": 0}
{"event": "recall", "value": 3, "bound": "lower"}
{"event": "leave", "value": -3}
{"event": "leave", "value": 5}
"#,
    );
    let recalled = trace.run.story.events().filter_map(|event| match event.read() {
        Said::Recall { value, bound } => Some((value.get(), bound)),
        _ => None,
    });
    assert_eq!(recalled.collect::<Vec<_>>(), [(5.0, Bound::Upper), (3.0, Bound::Lower)]);
}

#[test]
fn a_child_that_is_entered_again_is_no_further_child() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "enter"}
{"event": "enter", "child": 0}
{"event": "enter", "child": 0, "why": "probe"}
{"event": "evaluate", "value": 4}
{"event": "enter", "child": 0, "why": "re-search"}
{"event": "evaluate", "value": 4}
{"event": "cutoff", "skipped": 2}
{"event": "leave", "value": 4}
{"event": "leave", "value": 4}
"#,
    );
    assert!(trace.tree == "((4 ? ?))".parse().unwrap(), "{:?}", trace.tree);
}

#[test]
fn children_named_by_their_moves_keep_their_indices_in_every_order() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "pass", "number": 1}
{"event": "enter"}
{"event": "enter", "move": "e4"}
{"event": "evaluate", "value": 1}
{"event": "enter", "move": "d4"}
{"event": "evaluate", "value": 2}
{"event": "leave", "value": 2}
{"event": "pass", "number": 2}
{"event": "enter"}
{"event": "enter", "move": "d4"}
{"event": "evaluate", "value": 2}
{"event": "enter", "why": "null-move"}
{"event": "enter", "move": "e5"}
{"event": "evaluate", "value": 9}
{"event": "leave", "value": 9}
{"event": "enter", "move": "e4", "alpha": 2, "alpha_by": {"depth": 0, "move": "d4"}}
{"event": "evaluate", "value": 1}
{"event": "leave", "value": 2}
"#,
    );
    let moves: Vec<_> = trace.tree.children(NodeId::ROOT).map(|node| trace.tree.move_name(node).unwrap()).collect();
    assert_eq!(moves, ["e4", "d4"]);
    assert_eq!((trace.tree.len(), trace.tree.source()), (3, "1 search after a null move is left out"));
    assert_eq!(trace.run.outcome.value(), Some(2.into()));
    let record = trace.run.measured(&trace.tree).record;
    assert!(record.visits().all(|visit| visit.visits == 2));
}

#[test]
fn a_trace_that_ends_within_a_line_opens_as_far_as_it_goes() {
    let lines = [
        r#"{"plyscope-trace": 1, "algorithm": "mine"}"#,
        r#"{"event": "enter", "children": 2}"#,
        r#"{"event": "enter", "child": 0, "label": "ä"}"#,
        r#"{"event": "evaluate", "value": 5}"#,
    ];
    let text = lines.join("\n") + "\n";
    let begins: Vec<usize> =
        lines.iter().scan(0, |at, line| Some(std::mem::replace(at, *at + line.len() + 1))).collect();
    for cut in begins[2]..text.len() {
        let trace = read(&text.as_bytes()[..cut], &Progress::new()).unwrap_or_else(|error| panic!("{cut}: {error}"));
        let whole = begins[1..].iter().zip(&lines[1..]).filter(|(at, line)| *at + line.len() <= cut).count();
        assert_eq!(trace.run.story.len(), [1, 1, 2, 2][whole], "{cut}");
        assert_eq!(trace.run.outcome.value(), None);
    }
}

#[test]
fn making_the_tree_of_a_short_trace_can_be_cancelled() {
    let progress = Progress::new();
    progress.cancel();
    assert_eq!(read(EXAMPLE.as_bytes(), &progress).map(|trace| trace.tree.len()), Err(ReadError::Cancelled));
}

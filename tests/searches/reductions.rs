//! Traces of searches with reductions: what a search of less depth finds does not count where its node is searched again.

use plyscope::draw::{AtMoment, Overlay, Reached, Searched, States};
use plyscope::experiment::Settings;
use plyscope::progress::Progress;
use plyscope::search::story::{Event, Said, Timeline};
use plyscope::search::{Algorithm, Bound, Score as _};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::random_trees::{any_players, with_static_values};
use crate::traces::{read_back, said_of, sentences, written};

#[test]
fn reductions_extensions_and_positions_that_were_entered_before_are_said() {
    let trace = read_back(
        r#"{"plyscope-trace": 1}
{"event": "enter", "children": 2, "depth": 3, "key": "start"}
{"event": "enter", "child": 0, "children": 1, "depth": 2, "key": 17}
{"event": "enter", "child": 0, "depth": 0, "key": 18}
{"event": "evaluate", "value": 5}
{"event": "leave", "value": 5}
{"event": "enter", "child": 1, "children": 1, "depth": 2, "key": 19}
{"event": "enter", "child": 0, "children": 1, "depth": 3, "key": "18", "why": "check"}
{"event": "enter", "child": 0, "children": 1, "depth": 0}
{"event": "enter", "child": 0, "depth": -1}
{"event": "evaluate", "value": 5}
{"event": "leave", "value": 5}
{"event": "leave", "value": 5}
{"event": "leave", "value": 5}
{"event": "leave", "value": 5}
"#,
    );
    let told = sentences(&trace);
    let notes: Vec<Option<&str>> =
        told.iter().map(|words| Some(words.split_once(" (")?.1.split_once(')')?.0)).collect();
    let expected = [
        (0, Some("depth 3")),
        (1, Some("−∞, +∞")),
        (2, Some("reduced by 1 ply to depth 0")),
        (4, Some("−∞, +∞")),
        (5, Some("check, extended by 2 plies to depth 3, the same position as leaf 0")),
        (6, Some("reduced by 2 plies to depth 0")),
        (7, None),
    ];
    for (step, note) in expected {
        assert_eq!(notes[step], note, "{told:#?}");
    }
    let node = said_of(&trace, 4);
    assert!(
        node.contains("The trace says: check, extended by 2 plies to depth 3, the same position as leaf 0."),
        "{node}"
    );
}

/// MAX at the root has 10. The second child is worth 25 in a search of less depth, and 5 in one of full depth.
const REDUCED: &str = r#"{"plyscope-trace": 1}
{"event": "enter", "children": 3, "depth": 3}
{"event": "enter", "child": 0, "depth": 2}
{"event": "evaluate", "value": 10}
{"event": "enter", "child": 1, "children": 2, "depth": 0, "alpha": 10, "beta": {"above": 10}, "alpha_by": {"depth": 0, "child": 0}, "why": "probe"}
{"event": "evaluate", "value": 25}
{"event": "enter", "child": 1, "children": 2, "depth": 2, "alpha": 10, "alpha_by": {"depth": 0, "child": 0}, "why": "re-search"}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 5}
{"event": "cutoff", "kind": "shallow", "bound": 10, "by": {"depth": 0, "child": 0}, "skipped": 1}
{"event": "leave", "value": 5}
{"event": "enter", "child": 2, "depth": 2, "alpha": 10, "alpha_by": {"depth": 0, "child": 0}}
{"event": "evaluate", "value": 12}
{"event": "leave", "value": 12}
"#;

#[test]
fn the_value_of_a_reduced_search_does_not_count_if_the_node_is_searched_again() {
    let trace = read_back(REDUCED);
    let said = sentences(&trace);
    for (step, words) in [
        (
            3,
            "Node 2 is probed (reduced by 2 plies to depth 0): 25; MAX at the root has it searched again before that counts.",
        ),
        (4, "Node 2, MIN to move, is searched again with the window (10, +∞), alpha from leaf 0."),
        (7, "Node 2 returns 5; MAX at the root keeps 10."),
        (8, "Leaf 3 is evaluated: 12; MAX at the root raises alpha from 10 to 12."),
        (9, "The root returns 12, and the search is over."),
    ] {
        assert!(said[step - 1].starts_with(words.trim_end_matches('.')), "{step}: {said:#?}");
    }
    let timeline = Timeline::new(&trace.tree, &trace.run.story, &Progress::new()).unwrap();
    let changes: Vec<_> = timeline.root_changes().iter().map(|&time| timeline.step(time as usize)).collect();
    assert_eq!(changes, [2, 8]);
    // After the probe the drawing shows the value that the probe returned, without the sign of a bound.
    let (tree, story, time) = (&trace.tree, &*trace.run.story, timeline.end_of(3));
    let record = trace.run.measured(tree).record;
    let (states, moment, reached) =
        (States::new(tree, &record), timeline.at(tree, story, time), Reached::new(tree, &timeline, time));
    let searched = Searched { tree, record: &record, states: &states, line: &[] };
    let overlay = AtMoment { searched, story, timeline: &timeline, moment: &moment, reached: &reached };
    let words: Vec<_> = [0, 2].iter().map(|&node| overlay.words(tree.node(node).unwrap()).unwrap()).collect();
    assert_eq!(words, ["≥10", "25"]);
    // NegaScout searches again from the value of the probe on, which counts.
    let from_there = read_back(&REDUCED.replace(
        r#""depth": 2, "alpha": 10, "alpha_by": {"depth": 0, "child": 0}, "why""#,
        r#""alpha": 25, "alpha_by": {"depth": 0, "child": 1}, "why""#,
    ));
    let said = sentences(&from_there);
    assert!(said[2].ends_with("25; MAX at the root raises alpha from 10 to 25."), "{said:#?}");
}

#[test]
fn a_value_from_a_table_is_taken_back_as_well_and_that_of_another_child_is_not() {
    let recall = r#"{"event": "recall", "value": 25, "bound": "lower"}"#;
    let trace = read_back(&REDUCED.replace(r#"{"event": "evaluate", "value": 25}"#, recall));
    let recalled = trace.run.story.events().find(|event| matches!(event.read(), Said::Recall { .. })).unwrap();
    assert_eq!(recalled.read(), Said::Recall { value: 25.into(), bound: Bound::Lower });
    assert!(recalled.is_taken_back());

    let other = r#"{"event": "enter", "child": 2, "depth": 2"#;
    let again = r#"{"event": "enter", "child": 1, "children": 2, "depth": 2"#;
    let said = sentences(&read_back(&REDUCED.replace(again, other)));
    assert!(said[2].ends_with("25; MAX at the root raises alpha from 10 to 25."), "{said:#?}");
}

/// An alpha-beta that searches all children but the first with a null window and a ply less, and again where they seem to be better.
struct Reducing<'t> {
    tree: &'t Tree,
    lines: Vec<String>,
    /// Of each visit in the order in which they end: what the parent has then.
    parents: Vec<Option<f64>>,
}

impl Reducing<'_> {
    /// The lines of a visit. Returns its value.
    fn visit(&mut self, node: NodeId, child: usize, depth: u32, [alpha, beta]: [f64; 2], why: &str) -> f64 {
        let (tree, player) = (self.tree, self.tree.player(node));
        let end = |name: &str, end: f64| if end.is_finite() { format!(r#", "{name}": {end}"#) } else { String::new() };
        let children = tree.children(node).count();
        self.lines.push(format!(
            r#"{{"event": "enter", "child": {child}, "player": "{}", "children": {children}{}{}{why}}}"#,
            if player == Player::Max { "max" } else { "min" },
            end("alpha", alpha),
            end("beta", beta),
        ));
        if children == 0 || depth == 0 {
            let value = tree.value(node).map_or(0.0, Value::get);
            self.lines.push(format!(r#"{{"event": "evaluate", "value": {value}}}"#));
            self.parents.push(None);
            return value;
        }
        let is_better = |a: f64, b: f64| if player == Player::Max { a > b } else { a < b };
        let (mut best, mut own) = match player {
            Player::Max => (f64::NEG_INFINITY, alpha),
            Player::Min => (f64::INFINITY, beta),
        };
        for (index, child) in tree.children(node).enumerate() {
            let full = |own| if player == Player::Max { [own, beta] } else { [alpha, own] };
            let has = |best: f64| Some(best).filter(|best| best.is_finite());
            let mut value = if index == 0 || own.is_infinite() {
                self.visit(child, index, depth - 1, full(own), "")
            } else {
                let null = if player == Player::Max { [own, own.next_up()] } else { [own.next_down(), own] };
                self.visit(child, index, depth.saturating_sub(2), null, r#", "why": "probe""#)
            };
            if index > 0 && own.is_finite() && is_better(value, own) {
                *self.parents.last_mut().unwrap() = has(best);
                value = self.visit(child, index, depth - 1, full(own), r#", "why": "re-search""#);
            }
            if is_better(value, best) {
                best = value;
            }
            *self.parents.last_mut().unwrap() = has(best);
            if is_better(best, own) {
                own = best;
            }
            let [low, high] = full(own);
            if low >= high {
                break;
            }
        }
        self.lines.push(format!(r#"{{"event": "leave", "value": {best}}}"#));
        self.parents.push(None);
        best
    }
}

/// Whether a node is left with an event.
fn leaves(event: &Event) -> bool {
    matches!(event.read(), Said::Leave { .. } | Said::Enter { value: Some(_), .. })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_node_has_is_what_the_search_with_reductions_has_there(tree in with_static_values(), depth in 1_u32..6) {
        let mut search = Reducing { tree: &tree, lines: vec![r#"{"plyscope-trace": 1}"#.into()], parents: Vec::new() };
        search.visit(NodeId::ROOT, 0, depth, [f64::NEG_INFINITY, f64::INFINITY], "");
        let trace = read_back(&(search.lines.join("\n") + "\n"));
        let story = &trace.run.story;
        let timeline = Timeline::new(&trace.tree, story, &Progress::new()).unwrap();
        let mut parents = search.parents.iter();
        for (place, event) in story.events().enumerate() {
            if !leaves(&event) {
                continue;
            }
            let moment = timeline.at(&trace.tree, story, place + 1);
            let has = moment.open.last().map(|open| open.best.value().get()).filter(|best| best.is_finite());
            prop_assert_eq!(has, *parents.next().unwrap(), "event {} of\n{}", place, search.lines.join("\n"));
        }
        prop_assert_eq!(parents.next(), None);
    }

    #[test]
    fn every_value_of_the_search_that_goes_on_from_its_probes_counts(tree in any_players()) {
        let trace = read_back(&written(Algorithm::NEGASCOUT, &tree, Settings::default()));
        prop_assert!(!trace.run.story.events().any(|event| leaves(&event) && event.is_taken_back()));
    }
}

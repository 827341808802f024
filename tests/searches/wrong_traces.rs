//! What is said of traces whose values contradict their cutoffs: the search of another program may be wrong.

use plyscope::experiment::trace::read;
use plyscope::progress::Progress;

use crate::traces::{read_back, sentences};

/// The sentence of the cutoff in a trace of a root of a player with three children, of which the first is worth `value`.
fn said_at_root(player: &str, value: i32, cutoff: &str) -> String {
    let text = format!(
        r#"{{"plyscope-trace": 1, "root": "{player}"}}
{{"event": "enter", "children": 3}}
{{"event": "enter", "child": 0}}
{{"event": "evaluate", "value": {value}}}
{{"event": "cutoff", {cutoff}, "skipped": 2}}
{{"event": "leave", "value": {value}}}
"#
    );
    sentences(&read_back(&text)).into_iter().find(|words| words.contains("skipped")).unwrap()
}

#[test]
fn a_cutoff_whose_value_does_not_cross_its_bound_is_not_justified() {
    for (player, value, says) in [
        ("max", 3, "3 < 5 is no reason for a cutoff, but the 2 other children"),
        ("max", 5, "5 ≥ 5, so the 2 other children"),
        ("max", 6, "6 > 5, so the 2 other children"),
        ("min", 6, "6 > 5 is no reason for a cutoff, but the 2 other children"),
        ("min", 5, "5 ≤ 5, so the 2 other children"),
        ("min", 4, "4 < 5, so the 2 other children"),
    ] {
        let said = said_at_root(player, value, r#""kind": "outside", "bound": 5"#);
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn a_settled_question_is_given_as_question_or_answer_and_told_as_answer() {
    for (player, question, answer) in [("max", "<", "≥"), ("max", "≤", ">"), ("min", ">", "≤"), ("min", "≥", "<")]
    {
        for asked in [question, answer] {
            for value in [4, 5, 6] {
                let said =
                    said_at_root(player, value, &format!(r#""kind": "question", "asked": "{asked}", "bound": 5"#));
                let is_true = match answer {
                    "≥" => value >= 5,
                    ">" => value > 5,
                    "≤" => value <= 5,
                    _ => value < 5,
                };
                let expected = if is_true {
                    format!("The root has {value}, which settles that it is {answer} 5, so the")
                } else {
                    format!("The root has {value}, which does not settle that it is {answer} 5, but the")
                };
                assert!(said.starts_with(&expected), "{player} asked {asked}: {said}");
            }
        }
    }
}

#[test]
fn nothing_is_invented_where_a_trace_does_not_say_it() {
    let trace = r#"{"plyscope-trace": 1}
{"event": "enter", "beta": 9}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 3}
{"event": "enter", "child": 1}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 1}
{"event": "cutoff", "kind": "shallow", "bound": 3, "by": {"depth": 0, "child": 0}}
{"event": "leave", "value": 1}
{"event": "leave", "value": 3}
"#;
    let all = sentences(&read_back(trace)).join("\n");
    // The number of children is not given, and neither is a window below the root.
    assert!(all.contains("MIN at node 2 has 1; alpha is 3, from leaf 0: 1 < 3, so no child is skipped"), "{all}");
    assert!(!all.contains("visited before") && !all.contains("siblings"), "{all}");
    // A stand-pat value ends the visit before any child has one.
    let trace = r#"{"plyscope-trace": 1}
{"event": "enter", "children": 3, "beta": 2, "beta_by": "outside"}
{"event": "static", "value": 9}
{"event": "cutoff", "kind": "outside", "bound": 2, "skipped": 3}
{"event": "leave", "value": 9}
"#;
    let all = sentences(&read_back(trace)).join("\n");
    assert!(
        all.contains("MAX leaves the root; beta is 2, given from outside, so all 3 children of the root are skipped"),
        "{all}"
    );
}

#[test]
fn moves_that_are_ordered_and_not_entered_are_children_of_their_own() {
    let trace = r#"{"plyscope-trace": 1, "source": "a game", "options": {"at": 4, "table": false, "reductions": true}}
{"event": "enter"}
{"event": "static", "move": "a", "value": 3}
{"event": "static", "move": "b", "value": 5}
{"event": "static", "move": "c", "value": 1}
{"event": "static", "move": "a", "value": 2}
{"event": "enter", "move": "b"}
{"event": "evaluate", "value": 5}
{"event": "leave", "value": 5}
"#;
    let trace = read_back(trace);
    assert_eq!(trace.tree.source(), "a game; searched with at 4, reductions");
    assert_eq!(trace.tree.leaf_count(), 3);
    let ordered: Vec<String> = sentences(&trace).into_iter().filter(|words| words.contains("ordering")).collect();
    let of = |name: &str, value| format!("The static value of {name} is {value}, used for ordering.");
    assert_eq!(ordered, [of("leaf 1", 3), of("b (node 1)", 5), of("leaf 2", 1), of("leaf 1", 2)]);
}

#[test]
fn an_unknown_word_for_what_set_a_bound_is_refused() {
    let trace = |by: &str| {
        let head = r#"{"plyscope-trace": 1}
{"event": "enter", "alpha": 3, "alpha_by": "#;
        read(format!("{head}\"{by}\"}}\n").as_bytes(), &Progress::new())
    };
    for by in ["outside", "question", "table"] {
        assert!(trace(by).is_ok());
    }
    let refused = trace("sibling").unwrap_err().to_string();
    assert!(
        refused.starts_with("2: “alpha_by” must be an object such as") && refused.contains("\"table\""),
        "{refused}"
    );
}

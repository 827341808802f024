//! Traces that cannot be read, and what is said of those whose values contradict their cutoffs: another program may be wrong.

use plyscope::experiment::check::Kind;
use plyscope::experiment::trace::read;
use plyscope::progress::Progress;
use plyscope::tree::Value;

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

#[test]
fn a_broken_trace_is_refused_with_line_and_reason() {
    let head = r#"{"plyscope-trace": 1}"#;
    for (lines, expected) in [
        ("", "1: the trace has no first line"),
        (r#"{"event": "enter"}"#, "1: the trace has no first line"),
        (r#"{"plyscope-trace": 2}"#, "1: the trace has version 2"),
        ("HEAD", "2: the trace has no event"),
        ("HEAD\n[1]", "2: the line is not an object"),
        ("HEAD\n{\"event\": \"enter\"\n", "2: the line ends before its object does"),
        ("HEAD\n{\"ä\": Infinity}", "2: the line is not JSON from character 7 on"),
        ("HEAD\n{\"event\": \"evaluate\", \"value\": Infinity}", "2: the line is not JSON from character"),
        ("HEAD\n{\"event\": \"visit\"}", "2: unknown event “visit”"),
        ("HEAD\n\n{\"event\": \"leave\", \"value\": 1}", "3: no node is open here"),
        ("HEAD\nENTER\nENTER", "3: which child is entered is not said"),
        ("HEAD\nENTER\n{\"event\": \"evaluate\"}", "3: the event needs a “value”"),
        ("HEAD\nENTER\n{\"event\": \"cutoff\", \"by\": {\"depth\": 7, \"child\": 0}}", "3: “by” must name a child"),
        ("HEAD\nENTER\n{\"event\": \"enter\", \"child\": -1}", "3: “child” must be a whole number"),
        (
            "HEAD\nENTER\n{\"event\": \"enter\", \"child\": 0, \"alpha\": 1, \"alpha_by\": {\"depth\": 0, \"child\": 4}}",
            "3: that child of the node at depth 0",
        ),
        ("HEAD\nENTER\n{\"event\": \"end\"}\nENTER", "4: something follows the event “end”"),
        ("HEAD\nENTER\n{\"event\": \"pass\"}", "3: a pass begins at the root"),
        ("{\"plyscope-trace\": 1, \"cutoff\": \"often\"}", "1: “cutoff” must be"),
        ("HEAD\n{\"event\": \"enter\", \"depth\": 1.5}", "2: “depth” must be a whole number of plies"),
        ("HEAD\n{\"event\": \"enter\", \"depth\": 3e6}", "2: “depth” must be a whole number of plies"),
        (
            "HEAD\n{\"event\": \"enter\", \"depth\": -2000001}",
            "2: “depth” must be a whole number of plies from −2000000 to 2000000, such as 3",
        ),
        ("HEAD\n{\"event\": \"enter\", \"key\": [1]}", "2: “key” must be a whole number of at most 64 bits, or a text"),
        (
            "HEAD\n{\"event\": \"enter\", \"key\": 36893488147419103232}",
            "2: “key” must be a whole number of at most 64",
        ),
        ("HEAD\nENTER\n{\"event\": \"recall\", \"value\": 1, \"from\": 2}", "3: “from” must be a text"),
        (
            "HEAD\nENTER\n{\"event\": \"cutoff\", \"kind\": \"question\", \"bound\": 1, \"asked\": \"=\"}",
            "3: “asked” must be",
        ),
        ("HEAD\nENTER\n{\"event\": \"end\", \"outcome\": \"won\"}", "3: “outcome” must be"),
    ] {
        let text = lines.replace("HEAD", head).replace("ENTER", r#"{"event": "enter"}"#);
        let error = read(text.as_bytes(), &Progress::new()).expect_err(&text).to_string();
        assert!(error.starts_with(expected), "{error}\n{text}");
    }
}

#[test]
fn a_line_has_a_mebibyte_at_most_without_its_end_and_its_brackets_are_not_nested_deeply() {
    let read_with = |event: &str, end: &str| {
        let text = format!("{{\"plyscope-trace\": 1}}{end}{event}{end}{{\"event\": \"evaluate\", \"value\": 3}}{end}");
        read(text.as_bytes(), &Progress::new()).map(|trace| trace.tree.len()).map_err(|error| error.to_string())
    };
    let labelled = |length: usize| {
        let [before, after] = ["{\"event\": \"enter\", \"label\": \"", "\"}"];
        format!("{before}{}{after}", "a".repeat(length - before.len() - after.len()))
    };
    for end in ["\n", "\r\n"] {
        assert_eq!(read_with(&labelled(1 << 20), end), Ok(1));
        assert_eq!(
            read_with(&labelled((1 << 20) + 1), end),
            Err("2: the line is longer than 1 MiB; write shorter labels".into())
        );
    }
    let nested = |depth| format!("{{\"event\": \"enter\", \"x\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(read_with(&nested(100), "\n"), Ok(1));
    assert_eq!(
        read_with(&nested(200), "\n"),
        Err("2: brackets are nested too deeply in this line; leave such a field out".into())
    );
}

#[test]
fn a_search_ends_with_the_value_with_which_its_root_was_left_once() {
    let ends = |head: &str, events: &[&str], end: &str| {
        let lines = [&[head], events, &[end]].concat().join("\n");
        read(lines.as_bytes(), &Progress::new()).map(|trace| trace.run.outcome.value().map(Value::get))
    };
    let [max, mover] = [r#"{"plyscope-trace": 1}"#, r#"{"plyscope-trace": 1, "scores": "mover"}"#];
    let [enter, three, five] =
        [r#"{"event": "enter"}"#, r#"{"event": "evaluate", "value": 3}"#, r#"{"event": "end", "value": 5}"#];
    let again = r#"{"event": "enter", "alpha": 3}"#;
    // Another value is found by the check.
    let ends_wrong = |head: &str, enter: &str| {
        let trace = read([head, enter, three, five].join("\n").as_bytes(), &Progress::new()).unwrap();
        trace.run.report.first().map(|finding| (finding.kind, finding.line))
    };
    assert_eq!(ends_wrong(max, enter), Some((Kind::End, 4)));
    assert_eq!(ends(max, &[enter, three, again, three], five).unwrap(), Some(5.0));
    assert_eq!(ends(max, &[enter, three], r#"{"event": "end"}"#).unwrap(), Some(3.0));
    // The player may be told where the root is entered.
    let min = r#"{"event": "enter", "player": "min"}"#;
    assert_eq!(ends(mover, &[min, three], r#"{"event": "end", "value": 3}"#).unwrap(), Some(-3.0));
    assert_eq!(ends_wrong(mover, min), Some((Kind::End, 4)));
}

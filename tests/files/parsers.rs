//! What the file formats accept, what they refuse and with which messages, and that written trees are read back.

use std::fmt::Write as _;
use std::path::Path;

use plyscope::progress::Progress;
use plyscope::tree::file::{Format, Location, ParseError, parse, save, save_without, to_json};
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

pub(crate) fn json(text: impl AsRef<[u8]>) -> Result<Tree, ParseError> {
    parse(Some(Format::JSON), text.as_ref(), &Progress::new())
}

fn notation(text: impl AsRef<[u8]>) -> Result<Tree, ParseError> {
    parse(Some(Format::BRACKETS), text.as_ref(), &Progress::new())
}

/// The tree in JSON.
fn written(tree: &Tree) -> Vec<u8> {
    let mut text = Vec::new();
    to_json(tree, &mut text).unwrap();
    text
}

fn error(result: Result<Tree, ParseError>) -> String {
    result.map(|tree| tree.len()).expect_err("a tree came out").to_string()
}

pub(crate) fn values(tree: &Tree) -> Vec<Option<f64>> {
    (0..tree.leaf_count()).map(|slot| tree.value(tree.leaf(slot)).map(Value::get)).collect()
}

const ENDS_BEFORE: &str =
    "the tree ends before this; remove what follows it, or put several trees in brackets to join them";

pub(crate) const NO_TREE: &str = "there is no tree here; write one such as ((3 12 8) (2 4 6))";

#[test]
fn json_errors_have_a_location_a_reason_and_a_remedy() {
    for (text, location, message) in [
        ("", "1:1", "there is no tree here; write one such as [[3, 12, 8], [2, 4, 6]]"),
        (" \n ", "2:2", "there is no tree here; write one such as [[3, 12, 8], [2, 4, 6]]"),
        ("[1,\n2", "2:2", "the text ends inside a bracket; add a ]"),
        ("[[1, 2], [", "1:11", "the text ends inside 2 brackets; add ]]"),
        ("{\"tree\": [1]", "1:13", "the text ends inside a bracket; add a }"),
        ("[\"abc", "1:6", "the text ends inside quotation marks; add one"),
        ("[]", "1:2", "a node needs at least one child; write the value of a leaf without brackets"),
        ("{\"children\": []}", "1:15", "a node needs at least one child; write the value of a leaf without brackets"),
        ("[1, 2]x", "1:7", ENDS_BEFORE),
        ("[1, 2]\n[3]", "2:1", ENDS_BEFORE),
        ("[1 2]", "1:4", "a comma is missing between two values"),
        ("[1,, 2]", "1:4", "expected a node, but found a comma; remove it"),
        ("[1: 2]", "1:3", "expected a node, but found a colon; remove it"),
        ("{\"value\" 1}", "1:10", "a colon is missing after the key"),
        ("]", "1:1", "this ] closes no bracket; remove it or add one before"),
        ("[1}", "1:3", "this } cannot close the bracket of 1:1; write ] before it"),
        ("{\"value\": }", "1:11", "a value is missing before this bracket"),
        ("{\"value\": 1]", "1:12", "this ] cannot close the bracket of 1:1; write } before it"),
        (
            "{\"label\": \"\\ud800\", \"value\": 1}",
            "1:12",
            "this is half of a character in two parts; write both, such as \\ud83d\\ude00, or the character itself",
        ),
        ("[1, NaN]", "1:5", "“NaN” is not a finite number, and every leaf needs one; write null for an unknown leaf"),
        (
            "[Infinity]",
            "1:2",
            "“Infinity” is not a finite number, and every leaf needs one; write null for an unknown leaf",
        ),
        ("(1 2)", "1:4", "a comma is missing between two values"),
        (
            "[-Infinity]",
            "1:2",
            "“-Infinity” is not a finite number, and every leaf needs one; write null for an unknown leaf",
        ),
        ("[1e999]", "1:2", "“1e999” is not a finite number; values go up to about 1.8e308"),
        ("[\"-1e999\"]", "1:2", "“-1e999” is not a finite number; values go up to about 1.8e308"),
        ("[\"1/0\"]", "1:2", "“1/0” divides by zero; write a fraction with another denominator"),
        ("[nul]", "1:2", "“nul” is not a number; write one such as 5, -2.5 or 8/5, or null for an unknown leaf"),
        ("[1, true]", "1:5", "“true” is not a value; write a number, or null for an unknown leaf"),
        ("{}", "1:2", "this object is empty; a node has a “value” or “children”, a file has a “tree”"),
        ("[1, {}]", "1:6", "a node needs a “value” or “children”; write \"value\": null for an unknown leaf"),
        ("{\"title\": \"x\"}", "1:1", "the file has no “tree”; add one, such as \"tree\": [[3, 12, 8], [2, 4, 6]]"),
        ("{\"title\": 1}", "1:11", "“title” must be a text in quotation marks"),
        ("{\"game\": null}", "1:10", "“game” must be a text in quotation marks"),
        ("{\"root\": \"MAX\"}", "1:1", "the file has no “tree”; add one, such as \"tree\": [[3, 12, 8], [2, 4, 6]]"),
        ("[{\"player\": 1}]", "1:2", "a node needs a “value” or “children”; write \"value\": null for an unknown leaf"),
        ("{\"children\": 3}", "1:14", "“children” must be an array of nodes"),
        ("{\"value\": [1]}", "1:11", "a value must be a number, a fraction such as \"8/5\", or null"),
        ("{\"value\": 1, \"value\": 2}", "1:14", "“value” is given twice; remove one"),
        ("{\"children\": [1],\n \"children\": [2]}", "2:2", "“children” is given twice; remove one"),
        ("{\"tree\": 1, \"tree\": 2}", "1:13", "“tree” is given twice; remove one"),
        ("{\"tree\": 1, \"value\": 2}", "1:13", "this key belongs to a node; put the node into “tree”"),
        ("{\"value\": 1, \"tree\": 2}", "1:2", "this key belongs to a node; put the node into “tree”"),
        (
            "{\"label\": \"a\nb\"}",
            "1:13",
            "a text contains a line break or another control character; add the quotation mark that is missing before it, or write it as \\u and four digits",
        ),
        ("{\"label\": \"\\q\"}", "1:12", "unknown escape sequence after this backslash; write \\\\ for a backslash"),
    ] {
        assert_eq!(error(json(text)), format!("{location}: {message}"), "{text}");
    }
}

#[test]
fn notation_errors_have_a_location_a_reason_and_a_remedy() {
    for (text, location, message) in [
        ("", "1:1", NO_TREE),
        (" \n\n  ", "3:3", NO_TREE),
        ("(1", "1:3", "the text ends inside a bracket; add a )"),
        ("((1\n", "2:1", "the text ends inside 2 brackets; add ))"),
        (")", "1:1", "this ) closes no bracket; remove it or add one before"),
        ("(1))", "1:4", "this ) closes no bracket; remove it or add one before"),
        ("(1 2) x", "1:7", ENDS_BEFORE),
        ("1 2", "1:3", ENDS_BEFORE),
        ("(NaN)", "1:2", "“NaN” is not a finite number, and every leaf needs one; write ? for an unknown leaf"),
        ("(inf)", "1:2", "“inf” is not a finite number, and every leaf needs one; write ? for an unknown leaf"),
        ("(1\u{1b}[2J)", "1:7", "this ) cannot close the bracket of 1:4; write ] before it"),
        ("(1\r\n 1e999)", "2:2", "“1e999” is not a finite number; values go up to about 1.8e308"),
        ("5/1e999", "1:1", "“5/1e999” is not a finite number; values go up to about 1.8e308"),
        ("1/0", "1:1", "“1/0” divides by zero; write a fraction with another denominator"),
    ] {
        assert_eq!(error(notation(text)), format!("{location}: {message}"), "{text}");
    }
}

#[test]
fn what_only_looks_wrong_is_read() {
    for (text, canonical) in [
        ("[1, 2,]", "[1, 2]"),
        ("{value: 1}", "1"),
        ("[?, 01, 1., .5]", "[null, 1, 1, 0.5]"),
        ("[1, // why\n2, # that\n 3 /* too */]", "[1, 2, 3]"),
        ("{\"label\": \"x\"}", "{\"label\": \"x\", \"value\": null}"),
        ("[1, [[2, []], 3]]", "{\"value\": 1, \"children\": [2, 3]}"),
    ] {
        assert_eq!(json(text).unwrap(), json(canonical).unwrap(), "{text}");
    }
    for (text, canonical) in [("(1,2)", "(1 2)"), ("(1 [2 3])", "(1 (2 3))"), ("(1 2) ; why", "(1 2)")] {
        assert_eq!(notation(text).unwrap(), notation(canonical).unwrap(), "{text}");
    }
}

#[test]
fn text_that_is_not_utf_8_is_refused_with_its_location() {
    let message = "the file is not UTF-8 text; save it as UTF-8";
    assert_eq!(error(json(b"[1,\n \"\xff\"]")), format!("2:3: {message}"));
    assert_eq!(error(json(b"{\"\xc3\": 1}")), format!("1:3: {message}"));
    assert_eq!(error(json(b"[1, \xff]")), format!("1:5: {message}"));
    assert_eq!(error(notation(b"(1\n \xff)")), format!("2:2: {message}"));
}

#[test]
fn utf_16_with_a_byte_order_mark_is_read_like_utf_8() {
    for (text, format) in [("[3, {\"label\": \"é𝄞\", \"value\": 1}]", Format::JSON), ("(3 1)", Format::BRACKETS)] {
        let expected = parse(Some(format), text.as_bytes(), &Progress::new()).unwrap();
        let marked = format!("\u{feff}{text}");
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let utf_16: Vec<u8> = marked.encode_utf16().flat_map(bytes).collect();
            assert_eq!(parse(None, &utf_16[..], &Progress::new()).unwrap(), expected);
            assert!(error(parse(None, &utf_16[..utf_16.len() - 1], &Progress::new())).contains("is not UTF-8 text"));
        }
    }
}

#[test]
fn negative_zero_is_zero() {
    for tree in [json("[-0, -0.0, \"-0/5\"]"), notation("(-0 -0.0 -0/5)")] {
        let values = values(&tree.unwrap());
        assert!(values.iter().all(|value| value.is_some_and(|value| value == 0.0 && value.is_sign_positive())));
    }
}

#[test]
fn fractions_and_unknown_leaves_are_read_in_both_formats() {
    let expected = [Some(1.6), None, Some(-2.5)];
    assert_eq!(values(&json("[\"8/5\", null, {\"value\": \"-5/2\"}]").unwrap()), expected);
    assert_eq!(values(&json("[{\"value\": \"8/5\"}, {\"value\": null}, -2.5]").unwrap()), expected);
    assert_eq!(values(&notation("(8/5 ? -5/2)").unwrap()), expected);
}

#[test]
fn a_byte_order_mark_line_ends_of_windows_and_blanks_change_nothing() {
    let plain = json("[[3, 12, 8], [2, 4, 6]]").unwrap();
    for text in ["\u{feff}[[3, 12, 8], [2, 4, 6]]", " [\r\n[3,12 ,8],\r\n\t[2,4,6]\r\n]\r\n"] {
        assert_eq!(json(text).unwrap(), plain);
    }
    for text in ["((3 12 8) (2 4 6))", "\u{feff}((3 12 8)(2 4 6))", "\t( ( 3 12\r\n8)\r\n(2 4 6) )\r\n"] {
        assert_eq!(notation(text).unwrap(), plain);
    }
    assert!(error(json("\u{feff}[1,\r\n x]")).starts_with("2:2: "));
    assert!(error(json("\u{feff}[1,\r x]")).starts_with("2:2: "));
}

#[test]
fn keys_may_come_in_any_order() {
    let usual = r#"{"title": "t", "source": "s", "game": "nim", "root": "min",
        "tree": {"label": "a", "player": "max", "value": 7, "children": [1, {"move": "m", "player": "max", "value": 2}]}}"#;
    let reversed = r#"{"tree": {"children": [1, {"value": 2, "player": "max", "move": "m"}], "value": 7, "player": "max", "label": "a"},
        "root": "min", "game": "nim", "source": "s", "title": "t"}"#;
    let tree = json(usual).unwrap();
    assert_eq!(tree, json(reversed).unwrap());
    assert_eq!((tree.title(), tree.source(), tree.game()), ("t", "s", Some("nim")));
    assert_eq!(tree.player(NodeId::ROOT), Player::Max, "a node's own player goes before the file's root");
    assert_eq!(tree.label(NodeId::ROOT), Some("a"));
    assert_eq!(tree.value(NodeId::ROOT), Some(Value::from(7)));
    assert_eq!((tree.move_name(tree.leaf(1)), tree.player(tree.leaf(1))), (Some("m"), Player::Max));
}

#[test]
fn trees_that_differ_in_one_thing_are_not_equal() {
    let base = r#"{"label": "a", "children": [1, null, {"move": "m", "value": 2}]}"#;
    assert_eq!(json(base).unwrap(), json(base).unwrap());
    for other in [
        r#"{"label": "b", "children": [1, null, {"move": "m", "value": 2}]}"#,
        r#"{"label": "a", "children": [1, null, {"move": "n", "value": 2}]}"#,
        r#"{"label": "a", "children": [1, 0, {"move": "m", "value": 2}]}"#,
        r#"{"label": "a", "children": [1, null, {"move": "m", "value": 2}], "value": 3}"#,
        r#"{"label": "a", "children": [1, null, {"move": "m", "value": 2}], "player": "min"}"#,
        r#"{"label": "a", "children": [1, [null, {"move": "m", "value": 2}]]}"#,
        r#"{"tree": {"label": "a", "children": [1, null, {"move": "m", "value": 2}]}, "title": "t"}"#,
        r#"{"tree": {"label": "a", "children": [1, null, {"move": "m", "value": 2}]}, "game": "nim"}"#,
    ] {
        assert_ne!(json(base).unwrap(), json(other).unwrap(), "{other}");
    }
}

#[test]
fn a_file_cut_off_at_any_byte_is_an_error() {
    for name in ["irregular.json", "fractions.json", "hughes.tree", "six-leaves.tree"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_trees").join(name);
        let text = std::fs::read(&path).unwrap();
        let format = Format::of_name(&path);
        for end in 0..text.trim_ascii_end().len() {
            let result = parse(format, &text[..end], &Progress::new());
            assert!(matches!(result, Err(ParseError::Wrong { .. })), "{name} cut off after {end} bytes");
        }
        assert!(parse(format, &text[..], &Progress::new()).is_ok());
    }
}

#[test]
fn brackets_ten_million_deep_are_read_or_refused_without_recursion() {
    let depth = 10_000_000;
    for (format, open, close) in [(Format::JSON, "[", "]"), (Format::BRACKETS, "(", ")")] {
        let mut text = open.repeat(depth);
        text.push('5');
        let unclosed = parse(Some(format), text.as_bytes(), &Progress::new());
        let location = Location { line: 1, column: depth as u64 + 2 };
        assert!(matches!(unclosed, Err(ParseError::Wrong { location: at, .. }) if at == location), "{format:?}");
        text.push_str(&close.repeat(depth));
        let tree = parse(Some(format), text.as_bytes(), &Progress::new()).unwrap();
        assert_eq!((tree.len(), tree.height()), (depth + 1, depth as u32), "{format:?}");
    }
}

#[test]
fn a_node_with_a_million_children_is_read_and_written() {
    let count = 1_000_000;
    let mut text = "(".to_string();
    for leaf in 0..count {
        write!(text, "{} ", leaf % 100).unwrap();
    }
    text.push(')');
    let tree = notation(&text).unwrap();
    assert_eq!(tree.children(NodeId::ROOT).count(), count);
    assert_eq!(json(written(&tree)).unwrap(), tree);
}

#[test]
fn a_chain_of_a_million_nodes_is_written_in_little_space_and_read_back() {
    let mut builder = Builder::new();
    for _ in 1..1_000_000 {
        builder.open().unwrap();
    }
    builder.leaf(Some(Value::from(1))).unwrap();
    let tree = builder.build().unwrap();
    let (as_json, mut as_notation) = (written(&tree), Vec::new());
    Format::BRACKETS.write(&tree, &mut as_notation).unwrap();
    assert!(as_json.len() < 3_000_000, "{} bytes", as_json.len());
    assert_eq!(json(&as_json).unwrap(), tree);
    assert_eq!(notation(&as_notation).unwrap(), tree);
}

#[test]
fn a_cancelled_reader_stops() {
    let progress = Progress::new();
    progress.cancel();
    for format in [Format::JSON, Format::BRACKETS] {
        assert_eq!(parse(Some(format), &b"5"[..], &progress), Err(ParseError::Cancelled));
    }
}

/// A text of any length that cancels the reader after some bytes.
struct Cancelling<'p> {
    left: usize,
    text: &'static [u8],
    progress: &'p Progress,
}

impl std::io::Read for Cancelling<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.text.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.left = self.left.saturating_sub(count);
        if self.left == 0 {
            self.progress.cancel();
        }
        Ok(count)
    }
}

#[test]
fn a_reader_that_is_cancelled_half_way_stops_there() {
    for (format, text) in [(Format::JSON, &b"[[[[[[[[[["[..]), (Format::BRACKETS, b"(((((((((("), (Format::JSON, b"  ")]
    {
        let progress = Progress::new();
        let endless = Cancelling { left: 100_000, text, progress: &progress };
        assert_eq!(parse(Some(format), endless, &progress), Err(ParseError::Cancelled));
        assert!(progress.done() <= 100_000 + 64 * 1024);
    }
}

#[test]
fn the_notation_refuses_what_it_cannot_express() {
    let folder = tempfile::tempdir().unwrap();
    for (text, what) in [
        (r#"[{"label": "a", "value": 1}]"#, "the labels of leaves"),
        (r#"{"label": "a", "children": [{"label": "a", "value": 1}]}"#, "labels"),
        (r#"[{"move": "a", "value": 1}]"#, "the names of moves"),
        (r#"{"value": 3, "children": [1]}"#, "static values of inner nodes"),
        (r#"{"root": "min", "tree": [1]}"#, "players other than MAX and MIN in turn"),
        (r#"[{"player": "max", "children": [1]}]"#, "players other than MAX and MIN in turn"),
    ] {
        let expected =
            format!("cannot be saved: bracket notation cannot express {what}; save the tree as .json to keep them");
        let path = folder.path().join("tree.tree");
        assert_eq!(save(&json(text).unwrap(), &path, false).unwrap_err().message, expected);
        // Names may be left out, players may not.
        assert_eq!(
            save_without(&json(text).unwrap(), &path, None, true).is_err(),
            what.starts_with("players"),
            "{text}"
        );
    }
}

#[test]
fn written_json_is_laid_out_for_people() {
    let tree =
        json("[[[3, 12, 8, 1], [2, 4, 6, 5]], [{\"label\": \"a\", \"move\": \"m\", \"value\": null}, [9]]]").unwrap();
    let expected = r#"{
  "root": "max",
  "tree": [
    [[3, 12, 8, 1], [2, 4, 6, 5]],
    [{"label": "a", "move": "m", "value": null}, [9]]
  ]
}
"#;
    assert_eq!(String::from_utf8(written(&tree)).unwrap(), expected);
}

#[test]
fn a_tree_whose_root_changed_players_is_read_back_and_keeps_the_given_players() {
    let mut tree = json(r#"[[1, {"player": "max", "children": [2, 3]}], {"player": "min", "value": 4}]"#).unwrap();
    tree.set_root_player(Player::Min);
    let mut back = json(written(&tree)).unwrap();
    assert_eq!(back, tree);
    back.set_root_player(Player::Max);
    tree.set_root_player(Player::Max);
    assert_eq!(back, tree);
}

/// Checks that the error's location, if it has one, is in the text or just behind it.
pub(crate) fn check_location(result: Result<Tree, ParseError>, text: &[u8]) -> Result<(), TestCaseError> {
    let Err(ParseError::Wrong { location, message }) = result else { return Ok(()) };
    let line = usize::try_from(location.line).unwrap().checked_sub(1).expect("lines count from 1");
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.split('\n').collect();
    prop_assert!(line < lines.len(), "{location:?} of {} lines: {message}", lines.len());
    let columns = lines[line].chars().count() as u64 + 1;
    prop_assert!((1..=columns).contains(&location.column), "{location:?} in a line of {columns}: {message}");
    prop_assert!(!message.is_empty() && !message.contains('\n'));
    Ok(())
}

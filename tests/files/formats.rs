//! The formats of trees: what people's texts are read as, what is refused, and that whatever is written is read back.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::file::{Asked, Format, Formats, ParseError, Part, ReadTree, parse_as};
use plyscope::tree::{Builder, NodeId, Player, Probability, Role, Tree, Value};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::parsers::check_location;

fn read(asked: Asked, text: &str) -> Result<ReadTree, ParseError> {
    parse_as(asked, text.as_bytes(), &Progress::new())
}

fn format(id: &str) -> Format {
    Formats::BUILT_IN.of_id(id).unwrap_or_else(|| panic!("there is no format {id}"))
}

/// A text of `tests/data/formats`, and what must come of it; what is in quotation marks is part of the message of a refusal.
pub(crate) struct Sample {
    file: PathBuf,
    line: usize,
    pub(crate) id: String,
    header: String,
    pub(crate) text: String,
}

impl Sample {
    fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }

    fn is_refused(&self) -> bool {
        self.header.starts_with("refused")
    }

    /// The words behind a word of the header, up to a comma.
    fn fact(&self, name: &str) -> Option<&str> {
        self.header.split(',').find_map(|fact| fact.trim().strip_prefix(name)).map(str::trim)
    }

    /// How the text is read: leaves need a number of children, and files of several games one of them.
    fn asked(&self) -> Asked {
        let number = |name| self.fact(name).and_then(|number| number.parse().ok());
        Asked { format: None, branching: number("branching "), game: number("game ") }
    }
}

pub(crate) fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats");
    let mut samples = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let id = file.file_stem().unwrap().to_string_lossy().into_owned();
        let all = std::fs::read_to_string(&file).unwrap();
        let mut current: Option<Sample> = None;
        for (number, line) in all.split_inclusive('\n').enumerate() {
            if let Some(header) = line.strip_prefix("=== ") {
                samples.extend(current.take());
                let (file, id, header) = (file.clone(), id.clone(), header.trim().to_string());
                current = Some(Sample { file, line: number + 1, id, header, text: String::new() });
            } else if let Some(sample) = &mut current {
                sample.text += line;
            }
        }
        samples.extend(current);
    }
    assert!(samples.len() > 700, "{}", samples.len());
    samples
}

fn number(text: &str) -> f64 {
    text.parse::<Value>().unwrap_or_else(|_| panic!("{text} is no number")).get()
}

/// What differs from what the header says.
fn differs(sample: &Sample, read: &ReadTree) -> Option<String> {
    let ReadTree { tree, reading } = read;
    let found = search(Algorithm::EXPECTIMINIMAX, tree, Limits::default()).outcome.value();
    let value = sample.fact("value ").unwrap_or("unknown");
    let nodes = sample.fact("").map(|_| ()).and(sample.header.split(',').find_map(|fact| {
        let fact = fact.trim();
        fact.strip_suffix(" nodes").or(fact.strip_suffix(" node"))
    }));
    let expected = if value == "unknown" { None } else { Some(number(value)) };
    if found.map(Value::get) != expected {
        return Some(format!("value {found:?}, not {value}"));
    }
    if nodes.is_none_or(|nodes| nodes.parse() != Ok(tree.len())) {
        return Some(format!("{} nodes, not {nodes:?}", tree.len()));
    }
    let labels: Vec<&str> = tree.nodes().filter_map(|node| tree.label(node)).collect();
    let moves: Vec<&str> = tree.nodes().filter_map(|node| tree.move_name(node)).collect();
    for (what, there) in [("labels ", labels), ("moves ", moves)] {
        let mut names = sample.fact(what).into_iter().flat_map(str::split_whitespace);
        if let Some(missing) = names.find(|name| !there.contains(name)) {
            return Some(format!("{missing} is missing among the {what}{there:?}"));
        }
    }
    if let Some(leaves) = sample.fact("leaves ") {
        let all = tree.nodes().filter(|&node| tree.is_leaf(node));
        let there: Vec<f64> = all.filter_map(|leaf| tree.value(leaf)).map(Value::get).collect();
        if !leaves.split_whitespace().map(number).eq(there.iter().copied()) {
            return Some(format!("leaves {there:?}"));
        }
    }
    let root = if sample.fact("root ") == Some("min") { Player::Min } else { Player::Max };
    if tree.player(NodeId::ROOT) != root && tree.len() > 1 {
        return Some(format!("{root:?} is not at the root"));
    }
    (reading.format.entry().id != sample.id).then(|| format!("read as {}", reading.format.entry().id))
}

/// Checks that of each text that is refused, or read, nothing differs from what its header says.
fn nothing_differs(is_refused: bool, differs: impl Fn(&Sample) -> Option<String>) {
    let mut wrong = Vec::new();
    for sample in samples().iter().filter(|sample| sample.is_refused() == is_refused) {
        let differs = differs(sample);
        wrong.extend(differs.map(|differs| format!("{}: {}\n{}{differs}", sample.place(), sample.header, sample.text)));
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn peoples_texts_are_recognised_and_read() {
    nothing_differs(false, |sample| match read(sample.asked(), &sample.text) {
        Ok(read) => differs(sample, &read),
        Err(error) => Some(error.to_string()),
    });
}

#[test]
fn texts_with_mistakes_are_refused_at_their_place() {
    nothing_differs(true, |sample| {
        let asked = Asked { format: Some(format(&sample.id)), ..sample.asked() };
        let line = sample.header.split_whitespace().nth(1).and_then(|line| line.parse::<u64>().ok());
        match read(asked, &sample.text) {
            Ok(ReadTree { tree, .. }) => Some(format!("read as {} nodes", tree.len())),
            Err(ParseError::Wrong { location, message }) => {
                let is_end = line == Some(sample.text.lines().count() as u64);
                let is_there = line.is_none_or(|line| line == location.line || is_end && line < location.line);
                let says = sample.header.split('"').nth(1).is_none_or(|words| message.contains(words));
                (!is_there || !says).then(|| format!("found at {}:{}: {message}", location.line, location.column))
            }
            Err(ParseError::Asks(_)) => None,
            Err(other) => Some(other.to_string()),
        }
    });
}

#[test]
fn a_text_that_several_formats_read_is_the_same_tree_or_the_other_one_is_named() {
    let mut wrong = Vec::new();
    for sample in samples().iter().filter(|sample| !sample.is_refused()) {
        let Ok(ReadTree { tree, reading }) = read(sample.asked(), &sample.text) else { continue };
        for entry in Formats::BUILT_IN.0.iter().filter(|entry| (entry.recognises)(&sample.text)) {
            let other = format(entry.id);
            let Ok(again) = read(sample.asked().in_format(other), &sample.text) else { continue };
            if again.tree != tree && !reading.others.contains(&other) {
                wrong.push(format!("{}: {} is another tree as {}", sample.place(), sample.text, entry.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_format_has_texts_to_read_and_to_refuse() {
    let mut counts: HashMap<String, (usize, usize)> = HashMap::new();
    for sample in samples() {
        let (good, refused) = counts.entry(sample.id.clone()).or_default();
        *(if sample.is_refused() { refused } else { good }) += 1;
    }
    for entry in Formats::BUILT_IN.0 {
        let (good, refused) = counts.get(entry.id).copied().unwrap_or_default();
        assert!(good >= 30 && refused >= 10, "{}: {good} texts, {refused} with mistakes", entry.id);
    }
}

#[test]
fn lines_of_markdown_around_a_tree_say_nothing() {
    for (text, id) in [
        ("```python\ntree = [[3, 12, 8], [2, 4, 6]]\n```\n", "python"),
        ("  ```mermaid\ngraph TD\nA --> B[3] & C[2]\n```", "mermaid"),
        ("```\n((3 12) (2 4))\n```\nSo MAX goes left.", "brackets"),
    ] {
        let read = read(Asked::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.reading.format.entry().id, id);
        assert_eq!(
            search(Algorithm::MINIMAX, &read.tree, Limits::default()).outcome.value(),
            Value::new(3.0),
            "{text}"
        );
    }
    // Places are those in the whole text.
    let error = read(Asked::default(), "```python\ntree = [[3, 12], [x, 4]]\n```").unwrap_err().to_string();
    assert!(error.starts_with("2:19: “x” is not a number"), "{error}");
}

#[test]
fn prose_is_no_tree() {
    for text in [
        "13 nodes, 9 leaves, depth 2",
        "Hello, dear world",
        "See you at 5, bring 2 pens",
        "see https://example.org/a?b=1",
        "Dear all,\nplease read chapter 5 until Monday.\nRegards",
    ] {
        let read = read(Asked::default(), text).map(|read| read.reading.format.entry().id);
        assert!(read.is_err(), "{text}: read as {read:?}");
    }
}

#[test]
fn probabilities_are_read_from_names_and_pairs() {
    for text in [
        "(max (chance (0.75 4) (0.25 8)) 4)",
        "(max 4 (chance 0.75 4 0.25 8))",
        "['max', ['chance', [0.75, 4], [0.25, 8]], 4]",
        "('max', [('chance', [(4, 0.75), (8, 0.25)]), 4])",
        "Max [Chance [(0.75, Leaf 4), (0.25, Leaf 8)], Leaf 4]",
        r#"{"max": [{"chance": [[0.75, 4], [0.25, 8]]}, 4]}"#,
        r#"{"type": "max", "children": [4, {"type": "chance", "children": {"0.75": 4, "0.25": 8}}]}"#,
        "digraph { A [label=MAX]; A -> C; C [label=CHANCE]; C -> x [label=\"75%\"]; x [label=4]; C -> y [label=\"25%\"]; y [label=8] }",
        "graph TD\nA[MAX] --> B[4]\nA --> C{chance}\nC -->|3/4| F[4]\nC -->|1/4| G[8]",
        "graph TD\nA[MAX] --> C{chance}\nC -->|p=0.75| F[4]\nC -->|p=0.25| G[8]",
    ] {
        let tree = read(Asked::default(), text).unwrap_or_else(|error| panic!("{text}: {error}")).tree;
        let value = search(Algorithm::EXPECTIMINIMAX, &tree, Limits::default()).outcome.value();
        assert_eq!(value, Value::new(5.0), "{text}");
        let chance = tree.chance_nodes()[0];
        let written: Vec<f64> = tree.probabilities(chance).iter().map(|probability| probability.get()).collect();
        assert_eq!(written, [0.75, 0.25], "{text}");
        assert!(tree.len() <= 5, "{text}");
    }
    // These do not add up to 1, or belong to no chance node.
    for (text, value) in [("(chance (0.5 4) (0.25 8))", 6.0), ("(max (0.75 4) (0.25 8))", 0.75)] {
        let tree = read(Asked::default(), text).unwrap().tree;
        let found = search(Algorithm::EXPECTIMINIMAX, &tree, Limits::default()).outcome.value();
        assert_eq!(found, Value::new(value), "{text}");
    }
}

#[test]
fn a_constructor_of_numbers_takes_one_number() {
    for (id, text, message) in [
        ("python", "[float(\"inf\"), 2]", "1:8: “inf” is not a finite number"),
        ("python", "[int(3, 4), 2]", "1:6: “int” takes one number"),
        ("python", "int()", "1:4: a value must be a number"),
        ("haskell", "int 3 4", "1:5: “int” takes one number"),
        ("haskell", "int\"chance\"", "1:4: “chance” is not a number"),
    ] {
        let read = plyscope::tree::file::parse(Some(format(id)), text.as_bytes(), &Progress::new());
        let error = read.map(|tree| tree.len()).expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn the_extension_decides_only_where_the_content_does_not() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, id) in [
        ("tree.txt", "graph TD\n  A --> B[3]\n  A --> C[2]", "mermaid"),
        ("tree.txt", "    A\n   / \\\n  3   5\n", "drawn"),
        ("tree.txt", "Node [\n  Leaf 3,\n  Leaf 5]", "haskell"),
        ("tree.json", "((3 12) (2 4))", "brackets"),
        ("tree.tree", "[[3, 12], [2, 4]]", "json"),
        ("tree.txt", "(max (min 3 12) (min 2 4))", "lisp"),
        ("tree.py", "[[3, 12], [2, 4]]", "json"),
        ("tree.nwk", "(3,12)", "python"),
        ("tree.csv", "A,B\nA,C\nB,3\nC,5\n", "edges"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let read = plyscope::tree::file::open_as(&path, Asked::default(), &Progress::new()).unwrap();
        assert_eq!(read.reading.format, format(id), "{name}: {text}");
    }
}

/// A random tree that says no more than there is room for.
fn tree(room: &'static [Part]) -> impl Strategy<Value = Tree> {
    let node = (0_usize..4, proptest::option::of(-1e9..1e9_f64), any::<u8>(), name());
    let nodes = proptest::collection::vec(node, 1..40);
    (nodes, [name(), name(), name()], any::<bool>(), any::<bool>()).prop_map(
        move |(nodes, [title, source, game], is_min, is_full)| {
            let has = |part| room.contains(&part);
            let mut builder = Builder::new();
            if has(Part::Title) {
                builder.set_title(title);
            }
            if has(Part::Source) {
                builder.set_source(source);
            }
            if has(Part::Game) && !game.is_empty() {
                builder.set_game(game);
            }
            if has(Part::MinRoot) && is_min {
                builder.set_root_player(Player::Min);
            }
            let mut nodes = nodes.into_iter();
            let (mut depth, mut first) = (0, true);
            // The numerators of the children of chance nodes that are still to come, by depth, over a denominator.
            let mut shares: HashMap<usize, (Vec<usize>, usize)> = HashMap::new();
            builder
                .grown(|builder, node| {
                    let (mut children, value, extras, text) = nodes.next().unwrap_or_default();
                    if is_full && !std::mem::take(&mut first) {
                        // All leaves at the same depth, for formats that can say nothing else.
                        depth = builder.open_count();
                        children = if depth < 3 { 2 } else { 0 };
                    }
                    let is_leaf = children == 0;
                    if is_leaf && (value.is_some() || !has(Part::UnknownLeaves)) {
                        builder.set_value(node, Value::new(value.unwrap_or(5.0).round() / 4.0));
                    }
                    if !is_leaf && has(Part::StaticValues) && extras & 1 != 0 {
                        builder.set_value(node, value.and_then(Value::new));
                    }
                    if has(if is_leaf { Part::LeafLabels } else { Part::Labels }) && extras & 2 != 0 {
                        builder.set_label(node, text.as_str());
                    }
                    if has(Part::Moves) && extras & 4 != 0 && node != NodeId::ROOT {
                        builder.set_move(node, text.as_str());
                    }
                    let level = builder.open_count();
                    if let Some((numerators, all)) = shares.get_mut(&level)
                        && let Some(numerator) = numerators.pop()
                    {
                        let share = Probability::fraction(numerator as f64, *all as f64).unwrap();
                        builder.set_probability(node, share);
                    }
                    shares.remove(&(level + 1));
                    if has(Part::Chance) && !is_leaf && extras % 16 == 7 {
                        builder.set_role(node, Role::Chance);
                        if has(Part::Probabilities) && extras & 64 != 0 {
                            let numerators: Vec<usize> = (1..=children).collect();
                            let all = numerators.iter().sum();
                            shares.insert(level + 1, (numerators, all));
                        }
                    }
                    if has(Part::Players) && !is_leaf && extras % 16 == 3 {
                        builder.set_player(node, if extras & 32 == 0 { Player::Max } else { Player::Min });
                    }
                    children
                })
                .unwrap()
        },
    )
}

/// Names that are easily taken for something else, and any others.
fn name() -> impl Strategy<Value = String> {
    let odd = [
        "A", "b1", "max", "MIN", "3", "-4.5", "?", "null", "None", "nil", "Leaf", "it's", "a \"b\"", "x, y", "(c)",
        "[d]", "{e}", "f:g", "h;i", "j=k", "a -> b", "#l", "//m", "n\\o", "p\\", "100%", "$q$", "r_s", "t^u", "~v",
        "&w", "A (MIN)", "min B", "B_max", "MAX1", "0.3: x", "30%", "3 (cut)", "# e", "Δ", "a # b", "leaf", "A: MIN",
        "A: 3", "B (3)", "(3)", "0.3", "v = 5", "▽", "1,000", "é 𝄞", " x ", "1e5", "1/2", "nan", "inf", "a|b", "-",
        "–", "·", "x->y", "\\\"",
    ];
    prop_oneof![3 => proptest::sample::select(odd.to_vec()).prop_map(String::from), 1 => "\\PC{0,6}", 1 => "[a-z]{1,4}"]
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() })
}

fn check_written(format: Format, tree: &Tree) -> Result<bool, TestCaseError> {
    let mut text = Vec::new();
    if !format.loses(tree).is_empty() || format.write(tree, &mut text).is_err() {
        return Ok(false);
    }
    let id = format.entry().id;
    let asked = Asked { format: Some(format), ..Asked::default() };
    let text = String::from_utf8(text).unwrap();
    let again = read(asked, &text).map_err(|error| TestCaseError::fail(format!("{id}: {error}\n{text}")))?;
    prop_assert!(again.tree == *tree, "{}: another tree was read back from\n{}", id, text);
    Ok(true)
}

#[test]
fn whatever_is_written_is_read_back() {
    for entry in Formats::BUILT_IN.0 {
        let Some(writer) = entry.writer else { continue };
        let written = std::cell::Cell::new(0);
        let result = runner(200).run(&tree(writer.room), |tree| {
            written.set(written.get() + usize::from(check_written(format(entry.id), &tree)?));
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        assert!(written.get() >= 20, "{}: only {} of the trees could be written", entry.id, written.get());
    }
}

#[test]
fn the_fast_reader_and_the_general_one_read_the_same() {
    let all = |tree: Tree| {
        for (id, comment) in [("json", " // a comment"), ("brackets", " ; a comment")] {
            let mut text = Vec::new();
            if format(id).write(&tree, &mut text).is_ok() {
                let text = String::from_utf8(text).unwrap();
                let asked = Asked { format: Some(format(id)), ..Asked::default() };
                let plain = read(asked, &text).unwrap().tree;
                // What is not plain is read by the general reader.
                let general = read(asked, &(text.clone() + comment)).unwrap().tree;
                prop_assert!(plain == general, "{}", text);
            }
        }
        Ok(())
    };
    runner(200).run(&tree(Part::ALL), all).unwrap();
}

/// How many mutated texts each reader gets; `PLYSCOPE_MUTATIONS=50000` is for a long run.
fn mutations() -> u32 {
    std::env::var("PLYSCOPE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

const SIGNS: &[u8] = b"[](){}<>\"'`,;:|=-+~*/\\%$#&@!?._ 0123456789eE\n\t\rabcmaxintNodeLfptv\xc3\xa9\x00";

#[test]
fn no_mutated_text_makes_a_reader_panic_or_point_outside_the_text() {
    let all: Vec<(String, Vec<u8>)> =
        samples().into_iter().map(|sample| (sample.id, sample.text.into_bytes())).collect();
    for entry in Formats::BUILT_IN.0 {
        let own: Vec<Vec<u8>> = all.iter().filter(|(id, _)| id == entry.id).map(|(_, text)| text.clone()).collect();
        let edit = (any::<proptest::sample::Index>(), proptest::sample::select(SIGNS), 0..3);
        let edits = proptest::collection::vec(edit, 1..8);
        let result = runner(mutations()).run(&(proptest::sample::select(own), edits), |(mut text, edits)| {
            for (at, byte, kind) in edits {
                let at = at.index(text.len().max(1));
                match kind {
                    0 if at < text.len() => text[at] = byte,
                    1 if at < text.len() => _ = text.remove(at),
                    _ => text.insert(at.min(text.len()), byte),
                }
            }
            let forced = Asked { format: Some(format(entry.id)), branching: Some(2), game: Some(1) };
            check_location(parse_as(forced, &text[..], &Progress::new()).map(|read| read.tree), &text)?;
            check_location(parse_as(Asked::default(), &text[..], &Progress::new()).map(|read| read.tree), &text)
        });
        result.unwrap_or_else(|error| panic!("{}: {error}", entry.id));
    }
}

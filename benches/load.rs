//! The time to read trees from texts, beside Python's `json.load` of the same file in the same run, where that reads it.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use plyscope::progress::Progress;
use plyscope::tree::file::{Asked, Format, open_as};
use plyscope::tree::{Builder, Tree, Value};

/// Each text is read this many times, and the median is told.
const ROUNDS: usize = 7;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("| text | size | Plyscope | `json.load` | ratio |\n| --- | --: | --: | --: | --: |");
    let small = full(10, 7, &mut |number| f64::from((number >> 33) as u32 % 10));
    row(folder.path(), "11,111,111 nodes, small whole numbers, `[[1,2],…`", "json", &nested(&small, "[],"));
    row(folder.path(), "the same in brackets, `((1 2) …`", "tree", &nested(&small, "() "));
    row(folder.path(), "the same, as `generate` writes it", "json", &written(&small, Format::JSON));
    drop(small);
    let decimals = full(4, 10, &mut |number| (number >> 11) as f64 / (1_u64 << 53) as f64);
    row(folder.path(), "1,398,101 nodes, decimals of 17 digits", "json", &nested(&decimals, "[],"));
    let labels = labelled(&decimals);
    row(folder.path(), "1,398,101 objects with labels and values", "json", &written(&labels, Format::JSON));
    row(folder.path(), "the same as objects of d3", "json", &written(&labels, format("objects")));
    for id in ["python", "lisp", "haskell", "newick", "forest", "gambit", "edges", "indented", "levels", "preorder"] {
        let what = format!("1,398,101 nodes, `{id}`");
        let format = format(id);
        row(folder.path(), &what, format.entry().extensions[0], &written(&decimals, format));
    }
}

fn format(id: &str) -> Format {
    plyscope::tree::file::Formats::BUILT_IN.of_id(id).expect("a format")
}

/// A full tree, with a value for each leaf from a number that is random enough.
fn full(branching: u32, depth: u32, value: &mut dyn FnMut(u64) -> f64) -> Tree {
    let mut builder = Builder::new();
    let mut missing = Vec::new();
    let mut state = 1_u64;
    loop {
        while missing.len() < depth as usize {
            builder.open().expect("room");
            missing.push(branching);
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        builder.leaf(Value::new(value(state))).expect("room");
        while let Some(last) = missing.last_mut() {
            *last -= 1;
            if *last > 0 {
                break;
            }
            missing.pop();
            builder.close();
        }
        if missing.is_empty() {
            return builder.build().expect("a tree");
        }
    }
}

/// The same tree with a label at each node.
fn labelled(tree: &Tree) -> Tree {
    let mut builder = Builder::new();
    for node in tree.nodes() {
        while builder.open_count() > tree.depth(node) as usize {
            builder.close();
        }
        let copy = builder.open().expect("room");
        builder.set_value(copy, tree.value(node));
        builder.set_label(copy, format!("node {}", node.index()));
    }
    builder.build().expect("a tree")
}

/// Nested values in one line: the bracket that opens, the one that closes, and what is between.
fn nested(tree: &Tree, signs: &str) -> Vec<u8> {
    let [open, close, between]: [char; 3] = signs.chars().collect::<Vec<_>>().try_into().expect("three signs");
    let mut text = String::new();
    let mut open_count = 0;
    let mut is_first = true;
    for node in tree.nodes() {
        while open_count > tree.depth(node) {
            text.push(close);
            open_count -= 1;
            is_first = false;
        }
        if !is_first {
            text.push(between);
        }
        match tree.value(node) {
            Some(value) if tree.is_leaf(node) => {
                let _ = write!(text, "{value}");
                is_first = false;
            }
            _ => {
                text.push(open);
                open_count += 1;
                is_first = true;
            }
        }
    }
    text.extend(std::iter::repeat_n(close, open_count as usize));
    text.into_bytes()
}

fn written(tree: &Tree, format: Format) -> Vec<u8> {
    let mut text = Vec::new();
    assert!(format.write(tree, &mut text).is_ok(), "{format:?} cannot hold the tree");
    text
}

/// Prints how long a text is read.
fn row(folder: &Path, what: &str, extension: &str, text: &[u8]) {
    let path = folder.join("tree").with_extension(extension);
    std::fs::write(&path, text).expect("room on the disk");
    let ours = median(|| {
        let begun = Instant::now();
        let tree = open_as(&path, Asked::default(), &Progress::new()).expect("a tree");
        let time = begun.elapsed();
        drop(tree);
        time
    });
    let python = (extension == "json").then(|| python(&path)).flatten();
    let (theirs, ratio) = match python {
        Some(time) => (milliseconds(time), format!("{:.2}", ours.as_secs_f64() / time.as_secs_f64())),
        None => Default::default(),
    };
    let size = text.len() as f64 / 1e6;
    println!("| {what} | {size:.0} MB | {} | {theirs} | {ratio} |", milliseconds(ours));
}

fn milliseconds(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

fn median(mut measure: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| measure()).collect();
    times.sort();
    times[ROUNDS / 2]
}

/// The time of `json.load` in Python, if there is Python.
fn python(path: &Path) -> Option<Duration> {
    const PROGRAM: &str = "import json, sys, time
times = []
for _ in range(3):
    begun = time.perf_counter()
    json.load(open(sys.argv[1]))
    times.append(time.perf_counter() - begun)
print(sorted(times)[1])";
    let output = Command::new("python3").arg("-c").arg(PROGRAM).arg(path).output().ok()?;
    let seconds: f64 = String::from_utf8(output.stdout).ok()?.trim().parse().ok()?;
    Some(Duration::from_secs_f64(seconds))
}

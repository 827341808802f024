//! The time to read a tree of 1,398,101 nodes: branching 4, depth 10, values below 1000.

use std::fmt::Write;

use plyscope::progress::Progress;
use plyscope::tree::Tree;
use plyscope::tree::file::{Format, parse};

fn main() {
    divan::main();
}

/// The full tree as text, in the brackets of the format.
fn text(open: char, close: char, separator: char) -> String {
    const LEVELS: u32 = 10;
    let mut text = String::new();
    let mut state = 1_u64;
    for leaf in 0..4_u64.pow(LEVELS) {
        // A leaf ends as many nodes as its number has trailing zeros in base four.
        let ends = (0..LEVELS).take_while(|&level| leaf % 4_u64.pow(level + 1) == 0).count();
        if leaf > 0 {
            text.extend(std::iter::repeat_n(close, ends));
            text.push(separator);
        }
        text.extend(std::iter::repeat_n(open, ends));
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let _ = write!(text, "{}", (state >> 33) % 1000);
    }
    text.extend(std::iter::repeat_n(close, LEVELS as usize));
    text
}

fn read(format: Format, text: &str) -> Tree {
    let tree = parse(Some(format), text.as_bytes(), &Progress::new()).expect("the text is a tree");
    assert_eq!(tree.len(), 1_398_101);
    tree
}

#[divan::bench(sample_count = 10)]
fn json(bencher: divan::Bencher) {
    let text = text('[', ']', ',');
    bencher.bench(|| read(Format::JSON, &text));
}

#[divan::bench(sample_count = 10)]
fn notation(bencher: divan::Bencher) {
    let text = text('(', ')', ' ');
    bencher.bench(|| read(Format::BRACKETS, &text));
}

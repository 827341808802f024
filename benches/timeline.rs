//! The time to jump to a step of a long story, and the memory of a time line.
//!
//! Run with `cargo bench --bench timeline`.

use std::time::Instant;

use plyscope::draw::Reached;
use plyscope::generate::{Generator, Leaves, Ordering, Probability, Shape};
use plyscope::progress::Progress;
use plyscope::search::story::{Story, Timeline};
use plyscope::search::{Algorithm, Limits, tell};
use plyscope::tree::Tree;

/// The number of timed jumps.
const JUMPS: usize = 101;

fn main() {
    println!("{:<28}{:>14}{:>14}{:>16}{:>16}", "", "events", "line (ms)", "jump (ms)", "longest (ms)");
    for (name, algorithm, branching, depth) in [
        ("minimax, b=10 d=7", Algorithm::MINIMAX, 10, 7),
        ("alpha-beta, b=6 d=10", Algorithm::ALPHA_BETA, 6, 10),
        ("lazy alpha-beta, b=6 d=10", Algorithm::LAZY_ALPHA_BETA, 6, 10),
        ("NegaScout, b=6 d=10", Algorithm::NEGASCOUT, 6, 10),
    ] {
        row(name, algorithm, &tree(branching, depth));
    }
}

fn tree(branching: u32, depth: u32) -> Tree {
    let shape = Shape { branching, depth, min_branching: None, leaf_probability: Probability::default() };
    let generator = Generator::new(Leaves::Continuous, Ordering::Random, shape).expect("a law");
    generator.build(1, None, &Progress::new()).expect("a tree that fits in memory")
}

fn row(name: &str, algorithm: Algorithm, tree: &Tree) {
    let mut story = Story::new();
    tell(algorithm, tree, Limits::default(), &mut story);
    let start = Instant::now();
    let timeline = Timeline::new(tree, &story, &Progress::new()).expect("not cancelled");
    let line = start.elapsed().as_secs_f64();
    let mut times: Vec<f64> = (0..JUMPS)
        .map(|jump| {
            let time = timeline.len() * ((jump * 37) % JUMPS) / JUMPS;
            let start = Instant::now();
            std::hint::black_box((timeline.at(tree, &story, time), Reached::new(tree, &timeline, time)));
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let [line, median, longest] = [line, times[JUMPS / 2], times[JUMPS - 1]].map(|seconds| seconds * 1e3);
    println!("{name:<28}{:>14}{line:>14.0}{median:>16.2}{longest:>16.2}", timeline.len());
}

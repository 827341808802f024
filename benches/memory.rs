//! The memory of a tree together with what the panes of a window keep of four searches: their records and their stories.
//!
//! Each size is measured in a separate process, because a peak cannot be reset. Run with `cargo bench -p plyscope-benches --bench memory`.

use std::process::Command;
use std::sync::Arc;

use plyscope::experiment::{self, Settings};
use plyscope::generate::{Generator, Leaves, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope::search::story::Story;
use plyscope::tree::Tree;

/// Branching factors and depths: 1,398,101 and 11,111,111 nodes.
const SIZES: [(u32, u32); 2] = [(4, 10), (10, 7)];

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::MINIMAX, Algorithm::LAZY_ALPHA_BETA, Algorithm::SELECTION_GK_ALPHA_BETA, Algorithm::LATTICE_PRUNING];

fn main() {
    if let Ok(size) = std::env::var("PLYSCOPE_MEMORY_OF") {
        let (branching, depth) = size.split_once(',').expect("two numbers");
        measure(branching, depth);
        return;
    }
    let program = std::env::current_exe().expect("this program");
    for (branching, depth) in SIZES {
        let size = format!("{branching},{depth}");
        let status = Command::new(&program).env("PLYSCOPE_MEMORY_OF", size).status().expect("this program runs");
        assert!(status.success());
    }
}

fn measure(branching: &str, depth: &str) {
    let before = resident();
    let tree = generate(branching, depth);
    println!("\nb={branching} d={depth}: {} nodes", tree.len());
    report("tree", before);
    let mut kept = Vec::new();
    for algorithm in ALGORITHMS {
        let before = resident();
        let mut story = Story::new();
        let measured = experiment::record_sharing(algorithm, &tree, Settings::default(), &mut story, &Progress::new());
        let (record, events) = (measured.record, story.len());
        kept.push((record, story));
        report(&format!("{algorithm}, {} visited, {events} events", measured.effort.counts.visited_nodes), before);
    }
    println!("  {:<60} {:>8.1} MiB peak", "all of it", status("VmHWM:"));
}

/// A full tree with values from 0 to 1.
fn generate(branching: &str, depth: &str) -> Arc<Tree> {
    let shape = Shape::full(branching.parse().expect("a number"), depth.parse().expect("a number"));
    let generator = Generator::new(Leaves::Continuous, Ordering::Random, shape).expect("a law");
    Arc::new(generator.build(1, None, &Progress::new()).expect("a tree"))
}

fn report(what: &str, before: f64) {
    println!("  {what:<60} {:>8.1} MiB more", resident() - before);
}

/// Resident memory in MiB.
fn resident() -> f64 {
    status("VmRSS:")
}

/// A field of the process's status in MiB; 0 if it is missing.
fn status(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).and_then(|line| line.split_whitespace().next());
    line.and_then(|kibibytes| kibibytes.parse::<f64>().ok()).map_or(0.0, |kibibytes| kibibytes / 1024.0)
}

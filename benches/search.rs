//! The time of each algorithm as a multiple of a hand-written alpha-beta over the bare array of the leaves, on full random trees.
//!
//! All are timed in turn, round by round, so that a machine that slows down affects all of them. The result is the
//! median over the rounds of the ratio within a round. Each algorithm is called a few times before it is timed, so that
//! it does not depend on what the one before left in the caches. Run with `cargo bench --bench search`, or for some of the lines
//! with their names: `cargo bench --bench search -- minimax "alpha-beta, events counted"`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use plyscope::search::catalogue::Revisits;
use plyscope::search::story::{Counter, Story, beside};
use plyscope::search::{Algorithm, Limits, Recorder, search, tell};
use plyscope::tree::{Builder, Tree, Value};

const ROUNDS: usize = 15;
/// Timed calls in a round, and untimed calls before them.
const CALLS: usize = 20;
const CALLS_BEFORE: usize = 3;

fn main() {
    // From now on the memory of a story stays with this process when it is freed, so that the first comparison is like the others.
    drop(black_box(vec![1_u8; 16 << 20]));
    for (branching, depth) in [(4, 10), (2, 20), (8, 7)] {
        let leaves: Vec<f64> = (0..u64::pow(branching, depth)).map(random).collect();
        let tree = Arc::new(full_tree(branching as usize, depth, &leaves));
        println!("\nb={branching} d={depth}: {} leaves, {} nodes", leaves.len(), tree.len());
        compare(branching as usize, depth, &leaves, &tree);
    }
}

fn compare(branching: usize, depth: u32, leaves: &[f64], shared: &Arc<Tree>) {
    let tree = &**shared;
    let reference = || {
        let value = alpha_beta(leaves, branching, depth, 0, f64::NEG_INFINITY, f64::INFINITY, true);
        black_box(value);
    };
    let mut contestants: Vec<(String, Box<dyn Fn() + '_>)> = Vec::new();
    let threshold = Algorithm::threshold(Value::new(0.5).expect("a finite number"));
    let once = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.entry().revisits != Revisits::Replays);
    for algorithm in once.chain([threshold]) {
        contestants.push((algorithm.id().into(), Box::new(move || unrecorded(algorithm, tree))));
    }
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING, Algorithm::LAZY_ALPHA_BETA] {
        let kept = move || {
            let mut story = Story::new();
            tell(algorithm, tree, Limits::default(), &mut story);
            black_box(story);
        };
        contestants.push((format!("{algorithm}, all events kept"), Box::new(kept)));
        let counted = move || {
            let mut counter = Counter::on_tree(algorithm, tree);
            tell(algorithm, tree, Limits::default(), &mut counter);
            black_box(counter.counts());
        };
        contestants.push((format!("{algorithm}, events counted"), Box::new(counted)));
        let recorded = move || drop(black_box(record(algorithm, shared)));
        contestants.push((format!("{algorithm}, recorded"), Box::new(recorded)));
        let finished = move || drop(black_box(record(algorithm, shared).finish()));
        contestants.push((format!("{algorithm}, recorded and finished"), Box::new(finished)));
        let two_threads = move || drop(black_box(record_beside(algorithm, shared).finish()));
        contestants.push((format!("{algorithm}, the same on two threads"), Box::new(two_threads)));
    }
    // Cargo passes a flag.
    let names: Vec<String> = std::env::args().skip(1).filter(|name| name != "--bench").collect();
    contestants.retain(|(name, _)| names.is_empty() || names.contains(name));
    let mut times = vec![Vec::new(); contestants.len()];
    let mut reference_times = Vec::new();
    for _ in 0..ROUNDS {
        let base = seconds(&reference);
        reference_times.push(base);
        for (times, (_, contestant)) in times.iter_mut().zip(&contestants) {
            times.push(seconds(contestant) / base);
        }
    }
    println!("  {:<44} {:>10.1} µs", "hand-written, over the array", median(reference_times) * 1e6);
    for (times, (name, _)) in times.into_iter().zip(&contestants) {
        println!("  {name:<44} {:>10.2} times", median(times));
    }
}

fn unrecorded(algorithm: Algorithm, tree: &Tree) {
    black_box(search(algorithm, tree, Limits::default()));
}

fn record(algorithm: Algorithm, tree: &Arc<Tree>) -> Recorder<'_> {
    let mut recorder = Recorder::sharing(tree);
    black_box(tell(algorithm, &**tree, Limits::default(), &mut recorder));
    recorder
}

fn record_beside(algorithm: Algorithm, tree: &Arc<Tree>) -> Recorder<'_> {
    let mut recorder = Recorder::sharing(tree);
    black_box(beside(&mut recorder, |recorder| tell(algorithm, &**tree, Limits::default(), recorder)));
    recorder
}

/// The time of a call in seconds, averaged over the calls of a round.
fn seconds(call: &dyn Fn()) -> f64 {
    (0..CALLS_BEFORE).for_each(|_| call());
    let start = Instant::now();
    (0..CALLS).for_each(|_| call());
    start.elapsed().as_secs_f64() / CALLS as f64
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The reference: alpha-beta written by hand for nothing but the leaves.
fn alpha_beta(
    leaves: &[f64],
    branching: usize,
    depth: u32,
    place: usize,
    mut alpha: f64,
    mut beta: f64,
    max: bool,
) -> f64 {
    if depth == 0 {
        return leaves[place];
    }
    let mut best = if max { f64::NEG_INFINITY } else { f64::INFINITY };
    for child in 0..branching {
        let value = alpha_beta(leaves, branching, depth - 1, place * branching + child, alpha, beta, !max);
        if max {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

fn full_tree(branching: usize, depth: u32, leaves: &[f64]) -> Tree {
    fn node(builder: &mut Builder, branching: usize, depth: u32, leaves: &mut std::slice::Iter<'_, f64>) {
        if depth == 0 {
            let value = leaves.next().and_then(|&leaf| Value::new(leaf));
            builder.leaf(value).expect("few nodes");
            return;
        }
        builder.open().expect("few nodes");
        for _ in 0..branching {
            node(builder, branching, depth - 1, leaves);
        }
        builder.close();
    }
    let mut builder = Builder::new();
    node(&mut builder, branching, depth, &mut leaves.iter());
    builder.build().expect("a tree")
}

/// A pseudo-random number from 0 to 1 that depends on the index only (SplitMix64).
fn random(place: u64) -> f64 {
    let mut z = place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

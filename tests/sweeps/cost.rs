//! The memory of a run: peak heap and peak call stack.

use plyscope::experiment::cost::{Repeats, memory_of, seconds_of};
use plyscope::generate::{Generator, Leaves, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits};
use plyscope::tree::Tree;

use crate::meter;

fn tree(branching: u32, depth: u32) -> Tree {
    let generator = Generator::new(Leaves::Continuous, Ordering::Random, Shape::full(branching, depth)).unwrap();
    generator.build(1, None, &Progress::new()).unwrap()
}

fn memory(algorithm: Algorithm, tree: &Tree) -> (u64, u64) {
    meter::install();
    let memory = memory_of(algorithm, tree, Limits::default().budget(1_000_000)).unwrap();
    (memory.heap.unwrap(), memory.stack)
}

#[test]
fn a_recursion_takes_stack_in_proportion_to_the_depth() {
    let [shallow, deep] = [100, 400].map(|depth| memory(Algorithm::ALPHA_BETA, &tree(1, depth)).1);
    let ratio = deep as f64 / shallow as f64;
    assert!((3.0..5.0).contains(&ratio), "{shallow} and {deep} bytes");
}

#[test]
fn stack_in_further_segments_is_counted() {
    let [large, small] = [1 << 30, 2 << 20].map(|stack| {
        let work = || memory(Algorithm::ALPHA_BETA, &tree(1, 200_000)).1;
        std::thread::Builder::new().stack_size(stack).spawn(work).unwrap().join().unwrap()
    });
    assert!(small > 20 << 20, "more than a segment: {small} bytes");
    assert!((large as f64 / small as f64 - 1.0).abs() < 0.05, "{large} bytes in one segment, {small} in several");
}

#[test]
fn the_loop_takes_heap_instead_of_stack() {
    let [shallow, deep] = [10, 10_000].map(|depth| memory(Algorithm::TAIL_RECURSIVE_ALPHA_BETA, &tree(1, depth)));
    assert!(deep.1 < shallow.1 + 1000, "{} and {} bytes of stack", shallow.1, deep.1);
    assert!(deep.0 > 10_000 * 32, "{} bytes of heap", deep.0);
    assert_eq!(memory(Algorithm::ALPHA_BETA, &tree(3, 6)).0, 0, "the recursion takes no heap");
}

#[test]
fn heap_is_that_of_the_run_only() {
    let ballast = vec![0_u8; 10 << 20];
    let tree = tree(4, 6);
    let alone = memory(Algorithm::LAZY_ALPHA_BETA, &tree).0;
    assert!((1..100_000).contains(&alone), "{alone}");
    // Another thread allocates memory meanwhile.
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                std::hint::black_box(vec![1_u8; 1 << 20]);
            }
        });
        assert_eq!(memory(Algorithm::LAZY_ALPHA_BETA, &tree).0, alone);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    drop(ballast);
}

#[test]
fn a_cancelled_run_has_neither_time_nor_memory() {
    let progress = Progress::new();
    progress.cancel();
    let limits = Limits::new(&progress);
    assert!(memory_of(Algorithm::ALPHA_BETA, &tree(3, 3), limits).is_none());
    assert!(seconds_of(Algorithm::ALPHA_BETA, &tree(3, 3), limits, Repeats::Times(3)).is_none());
}

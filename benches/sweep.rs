//! The time to count 1,000 random trees with alpha-beta, on one core and on two. Run with `cargo bench --bench sweep`.
//!
//! All are timed in turn, round by round, so that a machine that slows down affects all of them; the results are medians. For comparison
//! with the sweep on two cores, two sweeps of half the size run independently, which shows how fast the second core can be.

use std::time::Instant;

use plyscope::experiment::sweep::{Results, Spec, Sweep};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use rayon::ThreadPoolBuilder;

const ROUNDS: usize = 31;

fn main() {
    let [whole, half] = [1000, 500].map(sweep);
    let [one, other, two] =
        [1, 1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start"));
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let alone = seconds(|| drop(one.install(|| run(&whole))));
        let on_two = seconds(|| drop(two.install(|| run(&whole))));
        let apart = seconds(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| one.install(|| run(&half)));
                other.install(|| run(&half));
            });
        });
        rounds.push([alone, alone / on_two, alone / apart]);
    }
    let median = |column: usize| {
        let mut numbers: Vec<f64> = rounds.iter().map(|round| round[column]).collect();
        numbers.sort_by(f64::total_cmp);
        numbers[ROUNDS / 2]
    };
    let evaluations: u64 = run(&whole).runs().map(|run| run.effort.counts.evaluations).sum();
    println!("1,000 trees, b = 4, d = 6, alpha-beta: {evaluations} evaluations");
    println!("  one core                     {:>8.1} ms", median(0) * 1e3);
    println!("  two cores                    {:>8.2} times as fast", median(1));
    println!("  two independent halves     {:>8.2} times as fast", median(2));
}

fn sweep(trees: u32) -> Sweep {
    let spec = Spec { algorithm: vec![Algorithm::ALPHA_BETA], trees, ..Spec::new(4.into(), 6.into()) };
    spec.sweep().expect("the sweep can be run")
}

fn run(sweep: &Sweep) -> Results {
    let mut results = Results::default();
    sweep.run(&mut results, &Progress::new(), &|_| {}).unwrap();
    results
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

//! The time to count 1,000 random trees with alpha-beta, on one core and on two. Run with `cargo bench -p plyscope-benches --bench sweep`.
//!
//! All are timed in turn, round by round, so that a machine that slows down affects all of them; the results are medians. For comparison
//! with the sweep on two cores, two sweeps of half the size run independently, which shows how fast the second core can be.

use std::time::Instant;

use plyscope::experiment::sweep::{Results, Spec, Sweep};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope_benches::{Table, median, two_digits};
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
    let median = |column: usize| median(rounds.iter().map(|round| round[column]).collect());
    let evaluations: u64 = run(&whole).runs().map(|run| run.effort.counts.evaluations).sum();
    let mut table =
        Table::new(["evaluations", "one core, ms", "two cores, times as fast", "two halves of it beside each other"]);
    let numbers =
        [evaluations.to_string(), format!("{:.1}", median(0) * 1e3), two_digits(median(1)), two_digits(median(2))];
    for (column, number) in numbers.into_iter().enumerate() {
        table.set("1,000 trees, b = 4, d = 6", column, number);
    }
    table.print();
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

//! How long it takes to count 1,000 random trees by alpha-beta, on one core and on two. Run with `cargo bench --bench sweep`.
//!
//! Both are timed in turn, round by round, so that a machine that slows down slows both; the figures are medians.

use std::time::Instant;

use plyscope::experiment::sweep::{Results, Spec, Sweep};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use rayon::{ThreadPool, ThreadPoolBuilder};

const ROUNDS: usize = 31;

fn main() {
    let spec = Spec::new(4.into(), 6.into());
    let spec = Spec { algorithm: vec![Algorithm::AlphaBeta], trees: 1000, ..spec };
    let sweep = spec.sweep().expect("the sweep can be run");
    let [one, two] =
        [1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start"));
    let mut times: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (seconds(&sweep, &one), seconds(&sweep, &two))).collect();
    let mut ratios: Vec<f64> = times.iter().map(|(one, two)| one / two).collect();
    ratios.sort_by(f64::total_cmp);
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (evaluations, runs) = evaluations(&sweep);
    println!("{runs} trees, b = 4, d = 6, alpha-beta: {evaluations} evaluations");
    println!("  one core   {:>8.1} ms (shortest {:.1} ms)", times[ROUNDS / 2].0 * 1e3, times[0].0 * 1e3);
    println!("  two cores  {:>8.2} times as fast (at most {:.2})", ratios[ROUNDS / 2], ratios[ROUNDS - 1]);
}

fn run(sweep: &Sweep) -> Results {
    let mut results = Results::default();
    sweep.run(&mut results, &Progress::new(), &|_| {});
    results
}

fn seconds(sweep: &Sweep, threads: &ThreadPool) -> f64 {
    let start = Instant::now();
    threads.install(|| run(sweep));
    start.elapsed().as_secs_f64()
}

fn evaluations(sweep: &Sweep) -> (u64, usize) {
    let results = run(sweep);
    (results.runs().map(|run| run.counts.evaluations).sum(), results.runs().len())
}

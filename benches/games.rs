//! The speed of searching games without building their trees. Each line has the number of evaluated leaves and the time per leaf.
//!
//! Run with `cargo bench --bench games`. Times are medians over the rounds, because the machine may be busy with other work.

use std::hint::black_box;
use std::time::Instant;

use plyscope::experiment::Runnable;
use plyscope::game::{Chess, ConnectFour, Erased, Nim, Shaped, TicTacToe};
use plyscope::generate::{Generator, Ordering, Shape};
use plyscope::search::{Algorithm, Limits};

const ROUNDS: usize = 7;
const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING, Algorithm::LAZY_ALPHA_BETA, Algorithm::SELECTION_GK_ALPHA_BETA];

fn main() {
    for (leaves, branching, depth) in [("continuous", 4, 12), ("integers:10", 4, 12), ("growth", 4, 12)] {
        let law = leaves.parse().expect("a law of leaves");
        let generator = Generator::new(law, Ordering::Random, Shape::full(branching, depth)).expect("a law of trees");
        match generator.independent_tree(1) {
            Some(tree) => compare(&generator.to_string(), &tree),
            None => compare(&generator.to_string(), &generator.tree(1)),
        }
    }
    compare("Tic-tac-toe, 9 moves deep", &Erased::new(Shaped::to_depth(9, &TicTacToe::default())));
    compare("Connect Four, 10 moves deep", &Erased::new(Shaped::to_depth(10, &ConnectFour::default())));
    compare("Chess, 5 moves deep", &Erased::new(Shaped::to_depth(5, &Chess::default())));
    compare("Nim 3,4,5, 12 moves deep", &Erased::new(Shaped::to_depth(12, &Nim::default())));
}

fn compare(title: &str, game: &dyn Runnable) {
    println!("\n{title}");
    for algorithm in ALGORITHMS {
        let mut leaves = 0;
        let mut times: Vec<f64> = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                leaves = evaluations(algorithm, game);
                start.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let median = times[ROUNDS / 2];
        let (milliseconds, nanoseconds) = (median * 1e3, median * 1e9 / leaves as f64);
        println!("  {:<24} {leaves:>10} leaves {milliseconds:>10.2} ms {nanoseconds:>8.1} ns per leaf", algorithm.id());
    }
}

fn evaluations(algorithm: Algorithm, game: &dyn Runnable) -> u64 {
    black_box(game.search(algorithm, Limits::default())).evaluations
}

//! The time of each algorithm on each game, as a multiple of a hand-written search by value over the same moves.
//!
//! The hand-written searches are generic over the game and compiled for it: nothing is counted, reported or erased. All are timed
//! in turn, round by round; the result is the median of the ratios within a round. Run with `cargo bench --bench games`, or for
//! some of the lines with parts of their names: `cargo bench --bench games -- chess selection`.

use std::hint::black_box;
use std::time::Instant;

use plyscope::experiment::Runnable;
use plyscope::game::{AnyPlayable, Chess, ConnectFour, Game, Nim, PlayableGame, Shaped, Stages, TicTacToe};
use plyscope::search::alpha_beta::TextbookAlphaBeta;
use plyscope::search::catalogue::{LeafClass, Revisits};
use plyscope::search::lattice::Minimax;
use plyscope::search::{Algorithm, Limits, Setting, search_as};
use plyscope::tree::Player;

const ROUNDS: usize = 9;
/// Each call in a round is repeated for about so long.
const SECONDS: f64 = 0.02;

fn main() {
    compare("Tic-tac-toe", &TicTacToe::default(), [9, 9, 5]);
    compare("Connect Four", &ConnectFour::default(), [10, 7, 4]);
    compare("Chess", &Chess::default(), [5, 4, 2]);
    compare("Nim 3,4,5", &Nim::default(), [12, 8, 4]);
}

/// Compares all algorithms on a game: to the first depth those that prune, to the second those that visit all nodes, and to the third
/// those that replay.
fn compare<G: PlayableGame>(title: &str, game: &G, depths: [u32; 3]) {
    let names: Vec<String> = std::env::args().skip(1).filter(|name| name != "--bench").collect();
    let is_named = |algorithm: &Algorithm| {
        let line = format!("{title} {}", algorithm.id()).to_lowercase();
        names.iter().all(|name| line.contains(&name.to_lowercase()))
    };
    let depth_of = |algorithm: &Algorithm| match algorithm.entry() {
        entry if entry.revisits == Revisits::Replays => depths[2],
        entry if entry.leaves == LeafClass::All => depths[1],
        _ => depths[0],
    };
    for prunes in [true, false] {
        for depth in depths {
            let is_here = |algorithm: &Algorithm| {
                (algorithm.entry().leaves != LeafClass::All) == prunes
                    && depth_of(algorithm) == depth
                    && is_named(algorithm)
            };
            let algorithms: Vec<Algorithm> = Algorithm::ALL.into_iter().filter(is_here).collect();
            if !algorithms.is_empty() {
                compare_at(title, game, depth, prunes, &algorithms);
            }
            if depths[0] == depths[1] {
                break;
            }
        }
    }
}

fn compare_at<G: PlayableGame>(title: &str, game: &G, depth: u32, prunes: bool, algorithms: &[Algorithm]) {
    let erased = game.searched(Stages::to_depth(depth));
    let hand = || if prunes { alpha_beta_by_hand(game, depth) } else { minimax_by_hand(game, depth) };
    let hand_leaves = hand();
    let leaves = |algorithm| evaluations(algorithm, &erased);
    let counts: Vec<u64> = algorithms.iter().map(|&algorithm| leaves(algorithm)).collect();
    let shaped = Shaped::to_depth(depth, game);
    let compiled = || {
        let limits = Limits::default();
        let report = if prunes {
            search_as::<TextbookAlphaBeta, _>(&shaped, Setting::Nothing, limits)
        } else {
            search_as::<Minimax, _>(&shaped, Setting::Nothing, limits)
        };
        black_box(report).evaluations
    };
    let (mut by_hand, mut times, mut compiled_times) = (Vec::new(), vec![Vec::new(); algorithms.len()], Vec::new());
    for _ in 0..ROUNDS {
        let base = seconds(&hand);
        by_hand.push(base);
        compiled_times.push(seconds(&compiled) / base);
        for (times, &algorithm) in times.iter_mut().zip(algorithms) {
            times.push(seconds(&|| leaves(algorithm)) / base);
        }
    }
    let what = if prunes { "alpha-beta" } else { "minimax" };
    let base = median(by_hand);
    println!("\n{title}, {depth} deep");
    line(&format!("hand-written {what}"), base, hand_leaves, 1.0, 1.0);
    let ratio = median(compiled_times);
    line(&format!("{what}, compiled for the game"), base * ratio, hand_leaves, ratio, ratio);
    for ((times, leaves), algorithm) in times.into_iter().zip(counts).zip(algorithms) {
        let ratio = median(times);
        let each = ratio * hand_leaves as f64 / leaves as f64;
        line(algorithm.id(), base * ratio, leaves, ratio, each);
    }
}

fn line(name: &str, seconds: f64, leaves: u64, ratio: f64, each: f64) {
    let (milliseconds, nanoseconds) = (seconds * 1e3, seconds * 1e9 / leaves as f64);
    println!(
        "  {name:<36} {leaves:>10} leaves {milliseconds:>9.2} ms {nanoseconds:>7.1} ns a leaf {ratio:>6.2} times, {each:.2} a leaf"
    );
}

fn evaluations(algorithm: Algorithm, game: &dyn Runnable) -> u64 {
    black_box(game.search(algorithm, Limits::default())).evaluations
}

/// The time of a call in seconds, averaged over some calls.
fn seconds(call: &dyn Fn() -> u64) -> f64 {
    let start = Instant::now();
    let mut calls = 0;
    while calls == 0 || start.elapsed().as_secs_f64() < SECONDS {
        black_box(call());
        calls += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Alpha-beta by value, compiled for a game; returns the number of leaves.
fn alpha_beta_by_hand<G: Game>(game: &G, depth: u32) -> u64 {
    let mut leaves = 0;
    black_box(alpha_beta(game, &game.root(), depth, f64::NEG_INFINITY, f64::INFINITY, &mut leaves));
    leaves
}

fn alpha_beta<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    mut alpha: f64,
    mut beta: f64,
    leaves: &mut u64,
) -> f64 {
    let mut children = (depth > 0).then(|| game.moves(position)).into_iter().flatten();
    let Some(first) = children.next() else { return leaf(game, position, leaves) };
    let mut best = alpha_beta(game, &first, depth - 1, alpha, beta, leaves);
    let is_max = game.player(position) == Player::Max;
    for child in children {
        if is_max {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
        let value = alpha_beta(game, &child, depth - 1, alpha, beta, leaves);
        best = if is_max { best.max(value) } else { best.min(value) };
    }
    best
}

/// Minimax by value, compiled for a game; returns the number of leaves.
fn minimax_by_hand<G: Game>(game: &G, depth: u32) -> u64 {
    let mut leaves = 0;
    black_box(minimax(game, &game.root(), depth, &mut leaves));
    leaves
}

fn minimax<G: Game>(game: &G, position: &G::Position, depth: u32, leaves: &mut u64) -> f64 {
    let mut children = (depth > 0).then(|| game.moves(position)).into_iter().flatten();
    let Some(first) = children.next() else { return leaf(game, position, leaves) };
    let mut best = minimax(game, &first, depth - 1, leaves);
    let is_max = game.player(position) == Player::Max;
    for child in children {
        let value = minimax(game, &child, depth - 1, leaves);
        best = if is_max { best.max(value) } else { best.min(value) };
    }
    best
}

fn leaf<G: Game>(game: &G, position: &G::Position, leaves: &mut u64) -> f64 {
    *leaves += 1;
    game.static_value(position).expect("every position has a value").get()
}

//! The time of the searches of trees with chance nodes, as a multiple of hand-written ones over the same tree in memory: MAX, chance, MIN,
//! chance … with equally likely outcomes, and leaves drawn from 0 to 1.
//!
//! Run with `cargo bench -p plyscope-benches --bench chance`.

use std::hint::black_box;

use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::{Builder, NodeId, Player, Role, Tree, Value};
use plyscope_benches::{Care, Contestant, Table, compare, two_digits};

const SHAPES: [(usize, u32); 3] = [(2, 16), (3, 10), (4, 8)];
const BOUNDS: [f64; 2] = [0.0, 1.0];

fn main() {
    let mut table = Table::new(SHAPES.map(|(branching, depth)| format!("b = {branching}, d = {depth}")));
    for (column, (branching, depth)) in SHAPES.into_iter().enumerate() {
        let tree = tree(branching, depth);
        let limits = Limits::default().bounds(BOUNDS.map(|end| Value::new(end).expect("finite")));
        let evaluations = |algorithm| search(algorithm, black_box(&tree), limits).evaluations;
        let pairs = [
            ("expectiminimax", Algorithm::EXPECTIMINIMAX, by_hand(&tree, &expectation)),
            ("star1", Algorithm::STAR1, by_hand(&tree, &star1)),
        ];
        for (id, algorithm, hand) in pairs {
            let hand = Contestant::new(format!("hand-written {id}"), hand);
            for line in compare(Care::GREAT, &[hand, Contestant::new(id, move || evaluations(algorithm))]) {
                let is_base = line.name.starts_with("hand");
                let (name, number) = if is_base {
                    (format!("{}, µs", line.name), line.nanoseconds / 1e3)
                } else {
                    (line.name, line.ratio)
                };
                table.set(&name, column, two_digits(number));
            }
        }
        let fold = search(Algorithm::EXPECTIMINIMAX, &tree, limits).evaluations as f64;
        for algorithm in [Algorithm::STAR1, Algorithm::STAR2] {
            let share = search(algorithm, &tree, limits).evaluations as f64 / fold;
            table.set(&format!("evaluations of {}, share of all", algorithm.id()), column, two_digits(share));
        }
    }
    table.print();
}

/// A random tree whose levels belong to MAX, chance, MIN, chance and so on.
fn tree(branching: usize, depth: u32) -> Tree {
    let (mut builder, mut state) = (Builder::new(), 0x9E37_79B9_7F4A_7C15_u64);
    grow(&mut builder, branching, depth, 0, &mut state);
    builder.build().expect("one root")
}

fn grow(builder: &mut Builder, branching: usize, left: u32, level: u32, state: &mut u64) {
    if left == 0 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        let number = (*state >> 11) as f64 / (1_u64 << 53) as f64;
        builder.leaf(Value::new(number)).expect("there is room");
        return;
    }
    let node = builder.open().expect("there is room");
    if level % 2 == 1 {
        builder.set_role(node, Role::Chance);
    }
    for _ in 0..branching {
        grow(builder, branching, left - 1, level + 1, state);
    }
    builder.close();
}

/// A search by hand, which counts its evaluations.
fn by_hand<'t>(tree: &'t Tree, search: &'t dyn Fn(&Tree, &mut u64) -> f64) -> impl Fn() -> u64 + 't {
    move || {
        let mut evaluations = 0;
        black_box(search(black_box(tree), &mut evaluations));
        evaluations
    }
}

fn leaf(tree: &Tree, node: NodeId, evaluations: &mut u64) -> f64 {
    *evaluations += 1;
    tree.value(node).map_or(0.0, Value::get)
}

fn expectation(tree: &Tree, evaluations: &mut u64) -> f64 {
    expectation_of(tree, NodeId::ROOT, evaluations)
}

fn expectation_of(tree: &Tree, node: NodeId, evaluations: &mut u64) -> f64 {
    if tree.is_leaf(node) {
        return leaf(tree, node, evaluations);
    }
    if tree.is_chance(node) {
        let mut sum = 0.0;
        for (child, probability) in tree.children(node).zip(tree.probabilities(node)) {
            sum += probability.get() * expectation_of(tree, child, evaluations);
        }
        return sum;
    }
    let is_max = tree.player(node) == Player::Max;
    let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
    for child in tree.children(node) {
        let value = expectation_of(tree, child, evaluations);
        best = if is_max { best.max(value) } else { best.min(value) };
    }
    best
}

fn star1(tree: &Tree, evaluations: &mut u64) -> f64 {
    star1_of(tree, NodeId::ROOT, f64::NEG_INFINITY, f64::INFINITY, evaluations)
}

fn star1_of(tree: &Tree, node: NodeId, mut alpha: f64, mut beta: f64, evaluations: &mut u64) -> f64 {
    if tree.is_leaf(node) {
        return leaf(tree, node, evaluations);
    }
    if tree.is_chance(node) {
        return lottery(tree, node, alpha, beta, evaluations);
    }
    let is_max = tree.player(node) == Player::Max;
    let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
    for child in tree.children(node) {
        let value = star1_of(tree, child, alpha, beta, evaluations);
        if is_max {
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

/// Star1 at a chance node. In this tree the outcomes are equally likely, so the sums need no list.
fn lottery(tree: &Tree, node: NodeId, alpha: f64, beta: f64, evaluations: &mut u64) -> f64 {
    let [least, most] = BOUNDS;
    let all = tree.probabilities(node);
    let (mut low, mut high, mut rest) = (0.0, 0.0, 1.0);
    for (child, probability) in tree.children(node).zip(all) {
        let probability = probability.get();
        rest -= probability;
        let below = ((alpha - high - rest * most) / probability).max(least);
        let above = ((beta - low - rest * least) / probability).min(most);
        let value = star1_of(tree, child, below, above, evaluations);
        let (is_low, is_high) = (value > below || below == least, value < above || above == most);
        low += probability * if is_low { value.max(least) } else { least };
        high += probability * if is_high { value.min(most) } else { most };
        if high + rest * most <= alpha {
            return high + rest * most;
        }
        if low + rest * least >= beta {
            return low + rest * least;
        }
    }
    low
}

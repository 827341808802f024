//! Searches of full random trees in memory, and a hand-written alpha-beta over the bare array of the leaves.

use std::hint::black_box;
use std::sync::Arc;

use plyscope::search::catalogue::Revisits;
use plyscope::search::story::{Counter, Story, beside};
use plyscope::search::{Algorithm, Limits, Recorder, search, tell};
use plyscope::tree::{Builder, Tree, Value};

use crate::{Care, Compared, Contestant, compare};

/// A full tree of random leaves, and its leaves in an array.
pub struct RandomTree {
    branching: usize,
    depth: u32,
    leaves: Vec<f64>,
    tree: Arc<Tree>,
}

impl RandomTree {
    /// The tree of a shape.
    pub fn new(branching: usize, depth: u32) -> RandomTree {
        let leaves: Vec<f64> = (0..branching.pow(depth) as u64).map(random).collect();
        let tree = Arc::new(full_tree(branching, depth, &leaves));
        RandomTree { branching, depth, leaves, tree }
    }

    /// Compares the algorithms that do not replay, and with `stories` also what becomes of their events.
    pub fn compare(&self, care: Care, stories: bool, is_chosen: impl Fn(&str) -> bool) -> Vec<Compared> {
        let by_hand = || {
            let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
            let value = alpha_beta(black_box(&self.leaves), self.branching, self.depth, 0, low, high, true);
            black_box(value);
            1
        };
        let mut contestants = vec![Contestant::new("hand-written alpha-beta over an array", by_hand)];
        let without_deep_cutoffs = || {
            black_box(f1(black_box(&self.leaves), self.branching, self.depth, 0, None, true));
            1
        };
        contestants.push(Contestant::new("the same loop without deep cutoffs", without_deep_cutoffs));
        let threshold = Algorithm::threshold(Value::new(0.5).unwrap_or_default());
        let once = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.entry().revisits != Revisits::Replays);
        for algorithm in once.chain([threshold]) {
            contestants.push(Contestant::new(format!("`{}`", algorithm.id()), move || self.bare(algorithm)));
        }
        if stories {
            for algorithm in [Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING, Algorithm::LAZY_ALPHA_BETA] {
                contestants.extend(self.stories(algorithm));
            }
        }
        contestants.retain(|contestant| contestant.name.starts_with("hand") || is_chosen(&contestant.name));
        compare(care, &contestants)
    }

    fn stories(&self, algorithm: Algorithm) -> [Contestant<'_>; 5] {
        let named = |what: &str| format!("`{}`, {what}", algorithm.id());
        let kept = move || {
            let mut story = Story::new();
            tell(algorithm, &*self.tree, Limits::default(), &mut story);
            black_box(story);
            1
        };
        let counted = move || {
            let mut counter = Counter::on_tree(algorithm, &self.tree);
            tell(algorithm, &*self.tree, Limits::default(), &mut counter);
            black_box(counter.counts());
            1
        };
        let recorded = move || {
            drop(black_box(self.record(algorithm)));
            1
        };
        let finished = move || {
            drop(black_box(self.record(algorithm).finish()));
            1
        };
        let two_threads = move || {
            drop(black_box(self.record_beside(algorithm).finish()));
            1
        };
        [
            Contestant::new(named("all events kept"), kept),
            Contestant::new(named("events counted"), counted),
            Contestant::new(named("recorded"), recorded),
            Contestant::new(named("with a finished record"), finished),
            Contestant::new(named("the same on two threads"), two_threads),
        ]
    }

    fn bare(&self, algorithm: Algorithm) -> u64 {
        black_box(search(algorithm, &*self.tree, Limits::default()));
        1
    }

    fn record(&self, algorithm: Algorithm) -> Recorder<'_> {
        let mut recorder = Recorder::sharing(&self.tree);
        black_box(tell(algorithm, &*self.tree, Limits::default(), &mut recorder));
        recorder
    }

    fn record_beside(&self, algorithm: Algorithm) -> Recorder<'_> {
        let mut recorder = Recorder::sharing(&self.tree);
        black_box(beside(&mut recorder, |recorder| tell(algorithm, &*self.tree, Limits::default(), recorder)));
        recorder
    }
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

/// The same without deep cutoffs (Knuth & Moore's F1), which visits the nodes of Hughes' program: a node knows only the bound of its
/// parent.
fn f1(leaves: &[f64], branching: usize, depth: u32, place: usize, bound: Option<f64>, max: bool) -> f64 {
    if depth == 0 {
        return leaves[place];
    }
    let mut best = f1(leaves, branching, depth - 1, place * branching, None, !max);
    for child in 1..branching {
        if bound.is_some_and(|bound| if max { best >= bound } else { best <= bound }) {
            break;
        }
        let value = f1(leaves, branching, depth - 1, place * branching + child, Some(best), !max);
        best = if max { best.max(value) } else { best.min(value) };
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

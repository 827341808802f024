//! Random trees: they have their documented distributions, and a seed gives the same tree everywhere and in every version.

use std::collections::HashSet;
use std::ffi::OsString;

use plyscope::command::Arguments;
use plyscope::game::Game;
use plyscope::generate::{GenerateError, Generator, Leaves, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Counter, Counts, Limits, Searchable, tell};
use plyscope::tree::{NodeId, Tree, file};

use crate::chance::{self, value};
use crate::running::irregular;

const LEAVES: &str =
    "continuous integers:10 permutation two-valued two-valued:0.25 growth growth:-1..6 n-game dependent integers:1";

fn generator(leaves: &str, ordering: &str, shape: Shape) -> Generator {
    Generator::new(leaves.parse().unwrap(), ordering.parse().unwrap(), shape).unwrap()
}

fn random(leaves: &str, branching: u32, depth: u32) -> Generator {
    generator(leaves, "random", Shape::full(branching, depth))
}

pub(crate) fn build(generator: &Generator, seed: u64) -> Tree {
    generator.build(seed, None, &Progress::new()).unwrap()
}

fn leaves(tree: &Tree) -> Vec<f64> {
    (0..tree.leaf_count()).map(|slot| tree.value(tree.leaf(slot)).unwrap().get()).collect()
}

fn counts_within(algorithm: Algorithm, game: &impl Searchable, limits: Limits<'_>) -> Counts {
    let mut counter = Counter::new(algorithm);
    tell(algorithm, game, limits, &mut counter);
    counter.counts()
}

fn counts(algorithm: Algorithm, game: &impl Searchable) -> Counts {
    counts_within(algorithm, game, Limits::default())
}

/// The tree that a command line writes.
pub(crate) fn written(command: &str) -> Tree {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tree.json");
    let words = command.split(' ').map(OsString::from).chain(["--output".into(), path.clone().into()]);
    Arguments::read(words).unwrap().command.unwrap().run().unwrap();
    file::open(&path, &Progress::new()).unwrap()
}

/// Every distribution with a full shape and, if possible, an irregular one.
fn generators() -> Vec<Generator> {
    let full = Shape::full(3, 5);
    let mut all: Vec<Generator> = LEAVES.split(' ').map(|leaves| generator(leaves, "random", full)).collect();
    for leaves in LEAVES.split(' ').filter(|leaves| !["permutation", "two-valued"].contains(leaves)) {
        all.push(generator(leaves, "random", irregular(4, 6)));
    }
    for ordering in ["best-first", "best-first:0.7", "worst-first"] {
        all.extend(["continuous", "integers:4", "two-valued"].map(|leaves| generator(leaves, ordering, full)));
    }
    all
}

/// The same, and with chance nodes.
fn all() -> impl Iterator<Item = Generator> {
    generators().into_iter().chain(chance::generators())
}

#[test]
fn a_tree_is_the_same_in_memory_and_while_it_is_searched() {
    for generator in all() {
        let (tree, implicit) = (build(&generator, 7), generator.tree(7));
        let mut open = vec![(NodeId::ROOT, implicit.root())];
        while let Some((node, position)) = open.pop() {
            let chances = implicit.chances(&position);
            assert_eq!(tree.is_chance(node), chances.is_some(), "{generator}");
            assert_eq!(Game::player(&tree, &node), implicit.player(&position), "{generator}");
            assert_eq!(tree.value(node), implicit.static_value(&position));
            let (below, after): (Vec<_>, Vec<_>) = (tree.children(node).collect(), implicit.moves(&position).collect());
            assert_eq!(below.len(), after.len());
            if let Some(chances) = chances {
                let written: Vec<_> = (0..chances.len()).map(|index| chances.written(index).unwrap()).collect();
                assert_eq!(tree.probabilities(node), written);
            }
            open.extend(below.into_iter().zip(after));
        }
    }
}

#[test]
fn the_command_of_a_random_tree_writes_the_same_tree() {
    for generator in all() {
        let tree = generator.build(7, Some(1.5), &Progress::new()).unwrap();
        assert_eq!(written(tree.source()), tree, "{}", tree.source());
    }
    let best_first = generator("integers:9", "best-first:0.7", Shape::full(3, 4));
    let tree = build(&best_first, u64::MAX);
    assert_eq!(written(tree.source()), tree, "{}", tree.source());
}

/// FNV-1a over the shape and the values of a tree.
fn hash(tree: &Tree) -> u64 {
    let numbers = tree.nodes().flat_map(|node| {
        let value = tree.value(node).map_or(u64::MAX, |value| value.get().to_bits());
        [u64::from(tree.depth(node)), value]
    });
    numbers
        .flat_map(u64::to_le_bytes)
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[test]
fn a_seed_gives_the_same_tree_in_every_version() {
    let hashes =
        generators().iter().map(|generator| format!("{:016x}", hash(&build(generator, 2026)))).collect::<Vec<_>>();
    assert_eq!(hashes.join(" "), GOLDEN);
    let noisy = random("continuous", 3, 4).build(5, Some(0.25), &Progress::new()).unwrap();
    assert_eq!(hash(&noisy), GOLDEN_NOISE, "{:#018x}", hash(&noisy));
}

#[test]
fn other_seeds_and_sizes_give_other_trees() {
    let mut seen = HashSet::new();
    for seed in 0..50 {
        for (branching, depth) in [(2, 4), (2, 5), (3, 4)] {
            let tree = build(&random("continuous", branching, depth), seed);
            assert!(leaves(&tree).iter().all(|value| seen.insert(value.to_bits())), "a value is drawn twice");
        }
    }
}

#[test]
fn values_have_their_documented_distribution() {
    let share = |values: &[f64], holds: fn(f64) -> bool| {
        values.iter().filter(|&&value| holds(value)).count() as f64 / values.len() as f64
    };
    let near = |share: f64, expected: f64| assert!((share - expected).abs() < 0.02, "{share} instead of {expected}");
    let drawn = |law: &str| leaves(&build(&random(law, 5, 6), 1));

    for tenth in 0..10 {
        let within = drawn("continuous").iter().filter(|&&value| (value * 10.0).floor() == f64::from(tenth)).count();
        near(within as f64 / 15_625.0, 0.1);
        let equal = drawn("integers:10").iter().filter(|&&value| value == f64::from(tenth)).count();
        near(equal as f64 / 15_625.0, 0.1);
    }
    near(share(&drawn("two-valued:0.25"), |value| value == 1.0), 0.25);
    assert!(drawn("two-valued:0.25").iter().all(|&value| value == 0.0 || value == 1.0));
    let mean = drawn("growth").iter().sum::<f64>() / 15_625.0;
    assert!((mean - 3.0).abs() < 0.5 && drawn("growth").iter().all(|value| (0.0..6.0).contains(value)), "{mean}");
    let drawn_sums: HashSet<i64> = drawn("growth:-1..1").iter().map(|&value| value as i64).collect();
    assert!(drawn_sums.iter().all(|sum| (-6..=6).contains(sum)) && drawn_sums.len() > 8);
    assert!(drawn("n-game").iter().all(|&value| [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0].contains(&value)));
}

#[test]
fn a_permutation_has_every_number_once() {
    for (branching, depth) in [(1, 7), (2, 7), (3, 5), (10, 3)] {
        let mut values = leaves(&build(&random("permutation", branching, depth), 9));
        assert!(branching == 1 || !values.is_sorted());
        values.sort_unstable_by(f64::total_cmp);
        assert!(values.iter().zip(0..).all(|(&value, rank)| value == f64::from(rank)));
    }
}

#[test]
fn siblings_of_a_growth_tree_share_the_sum_of_their_parent() {
    let tree = build(&random("growth", 4, 4), 1);
    for parent in tree.nodes().filter(|&node| tree.depth(node) == 3) {
        let values: Vec<f64> = tree.children(parent).map(|leaf| tree.value(leaf).unwrap().get()).collect();
        assert!(values.iter().all(|value| (value - values[0]).abs() < 1.0), "{values:?}");
    }
}

#[test]
fn dependent_leaves_below_one_child_all_precede_those_below_another() {
    for shape in [Shape::full(3, 4), irregular(4, 6)] {
        let tree = build(&generator("dependent", "random", shape), 4);
        let values = leaves(&tree);
        assert_eq!(values.iter().map(|value| value.to_bits()).collect::<HashSet<_>>().len(), values.len());
        assert!(!values.is_sorted());
        for node in tree.nodes() {
            let mut ranges: Vec<(f64, f64)> = tree
                .children(node)
                .map(|child| &values[tree.slots(child)])
                .map(|below| {
                    (below.iter().copied().fold(f64::MAX, f64::min), below.iter().copied().fold(0.0, f64::max))
                })
                .collect();
            ranges.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0), "{ranges:?}");
        }
    }
    let tree = build(&random("dependent", 3, 4), 4);
    assert_eq!(leaves(&tree).into_iter().fold(0.0, f64::max), 80.0);
}

#[test]
fn on_worst_first_trees_less_is_cut_off_than_in_random_order() {
    for (branching, depth) in [(2, 8), (3, 6), (6, 4)] {
        for algorithm in [Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA] {
            let mean = |ordering| {
                let generator = generator("continuous", ordering, Shape::full(branching, depth));
                (0..40).map(|seed| counts(algorithm, &generator.tree(seed)).distinct_leaves as f64 / 40.0).sum::<f64>()
            };
            assert!(mean("worst-first") > 1.3 * mean("random"), "b = {branching}, d = {depth}, {algorithm}");
        }
    }
    let flat = generator("continuous", "worst-first", Shape::full(9, 2)).tree(1);
    assert_eq!(counts(Algorithm::ALPHA_BETA, &flat).distinct_leaves, 81, "with two levels nothing at all");
}

#[test]
fn the_best_child_comes_first_as_often_as_the_ordering_says() {
    for (ordering, expected) in
        [("best-first:0.3", 0.3), ("best-first:0.9", 0.9), ("random", 0.25), ("best-first:0", 0.0)]
    {
        let tree = build(&generator("continuous", ordering, Shape::full(4, 7)), 11);
        let inner = || tree.nodes().filter(|&node| !tree.is_leaf(node));
        let comes_first = |&node: &NodeId| value(&tree, node) == value(&tree, tree.child(node, 0).unwrap());
        let first = inner().filter(comes_first).count();
        let share = first as f64 / inner().count() as f64;
        assert!((share - expected).abs() < 0.02, "{ordering}: {share}");
    }
}

#[test]
fn a_tree_drawn_from_the_root_down_has_independent_leaves() {
    // With the best child first as often as by chance, the distribution is that of random order.
    for (leaf, other) in [(0, 1), (0, 4), (3, 26), (9, 25)] {
        let pairs: Vec<(f64, f64)> = (0..4000)
            .map(|seed| {
                let third = "best-first:0.3333333333333333";
                let values = leaves(&build(&generator("continuous", third, Shape::full(3, 3)), seed));
                (values[leaf], values[other])
            })
            .collect();
        let n = pairs.len() as f64;
        let mean = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / n;
        assert!((mean(|pair| pair.0) - 0.5).abs() < 0.02);
        let variance = mean(|pair| (pair.0 - 0.5) * (pair.0 - 0.5));
        assert!((variance - 1.0 / 12.0).abs() < 0.005, "{variance}");
        let covariance = mean(|pair| (pair.0 - 0.5) * (pair.1 - 0.5));
        assert!(covariance.abs() < 0.005, "leaves {leaf} and {other}: {covariance}");
        for tenth in 1..10 {
            let limit = f64::from(tenth) / 10.0;
            let below = pairs.iter().filter(|pair| pair.0 < limit).count() as f64 / n;
            assert!((below - limit).abs() < 0.03, "{below} below {limit}");
        }
    }
}

#[test]
fn the_critical_probability_makes_the_root_as_likely_won_as_a_leaf() {
    for (branching, depth) in [(2, 8), (2, 7), (3, 6), (3, 5)] {
        let generator = random("two-valued", branching, depth);
        let won = (0..400).filter(|&seed| value(&build(&generator, seed), NodeId::ROOT) == 1.0).count() as f64 / 400.0;
        let all = leaves(&build(&random("two-valued", branching, 8 + depth % 2), 1));
        let leaf = all.iter().sum::<f64>() / all.len() as f64;
        // At even depth the probability is that of a leaf; at odd depth the players are exchanged.
        let expected = if depth % 2 == 0 { leaf } else { 1.0 - leaf };
        assert!((won - expected).abs() < 0.1, "b = {branching}, d = {depth}: {won}, a leaf {leaf}");
    }
}

#[test]
fn irregular_trees_keep_within_their_shape() {
    let generator = generator("continuous", "random", irregular(4, 6));
    let mut child_counts = HashSet::new();
    let mut nodes = 0.0;
    for seed in 0..200 {
        let tree = build(&generator, seed);
        nodes += tree.len() as f64 / 200.0;
        assert!(tree.height() <= 6 && !tree.is_leaf(NodeId::ROOT));
        child_counts.extend(tree.nodes().map(|node| tree.children(node).count()));
    }
    assert_eq!(child_counts, HashSet::from([0, 1, 2, 3, 4]));
    let estimate = generator.estimate();
    assert!((nodes / estimate.nodes - 1.0).abs() < 0.1, "{nodes} instead of {}", estimate.nodes);
}

#[test]
fn an_estimate_of_a_full_tree_is_exact() {
    let generator = random("continuous", 3, 5);
    let (estimate, tree) = (generator.estimate(), build(&generator, 1));
    assert_eq!((estimate.nodes, estimate.leaves), (tree.len() as f64, tree.leaf_count() as f64));
}

#[test]
fn static_values_are_minimax_values_plus_noise() {
    let generator = random("continuous", 4, 6);
    let exact = generator.build(1, Some(0.0), &Progress::new()).unwrap();
    assert!(exact.nodes().all(|node| exact.value(node).unwrap().get() == value(&exact, node)));
    let blurred = generator.build(1, Some(0.5), &Progress::new()).unwrap();
    let of = |tree: &Tree, node| tree.value(node).unwrap().get();
    let inner = exact.nodes().filter(|&node| !exact.is_leaf(node));
    let noise: Vec<f64> = inner.map(|node| of(&blurred, node) - of(&exact, node)).collect();
    let deviation = (noise.iter().map(|x| x * x).sum::<f64>() / noise.len() as f64).sqrt();
    assert!((deviation - 0.5).abs() < 0.05, "{deviation}");
}

#[test]
fn trees_too_large_for_memory_are_searched_without_being_built() {
    let tree = generator("continuous", "best-first", Shape::full(2, 40)).tree(1);
    let within = counts_within(Algorithm::ALPHA_BETA, &tree, Limits::default().budget(10_000));
    assert_eq!(within.evaluations, 10_000);
    let chain = random("continuous", 1, 1_000_000).tree(1);
    assert_eq!(counts(Algorithm::ALPHA_BETA, &chain).visited_nodes, 1_000_001);
}

#[test]
fn contradictory_parameters_are_refused() {
    let new = |leaves: &str, ordering: &str, shape| {
        Generator::new(leaves.parse().unwrap(), ordering.parse().unwrap(), shape).unwrap_err().to_string()
    };
    assert!(new("continuous", "random", Shape::full(0, 3)).contains("branching"));
    assert!(new("continuous", "random", Shape::full(2, 2_000_000)).contains("depth"));
    assert!(new("growth", "best-first", Shape::full(2, 3)).contains("integers"));
    assert!(new("permutation", "random", irregular(3, 3)).contains("full tree"));
    assert!(new("continuous", "best-first", irregular(3, 3)).contains("full tree"));
    assert!(new("dependent", "random", Shape::full(2, 54)).contains("2^53"));
    assert!(new("permutation", "random", Shape::full(2, 54)).contains("2^53"));
    let fewest = Shape { min_branching: Some(4), ..Shape::full(3, 3) };
    assert!(new("continuous", "random", fewest).contains("smallest branching"));
}

#[test]
fn a_tree_too_large_for_memory_is_refused_before_it_is_built() {
    let too_large = random("continuous", 10, 9).build(1, None, &Progress::new()).unwrap_err();
    assert!(too_large.to_string().contains("1111111111 nodes"), "{too_large}");
    let progress = Progress::new();
    progress.cancel();
    let cancelled = random("continuous", 10, 7).build(1, None, &progress);
    assert_eq!(cancelled.unwrap_err(), GenerateError::Cancelled);
}

#[test]
fn distributions_read_back_as_they_print() {
    for text in LEAVES.split(' ') {
        assert_eq!(text.parse::<Leaves>().unwrap().to_string(), text);
    }
    for text in ["random", "best-first", "best-first:0.75", "worst-first"] {
        assert_eq!(text.parse::<Ordering>().unwrap().to_string(), text);
    }
    assert_eq!("best-first:1".parse::<Ordering>().unwrap().to_string(), "best-first");
    for text in
        ", integers, integers:0, integers:-1, two-valued:2, two-valued:nan, growth:6..1, growth:1, n-game:3".split(", ")
    {
        assert!(text.parse::<Leaves>().unwrap_err().to_string().contains("; expected continuous"), "{text}");
    }
    assert!("best-first:2".parse::<Ordering>().is_err());
}

/// The hashes of the trees of [`generators`] in their order.
const GOLDEN: &str = "ac1fc79f4556c998 5d53f70bc4158fe3 bec52216d68b60d3 6257dbc915cd7c2d a4a7958d17596064 7e15803a43ba0a47 e9a2cf7a124718c7 \
                      2531a404054813dc 7de61cafaddde72b 450e6c8d71d8691c d0da4f4cf2b8fd3b b74213920b1ae461 c83f89309fb646e1 39a0668a85847865 \
                      d7dccd78c40065cf 55a8d9022fecc8c4 8672efc1bbaa46a4 368b22bb9abf0f01 391499e5acb03771 8d11978872daa168 d4a52c1f93cad648 \
                      6456777422679fd7 ec05680ca2cc4dec 3fc01eeaccdebc14 df37b74adc8d867d e2625683a146c641 2eac35b44a569b71";
const GOLDEN_NOISE: u64 = 0x2BFD_DAD5_1944_FC73;

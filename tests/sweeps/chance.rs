//! Random trees with chance nodes, and sweeps over them.

use std::ffi::OsString;
use std::path::Path;

use plyscope::command::Arguments;
use plyscope::experiment::sweep::{Ending, Folder, RandomTrees, Spec, read_runs, read_spec};
use plyscope::generate::{Chance, Generator, Ordering, Probabilities, Probability, Shape};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::{NodeId, Role, Tree, Value};

use crate::generate::build;
use crate::running::{self, irregular, run, summarised};

const LEAVES: [&str; 8] =
    ["continuous", "integers:10", "permutation", "two-valued:0.25", "growth", "growth:-1..6", "n-game", "dependent"];
const CHANCES: [&str; 4] = ["every-other", "0.3", "0.7", "1"];
const PROBABILITIES: [Probabilities; 2] = [Probabilities::Equal, Probabilities::Random];

fn with(leaves: &str, shape: Shape, chance: &str, probabilities: Probabilities) -> Generator {
    let generator = Generator::new(leaves.parse().unwrap(), Ordering::Random, shape).unwrap();
    generator.with_chance(chance.parse().unwrap(), probabilities).unwrap()
}

pub(crate) fn generators() -> Vec<Generator> {
    let mut generators = Vec::new();
    for leaves in LEAVES {
        for chance in CHANCES {
            for probabilities in PROBABILITIES {
                generators.push(with(leaves, Shape::full(3, 4), chance, probabilities));
                if leaves != "permutation" {
                    generators.push(with(leaves, irregular(3, 5), chance, probabilities));
                }
            }
        }
    }
    generators
}

/// The value of a node by the definition, without a search.
pub(crate) fn value(tree: &Tree, node: NodeId) -> f64 {
    let values: Vec<f64> = tree.children(node).map(|child| value(tree, child)).collect();
    match tree.role(node) {
        _ if values.is_empty() => tree.value(node).unwrap().get(),
        Role::MAX => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Role::MIN => values.into_iter().fold(f64::INFINITY, f64::min),
        Role::Chance => {
            let probabilities = tree.probabilities(node);
            values.iter().zip(probabilities).map(|(value, probability)| value * probability.get()).sum()
        }
    }
}

fn depth(tree: &Tree, node: NodeId) -> usize {
    tree.path(node).len()
}

fn is_inner(tree: &Tree, node: NodeId) -> bool {
    tree.children(node).next().is_some()
}

#[test]
fn leaves_lie_in_the_known_range() {
    for generator in generators() {
        let [low, high] = generator.value_range().unwrap();
        for seed in 1..4 {
            let [least, most] = build(&generator, seed).leaf_range().unwrap();
            assert!(low <= least && most <= high, "{generator}: {least} to {most}, not {low} to {high}");
        }
    }
}

#[test]
fn the_value_of_a_random_tree_is_the_fold_over_max_min_and_the_mean() {
    for generator in generators() {
        let tree = build(&generator, 5);
        let expected = value(&tree, NodeId::ROOT);
        for algorithm in ["expectiminimax", "star1", "star2"] {
            let algorithm: Algorithm = algorithm.parse().unwrap();
            let found = search(algorithm, &generator.tree(5), Limits::default()).outcome.value().unwrap().get();
            assert!((found - expected).abs() < 1e-9, "{algorithm} on {generator}: {found}, not {expected}");
        }
    }
}

#[test]
fn static_values_without_noise_are_the_values() {
    for generator in generators() {
        let tree = generator.build(2, Some(0.0), &Progress::new()).unwrap();
        for node in tree.nodes() {
            let (found, expected) = (tree.value(node).unwrap().get(), value(&tree, node));
            assert!((found - expected).abs() < 1e-9, "{generator}: {found}, not {expected}");
        }
    }
}

#[test]
fn with_every_other_level_max_and_min_move_at_even_depth_in_turn() {
    for shape in [Shape::full(2, 7), irregular(3, 6)] {
        let tree = build(&with("continuous", shape, "every-other", Probabilities::Equal), 3);
        for node in tree.nodes().filter(|&node| is_inner(&tree, node)) {
            let expected = [Role::MAX, Role::Chance, Role::MIN, Role::Chance][depth(&tree, node) % 4];
            assert_eq!(tree.role(node), expected);
        }
    }
}

#[test]
fn a_share_of_chance_nodes_is_that_of_the_inner_nodes_below_the_root() {
    for share in [0.1, 0.5, 0.8] {
        let tree = build(&with("continuous", Shape::full(2, 13), &share.to_string(), Probabilities::Equal), 11);
        assert!(!tree.is_chance(NodeId::ROOT));
        let inner: Vec<NodeId> = tree.nodes().skip(1).filter(|&node| is_inner(&tree, node)).collect();
        let count = inner.iter().filter(|&&node| tree.is_chance(node)).count();
        let (mean, deviation) = (share * inner.len() as f64, (share * (1.0 - share) * inner.len() as f64).sqrt());
        assert!((count as f64 - mean).abs() < 4.0 * deviation, "{count} of {}", inner.len());
    }
    let all = build(&with("continuous", Shape::full(2, 5), "1", Probabilities::Equal), 1);
    assert!(all.nodes().skip(1).all(|node| all.is_chance(node) == is_inner(&all, node)));
}

#[test]
fn random_probabilities_are_small_fractions_that_add_up_to_1() {
    let tree = build(&with("continuous", irregular(5, 7), "0.5", Probabilities::Random), 1);
    let (mut seen, mut unequal) = ([0_u32; 7], 0);
    for node in tree.nodes().filter(|&node| tree.is_chance(node)) {
        let parts: Vec<(f64, f64)> = tree.probabilities(node).iter().map(|probability| probability.parts()).collect();
        let sum: f64 = parts.iter().map(|(numerator, _)| numerator).sum();
        assert!(parts.iter().all(|(_, denominator)| *denominator == sum), "{parts:?}");
        for (numerator, _) in &parts {
            seen[*numerator as usize] += 1;
        }
        unequal += u32::from(parts.iter().any(|part| *part != parts[0]));
    }
    assert!(seen[0] == 0 && seen[1..].iter().all(|&count| count > 0), "{seen:?}");
    assert!(unequal > 0);
}

#[test]
fn a_tree_without_chance_nodes_is_what_it_was() {
    let plain = Generator::new("integers:10".parse().unwrap(), Ordering::Random, Shape::full(3, 4)).unwrap();
    for none in ["none", "0"] {
        let generator = plain.with_chance(none.parse().unwrap(), Probabilities::Equal).unwrap();
        assert_eq!((generator, generator.has_chance()), (plain, false));
    }
    let zero = Chance::Share(Probability::default());
    assert_eq!(plain.with_chance(zero, Probabilities::Equal).unwrap(), plain);
    // Leaves that do not depend on who moves are the same.
    let chancy = plain.with_chance(Chance::EveryOther, Probabilities::Random).unwrap();
    let leaves = |tree: &Tree| (0..tree.leaf_count()).map(|slot| tree.value(tree.leaf(slot))).collect::<Vec<_>>();
    assert_eq!(leaves(&build(&plain, 4)), leaves(&build(&chancy, 4)));
    assert!(plain.independent_tree(4).is_some() && chancy.independent_tree(4).is_none());
}

#[test]
fn what_does_not_go_with_chance_nodes_is_refused_in_a_sentence() {
    let refused = |leaves: &str, ordering: &str, chance: &str, probabilities| {
        let generator = Generator::new(leaves.parse().unwrap(), ordering.parse().unwrap(), Shape::full(2, 3)).unwrap();
        generator.with_chance(chance.parse().unwrap(), probabilities).unwrap_err().to_string()
    };
    assert!(refused("continuous", "best-first", "0.5", Probabilities::Equal).contains("choose the ordering random"));
    assert!(refused("two-valued", "random", "0.5", Probabilities::Equal).contains("give a probability"));
    assert!(refused("continuous", "random", "none", Probabilities::Random).contains("add chance nodes"));
    for text in ["2", "-0.1", "", "sometimes", "NaN"] {
        let error = text.parse::<Chance>().unwrap_err().to_string();
        assert!(error.contains("expected every-other, none, or a share"), "{error}");
    }
}

/// A sweep of full trees in which every other level is chance.
fn spec(algorithms: &[&str]) -> Spec {
    let random = RandomTrees {
        chance: Chance::EveryOther,
        probabilities: Probabilities::Random,
        ..running::random("2..3", "0..5")
    };
    let algorithm = algorithms.iter().map(|id| id.parse().unwrap()).collect();
    Spec { algorithm, trees: 4, random: Some(random), ..Spec::default() }
}

#[test]
fn a_sweep_has_the_values_and_evaluations_of_direct_searches() {
    let bounds = Some([-1, 2].map(Value::from));
    for spec in [spec(&["expectiminimax", "star1", "star2"]), Spec { bounds, ..spec(&["star1", "star2"]) }] {
        let (sweep, results) = run(spec);
        assert!(sweep.is_complete(&results));
        for (index, cell) in sweep.cells().iter().enumerate() {
            for found in results.of_cell(index) {
                let tree = cell.source.random().unwrap().tree(sweep.seed(found.tree));
                let limits = Limits { bounds: sweep.spec().bounds, ..Limits::default() };
                let report = search(cell.algorithm, &tree, limits);
                assert_eq!(found.effort.counts.evaluations, report.evaluations, "{cell:?}");
                assert_eq!(Some(found.ending), report.outcome.value().map(Ending::Finished), "{cell:?}");
            }
        }
    }
}

#[test]
fn of_trees_with_chance_nodes_the_theory_knows_the_number_of_leaves_alone() {
    for row in summarised(spec(&["expectiminimax", "star1", "star2"])) {
        let leaves = f64::from(row.branching.unwrap().pow(row.depth));
        let is_known = row.algorithm.id() == "expectiminimax";
        if ["evaluations", "distinct_leaves"].contains(&row.measure.id()) {
            assert_eq!(row.expected, is_known.then_some(leaves), "{row:?}");
            assert_eq!(row.minimal, is_known.then_some(leaves), "{row:?}");
        } else if !is_known {
            assert_eq!((row.expected, row.minimal), (None, None), "{row:?}");
        }
        assert_eq!((row.chance, row.probabilities), (Some(Chance::EveryOther), Some(Probabilities::Random)));
    }
}

#[test]
fn a_sweep_with_chance_nodes_is_read_from_its_files_again() {
    let spec = Spec { bounds: Some([0, 1].map(Value::from)), ..spec(&["expectiminimax", "star1"]) };
    assert_eq!(Spec::from_toml(&spec.to_toml().unwrap()).unwrap(), spec);
    let (directory, sweep) = (tempfile::tempdir().unwrap(), spec.clone().sweep().unwrap());
    let (folder, mut results) = Folder::open(directory.path(), &sweep, false).unwrap();
    folder.run(&sweep, &mut results, &Progress::new()).unwrap();
    drop(folder);
    let (folder, again) = Folder::open(directory.path(), &sweep, false).unwrap();
    assert!(again.runs().eq(results.runs()));
    drop(folder);
    let table = directory.path().join("runs.csv");
    assert!(read_runs(&table, &sweep).unwrap().unwrap().runs().eq(results.runs()));
    let text = std::fs::read_to_string(&table).unwrap();
    assert!(text.lines().next().unwrap().ends_with(",tree_leaves,chance,probabilities"));
    // The runs of other trees are those of another sweep.
    let random = RandomTrees { chance: Chance::None, probabilities: Probabilities::Equal, ..spec.random.unwrap() };
    let other = Spec { random: Some(random), bounds: None, ..Spec { random: None, ..sweep.spec().clone() } };
    assert_eq!(read_runs(&table, &other.sweep().unwrap()).unwrap(), None);
}

#[test]
fn a_sweep_refuses_what_chance_nodes_do_not_allow() {
    let refused = |spec: Spec| spec.sweep().unwrap_err().to_string();
    let told = refused(spec(&["expectiminimax", "alpha-beta"]));
    assert!(told.contains("alpha-beta") && told.contains("choose expectiminimax, star1 or star2"), "{told}");
    let bounds = Some([0, 0].map(Value::from));
    let told = refused(Spec { bounds, ..spec(&["star1"]) });
    assert!(told.contains("between 0 and 1, outside the bounds 0..0"), "{told}");
    let plain = Some(running::random("2", "3"));
    let told = refused(Spec { bounds, random: plain, ..spec(&["star1"]) });
    assert!(told.contains("add chance"), "{told}");
}

#[test]
fn flags_and_files_name_the_chance_nodes_of_a_sweep() {
    let directory = tempfile::tempdir().unwrap();
    let (by_flags, by_preset) = (directory.path().join("flags"), directory.path().join("preset"));
    let run = |words: &str, folder: &Path| {
        let words = words.split(' ').map(OsString::from).chain(["--output".into(), folder.into()]);
        Arguments::read(words).unwrap().command.unwrap().run().unwrap();
        read_spec(&folder.join("sweep.toml")).unwrap()
    };
    let spec = run(
        "plyscope sweep --branching 2 --depth 3 --trees 2 --chance 0.25 --probabilities random --bounds -1..2 --chart evaluations",
        &by_flags,
    );
    let random = spec.random.unwrap();
    assert_eq!(random.chance, "0.25".parse().unwrap());
    assert_eq!(random.probabilities, Probabilities::Random);
    assert_eq!(spec.bounds, Some([-1, 2].map(Value::from)));
    // Without --algorithm those that take chance nodes.
    assert_eq!(spec.algorithm.len(), 3);
    let spec = run("plyscope sweep --preset star --branching 2 --depth 1..3 --trees 2", &by_preset);
    assert_eq!(spec.random.unwrap().chance, Chance::EveryOther);
    assert_eq!(spec.bounds, Some([0, 1].map(Value::from)));
}

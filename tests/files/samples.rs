//! Every sample tree with every algorithm, and what each sample demonstrates.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use plyscope::progress::Progress;
use plyscope::search::catalogue::Revisits;
use plyscope::search::story::{EvaluationOrder, Listener};
use plyscope::search::{Algorithm, Budget, Cause, CutoffRule, Limits, Outcome, Record, Recorder, tell};
use plyscope::tree::{NodeId, Player, Tree, Value, file};

use crate::families::{RULES, deep, exhaustive};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_trees")
}

pub(crate) fn sample(name: &str) -> Tree {
    file::open(&folder().join(name), &Progress::new()).unwrap_or_else(|error| panic!("{error}"))
}

fn samples() -> Vec<(String, Tree)> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().expect("the names of samples are UTF-8"))
        .collect();
    names.sort_unstable();
    names.into_iter().map(|name| (name.clone(), sample(&name))).collect()
}

struct Ran {
    outcome: Outcome<NodeId>,
    evaluations: u64,
    record: Record,
    /// Leaf numbers in the order of their evaluations.
    order: Vec<usize>,
}

impl Ran {
    fn value(&self) -> Option<f64> {
        self.outcome.value().map(Value::get)
    }

    fn leaves(&self) -> BTreeSet<usize> {
        self.order.iter().copied().collect()
    }

    fn line(&self, tree: &Tree) -> Vec<usize> {
        self.record.line(tree).last().map(|&end| tree.path(end)).unwrap_or_default()
    }
}

fn run_within(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule, budget: Budget) -> Ran {
    let (mut recorder, mut order) = (Recorder::new(tree), EvaluationOrder::new(tree));
    let limits = Limits { budget, ..Limits::default().cutoff(cutoff) };
    let report = tell(algorithm, tree, limits, &mut [&mut recorder as &mut dyn Listener, &mut order]);
    let record = recorder.finish();
    let order = order.finish().into_iter().map(|leaf| tree.slots(leaf).start).collect();
    Ran { outcome: report.outcome, evaluations: report.evaluations, record, order }
}

fn run(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> Ran {
    run_within(algorithm, tree, cutoff, Budget::Unlimited)
}

/// The number of a run's cutoffs with a cause.
fn count_cutoffs(run: &Ran, cause: Cause) -> usize {
    run.record.cutoffs().filter(|cutoff| cutoff.cause == cause).count()
}

fn leaves(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> usize {
    run(algorithm, tree, cutoff).leaves().len()
}

#[test]
fn every_sample_has_a_title_and_every_json_sample_a_source() {
    let samples = samples();
    assert!(samples.iter().filter(|(_, tree)| !tree.source().is_empty()).count() >= 15);
    for (name, tree) in samples {
        assert!(!tree.title().is_empty(), "{name}");
        let is_notation = file::Format::of_name(Path::new(&name)) == Some(file::Format::BRACKETS);
        assert_eq!(tree.source().is_empty(), is_notation, "{name}: only the notation has no source");
    }
}

#[test]
fn the_samples_are_small_and_their_titles_differ() {
    let bytes: u64 = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < 100_000, "{bytes} bytes");
    let samples = samples();
    let titles: BTreeSet<&str> = samples.iter().map(|(_, tree)| tree.title()).collect();
    assert_eq!(titles.len(), samples.len());
}

#[test]
fn every_algorithm_that_finishes_a_sample_finds_the_same_value() {
    for (name, tree) in samples() {
        let mut values = BTreeSet::new();
        for algorithm in Algorithm::ALL {
            for rule in RULES {
                let ran = run_within(algorithm, &tree, rule, Budget::Evaluations(100_000));
                let context = format!("{algorithm} {rule:?} on {name}");
                match ran.outcome {
                    Outcome::Finished(value) => {
                        values.insert(value);
                    }
                    Outcome::Budget => {
                        assert_eq!(algorithm.entry().revisits, Revisits::Replays, "{context}");
                        assert_eq!(ran.evaluations, 100_000, "{context}");
                    }
                    Outcome::Undefined(leaf) => assert_eq!(tree.value(leaf), None, "{context}"),
                    Outcome::NotApplicable => {
                        assert!(tree.has_chance() && !algorithm.entry().takes_chance, "{context}");
                    }
                    other => panic!("{context}: {other:?}"),
                }
            }
        }
        assert_eq!(values.len(), 1, "{name}");
    }
}

/// Runs the algorithms that prune and those that do not on a tree with unknown leaves that pruning searches do not need.
fn assert_pruning_needs_no_unknown_leaf(tree: &Tree, value: f64, first_unknown: usize) {
    assert_eq!(tree.value(tree.leaf(first_unknown)), None);
    for rule in RULES {
        for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
            let ran = run(algorithm, tree, rule);
            assert_eq!(ran.value(), Some(value), "{algorithm} {rule:?}");
            for leaf in ran.order {
                assert!(tree.value(tree.leaf(leaf)).is_some(), "{algorithm} {rule:?} looks at leaf {leaf}");
            }
        }
        for algorithm in exhaustive() {
            let outcome = run(algorithm, tree, rule).outcome;
            assert_eq!(outcome, Outcome::Undefined(tree.leaf(first_unknown)), "{algorithm} {rule:?}");
        }
        let outcome = run(Algorithm::SELECTION_J, tree, rule).outcome;
        assert!(
            matches!(outcome, Outcome::Undefined(leaf) if tree.value(leaf).is_none()),
            "the order of J's evaluations is its own, so any of the unknown leaves may be named: {outcome:?}"
        );
    }
}

#[test]
fn pruning_never_touches_hughes_unknown_leaf_and_minimax_names_it() {
    assert_pruning_needs_no_unknown_leaf(&sample("hughes.json"), 1.0, 3);
    assert_pruning_needs_no_unknown_leaf(&sample("hughes.tree"), 1.0, 3);
}

#[test]
fn pruning_never_touches_middlesex_unknown_leaves_and_minimax_names_the_first() {
    assert_pruning_needs_no_unknown_leaf(&sample("unknown-leaves.json"), 3.0, 4);
}

#[test]
fn aimas_figure_has_the_value_3_and_the_moves_of_the_book() {
    let tree = sample("aima-5-2.json");
    for algorithm in Algorithm::ALL {
        for rule in RULES {
            let ran = run(algorithm, &tree, rule);
            assert_eq!(ran.value(), Some(3.0), "{algorithm}");
            let line = ran.record.line(&tree);
            let moves: Vec<_> = line.iter().filter_map(|&node| tree.move_name(node)).collect();
            assert_eq!(moves, ["a1", "b1"], "{algorithm}");
        }
    }
    for algorithm in deep() {
        assert_eq!(run(algorithm, &tree, CutoffRule::NonStrict).order, [0, 1, 2, 3, 6, 7, 8], "{algorithm}");
    }
}

#[test]
fn the_papers_example_is_wikipedias_tree_with_the_inner_nodes_labelled_1_to_19() {
    let (wikipedia, paper) = (sample("wikipedia.json"), sample("selection-monad.json"));
    assert_eq!(wikipedia.len(), paper.len());
    for node in paper.nodes() {
        assert_eq!(wikipedia.subtree(node), paper.subtree(node));
        assert_eq!(wikipedia.value(node), paper.value(node));
    }
    let labels: Vec<_> = paper.nodes().filter_map(|node| paper.label(node)).collect();
    assert_eq!(labels, (1..=19).map(|label| label.to_string()).collect::<Vec<_>>());
    assert!(paper.nodes().all(|node| paper.label(node).is_none() == paper.is_leaf(node)));
}

#[test]
fn j_repeats_evaluations_on_the_papers_example_and_more_with_the_root_as_a_move() {
    let evaluations = |algorithm, name: &str| run(algorithm, &sample(name), CutoffRule::NonStrict).evaluations;
    for (algorithm, expected) in [
        (Algorithm::SELECTION_GK, 14),
        (Algorithm::SELECTION_GK_ALPHA_BETA, 9),
        (Algorithm::SELECTION_J, 54),
        (Algorithm::SELECTION_J_ALPHA_BETA, 56),
    ] {
        assert_eq!(evaluations(algorithm, "selection-monad.json"), expected, "{algorithm}");
    }
    assert_eq!(evaluations(Algorithm::SELECTION_J_ALPHA_BETA, "selection-monad-root.json"), 113);
    let tree = sample("selection-monad-root.json");
    let play: Vec<_> = run(Algorithm::SELECTION_GK, &tree, CutoffRule::NonStrict).record.line(&tree);
    assert_eq!(tree.label(play[1]), Some("1"), "the first choice is the root's label");
}

#[test]
fn on_ties_the_non_strict_rule_skips_a_leaf_that_the_strict_rule_evaluates() {
    let tree = sample("strict-or-not.json");
    for algorithm in deep() {
        let [non_strict, strict] = RULES.map(|rule| run(algorithm, &tree, rule));
        assert_eq!(non_strict.order, [0, 1, 2, 3, 4, 5], "{algorithm}");
        assert_eq!(strict.order, [0, 1, 2, 3, 4, 5, 6], "{algorithm}");
        assert_eq!(
            non_strict.line(&tree),
            strict.line(&tree),
            "the first of equal moves is played, so no harm is done"
        );
    }
}

#[test]
fn the_deep_cutoff_saves_a_leaf_that_lazy_alpha_beta_evaluates() {
    let tree = sample("deep-cutoff.json");
    for rule in RULES {
        for algorithm in deep() {
            let ran = run(algorithm, &tree, rule);
            assert_eq!(count_cutoffs(&ran, Cause::Deep), 1, "{algorithm}");
            let cutoff = *ran.record.cutoffs().next().expect("one");
            assert_eq!(tree.depth(cutoff.node), 3, "{algorithm}");
            assert_eq!(cutoff.witness, Some(tree.leaf(0)), "{algorithm}: the bound is the 5 below the root");
            assert_eq!(ran.order, [0, 1, 3, 4], "{algorithm}");
        }
        assert_eq!(run(Algorithm::LAZY_ALPHA_BETA, &tree, rule).leaves().len(), 5);
    }
}

#[test]
fn the_sample_with_shallow_cutoffs_only_has_no_deep_ones() {
    let tree = sample("shallow-cutoffs.json");
    for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
        let ran = run(algorithm, &tree, CutoffRule::NonStrict);
        assert!(count_cutoffs(&ran, Cause::Shallow) > 0, "{algorithm}");
        assert_eq!(count_cutoffs(&ran, Cause::Deep), 0, "{algorithm}");
        assert_eq!((ran.value(), ran.leaves()), (Some(5.0), BTreeSet::from([0, 1, 2, 4, 5])), "{algorithm}");
    }
}

#[test]
fn if_all_leaves_are_equal_the_non_strict_rule_is_minimal_and_the_strict_one_prunes_nothing() {
    let tree = sample("ties.json");
    for algorithm in deep() {
        // 3^2 + 3^1 - 1, the minimum for three moves and three levels.
        assert_eq!(leaves(algorithm, &tree, CutoffRule::NonStrict), 11, "{algorithm}");
        assert_eq!(leaves(algorithm, &tree, CutoffRule::Strict), 27, "{algorithm}");
    }
}

#[test]
fn the_published_counts_of_the_course_trees_are_reproduced() {
    for (name, value, non_strict, lazy, strict) in [
        ("wikipedia.json", 6.0, 9, 9, 10),
        ("temple.json", 10.0, 8, 9, 8),
        ("ucla.json", 3.0, 6, 7, 7),
        ("millington-funge.json", -4.0, 6, 6, 6),
        ("four-levels.json", 27.0, 8, 10, 8),
        ("min-root.json", 5.0, 7, 7, 7),
        ("useless-cutoff.json", 0.0, 4, 4, 4),
    ] {
        let tree = sample(name);
        for algorithm in deep() {
            assert_eq!(run(algorithm, &tree, CutoffRule::NonStrict).value(), Some(value), "{algorithm} on {name}");
            assert_eq!(leaves(algorithm, &tree, CutoffRule::NonStrict), non_strict, "{algorithm} on {name}");
            assert_eq!(leaves(algorithm, &tree, CutoffRule::Strict), strict, "{algorithm} on {name}");
        }
        assert_eq!(leaves(Algorithm::LAZY_ALPHA_BETA, &tree, CutoffRule::NonStrict), lazy, "{name}");
    }
}

#[test]
fn the_ucla_tree_has_a_deep_cutoff_and_a_tie() {
    let tree = sample("ucla.json");
    let [non_strict, strict] = RULES.map(|rule| run(Algorithm::ALPHA_BETA, &tree, rule));
    assert_eq!(count_cutoffs(&non_strict, Cause::Deep), 1);
    let ties: Vec<_> =
        non_strict.record.cutoffs().filter(|cutoff| strict.record.cutoff(cutoff.node).is_none()).collect();
    assert_eq!(ties.len(), 1, "one cutoff is made on a tie, so the strict rule does not make it");
    assert_eq!((tree.path(ties[0].node), ties[0].bound.get()), (vec![1], 3.0));
}

#[test]
fn a_window_that_closes_after_the_last_child_is_not_a_cutoff() {
    let tree = sample("useless-cutoff.json");
    // The minimal tree visits the children in another order.
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::MINIMAL_TREE) {
        assert!(run(algorithm, &tree, CutoffRule::NonStrict).record.cutoffs().next().is_none(), "{algorithm}");
    }
}

#[test]
fn the_samples_have_the_shapes_that_their_titles_name() {
    let shape = |name| {
        let tree = sample(name);
        (tree.len(), tree.leaf_count(), tree.height())
    };
    assert_eq!(shape("single-leaf.json"), (1, 1, 0));
    assert_eq!(shape("chain.json"), (41, 1, 40));
    assert_eq!(shape("wide.json"), (301, 300, 1));
    assert_eq!(shape("deep.json"), (121, 61, 60));
    assert_eq!(shape("random.json"), (1365, 1024, 5));
    assert_eq!(shape("best-first.json"), (1093, 729, 6));
    assert_eq!(sample("min-root.json").player(NodeId::ROOT), Player::Min);
}

#[test]
fn the_irregular_sample_has_names_static_values_and_players_out_of_turn() {
    let tree = sample("irregular.json");
    let depths: BTreeSet<u32> = (0..tree.leaf_count()).map(|slot| tree.depth(tree.leaf(slot))).collect();
    assert_eq!(depths, (1..=4).collect());
    assert!(tree.nodes().any(|node| tree.label(node).is_some()));
    assert!(tree.nodes().any(|node| tree.move_name(node).is_some()));
    assert!(tree.nodes().any(|node| !tree.is_leaf(node) && tree.value(node).is_some()));
    let repeats = |node| tree.parent(node).is_some_and(|parent| tree.player(parent) == tree.player(node));
    let repeated: BTreeSet<&str> = tree
        .nodes()
        .filter(|&node| !tree.is_leaf(node) && repeats(node))
        .map(|node| tree.player(node).name())
        .collect();
    assert_eq!(repeated, BTreeSet::from(["MAX", "MIN"]));
}

#[test]
fn the_wide_sample_has_every_value_once() {
    let tree = sample("wide.json");
    let values: BTreeSet<u64> =
        tree.children(NodeId::ROOT).map(|leaf| tree.value(leaf).unwrap().get() as u64).collect();
    assert_eq!(values, (1..=300).collect());
}

#[test]
fn fractions_in_the_sample_have_the_right_values() {
    let tree = sample("fractions.json");
    let value = |slot| tree.value(tree.leaf(slot)).unwrap().get();
    assert_eq!([value(0), value(2), value(6)], [1.6, 5.0 / 3.0, -22.0 / 7.0]);
}

#[test]
fn best_first_order_is_the_best_case_of_alpha_beta() {
    let tree = sample("best-first.json");
    for algorithm in deep() {
        assert_eq!(leaves(algorithm, &tree, CutoffRule::NonStrict), 27 + 27 - 1, "{algorithm}");
    }
    let line = run(Algorithm::ALPHA_BETA, &tree, CutoffRule::NonStrict).line(&tree);
    assert_eq!(line, [0; 6]);
}

//! Trees with known cutoffs: where they are, whether they are shallow or deep, and which value caused them.

use plyscope::progress::Progress;

use plyscope::search::catalogue::LeafClass;
use plyscope::search::{Aim, Algorithm, Asked, Cause, CutoffRule, Record, Setter, Told, Window};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::grow::grow;
use crate::told::{self, limits};

/// The algorithms that know bounds from further up than the parent.
fn deep() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| algorithm.entry().leaves == LeafClass::AlphaBeta)
}

fn tree(text: &str) -> Tree {
    parse(Some(Format::JSON), text.as_bytes(), &Progress::new()).unwrap()
}

fn record(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> Record {
    told::ran(algorithm, tree, tree, limits(cutoff, None)).record
}

/// Each cutoff as the path of its node, its kind, the path of its witness, and the bound.
type Known<'k> = (&'k [usize], Cause, &'k [usize], i32);

fn assert_cutoffs(tree: &Tree, algorithm: Algorithm, rule: CutoffRule, known: &[Known<'_>]) {
    let record = record(algorithm, tree, rule);
    let found: Vec<(Vec<usize>, Cause, Vec<usize>, Value)> = record
        .cutoffs()
        .map(|cutoff| (tree.path(cutoff.node), cutoff.cause, tree.path(cutoff.witness.unwrap()), cutoff.bound))
        .collect();
    let known: Vec<_> = known
        .iter()
        .map(|&(node, kind, witness, bound)| (node.to_vec(), kind, witness.to_vec(), Value::from(bound)))
        .collect();
    assert_eq!(found, known, "{algorithm} {rule:?}");
}

#[test]
fn a_shallow_cutoff_names_the_sibling_that_caused_it() {
    // Figure 5.2 of Russell & Norvig: 2 ends the second subtree, because the first is worth 3.
    let aima = tree("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]");
    let known: &[Known<'_>] = &[(&[1], Cause::Shallow, &[0], 3)];
    for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
        assert_cutoffs(&aima, algorithm, CutoffRule::NonStrict, known);
        assert_cutoffs(&aima, algorithm, CutoffRule::Strict, known);
    }
}

#[test]
fn a_cutoff_at_a_max_node_has_its_bound_from_min() {
    let tree = tree(r#"{"root": "min", "tree": [[3, 5], [2, 9, 1], [7, 0]]}"#);
    let known: &[Known<'_>] = &[(&[1], Cause::Shallow, &[0], 5), (&[2], Cause::Shallow, &[0], 5)];
    for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
        assert_cutoffs(&tree, algorithm, CutoffRule::NonStrict, known);
    }
}

#[test]
fn the_witness_is_the_best_sibling_and_not_the_last() {
    let tree = tree("[[1, 2], [5, 6], [3, 8], [4, 9]]");
    let known: &[Known<'_>] = &[(&[2], Cause::Shallow, &[1], 5), (&[3], Cause::Shallow, &[1], 5)];
    for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
        assert_cutoffs(&tree, algorithm, CutoffRule::NonStrict, known);
    }
}

#[test]
fn a_deep_cutoff_names_the_node_further_up_and_lazy_lists_have_none() {
    // The root has 5. Three levels further down a MIN node finds 4, which its own parent would accept: the bound is the root's.
    let tree = tree("[5, [[[4, 7], 9], 8]]");
    let known: &[Known<'_>] = &[(&[1, 0, 0], Cause::Deep, &[0], 5)];
    for algorithm in deep() {
        assert_cutoffs(&tree, algorithm, CutoffRule::NonStrict, known);
    }
    assert_cutoffs(&tree, Algorithm::LAZY_ALPHA_BETA, CutoffRule::NonStrict, &[]);
}

#[test]
fn a_deep_cutoff_may_come_from_four_levels_up() {
    // Between the root, which has 5, and the MIN node that finds 4, every node is an only child.
    let tree = tree("[5, [[[[[4, 7]]]]]]");
    let known: &[Known<'_>] = &[(&[1, 0, 0, 0, 0], Cause::Deep, &[0], 5)];
    for algorithm in deep() {
        assert_cutoffs(&tree, algorithm, CutoffRule::NonStrict, known);
    }
    assert_cutoffs(&tree, Algorithm::LAZY_ALPHA_BETA, CutoffRule::NonStrict, &[]);
}

#[test]
fn a_tie_is_cut_by_the_non_strict_rule_only() {
    let tree = tree("[[3, 4], [3, 9]]");
    for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
        assert_cutoffs(&tree, algorithm, CutoffRule::NonStrict, &[(&[1], Cause::Shallow, &[0], 3)]);
        assert_cutoffs(&tree, algorithm, CutoffRule::Strict, &[]);
    }
}

#[test]
fn a_node_with_no_child_left_is_not_cut() {
    let tree = tree("[[5, 6], [9, 4], [3]]");
    for algorithm in deep().chain([Algorithm::LAZY_ALPHA_BETA]) {
        assert_cutoffs(&tree, algorithm, CutoffRule::NonStrict, &[]);
    }
}

#[test]
fn a_value_from_memory_can_be_the_witness() {
    // The second subtree equals one searched before, and what is known of it ends the third.
    let tree = tree("[[[1, 7], 7], [[1, 7], 8], [[2], 9]]");
    let record = record(Algorithm::TAIL_RECURSIVE_MEMO, &tree, CutoffRule::NonStrict);
    let recalled: Vec<Vec<usize>> =
        record.visits().filter(|visit| visit.recalled().is_some()).map(|visit| tree.path(visit.node)).collect();
    assert_eq!(recalled, [[1, 0]]);
    let third = record.cutoff(tree.children(NodeId::ROOT).nth(2).unwrap()).unwrap();
    assert_eq!((tree.path(third.witness.unwrap()), third.bound), (vec![0], Value::from(7)));
}

#[test]
fn the_witness_of_a_threshold_cutoff_is_the_child_that_settles_the_question() {
    let tree = tree("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]");
    let cutoffs = |at| {
        let record = record(Algorithm::threshold(Value::from(at)), &tree, CutoffRule::NonStrict);
        for cutoff in record.cutoffs() {
            let asked = if cutoff.node == NodeId::ROOT { Asked::AtLeast } else { Asked::LessThan };
            let said = (cutoff.cause, cutoff.asked, cutoff.bound);
            assert_eq!(said, (Cause::Question, Some(asked), Value::from(at)));
        }
        let paths = |cutoff: &plyscope::search::Cutoff| (tree.path(cutoff.node), tree.path(cutoff.witness.unwrap()));
        record.cutoffs().map(paths).collect::<Vec<_>>()
    };
    assert_eq!(cutoffs(3), [(vec![], vec![0])], "the first subtree suffices");
    assert_eq!(cutoffs(4), [(vec![0], vec![0, 0]), (vec![1], vec![1, 0])]);
    assert_eq!(cutoffs(15), [0, 1, 2].map(|subtree| (vec![subtree], vec![subtree, 0])));
}

#[test]
fn an_equal_value_further_down_does_not_take_over_a_bound() {
    // A 5 is nearer to the leaf 100, but it is only an upper bound: the root had 5 before.
    let tree = tree("[5, [[[5, -9], [4, 100]], 8]]");
    let known: &[Known<'_>] =
        &[(&[1], Cause::Shallow, &[0], 5), (&[1, 0, 0], Cause::Deep, &[0], 5), (&[1, 0, 1], Cause::Deep, &[0], 5)];
    for algorithm in deep() {
        assert_cutoffs(&tree, algorithm, CutoffRule::NonStrict, known);
    }
    let known: &[Known<'_>] = &[(&[1], Cause::Shallow, &[0], 5)];
    assert_cutoffs(&tree, Algorithm::LAZY_ALPHA_BETA, CutoffRule::NonStrict, known);
}

#[test]
fn the_line_of_negascout_follows_what_probes_and_searches_prove_together() {
    // The probe proves that [1, 0, 1] is 0; the search after it ends there with "at most 4", which is not that node's value.
    let tree = tree("[3, [[[0], [4, 0], 4]]]");
    let record = record(Algorithm::NEGASCOUT, &tree, CutoffRule::NonStrict);
    let at = |path: &[usize]| path.iter().fold(NodeId::ROOT, |node, &index| tree.children(node).nth(index).unwrap());
    assert_eq!(record.proven(at(&[1, 0, 1])), Some((0.0, 0.0)));
    assert_eq!(record.line(&tree).last().map(|&end| tree.path(end)), Some(vec![1, 0, 2]));
    let line = plyscope::search::solve(Algorithm::NEGASCOUT, &tree, limits(CutoffRule::NonStrict, None)).line;
    assert_eq!(line, [1, 0, 2], "the same without a tree in memory");
}

fn random_tree() -> impl Strategy<Value = Tree> {
    (proptest::collection::vec((0_usize..4, -5_i32..5), 1..60), any::<bool>()).prop_map(|(nodes, is_min)| {
        let mut builder = Builder::new();
        builder.set_root_player(if is_min { Player::Min } else { Player::Max });
        let mut nodes = nodes.into_iter();
        grow(builder, |builder, node| {
            let (children, value) = nodes.next().unwrap_or((0, 0));
            if children == 0 {
                builder.set_value(node, Some(Value::from(value)));
            }
            children
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_threshold_test_leaves_a_node_exactly_where_a_child_before_the_last_settles_the_question(
        tree in random_tree(),
        at in -5_i32..5,
    ) {
        let at = Value::from(at);
        let algorithm = Algorithm::threshold(at);
        let record = record(algorithm, &tree, CutoffRule::NonStrict);
        let value = |node: NodeId| record.visit(node).and_then(|visit| visit.value());
        for visit in record.visits() {
            let settles = |child: &NodeId| match tree.player(visit.node) {
                Player::Max => value(*child) >= Some(at),
                Player::Min => value(*child).is_some_and(|value| value < at),
            };
            let children: Vec<NodeId> = tree.children(visit.node).collect();
            let settling = children.iter().position(settles).filter(|place| place + 1 < children.len());
            let cutoff = record.cutoff(visit.node);
            prop_assert_eq!(cutoff.and_then(|cutoff| cutoff.witness), settling.map(|place| children[place]));
            prop_assert!(cutoff.is_none_or(|cutoff| cutoff.bound == at && cutoff.cause == Cause::Question));
        }
        let counts = told::ran(algorithm, &tree, &tree, limits(CutoffRule::NonStrict, None)).counts;
        let cutoffs = (counts.shallow_cutoffs, counts.deep_cutoffs, counts.other_cutoffs);
        prop_assert_eq!(cutoffs, (0, 0, record.cutoffs().count() as u64));
    }
}

#[test]
fn a_null_window_is_shown_as_the_question_that_it_asks() {
    let told = |number: i32| Some(Told::new(Value::from(number), Setter::Child { depth: 0, index: 1 }));
    let window = Window::new(told(5), told(9));
    let shown = |window: Window<Told>| Aim::of(window).to_string();
    assert_eq!(shown(window), "(5, 9)");
    assert_eq!(shown(window.null(Player::Max)), "> 5");
    assert_eq!(shown(window.null(Player::Min)), "< 9");
    assert_eq!(shown(Window::asking(Value::from(7), false)), "≥ 7");
    assert_eq!(shown(Window::asking(Value::from(7).next_up(), true)), "> 7");
    assert_eq!(shown(Window::OPEN), "(−∞, +∞)");
}

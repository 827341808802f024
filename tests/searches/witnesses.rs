//! Which value caused a cutoff, where it was not simply returned by a child: from memory, by a probe, or in answer to a question.

use plyscope::search::{Aim, Algorithm, Asked, Cause, CutoffRule, Record, Setter, Told, Window};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::random_trees::plain;
use crate::told::{self, limits};

fn record(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> Record {
    told::ran(algorithm, tree, tree, limits(cutoff, None)).record
}

#[test]
fn a_value_from_memory_can_be_the_witness() {
    // The second subtree equals one searched before, and what is known of it ends the third.
    let tree: Tree = "(((1 7) 7) ((1 7) 8) ((2) 9))".parse().unwrap();
    let record = record(Algorithm::TAIL_RECURSIVE_MEMO, &tree, CutoffRule::NonStrict);
    let recalled: Vec<Vec<usize>> =
        record.visits().filter(|visit| visit.recalled().is_some()).map(|visit| tree.path(visit.node)).collect();
    assert_eq!(recalled, [[1, 0]]);
    let third = record.cutoff(tree.children(NodeId::ROOT).nth(2).unwrap()).unwrap();
    assert_eq!((tree.path(third.witness.unwrap()), third.bound), (vec![0], Value::from(7)));
}

#[test]
fn the_line_of_negascout_follows_what_probes_and_searches_prove_together() {
    // The probe proves that [1, 0, 1] is 0; the search after it ends there with "at most 4", which is not that node's value.
    let tree: Tree = "(3 (((0) (4 0) 4)))".parse().unwrap();
    let record = record(Algorithm::NEGASCOUT, &tree, CutoffRule::NonStrict);
    let at = |path: &[usize]| path.iter().fold(NodeId::ROOT, |node, &index| tree.children(node).nth(index).unwrap());
    assert_eq!(record.proven(at(&[1, 0, 1])), Some((0.0, 0.0)));
    assert_eq!(record.line(&tree).last().map(|&end| tree.path(end)), Some(vec![1, 0, 2]));
    let line = plyscope::search::solve(Algorithm::NEGASCOUT, &tree, limits(CutoffRule::NonStrict, None)).line;
    assert_eq!(line, [1, 0, 2], "the same without a tree in memory");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_threshold_test_leaves_a_node_exactly_where_a_child_before_the_last_settles_the_question(
        tree in plain(),
        at in -5_i32..5,
    ) {
        let at = Value::from(at);
        let algorithm = Algorithm::threshold(at);
        let record = record(algorithm, &tree, CutoffRule::NonStrict);
        let value = |node: NodeId| record.visit(node).and_then(|visit| visit.value());
        for visit in record.visits() {
            let asked = match tree.player(visit.node) {
                Player::Max => Asked::AtLeast,
                Player::Min => Asked::LessThan,
            };
            let settles = |child: &NodeId| value(*child).is_some_and(|value| (value >= at) == (asked == Asked::AtLeast));
            let children: Vec<NodeId> = tree.children(visit.node).collect();
            let settling = children.iter().position(settles).filter(|place| place + 1 < children.len());
            let cutoff = record.cutoff(visit.node);
            prop_assert_eq!(cutoff.and_then(|cutoff| cutoff.witness), settling.map(|place| children[place]));
            let why = cutoff.map(|cutoff| (cutoff.bound, cutoff.cause, cutoff.asked));
            prop_assert!(why.is_none_or(|why| why == (at, Cause::Question, Some(asked))));
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

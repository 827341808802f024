//! How value and move depend on a leaf, compared with trying out values.

use plyscope::experiment::what_if::{Choice, Dependence};
use plyscope::search::{Algorithm, Limits, Recorder, solve, tell};
use plyscope::tree::edit::Edit;
use plyscope::tree::{NodeId, Tree, Value};
use proptest::prelude::*;

/// A small tree in brackets, with leaves below 5 or unknown ones.
pub(crate) fn tree(leaves: std::ops::Range<i32>, most: u32, children: u32) -> impl Strategy<Value = String> {
    let leaf = leaves.prop_map(|value| if value < 5 { value.to_string() } else { "?".into() });
    leaf.prop_recursive(4, most, children, move |node| {
        let nodes = prop::collection::vec(node, 1..=children as usize);
        nodes.prop_map(|children| format!("({})", children.join(" ")))
    })
}

/// One with unknown leaves in it.
fn partly_unknown() -> impl Strategy<Value = String> {
    tree(-4..7, 24, 3)
}

fn with_value(tree: &Tree, leaf: NodeId, value: Value) -> Tree {
    Edit::Value(leaf, Some(value)).apply(tree).map_or_else(|_| tree.clone(), |edited| edited.patched.tree)
}

/// Gives the unknown leaves but one the values, in turn.
fn known(tree: &Tree, except: NodeId, values: &[i32]) -> Tree {
    let unknown = tree.nodes().filter(|&node| node != except && tree.is_leaf(node) && tree.value(node).is_none());
    unknown.zip(values.iter().cycle()).fold(tree.clone(), |tree, (node, &value)| with_value(&tree, node, value.into()))
}

/// The value of a tree and its leftmost best move.
fn solved(tree: &Tree) -> (Value, usize) {
    let solution = solve(Algorithm::MINIMAX, tree, Limits::default());
    (solution.value().unwrap(), solution.best_move().unwrap())
}

proptest! {
    #[test]
    fn value_and_move_are_what_a_search_finds_at_the_ends_in_the_middle_and_just_outside(text in tree(-4..5, 30, 3)) {
        let tree: Tree = text.parse().unwrap();
        prop_assume!(tree.len() > 1);
        for leaf in (0..tree.leaf_count()).map(|slot| tree.leaf(slot)) {
            let dependence = Dependence::of(&tree, leaf).unwrap();
            let at = if let Choice::Changes { at, .. } = dependence.choice { Some(at) } else { None };
            let ends = [dependence.least, dependence.most, at].into_iter().flatten();
            let tried = ends.flat_map(|end| [end.next_down(), end, end.next_up()]).map(Value::get);
            for number in tried.chain([-100.0, -4.0, -0.5, 0.0, 0.5, 4.0, 100.0]) {
                let value = Value::new(number).unwrap();
                let (found, best) = solved(&with_value(&tree, leaf, value));
                prop_assert_eq!(dependence.value_at(value), found, "{} with leaf {:?} at {}", text, leaf, value);
                let best = tree.children(NodeId::ROOT).nth(best).unwrap();
                prop_assert_eq!(dependence.move_at(value), best, "{} with leaf {:?} at {}", text, leaf, value);
            }
        }
    }
}

proptest! {
    #[test]
    fn with_unknown_leaves_what_is_said_holds_whatever_they_are_and_nothing_is_said_only_where_they_matter(
        text in partly_unknown(),
    ) {
        let tree: Tree = text.parse().unwrap();
        prop_assume!(tree.len() > 1);
        let first = |best: usize| tree.children(NodeId::ROOT).nth(best).unwrap();
        for leaf in (0..tree.leaf_count()).map(|slot| tree.leaf(slot)) {
            let dependence = Dependence::of(&tree, leaf);
            let mut found = Vec::new();
            for others in [&[-100][..], &[100], &[-100, 100], &[2, -1, 0]] {
                let tree = known(&tree, leaf, others);
                let values = [-200, -100, -50, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 50, 100, 200].map(Value::from);
                let solutions = values.map(|value| solved(&with_value(&tree, leaf, value)));
                if let Some(dependence) = dependence {
                    for (value, (worth, best)) in values.into_iter().zip(solutions) {
                        prop_assert_eq!(dependence.value_at(value), worth, "{} with leaf {:?} at {}", text, leaf, value);
                        prop_assert_eq!(dependence.move_at(value), first(best), "{} with leaf {:?} at {}", text, leaf, value);
                    }
                }
                found.push(solutions);
            }
            if dependence.is_none() {
                prop_assert!(found[0] != found[1], "{text}: nothing is said of leaf {leaf:?}");
            }
        }
    }

    #[test]
    fn nothing_depends_on_a_leaf_that_a_search_skipped(text in partly_unknown()) {
        let tree: Tree = text.parse().unwrap();
        prop_assume!(tree.len() > 1 && tree.len() <= 24);
        for algorithm in Algorithm::ALL {
            for limits in [Limits::default(), Limits::default().strict()] {
                let mut recorder = Recorder::new(&tree);
                let report = tell(algorithm, &tree, limits, &mut recorder);
                let record = recorder.finish();
                if report.outcome.value().is_none() {
                    continue;
                }
                let is_cut = |&leaf: &NodeId| {
                    // What was taken from a table stands for a subtree with the same values, of which one may change.
                    let mut above = std::iter::successors(Some(leaf), |&node| tree.parent(node));
                    above.all(|node| record.visit(node).is_none_or(|visit| visit.recalled().is_none()))
                };
                let skipped = tree.nodes().filter(|&node| tree.is_leaf(node) && !record.is_visited(node));
                for leaf in skipped.filter(is_cut) {
                    let dependence = Dependence::of(&tree, leaf);
                    let said = dependence.map(|dependence| (dependence.least, dependence.most));
                    let value = report.outcome.value();
                    prop_assert_eq!(said, Some((value, value)), "{} by {:?}, leaf {:?}", text, algorithm, leaf);
                    // Other searches may be content with another of several best moves.
                    if algorithm == Algorithm::ALPHA_BETA {
                        let sentences = dependence.unwrap().sentences(&tree);
                        prop_assert!(sentences[0].starts_with("Nothing depends on this leaf"), "{text}: {sentences:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_sentences_name_the_numbers() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 9))".parse().unwrap();
    let says = |slot: usize| Dependence::of(&tree, tree.leaf(slot)).unwrap().sentences(&tree);
    assert_eq!(
        says(0),
        [
            "Below 5 the value is 5; from 5 to 8 it is the leaf’s; above 8 it is 8.",
            "Below 5 the best move is node 9; from 5 on it is node 1."
        ]
    );
    assert_eq!(says(4), ["Nothing depends on this leaf: the root’s value is 5 whatever it is."]);
}

#[test]
fn through_a_chance_node_the_value_grows_with_the_share_of_the_leaf() {
    let json = r#"{"root": "max", "tree": [2, {"player": "chance", "children": [
        {"probability": "1/4", "value": 8}, {"probability": "3/4", "player": "min", "children": [6, 4]}]}]}"#;
    let tree: Tree = json.parse().unwrap();
    let says = |slot: usize| Dependence::of(&tree, tree.leaf(slot)).unwrap().sentences(&tree);
    assert_eq!(says(0)[0], "Below 5 the value is 5; from 5 on it is the leaf’s.");
    assert_eq!(says(1)[0], "Below −4 the value is 2; from −4 on the value grows by 0.25 with each point of the leaf.");
    assert!(says(1)[1].contains("−4"), "{:?}", says(1));
    let last =
        "Below 0 the value is 2; from 0 to 6 the value grows by 0.75 with each point of the leaf; above 6 it is 6.5.";
    assert_eq!(says(3)[0], last);
    for slot in 0..tree.leaf_count() {
        let dependence = Dependence::of(&tree, tree.leaf(slot)).unwrap();
        for value in -20..20 {
            let changed = with_value(&tree, tree.leaf(slot), value.into());
            let found = plyscope::search::search(Algorithm::EXPECTIMINIMAX, &changed, Limits::default());
            assert_eq!(found.outcome.value(), Some(dependence.value_at(value.into())), "leaf {slot} at {value}");
        }
    }
}

//! How value and move depend on a leaf, compared with trying out values.

use plyscope::experiment::what_if::{Choice, Dependence};
use plyscope::search::{Algorithm, Limits, solve};
use plyscope::tree::edit::Edit;
use plyscope::tree::{NodeId, Tree, Value};
use proptest::prelude::*;

/// A small tree in brackets.
fn tree() -> impl Strategy<Value = String> {
    let leaf = (-4..5_i32).prop_map(|value| value.to_string());
    leaf.prop_recursive(4, 30, 3, |node| {
        prop::collection::vec(node, 1..4).prop_map(|children| format!("({})", children.join(" ")))
    })
}

/// The value of a tree and its leftmost best move.
fn solved(tree: &Tree) -> (Value, usize) {
    let solution = solve(Algorithm::MINIMAX, tree, Limits::default());
    (solution.value().unwrap(), solution.best_move().unwrap())
}

proptest! {
    #[test]
    fn value_and_move_are_what_a_search_finds_at_the_ends_in_the_middle_and_just_outside(text in tree()) {
        let tree: Tree = text.parse().unwrap();
        prop_assume!(tree.len() > 1);
        for leaf in (0..tree.leaf_count()).map(|slot| tree.leaf(slot)) {
            let dependence = Dependence::of(&tree, leaf).unwrap();
            let at = if let Choice::Changes { at, .. } = dependence.choice { Some(at) } else { None };
            let ends = [dependence.least, dependence.most, at].into_iter().flatten();
            let tried = ends.flat_map(|end| [end.next_down(), end, end.next_up()]).map(Value::get);
            for number in tried.chain([-100.0, -4.0, -0.5, 0.0, 0.5, 4.0, 100.0]) {
                let value = Value::new(number).unwrap();
                let changed = match Edit::Value(leaf, Some(value)).apply(&tree) {
                    Ok(edited) => edited.patched.tree,
                    Err(_) => tree.clone(),
                };
                let (found, best) = solved(&changed);
                prop_assert_eq!(dependence.value_at(value), found, "{} with leaf {:?} at {}", text, leaf, value);
                let best = tree.children(NodeId::ROOT).nth(best).unwrap();
                prop_assert_eq!(dependence.move_at(value), best, "{} with leaf {:?} at {}", text, leaf, value);
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
    assert_eq!(says(4), ["Nothing depends on this leaf: the value is 5 whatever it is."]);
}

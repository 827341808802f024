//! Where nodes stand in the node-link view.

use plyscope::draw::{Folds, Shown, Thing};
use plyscope::tree::{Builder, MOST_CENTRED, NodeId, Tree};
use proptest::prelude::*;

use crate::drawn::{NONE, full, tree};

/// How much places may differ by rounding, in slots.
const ROUNDING: f64 = 1e-6;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < ROUNDING
}

/// What stands in each level, from left to right, each node or mark once.
fn levels(shown: &Shown<'_>) -> Vec<Vec<Thing>> {
    let mut levels = Vec::new();
    for depth in 0..=shown.height() {
        let mut level: Vec<Thing> = Vec::new();
        for position in shown.tree.level(depth) {
            let thing = shown.thing(shown.tree.node_in_level_order(position));
            if shown.depth_of(thing) == depth && level.last() != Some(&thing) {
                level.push(thing);
            }
        }
        levels.push(level);
    }
    levels
}

/// Checks that parents are in the middle, and that neighbours are in their order and `apart` slots from each other at least.
fn stands_well(shown: &Shown<'_>, apart: f64) {
    for level in levels(shown) {
        for pair in level.windows(2) {
            let [left, right] = [0, 1].map(|side| shown.centre_of(pair[side]));
            assert!(right - left >= apart - ROUNDING, "{pair:?} stand at {left} and {right}");
        }
        for thing in level {
            let (Thing::Node(node), centre) = (thing, shown.centre_of(thing)) else { continue };
            let below: Vec<NodeId> = shown.tree.children(node).collect();
            let [Some(first), Some(last)] = [below.first(), below.last()] else { continue };
            let [first, last] = [first, last].map(|&child| shown.centre_of(shown.thing(child)));
            assert!(close(centre, f64::midpoint(first, last)), "{node:?} stands at {centre} over {first} to {last}");
        }
    }
}

/// The tree with the children of each node in the opposite order, and for each node its index there.
fn mirrored(tree: &Tree) -> (Tree, Vec<usize>) {
    let (mut index, mut waiting) = (vec![0; tree.len()], vec![NodeId::ROOT]);
    let mirror = Builder::new()
        .grown(|builder, node| {
            let here = waiting.pop().unwrap();
            index[here.index()] = node.index();
            let before = waiting.len();
            // The last child is taken first.
            waiting.extend(tree.children(here));
            builder.set_value(node, tree.value(here));
            waiting.len() - before
        })
        .unwrap();
    (mirror, index)
}

proptest! {
    #[test]
    fn a_parent_stands_in_the_middle_and_neighbours_a_slot_apart(tree in tree()) {
        stands_well(&Shown { tree: &tree, folds: &NONE }, 1.0);
    }

    #[test]
    fn so_they_do_where_subtrees_are_folded(tree in tree(), depth in 0_u32..4, node in any::<proptest::sample::Index>()) {
        let folds = Folds::below(&tree, depth).with(&tree, tree.node(node.index(tree.len())).unwrap());
        stands_well(&Shown { tree: &tree, folds: &folds }, 1.0);
    }

    #[test]
    fn the_mirror_of_a_tree_has_the_mirrored_drawing(tree in tree()) {
        let (mirror, index) = mirrored(&tree);
        let wide = tree.leaf_count() as f64;
        for node in tree.nodes() {
            let (here, there) = (tree.centre(node), mirror.centre(mirror.node(index[node.index()]).unwrap()));
            prop_assert!(close(here, wide - there), "{:?} stands at {} and {} from the other side", node, here, there);
        }
    }
}

#[test]
fn in_a_tree_of_very_many_nodes_a_parent_stands_over_the_middle_of_its_leaves() {
    let tree = full(3, 11);
    assert!(tree.len() > MOST_CENTRED);
    for node in tree.nodes().step_by(997) {
        let slots = tree.slots(node);
        assert_eq!(tree.centre(node), (slots.start + slots.end) as f64 / 2.0);
    }
}

#[test]
fn a_chain_as_deep_as_a_tree_may_be_stands_on_one_line() {
    let tree = Builder::new().grown(|_, node| usize::from(node.index() + 1 < MOST_CENTRED)).unwrap();
    assert!(tree.nodes().all(|node| tree.centre(node) == 0.5));
}

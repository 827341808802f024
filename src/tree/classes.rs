//! Which subtrees are equal.

use std::collections::HashMap;

use super::{NodeId, Player, Tree};

/// What makes two subtrees equal: the players, the values, and the classes of the children in their order.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    player: Player,
    value: Option<u64>,
    children: Box<[u32]>,
}

/// For each node a number that its subtree shares with the subtrees that are equal to it and with no other: subtrees are compared, not
/// their hashes. Names do not count. Takes time and memory in proportion to the nodes.
pub(super) fn classes(tree: &Tree) -> Box<[u32]> {
    let mut class_of: HashMap<Shape, u32> = HashMap::new();
    let mut classes = vec![0; tree.len()].into_boxed_slice();
    // Parents stand before their children, so from the end on the children are done.
    for node in tree.nodes().rev() {
        let children = tree.children(node).map(|child: NodeId| classes[child.index()]).collect();
        let value = tree.value(node).map(|value| value.get().to_bits());
        let shape = Shape { player: tree.player(node), value, children };
        let next = class_of.len() as u32;
        classes[node.index()] = *class_of.entry(shape).or_insert(next);
    }
    classes
}

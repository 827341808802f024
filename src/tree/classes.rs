//! Finds equal subtrees.

use std::collections::HashMap;

use super::{NodeId, Player, Tree};

/// Two subtrees are equal if their shapes are: the players, the values, and the classes of the children in order.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    player: Player,
    value: Option<u64>,
    children: Box<[u32]>,
}

/// A number for each node that is the same for equal subtrees and different for others. Subtrees are compared, not
/// their hashes. Names are ignored. Takes time and memory linear in the number of nodes.
pub(super) fn classes(tree: &Tree) -> Box<[u32]> {
    let mut class_of: HashMap<Shape, u32> = HashMap::new();
    let mut classes = vec![0; tree.len()].into_boxed_slice();
    // Parents come before their children, so in reverse order the children are done first.
    for node in tree.nodes().rev() {
        let children = tree.children(node).map(|child: NodeId| classes[child.index()]).collect();
        let value = tree.value(node).map(|value| value.get().to_bits());
        let shape = Shape { player: tree.player(node), value, children };
        let next = class_of.len() as u32;
        classes[node.index()] = *class_of.entry(shape).or_insert(next);
    }
    classes
}

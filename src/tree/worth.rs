//! The minimax values of the nodes of a subtree.

use std::ops::Range;

use super::{NodeId, Tree, Value};

/// The minimax values of the nodes of a subtree; `None` for those that depend on an unknown leaf. Takes time linear in the number of nodes.
pub(crate) fn minimax_values(tree: &Tree, nodes: Range<usize>) -> Vec<Option<Value>> {
    let mut values: Vec<Option<Value>> = vec![None; nodes.len()];
    // Parents come before their children, so in reverse order the children are done first.
    for node in nodes.clone().rev().map(NodeId::at) {
        let value = if tree.is_leaf(node) {
            tree.value(node)
        } else {
            let player = tree.player(node);
            let mut below = tree.children(node).map(|child| values[child.index() - nodes.start]);
            let first = below.next().flatten();
            below.fold(first, |best, value| match (best, value) {
                (Some(best), Some(value)) => Some(if player.prefers(value, best) { value } else { best }),
                _ => None,
            })
        };
        values[node.index() - nodes.start] = value;
    }
    values
}

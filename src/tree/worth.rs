//! What every node of a subtree is worth.

use std::ops::Range;

use super::{NodeId, Tree, Value};

/// The minimax values of the nodes of a subtree; `None` where one depends on an unknown leaf. Takes time in proportion to the nodes.
pub(crate) fn minimax_values(tree: &Tree, nodes: Range<usize>) -> Vec<Option<Value>> {
    let mut values: Vec<Option<Value>> = vec![None; nodes.len()];
    // Parents stand before their children, so from the end on the children are done.
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

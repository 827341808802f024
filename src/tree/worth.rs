//! The minimax values of the nodes of a subtree, with means at chance nodes.

use std::ops::Range;

use super::{NodeId, Tree, Value};

/// The minimax values of the nodes of a subtree; `None` for those that depend on an unknown leaf. Takes time linear in the number of nodes.
pub(crate) fn minimax_values(tree: &Tree, nodes: Range<usize>) -> Vec<Option<Value>> {
    let mut values: Vec<Option<Value>> = vec![None; nodes.len()];
    // Parents come before their children, so in reverse order the children are done first.
    for node in nodes.clone().rev().map(NodeId::at) {
        let value = if tree.is_leaf(node) {
            tree.value(node)
        } else if tree.is_chance(node) {
            mean(tree, node, |child| values[child.index() - nodes.start])
        } else {
            let player = tree.player(node);
            let (mut best, mut is_known) = (None, true);
            for child in tree.children(node) {
                match (best, values[child.index() - nodes.start]) {
                    (_, None) => is_known = false,
                    (Some(best), Some(value)) if !player.prefers(value, best) => {}
                    (_, value) => best = value,
                }
            }
            best.filter(|_| is_known)
        };
        values[node.index() - nodes.start] = value;
    }
    values
}

/// The mean of the values of the children of a chance node; `None` if one is unknown, or if it is not finite.
pub(crate) fn mean(tree: &Tree, node: NodeId, value: impl Fn(NodeId) -> Option<Value>) -> Option<Value> {
    let values: Option<Vec<f64>> = tree.children(node).map(|child| value(child).map(Value::get)).collect();
    Value::new(tree.chances(node).mean(values?))
}

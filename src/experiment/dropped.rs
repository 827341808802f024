//! The nodes that `taketree` dropped from a tree before it was searched.

use crate::game::Stages;
use crate::search::{Origin, Record, Visit};
use crate::sorting;
use crate::tree::{Bits, NodeId, Tree};

/// The children that `taketree` dropped from the nodes that were searched, in preorder. Takes time linear in the number of
/// children of visited nodes, and memory of a bit a node of the tree.
pub fn dropped_by_taketree(stages: Stages, tree: &Tree, record: &Record) -> Vec<NodeId> {
    let Some(kept) = stages.taketree else { return Vec::new() };
    let is_expanded = |visit: &Visit| match visit.origin {
        Origin::Searched => !visit.is_evaluated(),
        Origin::Deepened => true,
        Origin::Recalled(_) | Origin::Unrecorded(_) => false,
    };
    let expanded = record.visits().filter(is_expanded);
    let mut dropped = Bits::default();
    for visit in expanded {
        let mut children: Vec<NodeId> = tree.children(visit.node).collect();
        if children.len() <= kept {
            continue;
        }
        if stages.highfirst {
            if children.iter().any(|&child| tree.value(child).is_none()) {
                // Without a static value there is no order, and the run ended here.
                continue;
            }
            let player = tree.player(visit.node);
            sorting::sort_by(&mut children, |&a, &b| player.best_first(tree.value(a), tree.value(b)));
        }
        for child in &children[kept..] {
            dropped.insert(child.index());
        }
    }
    dropped.nodes()
}

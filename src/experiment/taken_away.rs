//! What `taketree` took away from a tree that a pipeline looked at.

use std::cmp::Reverse;

use crate::search::hughes::Pipeline;
use crate::search::{Origin, Record};
use crate::tree::{NodeId, Player, Tree};

/// The children that `taketree` took away from the nodes at which a run of the pipeline looked on, in preorder. Takes time in the number of
/// children of the nodes visited.
pub fn taken_away(pipeline: Pipeline, tree: &Tree, record: &Record) -> Vec<NodeId> {
    let Some(kept) = pipeline.taketree else { return Vec::new() };
    let looked_on = record.visits().iter().filter(|visit| !visit.is_evaluated() && visit.origin == Origin::Searched);
    let mut away = Vec::new();
    for visit in looked_on {
        let mut children: Vec<NodeId> = tree.children(visit.node).collect();
        if children.len() <= kept {
            continue;
        }
        if pipeline.highfirst {
            if children.iter().any(|&child| tree.value(child).is_none()) {
                // Without a static value there is no order, and the run ended there.
                continue;
            }
            match tree.player(visit.node) {
                Player::Max => children.sort_by_key(|&child| Reverse(tree.value(child))),
                Player::Min => children.sort_by_key(|&child| tree.value(child)),
            }
        }
        away.extend(children.split_off(kept));
    }
    away.sort_unstable();
    away
}

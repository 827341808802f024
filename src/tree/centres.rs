//! Where the nodes of a drawing stand from left to right: a leaf in the middle of its slot, a parent over the middle between its first and
//! its last child.
//!
//! Nodes of one depth have disjoint slots and stand half a slot inside them at least, so neighbours are never closer than a slot.

use super::{NodeId, Tree};

/// In trees of more nodes than this a node stands over the middle of its leaves, for which no place has to be kept.
pub const MOST_CENTRED: usize = 100_000;

impl Tree {
    /// Where a node stands, in slots from the left side of the tree. The first call takes time and memory linear in the number of nodes, of
    /// which there are at most [`MOST_CENTRED`].
    pub fn centre(&self, node: NodeId) -> f64 {
        if self.len() <= MOST_CENTRED {
            let centres = self.levels.centres.get_or_init(|| self.centres_over(&|slot| slot as f64 + 0.5));
            return centres[node.index()];
        }
        let slots = self.slots(node);
        (slots.start + slots.end) as f64 / 2.0
    }

    /// Where all nodes stand, in preorder, if `leaf` says where the leaf in a slot does.
    pub(crate) fn centres_over(&self, leaf: &dyn Fn(usize) -> f64) -> Box<[f64]> {
        let mut centres = vec![0.0; self.len()].into_boxed_slice();
        // From right to left, with the roots of the subtrees that wait for their parent; the leftmost is the last.
        let mut waiting: Vec<NodeId> = Vec::new();
        let mut slot = self.leaf_count();
        for node in self.nodes().rev() {
            let end = self.subtree(node).end;
            let mut last = node;
            while let Some(child) = waiting.pop_if(|child| self.subtree(*child).end <= end) {
                last = child;
            }
            centres[node.index()] = if last == node {
                slot -= 1;
                leaf(slot)
            } else {
                f64::midpoint(centres[node.index() + 1], centres[last.index()])
            };
            waiting.push(node);
        }
        centres
    }
}

//! Where the nodes of a tree are after a change.

use std::ops::Range;

use super::super::{NodeId, Probability, Role, Tree, Value};

/// The new indices of the nodes of a tree after a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Ranges of nodes that were kept, in order, and the new index of the first node of each; `None` if no node moved.
    kept: Option<Vec<(Range<u32>, u32)>>,
}

impl Moved {
    pub(super) fn of(kept: Vec<(Range<u32>, u32)>) -> Moved {
        Moved { kept: Some(kept) }
    }

    /// What stays where a tree is replaced by another that was not made of it: every node if the shape is the same, or else the nodes
    /// before and after those that differ, in preorder.
    pub fn between(before: &Tree, after: &Tree) -> Moved {
        let [old, new] = [before.len(), after.len()];
        let depths = |tree: &Tree, node: usize| tree.depth(NodeId::at(node));
        if old == new && (0..old).all(|node| depths(before, node) == depths(after, node)) {
            return Moved::default();
        }
        let is_same = |old: usize, new: usize| facts(before, NodeId::at(old)) == facts(after, NodeId::at(new));
        let least = old.min(new);
        let (mut head, mut tail) = (0, 0);
        while head < least && is_same(head, head) {
            head += 1;
        }
        while tail < least - head && is_same(old - tail - 1, new - tail - 1) {
            tail += 1;
        }
        let mut kept = Vec::new();
        if head > 0 {
            kept.push((0..head as u32, 0));
        }
        if tail > 0 {
            kept.push(((old - tail) as u32..old as u32, (new - tail) as u32));
        }
        Moved::of(kept)
    }

    /// Where nodes are after this and then another change.
    #[must_use]
    pub(super) fn then(self, next: &Moved) -> Moved {
        let (Some(first), Some(second)) = (&self.kept, &next.kept) else {
            return if next.is_nothing() { self } else { next.clone() };
        };
        let mut kept = Vec::new();
        for (nodes, new) in first {
            let between = *new..new + nodes.len() as u32;
            let start = second.partition_point(|(other, _)| other.end <= between.start);
            for (other, last) in &second[start..] {
                if other.start >= between.end {
                    break;
                }
                let both = between.start.max(other.start)..between.end.min(other.end);
                let old = |at: u32| nodes.start + (at - between.start);
                kept.push((old(both.start)..old(both.end), last + (both.start - other.start)));
            }
        }
        Moved::of(kept)
    }

    /// Whether every node is where it was.
    pub fn is_nothing(&self) -> bool {
        self.kept.is_none()
    }

    /// The new index of a node; `None` if it was removed.
    pub fn follow(&self, node: NodeId) -> Option<NodeId> {
        let Some(kept) = &self.kept else { return Some(node) };
        let after = kept.partition_point(|(nodes, _)| nodes.start <= node.0);
        let (nodes, new) = kept.get(after.checked_sub(1)?)?;
        nodes.contains(&node.0).then(|| NodeId(new + (node.0 - nodes.start)))
    }

    /// The new index of a node, or of its nearest ancestor that was kept.
    pub fn follow_up(&self, before: &Tree, node: NodeId) -> NodeId {
        for above in before.ancestors(node) {
            if let Some(kept) = self.follow(above) {
                return kept;
            }
        }
        NodeId::ROOT
    }
}

/// What is said of a node, without what is below it.
#[expect(clippy::type_complexity, reason = "it is compared only")]
fn facts(tree: &Tree, node: NodeId) -> (u32, Option<Value>, Option<Role>, Option<Probability>, [Option<&str>; 2]) {
    let names = [tree.label(node), tree.move_name(node)];
    (tree.depth(node), tree.value(node), tree.given_role(node), tree.probability(node), names)
}

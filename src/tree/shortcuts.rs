//! Shortcuts through a tree, so that a drawing pays for what it shows and not for the levels and leaves it skips.

use std::ops::Range;

use super::Node;
use super::bits::{Bits, Ranked};

/// How many leaf slots share one entry of `deepest`.
const BLOCK: usize = 64;

/// Which nodes are leaves, for each inner node what is above it, and for each block of leaves the largest depth.
#[derive(Clone, Debug)]
pub(super) struct Shortcuts {
    pub(super) leaves: Ranked,
    /// Of each inner node. What is above a leaf follows from its parent.
    above: Vec<Above>,
    deepest: Vec<u32>,
}

/// What is above an inner node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    depth: u32,
    /// The jump pointer of Myers' random-access stacks: one entry a node reaches any ancestor in logarithmic time.
    jump: u32,
}

impl Shortcuts {
    /// The shortcuts of a tree in preorder.
    pub(super) fn new(nodes: &[Node]) -> Shortcuts {
        let mut leaves = Bits::with_room_for(nodes.len());
        let is_leaf = |&(index, node): &(usize, &Node)| node.end as usize == index + 1;
        for (leaf, _) in nodes.iter().enumerate().filter(is_leaf) {
            leaves.insert(leaf);
        }
        let leaves = Ranked::from(leaves);
        let above = Vec::with_capacity(nodes.len() - leaves.len());
        let mut shortcuts = Shortcuts { leaves, above, deepest: Vec::new() };
        for (index, node) in nodes.iter().enumerate().filter(|entry| !is_leaf(entry)) {
            let above = if index == 0 { Above { depth: 0, jump: 0 } } else { shortcuts.below(node.parent()) };
            shortcuts.above.push(above);
        }
        shortcuts.deepest = shortcuts.deepest_of_blocks(nodes);
        shortcuts
    }

    /// What is above a child of a node.
    fn below(&self, parent: u32) -> Above {
        let up = self.above(parent);
        let near = self.above(up.jump);
        let far = self.above(near.jump);
        let is_even = up.depth - near.depth == near.depth - far.depth;
        Above { depth: up.depth + 1, jump: if is_even { near.jump } else { parent } }
    }

    /// What is above an inner node.
    #[inline]
    fn above(&self, inner: u32) -> Above {
        self.above[inner as usize - self.leaves.rank(inner as usize)]
    }

    /// The largest depth of a node.
    pub(super) fn height(&self) -> u32 {
        // Below an inner node there is another one.
        self.above.iter().map(|above| above.depth + 1).max().unwrap_or(0)
    }

    /// The depth of a node.
    #[inline]
    pub(super) fn depth(&self, nodes: &[Node], node: u32) -> u32 {
        if node == 0 { 0 } else { self.above(nodes[node as usize].parent()).depth + 1 }
    }

    /// The ancestor of `node` at `level`, or the node itself where it is not deeper.
    pub(super) fn ancestor_at(&self, nodes: &[Node], node: u32, level: u32) -> u32 {
        if self.depth(nodes, node) <= level {
            return node;
        }
        // From here on nodes are inner ones.
        let mut node = nodes[node as usize].parent();
        loop {
            let Above { depth, jump } = self.above(node);
            if depth <= level {
                return node;
            }
            node = if self.above(jump).depth >= level { jump } else { nodes[node as usize].parent() };
        }
    }

    /// The largest depth of the leaves in `slots`; 0 where there are none.
    pub(super) fn deepest(&self, nodes: &[Node], slots: Range<usize>) -> u32 {
        let Range { start, end } = slots;
        let blocks = start.div_ceil(BLOCK)..end / BLOCK;
        if blocks.start >= blocks.end {
            return self.deepest_one_by_one(nodes, start..end);
        }
        let inner = self.deepest[blocks.clone()].iter().copied().max().unwrap_or(0);
        let left = self.deepest_one_by_one(nodes, start..blocks.start * BLOCK);
        left.max(inner).max(self.deepest_one_by_one(nodes, blocks.end * BLOCK..end))
    }

    fn deepest_one_by_one(&self, nodes: &[Node], slots: Range<usize>) -> u32 {
        if slots.is_empty() {
            return 0;
        }
        let leaves = self.leaves.iter_from(slots.start).take(slots.len());
        leaves.map(|leaf| self.depth(nodes, leaf as u32)).max().unwrap_or(0)
    }

    fn deepest_of_blocks(&self, nodes: &[Node]) -> Vec<u32> {
        let mut deepest = vec![0; self.leaves.len().div_ceil(BLOCK)];
        for (slot, leaf) in self.leaves.iter_from(0).enumerate() {
            let block: &mut u32 = &mut deepest[slot / BLOCK];
            *block = self.depth(nodes, leaf as u32).max(*block);
        }
        deepest
    }
}

//! The nodes of a tree by level, so that drawing takes time for the nodes that are shown and not for those that are skipped.

use std::ops::Range;

use super::Node;
use super::bits::{Bits, Ranked};

/// The number of leaf slots per entry of `deepest`.
const BLOCK: usize = 64;

/// The largest memory of a node here, in bytes: its index in the order by levels, its depth if it is an inner node, and its bits.
pub(super) const BYTES_PER_NODE: usize = 2 * size_of::<u32>() + 1;

/// The nodes in order of depth, those of one depth from left to right; which of them are leaves; and the largest depth in each block of
/// leaves.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    leaves: Ranked,
    /// The depth of each inner node, in preorder. The depth of a leaf is one more than that of its parent.
    depth: Vec<u32>,
    nodes: Vec<u32>,
    /// The beginning of each level in `nodes`, and the end of the last one.
    starts: Vec<u32>,
    deepest: Vec<u32>,
}

impl Levels {
    /// The levels of a tree in preorder. Takes time linear in the number of nodes.
    pub(super) fn new(tree: &[Node]) -> Levels {
        let leaves = leaves(tree);
        let depth = Vec::with_capacity(tree.len() - leaves.len());
        let mut levels = Levels { leaves, depth, nodes: Vec::new(), starts: Vec::new(), deepest: Vec::new() };
        for node in 0..tree.len() {
            if !is_leaf(tree, node) {
                levels.depth.push(levels.depth(tree, node as u32));
            }
        }
        levels.sort(tree);
        levels.deepest = vec![0; levels.leaves.len().div_ceil(BLOCK)];
        for (slot, leaf) in levels.leaves.iter_from(0).enumerate() {
            let deepest = levels.deepest[slot / BLOCK].max(levels.depth(tree, leaf as u32));
            levels.deepest[slot / BLOCK] = deepest;
        }
        levels
    }

    /// Sorts the nodes by depth.
    fn sort(&mut self, tree: &[Node]) {
        // An inner node has a node below it.
        let mut height = 0;
        for depth in &self.depth {
            height = height.max(*depth as usize + 1);
        }
        let mut starts = vec![0; height + 2];
        for node in 0..tree.len() {
            starts[self.depth(tree, node as u32) as usize + 1] += 1;
        }
        for level in 1..starts.len() {
            starts[level] += starts[level - 1];
        }
        let mut next = starts.clone();
        self.nodes = vec![0; tree.len()];
        for node in 0..tree.len() as u32 {
            let at = &mut next[self.depth(tree, node) as usize];
            self.nodes[*at as usize] = node;
            *at += 1;
        }
        self.starts = starts;
    }

    /// The set of leaves.
    #[inline]
    pub(super) fn leaves(&self) -> &Ranked {
        &self.leaves
    }

    /// The depth of a node.
    #[inline]
    pub(super) fn depth(&self, tree: &[Node], node: u32) -> u32 {
        if node == 0 {
            return 0;
        }
        let parent = tree[node as usize].parent() as usize;
        self.depth[parent - self.leaves.rank(parent)] + 1
    }

    /// The largest depth of a node.
    pub(super) fn height(&self) -> u32 {
        self.starts.len() as u32 - 2
    }

    /// The indices of a level's nodes in [`Levels::nodes`]; empty below the deepest level.
    #[inline]
    pub(super) fn level(&self, depth: u32) -> Range<usize> {
        let start = |level: usize| self.starts[level.min(self.starts.len() - 1)] as usize;
        start(depth as usize)..start((depth as usize).saturating_add(1))
    }

    /// All nodes, level by level.
    pub(super) fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The ancestor of a deeper node at a depth: the last node of that level before it in preorder.
    #[inline]
    pub(super) fn ancestor_at(&self, node: u32, depth: u32) -> u32 {
        let level = &self.nodes[self.level(depth)];
        level[level.partition_point(|&other| other <= node) - 1]
    }

    /// The largest depth of the leaves in `slots`; 0 if there are none.
    pub(super) fn deepest(&self, tree: &[Node], slots: Range<usize>) -> u32 {
        let Range { start, end } = slots;
        let blocks = start.div_ceil(BLOCK)..end / BLOCK;
        let max = |slots: Range<usize>| {
            let mut deepest = 0;
            for leaf in self.leaves.iter_from(slots.start).take(slots.len()) {
                deepest = deepest.max(self.depth(tree, leaf as u32));
            }
            deepest
        };
        if blocks.start >= blocks.end {
            return if start < end { max(start..end) } else { 0 };
        }
        let mut deepest = max(start..blocks.start * BLOCK).max(max(blocks.end * BLOCK..end));
        for block in &self.deepest[blocks] {
            deepest = deepest.max(*block);
        }
        deepest
    }
}

fn is_leaf(tree: &[Node], node: usize) -> bool {
    tree[node].end as usize == node + 1
}

fn leaves(tree: &[Node]) -> Ranked {
    let mut leaves = Bits::with_room_for(tree.len());
    for node in 0..tree.len() {
        if is_leaf(tree, node) {
            leaves.insert(node);
        }
    }
    leaves.into()
}

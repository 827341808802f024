//! The nodes of a tree level by level, so that a drawing pays for what it shows and not for the levels and leaves it skips.

use std::ops::Range;

/// How many leaf slots share one entry of `deepest`.
const BLOCK: usize = 64;

/// The nodes in order of their depth, those of one depth from left to right; and for each block of leaves the largest depth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Levels {
    nodes: Vec<u32>,
    /// Where each level begins in `nodes`, and where the last one ends.
    starts: Vec<u32>,
    deepest: Vec<u32>,
}

impl Levels {
    /// The levels of a tree in preorder. Takes time in proportion to its nodes.
    pub(super) fn new(depth: &[u32], leaf: &[u32]) -> Levels {
        let height = depth.iter().copied().max().unwrap_or(0) as usize;
        let mut starts = vec![0; height + 2];
        for &depth in depth {
            starts[depth as usize + 1] += 1;
        }
        for level in 1..starts.len() {
            starts[level] += starts[level - 1];
        }
        let mut next = starts.clone();
        let mut nodes = vec![0; depth.len()];
        for (node, &depth) in (0..).zip(depth) {
            let at = &mut next[depth as usize];
            nodes[*at as usize] = node;
            *at += 1;
        }
        let depth_of = |&leaf: &u32| depth[leaf as usize];
        let deepest = leaf.chunks(BLOCK).map(|block| block.iter().map(depth_of).max().unwrap_or(0)).collect();
        Levels { nodes, starts, deepest }
    }

    /// The positions of a level's nodes in [`Levels::nodes`]; empty below the deepest.
    pub(super) fn level(&self, depth: u32) -> Range<usize> {
        let start = |level: usize| self.starts[level.min(self.starts.len() - 1)] as usize;
        start(depth as usize)..start((depth as usize).saturating_add(1))
    }

    /// All nodes, level by level.
    pub(super) fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The ancestor at a depth of a node that is deeper: of the nodes there the last one before it in preorder.
    pub(super) fn ancestor_at(&self, node: u32, depth: u32) -> u32 {
        let level = &self.nodes[self.level(depth)];
        level[level.partition_point(|&other| other <= node) - 1]
    }

    /// The largest depth of the leaves in `slots`; 0 where there are none.
    pub(super) fn deepest(&self, leaf: &[u32], depth: &[u32], slots: Range<usize>) -> u32 {
        let Range { start, end } = slots;
        let blocks = start.div_ceil(BLOCK)..end / BLOCK;
        let max = |slots: Range<usize>| leaf[slots].iter().map(|&leaf| depth[leaf as usize]).max().unwrap_or(0);
        if blocks.start >= blocks.end {
            return if start < end { max(start..end) } else { 0 };
        }
        let inner = self.deepest[blocks.clone()].iter().copied().max().unwrap_or(0);
        max(start..blocks.start * BLOCK).max(inner).max(max(blocks.end * BLOCK..end))
    }
}

//! Shortcuts through a tree, so that a drawing pays for what it shows and not for the levels and leaves it skips.

use std::ops::Range;

/// How many leaf slots share one entry of `deepest`.
const BLOCK: usize = 64;

/// For each node an ancestor far above it, and for each block of leaves the largest depth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shortcuts {
    /// The jump pointers of Myers' random-access stacks: one entry a node reaches any ancestor in logarithmic time.
    jump: Vec<u32>,
    deepest: Vec<u32>,
}

impl Shortcuts {
    /// The shortcuts of a tree in preorder.
    pub(super) fn new(parent: &[u32], depth: &[u32], leaf: &[u32]) -> Shortcuts {
        let mut jump = vec![0; parent.len()];
        for node in 1..parent.len() {
            let up = parent[node] as usize;
            let near = jump[up] as usize;
            let far = jump[near] as usize;
            let is_even = depth[up] - depth[near] == depth[near] - depth[far];
            jump[node] = if is_even { far } else { up } as u32;
        }
        let depth_of = |&leaf: &u32| depth[leaf as usize];
        let deepest = leaf.chunks(BLOCK).map(|block| block.iter().map(depth_of).max().unwrap_or(0)).collect();
        Shortcuts { jump, deepest }
    }

    /// The ancestor of `node` at `level`, or the node itself where it is not deeper.
    pub(super) fn ancestor_at(&self, parent: &[u32], depth: &[u32], mut node: u32, level: u32) -> u32 {
        while depth[node as usize] > level {
            let far = self.jump[node as usize];
            node = if depth[far as usize] >= level { far } else { parent[node as usize] };
        }
        node
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

//! The nodes of a tree by level, so that drawing takes time for the nodes that are shown and not for those that are skipped.

use std::ops::Range;
use std::sync::OnceLock;

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
    /// Where the nodes of a small tree stand in a drawing; computed on demand.
    pub(super) centres: OnceLock<Box<[f64]>>,
}

impl Levels {
    /// The levels of a tree in preorder. Takes time linear in the number of nodes.
    pub(super) fn new(tree: &[Node]) -> Levels {
        let mut leaves = Bits::with_room_for(tree.len());
        let (mut depths, mut deepest) = (Vec::new(), Vec::new());
        // The number of nodes of each level, one further.
        let mut starts = vec![0, 0];
        let mut slot = 0;
        each_depth(tree, |node, depth, is_leaf| {
            if depth + 1 == starts.len() {
                starts.push(0);
            }
            starts[depth + 1] += 1;
            if !is_leaf {
                depths.push(depth as u32);
                return;
            }
            leaves.insert(node);
            match deepest.last_mut() {
                Some(last) if slot % BLOCK != 0 => *last = depth.max(*last as usize) as u32,
                _ => deepest.push(depth as u32),
            }
            slot += 1;
        });
        depths.shrink_to_fit();
        for level in 1..starts.len() {
            starts[level] += starts[level - 1];
        }
        let mut next = starts.clone();
        let mut nodes = vec![0; tree.len()];
        each_depth(tree, |node, depth, _| {
            nodes[next[depth] as usize] = node as u32;
            next[depth] += 1;
        });
        Levels { leaves: leaves.into(), depth: depths, nodes, starts, deepest, centres: OnceLock::new() }
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
        let Range { start, end } = slots.clone();
        let blocks = start.div_ceil(BLOCK)..end / BLOCK;
        let max = |slots: Range<usize>| {
            let leaves = self.leaves.iter_from(slots.start).take(slots.len());
            leaves.map(|leaf| self.depth(tree, leaf as u32)).max().unwrap_or_default()
        };
        if blocks.start >= blocks.end {
            return max(slots);
        }
        let mut deepest = max(start..blocks.start * BLOCK).max(max(blocks.end * BLOCK..end));
        for block in &self.deepest[blocks] {
            deepest = deepest.max(*block);
        }
        deepest
    }
}

/// Tells each node in preorder, its depth, and whether it is a leaf. Takes 4 bytes for each level.
#[inline]
fn each_depth(tree: &[Node], mut tell: impl FnMut(usize, usize, bool)) {
    let mut ends: Vec<u32> = Vec::new();
    for (index, node) in tree.iter().enumerate() {
        while ends.last().is_some_and(|&end| end as usize <= index) {
            ends.pop();
        }
        let is_leaf = node.end as usize == index + 1;
        tell(index, ends.len(), is_leaf);
        if !is_leaf {
            ends.push(node.end);
        }
    }
}

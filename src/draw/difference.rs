//! The difference of two searches as an overlay.

use std::ops::Range;

use super::{Look, Overlay, Searched, Shares, States};
use crate::tree::{Bits, NodeId, Ranked, Tree};

/// The nodes that two searches both visited, level by level.
#[derive(Clone, Debug)]
pub struct Common {
    both: Ranked,
    /// Those that both left out without a cutoff.
    left_out: Ranked,
}

impl Common {
    /// The common nodes of two runs on the same tree. Takes time linear in the size of the tree, 64 nodes at a time.
    pub fn new(first: &States, second: &States) -> Common {
        let [both, left_out] = first.common(second);
        Common { both, left_out }
    }
}

/// Two finished runs on the same tree.
#[derive(Clone, Copy)]
pub struct Difference<'a> {
    /// The first run.
    pub first: Searched<'a>,
    /// The second run.
    pub second: Searched<'a>,
    /// The one of them whose values, cutoffs and windows are shown.
    pub shown: Searched<'a>,
    /// The nodes that both visited.
    pub common: &'a Common,
    /// The names of the two searches.
    pub names: &'a [String; 2],
}

impl Difference<'_> {
    fn tree(&self) -> &Tree {
        self.first.tree
    }

    /// Whose difference it is, for a caption.
    pub fn in_words([first, second]: &[String; 2]) -> String {
        format!("The difference of {first} and {second}.")
    }

    /// How many of some nodes, adjacent in level order, were visited by both, by the first only, by the second only, and by neither.
    pub fn counts(&self, positions: &Range<usize>) -> [usize; 4] {
        let both = self.common.both.count(positions);
        let (first, second) = (self.first.states.visited(positions), self.second.states.visited(positions));
        [both, first - both, second - both, positions.len() + both - first - second]
    }

    /// The same with those that neither visited in two parts: those that a cutoff skipped, and those that both left out without one.
    fn parts(&self, positions: &Range<usize>) -> [usize; 5] {
        let [both, first, second, neither] = self.counts(positions);
        let left_out = self.common.left_out.count(positions);
        [both, first, second, neither - left_out, left_out]
    }

    /// The tops of the subtrees that only one of them visited, in preorder.
    pub fn tops(&self) -> Vec<NodeId> {
        let is_in = |run: &Searched<'_>, node: NodeId| run.record.visit(node).is_some();
        let mut tops = Bits::with_room_for(self.tree().len());
        for (run, other) in &[(self.first, self.second), (self.second, self.first)] {
            for visit in run.record.visits() {
                let node = visit.node;
                if !is_in(other, node) && self.tree().parent(node).is_none_or(|parent| is_in(other, parent)) {
                    tops.insert(node.index());
                }
            }
        }
        tops.nodes()
    }
}

fn shares([both, first, second, pruned, left_out]: [usize; 5]) -> Shares {
    Shares::of([
        (Look::FirstOnly, first),
        (Look::SecondOnly, second),
        (Look::Both, both),
        (Look::Pruned, pruned),
        (Look::LeftOut, left_out),
    ])
}

impl Overlay for Difference<'_> {
    fn beneath(&self) -> Option<&dyn Overlay> {
        Some(&self.shown)
    }

    fn identity(&self) -> u64 {
        self.first.identity().wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.second.identity().wrapping_add(self.shown.identity())
    }

    fn look(&self, node: NodeId) -> Look {
        let (first, second) = (&self.first, &self.second);
        match (first.record.visit(node).is_some(), second.record.visit(node).is_some()) {
            (true, true) => Look::Both,
            (true, false) => Look::FirstOnly,
            (false, true) => Look::SecondOnly,
            (false, false) if first.look(node) == Look::LeftOut && second.look(node) == Look::LeftOut => Look::LeftOut,
            (false, false) => Look::Pruned,
        }
    }

    fn line(&self) -> &[NodeId] {
        &[]
    }

    fn names(&self) -> Option<&[String; 2]> {
        Some(self.names)
    }

    fn shares(&self, positions: Range<usize>) -> Shares {
        shares(self.parts(&positions))
    }

    fn shares_in(&self, nodes: &Range<usize>) -> Shares {
        let tree = self.tree();
        let mut sums = [0; 5];
        for depth in 0..=tree.height() {
            // The nodes of one level in a range in preorder are adjacent in level order.
            let level = tree.level(depth);
            let find =
                |index: usize| partition(level.clone(), &|position| tree.node_in_level_order(position).index() < index);
            let counts = self.parts(&(find(nodes.start)..find(nodes.end)));
            for part in 0..sums.len() {
                sums[part] += counts[part];
            }
        }
        shares(sums)
    }
}

/// The first position of a range for which `is_before` is false; it must be true exactly for the positions before that.
pub(super) fn partition(range: Range<usize>, is_before: &dyn Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = usize::midpoint(low, high);
        if is_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

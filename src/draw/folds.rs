//! Folded subtrees, and the layout of the rest of the tree.

use std::ops::Range;

use crate::search::Record;
use crate::tree::{NodeId, Tree};

/// Adjacent siblings with their subtrees, shown as one mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Their parent, which is shown.
    pub parent: NodeId,
    /// The folded nodes, as indices in preorder.
    pub nodes: Range<usize>,
    /// The slots of its leaves.
    slots: Range<usize>,
}

/// The folds of a tree. No fold is inside another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folds {
    /// The folds from left to right.
    folds: Vec<Fold>,
    /// The number of slots saved by the folds before each one, and by all of them.
    saved: Vec<usize>,
    /// The depth of the deepest node or mark shown; 0 without folds.
    height: u32,
    /// Whether marks take no slot, unless they are all that a node has below it.
    without_room: bool,
    identity: u64,
}

impl Folds {
    /// No folds.
    pub const NONE: Folds = Folds { folds: Vec::new(), saved: Vec::new(), height: 0, without_room: false, identity: 0 };

    /// A number that identifies these folds among others of the same tree, as a key for data derived from them.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Whether there are no folds.
    pub fn is_empty(&self) -> bool {
        self.folds.is_empty()
    }

    /// The folds, from left to right.
    pub fn as_slice(&self) -> &[Fold] {
        &self.folds
    }

    /// Folds runs of siblings, each given by its first and last. Runs that begin inside another run are ignored.
    fn new(tree: &Tree, mut runs: Vec<[NodeId; 2]>, without_room: bool) -> Folds {
        runs.sort_unstable_by_key(|[first, last]| (first.index(), std::cmp::Reverse(tree.subtree(*last).end)));
        let mut folds: Vec<Fold> = Vec::new();
        for [first, last] in runs {
            let nodes = first.index()..tree.subtree(last).end;
            let Some(parent) = tree.parent(first) else { continue };
            if folds.last().is_none_or(|before| before.nodes.end <= nodes.start) {
                folds.push(Fold { parent, nodes, slots: tree.slots(first).start..tree.slots(last).end });
            }
        }
        let mut made = Folds { folds, saved: vec![0], height: 0, without_room, identity: 0 };
        for fold in &made.folds {
            made.saved.push(made.saved[made.saved.len() - 1] + fold.slots.len() - made.room(tree, fold));
        }
        made.height = made.deepest(tree);
        made.identity = made.folds.iter().fold(1 + u64::from(without_room), |sum, Fold { nodes, .. }| {
            [nodes.start, nodes.end].iter().fold(sum, |sum, &end| (sum ^ end as u64).wrapping_mul(0x0100_0000_01b3))
        });
        made
    }

    /// Folds of runs of siblings, each the first and the last of them. What is no such run in the tree is left out.
    pub fn of_siblings(tree: &Tree, runs: impl Iterator<Item = [u32; 2]>) -> Folds {
        let run = |[first, last]: [u32; 2]| {
            let run = [tree.node(first as usize)?, tree.node(last as usize)?];
            let are_siblings =
                first <= last && tree.parent(run[0]).is_some() && tree.parent(run[0]) == tree.parent(run[1]);
            are_siblings.then_some(run)
        };
        Folds::new(tree, runs.filter_map(run).collect(), false)
    }

    /// The runs of siblings that are folded, each by its first and last.
    pub fn siblings(&self, tree: &Tree) -> Vec<[u32; 2]> {
        self.runs(tree).map(|run| run.map(|node| node.index() as u32)).collect()
    }

    /// The number of slots of a fold's mark.
    fn room(&self, tree: &Tree, fold: &Fold) -> usize {
        let is_all = tree.subtree(fold.parent) == (fold.parent.index()..fold.nodes.end)
            && fold.nodes.start == fold.parent.index() + 1;
        usize::from(!self.without_room || is_all)
    }

    fn deepest(&self, tree: &Tree) -> u32 {
        let ends = self.folds.iter().map(|fold| fold.slots.end);
        let starts = self.folds.iter().map(|fold| fold.slots.start).chain([tree.leaf_count()]);
        let between = std::iter::once(0).chain(ends).zip(starts).map(|(start, end)| tree.deepest(start..end));
        let marks = self.folds.iter().map(|fold| tree.depth(fold.parent) + 1);
        between.chain(marks).max().unwrap_or(0)
    }

    /// Folds everything below a depth, so that each node at that depth has one mark below it.
    pub fn below(tree: &Tree, depth: u32) -> Folds {
        let level = tree.level(depth).map(|position| tree.node_in_level_order(position));
        Folds::new(tree, level.filter_map(|node| all_children(tree, node)).collect(), false)
    }

    /// Folds the children that a search did not visit, with one mark or none for each run of them. A mark is not smaller than a leaf, and with the
    /// number 1 it would look like one, so that a single leaf stays unless marks take no room.
    pub fn unvisited(tree: &Tree, record: &Record, without_room: bool) -> Folds {
        let mut runs = Vec::new();
        for visit in record.visits() {
            let mut run: Option<[NodeId; 2]> = None;
            for child in tree.children(visit.node) {
                if record.is_visited(child) {
                    runs.extend(run.take());
                } else {
                    run = Some([run.map_or(child, |[first, _]| first), child]);
                }
            }
            runs.extend(run);
        }
        if !without_room {
            runs.retain(|[first, last]| first != last || !tree.is_leaf(*first));
        }
        Folds::new(tree, runs, without_room)
    }

    /// Folds everything below the siblings of a line's nodes, and below its end.
    pub fn beside(tree: &Tree, line: &[NodeId]) -> Folds {
        // A line goes down, so it ascends in preorder.
        let is_beside = |child: &NodeId| line.binary_search(child).is_err();
        let siblings = line.iter().flat_map(|&node| tree.children(node)).filter(is_beside);
        let end = line.last().copied();
        Folds::new(tree, siblings.chain(end).filter_map(|node| all_children(tree, node)).collect(), false)
    }

    /// These folds and everything below a node; nothing changes at a leaf.
    #[must_use]
    pub fn with(&self, tree: &Tree, node: NodeId) -> Folds {
        Folds::new(tree, self.runs(tree).chain(all_children(tree, node)).collect(), self.without_room)
    }

    /// These folds in a tree that was changed; `now` gives the new index of a node.
    #[must_use]
    pub fn followed(&self, before: &Tree, after: &Tree, now: impl Fn(NodeId) -> Option<NodeId>) -> Folds {
        let run = |fold: &Fold| {
            let parent = now(fold.parent)?;
            let mut kept = tops(before, fold).filter_map(&now).filter(|&node| after.parent(node) == Some(parent));
            let first = kept.next()?;
            Some(kept.fold([first, first], |[low, high], node| [low.min(node), high.max(node)]))
        };
        Folds::new(after, self.folds.iter().filter_map(run).collect(), self.without_room)
    }

    /// These folds and others.
    #[must_use]
    pub fn and(&self, tree: &Tree, other: &Folds) -> Folds {
        Folds::new(tree, self.runs(tree).chain(other.runs(tree)).collect(), self.without_room)
    }

    /// These folds with one opened by one level: its nodes are shown, and what is below them is folded.
    #[must_use]
    pub fn opened(&self, tree: &Tree, fold: usize) -> Folds {
        let Some(open) = self.folds.get(fold) else { return self.clone() };
        let below = tops(tree, open).filter_map(|node| all_children(tree, node));
        let others = self.runs(tree).enumerate().filter(|&(index, _)| index != fold).map(|(_, run)| run);
        Folds::new(tree, others.chain(below).collect(), self.without_room)
    }

    /// These folds without the one that hides a node: the way to the node is shown, and everything beside it and below it is folded.
    /// Takes time in proportion to the folds and to the children along the way.
    #[must_use]
    pub fn revealing(&self, tree: &Tree, node: NodeId) -> Folds {
        let Some(index) = self.over(node) else { return self.clone() };
        let open = &self.folds[index];
        let way = tree.ancestors(node).take_while(|&above| above != open.parent);
        let beside = way.flat_map(|on_way| {
            let parent = tree.parent(on_way).unwrap_or(NodeId::ROOT);
            let siblings = tree.children(parent).filter(|child| open.nodes.contains(&child.index()));
            siblings.filter(move |&child| child != on_way)
        });
        let folded = beside.chain([node]).filter_map(|node| all_children(tree, node));
        let others = self.runs(tree).enumerate().filter(|&(other, _)| other != index).map(|(_, run)| run);
        Folds::new(tree, others.chain(folded).collect(), self.without_room)
    }

    /// The fold that contains a node.
    pub fn over(&self, node: NodeId) -> Option<usize> {
        let after = self.folds.partition_point(|fold| fold.nodes.start <= node.index());
        let index = after.checked_sub(1)?;
        self.folds[index].nodes.contains(&node.index()).then_some(index)
    }

    /// The folds whose marks are children of a node, by their indices.
    pub fn below_node(&self, tree: &Tree, node: NodeId) -> impl Iterator<Item = usize> + '_ {
        let nodes = tree.subtree(node);
        let start = self.folds.partition_point(|fold| fold.nodes.start < nodes.start);
        let end = self.folds.partition_point(|fold| fold.nodes.start < nodes.end);
        (start..end).filter(move |&fold| self.folds[fold].parent == node)
    }

    fn runs<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = [NodeId; 2]> + 'a {
        self.folds.iter().filter_map(|fold| {
            let depth = tree.depth(fold.parent) + 1;
            Some([tree.node(fold.nodes.start)?, tree.ancestor_at(tree.node(fold.nodes.end - 1)?, depth)])
        })
    }
}

/// The nodes of a fold that are siblings, in their order; takes no time for the siblings outside it.
fn tops<'t>(tree: &'t Tree, fold: &Fold) -> impl Iterator<Item = NodeId> + 't {
    let Range { start, end } = fold.nodes;
    let next = move |node: &NodeId| Some(NodeId::at(tree.subtree(*node).end)).filter(|next| next.index() < end);
    std::iter::successors(Some(NodeId::at(start)), next)
}

/// The first and last child of a node; `None` at a leaf.
fn all_children(tree: &Tree, node: NodeId) -> Option<[NodeId; 2]> {
    let first = tree.children(node).next()?;
    let end = tree.node(tree.subtree(node).end - 1)?;
    Some([first, tree.ancestor_at(end, tree.depth(node) + 1)])
}

/// A node or mark in a tree with folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A node.
    Node(NodeId),
    /// The mark of a fold, by its index.
    Fold(usize),
}

/// A tree with its folds. Slots and depths are those in the drawing.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// Its folds.
    pub folds: &'a Folds,
}

impl Shown<'_> {
    /// The number of slots.
    pub fn slot_count(&self) -> usize {
        self.tree.leaf_count() - self.folds.saved.last().copied().unwrap_or(0)
    }

    /// The depth of the deepest level.
    pub fn height(&self) -> u32 {
        if self.folds.is_empty() { self.tree.height() } else { self.folds.height }
    }

    /// The slots of a node and its subtree; if it is folded, those of the mark.
    #[inline]
    pub fn slots(&self, node: NodeId) -> Range<usize> {
        let slots = self.tree.slots(node);
        if self.folds.is_empty() {
            return slots;
        }
        if let Some(fold) = self.folds.over(node) {
            return self.fold_slots(fold);
        }
        self.slot(slots.start)..self.slot(slots.end)
    }

    /// The slots of a mark: one or none.
    pub fn fold_slots(&self, fold: usize) -> Range<usize> {
        let start = self.folds.folds[fold].slots.start - self.folds.saved[fold];
        let saved = self.folds.saved[fold + 1] - self.folds.saved[fold];
        start..start + self.folds.folds[fold].slots.len() - saved
    }

    /// The slots of a node or mark.
    #[inline]
    pub fn slots_of(&self, thing: Thing) -> Range<usize> {
        match thing {
            Thing::Node(node) => self.slots(node),
            Thing::Fold(fold) => self.fold_slots(fold),
        }
    }

    /// The depth of a node or mark.
    pub fn depth_of(&self, thing: Thing) -> u32 {
        match thing {
            Thing::Node(node) => self.tree.depth(node),
            Thing::Fold(fold) => self.tree.depth(self.folds.folds[fold].parent) + 1,
        }
    }

    /// The nodes of a subtree or mark.
    #[inline]
    pub fn nodes_of(&self, thing: Thing) -> Range<usize> {
        match thing {
            Thing::Node(node) => self.tree.subtree(node),
            Thing::Fold(fold) => self.folds.folds[fold].nodes.clone(),
        }
    }

    /// The node, or the first node of a mark.
    pub fn node_of(&self, thing: Thing) -> NodeId {
        match thing {
            Thing::Node(node) => node,
            Thing::Fold(fold) => self.tree.node(self.folds.folds[fold].nodes.start).unwrap_or(NodeId::ROOT),
        }
    }

    /// A node, or the mark that contains it.
    pub fn thing(&self, node: NodeId) -> Thing {
        self.folds.over(node).map_or(Thing::Node(node), Thing::Fold)
    }

    /// The node or mark at a depth over a slot, or the leaf or mark there if that is less deep. Panics if there is no such slot.
    #[inline]
    pub fn at(&self, slot: usize, depth: u32) -> Thing {
        let (original, fold) = self.original(slot);
        let node = self.tree.ancestor_at(self.tree.leaf(original), depth);
        match fold {
            Some(fold) if self.folds.folds[fold].nodes.contains(&node.index()) => Thing::Fold(fold),
            _ => Thing::Node(node),
        }
    }

    /// The first slot of the tree that is shown at a slot, and the fold if that is a mark.
    pub fn original(&self, slot: usize) -> (usize, Option<usize>) {
        if self.folds.is_empty() {
            return (slot, None);
        }
        let start = |fold: usize| self.folds.folds[fold].slots.start - self.folds.saved[fold];
        // The last fold that begins at the slot or before it; marks without a slot begin where the next thing does.
        let (mut low, mut high) = (0, self.folds.folds.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if start(middle) <= slot { low = middle + 1 } else { high = middle }
        }
        let Some(fold) = low.checked_sub(1) else { return (slot, None) };
        let marks = self.fold_slots(fold);
        if marks.contains(&slot) {
            return (self.folds.folds[fold].slots.start, Some(fold));
        }
        (slot + self.folds.saved[fold + 1], None)
    }

    /// The slot at which a slot of the tree is shown.
    fn slot(&self, original: usize) -> usize {
        let after = self.folds.folds.partition_point(|fold| fold.slots.start < original);
        let Some(fold) = after.checked_sub(1) else { return original };
        let slots = &self.folds.folds[fold].slots;
        if original < slots.end { self.fold_slots(fold).start } else { original - self.folds.saved[fold + 1] }
    }

    /// The largest depth of what is shown in some slots; folded subtrees count as if they were open.
    pub fn deepest(&self, slots: Range<usize>) -> u32 {
        if slots.is_empty() {
            return 0;
        }
        let (start, _) = self.original(slots.start);
        let (last, fold) = self.original(slots.end - 1);
        let end = fold.map_or(last + 1, |fold| self.folds.folds[fold].slots.end);
        self.tree.deepest(start..end).min(self.height())
    }
}

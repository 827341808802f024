//! Folded subtrees, and the layout of the rest of the tree.

use std::ops::Range;

use crate::search::Record;
use crate::tree::{MOST_CENTRED, NodeId, Tree};

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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folds {
    /// The folds from left to right.
    folds: Vec<Fold>,
    /// The number of slots saved by the folds before each one, and by all of them.
    saved: Vec<usize>,
    /// The depth of the deepest node or mark shown; 0 without folds.
    height: u32,
    /// Whether marks take no slot, unless they are all that a node has below it.
    without_room: bool,
    /// Where the nodes stand, of a tree that is not too large: those of a fold at its mark.
    centres: Vec<f64>,
    identity: u64,
}

impl Folds {
    /// No folds.
    pub const NONE: Folds = Folds {
        folds: Vec::new(),
        saved: Vec::new(),
        height: 0,
        without_room: false,
        centres: Vec::new(),
        identity: 0,
    };

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
    fn new(tree: &Tree, runs: Vec<[NodeId; 2]>, without_room: bool) -> Folds {
        // As numbers, for which the sort is compiled anyway.
        let mut numbers: Vec<(u32, u32)> =
            runs.into_iter().map(|[first, last]| (first.index() as u32, last.index() as u32)).collect();
        numbers.sort_unstable();
        let mut folds: Vec<Fold> = Vec::new();
        for (index, &(first, last)) in numbers.iter().enumerate() {
            // Of runs with the same first node, the last is the longest.
            if numbers.get(index + 1).is_some_and(|next| next.0 == first) {
                continue;
            }
            let (first, last) = (NodeId::at(first as usize), NodeId::at(last as usize));
            let nodes = first.index()..tree.subtree(last).end;
            let Some(parent) = tree.parent(first) else { continue };
            if folds.last().is_none_or(|before| before.nodes.end <= nodes.start) {
                folds.push(Fold { parent, nodes, slots: tree.slots(first).start..tree.slots(last).end });
            }
        }
        let mut made = Folds { folds, saved: vec![0], without_room, ..Folds::NONE };
        for fold in &made.folds {
            made.saved.push(made.saved[made.saved.len() - 1] + fold.slots.len() - made.room(tree, fold));
        }
        made.height = made.deepest(tree);
        made.centres = made.centres(tree);
        made.identity = 1 + u64::from(without_room);
        for end in made.folds.iter().flat_map(|Fold { nodes, .. }| [nodes.start, nodes.end]) {
            made.identity = (made.identity ^ end as u64).wrapping_mul(0x0100_0000_01b3);
        }
        made
    }

    /// Folds of runs of siblings, each the first and the last of them. What is no such run in the tree is left out.
    pub fn of_siblings(tree: &Tree, runs: &[[u32; 2]]) -> Folds {
        let mut found = Vec::new();
        for [first, last] in runs {
            let (Some(first), Some(last)) = (tree.node(*first as usize), tree.node(*last as usize)) else { continue };
            if first <= last && tree.parent(first).is_some() && tree.parent(first) == tree.parent(last) {
                found.push([first, last]);
            }
        }
        Folds::new(tree, found, false)
    }

    /// The runs of siblings that are folded, each by its first and last.
    pub fn siblings(&self, tree: &Tree) -> Vec<[u32; 2]> {
        self.runs(tree, None).into_iter().map(|[first, last]| [first.index() as u32, last.index() as u32]).collect()
    }

    /// The number of slots of a fold's mark.
    fn room(&self, tree: &Tree, fold: &Fold) -> usize {
        let is_all = tree.subtree(fold.parent) == (fold.parent.index()..fold.nodes.end)
            && fold.nodes.start == fold.parent.index() + 1;
        usize::from(!self.without_room || is_all)
    }

    /// Where the nodes stand; nothing for a large tree.
    fn centres(&self, tree: &Tree) -> Vec<f64> {
        if tree.len() > MOST_CENTRED || self.folds.is_empty() {
            return Vec::new();
        }
        let shown = Shown { tree, folds: self };
        let centres = tree.centres_over(&|leaf| middle(&shown.slots(tree.leaf(leaf))));
        centres.into_vec()
    }

    fn deepest(&self, tree: &Tree) -> u32 {
        let (mut deepest, mut start) = (0, 0);
        for fold in &self.folds {
            let between = tree.deepest(start..fold.slots.start);
            deepest = deepest.max(between).max(tree.depth(fold.parent) + 1);
            start = fold.slots.end;
        }
        deepest.max(tree.deepest(start..tree.leaf_count()))
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
        let children = line.iter().flat_map(|&node| tree.children(node));
        let beside = children.filter(|child| line.binary_search(child).is_err());
        let runs = beside.chain(line.last().copied()).filter_map(|node| all_children(tree, node)).collect();
        Folds::new(tree, runs, false)
    }

    /// These folds and everything below a node; nothing changes at a leaf.
    #[must_use]
    pub fn with(&self, tree: &Tree, node: NodeId) -> Folds {
        let mut runs = self.runs(tree, None);
        runs.extend(all_children(tree, node));
        Folds::new(tree, runs, self.without_room)
    }

    /// These folds in a tree that was changed; `now` gives the new index of a node.
    #[must_use]
    pub fn followed(&self, before: &Tree, after: &Tree, now: &dyn Fn(NodeId) -> Option<NodeId>) -> Folds {
        let mut runs = Vec::new();
        for fold in &self.folds {
            let Some(parent) = now(fold.parent) else { continue };
            let mut run: Option<[NodeId; 2]> = None;
            for top in tops(before, fold) {
                if let Some(node) = now(top)
                    && after.parent(node) == Some(parent)
                {
                    run = Some(run.map_or([node, node], |[low, high]| [low.min(node), high.max(node)]));
                }
            }
            runs.extend(run);
        }
        Folds::new(after, runs, self.without_room)
    }

    /// These folds and others.
    #[must_use]
    pub fn and(&self, tree: &Tree, other: &Folds) -> Folds {
        let mut runs = self.runs(tree, None);
        runs.append(&mut other.runs(tree, None));
        Folds::new(tree, runs, self.without_room)
    }

    /// These folds with one opened by one level: its nodes are shown, and what is below them is folded.
    #[must_use]
    pub fn opened(&self, tree: &Tree, fold: usize) -> Folds {
        let Some(open) = self.folds.get(fold) else { return self.clone() };
        let mut runs = self.runs(tree, Some(fold));
        runs.extend(tops(tree, open).into_iter().filter_map(|top| all_children(tree, top)));
        Folds::new(tree, runs, self.without_room)
    }

    /// These folds without the one that hides a node: the way to the node is shown, and everything beside it and below it is folded.
    /// Takes time in proportion to the folds and to the children along the way.
    #[must_use]
    pub fn revealing(&self, tree: &Tree, node: NodeId) -> Folds {
        let Some(index) = self.over(node) else { return self.clone() };
        let open = &self.folds[index];
        let mut runs = self.runs(tree, Some(index));
        for on_way in tree.ancestors(node) {
            if on_way == open.parent {
                break;
            }
            for child in tree.children(tree.parent(on_way).unwrap_or(NodeId::ROOT)) {
                if child != on_way && open.nodes.contains(&child.index()) {
                    runs.extend(all_children(tree, child));
                }
            }
        }
        runs.extend(all_children(tree, node));
        Folds::new(tree, runs, self.without_room)
    }

    /// The fold that contains a node.
    pub fn over(&self, node: NodeId) -> Option<usize> {
        let index = self.first_from(node.index() + 1).checked_sub(1)?;
        self.folds[index].nodes.contains(&node.index()).then_some(index)
    }

    /// The folds whose marks are children of a node, by their indices.
    pub fn below_node(&self, tree: &Tree, node: NodeId) -> Vec<usize> {
        let nodes = tree.subtree(node);
        let folds = self.first_from(nodes.start)..self.first_from(nodes.end);
        folds.filter(|&fold| self.folds[fold].parent == node).collect()
    }

    /// The first fold whose nodes begin at an index in preorder or after it.
    fn first_from(&self, index: usize) -> usize {
        self.folds.partition_point(|fold| fold.nodes.start < index)
    }

    /// The folded runs of siblings, except those of one fold.
    fn runs(&self, tree: &Tree, except: Option<usize>) -> Vec<[NodeId; 2]> {
        let mut runs = Vec::new();
        for (index, fold) in self.folds.iter().enumerate() {
            let (first, last) = (tree.node(fold.nodes.start), tree.node(fold.nodes.end - 1));
            if let (Some(first), Some(last)) = (first, last)
                && except != Some(index)
            {
                runs.push([first, tree.ancestor_at(last, tree.depth(fold.parent) + 1)]);
            }
        }
        runs
    }
}

/// The nodes of a fold that are siblings, in their order; takes no time for the siblings outside it.
fn tops(tree: &Tree, fold: &Fold) -> Vec<NodeId> {
    let mut tops = Vec::new();
    let mut next = fold.nodes.start;
    while next < fold.nodes.end {
        let top = NodeId::at(next);
        tops.push(top);
        next = tree.subtree(top).end;
    }
    tops
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

    /// Where a node or mark stands in the node-link view, in slots from the left side: a parent over the middle between its first and its last
    /// child, and in a tree of more than [`MOST_CENTRED`] nodes over the middle of its slots.
    #[inline]
    pub fn centre_of(&self, thing: Thing) -> f64 {
        match thing {
            Thing::Node(node) if self.folds.is_empty() => self.tree.centre(node),
            Thing::Node(node) if !self.folds.centres.is_empty() => self.folds.centres[node.index()],
            Thing::Node(_) | Thing::Fold(_) => middle(&self.slots_of(thing)),
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

/// The middle of some slots.
fn middle(slots: &Range<usize>) -> f64 {
    (slots.start + slots.end) as f64 / 2.0
}

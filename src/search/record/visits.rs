//! From the events of a search to its record: one visit per node, and the cause of each cutoff.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::story::Why;
use super::super::story::follow::{Child, Cut, Entered, Left, Watch};
use super::ages::Ages;
use super::bounds::{Closed, Counting, OpenVisit};
use super::columns::{Column, Columns};
use super::packed::InOrder;
use super::{Aim, Cutoff, Origin, Record, Visit};
use crate::tree::{Bits, NodeId, Ranked, Tree, Value};

/// Stands for a missing index.
const NONE: u32 = u32::MAX;

/// The nodes visited so far.
#[derive(Debug)]
pub(super) struct Visits<'t> {
    tree: &'t Tree,
    /// The tree, if it is shared.
    shared: Option<Arc<Tree>>,
    /// The number of visited nodes.
    len: u32,
    visited: Bits,
    /// In the order of the first visits.
    columns: Columns,
    cutoffs: Vec<Cutoff>,
    /// The index after the last node, as long as nodes were visited in order and only once.
    next: usize,
    /// Created when a node is visited again or out of order.
    lists: Option<Box<Lists>>,
    /// As long as the search visits nodes in order and only once, and takes no value from a table.
    in_order: Option<InOrder>,
    /// The nodes that a visit left without a cutoff; `None` if it has visited all their children then.
    exhausted: Option<Bits>,
    /// When nodes were visited last, if the search may become deeper.
    ages: Option<Ages>,
    /// The static values with which nodes could be left, in their last visits.
    stands: HashMap<NodeId, f64>,
}

/// A visit that is not left yet, and the place of its value while nodes are visited in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    visit: OpenVisit,
    place: u32,
    is_cut: bool,
}

/// What is needed to find a visit again.
#[derive(Debug)]
struct Lists {
    /// The index of each visited node in `columns`.
    index_of: Vec<u32>,
    /// The index of the last cutoff of each visited node.
    cutoff_of: Column<u32>,
}

impl<'t> Visits<'t> {
    /// No visits of a tree, which may be shared.
    pub(super) fn new(tree: &'t Tree, shared: Option<&Arc<Tree>>) -> Visits<'t> {
        Visits {
            tree,
            len: 0,
            visited: Bits::with_room_for(tree.len()),
            columns: Columns::default(),
            cutoffs: Vec::new(),
            next: 0,
            lists: None,
            in_order: Some(InOrder::new(shared.cloned())),
            shared: shared.cloned(),
            exhausted: None,
            ages: None,
            stands: HashMap::new(),
        }
    }

    /// From now on the search may become deeper.
    pub(super) fn deepen(&mut self) {
        self.ages = Some(Ages::default());
    }

    /// From now on the search may leave out children without a cutoff.
    pub(super) fn leave_out(&mut self) {
        self.exhausted = Some(Bits::default());
    }

    /// The index of a node that is entered, and whether it is visited for the first time.
    #[inline(always)]
    fn index(&mut self, node: NodeId) -> (u32, bool) {
        if self.lists.is_none() && node.index() >= self.next {
            self.next = node.index() + 1;
            self.visited.insert(node.index());
            return (self.take_index(), true);
        }
        self.index_in_lists(node)
    }

    #[inline(never)]
    fn index_in_lists(&mut self, node: NodeId) -> (u32, bool) {
        if self.lists.is_none() {
            self.leave_order();
            self.lists = Some(Box::new(Lists::new(self.tree.len(), &self.visited, &self.cutoffs)));
        }
        let is_new = self.visited.insert(node.index());
        let next = if is_new { self.take_index() } else { NONE };
        let Some(lists) = &mut self.lists else { return (next, is_new) };
        let index = &mut lists.index_of[node.index()];
        if is_new {
            *index = next;
        }
        (*index, is_new)
    }

    #[inline]
    fn take_index(&mut self) -> u32 {
        self.len += 1;
        self.len - 1
    }

    /// Enters a node and returns the index of its visit.
    #[inline(always)]
    fn enter(&mut self, Entered { node, window, .. }: &Entered<NodeId>) -> u32 {
        let (index, is_new) = self.index(*node);
        if let Some(in_order) = &mut self.in_order {
            in_order.enter(index as usize, window);
        } else if is_new {
            self.columns.aims.set(index as usize, Aim::of(*window));
        } else {
            self.columns.visits.update(index as usize, |visits| visits + 1);
        }
        index
    }

    /// Leaves a node, whose value follows from what is below it; NaN if there is none.
    #[inline]
    fn close(&mut self, visit: OpenVisit, value: f64, parent: Option<&mut OpenVisit>) {
        let Some(InOrder { proving, .. }) = &mut self.in_order else { return };
        let is_exhausted = self.exhausted.as_ref().is_some_and(|exhausted| exhausted.contains(visit.node().index()));
        let closed = proving.close(self.tree, visit, is_exhausted);
        let Closed { node, has_unvisited, .. } = closed;
        if !has_unvisited {
            self.cutoffs.pop_if(|cutoff| cutoff.node == node);
        }
        proving.settle(self.tree, closed, value, closed.interval(value), parent);
    }

    /// Leaves the open nodes, given from the root down, without a value, because the search was stopped.
    pub(super) fn stop(&mut self, mut open: Vec<Tag>) {
        while let Some(tag) = open.pop() {
            self.note_depth(tag.visit, false);
            self.close(tag.visit, f64::NAN, open.last_mut().map(|parent| &mut parent.visit));
        }
    }

    /// If a visit was deeper than one before, so is that of the parent.
    #[inline]
    fn note_depth(&mut self, visit: OpenVisit, is_deeper: bool) {
        if let Some(ages) = &mut self.ages {
            ages.close(visit.node(), is_deeper, self.columns.visits.get(visit.rank as usize) > 1);
        }
    }

    /// From now on nodes may be visited in any order: the columns get all values and aims.
    #[cold]
    #[inline(never)]
    fn leave_order(&mut self) {
        if let Some(in_order) = self.in_order.take() {
            in_order.unpack(&self.visited, &mut self.columns);
        }
    }

    /// The record of the run.
    pub(super) fn finish(self) -> Record {
        let Visits {
            tree,
            shared,
            visited,
            mut columns,
            mut cutoffs,
            lists,
            in_order,
            exhausted,
            mut ages,
            stands,
            ..
        } = self;
        let mut order = Vec::new();
        if let Some(Lists { index_of, .. }) = lists.map(|lists| *lists) {
            order.extend(visited.iter().map(|node| index_of[node]));
            drop(index_of);
            columns = columns.reordered(&order);
            if let Some(ages) = &mut ages {
                ages.reorder(&order);
            }
        }
        in_preorder(&mut cutoffs);
        let Some(in_order) = in_order else {
            let exhausted = exhausted.unwrap_or_default();
            let counting = Counting { exhausted: &exhausted, ages: ages.as_ref(), stands: &stands };
            return Record::new(tree, shared, visited, columns, order, cutoffs, counting);
        };
        let (proving, values, aims) = in_order.finish();
        Record::settled(proving.finish(), visited, columns, (values, aims), order, cutoffs)
    }
}

/// Sorts cutoffs by node; no node may have two. Takes time linear in their number, and one bit for each node of the tree.
fn in_preorder(cutoffs: &mut [Cutoff]) {
    let mut nodes = Bits::default();
    for cutoff in &*cutoffs {
        nodes.insert(cutoff.node.index());
    }
    let (nodes, unsorted) = (Ranked::from(nodes), cutoffs.to_vec());
    for cutoff in unsorted {
        cutoffs[nodes.rank(cutoff.node.index())] = cutoff;
    }
}

impl Lists {
    #[cold]
    fn new(nodes: usize, visited: &Bits, cutoffs: &[Cutoff]) -> Lists {
        let mut index_of = vec![0; nodes];
        for (node, index) in visited.iter().zip(0..) {
            index_of[node] = index;
        }
        let mut cutoff_of = Column::new(NONE);
        for (cutoff, index) in cutoffs.iter().zip(0..) {
            cutoff_of.set(index_of[cutoff.node.index()] as usize, index);
        }
        Lists { index_of, cutoff_of }
    }
}

impl Watch<NodeId> for Visits<'_> {
    type Tag = Tag;

    #[inline(always)]
    fn entered(&mut self, node: Entered<NodeId>) -> Tag {
        let visit = OpenVisit::new(self.enter(&node), node.node, node.player);
        let index = visit.rank as usize;
        if let Some(ages) = &mut self.ages {
            // Another pass may be deeper, unless it asks a question, as those of MTD(f) do, or plays a move again.
            let is_pass = node.node == NodeId::ROOT && node.why == Why::Normal && Aim::of(node.window).asked.is_none();
            ages.open(index, is_pass);
        }
        if !self.stands.is_empty() {
            self.stands.remove(&node.node);
        }
        let place = self.in_order.as_mut().map_or(0, InOrder::take_place);
        Tag { visit, place, is_cut: false }
    }

    #[inline(always)]
    fn left(&mut self, _: Child<NodeId>, tag: Tag, value: Value, how: Left, parent: Option<&mut Tag>) {
        let index = tag.visit.rank as usize;
        if let Left::Recalled(_) = how {
            self.leave_order();
        }
        if let Some(exhausted) = &mut self.exhausted
            && how == Left::Searched
            && !tag.is_cut
        {
            exhausted.insert(tag.visit.node().index());
        }
        // A leaf whose value is played again is no deeper.
        let is_leaf = how == Left::Searched && self.tree.is_leaf(tag.visit.node());
        let origin = self.ages.as_mut().filter(|_| !is_leaf).and_then(|ages| {
            ages.leave(tag.visit.node(), how);
            self.columns.deepened(index, value, how)
        });
        let is_deeper = origin.is_some() && self.columns.is_evaluated(index);
        match &mut self.in_order {
            Some(in_order) => in_order.set(tag.place, value),
            None => self.columns.values.set(index, value.get()),
        }
        self.columns.leave(index, how);
        if let Some(origin) = origin {
            self.columns.origins.set(index, origin);
        }
        self.note_depth(tag.visit, is_deeper);
        self.close(tag.visit, value.get(), parent.map(|parent| &mut parent.visit));
    }

    #[inline(always)]
    fn evaluated(&mut self, node: Entered<NodeId>, value: Value, parent: Option<&mut Tag>) {
        let index = self.enter(&node) as usize;
        if let Some(ages) = &mut self.ages {
            // Another static value is one of another depth.
            let before = self.columns.values.get(index);
            if self.columns.visits.get(index) > 1 && before != value.get() {
                ages.become_deeper();
            }
            ages.enter(index);
            ages.leave(node.node, Left::Evaluated);
            if self.columns.origins.get(index) != Origin::Searched {
                self.columns.origins.set(index, Origin::Searched);
            }
        }
        if self.in_order.as_mut().is_some_and(|in_order| !in_order.evaluate(node.node, value)) {
            self.leave_order();
        }
        self.columns.leave(index, Left::Evaluated);
        if self.in_order.is_none() {
            self.columns.values.set(index, value.get());
        } else if let Some(Tag { visit, .. }) = parent {
            visit.join(self.tree, node.node, (value.get(), value.get()));
        }
    }

    fn stood(&mut self, node: NodeId, tag: &mut Tag, value: Value) {
        tag.visit.stand(value.get());
        self.stands.insert(node, value.get());
    }

    fn cut(&mut self, node: NodeId, tag: &mut Tag, Cut { cause, bound, asked, witness }: Cut<NodeId>) {
        tag.is_cut = true;
        let index = tag.visit.rank;
        let cutoff = Cutoff { node, cause, bound, asked, witness };
        if let Some(lists) = &mut self.lists {
            let last = lists.cutoff_of.get(index as usize);
            if last != NONE {
                self.cutoffs[last as usize] = cutoff;
                return;
            }
            lists.cutoff_of.set(index as usize, self.cutoffs.len() as u32);
        }
        self.cutoffs.push(cutoff);
    }
}

impl Columns {
    /// The origin of the value of a node that is left, if an earlier visit, which did not search as deep, evaluated it.
    fn deepened(&self, index: usize, value: Value, how: Left) -> Option<Origin> {
        match how {
            Left::Searched if self.evaluated.contains(index) => Some(Origin::Deepened),
            Left::Recalled(bound) if self.is_evaluated(index) => {
                (self.values.get(index) != value.get()).then_some(Origin::Recalled(bound))
            }
            _ => None,
        }
    }
}

impl<N> Visit<N> {
    /// Records that the node is left.
    #[inline]
    pub(super) fn leave(&mut self, value: Value, how: Left) {
        self.value = value.get();
        match how {
            Left::Evaluated => self.evaluations += 1,
            Left::Searched => self.origin = Origin::Searched,
            Left::Recalled(bound) if self.visits == 1 => self.origin = Origin::Recalled(bound),
            Left::Recalled(_) => {}
        }
    }
}

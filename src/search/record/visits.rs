//! From the events of a search to its record: one visit per node, and the cause of each cutoff.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::story::follow::{Child, Cut, Entered, Left, Open, Together, Watch};
use super::super::story::{Event, Why};
use super::ages::Ages;
use super::bounds::{ANY, Counting, OpenVisit, intersection};
use super::columns::{Column, Columns};
use super::in_order::{InOrder, Unpacked};
use super::tag::Tag;
use super::{Cutoff, Origin, Record, Visit};
use crate::tree::{Bits, NodeId, Tree, Value};

/// Stands for a missing index.
const NONE: u32 = u32::MAX;

/// The nodes visited so far.
#[derive(Debug)]
pub(super) enum Visits<'t> {
    InOrder(Box<InOrder<'t>>),
    AnyOrder(Box<AnyOrder<'t>>),
}

impl<'t> Visits<'t> {
    /// No visits of a tree, which may be shared.
    pub(super) fn new(tree: &'t Tree, shared: Option<&Arc<Tree>>) -> Visits<'t> {
        Visits::InOrder(Box::new(InOrder::new(tree, shared.cloned())))
    }

    /// From now on the search may become deeper; whether what was not visited in the last pass has no value.
    pub(super) fn deepen(&mut self, forgets: bool) {
        self.any_order().ages = Some(Ages::new(forgets));
    }

    /// From now on the search may leave out children without a cutoff.
    pub(super) fn leave_out(&mut self) {
        match self {
            Visits::InOrder(visits) => visits.exhausted = Some(Bits::default()),
            Visits::AnyOrder(visits) => visits.exhausted = Some(Bits::default()),
        }
    }

    /// From now on nodes may be visited in any order.
    #[cold]
    #[inline(never)]
    fn any_order(&mut self) -> &mut AnyOrder<'t> {
        if let Visits::InOrder(visits) = self {
            *self = Visits::AnyOrder(Box::new(AnyOrder::after(visits.unpack())));
        }
        match self {
            Visits::AnyOrder(visits) => visits,
            Visits::InOrder(_) => unreachable!("it was replaced"),
        }
    }

    /// The record of the run.
    pub(super) fn finish(self) -> Record {
        match self {
            Visits::InOrder(visits) => visits.finish(),
            Visits::AnyOrder(visits) => visits.finish(),
        }
    }
}

impl Watch<NodeId> for Visits<'_> {
    type Tag = Tag;

    #[inline(always)]
    fn entered(&mut self, node: Entered<NodeId>) -> Tag {
        if let Visits::InOrder(visits) = self
            && let Some(tag) = visits.enter(&node)
        {
            return tag;
        }
        // A copy, so that what is done most keeps the node in registers.
        self.any_order().entered(&{ node })
    }

    #[inline(always)]
    fn left(&mut self, _: Child<NodeId>, tag: &Tag, value: Value, how: Left, parent: Option<&mut Tag>) {
        match self {
            Visits::InOrder(visits) if how == Left::Searched => visits.leave(tag, value.get(), parent),
            _ => self.any_order().left(tag, value, how),
        }
    }

    #[inline(always)]
    fn evaluated(&mut self, node: Entered<NodeId>, value: Value, parent: Option<&mut Tag>) {
        if let Visits::InOrder(visits) = self
            && visits.evaluate(&node, value.get(), parent)
        {
            return;
        }
        self.any_order().evaluated(&{ node }, value);
    }

    #[inline(always)]
    fn evaluated_together(
        &mut self,
        first: &Entered<NodeId>,
        events: &[Event],
        parent: &mut Open<NodeId, Tag>,
    ) -> Option<Together<NodeId>> {
        match self {
            Visits::InOrder(visits) if !first.window.is_asked() => {
                visits.evaluate_together(first.node, first.window.values(), events, parent)
            }
            _ => None,
        }
    }

    fn given_up(&mut self, tag: &Tag, parent: Option<&mut Tag>) {
        match self {
            Visits::InOrder(visits) => visits.leave(tag, f64::NAN, parent),
            Visits::AnyOrder(visits) => visits.note_depth(&tag.visit, false),
        }
    }

    fn stood(&mut self, node: NodeId, tag: &mut Tag, value: Value) {
        match self {
            Visits::InOrder(visits) => visits.stand(node, tag, value.get()),
            Visits::AnyOrder(visits) => {
                visits.stands.insert(node, value.get());
            }
        }
    }

    fn cut(&mut self, node: NodeId, tag: &mut Tag, cut: Cut<NodeId>) {
        match self {
            Visits::InOrder(visits) => visits.cut(node, tag, cut),
            Visits::AnyOrder(visits) => visits.cut(node, tag, cut),
        }
    }
}

/// Visits in any order, each node any number of times. What they prove is computed at the end.
#[derive(Debug)]
pub(super) struct AnyOrder<'t> {
    tree: &'t Tree,
    /// The tree, if it is shared.
    shared: Option<Arc<Tree>>,
    /// The number of visited nodes.
    len: u32,
    visited: Bits,
    /// In the order of the first visits.
    columns: Columns,
    cutoffs: Vec<Cutoff>,
    /// The index of each visited node in `columns`.
    index_of: Vec<u32>,
    /// The index of the last cutoff of each visited node.
    cutoff_of: Column<u32>,
    /// The nodes that a visit left without a cutoff; `None` if it has visited all their children then.
    exhausted: Option<Bits>,
    /// When nodes were visited last, if the search may become deeper.
    ages: Option<Ages>,
    /// The static values with which nodes could be left, in their last visits.
    stands: HashMap<NodeId, f64>,
    /// What all visits of each chance node claim of its value together.
    claims: HashMap<NodeId, (f64, f64)>,
}

impl<'t> AnyOrder<'t> {
    /// Visits of a tree, those before in order.
    fn after(before: Unpacked<'t>) -> AnyOrder<'t> {
        let Unpacked { tree, shared, len, visited, columns, cutoffs, exhausted, stands, claims } = before;
        let mut index_of = vec![0; tree.len()];
        for (node, index) in visited.iter().zip(0..) {
            index_of[node] = index;
        }
        let mut cutoff_of = Column::new(NONE);
        for (cutoff, index) in cutoffs.iter().zip(0..) {
            cutoff_of.set(index_of[cutoff.node.index()] as usize, index);
        }
        let ages = None;
        AnyOrder { tree, shared, len, visited, columns, cutoffs, index_of, cutoff_of, exhausted, ages, stands, claims }
    }

    /// Enters a node and returns the index of its visit.
    fn enter(&mut self, entered: &Entered<NodeId>) -> u32 {
        let node = entered.node.index();
        if self.visited.insert(node) {
            self.index_of[node] = self.len;
            self.columns.aims.set(self.len as usize, entered.aim());
            self.len += 1;
        } else {
            self.columns.visits.update(self.index_of[node] as usize, |visits| visits + 1);
        }
        self.index_of[node]
    }

    /// If a visit was deeper than one before, so is that of the parent.
    fn note_depth(&mut self, visit: &OpenVisit, is_deeper: bool) {
        if let Some(ages) = &mut self.ages {
            ages.close(visit.node(), is_deeper, self.columns.visits.get(visit.rank as usize) > 1);
        }
    }

    fn entered(&mut self, node: &Entered<NodeId>) -> Tag {
        let index = self.enter(node);
        if let Some(ages) = &mut self.ages {
            // Another pass may be deeper, unless it asks a question, as those of MTD(f) do, or plays a move again.
            let is_pass = node.node == NodeId::ROOT && node.why == Why::Normal && node.asked.is_none();
            let is_again = self.columns.visits.get(index as usize) > 1;
            let is_old = ages.forgets() && is_pass && is_again || ages.is_forgotten(index as usize);
            if is_old && !self.tree.is_leaf(node.node) {
                self.columns.values.set(index as usize, f64::NAN);
                self.columns.origins.set(index as usize, Origin::Deepened);
            }
            ages.open(index as usize, is_pass);
        }
        if !self.stands.is_empty() {
            self.stands.remove(&node.node);
        }
        Tag::new(index, 0, node)
    }

    fn left(&mut self, tag: &Tag, value: Value, how: Left) {
        let (index, node) = (tag.visit.rank as usize, tag.visit.node());
        if let Some(exhausted) = &mut self.exhausted
            && how == Left::Searched
            && !tag.is_cut
        {
            exhausted.insert(node.index());
        }
        if let Some(claim) = tag.visit.claim(value.get()) {
            let known = self.claims.entry(node).or_insert(ANY);
            *known = intersection(*known, claim);
        }
        // A leaf whose value is played again is no deeper.
        let is_leaf = how == Left::Searched && self.tree.is_leaf(node);
        let origin = self.ages.as_mut().filter(|_| !is_leaf).and_then(|ages| {
            ages.leave(node, how);
            match how {
                // Nothing else is known of it in this pass.
                Left::Recalled(bound) if ages.forgets() && self.columns.origins.get(index) == Origin::Deepened => {
                    Some(Origin::Recalled(bound))
                }
                _ => self.columns.deepened(index, value, how),
            }
        });
        let is_deeper = origin.is_some() && self.columns.is_evaluated(index);
        self.columns.values.set(index, value.get());
        self.columns.leave(index, how);
        if let Some(origin) = origin {
            self.columns.origins.set(index, origin);
        }
        self.note_depth(&tag.visit, is_deeper);
    }

    fn evaluated(&mut self, node: &Entered<NodeId>, value: Value) {
        let index = self.enter(node) as usize;
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
        self.columns.leave(index, Left::Evaluated);
        self.columns.values.set(index, value.get());
    }

    fn cut(&mut self, node: NodeId, tag: &mut Tag, Cut { cause, bound, asked, witness }: Cut<NodeId>) {
        tag.is_cut = true;
        let cutoff = Cutoff { node, cause, bound, asked, witness };
        let index = tag.visit.rank as usize;
        let last = self.cutoff_of.get(index);
        if last != NONE {
            self.cutoffs[last as usize] = cutoff;
            return;
        }
        self.cutoff_of.set(index, self.cutoffs.len() as u32);
        self.cutoffs.push(cutoff);
    }

    fn finish(self: Box<Self>) -> Record {
        let AnyOrder { tree, shared, visited, columns, cutoffs, index_of, exhausted, mut ages, stands, claims, .. } =
            *self;
        let mut order = Vec::new();
        order.extend(visited.iter().map(|node| index_of[node]));
        drop(index_of);
        let columns = columns.reordered(&order);
        if let Some(ages) = &mut ages {
            ages.reorder(&order);
        }
        let exhausted = exhausted.unwrap_or_default();
        let counting = Counting { exhausted: &exhausted, ages: ages.as_ref(), stands: &stands, claims: &claims };
        Record::new(tree, shared, visited, columns, order, cutoffs, counting)
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
    /// What was found so far does not count any more.
    pub(super) fn forget(&mut self) {
        (self.value, self.origin) = (f64::NAN, Origin::Deepened);
    }

    /// Records that the node is left.
    #[inline]
    pub(super) fn leave(&mut self, value: Value, how: Left) {
        self.value = value.get();
        match how {
            Left::Evaluated => {
                self.evaluations += 1;
                self.origin = Origin::Searched;
            }
            Left::Searched if self.evaluations > 0 => self.origin = Origin::Deepened,
            Left::Searched => self.origin = Origin::Searched,
            Left::Recalled(bound) if self.visits == 1 || self.origin == Origin::Deepened => {
                self.origin = Origin::Recalled(bound);
            }
            Left::Recalled(_) => {}
        }
    }
}

//! Visits in order: what is kept while a search visits nodes from left to right, each only once, and takes no value from a table. That is
//! what most searches do, so it is made to be fast. What visits prove is known as soon as they are left.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::Window;
use super::super::story::follow::{Cut, Entered, Open, Together};
use super::super::story::{Event, Inheritance};
use super::bounds::{Closed, Proving};
use super::columns::{Column, Columns};
use super::cutoffs::NextCutoffs;
use super::packed::{NextAims, Values, value_in};
use super::tag::Tag;
use super::{Cutoff, Record};
use crate::tree::{Bits, NodeId, Ranked, Tree};

/// The visits so far, of which each is a rank.
#[derive(Debug)]
pub(super) struct InOrder<'t> {
    tree: &'t Tree,
    /// The tree, if it is shared. It has the values of all evaluated visits then.
    shared: Option<Arc<Tree>>,
    /// The number of visits.
    len: u32,
    /// The index after the last node.
    next: usize,
    visited: Bits,
    /// The ranks of evaluated visits.
    evaluated: Bits,
    aims: NextAims,
    /// The values that are not in the shared tree.
    values: Column<f64>,
    /// The number of places for them.
    places: u32,
    proving: Proving,
    cutoffs: NextCutoffs,
    /// The nodes that were left without a cutoff; `None` if all their children have been visited then.
    pub(super) exhausted: Option<Bits>,
    /// The static values with which nodes could be left.
    stands: HashMap<NodeId, f64>,
    /// What the visit of each chance node claims of its value.
    claims: HashMap<NodeId, (f64, f64)>,
}

/// The visits in the order of their ranks, when other visits follow.
pub(super) struct Unpacked<'t> {
    pub(super) tree: &'t Tree,
    pub(super) shared: Option<Arc<Tree>>,
    pub(super) len: u32,
    pub(super) visited: Bits,
    pub(super) columns: Columns,
    pub(super) cutoffs: Vec<Cutoff>,
    pub(super) exhausted: Option<Bits>,
    pub(super) stands: HashMap<NodeId, f64>,
    pub(super) claims: HashMap<NodeId, (f64, f64)>,
}

impl<'t> InOrder<'t> {
    /// No visits of a tree, which may be shared.
    pub(super) fn new(tree: &'t Tree, shared: Option<Arc<Tree>>) -> InOrder<'t> {
        InOrder {
            tree,
            shared,
            len: 0,
            next: 0,
            visited: Bits::with_room_for(tree.len()),
            evaluated: Bits::default(),
            aims: NextAims::new(),
            values: Column::new(f64::NAN),
            places: 0,
            proving: Proving::new(),
            cutoffs: NextCutoffs::default(),
            exhausted: None,
            stands: HashMap::new(),
            claims: HashMap::new(),
        }
    }

    /// Enters a node; `None` if that is not in order.
    #[inline(always)]
    pub(super) fn enter(&mut self, node: &Entered<NodeId>) -> Option<Tag> {
        let rank = self.take_rank(node)?;
        Some(Tag::new(rank, self.take_place(), node))
    }

    /// The rank of the visit of a node; `None` if it is not in order.
    #[inline(always)]
    fn take_rank(&mut self, node: &Entered<NodeId>) -> Option<u32> {
        let index = node.node.index();
        if index < self.next {
            return None;
        }
        self.next = index + 1;
        self.visited.insert(index);
        let rank = self.len;
        self.len += 1;
        let (alpha, beta) = (node.window.low().value, node.window.high().value);
        self.aims.add(rank as usize, alpha, beta, node.asked);
        Some(rank)
    }

    #[inline]
    fn take_place(&mut self) -> u32 {
        self.places += 1;
        self.places - 1
    }

    /// Leaves a node with a value that follows from its children.
    #[inline(always)]
    pub(super) fn leave(&mut self, tag: &Tag, value: f64, parent: Option<&mut Tag>) {
        let node = tag.visit.node();
        let is_exhausted = match &mut self.exhausted {
            Some(exhausted) if !tag.is_cut && !value.is_nan() => {
                exhausted.insert(node.index());
                true
            }
            _ => false,
        };
        self.values.set(tag.place as usize, value);
        if let Some(claim) = tag.visit.claim(value) {
            self.claims.insert(node, claim);
        }
        let closed = self.proving.close(self.tree, &tag.visit, is_exhausted);
        let Closed { has_unvisited, .. } = closed;
        if tag.is_cut && !has_unvisited {
            self.cutoffs.take_back(tag.visit.rank);
        }
        let parent = parent.map(|parent| &mut parent.visit);
        self.proving.settle(closed, value, closed.interval(value), parent);
    }

    /// Enters and leaves a node with its static value. Returns false if that is not in order, or if the shared tree has another value.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, node: &Entered<NodeId>, value: f64, parent: Option<&mut Tag>) -> bool {
        if self.shared.is_some() && value_in(self.tree, node.node) != value {
            return false;
        }
        let Some(rank) = self.take_rank(node) else { return false };
        self.evaluated.insert(rank as usize);
        if self.shared.is_none() {
            let place = self.take_place();
            self.values.set(place as usize, value);
        }
        if let Some(Tag { visit, .. }) = parent {
            visit.join(self.tree, node.node, (value, value));
        }
        true
    }

    /// Enters and leaves children of a node, with their static values, as far as they are the next nodes and leaves of the tree, and with
    /// the same values in it if it is shared.
    #[inline(never)]
    pub(super) fn evaluate_together(
        &mut self,
        first: NodeId,
        window: Window,
        events: &[Event],
        parent: &mut Open<NodeId, Tag>,
    ) -> Option<Together<NodeId>> {
        let (start, rank) = (first.index(), self.len as usize);
        let like = first_like_next(events, parent)?;
        let narrows = match like.inheritance() {
            Inheritance::Own => return None,
            Inheritance::Open => false,
            Inheritance::Siblings | Inheritance::Parent => true,
        };
        if start < self.next {
            return None;
        }
        let number = self.alike(first, &like, events, parent.node);
        let events = &events[..number];
        let best = self.aims.add_together(rank, window, parent.player, narrows, events)?;
        if self.shared.is_none() {
            for event in events {
                let place = self.take_place();
                self.values.set(place as usize, event.value().get());
            }
        }
        let end = start + number;
        self.next = end;
        self.len += number as u32;
        self.visited.insert_from(start, number);
        self.evaluated.insert_from(rank, number);
        parent.tag.visit.join_all(start..end, (best.1.get(), best.1.get()));
        Some(Together { number, last: NodeId::at(end - 1), best })
    }

    /// How many of the events are like `like`, the first of them, but for the value, and about leaves of the tree next to each other from
    /// `first` on, with the same values in it if it is shared; no more than fit in the block.
    #[inline(always)]
    fn alike(&self, first: NodeId, like: &Event, events: &[Event], parent: NodeId) -> usize {
        let (leaves, is_shared) = (self.tree.leaves_from(parent, first), self.shared.is_some());
        let mut number = 0;
        for (event, leaf) in events.iter().take(NextAims::room_from(self.len as usize)).zip(leaves) {
            let is_alike = number == 0 || event.is_next(like, number);
            if !is_alike || (is_shared && event.value().get() != leaf) {
                break;
            }
            number += 1;
        }
        number
    }

    pub(super) fn cut(&mut self, node: NodeId, tag: &mut Tag, Cut { cause, bound, asked, witness }: Cut<NodeId>) {
        tag.is_cut = true;
        self.cutoffs.add(tag.visit.rank, Cutoff { node, cause, bound, asked, witness });
    }

    /// The innermost node may be left with a static value.
    pub(super) fn stand(&mut self, node: NodeId, tag: &mut Tag, value: f64) {
        tag.visit.stand(value);
        self.stands.insert(node, value);
    }

    /// The record of the run.
    pub(super) fn finish(self) -> Record {
        let values = Values { tree: self.shared, others: self.values };
        let columns = Columns { evaluated: self.evaluated, ..Columns::default() };
        let packed = (values, self.aims.finish());
        Record::settled(self.proving.finish(), self.visited.into(), columns, packed, Vec::new(), self.cutoffs.finish())
    }

    /// Takes the visits, without what they prove, as later ones change that.
    pub(super) fn unpack(&mut self) -> Unpacked<'t> {
        let values =
            Values { tree: self.shared.clone(), others: std::mem::replace(&mut self.values, Column::new(f64::NAN)) };
        let aims = std::mem::replace(&mut self.aims, NextAims::new()).finish();
        let (visited, evaluated) = (std::mem::take(&mut self.visited), std::mem::take(&mut self.evaluated));
        let ranked = Ranked::from(evaluated.clone());
        let mut columns = Columns { evaluated, ..Columns::default() };
        for (rank, node) in visited.iter().enumerate() {
            columns.values.set(rank, values.get(rank, NodeId::at(node), &ranked));
            columns.aims.set(rank, aims.get(rank));
        }
        Unpacked {
            tree: self.tree,
            shared: values.tree,
            len: self.len,
            visited,
            columns,
            cutoffs: self.cutoffs.iter().copied().collect(),
            exhausted: self.exhausted.take(),
            stands: std::mem::take(&mut self.stands),
            claims: std::mem::take(&mut self.claims),
        }
    }
}

/// The first event, about a child of a node, with the origin of the window that the next one has if both say the same: where no sibling
/// has a value yet, a window from siblings is open.
#[inline(always)]
fn first_like_next(events: &[Event], parent: &Open<NodeId, Tag>) -> Option<Event> {
    let [first, rest @ ..] = events else { return None };
    let is_open = first.inheritance() == Inheritance::Open && parent.has_no_best();
    let next = rest.first().filter(|next| is_open && next.inheritance() == Inheritance::Siblings);
    Some(next.map_or(*first, |next| first.with_window(next.inheritance())))
}

//! The columns that take the most memory, without what follows from the tree or from the visit before.

use std::sync::Arc;

use super::super::Score;
use super::bounds::Proving;
use super::columns::{Column, Columns};
use super::{Aim, Asked, Told, Window};
use crate::tree::{Bits, NodeId, Ranked, Tree, Value};

/// The returned values of visits in preorder.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// The tree, if it is shared and has the values of all evaluated visits.
    tree: Option<Arc<Tree>>,
    /// The values of the other visits, in order; NaN if the search was stopped before.
    others: Column<f64>,
}

impl Values {
    /// The value of a visit, given its rank, its node and which visits were evaluated.
    #[inline]
    pub(super) fn get(&self, rank: usize, node: NodeId, evaluated: &Ranked) -> f64 {
        match &self.tree {
            None => self.others.get(rank),
            Some(tree) if evaluated.contains(rank) => value_in(tree, node),
            Some(_) => self.others.get(rank - evaluated.rank(rank)),
        }
    }

    /// The values of visits, given all of them.
    pub(super) fn of(tree: Option<Arc<Tree>>, visited: &Bits, columns: &mut Columns) -> Values {
        let values = std::mem::replace(&mut columns.values, Column::new(f64::NAN));
        let is_other = |rank: usize| !columns.evaluated.contains(rank);
        let has_all = |tree: &Arc<Tree>| {
            let mut visits = visited.iter().enumerate();
            visits.all(|(rank, node)| is_other(rank) || value_in(tree, NodeId::at(node)) == values.get(rank))
        };
        let Some(tree) = tree.filter(has_all) else { return Values { tree: None, others: values } };
        let mut others = Column::new(f64::NAN);
        for (place, rank) in (0..visited.iter().count()).filter(|&rank| is_other(rank)).enumerate() {
            others.set(place, values.get(rank));
        }
        Values { tree: Some(tree), others }
    }
}

/// The value of a node in a tree; NaN if it is unknown.
#[inline]
fn value_in(tree: &Tree, node: NodeId) -> f64 {
    tree.value(node).map_or(f64::NAN, Value::get)
}

/// What the first visits in preorder wanted to know: the ends of their windows, and their questions.
#[derive(Clone, Debug)]
pub(super) struct Aims {
    alphas: Ends,
    betas: Ends,
    asked: Column<Option<Asked>>,
}

impl Aims {
    /// What a visit wanted to know, given its rank.
    #[inline]
    pub(super) fn get(&self, rank: usize) -> Aim {
        Aim { window: Window::new(self.alphas.get(rank), self.betas.get(rank)), asked: self.asked.get(rank) }
    }

    /// What visits wanted to know, given all of them.
    pub(super) fn of(visits: usize, columns: &Columns) -> Aims {
        let mut aims = NextAims::new();
        for rank in 0..visits {
            let Aim { window, asked } = columns.aims.get(rank);
            aims.add(rank, window.low(), window.high(), asked);
        }
        aims.finish()
    }
}

/// One end of the windows of visits, each where it differs from the visit before.
#[derive(Clone, Debug)]
struct Ends {
    /// The ranks of the visits with another end than the one before.
    changes: Ranked,
    ends: Column<f64>,
}

impl Ends {
    /// The end of a visit, given its rank; `None` before the first change.
    #[inline]
    fn get(&self, rank: usize) -> Option<Value> {
        self.changes.rank(rank + 1).checked_sub(1).map(|last| Value::of_event(self.ends.get(last)))
    }
}

/// [`Aims`] to which those of further visits are added.
#[derive(Debug)]
struct NextAims {
    alphas: NextEnds,
    betas: NextEnds,
    asked: Column<Option<Asked>>,
}

impl NextAims {
    fn new() -> NextAims {
        NextAims {
            alphas: NextEnds::after(Value::BELOW_ALL),
            betas: NextEnds::after(Value::ABOVE_ALL),
            asked: Column::new(None),
        }
    }

    /// Adds the aim of the next visit.
    #[inline]
    fn add(&mut self, rank: usize, alpha: Value, beta: Value, asked: Option<Asked>) {
        self.alphas.add(rank, alpha);
        self.betas.add(rank, beta);
        if asked.is_some() {
            self.asked.set(rank, asked);
        }
    }

    fn finish(self) -> Aims {
        Aims { alphas: self.alphas.finish(), betas: self.betas.finish(), asked: self.asked }
    }
}

/// [`Ends`] to which those of further visits are added.
#[derive(Debug)]
struct NextEnds {
    last: Value,
    changes: Bits,
    ends: Column<f64>,
    /// The number of changes.
    len: usize,
}

impl NextEnds {
    fn after(last: Value) -> NextEnds {
        NextEnds { last, changes: Bits::default(), ends: Column::new(f64::NAN), len: 0 }
    }

    #[inline]
    fn add(&mut self, rank: usize, end: Value) {
        if end != self.last {
            self.last = end;
            self.changes.insert(rank);
            self.ends.set(self.len, end.get());
            self.len += 1;
        }
    }

    fn finish(self) -> Ends {
        Ends { changes: self.changes.into(), ends: self.ends }
    }
}

/// What is known at once while nodes are visited in order, and only once. Otherwise it is computed at the end.
#[derive(Debug)]
pub(super) struct InOrder {
    /// What the visits prove.
    pub(super) proving: Proving,
    /// The tree, if it is shared.
    tree: Option<Arc<Tree>>,
    /// The values that are not in that tree, in order.
    values: Column<f64>,
    /// Their number.
    len: u32,
    aims: NextAims,
}

impl InOrder {
    /// Before the first visit in a tree, which may be shared.
    pub(super) fn new(tree: Option<Arc<Tree>>) -> InOrder {
        InOrder { proving: Proving::new(), tree, values: Column::new(f64::NAN), len: 0, aims: NextAims::new() }
    }

    /// Adds the window of the next visit.
    #[inline]
    pub(super) fn enter(&mut self, rank: usize, window: &Window<Told>) {
        self.aims.add(rank, window.low().value(), window.high().value(), Asked::by(window));
    }

    /// The place for the value of the next visit, which is not in the tree.
    #[inline]
    pub(super) fn take_place(&mut self) -> u32 {
        self.len += 1;
        self.len - 1
    }

    /// Sets the value at a place.
    #[inline]
    pub(super) fn set(&mut self, place: u32, value: Value) {
        self.values.set(place as usize, value.get());
    }

    /// Adds the value of the next visit, which is an evaluation of a node. Returns whether it can be kept here: not if the shared tree has
    /// another one.
    #[inline]
    pub(super) fn evaluate(&mut self, node: NodeId, value: Value) -> bool {
        if let Some(tree) = &self.tree {
            return value_in(tree, node) == value.get();
        }
        let place = self.take_place();
        self.set(place, value);
        true
    }

    /// What the visits prove, and their values and aims.
    pub(super) fn finish(self) -> (Proving, Values, Aims) {
        (self.proving, Values { tree: self.tree, others: self.values }, self.aims.finish())
    }

    /// Moves values and aims to the columns, where they can be changed.
    pub(super) fn unpack(self, visited: &Bits, columns: &mut Columns) {
        let (_, values, aims) = self.finish();
        let evaluated = Ranked::from(columns.evaluated.clone());
        for (rank, node) in visited.iter().enumerate() {
            columns.values.set(rank, values.get(rank, NodeId::at(node), &evaluated));
            columns.aims.set(rank, aims.get(rank));
        }
    }
}

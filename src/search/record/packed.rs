//! The columns that take the most memory, without what follows from the tree or from the visit before.

use std::sync::Arc;

use super::super::story::Event;
use super::columns::{Column, Columns};
use super::pages::Pages;
use super::{Aim, Asked, Window};
use crate::tree::{Bits, NodeId, Player, Ranked, Tree, Value};

/// The returned values of visits in preorder.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// The tree, if it is shared and has the values of all evaluated visits.
    pub(super) tree: Option<Arc<Tree>>,
    /// The values of the other visits, in order; NaN if the search was stopped before.
    pub(super) others: Column<f64>,
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
pub(super) fn value_in(tree: &Tree, node: NodeId) -> f64 {
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
    ends: Pages<f64>,
}

impl Ends {
    /// The end of a visit, given its rank; `None` before the first change.
    #[inline]
    fn get(&self, rank: usize) -> Option<Value> {
        self.changes.rank(rank + 1).checked_sub(1).map(|last| Value::of_event(*self.ends.get(last)))
    }
}

/// [`Aims`] to which those of further visits are added.
#[derive(Debug)]
pub(super) struct NextAims {
    alphas: NextEnds,
    betas: NextEnds,
    asked: Column<Option<Asked>>,
}

impl NextAims {
    pub(super) fn new() -> NextAims {
        NextAims {
            alphas: NextEnds::after(Value::BELOW_ALL),
            betas: NextEnds::after(Value::ABOVE_ALL),
            asked: Column::new(None),
        }
    }

    /// Adds the aim of the visit with the next rank.
    #[inline(always)]
    pub(super) fn add(&mut self, rank: usize, alpha: Value, beta: Value, asked: Option<Asked>) {
        self.alphas.add(rank, alpha);
        self.betas.add(rank, beta);
        if rank % BLOCK == BLOCK - 1 {
            self.end_block();
        }
        if asked.is_some() {
            self.asked.set(rank, asked);
        }
    }

    /// How many visits fit in the block of the one with a rank, from that on.
    #[inline]
    pub(super) fn room_from(rank: usize) -> usize {
        BLOCK - rank % BLOCK
    }

    /// Adds the windows of children that are evaluated one after the other, and which [fit](NextAims::room_from) in the block. It is that of
    /// the first one, which may be narrowed by what the parent's player gets. Asks no question. Returns which of them is the first with the
    /// best value, and that value; `None` if there are none.
    #[inline(always)]
    pub(super) fn add_together(
        &mut self,
        rank: usize,
        window: Window,
        player: Player,
        narrows: bool,
        events: &[Event],
    ) -> Option<(usize, Value)> {
        let (first, alpha, beta) = (events.first()?.value(), window.low(), window.high());
        let mut best = (0, first);
        match player {
            Player::Max => {
                self.betas.add(rank, beta);
                self.alphas.add_together(rank, alpha, narrows, events, &mut best, |new, old| new > old);
            }
            Player::Min => {
                self.alphas.add(rank, alpha);
                self.betas.add_together(rank, beta, narrows, events, &mut best, |new, old| new < old);
            }
        }
        if (rank + events.len()).is_multiple_of(BLOCK) {
            self.end_block();
        }
        Some(best)
    }

    #[cold]
    #[inline(never)]
    fn end_block(&mut self) {
        self.alphas.end_block();
        self.betas.end_block();
    }

    pub(super) fn finish(mut self) -> Aims {
        self.end_block();
        Aims { alphas: self.alphas.finish(), betas: self.betas.finish(), asked: self.asked }
    }
}

/// The number of visits whose ends are added to [`Ends`] together.
const BLOCK: usize = u64::BITS as usize;

/// [`Ends`] to which those of further visits are added.
#[derive(Debug)]
struct NextEnds {
    last: Value,
    /// Which of the newest visits change the end, and to what. There is no branch for that, as it could not be predicted.
    changes: u64,
    ends: [f64; BLOCK],
    len: usize,
    /// Those of the blocks before.
    words: Vec<u64>,
    before: Pages<f64>,
}

impl NextEnds {
    fn after(last: Value) -> NextEnds {
        NextEnds { last, changes: 0, ends: [0.0; BLOCK], len: 0, words: Vec::new(), before: Pages::default() }
    }

    #[inline(always)]
    fn add(&mut self, rank: usize, end: Value) {
        let is_change = end != self.last;
        self.last = end;
        self.changes |= u64::from(is_change) << (rank % BLOCK);
        self.ends[self.len % BLOCK] = end.get();
        self.len += usize::from(is_change);
    }

    #[inline(always)]
    fn add_together(
        &mut self,
        rank: usize,
        mut end: Value,
        narrows: bool,
        events: &[Event],
        best: &mut (usize, Value),
        is_better: fn(Value, Value) -> bool,
    ) {
        for (place, event) in events.iter().enumerate() {
            let value = event.value();
            self.add(rank + place, end);
            if narrows && is_better(value, end) {
                end = value;
            }
            if is_better(value, best.1) {
                *best = (place, value);
            }
        }
    }

    fn end_block(&mut self) {
        self.words.push(self.changes);
        self.before.extend(&self.ends[..self.len]);
        (self.changes, self.len) = (0, 0);
    }

    fn finish(self) -> Ends {
        Ends { changes: Bits::of(self.words).into(), ends: self.before }
    }
}

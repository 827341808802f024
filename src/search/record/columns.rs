//! The data of visits, one column per fact.

use super::super::story::follow::Left;
use super::{Aim, Bound, Origin, Visit};
use crate::tree::Bits;

/// The number of entries per page.
const PAGE: usize = 1024;

/// A value for each rank, stored in pages. A page in which all values are the default takes no memory.
#[derive(Clone, Debug)]
pub(super) struct Column<T> {
    usual: T,
    /// The pages; empty if all its values are the default.
    pages: Vec<Box<[T]>>,
}

impl<T: Copy + PartialEq> Column<T> {
    /// A column in which all values are the default.
    pub(super) fn new(usual: T) -> Column<T> {
        Column { usual, pages: Vec::new() }
    }

    /// Whether all values are the default.
    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The value at a rank.
    #[inline]
    pub(super) fn get(&self, rank: usize) -> T {
        self.pages.get(rank / PAGE).and_then(|page| page.get(rank % PAGE)).copied().unwrap_or(self.usual)
    }

    /// Sets the value at a rank.
    #[inline]
    pub(super) fn set(&mut self, rank: usize, value: T) {
        if let Some(old) = self.pages.get_mut(rank / PAGE).and_then(|page| page.get_mut(rank % PAGE)) {
            *old = value;
        } else if value != self.usual {
            self.begin_page(rank / PAGE)[rank % PAGE] = value;
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_page(&mut self, number: usize) -> &mut [T] {
        if number >= self.pages.len() {
            self.pages.resize(number + 1, Box::default());
        }
        self.pages[number] = vec![self.usual; PAGE].into();
        &mut self.pages[number]
    }

    /// Changes the value at a rank.
    pub(super) fn update(&mut self, rank: usize, change: impl FnOnce(T) -> T) {
        self.set(rank, change(self.get(rank)));
    }

    /// The values in another order: entry `i` is the current entry `ranks[i]`.
    fn reordered(&self, ranks: &[u32]) -> Column<T> {
        let mut column = Column::new(self.usual);
        if !self.is_empty() {
            for (to, &from) in ranks.iter().enumerate() {
                column.set(to, self.get(from as usize));
            }
        }
        column
    }
}

/// The data of visits. Their nodes and their order are stored elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// What the first visits wanted to know; none while nodes are visited in order.
    pub(super) aims: Column<Aim>,
    /// The returned values; NaN if the search was stopped before. None while nodes are visited in order.
    pub(super) values: Column<f64>,
    /// How often nodes were entered.
    pub(super) visits: Column<u32>,
    /// The origins of the values.
    pub(super) origins: Column<Origin>,
    /// Which nodes were evaluated; once the visits are settled, whose values come from an evaluation.
    pub(super) evaluated: Bits,
    /// The number of further evaluations.
    pub(super) repeated: Column<u64>,
}

impl Default for Columns {
    /// No visits, which is the same as visits with the default data.
    fn default() -> Columns {
        Columns {
            aims: Column::new(Aim::VALUE),
            values: Column::new(f64::NAN),
            visits: Column::new(1),
            origins: Column::new(Origin::Searched),
            evaluated: Bits::default(),
            repeated: Column::new(0),
        }
    }
}

impl Columns {
    /// Sets the data of a visit.
    pub(super) fn set<N>(&mut self, rank: usize, visit: &Visit<N>) {
        self.aims.set(rank, visit.aim());
        self.values.set(rank, visit.value);
        self.visits.set(rank, visit.visits);
        self.origins.set(rank, visit.origin);
        if let Some(repeated) = visit.evaluations.checked_sub(1) {
            self.evaluated.insert(rank);
            self.repeated.set(rank, repeated);
        }
    }

    /// Records how a node is left.
    #[inline(always)]
    pub(super) fn leave(&mut self, rank: usize, how: Left) {
        match how {
            Left::Evaluated => {
                if !self.evaluated.insert(rank) {
                    self.repeat(rank);
                }
            }
            Left::Searched => self.origins.set(rank, Origin::Searched),
            Left::Recalled(bound) => self.recall(rank, bound),
        }
    }

    #[inline(never)]
    fn repeat(&mut self, rank: usize) {
        self.repeated.update(rank, |times| times + 1);
    }

    #[inline(never)]
    fn recall(&mut self, rank: usize, bound: Bound) {
        if self.visits.get(rank) == 1 {
            self.origins.set(rank, Origin::Recalled(bound));
        }
    }

    /// Whether the last value at a rank that did not come from a table is that of an evaluation.
    pub(super) fn is_evaluated(&self, rank: usize) -> bool {
        self.evaluated.contains(rank) && self.origins.get(rank) == Origin::Searched
    }

    /// The number of evaluations at a rank.
    pub(super) fn evaluations(&self, rank: usize) -> u64 {
        self.repeated.get(rank) + u64::from(self.evaluated.contains(rank))
    }

    /// Records that the value did not come from an evaluation, even if there were some.
    pub(super) fn forget_evaluation(&mut self, rank: usize) {
        self.repeated.set(rank, self.evaluations(rank));
        self.evaluated.remove(rank);
    }

    /// The columns in another order: entry `i` is the current entry `ranks[i]`.
    pub(super) fn reordered(self, ranks: &[u32]) -> Columns {
        let mut evaluated = Bits::default();
        for (to, _) in ranks.iter().enumerate().filter(|&(_, &from)| self.evaluated.contains(from as usize)) {
            evaluated.insert(to);
        }
        Columns {
            aims: self.aims.reordered(ranks),
            values: self.values.reordered(ranks),
            visits: self.visits.reordered(ranks),
            origins: self.origins.reordered(ranks),
            evaluated,
            repeated: self.repeated.reordered(ranks),
        }
    }
}

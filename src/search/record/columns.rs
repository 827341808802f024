//! What is kept of visits, a column for each fact.

use super::super::story::follow::Left;
use super::{Bound, Origin, Visit, Window};
use crate::tree::{Bits, Value};

/// How many places share a page.
const PAGE: usize = 1024;

/// A value for each place. They lie in pages, and a page in which all are the usual one takes no memory.
#[derive(Clone, Debug)]
pub(super) struct Column<T> {
    usual: T,
    /// Each of the length of a page, or empty where all of its values are the usual one.
    pages: Vec<Box<[T]>>,
}

impl<T: Copy + PartialEq> Column<T> {
    /// A column in which all values are the usual one.
    pub(super) fn new(usual: T) -> Column<T> {
        Column { usual, pages: Vec::new() }
    }

    /// Whether no other value was ever put in.
    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The value at a place.
    #[inline]
    pub(super) fn get(&self, place: usize) -> T {
        self.pages.get(place / PAGE).and_then(|page| page.get(place % PAGE)).copied().unwrap_or(self.usual)
    }

    /// Puts a value at a place.
    #[inline]
    pub(super) fn set(&mut self, place: usize, value: T) {
        if let Some(old) = self.pages.get_mut(place / PAGE).and_then(|page| page.get_mut(place % PAGE)) {
            *old = value;
        } else if value != self.usual {
            self.begin_page(place / PAGE)[place % PAGE] = value;
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

    /// Changes the value at a place.
    pub(super) fn update(&mut self, place: usize, change: impl FnOnce(T) -> T) {
        self.set(place, change(self.get(place)));
    }

    /// The values in another order: at each place the one that is now at the place given for it.
    fn reordered(&self, places: &[u32]) -> Column<T> {
        let mut column = Column::new(self.usual);
        if !self.is_empty() {
            for (to, &from) in places.iter().enumerate() {
                column.set(to, self.get(from as usize));
            }
        }
        column
    }
}

/// What is kept of visits. Which nodes they are of, and in which order they were, is kept elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// The windows of the first entries.
    pub(super) windows: Column<Window>,
    /// The values returned; NaN where the search was stopped before.
    pub(super) values: Column<f64>,
    /// How often nodes were entered.
    pub(super) visits: Column<u32>,
    /// Where the values came from.
    pub(super) origins: Column<Origin>,
    /// Which nodes were evaluated; once the visits are settled, which have their values from there.
    pub(super) evaluated: Bits,
    /// How many evaluations there were beside these.
    pub(super) repeated: Column<u64>,
}

impl Default for Columns {
    /// No visits, or many that did nothing.
    fn default() -> Columns {
        Columns {
            windows: Column::new(Window::OPEN),
            values: Column::new(f64::NAN),
            visits: Column::new(1),
            origins: Column::new(Origin::Searched),
            evaluated: Bits::default(),
            repeated: Column::new(0),
        }
    }
}

impl Columns {
    /// Puts a visit at a place.
    pub(super) fn set<N>(&mut self, place: usize, visit: &Visit<N>) {
        self.windows.set(place, visit.window);
        self.values.set(place, visit.value);
        self.visits.set(place, visit.visits);
        self.origins.set(place, visit.origin);
        if let Some(repeated) = visit.evaluations.checked_sub(1) {
            self.evaluated.insert(place);
            self.repeated.set(place, repeated);
        }
    }

    /// A node is left.
    #[inline(always)]
    pub(super) fn leave(&mut self, place: usize, value: Value, how: Left) {
        self.values.set(place, value.get());
        match how {
            Left::Evaluated => {
                if !self.evaluated.insert(place) {
                    self.repeat(place);
                }
            }
            Left::Searched => self.origins.set(place, Origin::Searched),
            Left::Recalled(bound) => self.recall(place, bound),
        }
    }

    #[inline(never)]
    fn repeat(&mut self, place: usize) {
        self.repeated.update(place, |times| times + 1);
    }

    #[inline(never)]
    fn recall(&mut self, place: usize, bound: Bound) {
        if self.visits.get(place) == 1 {
            self.origins.set(place, Origin::Recalled(bound));
        }
    }

    /// Whether every node was visited once and got its value there.
    pub(super) fn are_of_single_visits(&self) -> bool {
        self.visits.is_empty() && self.origins.is_empty()
    }

    /// How often the static evaluation was called at a place.
    pub(super) fn evaluations(&self, place: usize) -> u64 {
        self.repeated.get(place) + u64::from(self.evaluated.contains(place))
    }

    /// Says that the value at a place, whatever evaluations there were, came from elsewhere.
    pub(super) fn forget_evaluation(&mut self, place: usize) {
        self.repeated.set(place, self.evaluations(place));
        self.evaluated.remove(place);
    }

    /// The same in another order: at each place what is now at the place given for it.
    pub(super) fn reordered(self, places: &[u32]) -> Columns {
        let mut evaluated = Bits::default();
        for (to, _) in places.iter().enumerate().filter(|&(_, &from)| self.evaluated.contains(from as usize)) {
            evaluated.insert(to);
        }
        Columns {
            windows: self.windows.reordered(places),
            values: self.values.reordered(places),
            visits: self.visits.reordered(places),
            origins: self.origins.reordered(places),
            evaluated,
            repeated: self.repeated.reordered(places),
        }
    }
}

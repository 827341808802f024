//! What is kept of visits, a column for each fact.

use super::super::story::follow::Left;
use super::{Bound, Origin, Visit, Window};
use crate::tree::{Bits, Value};

/// A value for each place. What is after the last one that is not the usual one takes no memory, so a column in which all are usual
/// takes none.
#[derive(Clone, Debug)]
pub(super) struct Column<T> {
    usual: T,
    values: Vec<T>,
}

impl<T: Copy + PartialEq> Column<T> {
    /// A column in which all values are the usual one.
    pub(super) fn new(usual: T) -> Column<T> {
        Column { usual, values: Vec::new() }
    }

    /// Whether no other value was ever put in.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value at a place.
    #[inline]
    pub(super) fn get(&self, place: usize) -> T {
        self.values.get(place).copied().unwrap_or(self.usual)
    }

    /// Puts a value at a place.
    #[inline]
    pub(super) fn set(&mut self, place: usize, value: T) {
        if let Some(old) = self.values.get_mut(place) {
            *old = value;
        } else if value != self.usual {
            if place > self.values.len() {
                self.values.resize(place, self.usual);
            }
            self.values.push(value);
        }
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
    #[inline]
    pub(super) fn leave(&mut self, place: usize, value: Value, how: Left) {
        self.values.set(place, value.get());
        match how {
            Left::Evaluated => {
                if !self.evaluated.insert(place) {
                    self.repeated.update(place, |times| times + 1);
                }
            }
            Left::Searched => self.origins.set(place, Origin::Searched),
            Left::Recalled(bound) => self.recall(place, bound),
        }
    }

    #[cold]
    fn recall(&mut self, place: usize, bound: Bound) {
        if self.visits.get(place) == 1 {
            self.origins.set(place, Origin::Recalled(bound));
        }
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

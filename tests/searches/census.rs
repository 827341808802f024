//! Values that count themselves and their copies.

use std::cell::Cell;
use std::rc::Rc;

/// How many exist, and the most that ever existed.
#[derive(Default)]
pub(crate) struct Census {
    pub(crate) now: Cell<usize>,
    pub(crate) most: Cell<usize>,
}

/// A value that is counted.
pub(crate) struct Counted<T>(pub(crate) T, pub(crate) Rc<Census>);

impl<T> Counted<T> {
    pub(crate) fn new(value: T, census: &Rc<Census>) -> Counted<T> {
        census.now.set(census.now.get() + 1);
        census.most.set(census.most.get().max(census.now.get()));
        Counted(value, Rc::clone(census))
    }
}

impl<T: Clone> Clone for Counted<T> {
    fn clone(&self) -> Counted<T> {
        Counted::new(self.0.clone(), &self.1)
    }
}

impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        self.1.now.set(self.1.now.get() - 1);
    }
}

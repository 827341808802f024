//! How far the tour is.

use crate::search::Algorithm;

/// How far the tour is.
pub(crate) struct Tour {
    pub(super) step: usize,
    /// Whether the step was done, so that only its explanation is left.
    pub(super) is_done: bool,
    /// How often the tour will still try to do the step itself.
    pub(super) tries: u32,
    /// The algorithms that had panes before.
    pub(super) before: Vec<Algorithm>,
}

impl Tour {
    /// The first step; the algorithms that have panes come back when the tour ends.
    pub(crate) fn start(before: Vec<Algorithm>) -> Tour {
        Tour { step: 0, is_done: false, tries: 0, before }
    }

    /// Whether its step was done, so that only its explanation is left.
    pub(crate) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether it does something by itself.
    pub(crate) fn is_busy(&self) -> bool {
        self.tries > 0
    }
}

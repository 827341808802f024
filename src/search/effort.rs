//! The figures of a run.

use super::Laziness;
use super::story::Counts;

/// The number of static values computed, by purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct StaticValues {
    /// At the leaves of the tree after `prune` and `taketree`.
    pub leaves: u64,
    /// For ordering.
    pub ordering: u64,
    /// At leaves whose value had been computed for ordering; they are included in both counts.
    pub shared: u64,
}

impl StaticValues {
    /// The number of positions whose static value was computed.
    pub fn total(&self) -> u64 {
        self.leaves + self.ordering - self.shared
    }
}

/// Figures that only some searches have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// The counts of a lazy search; `None` for the others.
    pub laziness: Option<Laziness>,
    /// Hits in the transposition table; `None` for searches without one.
    pub table_hits: Option<u64>,
    /// The largest number of entries at a time: nodes of which a search remembered something after it had left them; `None` for searches
    /// without memory.
    pub entries: Option<u64>,
    /// The static values computed by a search that orders children; `None` for the others.
    pub static_values: Option<StaticValues>,
}

/// Everything that is counted in a run, as opposed to measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The counts that every search has.
    pub counts: Counts,
    /// The counts that only some have.
    pub extras: Extras,
}

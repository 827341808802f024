//! What a run did, in numbers.

use super::Laziness;
use super::story::Counts;

/// How often static values were asked for, and for what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct StaticValues {
    /// At the leaves of the shaped tree.
    pub leaves: u64,
    /// For ordering.
    pub ordering: u64,
    /// At leaves whose value ordering had computed, which are counted in both.
    pub shared: u64,
}

impl StaticValues {
    /// How many static values were computed, each position's once.
    pub fn total(&self) -> u64 {
        self.leaves + self.ordering - self.shared
    }
}

/// What some searches do beside visiting nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// What a lazy search built and forced; `None` for the others.
    pub laziness: Option<Laziness>,
    /// How often a search with a table was answered by it; `None` for the others.
    pub table_hits: Option<u64>,
    /// The static values of a search that orders children, those for ordering apart; `None` for the others.
    pub static_values: Option<StaticValues>,
}

/// What a run did, in numbers: everything that is counted and nothing that is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// What every search does.
    pub counts: Counts,
    /// What only some do.
    pub extras: Extras,
}

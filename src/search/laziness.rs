//! What a lazy search builds and forces.

/// The counts of a lazy search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Laziness {
    /// Nodes whose constructor was forced, each once.
    pub nodes_built: u64,
    /// The most nodes that were built and not yet freed, at any time.
    pub peak_nodes_alive: u64,
    /// Thunks that were forced, each once: numbers of the lists of `maximise'` that were computed.
    pub thunks_forced: u64,
    /// How often a number was asked for again and taken from memory.
    pub thunks_reused: u64,
}

impl Laziness {
    /// A node at a depth is built, where `waiting` others were built to be sorted. Those above it are alive, and as lists end before
    /// those that hold them, no others.
    #[inline]
    pub(super) fn build(&mut self, depth: u32, waiting: u64) {
        self.nodes_built += 1;
        let alive = u64::from(depth) + 1 + waiting;
        if alive > self.peak_nodes_alive {
            self.peak_nodes_alive = alive;
        }
    }
}

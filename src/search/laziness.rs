//! What a lazy search builds and forces.

/// The counts of a lazy search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laziness {
    /// Nodes whose constructor was forced, each counted once.
    pub nodes_built: u64,
    /// The largest number of nodes alive at any time: built and not yet freed.
    pub peak_nodes_alive: u64,
    /// Thunks that were forced, each counted once: computed elements of the lists of `maximise'`.
    pub thunks_forced: u64,
    /// How often an element was used again without computing it again.
    pub thunks_reused: u64,
}

impl Laziness {
    /// Counts a node at `depth` as built, with `waiting` others built for sorting. The nodes on the path to it are alive, and no
    /// others, because a list is dropped before the list that contains it.
    #[inline]
    pub(super) fn build(&mut self, depth: u32, waiting: u64) {
        self.nodes_built += 1;
        let alive = u64::from(depth) + 1 + waiting;
        if alive > self.peak_nodes_alive {
            self.peak_nodes_alive = alive;
        }
    }
}

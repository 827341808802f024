//! What a trace says beside its story, for who checks it.

use crate::tree::{Role, Value};

/// What stands beside the events, each by its index in the story.
#[derive(Clone, Debug, Default)]
pub(in crate::experiment) struct Margin {
    /// The line of each event.
    pub(in crate::experiment) lines: Vec<u32>,
    /// How many plies were left to search at an entry.
    pub(in crate::experiment) depths: Vec<(u32, i32)>,
    /// A hash of the key of the position that was entered.
    pub(in crate::experiment) keys: Vec<(u32, u64)>,
    /// Entries that have a reason of the program's own.
    pub(in crate::experiment) reasons: Vec<(u32, Box<str>)>,
    /// Entries with another player than before.
    pub(in crate::experiment) players: Vec<(u32, Role)>,
    /// Entries of children whose index is not below the number of children that was told, with that number.
    pub(in crate::experiment) counts: Vec<(u32, u32)>,
    /// Null moves that were made before an event, at the node that is open there.
    pub(in crate::experiment) null_moves: Vec<(u32, ())>,
    /// Cutoffs and values that have a reason of the program's own.
    pub(in crate::experiment) excuses: Vec<(u32, Box<str>)>,
    /// The lines of static values that do not follow the line of their entry.
    pub(in crate::experiment) value_lines: Vec<(u32, u32)>,
    /// Whether the numbers of children are told.
    pub(in crate::experiment) counts_children: bool,
    /// Whether any node was entered with a window that is not open.
    pub(in crate::experiment) has_windows: bool,
    /// Whether any cutoff is told.
    pub(in crate::experiment) has_cutoffs: bool,
    /// The smallest and the largest value of a leaf, if the search took them as known.
    pub(in crate::experiment) bounds: Option<[Value; 2]>,
    /// The end of the search.
    pub(in crate::experiment) end: Option<Ending>,
}

impl Margin {
    /// Events were added to the story: `later` says by how many places an event has moved.
    pub(super) fn shift(&mut self, later: impl Fn(usize) -> usize) {
        fn shift<T>(column: &mut [(u32, T)], later: &impl Fn(usize) -> usize) {
            for (event, _) in column {
                *event += later(*event as usize) as u32;
            }
        }
        shift(&mut self.depths, &later);
        shift(&mut self.keys, &later);
        shift(&mut self.reasons, &later);
        shift(&mut self.players, &later);
        shift(&mut self.counts, &later);
        shift(&mut self.null_moves, &later);
        shift(&mut self.excuses, &later);
        shift(&mut self.value_lines, &later);
    }
}

/// What the trace says at its end.
#[derive(Clone, Debug)]
pub(in crate::experiment) struct Ending {
    /// The line.
    pub(in crate::experiment) line: u32,
    /// The value of the root.
    pub(in crate::experiment) value: Option<Value>,
    /// The answer of a search that only asks a question.
    pub(in crate::experiment) answer: Option<bool>,
    /// The best line, as indices of children in the tree of the trace, as far as they were entered, and whether that is all of it.
    pub(in crate::experiment) best: Option<(Vec<u32>, bool)>,
}

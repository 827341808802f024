//! What was not checked, and why.

use crate::format;

/// What was not checked, by reason, and how often.
#[derive(Default)]
pub(super) struct Unchecked {
    /// Whether a search that may prune tells no windows, though it had values to narrow them with.
    pub(super) windows: bool,
    /// How many nodes were open when the trace ended without saying why, if it did.
    pub(super) open: Option<usize>,
    pub(super) unproved_recalls: u64,
    pub(super) first_unproved: u32,
    pub(super) null_moves: u64,
    pub(super) reductions: u64,
    pub(super) quiescent: u64,
    pub(super) excuses: u64,
    pub(super) lotteries: u64,
    pub(super) looks: u64,
}

impl Unchecked {
    /// What was not checked, a sentence each.
    pub(super) fn notes(&self, assumes_windows: bool) -> Vec<String> {
        let mut notes = Vec::new();
        if assumes_windows {
            notes.push("The trace gives no windows: those of alpha-beta are assumed.".to_owned());
        }
        if self.windows {
            notes.push(
                "The trace gives no windows and no cutoffs: whether windows are narrowed is not known. If the search cuts off, name its rule \
                 in the first line, as “cutoff”."
                    .to_owned(),
            );
        }
        if let Some(open) = self.open {
            let open = format::count(open as u64, "node is open", "nodes are open");
            notes.push(format!("The trace ends where {open}, without a value of the root: what followed is not told."));
        }
        let mut say = |count: u64, one: &str, several: &str, rest: &str| {
            if count > 0 {
                notes.push(format!("{} {rest}", format::count(count, one, several)));
            }
        };
        let first = format!(
            "answered from a table of which nothing was proved in this trace (first in line {}): taken as true.",
            self.first_unproved
        );
        say(self.unproved_recalls, "node was", "nodes were", &first);
        say(self.null_moves, "null move was", "null moves were", "made: the values of their nodes are taken as true.");
        say(
            self.reductions,
            "child was",
            "children were",
            "searched to a reduced depth: whether that was enough is not checked.",
        );
        say(
            self.quiescent,
            "node",
            "nodes",
            "of a quiescence search left moves out: that they do not count is taken as true.",
        );
        say(
            self.excuses,
            "value or cutoff has",
            "values or cutoffs have",
            "a reason of the program's own: taken as true.",
        );
        say(
            self.lotteries,
            "chance node was",
            "chance nodes were",
            "left before all outcomes were searched: not checked, because the trace does not give “bounds”.",
        );
        say(
            self.looks,
            "value was",
            "values were",
            "not checked, because nodes with very many children were visited very often.",
        );
        notes
    }
}

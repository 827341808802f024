//! Jumps along the time line.

use crate::app::keys::{self, Keys};
use crate::search::story::timeline::Time;

/// The target of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To the beginning.
    Start,
    /// To the end.
    End,
    /// A step forward.
    Next,
    /// A step back.
    Previous,
    /// Until the node entered next has been left.
    Over,
    /// Until the innermost open node has been left.
    Out,
    /// To the next cutoff, or deep one.
    NextCut {
        /// Whether it must be deep.
        deep: bool,
    },
    /// To the previous cutoff, or deep cutoff.
    PreviousCut {
        /// Whether it must be deep.
        deep: bool,
    },
    /// To the next change of the root's value.
    NextRootChange,
    /// To the previous change of the root's value.
    PreviousRootChange,
    /// To the next visit of the selected node.
    NextVisit,
    /// To the previous visit of the selected node.
    PreviousVisit,
    /// To the next pass, or the next node that is searched again.
    NextRepeat,
    /// To the previous pass or second search.
    PreviousRepeat,
    /// To a time.
    To(Time),
}

impl Jump {
    /// The jumps with a button of their own, their titles in menus and their keys.
    pub(crate) const COMMON: [(Jump, &str, Keys); 8] = [
        (Jump::Next, "One step forward", keys::NEXT_STEP),
        (Jump::Previous, "One step back", keys::PREVIOUS_STEP),
        (Jump::Over, "Over the next subtree", keys::OVER),
        (Jump::Out, "Out of the innermost open node", keys::OUT),
        (Jump::NextCut { deep: false }, "Next cutoff", keys::NEXT_CUTOFF),
        (Jump::PreviousCut { deep: false }, "Previous cutoff", keys::PREVIOUS_CUTOFF),
        (Jump::Start, "To the beginning", keys::START),
        (Jump::End, "To the end", keys::END),
    ];

    /// The other jumps that are commands.
    pub(crate) const RARE: [(Jump, &str, Keys); 8] = [
        (Jump::NextCut { deep: true }, "Next deep cutoff", keys::NEXT_DEEP_CUTOFF),
        (Jump::PreviousCut { deep: true }, "Previous deep cutoff", keys::PREVIOUS_DEEP_CUTOFF),
        (Jump::NextRootChange, "Next change of the root's value", keys::NONE),
        (Jump::PreviousRootChange, "Previous change of the root's value", keys::NONE),
        (Jump::NextVisit, "Next visit of the selected node", keys::NONE),
        (Jump::PreviousVisit, "Previous visit of the selected node", keys::NONE),
        (Jump::NextRepeat, "Next pass or second search", keys::NONE),
        (Jump::PreviousRepeat, "Previous pass or second search", keys::NONE),
    ];

    /// The keys that lead there.
    pub(crate) fn keys(self) -> Keys {
        let mut all = Jump::COMMON.iter().chain(&Jump::RARE);
        all.find(|(jump, ..)| *jump == self).map_or(keys::NONE, |(.., keys)| keys)
    }
}

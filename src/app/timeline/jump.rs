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
    /// The keys that lead there.
    pub(crate) fn keys(self) -> Keys {
        match self {
            Jump::Start => keys::START,
            Jump::End => keys::END,
            Jump::Next => keys::NEXT_STEP,
            Jump::Previous => keys::PREVIOUS_STEP,
            Jump::Over => keys::OVER,
            Jump::Out => keys::OUT,
            Jump::NextCut { deep: false } => keys::NEXT_CUTOFF,
            Jump::NextCut { deep: true } => keys::NEXT_DEEP_CUTOFF,
            Jump::PreviousCut { deep: false } => keys::PREVIOUS_CUTOFF,
            Jump::PreviousCut { deep: true } => keys::PREVIOUS_DEEP_CUTOFF,
            Jump::NextRootChange
            | Jump::PreviousRootChange
            | Jump::NextVisit
            | Jump::PreviousVisit
            | Jump::NextRepeat
            | Jump::PreviousRepeat
            | Jump::To(_) => keys::NONE,
        }
    }
}

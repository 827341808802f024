//! Actions on the time line.

use super::findings::GoTo;
use super::{Jump, Race};

/// Something that the user asked for with the time line.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeAction {
    /// Show or hide the state of the machine.
    ToggleMachine,
    /// Show or hide the time line.
    Toggle,
    /// Go to a step of the marked search.
    Jump(Jump),
    /// Play, or pause.
    TogglePlay,
    /// Play at a speed, by its index.
    SetSpeed(usize),
    /// Change how the other panes follow.
    SetRace(Race),
    /// Go to something that the check of a trace found.
    GoToFinding(GoTo),
    /// Show or hide the list of what the check found.
    ToggleFindings,
    /// Go to the step at which the bound was set, or back.
    GoToCause,
}

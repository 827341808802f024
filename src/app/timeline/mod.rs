//! Stepping through the searches: the step of each pane, and the panel that controls it.

mod act;
pub(crate) mod machine;
mod panel;
mod state;

pub(crate) use panel::{height, ui};
pub(crate) use state::{Jump, Now, Race, SPEEDS, TimeState};

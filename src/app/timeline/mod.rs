//! Stepping through the searches: the step of each pane, and the panel that controls it.

mod act;
pub(super) mod action;
pub(super) mod commands;
pub(crate) mod findings;
mod icon;
mod jump;
mod leads;
pub(crate) mod machine;
mod panel;
mod state;

pub(crate) use jump::Jump;
pub(crate) use panel::{height, ui};
pub(crate) use state::{Now, Race, SPEEDS, TimeState};

//! Steps through the searches: where each pane stands in the story of its search, and the panel that moves it.

pub(crate) mod machine;
mod panel;
mod state;

pub(crate) use panel::ui;
pub(crate) use state::{Jump, Now, Race, TimeState};

//! The open tree, the runs of the chosen algorithms on it, and the panes that draw them.

mod act;
pub(super) mod action;
pub(crate) mod differing;
pub(crate) mod document;
mod drawing;
pub(crate) mod folding;
pub(crate) mod found;
pub(crate) mod legend;
pub(crate) mod loading;
mod open;
pub(crate) mod opening;
pub(crate) mod pane;
pub(crate) mod panes;
pub(crate) mod picture;
pub(crate) mod runs;
pub(crate) mod session_source;
pub(crate) mod source;
pub(crate) mod status_text;
pub(crate) mod thumbnail;
pub(crate) mod visited;

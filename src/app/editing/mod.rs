//! Changing the open tree: edits, undo and redo, and the clipboard.

mod act;
pub(super) mod action;
mod changes;
mod clipboard;
pub(crate) mod history_panel;
pub(crate) mod jobs;
mod saving;
pub(crate) mod tried;

/// Nodes that are read and written within a frame; more are left to a worker.
const AT_ONCE: usize = 10_000;

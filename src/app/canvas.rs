//! The drawing of a tree in a pane.

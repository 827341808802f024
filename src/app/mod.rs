//! The window.

pub mod canvas;
pub mod theme;

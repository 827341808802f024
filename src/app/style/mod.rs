//! The look of the window: colours, sizes, fonts and icons, and shared controls.

mod budget;
pub(crate) mod contents;
pub(crate) mod fallback;
pub(crate) mod icons;
pub(crate) mod table;
pub mod theme;
pub(crate) mod widgets;

pub(crate) use budget::budget;
pub(crate) use widgets::*;

//! The look of the window: colours, sizes, fonts and icons, and shared controls.

pub(crate) mod budget;
pub(crate) mod contents;
pub(crate) mod fallback;
pub(crate) mod icons;
pub(crate) mod table;
pub mod theme;
pub(crate) mod widgets;

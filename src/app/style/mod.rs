//! How the window looks: its colours, sizes and fonts, its icons, and the controls that more than one panel has.

pub(crate) mod fallback;
pub(crate) mod icons;
pub(crate) mod table;
pub mod theme;
pub(crate) mod widgets;

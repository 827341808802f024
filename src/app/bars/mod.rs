//! The bars around the drawings: menus, settings, notices, and the welcome page if no tree is open.

pub(crate) mod difference;
pub(crate) mod drop_target;
pub(crate) mod find;
pub(crate) mod menu;
pub(crate) mod notices;
pub(crate) mod pipeline;
pub(crate) mod toolbar;

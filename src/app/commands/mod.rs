//! All commands in one table, from which the menu bar, the command palette, the keyboard and the sheet of shortcuts are derived.
//!
//! [`menus()`] builds the table for the current state of the window. A command that is not available stays in the table, with the
//! reason.

pub(crate) mod command;
mod menus;
pub(crate) mod palette;
pub(crate) mod sheet;

use eframe::egui::ThemePreference;

use super::Model;
use super::canvas::View;
use super::comparison::ComparisonPanel;
use super::experiments::ExperimentsView;

pub(crate) use menus::{MENUS, NO_NODE, add_algorithm, menus, no_drawing, of_node};

/// The state from which the table is made.
#[derive(Clone, Copy)]
pub(crate) struct State<'a> {
    pub(crate) model: &'a Model,
    pub(crate) view: &'a View,
    pub(crate) comparison: &'a ComparisonPanel,
    pub(crate) experiments: &'a ExperimentsView,
    pub(crate) theme: ThemePreference,
    /// The size of everything, as a multiple of the normal one.
    pub(crate) size: f32,
}

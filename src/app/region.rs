//! Shows the regions of the window.

use eframe::egui::{Rect, Ui};

use super::focus::{Region, within};
use super::style::contents::Container;

/// Shows a panel that is a region: where it is.
pub(crate) fn shown(ui: &mut Ui, region: Region, panel: impl Container, contents: &mut dyn FnMut(&mut Ui)) -> Rect {
    let ctx = &ui.ctx().clone();
    within(ctx, region, || panel.show_in(ui, contents))
}

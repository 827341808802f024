//! Shows the regions of the window.

use eframe::egui::{Rect, Ui};

use super::Action;
use super::focus::{Part, Region, within};
use super::style::contents::Container;

/// Shows a panel that is a region: what it asks for, and where it is.
pub(crate) fn shown(
    ui: &mut Ui,
    region: Region,
    parts: &mut Vec<Part>,
    panel: impl Container,
    contents: &mut dyn FnMut(&mut Ui) -> Vec<Action>,
) -> (Vec<Action>, Rect) {
    let mut actions = Vec::new();
    let ctx = &ui.ctx().clone();
    let response = within(ctx, region, parts, || panel.show_in(ui, &mut |ui| actions = contents(ui)));
    (actions, response.rect)
}

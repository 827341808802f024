//! The slider that tries values at a leaf.

use eframe::egui::{self, Role, Ui};

use crate::app::EditAction;
use crate::app::editing::tried::Tried;
use crate::app::prelude::*;
use crate::app::style::accessible_name;
use crate::app::trees::Document;
use crate::tree::edit::Gesture;
use crate::tree::{NodeId, Value};

/// The slider; it keeps its range while nothing else changes the leaf.
#[derive(Default)]
pub(crate) struct Slider {
    of: Option<(u64, NodeId, f64)>,
    range: Option<Tried>,
    /// Whether it is dragged or takes keys.
    is_used: bool,
    /// Everything dragged without releasing is one gesture.
    gesture: Option<Gesture>,
}

impl Slider {
    /// Shows the slider under the facts of a leaf.
    pub(crate) fn ui(&mut self, ui: &mut Ui, document: &Document, leaf: NodeId) {
        let tree = document.tree.as_ref();
        let Some(value) = tree.value(leaf).map(Value::get) else { return };
        let is_same = self.of.is_some_and(|(serial, node, before)| {
            (serial, node) == (document.serial, leaf) && (self.is_used || before == value)
        });
        if !is_same || self.range.as_ref().is_some_and(|tried| !tried.range.contains(&value)) {
            self.range = None;
        }
        self.of = Some((document.serial, leaf, value));
        let range = self.range.get_or_insert_with(|| Tried::of(tree));
        ui.add_space(4.0);
        let mut tried = value;
        let mut slider = None;
        ui.line(&mut |ui| {
            ui.weak("what if");
            ui.spacing_mut().slider_width = (ui.available_width() - 24.0).clamp(60.0, 240.0);
            let control = egui::Slider::new(&mut tried, range.range.clone()).show_value(false);
            slider = Some(ui.add(if range.is_whole { control.step_by(1.0) } else { control }));
        });
        let Some(slider) = slider else { return };
        accessible_name(&slider, Role::Slider, "Value to try at the leaf");
        if slider.drag_started() || slider.gained_focus() {
            self.gesture = None;
        }
        let slider = slider.tip("Drag to try values; every search follows");
        let is_released = slider.drag_stopped() || slider.clicked();
        self.is_used = slider.is_pointer_button_down_on() || slider.has_focus();
        // What is not used rounds a value to its own steps.
        let is_changed = slider.changed() && (self.is_used || is_released);
        if let Some(value) = Value::new(tried).filter(|tried| tried.get() != value && is_changed) {
            let gesture = *self.gesture.get_or_insert_with(Gesture::new);
            ui.ask(EditAction::WhatIf(leaf, value, gesture));
        }
    }
}

//! The slider that tries values at a leaf.

use std::ops::RangeInclusive;

use eframe::egui::{self, Role, Ui};

use crate::app::Action;
use crate::app::style::widgets::accessible_name;
use crate::app::trees::document::Document;
use crate::tree::{NodeId, Tree, Value};

/// The leaves from whose values the range is taken.
const LEAVES: usize = 100_000;

/// The slider; it keeps its range while the same leaf is shown.
#[derive(Default)]
pub(crate) struct Slider {
    of: Option<(u64, NodeId)>,
    range: Option<Range>,
    /// What is dragged without letting go is one gesture.
    gesture: u64,
}

struct Range {
    values: RangeInclusive<f64>,
    /// Whether all leaves are integers, so that others are not tried.
    is_whole: bool,
}

impl Range {
    /// A range around the values of the leaves.
    fn of(tree: &Tree) -> Range {
        let leaves = (0..tree.leaf_count().min(LEAVES)).filter_map(|slot| tree.value(tree.leaf(slot)).map(Value::get));
        let (mut low, mut high, mut is_whole) = (f64::INFINITY, f64::NEG_INFINITY, true);
        for value in leaves {
            (low, high) = (low.min(value), high.max(value));
            is_whole &= value.fract() == 0.0;
        }
        if low > high {
            (low, high) = (0.0, 10.0);
        }
        let room = ((high - low) / 8.0).max(1.0);
        let (low, high) =
            if is_whole { ((low - room).floor(), (high + room).ceil()) } else { (low - room, high + room) };
        Range { values: low.max(f64::MIN)..=high.min(f64::MAX), is_whole }
    }
}

impl Slider {
    /// Shows the slider under the facts of a leaf.
    pub(crate) fn ui(&mut self, ui: &mut Ui, document: &Document, leaf: NodeId) -> Option<Action> {
        let tree = document.tree.as_ref();
        let of = Some((document.serial, leaf));
        if self.of != of {
            (self.of, self.range) = (of, None);
        }
        let value = tree.value(leaf)?.get();
        if self.range.as_ref().is_some_and(|range| !range.values.contains(&value)) {
            self.range = None;
        }
        let range = self.range.get_or_insert_with(|| Range::of(tree));
        ui.add_space(4.0);
        let mut tried = value;
        let slider = ui.horizontal(|ui| {
            ui.weak("what if");
            ui.spacing_mut().slider_width = (ui.available_width() - 24.0).clamp(60.0, 240.0);
            let slider = egui::Slider::new(&mut tried, range.values.clone()).show_value(false);
            ui.add(if range.is_whole { slider.step_by(1.0) } else { slider })
        });
        let slider = slider.inner;
        accessible_name(&slider, Role::Slider, "Value that is tried at the leaf");
        if slider.drag_started() || slider.gained_focus() {
            self.gesture += 1;
        }
        let slider = slider.on_hover_text("Drag to try values; every search follows");
        let value = Value::new(tried).filter(|tried| tried.get() != value && slider.changed())?;
        Some(Action::WhatIf(leaf, value, self.gesture))
    }
}

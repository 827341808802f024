//! What a pointer does.

use eframe::egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2};

use crate::common::Window;

/// Presses or releases a button of the pointer while keys are held.
pub(crate) fn button(window: &mut Window, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    // Held until something else is, as a key is.
    window.event(Event::ModifiersChanged(modifiers));
    window.event(Event::PointerButton { pos, button, pressed, modifiers });
    window.step();
}

/// The wheel is turned.
pub(crate) fn wheel(unit: MouseWheelUnit, delta: Vec2, modifiers: Modifiers) -> Event {
    Event::MouseWheel { unit, delta, phase: TouchPhase::Move, modifiers, source: MouseWheelSource::Wheel }
}

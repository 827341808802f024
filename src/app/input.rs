//! What panels ask of the input and the memory of a frame. Unlike the toolkit's own methods, these are compiled once for all questions.

use eframe::egui::accesskit::Node;
use eframe::egui::{Context, Event, EventFilter, Id, Pos2, Ui};

/// What matters of the input of a frame, besides its events.
#[derive(Clone, Copy)]
pub(crate) struct Now {
    /// The time in seconds.
    pub(crate) time: f64,
    /// The seconds since the last frame, if it was one of a sequence.
    pub(crate) since_last: f32,
    /// Whether the window has the focus.
    pub(crate) has_focus: bool,
    /// Whether Shift is held.
    pub(crate) shift: bool,
    /// Where the pointer was last.
    pub(crate) pointer: Option<Pos2>,
    /// Where a button of it was pressed.
    pub(crate) pressed_at: Option<Pos2>,
    /// Whether a button of it was released.
    pub(crate) is_released: bool,
}

/// The input of this frame.
pub(crate) fn now(ctx: &Context) -> Now {
    ctx.input(|input| Now {
        time: input.time,
        since_last: input.stable_dt,
        has_focus: input.focused,
        shift: input.modifiers.shift,
        pointer: input.pointer.latest_pos(),
        pressed_at: input.pointer.press_origin(),
        is_released: input.pointer.any_released(),
    })
}

/// Whether an event like this is among those of this frame.
pub(crate) fn has_event(ctx: &Context, is_meant: &dyn Fn(&Event) -> bool) -> bool {
    ctx.input(|input| input.events.iter().any(is_meant))
}

/// Whether a key was pressed in this frame, also one that something else has taken.
pub(crate) fn is_any_key_pressed(ctx: &Context) -> bool {
    let is_press = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
    ctx.input(|input| input.raw.events.iter().any(is_press))
}

/// Whether the pointer has moved in this frame.
pub(crate) fn is_pointer_moving(ctx: &Context) -> bool {
    // The pointer that comes from outside has not moved from a place before.
    ctx.input(|input| input.raw.events.iter().any(|event| matches!(event, Event::PointerMoved(_))))
}

/// Whether something has the focus.
pub(crate) fn has_focus(ctx: &Context, id: Id) -> bool {
    ctx.memory(|memory| memory.has_focus(id))
}

/// Gives something the focus.
pub(crate) fn request_focus(ctx: &Context, id: Id) {
    ctx.memory_mut(|memory| memory.request_focus(id));
}

/// Whether nothing in front of this layer takes what is pressed.
pub(crate) fn is_in_front(ui: &Ui) -> bool {
    ui.memory(|memory| memory.allows_interaction(ui.layer_id()))
}

/// Keeps the arrow keys for something with the focus, so that they do not move the focus.
pub(crate) fn keep_arrows(ui: &Ui, id: Id) -> EventFilter {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    filter
}

/// Describes something to a screen reader; whether there is one.
pub(crate) fn describe_node(ctx: &Context, id: Id, describe: &mut dyn FnMut(&mut Node)) -> bool {
    ctx.accesskit_node_builder(id, describe).is_some()
}

//! Keys that are pressed before the field that they are meant for has the focus.
//!
//! A key that leads to a field is carried out at the end of a frame. The field takes the focus in the next frame, and keys in the one after
//! it. Until then they wait here, so that they are neither lost nor taken for commands.

use eframe::egui::{Context, Event};

/// The waiting keys, and the frame in which the first of them were pressed.
#[derive(Default)]
pub(crate) struct TypedAhead(Option<(Vec<Event>, u64)>);

impl TypedAhead {
    /// Lets keys wait for a field; those of the next frame will follow them.
    pub(crate) fn start(&mut self, ctx: &Context, keys: Vec<Event>) {
        self.0 = Some((keys, ctx.cumulative_frame_nr()));
    }

    /// Keeps the keys of this frame back, or hands the kept ones to the text field with the focus. Without such a field they are dropped.
    pub(crate) fn advance(&mut self, ctx: &Context) {
        let Some((mut keys, start)) = self.0.take() else { return };
        if ctx.cumulative_frame_nr() <= start + 1 {
            keys.extend(take_keys(ctx, 0));
            self.0 = Some((keys, start));
            ctx.request_repaint();
        } else if ctx.text_edit_focused() {
            ctx.input_mut(|input| {
                keys.append(&mut input.events);
                input.events = keys;
            });
        }
    }
}

/// Takes the keys and texts out of the events of this frame, from a place among them on.
pub(crate) fn take_keys(ctx: &Context, start: usize) -> Vec<Event> {
    let is_key = |event: &mut Event| matches!(event, Event::Key { .. } | Event::Text(_));
    ctx.input_mut(|input| input.events.extract_if(start.., is_key).collect())
}

//! The buttons of a dialog. They stay in sight: where the contents have to be scrolled, they stand below what scrolls.

use crate::app::prelude::*;
use eframe::egui::{Context, Id, Rect, Ui, UiBuilder, pos2, vec2};

/// The space between the contents and the buttons.
const GAP: f32 = 8.0;

/// Shows the buttons below the contents, as the last thing of a dialog.
pub(crate) fn footer(ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)) {
    let below = ui.clip_rect().bottom();
    let top = ui.cursor().top().min(below) + GAP;
    let room = ui.available_rect_before_wrap();
    let rect = Rect::from_min_max(pos2(room.left(), top), pos2(room.right(), f32::INFINITY));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    // It is outside of what scrolls up and down, but goes to the sides with it.
    let sides = ui.clip_rect().x_range();
    child.set_clip_rect(Rect::from_x_y_ranges(sides, ui.ctx().content_rect().y_range()));
    child.lines(add);
    let height = child.min_rect().height() + GAP;
    ui.data_mut(|data| data.insert_temp(height_id(), height));
}

fn height_id() -> Id {
    Id::unique("height of the buttons of a dialog")
}

/// The height of the buttons in the last frame, which is forgotten so that a dialog without buttons has no room for them.
pub(super) fn take_height(ctx: &Context) -> f32 {
    ctx.data_mut(|data| data.remove_temp::<f32>(height_id())).unwrap_or_default()
}

/// Leaves the room in which the buttons were shown below the contents; `reserved` is what these left free for them.
pub(super) fn leave_room(ui: &mut Ui, reserved: f32) {
    let height: f32 = ui.data(|data| data.get_temp(height_id())).unwrap_or_default();
    if height > 0.0 {
        ui.allocate_space(vec2(0.0, (height - ui.spacing().item_spacing.y).max(0.0)));
    }
    if height != reserved {
        ui.ctx().request_discard("the buttons of a dialog have another height");
    }
}

//! The changes of the tree as a list.

use eframe::egui::{Button, RichText, Role, ScrollArea, Ui, vec2};

use crate::app::EditAction;
use crate::app::prelude::*;
use crate::app::style::accessible_name;
use crate::format::shortened;
use crate::tree::edit::History;

/// Shows the list; a click goes to where a step is the last one that is made.
pub(crate) fn history(ui: &mut Ui, history: &History) {
    ui.heading("History");
    let height = ui.spacing().interact_size.y;
    let list = ScrollArea::vertical().auto_shrink([false, false]);
    list.show_rows(ui, height, history.len() + 1, |ui, rows| {
        for position in rows {
            let name = position.checked_sub(1).map_or(Some("As it was opened"), |step| history.name(step));
            let mut text = RichText::new(shortened(name.unwrap_or_default()));
            if position == history.position() {
                text = text.strong();
            } else if position > history.position() {
                text = text.weak();
            }
            let mut button = Button::selectable(position == history.position(), text).truncate();
            if history.saved() == Some(position) {
                button = button.right_text(RichText::new("saved").small().weak());
            }
            let button = button.min_size(vec2(ui.available_width(), height));
            let button = ui.add(button);
            accessible_name(&button, Role::Button, name.unwrap_or_default());
            button.tip("Go to the tree as it was after this step").asks_for(EditAction::GoToStep(position));
        }
    });
}

//! What is asked for in a frame. As what egui itself is asked for, it waits in the context; at the end of the frame `act` carries it out.

use eframe::egui::{Context, Id, Response};

use super::Action;

/// Asking for actions, which are carried out in the order in which they were asked for.
pub(crate) trait Asks {
    /// Asks for an action.
    fn ask(&self, action: impl Into<Action>);

    /// Asks for an action after the dialog is closed.
    fn close_and_ask(&self, action: impl Into<Action>);
}

impl Asks for Context {
    fn ask(&self, action: impl Into<Action>) {
        put(self, action.into());
    }

    fn close_and_ask(&self, action: impl Into<Action>) {
        put(self, Action::CloseModal);
        put(self, action.into());
    }
}

fn put(ctx: &Context, action: Action) {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Vec<Action>>(Id::NULL).push(action));
}

/// What a click on a control asks for.
pub(crate) trait Clicks {
    /// Asks for an action if the control was clicked.
    fn asks_for(self, action: impl Into<Action>);
}

impl Clicks for Response {
    fn asks_for(self, action: impl Into<Action>) {
        if self.clicked() {
            self.ctx.ask(action);
        }
    }
}

/// Takes what was asked for since the last time.
pub(crate) fn take(ctx: &Context) -> Vec<Action> {
    ctx.data_mut(|data| data.remove_temp(Id::NULL)).unwrap_or_default()
}

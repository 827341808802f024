//! The notices under the toolbar: what is being opened or changed, and errors.

use std::time::Duration;

use eframe::egui::{self, Align2, Area, Frame, Id, Label, Panel, ProgressBar, RichText, Sides, Ui, vec2};

use crate::app::dialogs::Dialog;
use crate::app::editing::jobs::Changes;
use crate::app::model::{Model, Note};
use crate::app::prelude::*;
use crate::app::style::{accessible_name, icons, sides, theme};
use crate::app::{Action, EditAction, FileAction};
use crate::format;
use crate::progress::Progress;

/// Work that ends within this time shows no progress.
const PATIENCE: Duration = Duration::from_millis(150);

/// Shows the notices, if there are any.
pub(crate) fn ui(ui: &mut Ui, model: &Model, changes: &Changes, dialog: Option<&Dialog>) {
    let loading = model.loading.as_ref().filter(|loading| loading.job.elapsed() >= PATIENCE);
    let change = changes.under_way().filter(|(_, elapsed, _)| *elapsed >= PATIENCE);
    if let Some(loading) = loading {
        let action = Action::File(FileAction::CancelLoading);
        let cancel = Cancel { tip: "Stop and keep the open tree", name: "Cancel opening", action };
        let done = loading.job.progress();
        overlaid(ui, &mut |ui| progress(ui, &loading.words(), done, loading.beginning(), &cancel));
    } else if let Some((words, _, done)) = change {
        let action = Action::Edit(EditAction::CancelChange);
        let cancel = Cancel { tip: "Stop, and leave the tree unchanged", name: "Cancel the change", action };
        overlaid(ui, &mut |ui| progress(ui, words, done, "copying the tree", &cancel));
    }
    match &model.note {
        Some(note) if note.time_left().is_some() => toast(ui, note, model.presents),
        Some(note) => {
            Panel::top("note").frame(theme::bar(ui)).show_in(ui, &mut |ui| said(ui, note));
        }
        None => {}
    }
    // The dialog in which a path is typed shows its error itself.
    let is_in_dialog = matches!(dialog, Some(Dialog::Path { .. }));
    if let Some(error) = model.error.as_ref().filter(|_| !is_in_dialog) {
        let frame = theme::bar(ui).fill(theme::bad_ground(ui.visuals()));
        Panel::top("error").frame(frame).show_in(ui, &mut |ui| message(ui, error));
    }
}

/// Shows a notice over what is below the toolbar, so that nothing moves when it appears.
fn overlaid(ui: &Ui, add: &mut dyn FnMut(&mut Ui)) {
    let room = ui.available_rect_before_wrap();
    let frame = Frame::popup(ui.style()).inner_margin(theme::MARGIN).corner_radius(0);
    let area = Area::new(Id::unique("loading")).fixed_pos(room.min).constrain(false).fade_in(false);
    area.show(ui.ctx(), |ui| {
        frame.show_in(ui, &mut |ui| {
            ui.set_width(room.width() - f32::from(2 * theme::MARGIN) - 2.0);
            add(ui);
        });
    });
}

/// The button that stops some work.
struct Cancel {
    tip: &'static str,
    name: &'static str,
    action: Action,
}

/// Shows how far some work is; `beginning` says what is done while that is not known.
fn progress(ui: &mut Ui, words: &str, progress: &Progress, beginning: &str, cancel: &Cancel) {
    let text = &mut |ui: &mut Ui| {
        ui.label(words);
    };
    sides(ui, Sides::new().shrink_left().truncate(), text, &mut |ui| {
        let button = ui.button("Cancel").tip(cancel.tip);
        accessible_name(&button, egui::Role::Button, cancel.name);
        button.asks_for(cancel.action.clone());
        let bar = match progress.fraction() {
            Some(fraction) if fraction < 1.0 => ProgressBar::new(fraction).show_percentage(),
            Some(_) => ProgressBar::new(1.0).text("finishing"),
            None => ProgressBar::new(0.0).text(beginning),
        };
        let width = (ui.available_width() * 0.5).min(400.0);
        ui.add(bar.desired_width(width));
    });
}

/// Says something at the lower edge of the window, in front of everything. In the lecture hall, where the time line is below, it stands above.
fn toast(ui: &Ui, note: &Note, is_above: bool) {
    // In the lecture hall the titles of the panes are above.
    let (edge, gap) = if is_above { (Align2::CENTER_TOP, 36.0) } else { (Align2::CENTER_BOTTOM, -12.0) };
    let area = Area::new(Id::unique("toast")).anchor(edge, vec2(0.0, gap)).interactable(note.offer.is_some());
    area.fade_in(false).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).inner_margin(theme::MARGIN).show_in(ui, &mut |ui| {
            ui.set_max_width(ui.ctx().content_rect().width() - 48.0);
            let Some((verb, action)) = &note.offer else {
                ui.add(Label::new(&note.text).wrap());
                return;
            };
            ui.line(&mut |ui| {
                ui.label(&note.text);
                if ui.button(*verb).clicked() {
                    ui.ask(Action::DismissNote);
                    ui.ask(action.clone());
                }
            });
        });
    });
}

fn said(ui: &mut Ui, note: &Note) {
    let text = &mut |ui: &mut Ui| {
        ui.label(&note.text);
    };
    sides(ui, Sides::new().shrink_left().wrap(), text, &mut |ui| {
        let dismiss = ui.button("Dismiss");
        accessible_name(&dismiss, egui::Role::Button, "Dismiss the note");
        dismiss.asks_for(Action::DismissNote);
        if let Some((verb, action)) = &note.offer {
            ui.button(*verb).asks_for(action.clone());
        }
    });
}

fn message(ui: &mut Ui, error: &str) {
    let color = theme::bad(ui.visuals());
    let text = &mut |ui: &mut Ui| {
        icons::cross(ui, color);
        ui.label(RichText::new(format::sentence(error)).color(color));
    };
    sides(ui, Sides::new().shrink_left().wrap(), text, &mut |ui| {
        let dismiss = ui.button("Dismiss");
        accessible_name(&dismiss, egui::Role::Button, "Dismiss the error");
        dismiss.tip("Dismiss").asks_for(Action::DismissError);
    });
}

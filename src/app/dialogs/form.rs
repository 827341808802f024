//! Shared by dialogs with forms: rows with a label and a control, and the buttons below.

use std::cell::Cell;
use std::ops::RangeInclusive;

use eframe::egui::{self, ComboBox, DragValue, Grid, Key, Popup, ProgressBar, Response, Ui, emath::Numeric};

use super::footer::footer;
use crate::app::job::REPAINT_INTERVAL;
use crate::app::prelude::*;
use crate::app::style::{accessible_name, number_field, pick_title, primary_button};
use crate::app::{Action, Destination, focus, keys};
use crate::format;
use crate::game::GameName;
use crate::progress::Progress;

/// A grid of labels and controls.
pub(crate) fn grid(ui: &mut Ui, name: &str, add: &mut dyn FnMut(&mut Ui)) {
    Grid::new(name).num_columns(2).spacing([16.0, 8.0]).show_in(ui, &mut |ui| {
        ui.spacing_mut().combo_width = CHOICE_WIDTH;
        add(ui);
    });
}

/// A row of a grid of two columns.
pub(crate) fn row(ui: &mut Ui, label: &str, add: &mut dyn FnMut(&mut Ui)) {
    ui.label(label);
    ui.line(add);
    ui.end_row();
}

/// What is to be known of the row above, below its control.
pub(crate) fn hint(ui: &mut Ui, text: &str) {
    ui.label("");
    ui.weak(text);
    ui.end_row();
}

/// A whole number that can be dragged or typed.
pub(crate) fn number<N: Numeric>(ui: &mut Ui, label: &str, number: &mut N, range: RangeInclusive<N>) {
    let end = |end: &N| format::grouped_decimal(&end.to_f64().to_string());
    let (least, most) = (end(range.start()), end(range.end()));
    let field = DragValue::new(number).range(range).speed(0.1).custom_parser(format::ungrouped);
    number_field(ui, field, label).tip(&format!("{label}: {least} to {most}"));
}

/// A seed, up to `most`. Every digit that is typed counts, also of seeds that have more than a fractional number holds.
pub(crate) fn seed(ui: &mut Ui, label: &str, seed: &mut u64, most: u64) -> Response {
    let (shown, typed) = (*seed, Cell::new(None));
    let field = DragValue::new(seed)
        .range(0..=most)
        .speed(0.1)
        .custom_formatter(|number, _| {
            let is_shown = number == shown as f64;
            if is_shown { shown.to_string() } else { (number as u64).to_string() }
        })
        .custom_parser(|text| {
            typed.set(text.replace(',', "").trim().parse::<u64>().ok());
            typed.get().map(|seed| seed as f64)
        });
    let field = number_field(ui, field, label);
    if let Some(typed) = typed.get() {
        *seed = typed.min(most);
    }
    field
}

/// A value that is set while a box is checked, with `first` as its initial value, and the field for it.
pub(crate) fn optional<T>(
    ui: &mut Ui,
    text: &str,
    tip: &str,
    value: &mut Option<T>,
    first: T,
    field: impl FnOnce(&mut Ui, &mut T),
) {
    let mut is_there = value.is_some();
    ui.checkbox(&mut is_there, text).tip(tip);
    if is_there != value.is_some() {
        *value = is_there.then_some(first);
    }
    if let Some(value) = value {
        field(ui, value);
    }
}

/// The width of the choices of a dialog.
pub(crate) const CHOICE_WIDTH: f32 = 300.0;

/// A choice among a few. It has the width of combo boxes here.
pub(crate) fn choose<T: Copy + PartialEq>(ui: &mut Ui, label: &str, chosen: &mut T, choices: &[(&str, T)]) {
    choose_kind(ui, label, chosen, choices, T::eq);
}

/// The same; one of the same kind as the current one keeps its parameters.
pub(crate) fn choose_kind<T: Copy>(
    ui: &mut Ui,
    label: &str,
    chosen: &mut T,
    choices: &[(&str, T)],
    same: impl Fn(&T, &T) -> bool,
) {
    let titles: Vec<&str> = choices.iter().map(|(title, _)| *title).collect();
    let before = choices.iter().position(|(_, choice)| same(choice, chosen));
    let mut now = before;
    choose_title(ui, label, &titles, &mut now);
    if let Some(now) = now.filter(|_| now != before) {
        *chosen = choices[now].1;
    }
}

/// A choice among the games.
pub(crate) fn choose_game(ui: &mut Ui, label: &str, chosen: &mut GameName) {
    let games: Vec<_> = GameName::all().map(|name| (name.title(), name)).collect();
    choose(ui, label, chosen, &games);
}

/// A choice among titles, by their indices.
fn choose_title(ui: &mut Ui, label: &str, titles: &[&str], chosen: &mut Option<usize>) {
    let room = egui::vec2(ui.spacing().combo_width, ui.spacing().interact_size.y);
    // A long title would make the combo box grow over what is next to it.
    ui.allocate_ui(room, |ui| {
        let combo = pick_title(ui, ComboBox::from_id_salt(label).truncate(), chosen, titles);
        accessible_name(&combo, egui::Role::ComboBox, label);
    });
}

/// Whether Enter was pressed for the dialog, and not for a control with the focus.
pub(crate) fn is_entered(ui: &Ui) -> bool {
    // A field of one line gives up the focus when Enter is pressed.
    let is_free = focus::is_nowhere(ui.ctx()) && !Popup::is_any_open(ui.ctx());
    is_free && keys::is_pressed(ui.ctx(), Key::Enter)
}

/// How far some work is, also in words.
pub(super) fn progress(ui: &mut Ui, progress: &Progress, words: String) {
    ui.add(ProgressBar::new(progress.fraction().unwrap_or(0.0)).text(words));
    ui.ctx().request_repaint_after(REPAINT_INTERVAL);
}

/// The buttons `Create`, enabled if there is something to create, and `Cancel`. Enter does the same as `Create` unless a control has the
/// focus.
pub(crate) fn create_or_cancel(ui: &mut Ui, create: Option<Action>) {
    let is_entered = is_entered(ui);
    do_or_cancel(ui, "Create", create, is_entered);
}

/// A button that does something, if there is something to do, also when Enter was pressed for it; and `Cancel`.
pub(super) fn do_or_cancel(ui: &mut Ui, verb: &str, action: Option<Action>, is_entered: bool) {
    footer(ui, &mut |ui| {
        let button = primary_button(ui, action.is_some(), verb);
        let cancel = ui.button("Cancel");
        match &action {
            Some(action) if button.clicked() || is_entered => ui.close_and_ask(action.clone()),
            _ => cancel.asks_for(Action::CloseModal),
        }
    });
}

/// What can be exported in a format beside a file.
pub(super) struct Copies {
    pub(super) as_text: bool,
    pub(super) as_picture: bool,
}

/// The buttons of a dialog that exports to where `export` is told, and `Cancel`. Enter saves.
pub(super) fn export_or_cancel(
    ui: &mut Ui,
    is_available: bool,
    copies: Copies,
    export: &dyn Fn(Destination) -> Action,
) {
    let is_entered = is_entered(ui);
    footer(ui, &mut |ui| {
        let saves = primary_button(ui, is_available, "Save…").clicked() || is_entered;
        if saves && is_available {
            ui.close_and_ask(export(Destination::Ask));
        }
        ui.available_if(is_available, &mut |ui| {
            for (is_offered, text, to) in [
                (copies.as_text, "Copy as text", Destination::Clipboard),
                (copies.as_picture, "Copy as picture", Destination::ClipboardPicture),
            ] {
                if is_offered && ui.button(text).clicked() {
                    ui.close_and_ask(export(to));
                }
            }
        });
        ui.button("Cancel").asks_for(Action::CloseModal);
    });
}

/// A choice among formats with these titles, by their indices.
pub(super) fn format_row(ui: &mut Ui, titles: impl Iterator<Item = &'static str>, chosen: &mut usize) {
    let formats: Vec<(&str, usize)> = titles.zip(0..).collect();
    row(ui, "Format", &mut |ui| choose(ui, "Format", chosen, &formats));
}

/// The resolution of a picture.
pub(super) fn dots_row(ui: &mut Ui, dpi: &mut u32, range: RangeInclusive<u32>) {
    row(ui, "Dots per inch", &mut |ui| {
        number_field(ui, DragValue::new(dpi).range(range.clone()), "Dots per inch");
    });
}

/// A width in millimetres that need not be given; it begins with that of a column of a journal.
pub(super) fn width_row<N: Numeric>(
    ui: &mut Ui,
    tip: &str,
    width: &mut Option<N>,
    column: N,
    range: RangeInclusive<N>,
) {
    row(ui, "Width", &mut |ui| {
        optional(ui, "millimetres", tip, width, column, |ui, width| {
            number_field(ui, DragValue::new(width).range(range.clone()).speed(1.0), "Width in millimetres");
        });
    });
}

//! Colours and sizes of the window's own parts; those of the drawings are in the theme.

use eframe::egui::{Color32, TextStyle, Ui, Visuals};

/// The height of a pane's title bar.
pub(crate) const TITLE_HEIGHT: f32 = 26.0;
/// The height of the line below a drawing that says what it leaves out.
pub(crate) const NOTE_HEIGHT: f32 = 20.0;
/// The height of a row of a table.
pub(crate) const ROW_HEIGHT: f32 = 26.0;
/// The space around the contents of a panel.
pub(crate) const MARGIN: i8 = 8;
/// The space around the contents of a dialog.
pub(crate) const DIALOG_MARGIN: i8 = 16;

/// All is well.
pub(crate) fn good(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode { Color32::from_rgb(0x6f, 0xd0, 0x9a) } else { Color32::from_rgb(0x00, 0x6b, 0x45) }
}

/// Something is wrong.
pub(crate) fn bad(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode { Color32::from_rgb(0xff, 0x8a, 0x75) } else { Color32::from_rgb(0xb0, 0x1e, 0x10) }
}

/// A faint ground for something that is wrong.
pub(crate) fn bad_ground(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode { Color32::from_rgb(0x4a, 0x1c, 0x16) } else { Color32::from_rgb(0xfd, 0xe4, 0xe0) }
}

/// How wide a text is on one line, in whole points.
pub(crate) fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x.ceil()
}

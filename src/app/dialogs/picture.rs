//! The dialog that exports the drawings.

use eframe::egui::{DragValue, Grid, Ui};

use super::form::{self, Copies, choose, dots_row, export_or_cancel, format_row, row, width_row};
use super::preview::ExportPreview;
use crate::app::Action;
use crate::app::export::PictureRequest;
use crate::app::prelude::*;
use crate::app::style::number_field;
use crate::draw::Palette;
use crate::draw::export::PICTURE_FORMATS;

/// The width of a column of a journal, in millimetres.
const COLUMN: f32 = 84.0;

/// What is chosen, and the picture as it will be.
#[derive(Default)]
pub(crate) struct PictureDialog {
    pub(crate) request: PictureRequest,
    pub(crate) preview: ExportPreview,
}

impl PictureDialog {
    pub(crate) fn new(request: PictureRequest) -> PictureDialog {
        PictureDialog { request, ..PictureDialog::default() }
    }

    /// Shows the dialog. Enter saves.
    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("Export picture");
        ui.add_space(4.0);
        if self.request.format().is_laid_out_here() {
            self.preview.ui(ui);
        }
        ui.add_space(4.0);
        ui.spacing_mut().combo_width = super::form::CHOICE_WIDTH;
        let request = &mut self.request;
        Grid::new("picture").num_columns(2).spacing([12.0, 8.0]).show_in(ui, &mut |ui| fields(ui, request));
        let format = request.format();
        let copies = Copies { as_text: format.is_text, as_picture: format.has_dots };
        export_or_cancel(ui, true, copies, &|to| Action::ExportPicture(request.clone(), to));
    }
}

fn fields(ui: &mut Ui, request: &mut PictureRequest) {
    row(ui, "Panes", &mut |ui| {
        choose(ui, "Panes", &mut request.all, &[("The marked pane", false), ("All, side by side", true)]);
    });
    row(ui, "Part", &mut |ui| {
        choose(ui, "Part", &mut request.seen, &[("The whole tree", false), ("The visible part", true)]);
    });
    format_row(ui, PICTURE_FORMATS.iter().map(|format| format.title), &mut request.format);
    form::hint(ui, request.format().purpose);
    let style = &mut request.style;
    row(ui, "Colours", &mut |ui| {
        let palettes =
            [("Colour", Palette::Light), ("Grey", Palette::Grey), ("Black and white", Palette::BlackAndWhite)];
        choose(ui, "Colours", &mut style.palette, &palettes);
    });
    let tip = "Without a width, the picture is as wide as the tree needs";
    width_row(ui, tip, &mut style.width, COLUMN, 10.0..=2000.0);
    row(ui, "Size of text", &mut |ui| {
        let field = DragValue::new(&mut style.font_size).range(3.0..=72.0).speed(0.1).suffix(" pt");
        number_field(ui, field, "Size of text in points");
    });
    if request.format().has_dots {
        dots_row(ui, &mut request.dpi, 30..=1200);
    }
    let style = &mut request.style;
    row(ui, "With", &mut |ui| {
        ui.checkbox(&mut style.has_titles, "titles");
        ui.checkbox(&mut style.has_legend, "legend");
        ui.checkbox(&mut style.has_caption, "caption");
    });
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Context, Event, Key, Modifiers, RawInput};

    use super::*;
    use crate::app::{Destination, asked};

    /// What the dialog comes to when a key is pressed, after a frame without one.
    fn pressed(key: Key) -> Vec<Action> {
        let ctx = Context::default();
        let press = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        for events in [vec![], vec![press]] {
            let input = RawInput { events, ..RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| PictureDialog::default().ui(ui));
            output.textures_delta.clear();
        }
        asked::take(&ctx)
    }

    #[test]
    fn enter_saves() {
        let saves = vec![Action::CloseModal, Action::ExportPicture(PictureRequest::default(), Destination::Ask)];
        assert_eq!(pressed(Key::Enter), saves);
        assert_eq!(pressed(Key::Space), vec![]);
    }
}

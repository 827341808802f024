//! What a dialog will make, as a small picture that follows the choices; it is made on a worker thread.

use eframe::egui::{
    ColorImage, Context, Image, Role, Sense, Stroke, StrokeKind, TextureFilter, TextureHandle, TextureOptions, Ui,
    Vec2, load::SizedTexture, vec2,
};

use crate::app::LatestJob;
use crate::app::canvas::screen::{self, Screen};
use crate::app::export::{Export, PictureRequest};
use crate::app::style::accessible_name;
use crate::draw::Picture;
use crate::draw::export::PICTURE_FORMATS;
use crate::progress::Progress;

/// The height of a preview.
const HEIGHT: f32 = 150.0;
/// The height of that of an export, whose texts are to be read, as a share of the window's.
const EXPORT_SHARE: f32 = 0.27;
/// The least and the most of it, in points.
const EXPORT_HEIGHT: [f32; 2] = [200.0, 420.0];
/// The size of a picture of a tree.
const TREE: Vec2 = vec2(400.0, HEIGHT);
/// The resolution of a previewed export, in dots per inch.
const DPI: u32 = 110;
/// Exports of trees of more nodes are made only when they are asked for.
const MOST_EXPORTED: usize = 50_000;

/// Shows a picture of a tree in the middle of a field of the width there is.
pub(super) fn show_tree(ui: &mut Ui, picture: Picture, size: Vec2) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size.y), Sense::hover());
    accessible_name(&response, Role::Image, "The tree");
    ui.painter().rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    let screen = Screen::new(picture, screen::palette(ui.visuals().dark_mode));
    let corner = rect.center() - size / 2.0;
    screen.show_moved(&ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())), corner.to_vec2());
}

/// Says in the room of a preview why there is none.
fn nothing(ui: &mut Ui, height: f32, why: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    ui.put(rect, eframe::egui::Label::new(why));
}

/// The tree that the choices of a form give.
pub(super) type TreePreview<Choices> = LatestJob<Choices, Result<Picture, String>>;

impl<Choices: Clone + PartialEq + Send + 'static> TreePreview<Choices> {
    /// Shows the tree that `draw` makes of the choices, in a room of the size that it is handed, or says why there is none; nothing if
    /// the choices contradict each other.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        choices: Option<&Choices>,
        draw: fn(&Choices, crate::draw::Vec2, &Progress) -> Result<Picture, String>,
    ) {
        let Some(choices) = choices else { return nothing(ui, HEIGHT, "") };
        let (drawn, size) = (choices.clone(), crate::draw::vec2(TREE.x, TREE.y));
        match self.answer(ui.ctx(), choices.clone(), move |progress| draw(&drawn, size, progress)) {
            Some(Ok(Ok(picture))) => show_tree(ui, picture.clone(), TREE),
            Some(Ok(Err(why)) | Err(why)) => nothing(ui, HEIGHT, why),
            None => nothing(ui, HEIGHT, ""),
        }
    }
}

/// The picture that will be exported.
#[derive(Default)]
pub(crate) struct ExportPreview {
    job: LatestJob<PictureRequest, Result<ColorImage, String>>,
    /// What is shown, and the last export that was asked for.
    texture: Option<(PictureRequest, TextureHandle)>,
    asked: Option<(PictureRequest, Export)>,
    wrong: Option<String>,
}

impl ExportPreview {
    /// Has the picture made, if it is another than before; `export` gives the export of a request, for a tree of that many nodes.
    pub(crate) fn advance(
        &mut self,
        ctx: &Context,
        request: &PictureRequest,
        nodes: usize,
        export: &dyn Fn(&PictureRequest) -> Export,
    ) {
        if nodes > MOST_EXPORTED {
            self.wrong = Some("The tree is too large for a preview".into());
            return;
        }
        let dots = PICTURE_FORMATS.iter().position(|format| format.has_dots).unwrap_or_default();
        let wanted = PictureRequest { format: dots, dpi: DPI, ..request.clone() };
        if self.asked.as_ref().is_none_or(|(asked, _)| *asked != wanted) {
            self.asked = Some((wanted.clone(), export(&wanted)));
        }
        if self.texture.as_ref().is_some_and(|(shown, _)| *shown == wanted) {
            return;
        }
        let Some((_, export)) = &self.asked else { return };
        let export = export.clone();
        match self.job.answer(ctx, wanted.clone(), move |_| export.image()) {
            None => {}
            Some(Ok(Ok(image))) if image.size.iter().all(|&side| side <= ctx.input(|input| input.max_texture_side)) => {
                // It is shown smaller than it is, so that it needs smaller ones of itself.
                let options = TextureOptions { mipmap_mode: Some(TextureFilter::Linear), ..TextureOptions::LINEAR };
                let texture = ctx.load_texture("preview of a picture", image.clone(), options);
                (self.texture, self.wrong) = (Some((wanted, texture)), None);
            }
            Some(Ok(Ok(_))) => self.wrong = Some("The picture is too large for a preview".into()),
            Some(Ok(Err(error)) | Err(error)) => self.wrong = Some(error.clone()),
        }
    }

    /// Shows the picture, at most at its size.
    pub(super) fn ui(&self, ui: &mut Ui) {
        let [least, most] = EXPORT_HEIGHT;
        let height = (EXPORT_SHARE * ui.ctx().content_rect().height()).clamp(least, most);
        if let Some(wrong) = &self.wrong {
            return nothing(ui, height, wrong);
        }
        let Some((_, texture)) = &self.texture else { return nothing(ui, height, "") };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        accessible_name(&response, Role::Image, "The picture as it will be");
        let size = texture.size_vec2();
        let scale = ((rect.size() - vec2(4.0, 4.0)) / size).min_elem().min(96.0 / DPI as f32);
        let paper = eframe::egui::Rect::from_center_size(rect.center(), size * scale);
        ui.painter().rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
        Image::from_texture(SizedTexture::new(texture.id(), paper.size())).paint_at(ui, paper);
        let edge = Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().rect_stroke(paper, 0.0, edge, StrokeKind::Outside);
    }
}

//! Sizes and colours, for the light and the dark theme.

use std::sync::Arc;

use eframe::egui::{
    Color32, Context, CornerRadius, FontData, FontFamily, FontId, Frame, Stroke, Style, TextStyle, Theme, Ui, Visuals,
    epaint::text::{FontInsert, FontPriority, FontProvider, InsertFontFamily},
    style::Selection,
    vec2,
};

use crate::draw::{Ink, Palette, Rgb};
use crate::font::dejavu_sans;
use crate::font::system::SystemFont;

/// The height of a pane's title bar.
pub(crate) const TITLE_HEIGHT: f32 = 26.0;
/// The height of the note below a drawing that says what is left out.
pub(crate) const NOTE_HEIGHT: f32 = 20.0;
/// The height of a row of a table.
pub(crate) const ROW_HEIGHT: f32 = 26.0;
/// The space around the contents of a panel.
pub(crate) const MARGIN: i8 = 8;
/// The space around the contents of a dialog.
pub(crate) const DIALOG_MARGIN: i8 = 16;

/// The colour of an ink of pictures in the window.
pub(crate) fn ink(visuals: &Visuals, ink: Ink) -> Color32 {
    let palette = if visuals.dark_mode { Palette::Dark } else { Palette::Light };
    let Rgb(r, g, b) = palette.color(ink);
    Color32::from_rgb(r, g, b)
}

/// The ground of a button that stands out.
pub(crate) fn primary(visuals: &Visuals) -> Color32 {
    ink(visuals, Ink::Evaluated)
}

/// The text of a button that stands out.
pub(crate) fn on_primary(visuals: &Visuals) -> Color32 {
    ink(visuals, Ink::OnEvaluated)
}

/// The colour of success.
pub(crate) fn good(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode { Color32::from_rgb(0x6f, 0xd0, 0x9a) } else { Color32::from_rgb(0x00, 0x6b, 0x45) }
}

/// The colour of errors.
pub(crate) fn bad(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode { Color32::from_rgb(0xff, 0x96, 0x83) } else { Color32::from_rgb(0xb0, 0x1e, 0x10) }
}

/// The frame of a bar or a panel at the side.
pub(crate) fn bar(ui: &Ui) -> Frame {
    Frame::side_top_panel(ui.style()).inner_margin(MARGIN)
}

/// Something to be careful about.
fn warning(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode { Color32::from_rgb(0xff, 0xc1, 0x4d) } else { Color32::from_rgb(0x9a, 0x42, 0x00) }
}

/// A faint background for errors.
pub(crate) fn bad_ground(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode { Color32::from_rgb(0x4a, 0x1c, 0x16) } else { Color32::from_rgb(0xfd, 0xe4, 0xe0) }
}

/// Sets the fonts, sizes, spaces and colours of the whole window, light and dark.
pub fn apply(ctx: &Context) {
    add_bundled_font(ctx);
    for &theme in &[Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| {
            sizes(style);
            colours(&mut style.visuals);
        });
    }
}

/// The family of the font of pictures, with which their texts are measured.
pub(crate) const PICTURE_FONT: &str = "picture";

/// Adds the bundled font, for characters that the window's own fonts lack and for pictures.
fn add_bundled_font(ctx: &Context) {
    let families = [FontFamily::Monospace, FontFamily::Proportional, FontFamily::Name(PICTURE_FONT.into())];
    let families = families.map(|family| InsertFontFamily { family, priority: FontPriority::Lowest });
    ctx.add_font(FontInsert::new("DejaVu Sans", FontData::from_static(dejavu_sans()), families.into()));
}

/// Fonts that come after all others in each family.
struct LastFonts(Vec<FontInsert>);

impl FontProvider for LastFonts {
    fn fonts_for_family(&self, _: &FontFamily) -> Vec<FontInsert> {
        self.0.clone()
    }
}

/// Adds system fonts for characters missing from the window's own, in place of those that were added before.
pub(crate) fn add_fonts(ctx: &Context, system: &[SystemFont]) {
    let mut fonts = Vec::new();
    for (number, SystemFont { file, index }) in system.iter().enumerate() {
        let data = FontData { index: *index, ..FontData::from_owned(file.clone()) };
        fonts.push(FontInsert::new(&format!("system {number}"), data, Vec::new()));
    }
    ctx.set_font_providers(vec![Arc::new(LastFonts(fonts))]);
}

fn sizes(style: &mut Style) {
    let size = |text_style: &TextStyle| match text_style {
        TextStyle::Heading => 18.0,
        TextStyle::Small => 11.0,
        TextStyle::Monospace => 13.0,
        _ => 14.0,
    };
    for (text_style, font) in &mut style.text_styles {
        *font = FontId::new(size(text_style), font.family.clone());
    }
    style.spacing.item_spacing = vec2(8.0, 6.0);
    style.spacing.button_padding = vec2(8.0, 4.0);
    style.spacing.interact_size.y = 24.0;
    style.spacing.tooltip_width = 420.0;
    // A bar shows that there is more also while the pointer is elsewhere.
    let scroll = &mut style.spacing.scroll;
    scroll.dormant_handle_opacity = 0.5;
    // It stands beside the contents, not over their numbers and buttons.
    scroll.floating_allocated_width = scroll.bar_width;
}

fn colours(visuals: &mut Visuals) {
    let (panel, window) = if visuals.dark_mode {
        (Color32::from_rgb(0x1E, 0x21, 0x26), Color32::from_rgb(0x25, 0x29, 0x2F))
    } else {
        (Color32::from_rgb(0xF4, 0xF5, 0xF7), Color32::from_rgb(0xFC, 0xFC, 0xFD))
    };
    let color = |what| ink(visuals, what);
    let (text, edge, strong, fill) =
        (color(Ink::Text), color(Ink::Edge), color(Ink::Evaluated), color(Ink::VisitedFill));
    let (weak, ground, warning) = (color(Ink::FaintText), color(Ink::Background), warning(visuals));
    visuals.panel_fill = panel;
    visuals.window_fill = window;
    visuals.extreme_bg_color = ground;
    visuals.weak_text_color = Some(weak);
    visuals.hyperlink_color = strong;
    visuals.selection = Selection { bg_fill: fill, stroke: Stroke::new(1.5, strong) };
    visuals.warn_fg_color = warning;
    visuals.error_fg_color = bad(visuals);
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke.color = text;
    widgets.inactive.fg_stroke.color = text;
    // Fields, boxes and buttons are told from what they stand on.
    widgets.inactive.bg_stroke = Stroke::new(1.0, edge);
    widgets.open.bg_stroke = Stroke::new(1.0, edge);
    (widgets.active.bg_fill, widgets.active.weak_bg_fill) = (fill, fill);
    widgets.active.bg_stroke = Stroke::new(1.5, strong);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(6);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What WCAG 2 asks of text and of the outlines of controls.
    const TEXT: f64 = 4.5;
    const OUTLINE: f64 = 3.0;

    fn contrast(a: Color32, b: Color32) -> f64 {
        let [a, b] = [a, b].map(|color| Rgb(color.r(), color.g(), color.b()));
        a.contrast(b)
    }

    #[test]
    fn texts_and_controls_stand_out_in_both_themes() {
        for mut visuals in [Visuals::light(), Visuals::dark()] {
            colours(&mut visuals);
            let name = if visuals.dark_mode { "dark" } else { "light" };
            let check = |what: &str, color: Color32, ground: Color32, least: f64| {
                let contrast = contrast(color, ground);
                assert!(contrast >= least, "{name} theme: {what} has a contrast of {contrast:.2}, not {least}");
            };
            let (selected, field) = (visuals.selection.bg_fill, visuals.text_edit_bg_color());
            let texts = [
                ("text", visuals.text_color()),
                ("strong text", visuals.strong_text_color()),
                ("weak text", visuals.weak_text_color()),
                ("links", visuals.hyperlink_color),
                ("warnings", visuals.warn_fg_color),
                ("errors", visuals.error_fg_color),
                ("good news", good(&visuals)),
                ("bad news", bad(&visuals)),
            ];
            for (what, color) in texts {
                for (place, ground) in
                    [("a panel", visuals.panel_fill), ("a dialog", visuals.window_fill), ("a field", field)]
                {
                    check(&format!("{what} on {place}"), color, ground, TEXT);
                }
            }
            check("bad news in the title of a pane", bad(&visuals), selected, TEXT);
            check("bad news on its ground", bad(&visuals), bad_ground(&visuals), TEXT);
            for (what, color) in [("text", visuals.text_color()), ("a choice", visuals.selection.stroke.color)] {
                check(&format!("{what} that is selected"), color, selected, TEXT);
            }
            let widgets = &visuals.widgets;
            for (what, state) in [
                ("a button", widgets.inactive),
                ("a button under the pointer", widgets.hovered),
                ("a button with the focus", widgets.active),
                ("an open menu", widgets.open),
            ] {
                for fill in [state.bg_fill, state.weak_bg_fill] {
                    check(&format!("the text of {what}"), state.text_color(), fill, TEXT);
                }
                for ground in [visuals.panel_fill, visuals.window_fill] {
                    check(&format!("the outline of {what}"), state.bg_stroke.color, ground, OUTLINE);
                    check(&format!("the text beside {what}"), state.text_color(), ground, TEXT);
                }
            }
            check("the outline of a field", widgets.inactive.bg_stroke.color, field, OUTLINE);
        }
    }
}

//! Sizes and colours, light and dark.

use std::sync::Arc;

use eframe::egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, Style, TextStyle, Theme,
    Visuals, vec2,
};

use crate::font::DEJAVU_SANS;

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

/// The colours of everything that shows a search. The hues are Okabe and Ito's, darkened or lightened until they stand
/// out from the background; what they tell is always told by shape or pattern too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind a drawing.
    pub background: Color32,
    /// Words and numbers.
    pub text: Color32,
    /// Words that matter less.
    pub faint_text: Color32,
    /// Edges, and outlines where no search is shown.
    pub edge: Color32,
    /// Inside of nodes where no search is shown.
    pub fill: Color32,
    /// What a search evaluated.
    pub evaluated: Color32,
    /// Words on `evaluated`.
    pub on_evaluated: Color32,
    /// The outline of what a search visited.
    pub visited: Color32,
    /// The inside of what a search visited and did not evaluate.
    pub visited_fill: Color32,
    /// The outline of what a search never visited.
    pub pruned: Color32,
    /// The inside of what a search never visited.
    pub pruned_fill: Color32,
    /// The principal variation.
    pub line: Color32,
    /// The current step of a search.
    pub step: Color32,
    /// A cutoff.
    pub cutoff: Color32,
    /// The selected node.
    pub selected: Color32,
}

impl Palette {
    /// For light windows.
    pub const LIGHT: Palette = Palette {
        background: Color32::from_rgb(0xFF, 0xFF, 0xFF),
        text: Color32::from_rgb(0x1B, 0x1E, 0x23),
        faint_text: Color32::from_rgb(0x5B, 0x62, 0x6C),
        edge: Color32::from_rgb(0x7A, 0x82, 0x8C),
        fill: Color32::from_rgb(0xEE, 0xF0, 0xF2),
        evaluated: Color32::from_rgb(0x00, 0x6B, 0xA8),
        on_evaluated: Color32::from_rgb(0xFF, 0xFF, 0xFF),
        visited: Color32::from_rgb(0x2B, 0x6C, 0x96),
        visited_fill: Color32::from_rgb(0xC4, 0xE1, 0xF4),
        pruned: Color32::from_rgb(0x8A, 0x90, 0x98),
        pruned_fill: Color32::from_rgb(0xE2, 0xE4, 0xE8),
        line: Color32::from_rgb(0xD0, 0x58, 0x00),
        step: Color32::from_rgb(0x00, 0x85, 0x60),
        cutoff: Color32::from_rgb(0xA3, 0x24, 0x6F),
        selected: Color32::from_rgb(0x1B, 0x1E, 0x23),
    };

    /// For dark windows.
    pub const DARK: Palette = Palette {
        background: Color32::from_rgb(0x15, 0x17, 0x1B),
        text: Color32::from_rgb(0xE8, 0xEA, 0xED),
        faint_text: Color32::from_rgb(0x9F, 0xA6, 0xB0),
        edge: Color32::from_rgb(0x7C, 0x84, 0x8E),
        fill: Color32::from_rgb(0x2A, 0x2E, 0x35),
        evaluated: Color32::from_rgb(0x56, 0xB4, 0xE9),
        on_evaluated: Color32::from_rgb(0x08, 0x14, 0x1C),
        visited: Color32::from_rgb(0x6F, 0xA9, 0xCF),
        visited_fill: Color32::from_rgb(0x1F, 0x44, 0x5E),
        pruned: Color32::from_rgb(0x72, 0x79, 0x83),
        pruned_fill: Color32::from_rgb(0x2C, 0x30, 0x37),
        line: Color32::from_rgb(0xF2, 0xA4, 0x1F),
        step: Color32::from_rgb(0x2B, 0xC7, 0x9A),
        cutoff: Color32::from_rgb(0xEE, 0x94, 0xC6),
        selected: Color32::from_rgb(0xFF, 0xFF, 0xFF),
    };

    /// The colours that go with these visuals.
    pub fn of(visuals: &Visuals) -> Palette {
        if visuals.dark_mode { Palette::DARK } else { Palette::LIGHT }
    }
}

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

/// Sets the fonts, sizes, spaces and colours of the whole window, light and dark.
pub fn apply(ctx: &Context) {
    ctx.set_fonts(fonts());
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| {
            sizes(style);
            colours(&mut style.visuals);
        });
    }
}

/// The family of the font that has the men of chess, all of one design.
pub(crate) const CHESSMEN: &str = "chessmen";

/// The window's own fonts, and for the characters that they lack the one that the program brings along.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let name = "DejaVu Sans";
    fonts.font_data.insert(name.into(), Arc::new(FontData::from_static(DEJAVU_SANS)));
    for family in fonts.families.values_mut() {
        family.push(name.into());
    }
    fonts.families.insert(FontFamily::Name(CHESSMEN.into()), vec![name.into()]);
    fonts
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
}

fn colours(visuals: &mut Visuals) {
    let palette = Palette::of(visuals);
    let (panel, window) = if visuals.dark_mode {
        (Color32::from_rgb(0x1E, 0x21, 0x26), Color32::from_rgb(0x25, 0x29, 0x2F))
    } else {
        (Color32::from_rgb(0xF4, 0xF5, 0xF7), Color32::from_rgb(0xFC, 0xFC, 0xFD))
    };
    visuals.panel_fill = panel;
    visuals.window_fill = window;
    visuals.extreme_bg_color = palette.background;
    visuals.hyperlink_color = palette.visited;
    visuals.selection.bg_fill = palette.visited_fill;
    visuals.selection.stroke = Stroke::new(1.5, palette.visited);
    visuals.widgets.noninteractive.fg_stroke.color = palette.text;
    visuals.widgets.inactive.fg_stroke.color = palette.text;
    visuals.warn_fg_color = palette.line;
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(6);
}

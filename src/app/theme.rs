//! Sizes and colours, light and dark (a stand-in).

use eframe::egui::{self, Color32};

/// The colours of one theme.
pub struct Palette {
    /// A node visited.
    pub visited: Color32,
    /// A leaf evaluated.
    pub evaluated: Color32,
    /// A node pruned.
    pub pruned: Color32,
    /// The principal variation.
    pub line: Color32,
    /// The current step.
    pub step: Color32,
    /// A cutoff.
    pub cutoff: Color32,
    /// Text.
    pub text: Color32,
}

impl Palette {
    /// The palette of a theme.
    pub fn of(visuals: &egui::Visuals) -> Palette {
        Palette {
            visited: Color32::from_rgb(0x56, 0xb4, 0xe9),
            evaluated: Color32::from_rgb(0x00, 0x72, 0xb2),
            pruned: Color32::GRAY,
            line: Color32::from_rgb(0xe6, 0x9f, 0x00),
            step: Color32::from_rgb(0xcc, 0x79, 0xa7),
            cutoff: Color32::from_rgb(0xd5, 0x5e, 0x00),
            text: visuals.text_color(),
        }
    }
}

/// Sets the fonts and sizes.
pub fn apply(_ctx: &egui::Context) {}

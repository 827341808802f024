//! The texts of a picture, measured with the metrics of the bundled font.

use std::sync::LazyLock;

use ttf_parser::GlyphId;

use super::{Ink, Pos2, Rect, Vec2, vec2};
use crate::font;

/// The font family of texts.
pub const FAMILY: &str = "DejaVu Sans";

/// The height of capitals and digits, as a multiple of the size.
const CAPITALS: f32 = 0.729;
/// The height of a text, as a multiple of the size: capitals, and a little space above and below.
const HEIGHT: f32 = 1.0;

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The text.
    pub words: String,
    /// The middle of its capitals.
    pub middle: Pos2,
    /// Its size, in points.
    pub size: f32,
    /// Its ink.
    pub ink: Ink,
}

impl Text {
    /// Its bounds.
    pub fn rect(&self) -> Rect {
        Rect::from_center_size(self.middle, size(&self.words, self.size))
    }

    /// The beginning of its baseline.
    pub fn baseline(&self) -> Pos2 {
        self.middle + vec2(-width(&self.words, self.size) / 2.0, baseline_below_middle(self.size))
    }
}

/// The distance of a text's baseline from the middle of its capitals.
pub fn baseline_below_middle(size: f32) -> f32 {
    size * CAPITALS / 2.0
}

/// The size of a text.
pub fn size(words: &str, size: f32) -> Vec2 {
    vec2(width(words, size), HEIGHT * size)
}

/// The width of a text. Characters missing from the font count as wide as they are high, which is about right in most fonts.
pub fn width(words: &str, size: f32) -> f32 {
    words.chars().map(|character| FONT.advance(character)).sum::<f32>() * size
}

static FONT: LazyLock<Font> = LazyLock::new(Font::new);

/// The widths of a font's characters at size 1.
struct Font {
    ascii: [f32; 128],
}

impl Font {
    fn new() -> Font {
        let mut ascii = [0.0; 128];
        for (code, width) in ascii.iter_mut().enumerate() {
            *width = look_up(char::from(code as u8));
        }
        Font { ascii }
    }

    fn advance(&self, character: char) -> f32 {
        self.ascii.get(character as usize).copied().unwrap_or_else(|| look_up(character))
    }
}

fn look_up(character: char) -> f32 {
    let Some(face) = font::face() else { return 0.6 };
    let glyph = face.glyph_index(character).unwrap_or(GlyphId(0));
    if glyph == GlyphId(0) {
        return 1.0;
    }
    f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / f32::from(face.units_per_em())
}

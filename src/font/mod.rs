//! The bundled font, which has the arrows, relations, quantifiers and chess pieces that Plyscope shows, and fonts of the system for other
//! scripts.

pub mod system;

use std::sync::LazyLock;

use ttf_parser::Face;

/// DejaVu Sans as a TrueType file; its licence is in `assets/fonts`.
pub static DEJAVU_SANS: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf");

/// The name of its family.
pub const NAME: &str = "DejaVu Sans";

/// The bundled font, ready to be measured.
pub(crate) fn face() -> Option<&'static Face<'static>> {
    static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(DEJAVU_SANS, 0).ok());
    FACE.as_ref()
}

/// Whether the bundled font has a character.
pub fn has(character: char) -> bool {
    character.is_control() || face().is_some_and(|face| face.glyph_index(character).is_some())
}

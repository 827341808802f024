//! The bundled font, which has the arrows, relations, quantifiers and chess pieces that Plyscope shows, and fonts of the system for other
//! scripts.

pub mod system;

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use ttf_parser::Face;

/// DejaVu Sans as a TrueType file; its licence is in `assets/fonts`. It is unpacked at the first call.
pub fn dejavu_sans() -> &'static [u8] {
    static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let packed: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf.gz");
        let mut file = Vec::new();
        // What is packed in the program is not damaged.
        let _ = GzDecoder::new(packed).read_to_end(&mut file);
        file
    });
    &FILE
}

/// The name of its family.
pub const NAME: &str = "DejaVu Sans";

/// The bundled font, ready to be measured.
pub(crate) fn face() -> Option<&'static Face<'static>> {
    static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(dejavu_sans(), 0).ok());
    FACE.as_ref()
}

/// Whether the bundled font has a character.
pub fn has(character: char) -> bool {
    character.is_control() || face().is_some_and(|face| face.glyph_index(character).is_some())
}

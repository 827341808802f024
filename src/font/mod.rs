//! The bundled font, which has the arrows, relations, quantifiers and chess pieces that Plyscope shows, and fonts of the system for other
//! scripts.

pub mod system;

use std::sync::LazyLock;

use flate2::{Decompress, FlushDecompress};
use ttf_parser::Face;

/// What precedes the data in a gzip file without a name.
const GZIP_HEADER: usize = 10;

/// DejaVu Sans as a TrueType file; its licence is in `assets/fonts`. It is unpacked at the first call.
pub fn dejavu_sans() -> &'static [u8] {
    static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let packed = include_bytes!("../../assets/fonts/DejaVuSans.ttf.gz");
        let (data, size) = packed[GZIP_HEADER..].split_last_chunk().unwrap_or((&[], &[0; 4]));
        let mut file = Vec::with_capacity(u32::from_le_bytes(*size) as usize);
        // What is packed in the program is not damaged.
        let _ = Decompress::new(false).decompress_vec(data, &mut file, FlushDecompress::Finish);
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

//! The bundled font, which has the arrows, relations, quantifiers and chess pieces that Plyscope shows.

/// DejaVu Sans as a TrueType file; its licence is in `assets/fonts`.
pub const DEJAVU_SANS: &[u8] = include_bytes!("../assets/fonts/DejaVuSans.ttf");

/// The name of its family.
pub const NAME: &str = "DejaVu Sans";

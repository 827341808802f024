//! The font that the program brings along: it has the arrows, relations, quantifiers and chessmen that its texts need.

/// DejaVu Sans as a TrueType file; its licence stands beside it in `assets/fonts`.
pub const DEJAVU_SANS: &[u8] = include_bytes!("../assets/fonts/DejaVuSans.ttf");

/// The name of its family.
pub const NAME: &str = "DejaVu Sans";

//! Windows of which pictures are taken.

use std::path::Path;

use eframe::egui::{Theme, Vec2};
use plyscope::app::Plyscope;

use crate::common::{Window, builder, settle};

pub(crate) const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

/// A window with the first sample,.
pub(crate) fn window_of(size: Vec2, theme: Theme) -> Window {
    let builder = builder().with_size(size).with_theme(theme);
    let mut window = builder.build_eframe(|creation| Plyscope::new(creation, None));
    settle(&mut window);
    window
}

/// Keeps a picture, to be looked at, in the directory that `PLYSCOPE_PICTURES` names.
pub(crate) fn save(window: &mut Window, name: &str) {
    if let Some(directory) = std::env::var_os("PLYSCOPE_PICTURES") {
        let picture = window.render().unwrap();
        picture.save(Path::new(&directory).join(format!("{name}.png"))).unwrap();
    }
}

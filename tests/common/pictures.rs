//! Windows of which pictures are taken.

use std::path::Path;

use eframe::egui::{Theme, Vec2};
use egui_kittest::Harness;
use plyscope::app::Plyscope;

use crate::common::{Window, settle};

pub(crate) const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

/// A window with the first sample, of which pictures can be taken where there is an adapter.
pub(crate) fn window_of(size: Vec2, theme: Theme) -> Window {
    let builder = Harness::builder().with_size(size).with_theme(theme).wgpu();
    let mut window = builder.build_eframe(|creation| Plyscope::new(creation, None));
    settle(&mut window);
    window
}

/// Keeps a picture, to be looked at, in the directory that `PLYSCOPE_PICTURES` names, where one can be drawn.
pub(crate) fn save(window: &mut Window, name: &str) {
    if let Some(directory) = std::env::var_os("PLYSCOPE_PICTURES")
        && let Ok(picture) = window.render()
    {
        picture.save(Path::new(&directory).join(format!("{name}.png"))).unwrap();
    }
}

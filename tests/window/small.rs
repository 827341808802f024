//! A window with a small tree, and what tests of editing ask it.

use std::path::PathBuf;

use plyscope::app::Plyscope;
use plyscope::tree::NodeId;
use plyscope::tree::edit::to_text;

use crate::common::{Window, builder, settle};
use crate::file::file;
use crate::pictures::SIZE;

/// The tree of [`window`].
pub(crate) const SMALL: &str = "((3 12) (2 4))";

pub(crate) fn window_of(path: PathBuf) -> Window {
    let mut window = builder().with_size(SIZE).build_eframe(|creation| Plyscope::new(creation, Some(path)));
    settle(&mut window);
    window
}

pub(crate) fn window() -> Window {
    let (_directory, path) = file("small.tree", SMALL);
    window_of(path)
}

pub(crate) fn text(window: &Window) -> String {
    to_text(window.state().tree().unwrap(), NodeId::ROOT).unwrap().trim().to_owned()
}

pub(crate) fn node(window: &Window, index: usize) -> NodeId {
    window.state().tree().unwrap().node(index).unwrap()
}

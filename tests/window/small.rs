//! A window with a small tree, and what tests of editing ask it.

use std::path::PathBuf;

use eframe::egui::Event;
use plyscope::app::{Action, EditAction, ViewAction};
use plyscope::tree::NodeId;
use plyscope::tree::edit::{Edit, to_text};

use crate::common::{Window, act, act_and_wait, opened, settle};
use crate::file::file;
use crate::pictures::SIZE;

/// The tree of [`window`].
pub(crate) const SMALL: &str = "((3 12) (2 4))";

pub(crate) fn window_of(path: PathBuf) -> Window {
    opened(SIZE, Some(path))
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

pub(crate) fn select(window: &mut Window, index: usize) {
    let node = node(window, index);
    act(window, Action::View(ViewAction::Select(Some(node))));
}

/// Changes the tree, and waits until the searches have followed.
pub(crate) fn change(window: &mut Window, edit: Edit) {
    act_and_wait(window, Action::Edit(EditAction::Change(edit)));
}

/// What the desktop pastes.
pub(crate) fn paste(window: &mut Window, text: &str) {
    window.input_mut().events.push(Event::Paste(text.to_owned()));
    window.run_steps(2);
    settle(window);
}

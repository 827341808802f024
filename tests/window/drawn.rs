//! What a window has drawn.

use eframe::egui::{Rect, Shape};

use crate::common::Window;

/// The shapes of the last frame, none inside another, each with the part of the window in which it is seen.
pub(crate) fn shapes(window: &Window) -> Vec<(Shape, Rect)> {
    fn add(shape: &Shape, clip: Rect, all: &mut Vec<(Shape, Rect)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, all)),
            shape => all.push((shape.clone(), clip)),
        }
    }
    let mut all = Vec::new();
    window.output().shapes.iter().for_each(|clipped| add(&clipped.shape, clipped.clip_rect, &mut all));
    all
}

/// The texts of the last frame.
pub(crate) fn texts(window: &Window) -> Vec<String> {
    let text = |(shape, _)| if let Shape::Text(text) = shape { Some(text.galley.text().to_owned()) } else { None };
    shapes(window).into_iter().filter_map(text).collect()
}

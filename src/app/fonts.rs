//! Finds fonts for the names of the open tree.

use std::sync::Arc;

use eframe::egui::Context;

use super::style::fallback::{Found, boxes, for_each_name};
use super::style::theme;
use super::{Job, Plyscope};
use crate::font::system::{add_lacking, look_for};

impl Plyscope {
    /// Looks for fonts with the characters of the open tree's names.
    pub(crate) fn look_for_fonts(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let tree = Arc::clone(&document.tree);
        self.fonts.job = Some(Job::start(ctx, "plyscope fonts", move |progress| {
            let mut missing = Vec::new();
            for_each_name(&tree, &mut |name| add_lacking(name, &mut missing));
            if missing.is_empty() {
                return None;
            }
            let found = look_for(missing, progress);
            Some(Found { fonts: found.fonts, boxes: boxes(&tree, &found.missing) })
        }));
    }

    /// Uses the fonts once they are found, and says which characters none of them has.
    pub(crate) fn advance_fonts(&mut self, ctx: &Context) {
        let Some(found) = Job::take(&mut self.fonts.job) else { return };
        let found = found.unwrap_or_default();
        if let Some(found) = &found {
            theme::add_fonts(ctx, &found.fonts);
        }
        let boxes = found.and_then(|found| found.boxes);
        if let Some(boxes) = boxes.as_ref().filter(|_| boxes != self.fonts.said) {
            self.model.warn(boxes.clone());
        }
        self.fonts.said = boxes;
    }
}

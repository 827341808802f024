//! The samples as small pictures, made by a worker once and kept.

use eframe::egui::{Context, Painter, Rect, Vec2, vec2};

use crate::app::Job;
use crate::app::canvas::screen::{self, Screen};
use crate::app::trees::thumbnail::thumbnail;
use crate::draw::Picture;
use crate::progress::Progress;
use crate::tree::samples::{GROUPS, Sample};

/// The size of a picture.
pub(super) const SIZE: Vec2 = vec2(194.0, 112.0);

/// The pictures, in the order of the samples.
#[derive(Default)]
pub(super) struct Pictures {
    job: Option<Job<Vec<Option<Picture>>>>,
    made: Vec<Option<Picture>>,
    /// The same in the colours of the theme for which they were asked last: dark or not.
    screens: Option<(bool, Vec<Option<Screen>>)>,
}

impl Pictures {
    /// Whether they are being made.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Takes them in when they are made.
    pub(super) fn advance(&mut self) {
        if let Some(result) = Job::take(&mut self.job) {
            self.made = result.unwrap_or_else(|_| vec![None]);
        }
    }

    /// Has them made, once.
    pub(super) fn begin(&mut self, ctx: &Context) {
        if self.job.is_none() && self.made.is_empty() {
            self.job = Some(Job::start(ctx, "plyscope samples", |progress| {
                GROUPS.iter().flat_map(|group| group.samples).map(|sample| picture(sample, progress)).collect()
            }));
        }
    }

    /// Shows the picture of a sample, by its number, if it is there.
    pub(super) fn show(&mut self, painter: &Painter, number: usize, rect: Rect, is_dark: bool) {
        if self.made.is_empty() {
            return;
        }
        if self.screens.as_ref().is_none_or(|(dark, _)| *dark != is_dark) {
            let palette = screen::palette(is_dark);
            let screens: Vec<_> =
                self.made.iter().map(|picture| picture.clone().map(|picture| Screen::new(picture, palette))).collect();
            self.screens = Some((is_dark, screens));
        }
        let screen = self.screens.as_ref().and_then(|(_, screens)| screens.get(number)?.as_ref());
        if let Some(screen) = screen {
            screen.show_moved(painter, rect.min.to_vec2());
        }
    }
}

/// A sample as alpha-beta sees it, if it can be drawn.
fn picture(sample: &Sample, progress: &Progress) -> Option<Picture> {
    let tree = sample.open(progress).ok()?;
    thumbnail(&tree, SIZE, progress)
}

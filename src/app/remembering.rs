//! Keeps the settings of the window from one start to the next.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui::Context;

use super::canvas::View;
use super::storage::{Appearance, Remembered, SIZES, SettingsFile, restore, write};
use super::trees::Panes;
use super::{Job, Plyscope};

/// How often the settings are kept while the window is drawn, and at the end.
const INTERVAL: Duration = Duration::from_secs(30);
/// How long the end of the program waits for settings that are being written.
const PATIENCE: Duration = Duration::from_secs(1);

impl Plyscope {
    /// Takes over the settings of a file, and keeps them there.
    #[must_use]
    pub fn remembering(mut self, ctx: &Context, file: SettingsFile) -> Plyscope {
        let remembered = file.remembered();
        self.settings_file = Some(file);
        ctx.set_theme(remembered.theme);
        if SIZES.contains(&remembered.size) {
            ctx.set_zoom_factor(remembered.size);
            self.size = remembered.size;
        }
        self.comparison.show_columns(&remembered.columns);
        self.view = View::new(remembered.drawings.kind, remembered.drawings.reduces_motion);
        restore(remembered, &mut self.model);
        self.panes = Panes::new(&self.model.runs.algorithms());
        self
    }

    /// Keeps the settings from time to time.
    pub(crate) fn keep_settings(&mut self, ctx: &Context) {
        let Some(file) = &mut self.settings_file else { return };
        file.window.update(ctx);
        if file.looked.elapsed() < INTERVAL {
            return;
        }
        file.looked = Instant::now();
        let writing = self
            .changed_settings()
            .map(|(path, text)| Job::start(ctx, "plyscope settings", move |_| write(&path, &text)));
        if let (Some(file), Some(job)) = (&mut self.settings_file, writing) {
            file.writing = Some(job);
        }
    }

    /// Keeps the settings at the end.
    pub(crate) fn keep_last_settings(&mut self) {
        if let Some(job) = self.settings_file.as_mut().and_then(|file| file.writing.take()) {
            job.wait(PATIENCE);
        }
        if let Some((path, text)) = self.changed_settings() {
            write(&path, &text);
        }
    }

    fn changed_settings(&mut self) -> Option<(PathBuf, String)> {
        let file = self.settings_file.as_mut()?;
        let look = Appearance { theme: self.theme, size: self.size };
        file.change(&Remembered::of(&self.model, &self.view, &self.comparison, look, file.window))
    }
}
